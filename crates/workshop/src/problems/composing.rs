//! Compositions: problems grown backward from a known shot.
//!
//! Two changes to the position of a proved problem are tried in random order. *One move earlier*:
//! the last capture is undone, so that White has to begin by giving a man that must be taken.
//! *Another piece*: a man is put on the board, taken off or moved, which gives a known shot another
//! setting. Each changed position is proved like a position of a game, and the growth goes on from
//! those that hold.

use damier_coach::problem::{Problem, Solution, SolutionLine, StartRating, Tags, Theme};
use damier_coach::shot::ShotEntry;
use damier_engine::Engine;
use damier_rules::{Kind, Piece, Position, Setup, Side, Square, Variant, Vector};

use super::balance;
use super::proof::{Bounds, Proof, prove};

/// How many changed positions are tried in a row without a success, and in all.
const TRIES_IN_A_ROW: usize = 150;
const TRIES: usize = 600;

/// The most moves of White that are grown.
const MOST_MOVES: usize = 8;

/// The most changes of the pieces around a shot.
const MOST_SETTINGS: u32 = 6;

/// The side ahead may have this many men more: compositions are balanced.
const MOST_AHEAD: i32 = 1;

/// The steps that a man's capture may take on the boards of these games.
const STEPS: [Vector; 4] = [
    Vector::new(-1, -1),
    Vector::new(-1, 1),
    Vector::new(1, -1),
    Vector::new(1, 1),
];

/// How a composition grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Growth {
    /// White's line becomes longer.
    Longer,
    /// The shot with this code stays; the pieces around it change.
    Setting(&'static str),
}

