//! `damier train fit`: its output, and the options that it rejects before the work.

use crate::{complaint, text};

/// A few quick games, and weights fitted to them.
#[test]
fn weights_are_fitted_to_self_play_games() {
    let scratch = tempfile::tempdir().expect("a folder");
    let name = |file: &str| scratch.path().join(file).display().to_string();
    let (games, first, second) = (name("games.dg"), name("first.dw"), name("second.dw"));
    text(&[
        "train",
        "selfplay",
        &games,
        "--variant",
        "russian",
        "--games",
        "20",
        "--nodes",
        "50",
        "--seed",
        "1",
    ]);
    text(&fit(&games, &["--small", "--out", &first]));
    let from = ["--small", "--out", &second, "--from", &first];
    let listening = [
        &from[..],
        &["--leaves", "40", "--leaf-nodes", "200", "--nodes", "50"],
    ]
    .concat();
    let card = text(&fit(&games, &listening));
    assert!(
        card.contains("of the positions, by searches of 200; judged by searches of 50"),
        "{card}"
    );

    let nowhere = name("nowhere/new.dw");
    for (refused, why) in [
        (&["--small", "--out", &nowhere][..], "no such folder"),
        (
            &["--out", &second, "--from", &first],
            "without --small: the weights to begin with have no tall shapes",
        ),
        (&["--small", "--out", &second, "--leaves", "40"], "--from"),
        (
            &["--small", "--out", &second, "--leaf-nodes", "40"],
            "--leaves",
        ),
        (
            &["--small", "--out", &second, "--scale", "nan"],
            "expected a number from 1 to 10000",
        ),
        (
            &["--small", "--out", &second, "--spread", "0"],
            "expected a number from 0.01",
        ),
        (
            &["--small", "--out", &second, "--result", "1.5"],
            "expected a number from 0 to 1",
        ),
    ] {
        let message = complaint(&fit(&games, refused));
        assert!(message.contains(why), "{refused:?}: {message}");
    }
    let message = complaint(&[
        "train",
        "fit",
        &games,
        "--variant",
        "brazilian",
        "--small",
        "--out",
        &second,
        "--from",
        &first,
    ]);
    assert!(message.contains("are of russian"), "{message}");
}

/// The command that quickly fits weights of Russian draughts to these games.
fn fit<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual = [
        "train",
        "fit",
        games,
        "--variant",
        "russian",
        "--rounds",
        "2",
        "--epochs",
        "0",
    ];
    [&usual[..], more].concat()
}
