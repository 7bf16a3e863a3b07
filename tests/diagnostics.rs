//! Every message about a variant file, as a reader sees it: one broken file each, with the report beside it.

use griffon::definition::Library;
use griffon::diagnostic::{Source, render};
use griffon::review::{check, check_book, check_weights};
use std::fs;

#[test]
fn broken_files_are_explained() {
    let library = Library::shipped();
    insta::glob!("diagnostics/*.variant", |path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let bytes = fs::read(path).expect("the file is there");
        let source = Source::new(name, String::from_utf8_lossy(&bytes));
        let (_, found) = check(&source, &library);
        assert!(!found.is_empty(), "nothing is said about {}", source.name);
        insta::assert_snapshot!(render(&source, &found, false));
    });
}

/// The part of the file's name before `@` is that of the variant.
#[test]
fn broken_weights_are_explained() {
    let library = Library::shipped();
    insta::glob!("diagnostics/weights/*.weights", |path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let source = Source::new(&*name, fs::read_to_string(path).expect("the file is there"));
        let found = check_weights(&library, name.split('@').next().unwrap_or_default(), &source);
        assert!(!found.is_empty(), "nothing is said about {}", source.name);
        insta::assert_snapshot!(render(&source, &found, false));
    });
}

/// As with weights.
#[test]
fn broken_books_are_explained() {
    let library = Library::shipped();
    insta::glob!("diagnostics/books/*.book", |path| {
        let name = path.file_name().expect("a file has a name").to_string_lossy();
        let source = Source::new(&*name, fs::read_to_string(path).expect("the file is there"));
        let found = check_book(&library, name.split('@').next().unwrap_or_default(), &source);
        assert!(!found.is_empty(), "nothing is said about {}", source.name);
        insta::assert_snapshot!(render(&source, &found, false));
    });
}
