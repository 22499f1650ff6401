//! A game in its canonical form: for `damier pdn convert`, and for whoever wants one form only.

use damier_rules::{Position, Variant};

use super::fault::Fault;
use super::game::{Game, Item};
use super::game_type::set_kind;
use super::reader::Parsed;
use super::replay::{Outcome, Replay, Step, replay, walk};
use super::result::{GameResult, ResultStyle};
use crate::{fen, move_text};

/// A game in its canonical form, and what came of playing it.
///
/// Moves are written as the standard wants them: without leading zeros, with the game's own signs, short
/// unless another capture has the same start and end. Position, game type and result are written
/// in the game's own way. Moves that cannot be played are left out with the rest of their line; a dash
/// stays where a variation says what else could have been played. A game that this program does not play stays as it is.
pub fn normalised(parsed: &Parsed, default: Variant) -> (Game, Result<Replay, Fault>) {
    let mut game = parsed.game.clone();
    let replayed = replay(parsed, default);
    let Ok(played) = &replayed else {
        return (game, replayed);
    };
    let variant = played.variant;
    game.items = canonical_items(&parsed.game, played);
    set_kind(&mut game, variant);
    if game.tag("FEN").is_some() {
        let start = tagged_start(&parsed.game, played);
        game.set_tag("FEN", fen::write(&start));
    }
    let result = game.result();
    if result != GameResult::Unknown || game.tag("Result").is_some() {
        game.set_result(&result, ResultStyle::of(variant));
    } else {
        game.end = Some("*".to_owned());
    }
    (game, replayed)
}

/// The position of the tag: a setup before the first move replaces it, and stays in the text.
fn tagged_start(game: &Game, played: &Replay) -> Position {
    let set_up_first = game
        .items
        .iter()
        .find(|item| matches!(item, Item::Setup(_) | Item::Move(_)))
        .is_some_and(|item| matches!(item, Item::Setup(_)));
    let tag = game.tag("FEN").filter(|_| set_up_first);
    tag.and_then(|text| fen::read_position(played.variant, text).ok())
        .unwrap_or(played.start)
}

fn canonical_items(game: &Game, played: &Replay) -> Vec<Item> {
    let start = tagged_start(game, played);
    let mut canonical: Vec<Option<Item>> = game.items.iter().cloned().map(Some).collect();
    // What no step tells of was left out.
    for slot in &mut canonical {
        if matches!(slot, Some(Item::Move(_) | Item::Unknown | Item::Setup(_))) {
            *slot = None;
        }
    }
    walk(game, start, |step: Step<'_>| {
        let item = match step.outcome {
            Outcome::Played(played, ..) => Item::Move(move_text::written(step.before, &played)),
            Outcome::Setup(position) => Item::Setup(format!("FEN \"{}\"", fen::write(&position))),
            Outcome::Stopped(_) | Outcome::Unknown | Outcome::BadSetup(..) => return,
        };
        if let Some(slot) = canonical.get_mut(step.index) {
            *slot = Some(item);
        }
    });
    without_orphans(canonical)
}

/// Leaves out what cannot be played, with the signs of its moves. A dash stays for it where a variation
/// follows in its line, since a variation replaces the move before it.
fn without_orphans(items: Vec<Option<Item>>) -> Vec<Item> {
    let replaced = before_a_variation(&items);
    let mut kept = Vec::with_capacity(items.len());
    let mut left_out = false;
    for (item, replaced) in items.into_iter().zip(replaced) {
        match item {
            None => {
                left_out = true;
                if replaced {
                    kept.push(Item::Unknown);
                }
            }
            Some(Item::Sign(_) | Item::Nag(_)) if left_out => {}
            Some(item) => {
                left_out = false;
                kept.push(item);
            }
        }
    }
    kept
}

/// For each item, whether a variation follows in its line, before the position is set up anew.
fn before_a_variation(items: &[Option<Item>]) -> Vec<bool> {
    let mut marks = vec![false; items.len()];
    let mut follows = false;
    let mut outer = Vec::new();
    for (item, mark) in items.iter().zip(&mut marks).rev() {
        match item {
            Some(Item::Close) => {
                outer.push(follows);
                follows = false;
            }
            Some(Item::Open) => {
                outer.pop();
                follows = true;
            }
            Some(Item::Setup(_)) => follows = false,
            _ => *mark = follows,
        }
    }
    marks
}
