//! Clubs in SQLite: the operations of their port as queries. A change of a club is one transaction.

use async_trait::async_trait;
use damier_people::accounts::AccountId;
use damier_people::clubs::{
    Club, ClubGame, ClubKey, ClubRole, Clubs, Founded, KeptClub, ListedClub, MOST_FOUNDED,
};
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_session::GameId;
use sqlx::{Sqlite, Transaction};

use super::journal::SqliteStore;
use super::run::{Statement, run};
use crate::account_rows::{self, account_columns};
use crate::club_rows::{self, ClubColumns, listed_columns};
use crate::live_rows::{bytes, integer, journal, unwritable};

fn of(key: &ClubKey, statement: &'static str) -> Statement<'static> {
    sqlx::query(statement).bind(key.to_string())
}

#[async_trait]
impl Clubs for SqliteStore {
    async fn found_club(&self, club: &Club) -> Result<Founded, StoreError> {
        let columns = ClubColumns::of(club).map_err(journal)?;
        let founder = club.members().first().map(|member| member.account);
        let founder = founder.map(account_rows::bytes);
        let founded = self.change(async |tx| {
            let new = sqlx::query(
                "INSERT INTO clubs (key, name, town, language, games, version, due_ms, state)
                 SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 FROM accounts
                 WHERE id = ?9 AND deleted IS NULL
                     AND (SELECT count(*) FROM club_members WHERE account = ?9 AND role = 'founder') < ?10
                     AND NOT EXISTS (SELECT 1 FROM clubs WHERE key = ?11)
                 ON CONFLICT DO NOTHING",
            )
            .bind(columns.key)
            .bind(columns.name)
            .bind(columns.town)
            .bind(columns.language)
            .bind(columns.games)
            .bind(integer(club.founded_ms()))
            .bind(columns.due_ms)
            .bind(columns.state)
            .bind(founder)
            .bind(MOST_FOUNDED)
            .bind(club.name().key().twin().to_string());
            if run(tx, new).await? == 0 {
                return Ok(false);
            }
            set_members(tx, club).await?;
            Ok(true)
        });
        if founded.await? {
            return Ok(Founded::Stored);
        }
        let key = club.name().key();
        let there = of(key, "SELECT key FROM clubs WHERE key IN (?1, ?2)");
        Ok(match self.row(there.bind(key.twin().to_string())).await? {
            Some(_) => Founded::NameTaken,
            None => Founded::TooMany,
        })
    }

    async fn club(&self, key: &ClubKey) -> Result<Option<KeptClub>, StoreError> {
        let found = of(key, "SELECT version, state FROM clubs WHERE key = ?1");
        let Some(row) = self.row(found).await? else {
            return Ok(None);
        };
        let members = concat!(
            "SELECT ",
            account_columns!(),
            " FROM club_members JOIN accounts ON accounts.id = account
              WHERE club = ?1 AND accounts.deleted IS NULL"
        );
        let members = self.rows(of(key, members)).await?;
        club_rows::club(&row, &members)
    }

    async fn store_club(
        &self,
        club: &Club,
        seen: u64,
        game: Option<&ClubGame>,
    ) -> Result<bool, StoreError> {
        let columns = ClubColumns::of(club).map_err(journal)?;
        self.change(async |tx| {
            let changed = sqlx::query(
                "UPDATE clubs SET town = ?3, language = ?4, games = ?5, version = version + 1, due_ms = ?6, state = ?7
                 WHERE key = ?1 AND version = ?2",
            )
            .bind(columns.key)
            .bind(integer(seen))
            .bind(columns.town)
            .bind(columns.language)
            .bind(columns.games)
            .bind(columns.due_ms)
            .bind(columns.state);
            if run(tx, changed).await? == 0 {
                return Ok(false);
            }
            set_members(tx, club).await?;
            if let Some(game) = game {
                run(tx, add_game(club.name().key(), game)).await?;
            }
            Ok(true)
        })
        .await
    }

    async fn dissolve_club(&self, key: &ClubKey, seen: u64) -> Result<bool, StoreError> {
        let gone = of(key, "DELETE FROM clubs WHERE key = ?1 AND version = ?2");
        Ok(self.change_rows(gone.bind(integer(seen))).await? > 0)
    }

    async fn sweep_clubs(&self) -> Result<u64, StoreError> {
        self.change_rows(sqlx::query(
            "DELETE FROM clubs WHERE NOT EXISTS (
                 SELECT 1 FROM club_members JOIN accounts ON accounts.id = account
                 WHERE club = clubs.key AND role IS NOT NULL AND accounts.deleted IS NULL)",
        ))
        .await
    }

    async fn clubs(
        &self,
        with: Option<&ClubKey>,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ListedClub>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            listed_columns!(),
            " FROM clubs WHERE (?1 IS NULL OR instr(key, ?1) > 0) AND (?2 IS NULL OR key > ?2)
                  AND EXISTS (SELECT 1 FROM club_members JOIN accounts ON accounts.id = account
                      WHERE club = clubs.key AND role IS NOT NULL AND accounts.deleted IS NULL)
              ORDER BY key LIMIT ?3"
        ))
        .bind(with.map(ClubKey::to_string))
        .bind(after.map(ClubKey::to_string))
        .bind(most);
        let rows = self.rows(found).await?;
        rows.iter().map(club_rows::listed).collect()
    }

    async fn clubs_of(
        &self,
        account: AccountId,
    ) -> Result<Vec<(ListedClub, Option<ClubRole>)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            listed_columns!(),
            ", own.role AS role FROM club_members AS own JOIN clubs ON clubs.key = own.club
                  JOIN accounts ON accounts.id = own.account
              WHERE own.account = ?1 AND accounts.deleted IS NULL ORDER BY clubs.key"
        ));
        let rows = self.rows(found.bind(account_rows::bytes(account))).await?;
        rows.iter().map(club_rows::with_role).collect()
    }

    async fn clubs_due(
        &self,
        now_ms: u64,
        after: Option<&ClubKey>,
        most: u32,
    ) -> Result<Vec<ClubKey>, StoreError> {
        let due = sqlx::query(
            "SELECT key AS club FROM clubs WHERE due_ms <= ?1 AND (?2 IS NULL OR key > ?2)
             ORDER BY key LIMIT ?3",
        )
        .bind(integer(now_ms))
        .bind(after.map(ClubKey::to_string))
        .bind(most);
        self.rows(due).await?.iter().map(club_rows::key).collect()
    }

    async fn mark_club_game(&self, key: &ClubKey, game: &ClubGame) -> Result<bool, StoreError> {
        self.change_rows(add_game(key, game)).await?;
        let own = of(
            key,
            "SELECT game FROM club_games WHERE club = ?1 AND game = ?2",
        );
        let row = self.row(own.bind(bytes(game.game))).await?;
        Ok(row.is_some())
    }

    async fn unmark_club_game(&self, key: &ClubKey, game: GameId) -> Result<bool, StoreError> {
        let gone = of(
            key,
            "DELETE FROM club_games WHERE club = ?1 AND game = ?2 AND is_ladder = 0",
        );
        Ok(self.change_rows(gone.bind(bytes(game))).await? > 0)
    }

    async fn club_of_game(&self, game: GameId) -> Result<Option<(ClubKey, ClubGame)>, StoreError> {
        let found =
            sqlx::query("SELECT club, game, at_ms, is_ladder FROM club_games WHERE game = ?1");
        let row = self.row(found.bind(bytes(game))).await?;
        let read = |row| Ok((club_rows::key(row)?, club_rows::game(row)?));
        row.as_ref().map(read).transpose()
    }

    async fn club_games(
        &self,
        key: &ClubKey,
        after: Option<(u64, GameId)>,
        most: u32,
    ) -> Result<Vec<ClubGame>, StoreError> {
        let found = of(
            key,
            "SELECT game, at_ms, is_ladder FROM club_games
             WHERE club = ?1 AND (?2 IS NULL OR (at_ms, game) < (?2, ?3))
             ORDER BY at_ms DESC, game DESC LIMIT ?4",
        )
        .bind(after.map(|(at_ms, _)| integer(at_ms)))
        .bind(after.map(|(_, game)| bytes(game)))
        .bind(most);
        self.rows(found)
            .await?
            .iter()
            .map(club_rows::game)
            .collect()
    }
}

