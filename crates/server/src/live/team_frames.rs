//! What members of a team say to one another and are told of it: the parts of the frames that no other client sees.

use damier_people::teams::Deciding;
use damier_session::Want;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What can be said to the own team about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum TeamPhrase {
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

/// Squares and arrows, by the numbers of the squares as the page counts them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Marks {
    squares: Vec<u8>,
    arrows: Vec<[u8; 2]>,
}

impl Marks {
    /// The most squares and the most arrows.
    const MOST: usize = 24;

    /// Whether they are as many as a board bears.
    pub(crate) fn are_few(&self) -> bool {
        self.squares.len() <= Self::MOST && self.arrows.len() <= Self::MOST
    }
}

/// A team as its members see it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TeamShown<'a> {
    /// The number of whoever is told.
    pub(crate) you: u16,
    pub(crate) deciding: Deciding,
    pub(crate) members: Vec<MemberShown<'a>>,
    /// Who is on move where the members move one after another, and in a game of days to whom of a captain's team the move is left; `member` is
    /// null when anybody may.
    pub(crate) on_move: Option<OnMoveShown>,
    /// Who decides where a captain does.
    pub(crate) captain: Option<u16>,
    /// Whose the team is then, who may hand it over: another one than `captain` while that one stands in.
    pub(crate) leader: Option<u16>,
    /// When the vote about a move ends.
    pub(crate) vote_ends_ms: Option<u64>,
    pub(crate) voices: Vec<VoiceShown<'a>>,
    /// Who of the team wants another game, once this one is over.
    pub(crate) another: Vec<u16>,
    pub(crate) marks: Vec<MarksShown<'a>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TeamMember)]
pub(crate) struct MemberShown<'a> {
    pub(crate) number: u16,
    pub(crate) name: &'a str,
    pub(crate) here: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OnMoveShown {
    pub(crate) member: Option<u16>,
    pub(crate) until_ms: Option<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct VoiceShown<'a> {
    pub(crate) member: u16,
    pub(crate) want: &'a Want,
}

#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MarksShown<'a> {
    pub(crate) member: u16,
    #[serde(flatten)]
    pub(crate) marks: &'a Marks,
}
