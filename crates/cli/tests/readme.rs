//! Runs each `$ damier ...` in the README's console blocks and compares the output; also checks the
//! README's number of variants.

use std::path::Path;
use std::process::Command;

#[test]
fn the_commands_of_the_readme_print_what_it_says() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let mut run = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ damier ").skip(1) {
            let (arguments, expected) = example.split_once('\n').unwrap();
            let output = Command::new(env!("CARGO_BIN_EXE_damier"))
                .args(words(arguments))
                .env("LC_ALL", "C")
                .env("NO_COLOR", "1")
                .output()
                .unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            assert_eq!(printed, expected, "damier {arguments}");
            run += 1;
        }
    }
    assert!(run > 0, "the README shows no command");
}

#[test]
fn the_readme_states_the_number_of_variants() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    let games = damier_rules::Variant::ALL.len();
    for said in [
        format!("{games} games of the family"),
        format!("{games} jeux,"),
    ] {
        assert!(readme.contains(&said), "the README does not say \"{said}\"");
    }
}

/// The words of a command line, split as by a shell.
fn words(line: &str) -> Vec<String> {
    line.split('"')
        .enumerate()
        .flat_map(|(index, part)| match index % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()], // between quotes
        })
        .collect()
}
