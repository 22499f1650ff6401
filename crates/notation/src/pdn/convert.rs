//! Converts a game to its canonical form, for `damier pdn convert` and for programs that need a
//! single form.

use damier_rules::{Position, Variant};

use super::ambiguous::Choice;
use super::fault::Fault;
use super::game::{Game, Item};
use super::game_type::set_kind;
use super::hops::moves_behind;
use super::reader::Parsed;
use super::replay::{Outcome, Remark, Replay, Step, replay, two_results, walk};
use super::result::{self, GameResult, ResultStyle};
use crate::{fen, move_text};

/// Converts a game to its canonical form. The second value is what [`replay`] returned.
///
/// Moves are written as the standard requires: without leading zeros, with the signs of the game,
/// and short unless another capture has the same start and end. The position, the game type and the
/// result are written in the form that this game uses; two results that differ are both kept, and a
/// remark behind the result of the tag becomes a comment. All the rest stays as it is written:
/// comments, signs, commands, variations, moves that cannot be played, and moves that fit several
/// captures if nothing shows which one was meant. A game that this program does not support is not
/// changed.
///
/// ```
/// use damier_notation::pdn::{Reader, normalised, write};
/// use damier_rules::Variant;
/// let parsed = Reader::new("1.32-28 19-23 2.28:19 14:23 2-0".as_bytes()).next().expect("a game")?;
/// let (game, replayed) = normalised(&parsed, Variant::INTERNATIONAL);
/// assert!(replayed.is_ok_and(|replay| replay.complete));
/// assert!(write(&game).contains("1. 32-28 19-23 2. 28x19 14x23"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn normalised(parsed: &Parsed, default: Variant) -> (Game, Result<Replay, Fault>) {
    let mut game = parsed.game.clone();
    let replayed = replay(parsed, default);
    let Ok(played) = &replayed else {
        return (game, replayed);
    };
    let variant = played.variant;
    game.items = canonical_items(parsed, played);
    set_kind(&mut game, variant);
    if game.tag("FEN").is_some() {
        let start = tagged_start(&parsed.game, played);
        game.set_tag("FEN", fen::write(&start));
    }
    // A result in no known form keeps its remark in the tag.
    let is_known = |tag: &&str| !matches!(GameResult::read(tag), GameResult::Other(_));
    let remark = game.tag("Result").filter(is_known).and_then(result::remark);
    if let Some(remark) = remark.map(str::to_owned) {
        game.items.push(Item::Comment(remark));
    }
    let result = game.result_in(variant);
    let style = ResultStyle::of(variant);
    let end = game.end.as_deref();
    let end = end.map(|end| GameResult::read_as(end, style));
    let differing_end = two_results(parsed).and(end);
    if let Some(end) = differing_end {
        // Both stay, so that they can be compared with the moves.
        game.set_tag("Result", result.write(style));
        game.end = Some(end.write(style));
    } else if result != GameResult::Unknown || game.tag("Result").is_some() {
        game.set_result(&result, style);
    } else {
        game.end = Some("*".to_owned());
    }
    (game, replayed)
}

/// The position for the tag `FEN`. A setup before the first move replaces this position, and stays
/// in the text.
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

/// The items, with each legal move and each valid setup in its canonical form. Other items stay as
/// they are written, and so does a move whose route is not known. The hops of a capture become one
/// move. Dots in place of White's move become a dash if the move behind them is not White's.
fn canonical_items(parsed: &Parsed, played: &Replay) -> Vec<Item> {
    let game = &parsed.game;
    let start = tagged_start(game, played);
    let mut items: Vec<Option<Item>> = game.items.iter().cloned().map(Some).collect();
    let mut missing = Vec::new();
    walk(game, start, |step: Step<'_>| {
        let hops = step.outcome.hops_behind();
        let item = match step.outcome {
            Outcome::Played(_, _, Some(remark)) if is_undecided(&remark) => return,
            Outcome::Played(played, ..) => Item::Move(move_text::written(step.before, &played)),
            Outcome::Setup(position) => Item::Setup(format!("FEN \"{}\"", fen::write(&position))),
            Outcome::Stopped(_) => {
                let place = parsed.item_place(step.index);
                let is_missing = parsed.after_dots.binary_search(&place).is_ok();
                missing.extend(is_missing.then_some(step.index));
                return;
            }
            Outcome::Unknown | Outcome::BadSetup(..) => return,
        };
        if let Some(slot) = items.get_mut(step.index) {
            *slot = Some(item);
        }
        let first = step.index + 1;
        let mut done = first;
        for index in moves_behind(&game.items[first..], hops) {
            for item in &mut items[done..first + index] {
                // It is about this capture and not about the next move.
                if let Some(Item::Before(text)) = item {
                    *item = Some(Item::Comment(std::mem::take(text)));
                }
            }
            items[first + index] = None;
            done = first + index + 1;
        }
    });
    for index in missing.into_iter().rev() {
        items.insert(index, Some(Item::Unknown));
    }
    items.into_iter().flatten().collect()
}

/// Whether a move fits several captures, and nothing shows which one was meant.
fn is_undecided(remark: &Remark) -> bool {
    matches!(remark, Remark::Doubt(doubt) if doubt.choice != Choice::ByNextMoves)
}
