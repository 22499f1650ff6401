//! Traps: shots in which a square becomes free for our rafle, or for an enemy piece to land on.
//! Used by the families *trappe*, *tiroir*, *prince* and *talon*, which `family` defines.

use super::board::neighbours;
use super::device;
use super::line::{Line, Ply};

/// Whether the line has a trap of any kind except the heel shot.
pub(super) fn is_trap(line: &Line) -> bool {
    is_opened(line)
        || holes(line).next().is_some()
        || is_drawer(line)
        || is_locked_in(line)
        || is_released(line)
}

/// Whether one of our men steps away and the enemy captures another man of ours by landing on the
/// square that it left: `44-39 35x44` with a man on 40. The captor is locked in there.
fn is_locked_in(line: &Line) -> bool {
    let mut pairs = line.ours().zip(line.replies());
    pairs.any(|(step, reply)| {
        step.is_quiet()
            && step.by_man()
            && reply.by_man()
            && reply.taken.len() == 1
            && reply.played.to == step.played.from
            && !reply.takes_origin(step.mover)
    })
}

/// Whether an enemy man captures, has to wait while another enemy piece captures, captures again
/// and is taken: it was locked in until a square opened behind one of our men that stood still.
fn is_released(line: &Line) -> bool {
    let captures: Vec<(usize, &Ply)> = line
        .plies
        .iter()
        .enumerate()
        .filter(|(_, ply)| !ply.ours() && ply.played.is_capture() && ply.by_man())
        .collect();
    captures.windows(3).any(|three| {
        let [(_, falls), (_, other), (last, leaves)] = three else {
            return false;
        };
        let offered = line.plies.get(last - 1).map(|own| own.mover);
        let is_opened = offered.is_some_and(|offered| !leaves.takes_origin(offered));
        is_opened
            && leaves.mover == falls.mover
            && other.mover != falls.mover
            && leaves.played.from == falls.played.to
            && line.takes_later(last + 1, leaves.mover)
    })
}

/// Whether a man's rafle uses the square of one of our men that the enemy captured on its original
/// square.
fn is_opened(line: &Line) -> bool {
    let rafles = line.plies.iter().enumerate();
    let mut rafles = rafles.filter(|(_, ply)| ply.ours() && ply.is_rafle() && ply.by_man());
    rafles.any(|(number, rafle)| {
        let mut taken = line
            .answers_before(number)
            .flat_map(|(_, reply)| &reply.taken);
        taken.any(|taken| taken.square == taken.origin && rafle.lands_on(taken.square))
    })
}

/// A square that one of our men left by a capture, not towards our own side, and on which the
/// enemy's next capture ends, to become a link of our next rafle.
struct Hole<'a> {
    /// The number of the enemy's capture that ends on the square.
    number: usize,
    /// That capture.
    fall: &'a Ply,
    /// The rafle that takes the piece on the square.
    rafle: &'a Ply,
}

/// The holes that are left before the main rafle or by the moves that prepare it.
fn holes(line: &Line) -> impl Iterator<Item = Hole<'_>> {
    let main = line.main_rafle().map_or(0, |(number, _)| number);
    let windows = line
        .plies
        .windows(3)
        .enumerate()
        .take(main.saturating_sub(1));
    windows.filter_map(|(number, three)| {
        let [left_by, fall, rafle] = three else {
            return None;
        };
        let falls = left_by.ours()
            && left_by.by_man()
            && !left_by.is_quiet()
            && !left_by.ends_nearer_home()
            && fall.played.is_capture()
            && fall.played.to == left_by.played.from
            && rafle.takes_origin(fall.mover)
            && rafle.is_rafle();
        let number = number + 1;
        falls.then_some(Hole {
            number,
            fall,
            rafle,
        })
    })
}

/// Whether it is a *tiroir*.
pub(super) fn is_drawer(line: &Line) -> bool {
    let Some((number, rafle)) = line.main_rafle() else {
        return false;
    };
    let Some(first) = rafle.taken.first() else {
        return false;
    };
    let before = &line.plies[..number];
    rafle.by_man()
        && before.windows(3).any(|three| {
            let [bring, give, draw] = three else {
                return false;
            };
            give.ours()
                && !give.is_quiet()
                && bring.mover == first.origin
                && bring.played.to == first.square
                && draw.takes_origin(give.mover)
                && draw.mover == draw.played.from
                && rafle.lands_on(draw.played.from)
        })
}

/// Whether it is a *prince*.
pub(super) fn is_prince(line: &Line) -> bool {
    holes(line).any(|hole| {
        let steps_beside = |step: &Ply| {
            let there = step.played.to;
            device::is_free_move(step)
                && hole.fall.takes_origin(step.mover)
                && neighbours(&step.before, there)
                    .any(|(_, square)| square == hole.fall.played.from)
        };
        hole.rafle.by_man() && line.ours().take(hole.number / 2).any(steps_beside)
    })
}

/// Whether it is a *talon*.
pub(super) fn is_heel(line: &Line) -> bool {
    let Some((main, rafle)) = line.main_rafle() else {
        return false;
    };
    let windows = line.plies.windows(2).enumerate().take(main);
    let mut heels = windows.filter(|(_, pair)| {
        pair[0].ours() && pair[0].by_man() && !pair[0].is_quiet() && !pair[0].ends_farther()
    });
    heels.any(|(number, pair)| {
        let [heel, fall] = pair else { return false };
        let left = heel.played.from;
        let links =
            |later: &Ply| later.ours() && later.is_rafle() && later.takes_origin(fall.mover);
        let falls = fall.played.is_capture() && fall.lands_on(left);
        let moves_on =
            line.plies.iter().skip(number + 2).any(links) || rafle.lands_on(fall.played.from);
        let uncovers = rafle.lands_on(left) || rafle.taken.iter().any(|taken| taken.square == left);
        (falls && moves_on) || uncovers
    })
}
