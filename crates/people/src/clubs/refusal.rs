//! Why a club rejects an operation. The server returns the code.

use crate::clubs::profile::REST_DAYS;

/// Why an operation is rejected. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClubRefusal {
    /// The account is not a member.
    #[error("only members may do that")]
    NotAMember,
    /// The role does not suffice.
    #[error("only the founder and officers may do that")]
    NotAllowed,
    /// There is no such member or applicant.
    #[error("the club has no member or applicant with this name")]
    NoSuchMember,
    /// The account is already a member.
    #[error("this player is already a member")]
    MemberAlready,
    /// The club is full.
    #[error("the club is full")]
    Full,
    /// There are too many applicants.
    #[error("there are too many applications; the officers must answer some first")]
    TooManyRequests,
    /// The code is not that of the club.
    #[error("this is not the current code of the club")]
    WrongCode,
    /// The founder cannot leave, be removed or get another role.
    #[error("the founder must hand the club over first, or dissolve it")]
    FounderStays,
    /// One of the two members is not on the ladder.
    #[error("both must be on the ladder")]
    NotOnLadder,
    /// The member is already on the ladder.
    #[error("this player is already on the ladder")]
    OnLadder,
    /// The other member is not higher on the ladder.
    #[error("only members higher on the ladder can be challenged")]
    NotAbove,
    /// The other member is too many rungs above.
    #[error("the other player is too many places higher")]
    TooFar,
    /// One of the two has an open challenge.
    #[error("one of the two already has an open challenge")]
    Busy,
    /// The other member declined a challenge of this one recently.
    #[error("this challenge was declined less than {REST_DAYS} days ago")]
    RecentlyDeclined,
    /// There is no such challenge, or it is in another state.
    #[error("this challenge no longer exists")]
    NoSuchMatch,
    /// Only the other player of the challenge may do this.
    #[error("only the other player may do that")]
    WrongPlayer,
    /// There is no such entry.
    #[error("the timetable has no such entry")]
    NoSuchEntry,
    /// The timetable is full.
    #[error("the timetable is full; remove old entries first")]
    TimetableFull,
}

impl ClubRefusal {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            ClubRefusal::NotAMember => "not-a-member",
            ClubRefusal::NotAllowed => "not-allowed",
            ClubRefusal::NoSuchMember => "no-such-member",
            ClubRefusal::MemberAlready => "member-already",
            ClubRefusal::Full => "club-full",
            ClubRefusal::TooManyRequests => "too-many-pending",
            ClubRefusal::WrongCode => "wrong-code",
            ClubRefusal::FounderStays => "founder-stays",
            ClubRefusal::NotOnLadder => "not-on-ladder",
            ClubRefusal::OnLadder => "on-ladder",
            ClubRefusal::NotAbove => "not-above",
            ClubRefusal::TooFar => "too-far",
            ClubRefusal::Busy => "busy",
            ClubRefusal::RecentlyDeclined => "recently-declined",
            ClubRefusal::NoSuchMatch => "no-such-match",
            ClubRefusal::WrongPlayer => "wrong-player",
            ClubRefusal::NoSuchEntry => "no-such-entry",
            ClubRefusal::TimetableFull => "timetable-full",
        }
    }
}
