//! Why a club rejects an operation. The server returns the code.

use crate::clubs::profile::REST_DAYS;

/// Why an operation is rejected. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClubRefusal {
    /// The account is not a member.
    #[error("only members of the club do that")]
    NotAMember,
    /// The role does not suffice.
    #[error("only the founder, or an officer where the founder has made some, does that")]
    NotAllowed,
    /// There is no such member or applicant.
    #[error("the club has no member or applicant with this name")]
    NobodyThere,
    /// The account is already a member.
    #[error("this player is a member already")]
    MemberAlready,
    /// The club is full.
    #[error("the club has as many members as a club can have")]
    Full,
    /// There are too many applicants.
    #[error("too many ask to be let in: the officers are to answer first")]
    TooManyAsk,
    /// The code is not that of the club.
    #[error("this is not the code of the club, or it is no longer")]
    WrongCode,
    /// The founder cannot leave, be removed or get another role.
    #[error("the founder hands the club over first, or dissolves it")]
    FounderStays,
    /// One of the two members is not on the ladder.
    #[error("both are to be on the ladder")]
    NotOnLadder,
    /// The member is already on the ladder.
    #[error("this player is on the ladder already")]
    OnLadder,
    /// The other member is not higher on the ladder.
    #[error("only members higher on the ladder can be challenged")]
    NotAbove,
    /// The other member is too many rungs above.
    #[error("the other is too many places higher")]
    TooFar,
    /// One of the two has an open challenge.
    #[error("one of the two has an open challenge already")]
    Busy,
    /// The other member declined a challenge of this one recently.
    #[error("this challenge was declined less than {REST_DAYS} days ago")]
    Rests,
    /// There is no such challenge, or it is in another state.
    #[error("there is no such challenge any more")]
    NoSuchMatch,
    /// Only the other player of the challenge may do this.
    #[error("that is for the other player to say")]
    NotYours,
    /// There is no such entry.
    #[error("the timetable has no such entry")]
    NoSuchEntry,
    /// The timetable is full.
    #[error("the timetable is full: remove what is over")]
    TimetableFull,
}

impl ClubRefusal {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            ClubRefusal::NotAMember => "not-a-member",
            ClubRefusal::NotAllowed => "not-allowed",
            ClubRefusal::NobodyThere => "nobody-there",
            ClubRefusal::MemberAlready => "member-already",
            ClubRefusal::Full => "club-full",
            ClubRefusal::TooManyAsk => "too-many-ask",
            ClubRefusal::WrongCode => "wrong-code",
            ClubRefusal::FounderStays => "founder-stays",
            ClubRefusal::NotOnLadder => "not-on-ladder",
            ClubRefusal::OnLadder => "on-ladder",
            ClubRefusal::NotAbove => "not-above",
            ClubRefusal::TooFar => "too-far",
            ClubRefusal::Busy => "busy",
            ClubRefusal::Rests => "rests",
            ClubRefusal::NoSuchMatch => "no-such-match",
            ClubRefusal::NotYours => "not-yours",
            ClubRefusal::NoSuchEntry => "no-such-entry",
            ClubRefusal::TimetableFull => "timetable-full",
        }
    }
}
