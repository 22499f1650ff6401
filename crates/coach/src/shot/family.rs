//! Families: by which mechanism a shot works. A line has all the families whose definition it meets. Called by `classify`; every
//! definition is written for White (see `half_turn`) and asks for no square by its number, so it holds on every board with diagonals.
//!
//! Sources: French Wikipedia ("Coup (dames)", "Lexique"), the sheets of the
//! French federation and, for the Dutch terms, the diplomas of the KNDB. Where that text is open to two readings, the item says which
//! one is taken here.

use damier_rules::variant::rule_table::Removal;
use damier_rules::{Kind, Square};

use super::board::{attacks, is_near};
use super::device::{self, Device};
use super::line::{Line, Ply};
use super::turkish;

/// By which mechanism a shot works.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Family {
    /// *Coup direct*: one offer, one capture, then the rafle of two or more.
    Direct,
    /// *Mazette*: the enemy's chain stands aligned already; a man that blocks it is given, and its captor lands where that man stood.
    /// The rafle is one straight line, its first piece is the captor, and the others have not moved.
    Mazette,
    /// *Épicier*: the same enemy man is made to capture twice running.
    Epicier,
    /// *Promenade*: the same enemy man is made to capture three times running, or more.
    Promenade,
    /// *Rappel, revenez-y, navette*: an enemy man is sent out by a capture and back by a later one, which ends on or within one
    /// capture's length of the square from which it was sent.
    Recall,
    /// *Trappe*. Either a man that had not moved is captured, and a later rafle of ours passes or ends where it stood; or a
    /// man of ours captures forward, an enemy falls into the hole that it leaves, and is taken.
    Trap,
    /// *Tiroir*, a trap: the hole is left by a rafle of two or more, and who falls in is taken after it.
    Drawer,
    /// *Prince*, a trap of both kinds: our man captures onto the square of a man that was taken away, and the enemy falls
    /// backward into the hole that it leaves.
    Prince,
    /// *Talon*, heel shot: a man of ours captures backward before the last rafle, and the enemy's next capture lands where that man
    /// stood.
    Heel,
    /// *Renversé*: three enemy men or more could capture; majority lets one, and two that were held back are taken where they stand.
    Reversed,
    /// *Bombe*: the striker's first rafle stops where a piece could take it, but the enemy must capture more elsewhere;
    /// then the same piece goes on.
    Bomb,
    /// *Ricochet*: a first rafle that takes no more than its offer and the retake cost; the retaking piece is the first link of a
    /// second rafle.
    Rebound,
    /// *Envoi à dame*: an enemy man is made to crown and to capture again, and is then taken.
    SentToCrown,
    /// *Coup normand*: sent to crown, with a contact move while the king is on its way.
    Norman,
    /// *Manoury, assommoir*: an enemy man is made to crown; it could be taken, but another piece is given first.
    Manoury,
    /// *Coup turc*: an enemy king must take four or more; taken pieces stay on the board until it has ended, so it stops before our striker,
    /// whose support is among the taken, and may not jump its first link again.
    Turkish,
    /// *Demi-turc*: the support of the striker is among the taken, but the first link does not stop the king.
    HalfTurkish,
    /// *Coup suisse*: the king stops before a piece that it has taken, not the first one; no support is involved.
    Swiss,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 18] = [
        Family::Direct,
        Family::Mazette,
        Family::Epicier,
        Family::Promenade,
        Family::Recall,
        Family::Trap,
        Family::Drawer,
        Family::Prince,
        Family::Heel,
        Family::Reversed,
        Family::Bomb,
        Family::Rebound,
        Family::SentToCrown,
        Family::Norman,
        Family::Manoury,
        Family::Turkish,
        Family::HalfTurkish,
        Family::Swiss,
    ];

    /// The stable code in messages and test data.
    pub const fn code(self) -> &'static str {
        match self {
            Family::Direct => "direct",
            Family::Mazette => "mazette",
            Family::Epicier => "epicier",
            Family::Promenade => "promenade",
            Family::Recall => "recall",
            Family::Trap => "trap",
            Family::Drawer => "drawer",
            Family::Prince => "prince",
            Family::Heel => "heel",
            Family::Reversed => "reversed",
            Family::Bomb => "bomb",
            Family::Rebound => "rebound",
            Family::SentToCrown => "sent-to-crown",
            Family::Norman => "norman",
            Family::Manoury => "manoury",
            Family::Turkish => "turkish",
            Family::HalfTurkish => "half-turkish",
            Family::Swiss => "swiss",
        }
    }

    fn is_in(self, line: &Line) -> bool {
        match self {
            Family::Direct => is_direct(line),
            Family::Mazette => is_mazette(line),
            Family::Epicier => longest_walk(line) == 2,
            Family::Promenade => longest_walk(line) >= 3,
            Family::Recall => is_recall(line),
            Family::Trap => is_opened(line) || holes(line).any(|hole| !hole.backward()),
            Family::Drawer => {
                holes(line).any(|hole| !hole.backward() && hole.left_by.taken.len() >= 2)
            }
            Family::Prince => is_prince(line),
            Family::Heel => is_heel(line),
            Family::Reversed => is_reversed(line),
            Family::Bomb => is_bomb(line),
            Family::Rebound => is_rebound(line),
            Family::SentToCrown => sent_to_crown(line).is_some(),
            Family::Norman => is_norman(line),
            Family::Manoury => is_manoury(line),
            Family::Turkish | Family::HalfTurkish | Family::Swiss => {
                stopped_king(line) == Some(self)
            }
        }
    }
}

