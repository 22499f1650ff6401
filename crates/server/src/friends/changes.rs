//! How a relation of two accounts is found and changed, what it permits, and why it refuses.

use damier_people::accounts::AccountId;
use damier_people::documents::RetryCounter;
use damier_people::friends::{
    AddressedChallenge, Addressees, FriendRefusal, Friends, Relation, Relationship,
};
use damier_session::GameId;

use crate::friends::presence::Presence;
use crate::friends::state::FriendsState;
use crate::problem::Problem;

/// The maximum number of challenges in a response.
pub(crate) const MAX_CHALLENGES: u32 = 50;

/// The current relation of two accounts.
pub(crate) async fn relationship(
    state: &FriendsState,
    own: AccountId,
    other: AccountId,
) -> Result<(Relationship, u64), Problem> {
    let found = state.friends.relationship(own, other).await?;
    let (mut relationship, version) = found.ok_or(FriendRefusal::Oneself)?;
    relationship.expire(state.clock.now_ms());
    Ok((relationship, version))
}

/// Requires that two accounts are friends.
pub(crate) async fn require_friends(
    state: &FriendsState,
    own: AccountId,
    other: AccountId,
) -> Result<(), Problem> {
    let (relationship, _) = relationship(state, own, other).await?;
    if relationship.are_friends() {
        Ok(())
    } else {
        Err(FriendRefusal::NotFriends.into())
    }
}

/// Changes a relation. `act` may run several times, each time on the current relation; it gets the
/// numbers of relations of both accounts.
pub(crate) async fn change(
    state: &FriendsState,
    own: AccountId,
    other: AccountId,
    act: impl Fn(&mut Relationship, &BothCounts) -> Result<(), FriendRefusal>,
) -> Result<Relationship, Problem> {
    // One change at a time on this node, so that two simultaneous requests cannot exceed a limit.
    let _turn = state.turn.lock().await;
    let mut tries = RetryCounter::default();
    loop {
        tries.begin()?;
        let (mut changed, version) = relationship(state, own, other).await?;
        let counts = BothCounts {
            own: RelationCounts::of(state, own).await?,
            their: RelationCounts::of(state, other).await?,
        };
        act(&mut changed, &counts)?;
        let stored = state
            .friends
            .store_relationship(&changed, version, state.clock.now_ms());
        if stored.await? {
            return Ok(changed);
        }
    }
}

/// The numbers of relations of both accounts, by kind.
pub(crate) struct BothCounts {
    pub(crate) own: RelationCounts,
    pub(crate) their: RelationCounts,
}

/// The numbers of an account's relations, by kind.
pub(crate) struct RelationCounts {
    pub(crate) friends: usize,
    /// Unanswered requests that it has sent.
    pub(crate) asked: usize,
    /// Unanswered requests that it has received, without declined and blocked ones.
    pub(crate) asking: usize,
    pub(crate) blocked: usize,
}

impl RelationCounts {
    async fn of(state: &FriendsState, account: AccountId) -> Result<Self, Problem> {
        let relationships = state.friends.bonds_of(account).await?;
        let now_ms = state.clock.now_ms();
        let mut counts = Self {
            friends: 0,
            asked: 0,
            asking: 0,
            blocked: 0,
        };
        for mut kept in relationships {
            kept.relationship.expire(now_ms);
            match kept.relationship.seen_by(account) {
                Relation::Friend => counts.friends += 1,
                Relation::Asked => counts.asked += 1,
                Relation::Blocked => counts.blocked += 1,
                Relation::IsAsked => counts.asking += 1,
                Relation::Stranger => {}
            }
        }
        Ok(counts)
    }
}

/// Whether one of two accounts blocks the other.
pub(crate) async fn is_blocked_pair(
    friends: &Friends,
    one: Option<AccountId>,
    other: Option<AccountId>,
) -> Result<bool, Problem> {
    let (Some(one), Some(other)) = (one, other) else {
        return Ok(false);
    };
    let relationship = friends.relationship(one, other).await?;
    Ok(relationship.is_some_and(|(relationship, _)| relationship.is_blocked()))
}

/// Open challenges from friends to an account. Those of former friends are left out.
pub(crate) async fn challenges_for(
    state: &FriendsState,
    account: AccountId,
) -> Result<Vec<AddressedChallenge>, Problem> {
    let now_ms = state.clock.now_ms();
    let mut visible = Vec::new();
    for addressed in state
        .addressees
        .addressed_to(account, now_ms, MAX_CHALLENGES)
        .await?
    {
        if is_visible(&state.friends, account, &addressed).await? {
            visible.push(addressed);
        }
    }
    Ok(visible)
}

/// Whether a challenge addressed to an account is visible to it.
async fn is_visible(
    friends: &Friends,
    account: AccountId,
    addressed: &AddressedChallenge,
) -> Result<bool, Problem> {
    let Some(host) = addressed.open.account else {
        return Ok(false);
    };
    let relationship = friends.relationship(account, host).await?;
    Ok(
        relationship.is_some_and(|(relationship, _)| match addressed.rematch_of {
            None => relationship.are_friends(),
            Some(_) => !relationship.is_blocked(),
        }),
    )
}

/// An open challenge from a friend to an account.
pub(crate) async fn challenge_for(
    friends: &Friends,
    addressees: &dyn Addressees,
    account: AccountId,
    id: GameId,
    now_ms: u64,
) -> Result<Option<AddressedChallenge>, Problem> {
    let found = addressees.addressed(account, id, now_ms).await?;
    let Some(found) = found.filter(|it| it.rematch_of.is_none()) else {
        return Ok(None);
    };
    Ok(is_visible(friends, account, &found).await?.then_some(found))
}

/// A friend's presence, as far as the friend shows it.
pub(crate) fn presence_of(
    state: &FriendsState,
    kept: &damier_people::friends::ListedRelationship,
) -> Option<Presence> {
    if !kept.relationship.are_friends() || !kept.choices.shows_here {
        return None;
    }
    state
        .games
        .actors
        .here
        .of(kept.other.id, state.clock.now_ms())
}

impl From<FriendRefusal> for Problem {
    fn from(refusal: FriendRefusal) -> Self {
        Self::conflict(
            "friends-refuse",
            "not possible between these accounts",
            refusal.to_string(),
        )
        .because(refusal.code(), None)
    }
}
