//! Every message about a variant file, as a reader sees it: one broken file each, with the report beside it.

use griffon::definition::{Library, load};
use griffon::diagnostic::{Source, render};
use std::fs;

#[test]
fn broken_files_are_explained() {
    let library = Library::shipped();
    insta::glob!("diagnostics/*.variant", |path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let source = Source::new(name, fs::read_to_string(path).expect("the file is there"));
        let (_, found) = load(&source, &library);
        assert!(!found.is_empty(), "nothing is said about {}", source.name);
        insta::assert_snapshot!(render(&source, &found, false));
    });
}
