//! What an account lets friends and strangers do.

/// What the owner of an account has chosen. Nobody's last visit is told in any case: it is not kept for it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FriendChoices {
    /// Whether friends see that the account is here.
    pub shows_here: bool,
    /// Whether friends may look on at its games.
    pub lets_watch: bool,
    /// Whether anybody may ask to be a friend. Where not, whoever asks waits without being seen.
    pub takes_requests: bool,
}

impl Default for FriendChoices {
    /// Friends see that one is here; nobody looks on before the owner has said so; one may be asked.
    fn default() -> Self {
        Self {
            shows_here: true,
            lets_watch: false,
            takes_requests: true,
        }
    }
}
