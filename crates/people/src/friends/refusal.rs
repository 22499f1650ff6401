//! Why an operation between two accounts is rejected.

/// Why an operation is rejected. None reveals whether the other account blocks, has declined or
/// accepts no requests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum FriendRefusal {
    /// Both are the same account.
    #[error("you cannot befriend yourself")]
    Oneself,
    /// This account blocks the other.
    #[error("you have blocked this player; unblock them first")]
    Blocked,
    /// The two are not friends.
    #[error("you are not friends with this player")]
    NotFriends,
    /// The other account has sent no request, or it has expired.
    #[error("this player has no open friend request to you")]
    NotAsked,
    /// The account has the maximum number of friends.
    #[error("your friend list is full")]
    TooManyFriends,
    /// The other account has the maximum number of friends.
    #[error("this player's friend list is full")]
    TheirFriends,
    /// The account has the maximum number of unanswered requests.
    #[error("too many unanswered friend requests; withdraw one first")]
    TooManyAsked,
    /// The other account has received too many unanswered requests.
    #[error("this player has too many pending requests")]
    TooManyAsking,
    /// The account blocks the maximum number of accounts.
    #[error("your block list is full")]
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
