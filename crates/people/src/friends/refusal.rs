//! Why something is not done between two accounts.

/// Why something is not done. Nothing here tells whether the other one blocks, has declined or looks at no requests.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum FriendRefusal {
    /// It would be a bond with oneself.
    #[error("nobody is a friend of himself")]
    Oneself,
    /// The account keeps the other one away itself.
    #[error("you keep this player away; let him come first")]
    Blocked,
    /// The two are no friends.
    #[error("you are not friends with this player")]
    NotFriends,
    /// The other one has not asked, or has asked too long ago.
    #[error("this player has not asked you, or not lately")]
    NotAsked,
    /// The account has as many friends as it may.
    #[error("you have as many friends as an account may have")]
    TooManyFriends,
    /// The other one has as many friends as an account may.
    #[error("this player has as many friends as an account may have")]
    TheirFriends,
    /// The account waits for as many answers as it may.
    #[error("too many have not answered you yet; withdraw a request first")]
    TooManyAsked,
    /// Too many wait for the answer of the other one.
    #[error("too many wait for the answer of this player")]
    TooManyAsking,
    /// The account keeps as many away as it may.
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
