//! Where devices may be called, in PostgreSQL: the operations of the port, one statement each. That a subscription goes with its session is a rule of the table.

use async_trait::async_trait;
use damier_club::account::{AccountId, AccountKey};
use damier_club::live::JournalError;
use damier_club::push::{PushEndpoint, PushSubscription, Pushes};

use super::journal::PostgresJournal;
use crate::account_rows::{bytes, key};
use crate::friend_rows;

#[async_trait]
impl Pushes for PostgresJournal {
    async fn keep_push(
        &self,
        session: &AccountKey,
        subscription: &PushSubscription,
    ) -> Result<bool, JournalError> {
        let kept = sqlx::query(
            "INSERT INTO push_subscriptions (session, endpoint, public, auth, language)
             SELECT key, $2, $3, $4, $5 FROM account_keys WHERE key = $1 AND scopes IS NULL
             ON CONFLICT (session) DO UPDATE SET endpoint = excluded.endpoint, public = excluded.public,
                 auth = excluded.auth, language = excluded.language
             RETURNING session",
        )
        .bind(key(session))
        .bind(subscription.endpoint.as_str().to_owned())
        .bind(subscription.keys.public.to_vec())
        .bind(subscription.keys.auth.to_vec())
        .bind(subscription.language.code());
        Ok(self.change(kept).await? > 0)
    }

    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, JournalError> {
        let gone = sqlx::query(
            "DELETE FROM push_subscriptions WHERE session = $1 AND ($2::text IS NULL OR endpoint = $2)
             RETURNING session",
        )
        .bind(key(session))
        .bind(endpoint.map(|endpoint| endpoint.as_str().to_owned()));
        Ok(self.change(gone).await? > 0)
    }

    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, JournalError> {
        let found = sqlx::query(
            "SELECT session, endpoint, public, auth, language
             FROM push_subscriptions JOIN account_keys ON account_keys.key = session
             WHERE account_keys.account = $1 ORDER BY session",
        );
        let rows = self.rows(found.bind(bytes(account))).await?;
        rows.iter().map(friend_rows::push).collect()
    }
}
