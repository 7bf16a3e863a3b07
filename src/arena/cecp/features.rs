//! What a CECP engine says it can do.

use super::super::offered::Offered;

/// Options as they are named, and features by name.
#[derive(Debug, Default)]
pub struct Features {
    pub title: Option<String>,
    pub variants: Vec<String>,
    pub options: Vec<Offered>,
    values: Vec<(String, String)>,
}

impl Features {
    /// Takes note of a line that lists features, and names those.
    pub fn hear(&mut self, line: &str) -> Vec<String> {
        let Some(rest) = line.strip_prefix("feature ") else { return Vec::new() };
        let mut named = Vec::new();
        for (name, value) in pairs(rest) {
            match name {
                "myname" => self.title = Some(value.trim().to_owned()),
                "variants" => {
                    let names = value.split(',').map(|name| name.trim().to_owned());
                    self.variants = names.filter(|name| !name.is_empty()).collect();
                }
                "option" => self.options.push(Offered::in_cecp(value)),
                _ => {
                    self.values.retain(|(known, _)| known != name);
                    self.values.push((name.to_owned(), value.to_owned()));
                }
            }
            named.push(name.to_owned());
        }
        named
    }

    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn has(&self, name: &str) -> bool {
        self.value(name) == Some("1")
    }

    /// It has named all.
    pub fn done(&self) -> bool {
        self.has("done")
    }

    /// It has asked to be waited for.
    pub fn wants_time(&self) -> bool {
        self.value("done") == Some("0")
    }

    /// It has said anything of the kind.
    pub fn any(&self) -> bool {
        self.title.is_some() || !self.variants.is_empty() || !self.values.is_empty()
    }
}

/// `a=1 b="two words"`, as far as it makes sense.
fn pairs(mut text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    while let Some((name, rest)) = text.trim_start().split_once('=') {
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        pairs.push((name, value));
        text = rest;
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read_with_and_without_quotes() {
        let mut features = Features::default();
        let named = features.hear("feature ping=1 myname=\"An Engine 2\" variants=\"normal, wa-shogi\" done=0");
        assert_eq!(named, ["ping", "myname", "variants", "done"]);
        assert!(features.has("ping") && features.wants_time() && !features.done());
        features.hear("feature option=\"Resign Threshold -spin 800 200 1200\" option=\"Level - slow -check 1\" done=1");
        assert_eq!(features.title.as_deref(), Some("An Engine 2"));
        assert_eq!(features.variants, ["normal", "wa-shogi"]);
        let names: Vec<&str> = features.options.iter().map(|option| option.name.as_str()).collect();
        assert_eq!(names, ["Resign Threshold", "Level"]);
        assert!(features.done() && !features.has("setboard"));
        assert!(features.hear("Feature ping=0").is_empty());
        features.hear("feature = =\" x");
    }
}
