//! Classifies a line as a shot: checks the line, turns it so that White strikes, cuts it where it
//! becomes quiet, counts material, finds its devices, families and name, and turns the result back.
//! The entry point for callers outside this module.

use std::fmt;

use damier_rules::variant::rule_table::Obligation;
use damier_rules::{Move, Position, Square, Variant};

use super::device;
use super::family;
use super::force::{self, Account};
use super::found::{DeviceAt, Shot, Striker};
use super::half_turn::HalfTurn;
use super::line::{Line, is_crowded};
use super::name;

/// The error for moves that cannot be played one after another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotALine {
    /// The number of the first move that is not legal, from 0.
    pub ply: usize,
}

impl fmt::Display for NotALine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} of the line is not legal", self.ply + 1)
    }
}

impl std::error::Error for NotALine {}

/// Returns the shot of the side to move that a line plays, if it is one.
///
/// The shot ends with the first capture of that side after which the enemy has nothing to capture;
/// the rest of the line is checked for legality and otherwise ignored. `None` means that the line
/// is not a shot: nothing is given, a reply is neither forced nor a capture, or nothing is won and
/// no capture takes two or more. [`Shot::is_proved`] says whether the line itself proves a gain.
///
/// - A reply is forced if it is the only legal one, or if the striker's remaining moves of the
///   line, in any order, reach the same result against each other reply.
/// - Something is won if more is taken than given, if a man crowns or the striker cannot be stopped
///   from crowning, or if the game is won. A king of the first position counts as three men.
///   Otherwise the shot is even ([`Shot::is_even`]): what it wins is often lost some moves later.
///
/// There are no shots in games without compulsory capture. Positions whose captures have thousands
/// of paths are not judged, which bounds the work for untrusted input.
///
/// # Errors
/// The number of the first move that is not legal.
pub fn classify(position: &Position, moves: &[Move]) -> Result<Option<Shot>, NotALine> {
    let Some((line, turn)) = prepare(position, moves)? else {
        return Ok(None);
    };
    Ok(shot(line, turn))
}

/// The devices of a line, whether or not it is a shot, from the point of view of the side to move.
///
/// # Errors
///
/// The number of the first move that is not legal.
///
/// ```
/// use damier_coach::shot::{self, Device};
/// use damier_notation::{fen, move_text};
/// use damier_rules::Variant;
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W22,32,33,47:B11,17,23")?;
/// let contact = move_text::read(&position, "33-29")?;
/// let found = shot::devices(&position, &[contact])?;
/// let devices: Vec<Device> = found.iter().map(|at| at.device).collect();
/// assert_eq!(devices, [Device::FreeMove, Device::Contact]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn devices(position: &Position, moves: &[Move]) -> Result<Vec<DeviceAt>, NotALine> {
    let prepared = prepare(position, moves)?;
    Ok(prepared.map_or_else(Vec::new, |(line, _)| devices_of(&line)))
}

/// The line turned to White's side; `None` if the game has no shots or the board is too crowded to
/// judge.
fn prepare(position: &Position, moves: &[Move]) -> Result<Option<(Line, HalfTurn)>, NotALine> {
    let mut at = *position;
    let mut is_judged = position.variant().table().obligation == Obligation::Compulsory;
    for (ply, played) in moves.iter().enumerate() {
        is_judged = is_judged && !is_crowded(&at);
        at = at.play(played).map_err(|_| NotALine { ply })?;
    }
    is_judged = is_judged && !is_crowded(&at);
    if !is_judged {
        return Ok(None);
    }
    let turn = HalfTurn::for_side(position.side(), position.variant());
    let Ok(start) = turn.position(position) else {
        return Ok(None);
    };
    let turned: Vec<Move> = moves.iter().map(|played| turn.turned(played)).collect();
    // The moves were legal above, but in a few games state left by earlier moves can make a
    // difference.
    let line = Line::replay(start, &turned).ok();
    Ok(line.map(|line| (line, turn)))
}

fn shot(line: Line, turn: HalfTurn) -> Option<Shot> {
    let line = line.until_quiet()?;
    let is_given = line.replies().any(|reply| !reply.taken.is_empty());
    let account = Account::of(&line);
    let variant = line.last.variant();
    let (_, rafle) = line.main_rafle()?;
    // The gain may come later: a man left behind is lost, or the ending is won.
    let is_shot = account.pays() || rafle.is_rafle();
    let is_compelled = line.replies().all(|reply| reply.played.is_capture());
    let is_forced = force::is_forced(&line, &account);
    if !is_given || !is_shot || !(is_forced || is_compelled) {
        return None;
    }
    let named = has_names(variant).then(|| name::found(&line)).flatten();
    let taken = |ours: bool| -> Vec<Square> {
        let plies = line.plies.iter().filter(|ply| ply.ours() == ours);
        plies
            .flat_map(|ply| &ply.taken)
            .map(|taken| turn.square(taken.square))
            .collect()
    };
    Some(Shot {
        plies: line.plies.len(),
        given: taken(false),
        taken: taken(true),
        kings_taken: account.kings_taken,
        retaken: account.retaken,
        gain: account.gain,
        is_forced,
        is_even: !account.pays(),
        striker: Striker {
            origin: turn.square(rafle.mover),
            path: turn.squares(&rafle.path.squares),
            landing: turn.square(rafle.played.to),
        },
        majority_used: line.replies().any(|reply| reply.majority),
        devices: devices_of(&line),
        families: if is_on_diagonals(variant) {
            family::found(&line)
        } else {
            Vec::new()
        },
        name: named.map(|(name, _)| name),
        form: named.and_then(|(_, form)| form),
    })
}

fn devices_of(line: &Line) -> Vec<DeviceAt> {
    let found = device::found(line).into_iter();
    found
        .map(|(ply, device)| DeviceAt { ply, device })
        .collect()
}

/// Whether shots have names in this game: in the international game, under each variant of its
/// rules.
fn has_names(variant: Variant) -> bool {
    variant.game() == Variant::INTERNATIONAL
}

/// Whether men capture along diagonals only, as the definitions of the families assume.
fn is_on_diagonals(variant: Variant) -> bool {
    let man = &variant.table().man;
    man.first_capture
        .iter()
        .chain(man.later_capture)
        .all(|step| step.rows != 0 && step.cols != 0)
}
