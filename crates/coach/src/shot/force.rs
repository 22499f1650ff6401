//! What a line forces and wins, in numbers: whether each reply was forced, what was given and
//! taken, and what remains at the end. Called by `classify`; finds no names.

use damier_rules::{Kind, Move, Position, Side, Square};

use super::found::{Crown, Gain};
use super::line::{Line, Ply, is_crowded};

/// The value of a king when a line is counted: the rule of thumb of teachers.
const KING_IN_MEN: i32 = 3;

/// The most moves that are tried to show that another reply makes no difference; beyond that the
/// reply counts as free.
const MOST_TRIALS: u32 = 500;

/// What a line gives and wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Account {
    /// The gain of the striker's side in men, less what it gives and what the enemy can capture
    /// immediately after the line. A king of the first position counts as three men; a man crowned
    /// in the line counts as a man.
    pub(super) net: i32,
    /// The number of enemy kings captured.
    pub(super) kings_taken: u8,
    /// The most pieces that the enemy can capture immediately after the line.
    pub(super) retaken: u8,
    /// The gain other than material.
    pub(super) gain: Gain,
}

impl Account {
    pub(super) fn of(line: &Line) -> Account {
        let last = &line.last;
        let retakes = last.legal_moves();
        let value = |origin: Square| {
            let first = line.plies.first();
            let piece = first.and_then(|ply| ply.before.piece_at(origin));
            match piece.map(|piece| piece.kind) {
                Some(Kind::King) => KING_IN_MEN,
                _ => 1,
            }
        };
        let worth = |ours: bool| -> i32 {
            let plies = line.plies.iter().filter(|ply| ply.ours() == ours);
            let taken = plies.flat_map(|ply| &ply.taken);
            taken.map(|taken| value(taken.origin)).sum()
        };
        let lost = |retake: &Move| -> i32 {
            let squares = retake.captured.iter();
            squares
                .map(|square| value(line.origin_at_end(square)))
                .sum()
        };
        let kings = line.ours().flat_map(|ply| &ply.taken);
        let most = retakes.iter().map(|retake| retake.captured.len()).max();
        Account {
            net: worth(true) - worth(false) - retakes.iter().map(lost).max().unwrap_or(0),
            kings_taken: kings.filter(|taken| taken.kind == Kind::King).count() as u8,
            retaken: most.unwrap_or(0) as u8,
            gain: gain_of(line, &retakes),
        }
    }

    /// Whether the line wins something: more is taken than given, a man crowns or cannot be stopped
    /// from crowning, or the game is won.
    pub(super) fn pays(&self) -> bool {
        self.net > 0 || self.gain.crown != Crown::None || self.gain.wins
    }
}

fn gain_of(line: &Line, retakes: &[Move]) -> Gain {
    let last = &line.last;
    let striker = line.plies.last().map(|rafle| rafle.played.to);
    let next = Next::after(last, striker);
    let is_king = |square: &Square| {
        let piece = last.piece_at(*square);
        piece.is_some_and(|piece| piece.side == Side::White && piece.kind == Kind::King)
    };
    let stays = |square: Square| {
        let mut retakes = retakes.iter();
        retakes.all(|retake| !retake.captured.contains(square))
    };
    let is_made = line.ours().any(|ply| {
        let standing = line.standing(line.plies.len(), ply.mover);
        ply.played.promotes && standing.filter(is_king).is_some_and(stays)
    });
    Gain {
        crown: match next {
            _ if is_made => Crown::Made,
            Next::Nothing => Crown::None,
            Next::Crowns | Next::Wins => Crown::Next,
        },
        wins: next == Next::Wins,
        enemy_crowns: retakes
            .iter()
            .any(|retake| retake.is_capture() && retake.promotes),
    }
}

/// The result that the striker's side can force after the line: the minimum over all replies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Next {
    Nothing,
    Crowns,
    Wins,
}

impl Next {
    fn after(last: &Position, striker: Option<Square>) -> Next {
        if let Some(outcome) = last.outcome() {
            return if outcome.winner == Some(Side::White) {
                Next::Wins
            } else {
                Next::Nothing
            };
        }
        let replies = last.legal_moves();
        let best = |reply: &Move| {
            let Ok(after) = last.play(reply) else {
                return Next::Nothing;
            };
            let answers = after.legal_moves();
            let value = |answer: &Move| match after.play(answer) {
                Ok(end) if end.outcome().is_some_and(|o| o.winner == Some(Side::White)) => {
                    Next::Wins
                }
                _ if answer.promotes && Some(answer.from) == striker => Next::Crowns,
                _ => Next::Nothing,
            };
            answers.iter().map(value).max().unwrap_or(Next::Nothing)
        };
        replies.iter().map(best).min().unwrap_or(Next::Nothing)
    }
}

