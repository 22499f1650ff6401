//! Where devices may be called, in SQLite: the operations of the port as queries. That a subscription goes with its session is a rule of the table.

use async_trait::async_trait;
use damier_people::accounts::{AccountId, AccountKey};
use damier_people::live::StoreError;
use damier_people::push::{LEAST_REFUSALS, PushEndpoint, PushSubscription, Pushes, REFUSED_MS};

use super::journal::SqliteStore;
use super::run::run;
use crate::account_rows::{bytes, key};
use crate::friend_rows;
use crate::live_rows::integer;

#[async_trait]
impl Pushes for SqliteStore {
    async fn keep_push(
        &self,
        session: &AccountKey,
        subscription: &PushSubscription,
    ) -> Result<bool, StoreError> {
        let others = sqlx::query(
            "DELETE FROM push_subscriptions WHERE endpoint = ?2 AND session <> ?1
                 AND EXISTS (SELECT 1 FROM account_keys WHERE key = ?1 AND scopes IS NULL)",
        )
        .bind(key(session))
        .bind(subscription.endpoint.as_str().to_owned());
        let kept = sqlx::query(
            "INSERT INTO push_subscriptions (session, endpoint, public, auth, language)
             SELECT key, ?2, ?3, ?4, ?5 FROM account_keys WHERE key = ?1 AND scopes IS NULL
             ON CONFLICT (session) DO UPDATE SET endpoint = excluded.endpoint, public = excluded.public,
                 auth = excluded.auth, language = excluded.language, refused_ms = NULL, refusals = 0",
        )
        .bind(key(session))
        .bind(subscription.endpoint.as_str().to_owned())
        .bind(subscription.keys.public.to_vec())
        .bind(subscription.keys.auth.to_vec())
        .bind(subscription.language.code());
        self.change(async |tx| {
            run(tx, others).await?;
            Ok(run(tx, kept).await? > 0)
        })
        .await
    }

    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, StoreError> {
        let gone = sqlx::query(
            "DELETE FROM push_subscriptions WHERE session = ?1 AND (?2 IS NULL OR endpoint = ?2)",
        )
        .bind(key(session))
        .bind(endpoint.map(|endpoint| endpoint.as_str().to_owned()));
        Ok(self.change_rows(gone).await? > 0)
    }

    async fn note_push(
        &self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let of = |statement| {
            let session = sqlx::query(statement).bind(key(session));
            session.bind(endpoint.as_str().to_owned())
        };
        if is_taken {
            // Most were not refused before, and then nothing is written.
            let refused = of(
                "SELECT session FROM push_subscriptions WHERE session = ?1 AND endpoint = ?2 AND refusals > 0",
            );
            if self.row(refused).await?.is_some() {
                let taken = of(
                    "UPDATE push_subscriptions SET refused_ms = NULL, refusals = 0 WHERE session = ?1 AND endpoint = ?2",
                );
                self.change_rows(taken).await?;
            }
            return Ok(false);
        }
        let noted = of(
            "UPDATE push_subscriptions SET refused_ms = coalesce(refused_ms, ?3), refusals = refusals + 1
             WHERE session = ?1 AND endpoint = ?2",
        );
        let over = of("DELETE FROM push_subscriptions
             WHERE session = ?1 AND endpoint = ?2 AND refused_ms <= ?3 AND refusals >= ?4");
        self.change(async |tx| {
            run(tx, noted.bind(integer(now_ms))).await?;
            let long_ago = integer(now_ms).saturating_sub_unsigned(REFUSED_MS);
            Ok(run(tx, over.bind(long_ago).bind(LEAST_REFUSALS)).await? > 0)
        })
        .await
    }

    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, StoreError> {
        let found = sqlx::query(
            "SELECT session, endpoint, public, auth, language
             FROM push_subscriptions JOIN account_keys ON account_keys.key = session
             WHERE account_keys.account = ?1 ORDER BY session",
        );
        let rows = self.rows(found.bind(bytes(account))).await?;
        rows.iter().map(friend_rows::push).collect()
    }
}
