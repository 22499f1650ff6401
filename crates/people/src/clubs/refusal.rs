//! Why a club does not let somebody do something. The server tells it with its code.

use crate::clubs::profile::REST_DAYS;

/// Why something is not done. Nothing was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClubRefusal {
    /// Whoever wants it is no member.
    #[error("only members of the club do that")]
    NotAMember,
    /// The role does not suffice.
    #[error("only the founder, or an officer where the founder has made some, does that")]
    NotAllowed,
    /// The member, or whoever asked to be let in, is not there.
    #[error("nobody with this name is in the club or asks to be let in")]
    NobodyThere,
    /// Whoever wants to join is a member.
    #[error("this player is a member already")]
    MemberAlready,
    /// The club has no place left.
    #[error("the club has as many members as a club can have")]
    Full,
    /// Too many ask to be let in.
    #[error("too many ask to be let in: the officers are to answer first")]
    TooManyAsk,
    /// The code is not that of the club.
    #[error("this is not the code of the club, or it is no longer")]
    WrongCode,
    /// The founder cannot go, be removed or get another role.
    #[error("the founder hands the club over first, or dissolves it")]
    FounderStays,
    /// Whoever wants it is not on the ladder, or the other is not.
    #[error("both are to be on the ladder")]
    NotOnLadder,
    /// He is on the ladder already.
    #[error("this player is on the ladder already")]
    OnLadder,
    /// Nobody challenges somebody below, or himself.
    #[error("a challenge goes to somebody higher on the ladder")]
    NotAbove,
    /// The other is too many places above.
    #[error("the other is too many places higher")]
    TooFar,
    /// One of the two has a challenge open, or plays.
    #[error("one of the two has an open challenge already")]
    Busy,
    /// The same two had a challenge that was declined a short time ago.
    #[error("this challenge was declined less than {REST_DAYS} days ago")]
    Rests,
    /// There is no such challenge, or it is not at this point.
    #[error("there is no such challenge any more")]
    NoSuchMatch,
    /// Only the other side of the challenge does that.
    #[error("that is for the other player to say")]
    NotYours,
    /// There is no such entry.
    #[error("the timetable has no such entry")]
    NoSuchEntry,
    /// The timetable has no room.
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