fn add_game(key: &ClubKey, game: &ClubGame) -> Statement<'static> {
    of(
        key,
        "INSERT INTO club_games (club, game, at_ms, is_ladder)
         SELECT key, ?2, ?3, ?4 FROM clubs WHERE key = ?1 ON CONFLICT DO NOTHING",
    )
    .bind(bytes(game.game))
    .bind(integer(game.at_ms))
    .bind(game.is_ladder)
}

/// Makes the rows of the members those of the club. Whose account is gone gets none.
async fn set_members(tx: &mut Transaction<'_, Sqlite>, club: &Club) -> Result<(), LibraryError> {
    let members = club_rows::members(club)
        .map(|(account, role)| (format!("{:032x}", account.to_bits()), role))
        .collect::<Vec<_>>();
    let members = serde_json::to_string(&members).map_err(unwritable)?;
    let key = club.name().key();
    let gone = of(
        key,
        "DELETE FROM club_members
         WHERE club = ?1 AND account NOT IN (SELECT unhex(value ->> 0) FROM json_each(?2))",
    );
    run(tx, gone.bind(members.clone())).await?;
    let there = of(
        key,
        "INSERT INTO club_members (club, account, role)
         SELECT ?1, accounts.id, value ->> 1 FROM json_each(?2)
             JOIN accounts ON accounts.id = unhex(value ->> 0) AND deleted IS NULL
         WHERE TRUE
         ON CONFLICT (club, account) DO UPDATE SET role = excluded.role WHERE role IS NOT excluded.role",
    );
    run(tx, there.bind(members)).await?;
    Ok(())
}
