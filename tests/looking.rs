//! The commands that show something, as they are typed: `board`, `piece`, `show --words`, `gallery`, and what they say about slips.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn griffon(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
    command.args(arguments).env_remove("GRIFFON_VARIANTS").env("NO_COLOR", "1").output().expect("it runs")
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("griffon-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("it can be made");
    folder
}

#[test]
fn boards_and_slips() {
    let mut report = String::new();
    for words in [
        &["chess", "--moves", "e2e4", "e7e5", "g1"][..],
        &["chess", "--moves", "e2e4 d7d5", "--from", "e4", "--ascii"],
        &["chess", "--moves", "e4"],
        &["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "--moves", "e1", "--ascii"],
        &["crossderby", "--ascii"],
        &["duck", "--moves", "e2e4,e4a3"],
        &["chess", "--from", "e5"],
        &["chess", "--from", "e1"],
        &["chess", "--from", "e7"],
        &["chess", "--from", "z9"],
        &["chess", "--moves", "e2e5"],
        &["chess", "--moves", "f2f3", "e7e5", "g2g4", "d8h4", "e1"],
        &["duck", "--moves", "e2e4,e4a3", "--from", "a3"],
        &["8/8/8 w", "--ascii"],
        &["ches"],
    ] {
        let output = griffon(&[&["board"], words].concat());
        report += &format!("$ griffon board {}\n", words.join(" "));
        report += &String::from_utf8_lossy(&output.stdout);
        report += &String::from_utf8_lossy(&output.stderr);
        report.push('\n');
        assert_eq!(output.status.success(), output.stderr.is_empty(), "{words:?}");
    }
    insta::with_settings!({ snapshot_path => "pictures", prepend_module_to_snapshot => false }, {
        insta::assert_snapshot!("commands", report);
    });
}

#[test]
fn drawings_are_written_where_they_should_be() {
    let folder = folder("drawings");
    let file = folder.join("knight.svg");
    let path = file.to_str().expect("a plain path");
    assert!(griffon(&["piece", "N", "--size", "5x5", "--svg", path]).status.success());
    let there = fs::read_to_string(&file).expect("it was written");
    let piped = griffon(&["piece", "N", "--size", "5x5", "--svg", "-"]);
    assert_eq!(String::from_utf8_lossy(&piped.stdout), there);
    assert!(griffon(&["board", "shogi", "--svg", path]).status.success());
    assert!(fs::read_to_string(&file).expect("it was written").contains("<title>Shogi</title>"));
    let below = file.join("below.svg");
    let slip = griffon(&["board", "shogi", "--svg", below.to_str().expect("a plain path")]);
    assert!(!slip.status.success());
    assert!(String::from_utf8_lossy(&slip.stderr).contains("below.svg: cannot be written: "), "{slip:?}");
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn files_may_build_on_those_that_are_named_besides() {
    let folder = folder("besides");
    let [mine, other] = ["mine", "other"].map(|name| folder.join(format!("{name}.variant")));
    fs::write(&mine, "variant mine from chess\n").expect("there is room");
    fs::write(&other, "variant other from mine\n").expect("there is room");
    let [mine, other] = [&mine, &other].map(|path| path.to_str().expect("a plain path"));
    let alone = griffon(&["check", other]);
    assert!(!alone.status.success());
    assert!(String::from_utf8_lossy(&alone.stdout).contains("there is no variant `mine`"), "{alone:?}");
    let beside = griffon(&["check", other, "--variants", mine]);
    assert!(beside.status.success(), "{beside:?}");
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn a_slip_in_weights_spoils_no_game() {
    let folder = folder("slip");
    fs::write(folder.join("slipped.variant"), "variant slipped from chess\n").expect("there is room");
    fs::write(folder.join("slipped.weights"), "worth knight many\n").expect("there is room");
    let counted = griffon(&["perft", "slipped", "2", "--variants", folder.to_str().expect("a plain path")]);
    assert!(counted.status.success());
    assert_eq!(String::from_utf8_lossy(&counted.stdout).trim(), "400");
    let said = String::from_utf8_lossy(&counted.stderr);
    assert!(said.contains("slipped.weights:1:1: there is no group of weights `worth`"), "{said}");
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn nothing_but_rules_is_shown_where_rules_are_read() {
    let unknown = griffon(&["show", "ches"]);
    assert!(!unknown.status.success() && unknown.stdout.is_empty());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("did you mean `chess`?"), "{unknown:?}");
}

#[test]
fn a_gallery_has_a_page_for_each_variant_and_leaves_out_what_is_broken() {
    let folder = folder("gallery");
    let mine = folder.join("mine.variant");
    fs::write(&mine, "# My own <game>.\nvariant mine from chess\n  title \"Mine & yours\"\n\nvariant broken from chess\n  board 0x9\n")
        .expect("it can be written");
    let site = folder.join("site");
    let (mine, site) = (mine.to_str().expect("a plain path"), site.to_str().expect("a plain path"));
    let output = griffon(&["gallery", site, "--variants", mine]);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success() && said.contains("left out: broken: "), "{output:?}");
    let read = |name: &str| fs::read_to_string(folder.join("site").join(name)).expect("it was written");
    assert!(read("mine.html").contains("My own &lt;game&gt;."));
    assert!(read("boards/mine.svg").contains("<title>Mine &amp; yours</title>"));
    assert!(read("index.html").contains("mine.html") && !read("index.html").contains("broken.html"));
    assert!(read("chess.html").contains("mine.html") && !read("chess.html").contains("broken.html"));
    assert!(read("gallery.css").contains("prefers-color-scheme"));
    let few = folder.join("few");
    let chosen = griffon(&["gallery", few.to_str().expect("a plain path"), "mine", "shogi", "--variants", mine]);
    assert!(String::from_utf8_lossy(&chosen.stdout).starts_with("2 variants in "), "{chosen:?}");
    assert!(chosen.status.success() && few.join("mine.html").exists() && !few.join("chess.html").exists());
    assert!(String::from_utf8_lossy(&griffon(&["gallery", site, "shoggi"]).stderr).contains("did you mean `shogi`?"));
    let taken = format!("{mine}/site");
    let slip = griffon(&["gallery", &taken]);
    assert!(!slip.status.success());
    assert!(String::from_utf8_lossy(&slip.stderr).contains("cannot be written: "), "{slip:?}");
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn rules_are_told_in_words() {
    let output = griffon(&["show", "crazyhouse", "--words"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("A captured piece changes sides"), "{text}");
    assert!(!griffon(&["show", "crazyhose", "--words"]).status.success());
}

#[test]
fn the_mean_of_weights_lies_between_them() {
    let folder = folder("mean");
    let text = |output: Output| String::from_utf8(output.stdout).expect("text");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("it can be written");
        path.display().to_string()
    };
    let told =
        |text: &str| -> Vec<String> { text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect() };
    let whole = text(griffon(&["weights", "gardner"]));
    let plain = text(griffon(&["weights", "gardner", "--material"]));
    let (one, other) = (write("one", &whole), write("other", &plain));
    let same = text(griffon(&["weights", "gardner", "--mean", &one, &one]));
    assert_eq!(told(&same), told(&whole));
    let between = text(griffon(&["weights", "gardner", "--mean", &one, &other]));
    let pair = |text: &str| -> i32 {
        let line = text.lines().find(|line| line.starts_with("pair B")).expect("bishops come in pairs");
        line.split([' ', ',', '*']).nth(2).and_then(|word| word.parse().ok()).expect("a number")
    };
    assert_eq!(pair(&between), (f64::from(pair(&whole)) / 2.0).round() as i32);
    assert!(between.contains("# Material only."), "where each file came from is told: {between}");

    let bad = write("bad", "square P 1,2\n");
    let output = griffon(&["weights", "gardner", "--mean", &one, &bad]);
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(error.contains("bad:1:1") && error.contains("25 weights"), "{error}");
    fs::remove_dir_all(&folder).ok();
}

#[test]
fn an_import_leaves_files_as_they_are_unless_it_is_told() {
    let folder = folder("import");
    let (theirs, out) = (folder.join("theirs.ini"), folder.join("out"));
    fs::write(&theirs, "[mine:chess]\ncastling = false\n").expect("it can be written");
    let import = |more: &[&str]| {
        let words = ["import", theirs.to_str().expect("a plain path"), "--out", out.to_str().expect("a plain path")];
        griffon(&[&words, more].concat())
    };
    assert!(import(&[]).status.success());
    let file = out.join("mine.variant");
    fs::write(&file, "# changed by hand\n").expect("it can be written");
    let refused = import(&[]);
    assert!(!refused.status.success());
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("mine.variant is there already; `--force` writes over it"), "{said}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), "# changed by hand\n");
    assert!(import(&["--force"]).status.success());
    assert!(fs::read_to_string(&file).expect("it is there").contains("variant mine"));
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
fn who_looks_for_nothing_that_is_there_is_told() {
    let none = griffon(&["list", "zzz"]);
    assert!(!none.status.success() && String::from_utf8_lossy(&none.stderr).contains("`zzz`"), "{none:?}");
    let folder = folder("names");
    for (name, parent) in [("a", "chess"), ("b", "gardner")] {
        let text = format!("variant mine from {parent}\n");
        fs::write(folder.join(format!("{name}.variant")), text).expect("it can be written");
    }
    let shown = griffon(&["fen", "mine", "--variants", folder.to_str().expect("a plain path")]);
    assert!(shown.status.success());
    let said = String::from_utf8_lossy(&shown.stderr);
    assert!(said.contains("a.variant:1:9: this `mine` is never played: "), "{said}");
    let text: Vec<u8> = "variant wide from chess\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = folder.join("wide.variant");
    fs::write(&wide, text).expect("it can be written");
    let said = griffon(&["check", wide.to_str().expect("a plain path")]).stdout;
    assert!(String::from_utf8_lossy(&said).contains("saved as UTF-16; save it as UTF-8"));
    fs::remove_dir_all(&folder).expect("it is ours");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_or_has_no_end_is_an_error() {
    for words in [&["help"][..], &["list"], &["--version"]] {
        let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
        let status = Command::new(env!("CARGO_BIN_EXE_griffon")).args(words).stdout(full).status().expect("it runs");
        assert_eq!(status.code(), Some(1), "{words:?}");
    }
    let endless = griffon(&["check", "/dev/zero"]);
    assert!(String::from_utf8_lossy(&endless.stdout).contains("longer than 4 MB"), "{endless:?}");
}

#[test]
fn a_word_narrows_the_list() {
    let listed = |words: &[&str]| {
        let output = griffon(&[&["list"], words].concat());
        assert_eq!(output.status.success(), !output.stdout.is_empty());
        String::from_utf8_lossy(&output.stdout).lines().count()
    };
    assert_eq!(listed(&[]), griffon::definition::Library::shipped().names().count());
    assert!((1..listed(&[])).contains(&listed(&["Japanese"])));
    assert_eq!(listed(&["no such variant"]), 0);
}
