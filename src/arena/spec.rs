//! An engine as the command line describes it.

use super::clock::Limit;
use crate::diagnostic::did_you_mean;
use std::ffi::OsString;
use std::path::PathBuf;

/// The protocols that engines are driven by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tongue {
    Uci,
    Cecp,
}

/// How to start an engine and what to tell it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spec {
    /// The program and its arguments.
    pub command: Vec<String>,
    pub directory: Option<PathBuf>,
    /// What it is called here; what it calls itself if not given.
    pub name: Option<String>,
    /// Asked of the engine if not given.
    pub tongue: Option<Tongue>,
    /// Its own limit, instead of the one for both.
    pub limit: Option<Limit>,
    /// In the order in which they are set.
    pub options: Vec<(String, String)>,
    /// Names of ours, and what the engine calls the same variants.
    pub variants: Vec<(String, String)>,
    /// Lines said right after the greeting.
    pub init: Vec<String>,
    /// Files of variants that a program of ours should know, as the environment names them.
    pub files: Option<OsString>,
    /// How to say a number of nodes in CECP, which has no common way: `maxnodes %d`.
    pub nodes_command: Option<String>,
}

impl Spec {
    /// Its name, or its command.
    pub fn called(&self) -> String {
        self.name.clone().unwrap_or_else(|| self.command.join(" "))
    }
}

const KEYS: &[&str] =
    &["cmd", "proto", "name", "dir", "tc", "st", "nodes", "depth", "init", "nodescmd", "option.", "variant."];

/// `COMMAND`, or `cmd=COMMAND,proto=cecp,…`. A comma that belongs to a value is written `\,`.
pub fn parse(text: &str) -> Result<Spec, String> {
    let mut spec = Spec::default();
    let is_key = |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    if !text.split_once('=').is_some_and(|(key, _)| is_key(key)) {
        spec.command = words(text);
        return if spec.command.is_empty() { Err("an engine needs a command".to_owned()) } else { Ok(spec) };
    }
    for part in text.replace("\\,", "\0").split(',') {
        let part = part.replace('\0', ",");
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| format!("`{part}` should be KEY=VALUE; write `\\,` for a comma that belongs to a value"))?;
        let (key, value) = (key.trim(), value.trim());
        match key {
            "cmd" => spec.command = words(value),
            "name" => spec.name = Some(value.to_owned()),
            "dir" => spec.directory = Some(value.into()),
            "init" => spec.init.push(value.to_owned()),
            "nodescmd" if value.contains("%d") => spec.nodes_command = Some(value.to_owned()),
            "nodescmd" => return Err(format!("`{value}` lacks `%d`, the place for the number of nodes")),
            "tc" => spec.limit = Some(Limit::clock(value)?),
            "st" => spec.limit = Some(Limit::move_time(value)?),
            "nodes" => spec.limit = Some(Limit::nodes(value)?),
            "depth" => spec.limit = Some(Limit::depth(value)?),
            "proto" => {
                spec.tongue = Some(match value.to_ascii_lowercase().as_str() {
                    "uci" => Tongue::Uci,
                    "cecp" | "xboard" => Tongue::Cecp,
                    _ => return Err(format!("`{value}` is no protocol that engines are driven by: uci or cecp")),
                });
            }
            _ => match (key.strip_prefix("option."), key.strip_prefix("variant.")) {
                (Some(name), _) if !name.is_empty() => spec.options.push((name.to_owned(), value.to_owned())),
                (_, Some(name)) if !name.is_empty() => spec.variants.push((name.to_owned(), value.to_owned())),
                _ => {
                    let near = did_you_mean(key, KEYS.iter().copied());
                    let help =
                        near.map_or(format!("there are {}", KEYS.join(", ")), |near| format!("did you mean `{near}`?"));
                    return Err(format!("an engine has no `{key}`; {help}"));
                }
            },
        }
    }
    if spec.command.is_empty() { Err("an engine needs `cmd=COMMAND`".to_owned()) } else { Ok(spec) }
}

/// Words as a shell would see them: quotes keep blanks.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut inside) = (None, false);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                if !inside {
                    words.push(String::new());
                }
                inside = true;
            }
            (None, _) if c.is_whitespace() => inside = false,
            _ => {
                if !inside {
                    words.push(String::new());
                }
                inside = true;
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_a_command_or_a_list() {
        let bare = parse("./engine --level=3 'a b'").expect("a command");
        assert_eq!(bare.command, ["./engine", "--level=3", "a b"]);
        let text =
            "cmd=sjaakii -x,proto=cecp,option.Random amplitude=0,option.Path=a\\,b,tc=1+0.01,variant.legan=legan";
        let full = parse(text).expect("a list");
        assert_eq!(full.command, ["sjaakii", "-x"]);
        assert_eq!(full.tongue, Some(Tongue::Cecp));
        assert_eq!(full.options[0], ("Random amplitude".to_owned(), "0".to_owned()));
        assert_eq!(full.options[1].1, "a,b");
        assert_eq!(full.limit, Some(Limit::clock("1+0.01").expect("a time control")));
    }

    #[test]
    fn slips_are_named() {
        let fault = |text| parse(text).expect_err(text);
        assert!(fault("cmd=x,nods=5").contains("did you mean `nodes`?"));
        assert!(fault("proto=cecp").contains("cmd="));
        assert!(fault("cmd=x,proto=usi").contains("uci or cecp"));
        assert!(fault("cmd=x,y").contains("KEY=VALUE"));
        assert!(fault("").contains("command"));
        assert!(fault("cmd=x,nodescmd=maxnodes").contains("%d"));
    }
}