/// Whether every reply of a line was forced: it is the only legal one, or all others are met by the
/// striker's remaining moves of the same line, in any order, with the capturing piece recaptured
/// first where needed, and the result is the same: the same position or, if the line loses no
/// material, at least the same gain by the same last rafle.
pub(super) fn is_forced(line: &Line, account: &Account) -> bool {
    let Some(rafle) = line.plies.last() else {
        return false;
    };
    let mut trials = Trials {
        left: MOST_TRIALS,
        end: line.last,
        rafle: rafle.played,
        loses_nothing: account.net >= 0,
    };
    let forced = |(number, ply): (usize, &Ply)| {
        let rest = line.plies.get(number + 1..).unwrap_or_default();
        let need = gain(rest) - count(ply.taken.len());
        let moves: Vec<Move> = rest.iter().step_by(2).map(|own| own.played).collect();
        let mut others = ply.others.iter();
        ply.ours() || others.all(|other| trials.meets(&ply.before, other, &moves, need))
    };
    line.plies.iter().enumerate().all(forced)
}

/// What the striker's side captures in some plies, less what it loses.
fn gain(plies: &[Ply]) -> i32 {
    let of = |ply: &Ply| {
        let taken = count(ply.taken.len());
        if ply.ours() { taken } else { -taken }
    };
    plies.iter().map(of).sum()
}

fn count(pieces: usize) -> i32 {
    i32::try_from(pieces).unwrap_or(i32::MAX)
}

/// A search among the moves of a line against another reply.
struct Trials {
    /// The number of positions that may still be visited.
    left: u32,
    /// The position after the line.
    end: Position,
    /// The last move of the line.
    rafle: Move,
    /// Whether at least as much is taken as given in the line.
    loses_nothing: bool,
}

impl Trials {
    /// Whether a reply in a position is met by these moves with at least this gain, including the
    /// reply itself.
    fn meets(&mut self, position: &Position, reply: &Move, moves: &[Move], need: i32) -> bool {
        let need = need + count(reply.captured.len());
        let Ok(after) = position.play(reply) else {
            return false;
        };
        self.is_gained(moves, need)
            || self.gains(&after, moves, need)
            || (reply.is_capture() && self.takes_back(&after, reply.to, moves, need))
    }

    /// Whether the piece that has just captured is recaptured, and these moves then still reach the
    /// same result.
    fn takes_back(
        &mut self,
        position: &Position,
        captor: Square,
        moves: &[Move],
        need: i32,
    ) -> bool {
        if self.left == 0 || moves.is_empty() || is_crowded(position) {
            return false;
        }
        self.left -= 1;
        let takes = |played: &&Move| played.captured.contains(captor);
        position.legal_moves().iter().filter(takes).any(|played| {
            let need = need - count(played.captured.len());
            let after = position.play(played);
            after.is_ok_and(|after| self.holds(&after, moves, need))
        })
    }

    /// Whether the last rafle has been made and as much material is won.
    fn is_gained(&self, moves: &[Move], need: i32) -> bool {
        self.loses_nothing && need <= 0 && !moves.contains(&self.rafle)
    }

    /// Whether these moves of the striker's side, in any order, reach the same result whatever the
    /// enemy replies. A capture may take other pieces than in the line, since the enemy has
    /// captured others.
    fn gains(&mut self, position: &Position, moves: &[Move], need: i32) -> bool {
        if self.left == 0 || is_crowded(position) {
            return false;
        }
        self.left -= 1;
        let legal = position.legal_moves();
        (0..moves.len()).any(|number| {
            let wanted = moves[number];
            let rest = [&moves[..number], &moves[number + 1..]].concat();
            let is_alike = |played: &&Move| {
                played.from == wanted.from
                    && played.is_capture() == wanted.is_capture()
                    && played.promotes == wanted.promotes
                    && (played.is_capture() || played.to == wanted.to)
            };
            legal.iter().filter(is_alike).any(|played| {
                let need = need - count(played.captured.len());
                let after = position.play(played);
                after.is_ok_and(|after| self.holds(&after, &rest, need))
            })
        })
    }

    /// Whether the same result has been reached, or can still be reached by these moves whatever
    /// the enemy replies.
    fn holds(&mut self, position: &Position, moves: &[Move], need: i32) -> bool {
        let is_quiet = !position.can_capture();
        if *position == self.end || (is_quiet && self.is_gained(moves, need)) {
            return true;
        }
        let replies = position.legal_moves();
        !replies.is_empty()
            && replies
                .iter()
                .all(|reply| self.meets(position, reply, moves, need))
    }
}
