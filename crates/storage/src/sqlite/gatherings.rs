//! Gatherings in SQLite: the operations of their port as queries. Writers come one after the other, so what is counted first still holds when
//! somebody is added.

use std::ops::ControlFlow;

use async_trait::async_trait;
use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_people::teams::{
    Arrived, Attendee, Gathering, GatheringMade, GatheringRole, Gatherings, Named, NamedBy, Naming,
    NewAttendee, NewGathering, Voice,
};
use damier_session::{GameId, SeatKey};
use sqlx::{Sqlite, Transaction};

use super::journal::SqliteStore;
use super::run::{Statement, run};
use crate::gathering_rows::{self, gathering_columns, key, place_columns};
use crate::live_rows::{self, bytes, integer, journal};

fn of(id: GameId, statement: &'static str) -> Statement<'static> {
    sqlx::query(statement).bind(bytes(id))
}

/// How often a captain is named where the gathering changes at the same moment.
const TRIES: u32 = 4;

/// Makes a gathering, if nothing of it is another's.
async fn make(
    tx: &mut Transaction<'_, Sqlite>,
    new: &NewGathering,
    plan: String,
) -> Result<bool, LibraryError> {
    let made = of(
        new.id,
        "INSERT INTO gatherings (id, plan, until_ms, is_open) VALUES (?1, ?2, ?3, 1) ON CONFLICT DO NOTHING",
    );
    let made = made.bind(plan).bind(integer(new.until_ms));
    if run(tx, made).await? == 0 {
        return Ok(false);
    }
    let host = "INSERT INTO gathering_places (gathering, key, role) VALUES (?1, ?2, 'host') ON CONFLICT DO NOTHING";
    let mut places = vec![of(new.id, host).bind(key(&new.host))];
    for link in &new.links {
        let place = "INSERT INTO gathering_places (gathering, key, role, part) VALUES (?1, ?2, 'link', ?3) ON CONFLICT DO NOTHING";
        places.push(
            of(new.id, place)
                .bind(key(&link.key))
                .bind(link.part.code()),
        );
    }
    for place in places {
        if run(tx, place).await? == 0 {
            // The secret is another's: nothing of it was to be made.
            let gone = "DELETE FROM gatherings WHERE id = ?1";
            run(tx, of(new.id, gone)).await?;
            return Ok(false);
        }
    }
    Ok(true)
}

/// Adds somebody, if there is room and nobody else has the name or the secret.
async fn add(
    tx: &mut Transaction<'_, Sqlite>,
    id: GameId,
    new: &NewAttendee,
    most: u16,
    now_ms: u64,
) -> Result<(), LibraryError> {
    let added = of(
        id,
        "INSERT INTO gathering_places (gathering, key, role, part, number, name, folded)
         SELECT id, ?2, 'member', ?3, numbers + 1, ?4, ?7 FROM gatherings
         WHERE id = ?1 AND is_open AND (begun_ms IS NOT NULL OR until_ms > ?5)
             AND (SELECT count(*) FROM gathering_places
                  WHERE gathering = ?1 AND role = 'member' AND part = ?3) < ?6
         ON CONFLICT DO NOTHING",
    )
    .bind(key(&new.key))
    .bind(new.part.code())
    .bind(new.name.as_str())
    .bind(integer(now_ms))
    .bind(most)
    .bind(new.name.folded());
    if run(tx, added).await? == 1 {
        let counted = "UPDATE gatherings SET numbers = numbers + 1 WHERE id = ?1";
        run(tx, of(id, counted)).await?;
    }
    Ok(())
}

#[async_trait]
impl Gatherings for SqliteStore {
    async fn make_gathering(&self, new: &NewGathering) -> Result<GatheringMade, StoreError> {
        let plan = gathering_rows::plan(new).map_err(journal)?;
        let made = self.change(async |tx| make(tx, new, plan).await).await?;
        if made {
            return Ok(GatheringMade::Stored);
        }
        let Some(before) = self.gathering_of(new.id).await? else {
            return Ok(GatheringMade::Taken);
        };
        let places =
            "SELECT key, part FROM gathering_places WHERE gathering = ?1 AND role <> 'member'";
        let places = self.rows(of(new.id, places)).await?;
        Ok(if gathering_rows::is_same(&before, &places, new)? {
            GatheringMade::Stored
        } else {
            GatheringMade::Taken
        })
    }

    async fn gathering(
        &self,
        secret: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<(Gathering, GatheringRole)>, StoreError> {
        let found = sqlx::query(concat!(
            "SELECT ",
            gathering_columns!(),
            ", ",
            place_columns!(),
            " FROM gathering_places JOIN gatherings ON id = gathering
              WHERE key = ?1 AND (begun_ms IS NOT NULL OR until_ms > ?2)"
        ));
        let row = self.row(found.bind(key(secret)).bind(integer(now_ms)));
        row.await?
            .as_ref()
            .map(gathering_rows::with_role)
            .transpose()
    }

    async fn gathering_of(&self, game: GameId) -> Result<Option<Gathering>, StoreError> {
        let found = concat!(
            "SELECT ",
            gathering_columns!(),
            " FROM gatherings WHERE id = ?1"
        );
        let row = self.row(of(game, found)).await?;
        row.as_ref().map(gathering_rows::gathering).transpose()
    }

    async fn arrive(
        &self,
        gathering: GameId,
        new: &NewAttendee,
        most: u16,
        now_ms: u64,
    ) -> Result<Arrived, StoreError> {
        self.change(async |tx| add(tx, gathering, new, most, now_ms).await)
            .await?;
        let own = self.gathering(&new.key, now_ms).await?;
        let wanted = of(
            gathering,
            concat!(
                "SELECT ",
                gathering_columns!(),
                ", EXISTS (SELECT 1 FROM gathering_places WHERE gathering = ?1 AND (name = ?2 OR folded = ?5)) AS taken,
                 (SELECT count(*) FROM gathering_places
                  WHERE gathering = ?1 AND role = 'member' AND part = ?3) AS there
                 FROM gatherings WHERE id = ?1 AND (begun_ms IS NOT NULL OR until_ms > ?4)"
            ),
        )
        .bind(new.name.as_str())
        .bind(new.part.code())
        .bind(integer(now_ms))
        .bind(new.name.folded());
        let row = self.row(wanted).await?;
        let why = gathering_rows::not_arrived(own, row.as_ref(), new, most)?;
        // Somebody was sent away at this moment: there is room at the next try.
        Ok(why.unwrap_or(Arrived::Full))
    }

    async fn attendees(&self, gathering: GameId) -> Result<Vec<Attendee>, StoreError> {
        let all = concat!(
            "SELECT ",
            place_columns!(),
            " FROM gathering_places WHERE gathering = ?1 AND role = 'member' ORDER BY number"
        );
        gathering_rows::attendees(&self.rows(of(gathering, all)).await?)
    }

    async fn send_away(&self, gathering: GameId, number: u16) -> Result<bool, StoreError> {
        let gone = of(
            gathering,
            "DELETE FROM gathering_places WHERE gathering = ?1 AND number = ?2
                 AND EXISTS (SELECT 1 FROM gatherings WHERE id = ?1 AND begun_ms IS NULL)",
        );
        Ok(self.change_rows(gone.bind(number)).await? > 0)
    }

    async fn name_captain(&self, gathering: GameId, naming: Naming) -> Result<Named, StoreError> {
        // Whoever was faster has changed the plan, so it is looked again who leads by now.
        for _ in 0..TRIES {
            let people = self.attendees(gathering).await?;
            let found = concat!(
                "SELECT ",
                gathering_columns!(),
                " FROM gatherings WHERE id = ?1"
            );
            let Some(row) = self.row(of(gathering, found)).await? else {
                return Ok(Named::NotFound);
            };
            let plan = match gathering_rows::named(&row, naming, &people)? {
                ControlFlow::Break(answer) => return Ok(answer),
                ControlFlow::Continue(plan) => plan,
            };
            let named = of(
                gathering,
                "UPDATE gatherings SET plan = ?3 WHERE id = ?1 AND plan = ?2 AND (?4 OR begun_ms IS NULL)",
            )
            .bind(plan.before)
            .bind(plan.after)
            .bind(naming.by != NamedBy::Host);
            if self.change_rows(named).await? > 0 {
                return Ok(Named::Done);
            }
        }
        Err(gathering_rows::not_named())
    }

    async fn open_gathering(&self, gathering: GameId, is_open: bool) -> Result<bool, StoreError> {
        let set = of(
            gathering,
            "UPDATE gatherings SET is_open = ?2 WHERE id = ?1",
        );
        Ok(self.change_rows(set.bind(is_open)).await? > 0)
    }

    async fn begin_gathering(
        &self,
        gathering: GameId,
        now_ms: u64,
    ) -> Result<Option<u64>, StoreError> {
        let begun = of(
            gathering,
            "UPDATE gatherings SET begun_ms = ?2 WHERE id = ?1 AND begun_ms IS NULL",
        );
        self.change_rows(begun.bind(integer(now_ms))).await?;
        let begun = self.gathering_of(gathering).await?;
        Ok(begun.and_then(|gathering| gathering.begun_ms))
    }

    async fn dismiss(&self, gathering: GameId) -> Result<bool, StoreError> {
        let gone = "DELETE FROM gatherings WHERE id = ?1 AND begun_ms IS NULL";
        Ok(self.change_rows(of(gathering, gone)).await? > 0)
    }

    async fn sweep_gatherings(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = "DELETE FROM gatherings WHERE begun_ms IS NULL AND until_ms <= ?1";
        self.change_rows(sqlx::query(swept).bind(integer(now_ms)))
            .await
    }

    async fn keep_voice(&self, gathering: GameId, voice: &Voice) -> Result<bool, StoreError> {
        let kept = of(
            gathering,
            "INSERT INTO team_voices (gathering, member, matter, version, at_ms, want)
             SELECT gathering, number, ?3, ?4, ?5, ?6 FROM gathering_places
             WHERE gathering = ?1 AND number = ?2
             ON CONFLICT (gathering, member, matter) DO UPDATE SET
                 version = iif(excluded.at_ms >= at_ms, excluded.version, version),
                 want = iif(excluded.at_ms >= at_ms, excluded.want, want),
                 at_ms = max(at_ms, excluded.at_ms)",
        )
        .bind(voice.member)
        .bind(voice.matter.code())
        .bind(voice.version)
        .bind(integer(voice.at_ms))
        .bind(gathering_rows::want(voice).map_err(journal)?);
        Ok(self.change_rows(kept).await? > 0)
    }

    async fn voices(&self, gathering: GameId) -> Result<Vec<Voice>, StoreError> {
        let all = "SELECT member, matter, version, at_ms, want FROM team_voices WHERE gathering = ?1 ORDER BY member, matter";
        gathering_rows::voices(&self.rows(of(gathering, all)).await?)
    }

    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let wanting = sqlx::query(
            "SELECT id FROM live_games WHERE reason IS NULL AND (?1 IS NULL OR id > ?1)
                 AND EXISTS (SELECT 1 FROM team_voices
                     WHERE gathering = live_games.id AND matter = 'move' AND at_ms >= ?3)
             ORDER BY id LIMIT ?2",
        );
        let wanting = wanting.bind(after.map(bytes)).bind(most);
        let wanting = wanting.bind(integer(since_ms));
        live_rows::ids(&self.rows(wanting).await?)
    }
}
