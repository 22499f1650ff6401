//! Friends as documents: relations of two accounts, and choices of an account.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Ports;
use crate::StoreError;
use crate::accounts::{Account, AccountId, Accounts};
use crate::documents::{self, DocumentValue, Documents, Link, To, Versioned, account_value};
use crate::friends::choices::FriendChoices;
use crate::friends::port::ListedRelationship;
use crate::friends::relationship::Relationship;
use crate::json_keys;

/// The link to either account of a relation, or to the account of choices.
const ACCOUNT: &str = "account";

/// An upper bound of the relations of an account.
const MAX_RELATIONSHIPS: u32 = 10_000;

/// The id of a relation's document.
fn id_of(relationship: &Relationship) -> String {
    relationship.accounts().map(account_value).join("-")
}

impl DocumentValue for Relationship {
    const KIND: &'static str = "bond";

    fn id(&self) -> String {
        id_of(self)
    }

    fn links(&self) -> Vec<Link> {
        let link = |account| Link {
            name: ACCOUNT,
            to: To::Owner(account),
        };
        self.accounts().map(link).into()
    }

    /// A relation that contains only requests and answers expires with them.
    fn expires_ms(&self, _now_ms: u64) -> Option<u64> {
        Relationship::expires_ms(self)
    }
}

/// An account's choices as stored.
#[derive(Clone, Serialize, Deserialize)]
struct StoredChoices {
    #[serde(with = "json_keys::account")]
    account: AccountId,
    shows_here: bool,
    lets_watch: bool,
    takes_requests: bool,
}

impl StoredChoices {
    fn of(account: AccountId, choices: FriendChoices) -> StoredChoices {
        StoredChoices {
            account,
            shows_here: choices.shows_here,
            lets_watch: choices.lets_watch,
            takes_requests: choices.takes_requests,
        }
    }

    fn read(&self) -> FriendChoices {
        FriendChoices {
            shows_here: self.shows_here,
            lets_watch: self.lets_watch,
            takes_requests: self.takes_requests,
        }
    }
}

impl DocumentValue for StoredChoices {
    const KIND: &'static str = "friend-choices";

    fn id(&self) -> String {
        account_value(self.account)
    }

    fn links(&self) -> Vec<Link> {
        vec![Link {
            name: ACCOUNT,
            to: To::Owner(self.account),
        }]
    }
}

/// Whether an account may watch another's games: they are friends, and the other shows presence and
/// lets friends watch.
pub async fn may_watch(
    documents: &dyn Documents,
    watcher: AccountId,
    player: AccountId,
) -> Result<bool, StoreError> {
    let Ok(strangers) = Relationship::strangers(watcher, player) else {
        return Ok(false);
    };
    let found = documents
        .of::<Relationship>()
        .find(id_of(&strangers))
        .await?;
    if !found.is_some_and(|found| found.value.are_friends()) {
        return Ok(false);
    }
    let choices = choices_of(documents, player).await?;
    Ok(choices.shows_here && choices.lets_watch)
}

async fn choices_of(
    documents: &dyn Documents,
    account: AccountId,
) -> Result<FriendChoices, StoreError> {
    let all = documents.of::<StoredChoices>();
    let found = all.find(account_value(account)).await?;
    Ok(found.map(|found| found.value.read()).unwrap_or_default())
}

/// The relations of an account.
async fn relationships(
    documents: &dyn Documents,
    account: AccountId,
) -> Result<Vec<Relationship>, StoreError> {
    let value = account_value(account);
    let found = documents.of::<Relationship>();
    let found = found.linked(ACCOUNT, &value, None, MAX_RELATIONSHIPS);
    Ok(found.await?.into_iter().map(|found| found.value).collect())
}

/// Friends, and challenges between them. See the module for the rules.
#[derive(Clone)]
pub struct Friends {
    documents: Arc<dyn Documents>,
    accounts: Arc<dyn Accounts>,
}

impl Friends {
    /// A store of friends over these ports.
    pub fn of(ports: &Ports) -> Friends {
        Friends {
            documents: ports.documents.clone(),
            accounts: ports.accounts.clone(),
        }
    }

