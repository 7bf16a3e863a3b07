//! Tells cargo that the program contains the variant files, so that a new file is a reason to build again; and gives it on
//! Windows the stack that it has elsewhere.

/// What the first thread of a program has on Linux, in bytes. On Windows it is an eighth of that, and compiling pieces that
/// capture in endless chains takes more.
const STACK: u32 = 8 << 20;

fn main() {
    println!("cargo:rerun-if-changed=variants");
    let target = |part: &str| std::env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    if target("OS") == "windows" {
        let argument = if target("ENV") == "msvc" { format!("/STACK:{STACK}") } else { format!("-Wl,--stack,{STACK}") };
        println!("cargo:rustc-link-arg-bins={argument}");
    }
}
