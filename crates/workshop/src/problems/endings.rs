//! Problems from random endings in which one move keeps the result, and no other.
//!
//! Of few pieces the endgame tables know every position: to win, all other moves draw or lose; to
//! hold, all others lose. The line goes on against the longest defence while White has only one
//! such move. With some pieces more a search proves the problem, like one of a game.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;

use damier_coach::problem::{Problem, Theme};
use damier_engine::{Endings, Engine, Limits, Verdict};
use damier_rules::{DrawSettings, Game, Kind, Move, Piece, Position, Setup, Side, Square, Variant};

use super::proof::{Bounds, Proof, prove};

/// Random positions tried for one problem.
const TRIES: usize = 3_000;

/// The fewest pieces of an ending of the tables.
pub(super) const FEWEST: u8 = 3;

/// White's pieces in an ending that a search proves; Black has one more or less, or as many.
const BY_SEARCH: RangeInclusive<u8> = 3..=5;

/// How many percent of the pieces are kings.
const KINGS_OF_FEW: u8 = 50;
const KINGS: u8 = 12;

/// The most moves of White in a solution, and the fewest that have to be found.
const MOST_MOVES: usize = 12;
const FEWEST_FOUND: usize = 3;

/// White has at least this many legal moves at first.
const CHOICES: usize = 3;

/// Nodes of the search for Black's reply. The tables decide, but they do not order all draws.
const REPLY: u64 = 2_000;

/// A problem of few pieces, by these tables, which the engine has too; `None` if none of the
/// positions tried was one.
pub(super) fn of_tables(
    engine: &Engine,
    endings: &Endings,
    random: &mut fastrand::Rng,
    source: &str,
) -> Option<Problem> {
    (0..TRIES).find_map(|_| {
        let pieces = random.u8(FEWEST..=endings.most_pieces());
        let white = random.u8(1..pieces);
        let position = random_position(
            endings.variant(),
            (white, pieces - white),
            KINGS_OF_FEW,
            random,
        )?;
        problem(engine, endings, position, source)
    })
}

/// A problem of some pieces more, proved by a search.
pub(super) fn proved(
    engine: &Engine,
    variant: Variant,
    bounds: Bounds,
    random: &mut fastrand::Rng,
) -> Option<Proof> {
    (0..TRIES).find_map(|_| {
        let white = random.u8(BY_SEARCH);
        let black = (white + random.u8(..3)).saturating_sub(1).max(1);
        let position = random_position(variant, (white, black), KINGS, random)?;
        prove(engine, &position, bounds)
    })
}

/// A random position with White to move and nothing to capture: so many pieces of each side, so
/// many percent of them kings.
fn random_position(
    variant: Variant,
    (white, black): (u8, u8),
    kings: u8,
    random: &mut fastrand::Rng,
) -> Option<Position> {
    let squares: Vec<Square> = variant.table().board.squares().collect();
    let mut setup = Setup::new();
    setup.side = Some(Side::White);
    for number in 0..white + black {
        let side = if number < white {
            Side::White
        } else {
            Side::Black
        };
        let kind = if random.u8(..100) < kings {
            Kind::King
        } else {
            Kind::Man
        };
        let square = random.choice(&squares)?;
        if setup.put(*square, Piece::new(side, kind)).is_some() {
            return None;
        }
    }
    let position = Position::from_setup(variant, &setup).ok()?;
    (!position.can_capture()).then_some(position)
}

fn problem(
    engine: &Engine,
    endings: &Endings,
    position: Position,
    source: &str,
) -> Option<Problem> {
    if position.legal_moves().len() < CHOICES {
        return None;
    }
    let verdict = endings.verdict(&position)?;
    let theme = match verdict {
        Verdict::Won(Side::White) => None,
        Verdict::Drawn => Some(Theme::Hold),
        Verdict::Won(Side::Black) => return None,
    };
    let moves = line(engine, endings, position, verdict)?;
    let themes: Vec<Theme> = theme.into_iter().chain([Theme::Ending]).collect();
    let proof = Proof::of_line(position, moves, &themes)?;
    Some(proof.problem(String::new(), source.to_owned()))
}

/// White's only moves against the longest defence, while there is but one.
fn line(
    engine: &Engine,
    endings: &Endings,
    start: Position,
    verdict: Verdict,
) -> Option<Vec<Move>> {
    let mut at = start;
    let (mut moves, mut found) = (Vec::new(), 0);
    let mut seen = HashSet::new();
    // A line that comes back to a position has nothing more to find.
    while found < MOST_MOVES && seen.insert(at.hash()) {
        let legal = at.legal_moves();
        let Some(only) = only(endings, &at, verdict) else {
            break;
        };
        found += usize::from(legal.len() > 1);
        moves.push(only);
        at = at.play(&only).ok()?;
        if at.legal_moves().is_empty() {
            break;
        }
        let game = Game::new(at, DrawSettings::default());
        let reply = engine
            .analyse(
                &game,
                &Limits::nodes(REPLY),
                &|| 0,
                &AtomicBool::new(false),
                |_| {},
            )
            .best?;
        moves.push(reply);
        at = at.play(&reply).ok()?;
    }
    if moves.len().is_multiple_of(2) {
        moves.pop();
    }
    (found >= FEWEST_FOUND).then_some(moves)
}

/// White's only move that keeps this result, if there is exactly one.
pub(super) fn only(endings: &Endings, at: &Position, verdict: Verdict) -> Option<Move> {
    let keeps = |played: &Move| {
        let after = at.play(played).ok();
        after.is_some_and(|after| result(endings, &after) == Some(verdict))
    };
    let mut keeping = at.legal_moves().into_iter().filter(keeps);
    let only = keeping.next()?;
    keeping.next().is_none().then_some(only)
}

/// How a position ends; a side without a move has lost.
fn result(endings: &Endings, position: &Position) -> Option<Verdict> {
    if position.legal_moves().is_empty() {
        return Some(Verdict::Won(position.side().opponent()));
    }
    endings.verdict(position)
}
