//! Votes of team members: a vote, a proposal or a decision, depending on the way of deciding.
//! Stored by the server, so that a restart loses none.

use damier_session::act::Act;
use damier_session::command::Want;
use damier_session::session::Session;

/// The topic of a vote. A member has one vote on each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VoteTopic {
    /// The next move.
    Move,
    /// An offer or answer to the other side: a draw, resignation, a request.
    Word,
}

impl VoteTopic {
    /// Both matters.
    pub const ALL: [VoteTopic; 2] = [VoteTopic::Move, VoteTopic::Word];

    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            VoteTopic::Move => "move",
            VoteTopic::Word => "word",
        }
    }

    /// The topic with this code.
    pub fn from_code(code: &str) -> Option<VoteTopic> {
        VoteTopic::ALL
            .into_iter()
            .find(|matter| matter.code() == code)
    }

    /// The topic of a command; `None` if it is not decided by votes: direct actions at the board,
    /// and commands of the server or the arbiter.
    pub const fn of(want: &Want) -> Option<VoteTopic> {
        match want {
            Want::Move { .. } => Some(VoteTopic::Move),
            Want::OfferDraw
            | Want::AcceptDraw
            | Want::DeclineDraw
            | Want::Resign
            | Want::Abort
            | Want::Resume
            | Want::Ask { .. }
            | Want::Agree { .. }
            | Want::Decline
            | Want::Abandon { .. } => Some(VoteTopic::Word),
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

/// A vote of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vote {
    /// The number of the member.
    pub member: u16,
    /// The topic.
    pub matter: VoteTopic,
    /// The version of the game at which it was cast.
    pub version: u32,
    /// When, in Unix milliseconds of the server.
    pub at_ms: u64,
    /// The choice; a move in its canonical spelling.
    pub want: Want,
}

impl Vote {
    /// Whether it is still valid: a vote on a move until the position changes, any other until the
    /// next event.
    pub fn holds(&self, session: &Session) -> bool {
        let since = session.acts().get(self.version as usize..);
        since.is_some_and(|since| match self.matter {
            VoteTopic::Move => !since.iter().any(changes_position),
            VoteTopic::Word => since.is_empty(),
        })
    }
}

/// Whether a command is a direct action at the board by the member to move, not subject to votes.
pub(super) const fn is_direct(want: &Want) -> bool {
    matches!(
        want,
        Want::Touch { .. } | Want::Adoube | Want::Irregular { .. } | Want::Correct | Want::LetStand
    )
}

/// Whether an act may change the position.
pub(super) fn changes_position(act: &Act) -> bool {
    matches!(
        act,
        Act::Move { .. }
            | Act::TakeBack { .. }
            | Act::Irregular { .. }
            | Act::Correct { .. }
            | Act::Agree { .. } // of takebacks too
    )
}