/// The families of a shot, in the order of [`Family::ALL`].
pub(super) fn found(line: &Line) -> Vec<Family> {
    Family::ALL
        .into_iter()
        .filter(|family| family.is_in(line))
        .collect()
}

fn is_direct(line: &Line) -> bool {
    let [offer, reply, rafle] = line.plies.as_slice() else {
        return false;
    };
    let is_offer = offer.is_quiet() && !device::is_free_move(offer);
    is_offer && reply.played.is_capture() && rafle.taken.len() >= 2
}

fn is_mazette(line: &Line) -> bool {
    let Some(rafle) = line.plies.last() else {
        return false;
    };
    let Some((captor, chain)) = rafle.taken.split_first() else {
        return false;
    };
    let blocked = line.ours().zip(line.replies()).any(|(offer, reply)| {
        offer.is_quiet()
            && reply.taken.len() == 1
            && reply.takes_origin(offer.mover)
            && reply.mover == captor.origin
            && reply.played.to == offer.played.from
    });
    let stood = |taken: &super::line::Taken| taken.square == taken.origin;
    blocked && !chain.is_empty() && chain.iter().all(stood) && rafle.is_straight()
}

/// How many times running the same enemy man captures, at most.
fn longest_walk(line: &Line) -> usize {
    let (mut longest, mut run, mut walker) = (0, 0, None);
    for reply in line.replies() {
        let captures = reply.played.is_capture() && reply.piece.kind == Kind::Man;
        run = match (captures, walker == Some(reply.mover)) {
            (false, _) => 0,
            (true, true) => run + 1,
            (true, false) => 1,
        };
        walker = captures.then_some(reply.mover);
        longest = longest.max(run);
    }
    longest
}

fn is_recall(line: &Line) -> bool {
    let captures: Vec<&Ply> = line
        .replies()
        .filter(|reply| reply.played.is_capture() && reply.piece.kind == Kind::Man)
        .collect();
    captures.iter().enumerate().any(|(number, out)| {
        captures[number + 1..].iter().any(|back| {
            back.mover == out.mover
                && back.ends_nearer_home()
                && is_near(&back.before, back.played.to, out.played.from)
        })
    })
}

/// Whether a rafle of ours uses the square of a man that the enemy took away where it had always stood.
fn is_opened(line: &Line) -> bool {
    opened(line).next().is_some()
}

/// Those rafles.
fn opened(line: &Line) -> impl Iterator<Item = &Ply> {
    let numbered = || line.plies.iter().enumerate();
    let own_captures = numbered().filter(|(_, ply)| ply.ours() && !ply.is_quiet());
    own_captures
        .filter(move |(number, rafle)| {
            let replies = numbered().filter(|(before, ply)| before < number && !ply.ours());
            let mut taken = replies.flat_map(|(_, reply)| &reply.taken);
            taken.any(|taken| {
                taken.square == taken.origin && rafle.path.squares[1..].contains(&taken.square)
            })
        })
        .map(|(_, rafle)| rafle)
}

/// A square that a man of ours left by capturing and into which the enemy's next capture falls, to be taken.
struct Hole<'a> {
    /// Our capture.
    left_by: &'a Ply,
    /// The enemy's capture that ends in the hole.
    fall: &'a Ply,
}

impl Hole<'_> {
    fn backward(&self) -> bool {
        self.left_by.captures_backward()
    }
}

fn holes(line: &Line) -> impl Iterator<Item = Hole<'_>> {
    let windows = line.plies.windows(2).enumerate();
    windows.filter_map(|(number, pair)| {
        let [left_by, fall] = pair else { return None };
        let falls = left_by.ours()
            && left_by.piece.kind == Kind::Man
            && !left_by.is_quiet()
            && fall.played.is_capture()
            && fall.played.to == left_by.played.from
            && line.takes_later(number + 2, fall.mover);
        falls.then_some(Hole { left_by, fall })
    })
}