    /// The relation of two accounts with its stored version, 0 if none is stored. `None` if both
    /// are the same account.
    pub async fn relationship(
        &self,
        one: AccountId,
        other: AccountId,
    ) -> Result<Option<(Relationship, u64)>, StoreError> {
        let Ok(strangers) = Relationship::strangers(one, other) else {
            return Ok(None);
        };
        let found = self
            .documents
            .of::<Relationship>()
            .find(id_of(&strangers))
            .await?;
        Ok(Some(match found {
            Some(found) => (found.value, found.version),
            None => (strangers, 0),
        }))
    }

    /// Stores a relation on top of the version that was read; one of strangers is removed. Returns
    /// whether it was stored: not if it has changed since, or one of the accounts is deleted.
    ///
    /// # Errors
    /// [`StoreError`] when the store is unavailable; then it may or may not be stored.
    pub async fn store_relationship(
        &self,
        relationship: &Relationship,
        seen: u64,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let (stored, id) = (self.documents.of(), id_of(relationship));
        match (relationship.is_nothing(), seen) {
            (true, 0) => {
                let both = relationship.accounts();
                let is_there = stored.find(&id).await?.is_some();
                Ok(!is_there && self.accounts.accounts_of(&both).await?.len() == both.len())
            }
            (true, seen) => stored.remove(&id, seen).await,
            (false, 0) => stored.create(relationship, now_ms).await,
            (false, seen) => stored.store(relationship, seen, now_ms).await,
        }
    }

    /// All relations of an account, sorted by the other account's name.
    pub async fn bonds_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<ListedRelationship>, StoreError> {
        let relationships = relationships(&*self.documents, account).await?;
        let others: Vec<AccountId> = relationships
            .iter()
            .map(|relationship| relationship.other(account))
            .collect();
        let ids: Vec<String> = others.iter().map(|other| account_value(*other)).collect();
        let choices = self
            .documents
            .documents_of(StoredChoices::KIND, &ids)
            .await?;
        let read = |stored| Ok(Versioned::<StoredChoices>::read(stored)?.value);
        let choices = choices
            .iter()
            .map(read)
            .collect::<Result<Vec<_>, StoreError>>()?;
        let kept = |other: Account| {
            let relationship = relationships
                .iter()
                .find(|relationship| relationship.other(account) == other.id)?;
            let chosen = choices.iter().find(|chosen| chosen.account == other.id);
            Some(ListedRelationship {
                relationship: *relationship,
                choices: chosen.map(StoredChoices::read).unwrap_or_default(),
                other,
            })
        };
        let others = self.accounts.accounts_of(&others).await?.into_iter();
        Ok(others.filter_map(kept).collect())
    }

    /// The accounts that this one blocks, and those that block it.
    pub async fn blocked(&self, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
        let relationships = relationships(&*self.documents, account).await?.into_iter();
        let apart = relationships.filter(Relationship::is_blocked);
        let mut apart: Vec<_> = apart
            .map(|relationship| relationship.other(account))
            .collect();
        apart.sort_unstable();
        Ok(apart)
    }

    /// An account's choices.
    pub async fn friend_choices(&self, account: AccountId) -> Result<FriendChoices, StoreError> {
        choices_of(&*self.documents, account).await
    }

    /// Stores an account's choices. Returns whether the account exists.
    pub async fn choose(
        &self,
        account: AccountId,
        choices: FriendChoices,
    ) -> Result<bool, StoreError> {
        let stored = StoredChoices::of(account, choices);
        let id = account_value(account);
        let all = self.documents.of::<StoredChoices>();
        let change = all.change(&id, 0, |there| {
            *there = stored.clone();
            documents::AfterChange::Store(())
        });
        if change.await?.is_some() || all.create(&stored, 0).await? {
            return Ok(true);
        }
        // No relation was found, and none could be created: another request was faster, or the
        // account is deleted.
        Ok(!self.accounts.accounts_of(&[account]).await?.is_empty())
    }
}
