//! Families: the mechanisms of shots. A line has all the families whose definition it meets. Called
//! by `classify`. Every definition is written for White (see `half_turn`) and refers to no square
//! by its number, so it applies to every board with diagonals.
//!
//! Sources: French Wikipedia ("Coup (dames)", "Lexique"), the sheets of the French federation and,
//! for the Dutch terms, the diplomas of the KNDB. Where a text can be read in two ways, the item
//! states which reading is used here.

use damier_rules::variant::rule_table::Removal;
use damier_rules::{Kind, Move, Side, Square};

use super::board::{attacks, is_near};
use super::device::{self, Device};
use super::line::{Line, Ply, Taken};
use super::trap;
use super::turkish;

/// The mechanism of a shot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Family {
    /// *Coup direct*: one offer, one capture, then the main capture of two or more (the *rafle*).
    /// Single pieces may be exchanged after it.
    Direct,
    /// *Mazette*: the enemy's chain is already aligned in front of one of our men that has not
    /// moved; an obstacle is given or drawn away. The rafle is one straight line forward and takes
    /// three or more. All captured pieces are on their first squares, except the one next to the
    /// striker, which may have come there: to the square of one of our men, or by taking just one.
    Mazette,
    /// *Épicier*: the same enemy man is made to capture twice in succession before the main rafle,
    /// as a man both times.
    Epicier,
    /// *Promenade*: the same enemy piece is made to capture three or more times in succession
    /// before the main rafle. It may crown on its way.
    Promenade,
    /// *Rappel, revenez-y, navette*: an enemy man is sent out by a capture and brought back by a
    /// later one, which ends nearer to its own side and at most two rows and two columns from the
    /// square from which it was sent.
    Recall,
    /// *Trappe*. Either a man that had not moved is captured, and a later rafle of another man
    /// passes or ends on its square; or one of our men captures, an enemy piece lands on the square
    /// that it left, and is a link of the next rafle.
    Trap,
    /// *Tiroir*, a trap: once the first link of the main rafle is in place, we capture at once, and
    /// the man that recaptures leaves the path of the rafle, on which it had always stood.
    Drawer,
    /// *Prince*, a trap: on a free move one of our men steps next to an enemy piece, which has to
    /// capture it and lands on the square that our next capture leaves.
    Prince,
    /// *Talon*, heel shot: before the main rafle one of our men captures and ends nearer to our own
    /// side. Either it thereby leaves the path of that rafle, or the enemy's next capture passes or
    /// ends on the square that it left, and the capturing piece is a link of a later rafle or
    /// leaves its path.
    Heel,
    /// *Renversé*: three or more enemy men could capture; by the majority rule only one may, and
    /// the others stay. Then that one is taken at once, or two of the others are. Also: a man
    /// captures first towards its own side and then forwards, and is at once the first link of our
    /// rafle (`27-21 26x28 32x3`).
    Reversed,
    /// *Bombe*: the striker's first rafle stops where it could be captured, but the enemy must
    /// capture more elsewhere; then the same piece continues.
    Bomb,
    /// *Ricochet*: the piece with which we capture is recaptured, and our next rafle takes the man
    /// that recaptures.
    Rebound,
    /// *Coup parallèle*: two enemy men can take the man that we offer, one from each side, and the
    /// rafle takes the one that does.
    Parallel,
    /// *Envoi à dame*: an enemy man is made to crown and to capture again, and is then taken.
    SentToCrown,
    /// *Coup normand*, also *coup de l'africain*: an enemy man is made to crown, and the king is
    /// brought back by a contact move: it takes the man that made it.
    Norman,
    /// *Manoury, assommoir*: an enemy man is made to crown; it could be taken, but another piece is
    /// given first.
    Manoury,
    /// *Coup turc*: an enemy king must take many pieces (four or more; three in its half form).
    /// Taken pieces stay on the board until the capture has ended, so the king stops where our
    /// striker takes it. In the pure form both the support of the striker and the piece at which
    /// the king stops are among the taken pieces. The two other forms have this family too.
    Turkish,
    /// *Demi-turc*: the support of the striker is among the taken pieces, but the piece that stops
    /// the king is not.
    HalfTurkish,
    /// *Coup suisse*: the king stops in front of a piece that it has taken; no support is involved.
    Swiss,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 19] = [
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
        Family::Parallel,
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
            Family::Parallel => "parallel",
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
            Family::Epicier => !is_promenade(line) && walks(line, 2, Ply::by_man),
            Family::Promenade => is_promenade(line),
            Family::Recall => is_recall(line),
            Family::Trap => trap::is_trap(line),
            Family::Drawer => trap::is_drawer(line),
            Family::Prince => trap::is_prince(line),
            Family::Heel => trap::is_heel(line),
            Family::Reversed => is_reversed(line),
            Family::Bomb => is_bomb(line),
            Family::Rebound => is_rebound(line),
            Family::Parallel => is_parallel(line),
            Family::SentToCrown => sent_to_crown(line).is_some(),
            Family::Norman => is_norman(line),
            Family::Manoury => is_manoury(line),
            Family::Turkish => stopped_king(line).is_some(),
            Family::HalfTurkish | Family::Swiss => stopped_king(line) == Some(self),
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
    let [offer, reply, rafle, after @ ..] = line.plies.as_slice() else {
        return false;
    };
    // A piece that was already threatened is lost, not offered.
    let offers = !device::is_free_move(offer) || reply.takes_origin(offer.mover);
    offer.is_quiet()
        && offers
        && reply.played.is_capture()
        && rafle.is_rafle()
        && !after.iter().any(|ply| ply.ours() && ply.is_rafle())
}

