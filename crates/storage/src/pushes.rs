//! Push subscriptions of accounts: the operations of the port as statements. They have a table of
//! their own, since a subscription is found by its session and by its endpoint, and is removed with
//! its session by a rule of the table.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::accounts::{AccountId, AccountKey};
use damier_people::push::{LEAST_REFUSALS, PushEndpoint, PushSubscription, Pushes, REFUSED_MS};

use crate::live_rows::integer;
use crate::push_rows;
use crate::sql::sql;
use crate::store::SqlStore;

#[async_trait]
impl Pushes for SqlStore {
    async fn store_push(
        &self,
        session: &AccountKey,
        subscription: &PushSubscription,
    ) -> Result<bool, StoreError> {
        // A device has one subscription, whichever of its sessions stored it.
        let others = sql(
            "DELETE FROM push_subscriptions WHERE endpoint = $2 AND session <> $1
                 AND EXISTS (SELECT 1 FROM account_keys WHERE key = $1 AND scopes IS NULL)",
        );
        let others = others.bind(session).bind(subscription.endpoint.as_str());
        let kept = sql(
            "INSERT INTO push_subscriptions (session, endpoint, public_key, auth, language)
             SELECT key, $2, $3, $4, $5 FROM account_keys WHERE key = $1 AND scopes IS NULL
             ON CONFLICT (session) DO UPDATE SET endpoint = excluded.endpoint, public_key = excluded.public_key,
                 auth = excluded.auth, language = excluded.language, refused_ms = NULL, refusals = 0",
        )
        .bind(session)
        .bind(subscription.endpoint.as_str())
        .bind(&subscription.keys.public[..])
        .bind(&subscription.keys.auth[..])
        .bind(subscription.language.code())
        .required();
        let kept = self.sql.change_all(vec![others, kept]).await?;
        Ok(kept.is_done())
    }

    async fn drop_push(
        &self,
        session: &AccountKey,
        endpoint: Option<&PushEndpoint>,
    ) -> Result<bool, StoreError> {
        let deletion = sql(
            "DELETE FROM push_subscriptions WHERE session = $1 AND ($2 IS NULL OR endpoint = $2)",
        )
        .bind(session)
        .bind(endpoint.map(|endpoint| endpoint.as_str().to_owned()));
        Ok(self.sql.change(deletion).await? > 0)
    }

    async fn note_push(
        &self,
        session: &AccountKey,
        endpoint: &PushEndpoint,
        is_taken: bool,
        now_ms: u64,
    ) -> Result<bool, StoreError> {
        let of = |statement| {
            let session = sql(statement).bind(session);
            session.bind(endpoint.as_str())
        };
        if is_taken {
            let taken = of(
                "UPDATE push_subscriptions SET refused_ms = NULL, refusals = 0
                 WHERE session = $1 AND endpoint = $2 AND refusals > 0",
            );
            self.sql.change(taken).await?;
            return Ok(false);
        }
        let noted = of(
            "UPDATE push_subscriptions SET refused_ms = coalesce(refused_ms, $3), refusals = refusals + 1
             WHERE session = $1 AND endpoint = $2",
        );
        self.sql.change(noted.bind(now_ms)).await?;
        let over = of("DELETE FROM push_subscriptions
             WHERE session = $1 AND endpoint = $2 AND refused_ms <= $3 AND refusals >= $4");
        let long_ago = integer(now_ms).saturating_sub_unsigned(REFUSED_MS);
        let over = over.bind(long_ago).bind(LEAST_REFUSALS);
        Ok(self.sql.change(over).await? > 0)
    }

    async fn pushes_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(AccountKey, PushSubscription)>, StoreError> {
        let found = sql("SELECT session, endpoint, public_key, auth, language
             FROM push_subscriptions JOIN account_keys ON account_keys.key = session
             WHERE account_keys.account = $1 ORDER BY session");
        let rows = self.sql.rows(found.bind(account)).await?;
        rows.iter().map(push_rows::push).collect()
    }
}
