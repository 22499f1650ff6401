//! Names that an older program has stored get the keys that this one knows, when a node starts. Older nodes that go on store names without them, which the
//! next start finds.

use damier_people::accounts::NameKeys;
use damier_people::live::StoreError;

use super::journal::PostgresStore;
use crate::account_rows::{self, MOST_NAMES, StoredName};
use crate::live_rows::journal;

impl PostgresStore {
    /// Gives accounts that have no key for how their names look both keys, where no other account has them: such an account stays as it was, and is found by
    /// the key that it has. Answers how many were given one. To do it again, or on two nodes at one moment, changes nothing.
    ///
    /// # Errors
    /// [`StoreError`] when the server does not answer; what was done until then stays.
    pub async fn renew_name_keys(&self) -> Result<u64, StoreError> {
        let mut renewed = 0;
        let mut after = Vec::new();
        loop {
            let found = sqlx::query(
                "SELECT id, name FROM accounts WHERE looks IS NULL AND deleted IS NULL AND id > $1 ORDER BY id LIMIT $2",
            );
            let found = found.bind(after.clone()).bind(i64::from(MOST_NAMES));
            let names: Vec<StoredName> = account_rows::names(&self.rows(found).await?)?;
            let Some((last, _)) = names.last() else {
                return Ok(renewed);
            };
            after.clone_from(last);
            for (id, name) in names {
                let keys = NameKeys::of(&name);
                // Not where it was renamed or deleted since it was read. A key that another account has is refused by its index.
                let folded = sqlx::query(
                    "UPDATE accounts SET folded = $3
                     WHERE id = $1 AND name = $2 AND folded <> $3 AND deleted IS NULL RETURNING id",
                );
                let folded = folded.bind(id.clone()).bind(name.clone());
                let folded = folded.bind(keys.folded);
                let done = self.connections.change_if_new(folded).await;
                done.map_err(journal)?;
                let looks = sqlx::query(
                    "UPDATE accounts SET looks = $3
                     WHERE id = $1 AND name = $2 AND looks IS NULL AND deleted IS NULL RETURNING id",
                );
                let looks = looks.bind(id).bind(name).bind(keys.looks);
                let done = self.connections.change_if_new(looks).await;
                renewed += done.map_err(journal)?.map_or(0, |rows| rows.len() as u64);
            }
        }
    }
}