fn is_mazette(line: &Line) -> bool {
    let Some((number, rafle)) = line.main_rafle() else {
        return false;
    };
    let Some((captor, chain)) = rafle.taken.split_first() else {
        return false;
    };
    let is_aligned = rafle.by_man()
        && rafle.mover == rafle.played.from
        && rafle.is_straight()
        && !rafle.captures_backward()
        && chain.len() >= 2;
    let stood = |taken: &Taken| taken.square == taken.origin;
    let Some(start) = line.plies.first().map(|first| &first.before) else {
        return false;
    };
    let side_at = |square: Square| start.piece_at(square).map(|piece| piece.side);
    let mut way = rafle.landings().iter();
    let drawn = |square: Square| {
        let mut answers = line.answers_before(number);
        answers.any(|(_, reply)| reply.mover == square && reply.played.from == square)
    };
    let cleared = way.any(|&square| match side_at(square) {
        Some(Side::White) => true,
        Some(Side::Black) => drawn(square),
        None => false,
    });
    let comes = |(_, reply): (&Ply, &Ply)| {
        reply.played.to == captor.square
            && ((reply.taken.len() == 1 && reply.played.from == reply.mover)
                || side_at(captor.square) == Some(Side::White))
    };
    let pierced = if stood(captor) {
        cleared
    } else {
        line.answers_before(number).any(comes)
    };
    is_aligned && chain.iter().all(stood) && pierced
}

/// Whether before the main rafle the same enemy piece captures this many times in succession, each
/// time in a way that `counts` accepts.
fn walks(line: &Line, times: usize, counts: impl Fn(&Ply) -> bool) -> bool {
    let Some((number, _)) = line.main_rafle() else {
        return false;
    };
    let replies: Vec<&Ply> = line
        .answers_before(number)
        .map(|(_, reply)| reply)
        .collect();
    replies.windows(times).any(|run| {
        let same = |reply: &&Ply| {
            reply.mover == run[0].mover && reply.played.is_capture() && counts(reply)
        };
        run.iter().all(same)
    })
}

fn is_promenade(line: &Line) -> bool {
    walks(line, 3, |_| true)
}

fn is_recall(line: &Line) -> bool {
    let Some((number, _)) = line.main_rafle() else {
        return false;
    };
    let by_man = |reply: &&Ply| reply.played.is_capture() && reply.by_man();
    let replies = line.answers_before(number).map(|(_, reply)| reply);
    let captures: Vec<&Ply> = replies.filter(by_man).collect();
    captures.iter().enumerate().any(|(number, out)| {
        captures[number + 1..].iter().any(|back| {
            back.mover == out.mover
                && back.ends_nearer_home()
                && is_near(&back.before, back.played.to, out.played.from)
        })
    })
}

