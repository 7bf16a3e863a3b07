//! Tells cargo that the program contains the variant files, so that a new file is a reason to build again.

fn main() {
    println!("cargo:rerun-if-changed=variants");
}
