//! Options that an engine offers, and the values that they take.
//!
//! Engines mostly pass over a value that they don't take without a word, and play a match with other settings than were meant.

use super::engine::Trouble;
use crate::diagnostic::did_you_mean;

/// An option by its own spelling.
#[derive(Clone, Debug, PartialEq)]
pub struct Offered {
    pub name: String,
    takes: Takes,
}

#[derive(Clone, Debug, PartialEq)]
enum Takes {
    Check { yes: &'static str, no: &'static str },
    Spin { least: i64, most: i64 },
    OneOf(Vec<String>),
    Anything,
}

impl Offered {
    /// `NAME type spin default 1 min 1 max 8`, as in UCI.
    pub fn in_uci(text: &str) -> Option<Offered> {
        let (name, rest) = text.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let after = |wanted: &str| words.iter().skip_while(|word| **word != wanted).nth(1)?.parse().ok();
        let takes = match words.first() {
            Some(&"check") => Takes::Check { yes: "true", no: "false" },
            Some(&"spin") => Takes::spin(after("min"), after("max")),
            Some(&"combo") => {
                Takes::OneOf(rest.split(" var ").skip(1).map(|choice| choice.trim().to_owned()).collect())
            }
            _ => Takes::Anything,
        };
        Some(Offered { name: name.trim().to_owned(), takes })
    }

    /// `NAME -spin 1 1 8`, as in CECP; the name may have hyphens, too.
    pub fn in_cecp(text: &str) -> Offered {
        let (name, rest) = text.split_once(" -").unwrap_or((text, ""));
        let (kind, rest) = rest.trim_start().split_once(' ').unwrap_or((rest, ""));
        let mut words = rest.split_whitespace().skip(1).map(|word| word.parse().ok());
        let takes = match kind {
            "check" => Takes::Check { yes: "1", no: "0" },
            "spin" | "slider" => Takes::spin(words.next().flatten(), words.next().flatten()),
            "combo" => {
                let choices = rest.split("///").map(|choice| choice.trim().trim_start_matches('*').to_owned());
                Takes::OneOf(choices.collect())
            }
            _ => Takes::Anything,
        };
        Offered { name: name.trim().to_owned(), takes }
    }

    /// What there is to choose from, if that is listed.
    pub fn choices(&self) -> Option<&[String]> {
        match &self.takes {
            Takes::OneOf(choices) => Some(choices),
            _ => None,
        }
    }

    /// Says what it would take instead.
    pub fn accepts(&self, value: &str) -> Result<(), Trouble> {
        let name = &self.name;
        let refused = |wanted: String| Err(Trouble::Unable(format!("its option `{name}` {wanted}, not `{value}`")));
        match &self.takes {
            Takes::Check { yes, no } if value != *yes && value != *no => refused(format!("is `{yes}` or `{no}`")),
            Takes::Spin { least, most } if !value.parse().is_ok_and(|value| (*least..=*most).contains(&value)) => {
                refused(format!("is a number from {least} to {most}"))
            }
            Takes::OneOf(choices) if !choices.iter().any(|choice| choice.eq_ignore_ascii_case(value)) => {
                refused(match did_you_mean(value, choices.iter().map(String::as_str)) {
                    Some(near) => format!("may be `{near}`"),
                    None => format!("is one of {}", choices.join(", ")),
                })
            }
            _ => Ok(()),
        }
    }
}

impl Takes {
    /// Numbers, where both limits are told.
    fn spin(least: Option<i64>, most: Option<i64>) -> Takes {
        least.zip(most).map_or(Takes::Anything, |(least, most)| Takes::Spin { least, most })
    }
}

/// The option that is meant, or that there is none.
pub fn find<'a>(offered: &'a [Offered], wanted: &str) -> Result<&'a Offered, Trouble> {
    let same = offered.iter().find(|known| known.name.eq_ignore_ascii_case(wanted));
    same.ok_or_else(|| {
        let near = did_you_mean(wanted, offered.iter().map(|known| known.name.as_str()));
        let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        Trouble::Unable(format!("it has no option `{wanted}`{help}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(option: &Offered, value: &str) -> String {
        match option.accepts(value) {
            Err(Trouble::Unable(why)) => why,
            other => panic!("{value} is refused: {other:?}"),
        }
    }

    #[test]
    fn values_that_an_engine_would_pass_over_are_refused() {
        let threads = Offered::in_uci("Threads type spin default 1 min 1 max 8").expect("it is an option");
        assert_eq!(threads.accepts("8"), Ok(()));
        assert_eq!(refusal(&threads, "9"), "its option `Threads` is a number from 1 to 8, not `9`");
        assert_eq!(refusal(&threads, "two"), "its option `Threads` is a number from 1 to 8, not `two`");
        let level = Offered::in_cecp("Level - slow -spin 5 -2 10");
        assert_eq!((level.name.as_str(), level.accepts("-2")), ("Level", Ok(())), "what follows ` -` is no name");
        let spin = Offered::in_cecp("Resign Threshold -spin 800 200 1200");
        assert_eq!(spin.accepts("200"), Ok(()));
        assert_eq!(refusal(&spin, "0"), "its option `Resign Threshold` is a number from 200 to 1200, not `0`");
        let ponder = Offered::in_uci("Ponder type check default false").expect("it is an option");
        assert_eq!(refusal(&ponder, "1"), "its option `Ponder` is `true` or `false`, not `1`");
        let check = Offered::in_cecp("Clear -check 1");
        assert_eq!(refusal(&check, "true"), "its option `Clear` is `1` or `0`, not `true`");
    }

    #[test]
    fn choices_are_told_and_free_text_is_free() {
        let style =
            Offered::in_uci("Style type combo default Solid var Solid var Very Risky").expect("it is an option");
        assert_eq!(style.accepts("very risky"), Ok(()));
        assert_eq!(refusal(&style, "Sold"), "its option `Style` may be `Solid`, not `Sold`");
        let combo = Offered::in_cecp("Style -combo Solid /// *Risky /// Wild");
        assert_eq!(combo.accepts("Risky"), Ok(()));
        assert_eq!(refusal(&combo, "x"), "its option `Style` is one of Solid, Risky, Wild, not `x`");
        for option in ["Book -file /x", "Book -string", "Save -button", "Book"].map(Offered::in_cecp) {
            assert_eq!(option.accepts("anything at all"), Ok(()));
        }
    }
}
