//! What a member of a team wants: a vote, a proposal, or what decides, by the way of deciding. Kept by the server, so that a restart loses none.

use damier_session::act::Act;
use damier_session::command::Want;
use damier_session::session::Session;

/// What a voice is about. A member has one voice on each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Matter {
    /// The next move.
    Move,
    /// A word to the other side: a draw, resigning, a request or its answer.
    Word,
}

impl Matter {
    /// Both matters.
    pub const ALL: [Matter; 2] = [Matter::Move, Matter::Word];

    /// The stable word.
    pub const fn code(self) -> &'static str {
        match self {
            Matter::Move => "move",
            Matter::Word => "word",
        }
    }

    /// The matter with this word.
    pub fn from_code(code: &str) -> Option<Matter> {
        Matter::ALL.into_iter().find(|matter| matter.code() == code)
    }

    /// What a want is about; `None` where nobody proposes or votes for it: what is done with the hand at the board, and what is the server's or the
    /// arbiter's.
    pub const fn of(want: &Want) -> Option<Matter> {
        match want {
            Want::Move { .. } => Some(Matter::Move),
            Want::OfferDraw
            | Want::AcceptDraw
            | Want::DeclineDraw
            | Want::Resign
            | Want::Abort
            | Want::Resume
            | Want::Ask { .. }
            | Want::Agree { .. }
            | Want::Decline
            | Want::Abandon { .. } => Some(Matter::Word),
            Want::TakeBack { .. }
            | Want::Flag { .. }
            | Want::Touch { .. }
            | Want::Adoube
            | Want::Irregular { .. }
            | Want::Correct
            | Want::LetStand
            | Want::EndPause { .. }
            | Want::Outage { .. }
            | Want::Pause { .. }
            | Want::Forfeit { .. }
            | Want::Arbiter { .. } => None,
        }
    }
}

/// What a member wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Voice {
    /// The number of the member in the gathering.
    pub member: u16,
    /// What it is about.
    pub matter: Matter,
    /// The version of the game for which it was given.
    pub version: u32,
    /// When, in Unix milliseconds of the server.
    pub at_ms: u64,
    /// What is wanted; a move in its one spelling.
    pub want: Want,
}

impl Voice {
    /// Whether it still counts: one about a move until the position changes, any other until something happens.
    pub fn holds(&self, session: &Session) -> bool {
        let since = session.acts().get(self.version as usize..);
        since.is_some_and(|since| match self.matter {
            Matter::Move => !since.iter().any(changes_position),
            Matter::Word => since.is_empty(),
        })
    }
}

/// Whether it is done with the hand at the board: by whoever makes the next move of a side, and by no proposal or vote.
pub(super) const fn is_of_the_hand(want: &Want) -> bool {
    matches!(
        want,
        Want::Touch { .. } | Want::Adoube | Want::Irregular { .. } | Want::Correct | Want::LetStand
    )
}

/// Whether another position may be on the board after an act.
pub(super) fn changes_position(act: &Act) -> bool {
    matches!(
        act,
        Act::Move { .. }
            | Act::TakeBack { .. }
            | Act::Irregular { .. }
            | Act::Correct { .. }
            | Act::Agree { .. } // perhaps to moves that are taken back
    )
}
