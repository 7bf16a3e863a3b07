//! What the tree must be, and what printing must keep.

use super::*;

fn canonical(text: &str) -> String {
    parse(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}")).to_string()
}

#[test]
fn letters_are_put_in_order_and_old_spellings_replaced() {
    assert_eq!(canonical("mfW"), "fmW");
    assert_eq!(canonical("yamfsF"), "yafsmF");
    assert_eq!(canonical("NNLJ"), "N0CZ");
    assert_eq!(canonical("R0W1WWW"), "RW1W0W");
    assert_eq!(canonical("fmsN"), "ffsmN");
    assert_eq!(canonical("(paf)2R"), "(paf)2R");
    assert_eq!(canonical("v[F?mfR]"), "v[F?fmR]");
}

#[test]
fn letters_that_did_not_touch_stay_apart() {
    for text in ["fmsN", "fmlF", "fflK", "mafmsK", "fmfsN", "fcfN"] {
        let tree = parse(text).unwrap();
        assert_eq!(parse(&tree.to_string()).unwrap(), tree, "{text} as {tree}");
    }
}

#[test]
fn errors_point_at_the_letter() {
    let wrong = |text: &str| {
        let errors = parse(text).unwrap_err();
        errors.iter().map(|error| text[error.span.clone()].to_owned()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(wrong("fmWwY"), "w Y");
    assert_eq!(wrong("fm"), "fm");
    assert_eq!(wrong("R(afF"), "(");
    assert_eq!(wrong("Ré"), "é");
    assert_eq!(wrong("R123"), "123");
    assert_eq!(wrong("mayR"), "y");
}
