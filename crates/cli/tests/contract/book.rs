//! `damier train book`: a book is grown, continued after an interruption, and used for play.

use crate::{complaint, json, text};

#[test]
fn a_book_is_grown_packed_and_used() {
    let scratch = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        let path = scratch.path().join(name);
        path.to_str().expect("a name in unicode").to_owned()
    };
    let (growing, book) = (path("growing"), path("russian.book"));
    let grow = |positions: &str| {
        text(&[
            "train",
            "book",
            &growing,
            "--variant",
            "russian",
            "--positions",
            positions,
            "--nodes",
            "40",
            "--out",
            &book,
        ])
    };
    let output = grow("5");
    assert!(output.starts_with("5 positions in "), "{output}");
    let output = grow("20");
    assert!(output.starts_with("20 positions in "), "{output}");
    let grown = std::fs::read(&book).expect("a book");
    let (_, checksum) = output.trim_end().rsplit_once(' ').expect("words");
    assert!(
        u32::from_str_radix(checksum, 16).is_ok_and(|sum| grown.ends_with(&sum.to_le_bytes())),
        "{output}"
    );
    let packed = path("packed.book");
    let arguments = ["train", "book", &growing, "--pack", "--out", &packed];
    assert!(text(&arguments).starts_with("20 positions in "));
    assert_eq!(std::fs::read(&packed).expect("a book"), grown);

    let spec = format!("builtin,book={book}");
    let played = json(
        &[
            "match",
            "--a",
            &spec,
            "--b",
            "builtin",
            "--variant",
            "russian",
            "--games",
            "2",
            "--nodes",
            "50",
            "--json",
        ],
        0,
    );
    assert_eq!(played["games"], 2);
    assert_eq!(played["a"]["spec"], spec);
}

/// All subcommands of `damier train` bound the threads in the same way.
#[test]
fn threads_are_bounded() {
    for work in [
        &["selfplay", "games.dg"][..],
        &["book", "growing.dbk"],
        &["fit", "games.dg", "--out", "weights.dw"],
    ] {
        let message = complaint(&[&["train"], work, &["--threads", "100000"]].concat());
        assert!(message.contains("--threads"), "{message}");
        assert!(message.contains("256"), "{message}");
    }
}

#[test]
fn a_file_of_another_format_is_not_overwritten() {
    let scratch = tempfile::tempdir().expect("a folder");
    let file = scratch.path().join("letter.txt");
    std::fs::write(&file, "Dear all").expect("it is written");
    let name = file.to_str().expect("a name in unicode");
    let message = complaint(&["train", "book", name, "--positions", "2"]);
    assert!(message.contains("no file of a growing book"), "{message}");
    assert_eq!(std::fs::read(&file).expect("a file"), b"Dear all");
}
