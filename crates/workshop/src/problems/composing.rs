//! Compositions: problems grown backward from a known shot.
//!
//! The position of a proved problem is changed at random in one of two ways. *One move earlier*: a
//! man of Black goes back as if it had just captured, so that White has to begin by giving a man.
//! *Another setting*: a man is put on the board, taken off or moved around a known shot. Each
//! changed position is proved like one of a game, and the changes go on from those that hold.

use damier_coach::problem::{Problem, Theme};
use damier_coach::shot::ShotEntry;
use damier_engine::Engine;
use damier_rules::{Kind, Move, Piece, Position, Setup, Side, Square, Variant, Vector};

use super::balance;
use super::proof::{Bounds, Proof, prove};

/// How many changed positions are proved in a row without a success, and how many changes are made
/// in all, most of which leave nothing to prove.
const TRIES_IN_A_ROW: usize = 150;
const CHANGES: usize = 6_000;

/// The most moves of White that are grown.
const MOST_MOVES: usize = 8;

/// The most changed settings of a shot that hold, each made of a changed one, and the most changes
/// of one man between two of them.
const MOST_SETTINGS: u32 = 6;
const MOST_CHANGES: u32 = 3;

/// A shot in another setting gets a quarter of the nodes at the first look, and not a twentieth:
/// few changed positions remain in which its moves can be played, and a twentieth does not show
/// the long shots.
const FIRST_LOOK: u64 = 4;

/// The side ahead may have this many men more: compositions are balanced.
const MOST_AHEAD: i32 = 1;

/// The directions of the captures that are undone. Captures in other directions, as in the Frisian
/// and the Turkish game, are not.
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
    ///
    /// If shots are chosen, only these get another setting.
    pub(super) fn of(variant: Variant, known: &[Problem], chosen: &[ShotEntry]) -> Seeds {
        let is_named = variant == Variant::INTERNATIONAL;
        let entries: Vec<ShotEntry> = ShotEntry::all().filter(|_| is_named).collect();
        let examples = entries.iter().copied().filter_map(example);
        let known: Vec<Problem> = examples.chain(known.iter().cloned()).collect();
        let is_chosen = |entry: &&ShotEntry| chosen.is_empty() || chosen.contains(entry);
        let shots = entries.iter().filter(is_chosen).map(|entry| {
            let has = |at: &usize| known[*at].tags.codes().any(|code| code == entry.code());
            (entry.code(), (0..known.len()).filter(has).collect())
        });
        let mut shots: Vec<(&'static str, Vec<usize>)> = shots.collect();
        shots.retain(|(_, of)| !of.is_empty());
        Seeds { known, shots }
    }

    /// The problem of this number, to become longer.
    pub(super) fn longer(&self, number: u64) -> Option<(&Problem, Growth)> {
        Some((cyclic(&self.known, number)?, Growth::Longer))
    }

    /// A problem of the shot of this number, to get another setting: each shot in turn.
    pub(super) fn setting(&self, number: u64) -> Option<(&Problem, Growth)> {
        let (code, of) = cyclic(&self.shots, number)?;
        let round = number / self.shots.len().max(1) as u64;
        Some((self.known.get(*cyclic(of, round)?)?, Growth::Setting(code)))
    }
}

/// The item of this number, counted round and round.
fn cyclic<T>(items: &[T], number: u64) -> Option<&T> {
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
    let line = Proof::of_line(position, moves, &[])?;
    Some(line.problem(String::new(), String::new()))
}

/// A problem grown from this one; `None` if nothing grew.
pub(super) fn grow(
    engine: &Engine,
    seed: &Problem,
    growth: Growth,
    bounds: Bounds,
    random: &mut fastrand::Rng,
) -> Option<Proof> {
    let mut at: Option<Proof> = None;
    let mut position = seed.position;
    let mut length = seed.solution.main().moves.len();
    let mut settings = random.u32(1..=MOST_SETTINGS);
    let main = &seed.solution.main().moves;
    let bounds = match growth {
        Growth::Longer => bounds,
        Growth::Setting(_) => Bounds {
            first_look: FIRST_LOOK,
            ..bounds
        },
    };
    let mut in_a_row = 0;
    for _ in 0..CHANGES {
        if in_a_row == TRIES_IN_A_ROW || length >= 2 * MOST_MOVES - 1 || settings == 0 {
            break;
        }
        let changed = match growth {
            Growth::Longer => with_earlier_offer(&position, random),
            Growth::Setting(_) => change_setting(&position, main, random),
        };
        let Some(changed) = changed.filter(|changed| is_fair(&position, changed)) else {
            continue;
        };
        in_a_row += 1;
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
fn with_earlier_offer(position: &Position, random: &mut fastrand::Rng) -> Option<Position> {
    let board = &position.variant().table().board;
    let mut setup = position.to_setup();
    let landed = random_man(position, Side::Black, random)?;
    let back = *random.choice(&STEPS)?;
    let taken = board.neighbour(landed, back)?;
    let began = board.neighbour(taken, back)?;
    let offered_from = board.neighbour(taken, Vector::new(1, *random.choice(&[-1, 1])?))?;
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

/// The position with some men more, less, or on another square, if these moves can still be played.
fn change_setting(
    position: &Position,
    moves: &[Move],
    random: &mut fastrand::Rng,
) -> Option<Position> {
    let mut changed = *position;
    for _ in 0..random.u32(1..=MOST_CHANGES) {
        changed = change_man(&changed, random)?;
    }
    let mut moves = moves.iter();
    let end = moves.try_fold(changed, |at, played| at.play(played).ok());
    end.map(|_| changed)
}

/// The position with a man more, a man less, or a man on another square.
fn change_man(position: &Position, random: &mut fastrand::Rng) -> Option<Position> {
    let mut setup = position.to_setup();
    let side = if random.bool() {
        Side::White
    } else {
        Side::Black
    };
    let change = random.u8(..4);
    if change >= 2 {
        setup.clear(random_man(position, side, random)?);
    }
    if change <= 2 {
        setup.put(
            random_empty_square(position, &setup, random)?,
            Piece::new(side, Kind::Man),
        );
    }
    Position::from_setup(position.variant(), &setup).ok()
}

/// A random man of this side.
fn random_man(position: &Position, side: Side, random: &mut fastrand::Rng) -> Option<Square> {
    let men: Vec<Square> = position.squares(side, Kind::Man).iter().collect();
    random.choice(&men).copied()
}

fn random_empty_square(
    position: &Position,
    setup: &Setup,
    random: &mut fastrand::Rng,
) -> Option<Square> {
    let squares = position.variant().table().board.squares();
    let empty: Vec<Square> = squares.filter(|&it| setup.at(it).is_none()).collect();
    random.choice(&empty).copied()
}