/// The problems that compositions grow from.
pub(super) struct Seeds {
    known: Vec<Problem>,
    /// For each name and family, the numbers of its problems in `known`.
    shots: Vec<(&'static str, Vec<usize>)>,
}

impl Seeds {
    /// Seeds from known problems and, in the international game, the examples of the lexicon.
    pub(super) fn of(variant: Variant, known: &[Problem]) -> Seeds {
        let is_named = variant == Variant::INTERNATIONAL;
        let entries: Vec<ShotEntry> = ShotEntry::all().filter(|_| is_named).collect();
        let examples = entries.iter().copied().filter_map(example);
        let known: Vec<Problem> = examples.chain(known.iter().cloned()).collect();
        let shots = entries.iter().map(|entry| {
            let has = |at: &usize| known[*at].tags.codes().any(|code| code == entry.code());
            (entry.code(), (0..known.len()).filter(has).collect())
        });
        let mut shots: Vec<(&'static str, Vec<usize>)> = shots.collect();
        shots.retain(|(_, of)| !of.is_empty());
        Seeds { known, shots }
    }

    /// The problem of this number, to become longer.
    pub(super) fn longer(&self, number: u64) -> Option<(&Problem, Growth)> {
        Some((taken(&self.known, number)?, Growth::Longer))
    }

    /// A problem of the shot of this number, to get another setting: each shot in turn.
    pub(super) fn setting(&self, number: u64) -> Option<(&Problem, Growth)> {
        let (code, of) = taken(&self.shots, number)?;
        let round = number / self.shots.len().max(1) as u64;
        Some((self.known.get(*taken(of, round)?)?, Growth::Setting(code)))
    }
}

/// The item of this number, counted round and round.
fn taken<T>(items: &[T], number: u64) -> Option<&T> {
    let at = number.checked_rem(items.len() as u64)?;
    items.get(usize::try_from(at).ok()?)
}

/// The example of an entry of the lexicon.
fn example(entry: ShotEntry) -> Option<Problem> {
    let played = entry.example().played()?;
    let position = *played.positions.first()?;
    let mut moves = played.moves;
    if moves.len().is_multiple_of(2) {
        moves.pop();
    }
    let tags = Tags::of(&position, &moves, &[]);
    let line = SolutionLine {
        moves,
        also: Vec::new(),
    };
    Some(Problem {
        position,
        solution: Solution::new(vec![line]).ok()?,
        rating: StartRating::default(),
        tags,
        opening: String::new(),
        source: String::new(),
    })
}

/// A problem grown from this one; `None` if nothing grew.
pub(super) fn grown(
    engine: &Engine,
    seed: &Problem,
    growth: Growth,
    bounds: Bounds,
    dice: &mut fastrand::Rng,
) -> Option<Proof> {
    let mut at: Option<Proof> = None;
    let mut position = seed.position;
    let mut length = seed.solution.main().moves.len();
    let mut settings = dice.u32(1..=MOST_SETTINGS);
    let mut in_a_row = 0;
    for _ in 0..TRIES {
        if in_a_row == TRIES_IN_A_ROW || length >= 2 * MOST_MOVES - 1 || settings == 0 {
            break;
        }
        in_a_row += 1;
        let changed = match growth {
            Growth::Longer => earlier(&position, dice),
            Growth::Setting(_) => reset(&position, dice),
        };
        let Some(changed) = changed.filter(|changed| is_fair(&position, changed)) else {
            continue;
        };
        let Some(proof) = prove(engine, &changed, bounds) else {
            continue;
        };
        let now = proof.solution.main().moves.len();
        let holds = match growth {
            Growth::Longer => now > length,
            Growth::Setting(shot) => proof.tags.codes().any(|code| code == shot),
        };
        if !holds || proof.tags.has(Theme::Hold) || proof.position != changed {
            continue;
        }
        (position, length, in_a_row) = (changed, now, 0);
        settings -= u32::from(growth != Growth::Longer);
        at = Some(proof);
    }
    at
}

/// Whether the sides stay about as equal as they were.
fn is_fair(before: &Position, after: &Position) -> bool {
    balance(after).abs() <= balance(before).abs().max(MOST_AHEAD)
}

/// The position one move of both sides earlier: White gave a man, which a man of Black took.
fn earlier(position: &Position, dice: &mut fastrand::Rng) -> Option<Position> {
    let board = &position.variant().table().board;
    let mut setup = position.to_setup();
    let landed = any(position, Side::Black, dice)?;
    let back = *dice.choice(&STEPS)?;
    let taken = board.neighbour(landed, back)?;
    let began = board.neighbour(taken, back)?;
    let offered_from = board.neighbour(taken, Vector::new(1, *dice.choice(&[-1, 1])?))?;
    let man = |side| Piece::new(side, Kind::Man);
    for empty in [taken, began, offered_from] {
        if setup.at(empty).is_some() {
            return None;
        }
    }
    setup.clear(landed);
    setup.put(began, man(Side::Black));
    setup.put(offered_from, man(Side::White));
    Position::from_setup(position.variant(), &setup).ok()
}

/// The position with a man more, a man less, or a man on another square.
fn reset(position: &Position, dice: &mut fastrand::Rng) -> Option<Position> {
    let mut setup = position.to_setup();
    let side = if dice.bool() {
        Side::White
    } else {
        Side::Black
    };
    let change = dice.u8(..4);
    if change >= 2 {
        setup.clear(any(position, side, dice)?);
    }
    if change <= 2 {
        setup.put(empty(position, &setup, dice)?, Piece::new(side, Kind::Man));
    }
    Position::from_setup(position.variant(), &setup).ok()
}

/// A random man of this side.
fn any(position: &Position, side: Side, dice: &mut fastrand::Rng) -> Option<Square> {
    let men: Vec<Square> = position.squares(side, Kind::Man).iter().collect();
    dice.choice(&men).copied()
}

fn empty(position: &Position, setup: &Setup, dice: &mut fastrand::Rng) -> Option<Square> {
    let squares = position.variant().table().board.squares();
    let empty: Vec<Square> = squares.filter(|&it| setup.at(it).is_none()).collect();
    dice.choice(&empty).copied()
}
