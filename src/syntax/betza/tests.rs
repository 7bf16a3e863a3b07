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
    let spans = |text: &str| parse(text).unwrap_err().iter().map(|error| error.span.clone()).collect::<Vec<_>>();
    assert_eq!(spans("fmWwY"), [3..4, 4..5]);
    assert_eq!(spans("fm"), [0..2]);
    assert_eq!(spans("R(afF"), [1..2]);
    assert_eq!(spans("Ré"), [1..3]);
    assert_eq!(spans("R123"), [1..4]);
    assert_eq!(spans("mayR"), [2..3]);
}