fn is_prince(line: &Line) -> bool {
    holes(line).any(|hole| {
        let onto = |rafle: &Ply| {
            rafle.played == hole.left_by.played && rafle.before == hole.left_by.before
        };
        !hole.backward() && hole.fall.captures_backward() && opened(line).any(onto)
    })
}

fn is_heel(line: &Line) -> bool {
    line.plies.windows(2).enumerate().any(|(number, pair)| {
        let [heel, fall] = pair else { return false };
        heel.ours()
            && heel.captures_backward()
            && fall.played.is_capture()
            && fall.path.squares[1..].contains(&heel.played.from)
            && line.takes_later(number + 2, fall.mover)
    })
}

fn is_reversed(line: &Line) -> bool {
    line.plies.iter().enumerate().any(|(number, reply)| {
        let is_man = |square: Square| {
            let piece = reply.before.piece_at(square);
            piece.is_some_and(|piece| piece.kind == Kind::Man)
        };
        let taken_there = |square: Square| {
            let later = line.plies.iter().skip(number + 1);
            let mut taken = later.filter(|ply| ply.ours()).flat_map(|ply| &ply.taken);
            taken.any(|taken| taken.square == square)
        };
        let held = reply.held.iter().copied();
        !reply.ours()
            && reply.piece.kind == Kind::Man
            && held
                .filter(|&held| is_man(held) && taken_there(held))
                .count()
                >= 2
    })
}

fn is_bomb(line: &Line) -> bool {
    line.plies.windows(3).any(|three| {
        let [first, reply, second] = three else {
            return false;
        };
        first.ours()
            && !first.is_quiet()
            && !second.is_quiet()
            && first.mover == second.mover
            && reply.majority
            && reply
                .held
                .iter()
                .any(|&held| attacks(&reply.before, held, first.played.to))
    })
}

fn is_rebound(line: &Line) -> bool {
    line.plies.windows(4).any(|four| {
        let [offered, first, retake, second] = four else {
            return false;
        };
        let link = second.taken.first();
        first.ours()
            && first.taken.len() >= 2
            && first.taken.len() == offered.taken.len() + retake.taken.len()
            && retake.takes_origin(first.mover)
            && second.taken.len() >= 2
            && link.is_some_and(|link| link.origin == retake.mover)
    })
}

/// The number of the reply in which an enemy man crowns that captures again and is taken.
fn sent_to_crown(line: &Line) -> Option<usize> {
    let numbered = || line.plies.iter().enumerate().filter(|(_, ply)| !ply.ours());
    let (number, _) = numbered().find(|&(number, crowning)| {
        crowning.played.promotes
            && numbered().any(|(later, ply)| {
                later > number
                    && ply.mover == crowning.mover
                    && ply.played.is_capture()
                    && line.takes_later(later + 1, ply.mover)
            })
    })?;
    Some(number)
}

fn is_norman(line: &Line) -> bool {
    sent_to_crown(line).is_some_and(|crowning| {
        let mut devices = device::found(line).into_iter();
        devices.any(|(number, device)| number > crowning && device == Device::Contact)
    })
}

fn is_manoury(line: &Line) -> bool {
    let crownings = line.plies.iter().enumerate();
    let mut crownings = crownings.filter(|(_, ply)| !ply.ours() && ply.played.promotes);
    crownings.any(|(crowned, crowning)| {
        line.plies
            .windows(2)
            .enumerate()
            .skip(crowned + 1)
            .any(|(number, pair)| {
                let [send, reply] = pair else { return false };
                let spared = |square: Square| {
                    !send.played.captured.contains(square)
                        && send
                            .others
                            .iter()
                            .any(|other| other.captured.contains(square))
                };
                send.ours()
                    && line.standing(number, crowning.mover).is_some_and(spared)
                    && reply.played.is_capture()
                    && reply.mover != crowning.mover
                    && line.takes_later(number + 2, crowning.mover)
                    && line.takes_later(number + 2, reply.mover)
            })
    })
}

/// As which of the three a king of the enemy is stopped by the pieces that it has taken, and then taken itself.
fn stopped_king(line: &Line) -> Option<Family> {
    let table = line.last.variant().table();
    if table.removal == Removal::AtOnce {
        return None;
    }
    let mut pairs = line.plies.windows(2).skip(1).step_by(2);
    pairs.find_map(|pair| {
        let [king, strike] = pair else { return None };
        let stop = turkish::stop(king, strike)?;
        match (stop.support_taken, stop.first_link, stop.other_link) {
            (true, true, _) if king.taken.len() >= 4 => Some(Family::Turkish),
            (true, false, _) => Some(Family::HalfTurkish),
            (false, false, true) => Some(Family::Swiss),
            _ => None,
        }
    })
}
