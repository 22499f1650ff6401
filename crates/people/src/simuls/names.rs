//! Names of the accounts in a simul. They are not stored with the simul, but looked up whenever it
//! is read.

use crate::accounts::{Account, AccountId};
use crate::simuls::guests::{Guest, GuestKind, SimulName};
use crate::simuls::value::Simul;

impl Simul {
    /// The accounts of all participants, each once.
    pub fn accounts(&self) -> Vec<AccountId> {
        let guests = self.everybody().chain(&self.refused);
        let mut accounts: Vec<AccountId> = guests
            .filter_map(Guest::account)
            .chain(self.host.account)
            .collect();
        accounts.sort_unstable();
        accounts.dedup();
        accounts
    }

    /// The simul without names of accounts, as it is stored.
    #[must_use]
    pub fn without_account_names(mut self) -> Simul {
        self.name_accounts(|account| (SimulName::default(), Some(account)));
        self
    }

    /// The simul with the current names of accounts. A deleted account is removed from its
    /// participant, who keeps the replacement name.
    pub(super) fn with_accounts(mut self, accounts: &[Account]) -> Simul {
        self.name_accounts(|id| {
            let Some(account) = accounts.iter().find(|account| account.id == id) else {
                return (SimulName::default(), None);
            };
            let name = account.name.parse().unwrap_or_default();
            (name, (!account.is_deleted).then_some(id))
        });
        self
    }

    fn name_accounts(&mut self, of: impl Fn(AccountId) -> (SimulName, Option<AccountId>)) {
        if let Some(account) = self.host.account {
            (self.host.name, self.host.account) = of(account);
        }
        let guests = self.seated.iter_mut().chain(&mut self.asking);
        for guest in guests.chain(&mut self.refused) {
            if let GuestKind::Person { name, account, .. } = &mut guest.kind
                && let Some(id) = *account
            {
                (*name, *account) = of(id);
            }
        }
    }
}
