//! Processors that gather bits by themselves and others count the same moves.

use std::process::Command;

fn perft(variant: &str, depth: &str, portable: bool) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_griffon"));
    command.args(["perft", variant, depth]);
    if portable {
        command.env("GRIFFON_PORTABLE", "1");
    }
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{variant}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn any_processor_counts_the_same() {
    let jobs = [
        ("chess", "4", "197281"),
        ("xiangqi", "3", "79666"),
        ("shogi", "3", "25470"),
        ("crazyhouse", "4", "197281"),
        ("capablanca", "3", "25228"),
        ("atomic", "4", "197326"),
        ("chu", "2", "1296"),
        ("antichess", "5", "2732672"),
        ("grasshopper", "3", ""),
        ("sittuyin", "2", ""),
    ];
    for (variant, depth, known) in jobs {
        let usual = perft(variant, depth, false);
        assert_eq!(usual, perft(variant, depth, true), "{variant}");
        assert!(usual.contains(known), "{variant}: {usual}");
    }
}
