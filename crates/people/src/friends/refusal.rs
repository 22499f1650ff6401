//! Why an operation between two accounts is rejected.

/// Why an operation is rejected. None reveals whether the other account blocks, has declined or
/// accepts no requests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum FriendRefusal {
    /// Both are the same account.
    #[error("you cannot befriend yourself")]
    Oneself,
    /// This account blocks the other.
    #[error("you keep this player away; let him come first")]
    Blocked,
    /// The two are not friends.
    #[error("you are not friends with this player")]
    NotFriends,
    /// The other account has sent no request, or it has expired.
    #[error("this player has not asked you, or not lately")]
    NotAsked,
    /// The account has the maximum number of friends.
    #[error("you have as many friends as an account may have")]
    TooManyFriends,
    /// The other account has the maximum number of friends.
    #[error("this player has as many friends as an account may have")]
    TheirFriends,
    /// The account has the maximum number of unanswered requests.
    #[error("too many have not answered you yet; withdraw a request first")]
    TooManyAsked,
    /// The other account has received too many unanswered requests.
    #[error("too many wait for the answer of this player")]
    TooManyAsking,
    /// The account blocks the maximum number of accounts.
    #[error("you keep as many players away as an account may")]
    TooManyBlocked,
}

impl FriendRefusal {
    /// The stable code in messages.
    pub const fn code(self) -> &'static str {
        match self {
            FriendRefusal::Oneself => "oneself",
            FriendRefusal::Blocked => "blocked-by-you",
            FriendRefusal::NotFriends => "not-friends",
            FriendRefusal::NotAsked => "not-asked",
            FriendRefusal::TooManyFriends => "too-many-friends",
            FriendRefusal::TheirFriends => "their-friends",
            FriendRefusal::TooManyAsked => "too-many-asked",
            FriendRefusal::TooManyAsking => "too-many-asking",
            FriendRefusal::TooManyBlocked => "too-many-blocked",
        }
    }
}