fn is_reversed(line: &Line) -> bool {
    line.plies.iter().enumerate().any(|(number, reply)| {
        let held_men = || {
            reply.held.iter().copied().filter(|&square| {
                let piece = reply.before.piece_at(square);
                piece.is_some_and(|piece| piece.kind == Kind::Man)
            })
        };
        let taken_there = |square: Square| {
            let later = line.plies.iter().skip(number + 1);
            let mut taken = later.filter(|ply| ply.ours()).flat_map(|ply| &ply.taken);
            taken.any(|taken| taken.square == square)
        };
        let rafle = line.plies.get(number + 1);
        let captor_is_taken = || {
            reply.others.is_empty() && rafle.is_some_and(|rafle| rafle.takes_origin(reply.mover))
        };
        let is_chosen_by_majority = || {
            held_men().count() >= 2
                && (captor_is_taken() || held_men().filter(|&man| taken_there(man)).count() >= 2)
        };
        let is_first_link = || {
            let link = rafle.filter(|rafle| rafle.is_rafle());
            let link = link.and_then(|rafle| rafle.taken.first());
            link.is_some_and(|link| link.origin == reply.mover)
        };
        !reply.ours()
            && reply.by_man()
            && (is_chosen_by_majority() || (reply.goes_back_then_forward() && is_first_link()))
    })
}

fn is_bomb(line: &Line) -> bool {
    line.plies.windows(3).any(|three| {
        let [first, reply, second] = three else {
            return false;
        };
        let mut forbidden = reply.held.iter().copied().chain([reply.played.from]);
        first.ours()
            && !first.is_quiet()
            && !second.is_quiet()
            && first.mover == second.mover
            && reply.majority
            && forbidden.any(|piece| attacks(&reply.before, piece, first.played.to))
    })
}

fn is_rebound(line: &Line) -> bool {
    line.plies.windows(3).any(|three| {
        let [first, retake, second] = three else {
            return false;
        };
        first.ours()
            && !first.is_quiet()
            && retake.by_man()
            && retake.takes_origin(first.mover)
            && second.is_rafle()
            && second.takes_origin(retake.mover)
    })
}

fn is_parallel(line: &Line) -> bool {
    line.plies.windows(3).any(|three| {
        let [step, reply, rafle] = three else {
            return false;
        };
        let takes_it = |other: &Move| {
            other.from != reply.played.from && other.captured.contains(step.played.to)
        };
        step.ours()
            && step.is_quiet()
            && reply.takes_origin(step.mover)
            && reply.others.iter().any(takes_it)
            && rafle.is_rafle()
            && rafle.takes_origin(reply.mover)
    })
}

/// The number of the reply in which an enemy man crowns that then captures again and is taken.
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
    let Some(crowning) = sent_to_crown(line) else {
        return false;
    };
    let king = line.plies.get(crowning).map(|ply| ply.mover);
    let brings_back = |(number, device): (usize, Device)| {
        let (contact, reply) = (line.plies.get(number), line.plies.get(number + 1));
        device == Device::Contact
            && number > crowning
            && contact.zip(reply).is_some_and(|(contact, reply)| {
                Some(reply.mover) == king && reply.takes_origin(contact.mover)
            })
    };
    device::found(line).into_iter().any(brings_back)
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

/// Which of the three families of stopped kings applies, if an enemy king is stopped by the pieces
/// that it has taken and is then taken itself.
fn stopped_king(line: &Line) -> Option<Family> {
    let table = line.last.variant().table();
    if table.removal == Removal::AtOnce {
        return None;
    }
    let mut pairs = line.plies.windows(2).skip(1).step_by(2);
    pairs.find_map(|pair| {
        let [king, strike] = pair else { return None };
        let stop = turkish::stop(king, strike)?;
        match (stop.support_taken, stop.link_taken) {
            (true, true) if king.taken.len() >= 4 => Some(Family::Turkish),
            (true, false) if king.taken.len() >= 3 => Some(Family::HalfTurkish),
            (false, true) if king.taken.len() >= 4 => Some(Family::Swiss),
            _ => None,
        }
    })
}
