//! Parts of live frames that only team members receive.

use damier_people::teams::Deciding;
use damier_session::Want;
use serde::{Deserialize, Serialize};

/// A preset phrase about a move, sent to the sender's team.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each name is the phrase")]
pub enum TeamPhrase {
    Look,
    Mine,
    Yes,
    Unsure,
    Danger,
    Take,
    Exchange,
    Hold,
    Hurry,
    Yours,
}

/// Marked squares and arrows, as square indexes of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Marks {
    /// The marked squares.
    pub squares: Vec<u8>,
    /// The arrows, each from one square to another.
    pub arrows: Vec<[u8; 2]>,
}

impl Marks {
    /// The most squares, and the most arrows.
    pub const MAX: usize = 24;

    /// Whether neither list is longer than [`Marks::MAX`].
    pub fn is_within_limit(&self) -> bool {
        self.squares.len() <= Self::MAX && self.arrows.len() <= Self::MAX
    }
}

/// A team as one of its members sees it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TeamShown))]
pub struct TeamView {
    /// The number of the member who receives this.
    pub you: u16,
    /// How the team decides.
    pub deciding: Deciding,
    /// The members, in the order in which they joined.
    pub members: Vec<TeamMember>,
    /// The member to move if members move in turn; in a correspondence game also the captain for
    /// whom the move is reserved.
    pub on_move: Option<OnMove>,
    /// The deciding captain.
    pub captain: Option<u16>,
    /// The named captain, who may hand over: differs from `captain` while another member stands in.
    pub leader: Option<u16>,
    /// When the vote about a move ends, in Unix milliseconds.
    pub vote_ends_ms: Option<u64>,
    /// The votes and proposals.
    pub votes: Vec<TeamVote>,
    /// The members who want a rematch.
    pub another: Vec<u16>,
    /// The marks of each member.
    pub marks: Vec<MemberMarks>,
}

/// A member of a team.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TeamMember {
    /// The number of the member in the game.
    pub number: u16,
    /// The first name.
    pub name: String,
    /// Whether the member is connected.
    pub here: bool,
}

/// The member to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = OnMoveShown))]
pub struct OnMove {
    /// The member; `None` when any member may move.
    pub member: Option<u16>,
    /// Until when only this member may move, in Unix milliseconds.
    pub until_ms: Option<u64>,
}

/// The vote or proposal of a member.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TeamVote))]
pub struct TeamVote {
    /// The number of the member.
    pub member: u16,
    /// The member's choice.
    pub want: Want,
}

/// The marks of a member.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = MarksShown))]
pub struct MemberMarks {
    /// The number of the member.
    pub member: u16,
    /// The marks.
    #[serde(flatten)]
    pub marks: Marks,
}
