//! Compares the search with plain minimax in every game, and tests the endings specific to each
//! game.

use std::sync::Arc;

use damier_rules::bits::Bits;
use damier_rules::{AnyRules, DrawSettings, Draws, Pieces, Rulebook, Rules, Variant, hash};

use super::plain::Plain;
use super::{Root, Search, Shortcuts};
use crate::dice::Dice;
use crate::evaluation::Common;
use crate::score::{INFINITE, Value};
use crate::table::TranspositionTable;

/// Root positions with their history, from games of random moves.
fn roots<B: Bits>(rules: &Rules<B>, draws: &Draws<B>, seed: u64) -> Vec<Root<B>> {
    let mut dice = Dice::new(seed);
    let start = rules.start();
    let mut root = Root {
        pieces: start,
        counts: draws.start(&start),
        past: Vec::new(),
    };
    let mut roots = Vec::new();
    for ply in 0..70 {
        let mut moves = Vec::new();
        rules.playable(&root.pieces, &mut moves);
        if moves.is_empty()
            || draws
                .reason(&root.counts, || rules.can_capture(&root.pieces))
                .is_some()
        {
            break;
        }
        if ply % 9 == 4 {
            roots.push(root.clone());
        }
        let played = moves[dice.below(moves.len() as u32) as usize];
        let after: Pieces<B> = rules.after(&root.pieces, &played);
        root.counts = draws.after(root.counts, &root.pieces, &played, &after);
        root.past.push(hash(&root.pieces));
        root.pieces = after;
    }
    roots
}

fn value<B: Bits>(
    rules: &'static Rules<B>,
    draws: Draws<B>,
    root: Root<B>,
    depth: i32,
    shortcuts: Shortcuts,
) -> Value {
    let table = Arc::new(TranspositionTable::new(1));
    let mut search =
        Search::new(rules, Common::new(rules), draws, table, root).with_shortcuts(shortcuts);
    let moves = search.root_moves();
    search.begin(depth, -INFINITE, INFINITE, &moves);
    search.run(u64::MAX).expect("it runs to its end")
}

fn agrees<B: Bits>(rules: &'static Rules<B>) {
    let draws = Draws::new(rules.table(), rules.geometry(), DrawSettings::default());
    for root in roots(rules, &draws, 1) {
        for depth in 1..=2 {
            let fast = value(rules, draws, root.clone(), depth, Shortcuts::NONE);
            let slow = Plain {
                rules,
                evaluation: &Common::new(rules),
                draws,
                root: root.clone(),
                certain: None,
            }
            .value(depth);
            assert_eq!(
                fast,
                slow,
                "{} at depth {depth}: {root:?}",
                rules.table().id
            );
        }
    }
}

#[test]
fn without_shortcuts_it_equals_plain_minimax_in_every_game() {
    for variant in Variant::READINGS {
        match variant.rules() {
            AnyRules::Narrow(rules) => agrees(rules),
            AnyRules::Wide(rules) => agrees(rules),
        }
    }
}

#[test]
fn the_table_alone_changes_no_value_in_games_of_other_goals() {
    let with_table = Shortcuts {
        table: true,
        ..Shortcuts::NONE
    };
    let variants = [
        Variant::PODDAVKI,
        Variant::BREAKTHROUGH,
        Variant::FRYSK,
        Variant::FRENCH_1754,
    ];
    for variant in variants {
        let AnyRules::Narrow(rules) = variant.rules() else {
            panic!("{variant} fits 64 bits")
        };
        let draws = Draws::new(rules.table(), rules.geometry(), DrawSettings::default());
        for root in roots(rules, &draws, 3) {
            let bare = value(rules, draws, root.clone(), 3, Shortcuts::NONE);
            assert_eq!(value(rules, draws, root, 3, with_table), bare, "{variant}");
        }
    }
}
