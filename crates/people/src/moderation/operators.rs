//! The operators of a server, each a document linked to its account.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Ports;
use crate::StoreError;
use crate::accounts::{Account, AccountId, Accounts};
use crate::documents::{DocumentValue, Documents, Link, To, account_value};
use crate::json_keys;

/// The link to the operator's account.
const ACCOUNT: &str = "account";

/// The maximum number of operators in a list.
const MAX_LISTED: u32 = 1_000;

/// An operator as stored.
#[derive(Serialize, Deserialize)]
struct Operator {
    #[serde(with = "json_keys::account")]
    account: AccountId,
}

impl DocumentValue for Operator {
    const KIND: &'static str = "operator";

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

/// The accounts that may moderate. See the module for the rules.
#[derive(Clone)]
pub struct Operators {
    documents: Arc<dyn Documents>,
    accounts: Arc<dyn Accounts>,
}

impl Operators {
    /// The operators of the server with these ports.
    pub fn of(ports: &Ports) -> Operators {
        Operators {
            documents: ports.documents.clone(),
            accounts: ports.accounts.clone(),
        }
    }

    /// Whether an account is an operator. The caller checks that it is not banned.
    pub async fn is_operator(&self, account: AccountId) -> Result<bool, StoreError> {
        let id = account_value(account);
        let found = self.documents.document(Operator::KIND, &id).await?;
        Ok(found.is_some())
    }

    /// Appoints an operator. Returns whether the account was none before; also `false` if it is
    /// deleted.
    pub async fn appoint(&self, account: AccountId, now_ms: u64) -> Result<bool, StoreError> {
        let operator = Operator { account };
        self.documents.of().create(&operator, now_ms).await
    }

    /// Ends the appointment. Returns whether the account was an operator.
    pub async fn dismiss(&self, account: AccountId) -> Result<bool, StoreError> {
        let operators = self.documents.of::<Operator>();
        operators.remove_any(account_value(account)).await
    }

    /// The operators by name.
    pub async fn all(&self) -> Result<Vec<Account>, StoreError> {
        let operators = self.documents.of::<Operator>();
        let found = operators.list(ACCOUNT, "", None, MAX_LISTED).await?;
        let ids: Vec<_> = found.iter().map(|it| it.value.account).collect();
        self.accounts.accounts_of(&ids).await
    }
}
