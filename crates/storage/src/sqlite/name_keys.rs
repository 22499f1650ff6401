//! Names that an older program has stored get the keys that this one knows, when the file is opened.

use damier_people::accounts::NameKeys;
use damier_people::live::StoreError;

use super::journal::SqliteStore;
use super::run::run;
use crate::account_rows::{self, MOST_NAMES, StoredName};

impl SqliteStore {
    /// Gives accounts that have no key for how their names look both keys, where no other account has them: such an account stays as it was, and is found by
    /// the key that it has. Answers how many were given one. To do it again changes nothing.
    ///
    /// # Errors
    /// [`StoreError`] when the file cannot be read or written; what was done until then stays.
    pub async fn renew_name_keys(&self) -> Result<u64, StoreError> {
        let mut renewed = 0;
        let mut after = Vec::new();
        loop {
            let found = sqlx::query(
                "SELECT id, name FROM accounts WHERE looks IS NULL AND deleted IS NULL AND id > ?1 ORDER BY id LIMIT ?2",
            );
            let rows = self
                .rows(found.bind(after.clone()).bind(MOST_NAMES))
                .await?;
            let names: Vec<StoredName> = account_rows::names(&rows)?;
            let Some((last, _)) = names.last() else {
                return Ok(renewed);
            };
            after.clone_from(last);
            renewed += self
                .change(async |tx| {
                    let mut renewed = 0;
                    for (id, name) in names {
                        let keys = NameKeys::of(&name);
                        // Not where it was renamed or deleted since it was read.
                        let folded = sqlx::query(
                            "UPDATE OR IGNORE accounts SET folded = ?3
                         WHERE id = ?1 AND name = ?2 AND folded <> ?3 AND deleted IS NULL",
                        );
                        let folded = folded.bind(id.clone()).bind(name.clone());
                        run(tx, folded.bind(keys.folded)).await?;
                        let looks = sqlx::query(
                            "UPDATE OR IGNORE accounts SET looks = ?3
                         WHERE id = ?1 AND name = ?2 AND looks IS NULL AND deleted IS NULL",
                        );
                        renewed += run(tx, looks.bind(id).bind(name).bind(keys.looks)).await?;
                    }
                    Ok(renewed)
                })
                .await?;
        }
    }
}
