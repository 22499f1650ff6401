//! `damier print`: every sheet in both languages and formats, positions from files, and invalid
//! input.

use std::fs;

use crate::{answer, complaint, damier, text};

const SHEETS: [(&str, &[&str], usize); 11] = [
    ("worksheet", &[], 8),
    ("exercises", &[], 3),
    ("exam", &[], 3),
    ("problems", &["--collection", "shots"], 8),
    ("wall-chart", &["--variant", "russian"], 1),
    ("score-sheet", &[], 1),
    ("rules", &["--variant", "alquerque"], 1),
    ("mock-exam", &["--level", "dame", "--number", "17"], 3),
    ("certificate", &["--level", "damier-d-or"], 1),
    ("shot", &["--shot", "royal"], 1),
    ("shot", &["--shot", "sent-to-crown"], 1),
];

#[test]
fn without_a_choice_the_language_is_that_of_the_terminal() {
    for (terminal, html) in [
        ("fr_FR.UTF-8", "<html lang=\"fr\">"),
        ("C", "<html lang=\"en\">"),
        ("nl_NL.UTF-8", "<html lang=\"en\">"),
    ] {
        let printed = damier(&["print", "rules"]).env("LC_ALL", terminal).output();
        let printed = String::from_utf8(printed.expect("it runs").stdout).expect("text");
        assert!(printed.contains(html), "{terminal}");
    }
    let said = |arguments: &[&str], terminal| {
        let output = damier(arguments).env("LC_ALL", terminal).output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    let explain = ["explain", "--move", "32-37"];
    assert_ne!(said(&explain, "fr_FR.UTF-8"), said(&explain, "C"));
    let names = said(&["variants"], "fr_FR.UTF-8");
    assert_eq!(names, text(&["variants", "--lang", "fr"]));
}

#[test]
fn every_sheet_is_one_document_in_both_languages() {
    for (sheet, options, pages) in SHEETS {
        for lang in ["fr", "en"] {
            let mut arguments = vec!["print", sheet, "--lang", lang];
            arguments.extend(options);
            let document = text(&arguments);
            assert!(document.starts_with("<!doctype html>"), "{sheet}");
            assert!(
                document.contains(&format!("<html lang=\"{lang}\">")),
                "{sheet}"
            );
            assert_eq!(
                document.matches("<div class=\"page").count(),
                pages,
                "{sheet} in {lang}"
            );
            // It loads no external resources.
            let outside = document.replace("http://www.w3.org/2000/svg", "");
            assert!(
                !outside.contains("http") && !outside.contains("url("),
                "{sheet}"
            );
        }
    }
}

#[test]
fn each_page_becomes_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(
        &list,
        "W:W28:B23 | 28x19 | \u{202e}<Take> & \"see\"\nB:W28:B23\n",
    )
    .unwrap();
    let out = folder.path().join("sheet.svg");
    let (list, out) = (list.display().to_string(), out.display().to_string());
    let arguments = [
        "print",
        "worksheet",
        &list,
        "--format",
        "svg",
        "--out",
        &out,
        "--club",
        "A & B <c>",
    ];
    assert_eq!(text(&arguments), "");
    for page in ["sheet-1.svg", "sheet-2.svg"] {
        let drawn = fs::read_to_string(folder.path().join(page)).unwrap();
        let document = roxmltree::Document::parse(&drawn).expect("XML");
        let words: Vec<&str> = document.descendants().filter_map(|it| it.text()).collect();
        assert!(words.contains(&"A & B <c>"), "{page}: {words:?}");
    }
    let front = fs::read_to_string(folder.path().join("sheet-1.svg")).unwrap();
    assert!(front.contains("&lt;Take&gt; &amp; &quot;see&quot;"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn positions_come_from_games_and_from_standard_input() {
    let pdn = "[White \"Woldouby\"]\n[FEN \"W:W28:B23\"]\n1. 28x19 *\n";
    let output = damier(&["print", "problems", "-"])
        .write_stdin(pdn)
        .output()
        .unwrap();
    let document = String::from_utf8(output.stdout).unwrap();
    assert!(document.contains(">Woldouby</text>"));
    assert!(document.contains(">28x19</text>"));
    let given = text(&[
        "print",
        "exercises",
        "--fen",
        "W:W28:B23",
        "--fen",
        "B:W28:B23",
        "--variant",
        "frisian",
    ]);
    assert_eq!(given.matches("<title>frisian, ").count(), 2);
}

#[test]
fn invalid_print_requests_are_reported() {
    let long = "a".repeat(161);
    for (arguments, expected) in [
        (vec!["print"], "SHEET"),
        (vec!["print", "certificate"], "--level is missing"),
        (vec!["print", "shot"], "--shot is missing"),
        (vec!["print", "shot", "--shot", "haarlem"], "haarlem"),
        (vec!["print", "rules", "--fen", "W:W28:B23"], "no positions"),
        (vec!["print", "rules", "--shot", "royal"], "belongs to"),
        (
            vec!["print", "exam", "--format", "svg"],
            "--out is missing: 3 pages are 3 files",
        ),
        (
            vec!["print", "exam", "--fen", "W:W99:B23"],
            "--fen W:W99:B23",
        ),
        (vec!["print", "exam", "/no/such/file"], "/no/such/file"),
        (
            vec!["print", "exam", "--variant", "frisian"],
            "for the international game only",
        ),
        (
            vec!["print", "shot", "--shot", "royal", "--variant", "frisian"],
            "for the international game only",
        ),
        (
            vec![
                "print",
                "mock-exam",
                "--level",
                "dame",
                "--variant",
                "russian",
            ],
            "for the international game only",
        ),
        (
            vec![
                "print",
                "certificate",
                "--level",
                "dame",
                "--variant",
                "turkish",
            ],
            "for the international game only",
        ),
        (vec!["print", "exam", "--title", &long], "161 characters"),
    ] {
        let complained = complaint(&arguments);
        assert!(complained.contains(expected), "{arguments:?}: {complained}");
    }
    let output = damier(&["print", "exam", "-"])
        .write_stdin("W:W28:B23\nnonsense")
        .output()
        .unwrap();
    let complained = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(complained.contains("-: line 2: "), "{complained}");
    answer(&["help", "print"], 0);
}
