//! Gatherings in PostgreSQL: the operations of their port as queries.

use std::ops::ControlFlow;

use async_trait::async_trait;
use damier_people::live::StoreError;
use damier_people::teams::{
    Arrived, Attendee, Gathering, GatheringMade, GatheringRole, Gatherings, Named, NamedBy, Naming,
    NewAttendee, NewGathering, Voice,
};
use damier_session::{GameId, SeatKey};

use super::connections::Statement;
use super::journal::PostgresStore;
use crate::gathering_rows::{self, gathering_columns, key, place_columns};
use crate::live_rows::{self, bytes, integer, journal};

fn of(id: GameId, statement: &'static str) -> Statement<'static> {
    sqlx::query(statement).bind(bytes(id))
}

/// How often somebody tries to come, or names a captain, where others are sent away or named at the same moment.
const TRIES: u32 = 4;

#[async_trait]
impl Gatherings for PostgresStore {
    async fn make_gathering(&self, new: &NewGathering) -> Result<GatheringMade, StoreError> {
        let plan = gathering_rows::plan(new).map_err(journal)?;
        // A secret that is another's takes back all of it.
        let made = of(
            new.id,
            "WITH made AS (
                 INSERT INTO gatherings (id, plan, until_ms, is_open) VALUES ($1, $2, $3, true) RETURNING id)
             INSERT INTO gathering_places (gathering, key, role, part)
             SELECT id, place.key, CASE WHEN place.part IS NULL THEN 'host' ELSE 'link' END, place.part
             FROM made, unnest($4::bytea[], $5::text[]) AS place (key, part) RETURNING key",
        );
        let links = new.links.iter();
        let host = (key(&new.host), None);
        let (keys, parts): (Vec<_>, Vec<_>) = links
            .map(|link| (key(&link.key), Some(link.part.code())))
            .chain([host])
            .unzip();
        let made = made
            .bind(plan)
            .bind(integer(new.until_ms))
            .bind(keys)
            .bind(parts);
        let made = self.connections.change_if_new(made).await;
        if made.map_err(journal)?.is_some_and(|rows| !rows.is_empty()) {
            return Ok(GatheringMade::Stored);
        }
        let Some(before) = self.gathering_of(new.id).await? else {
            return Ok(GatheringMade::Taken);
        };
        let places =
            "SELECT key, part FROM gathering_places WHERE gathering = $1 AND role <> 'member'";
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
              WHERE key = $1 AND (begun_ms IS NOT NULL OR until_ms > $2)"
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
            " FROM gatherings WHERE id = $1"
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
        for _ in 0..TRIES {
            // Whoever waits for the row of the gathering counts those who were faster. A name or a key that is taken takes back all of it.
            let added = of(
                gathering,
                "WITH there AS (
                     UPDATE gatherings SET numbers = numbers + 1,
                         whites = whites + CASE $3 WHEN 'white' THEN 1 ELSE 0 END,
                         blacks = blacks + CASE $3 WHEN 'black' THEN 1 ELSE 0 END
                     WHERE id = $1 AND is_open AND (begun_ms IS NOT NULL OR until_ms > $5)
                         AND CASE $3 WHEN 'white' THEN whites WHEN 'black' THEN blacks ELSE 0 END < $6
                     RETURNING id, numbers)
                 INSERT INTO gathering_places (gathering, key, role, part, number, name, folded)
                 SELECT id, $2, 'member', $3, numbers, $4, $7 FROM there RETURNING key",
            )
            .bind(key(&new.key))
            .bind(new.part.code())
            .bind(new.name.as_str())
            .bind(integer(now_ms))
            .bind(i64::from(most))
            .bind(new.name.folded());
            self.connections
                .change_if_new(added)
                .await
                .map_err(journal)?;
            let own = self.gathering(&new.key, now_ms).await?;
            let wanted = of(
                gathering,
                concat!(
                    "SELECT ",
                    gathering_columns!(),
                    ", EXISTS (SELECT FROM gathering_places WHERE gathering = $1 AND (name = $2 OR folded = $5)) AS taken,
                     CASE $3 WHEN 'white' THEN whites WHEN 'black' THEN blacks ELSE 0 END AS there
                     FROM gatherings WHERE id = $1 AND (begun_ms IS NOT NULL OR until_ms > $4)"
                ),
            )
            .bind(new.name.as_str())
            .bind(new.part.code())
            .bind(integer(now_ms))
            .bind(new.name.folded());
            let row = self.row(wanted).await?;
            let why = gathering_rows::not_arrived(own, row.as_ref(), new, most)?;
            if let Some(why) = why {
                return Ok(why);
            }
        }
        Ok(Arrived::Full)
    }

    async fn attendees(&self, gathering: GameId) -> Result<Vec<Attendee>, StoreError> {
        let all = concat!(
            "SELECT ",
            place_columns!(),
            " FROM gathering_places WHERE gathering = $1 AND role = 'member' ORDER BY number"
        );
        gathering_rows::attendees(&self.rows(of(gathering, all)).await?)
    }

    async fn send_away(&self, gathering: GameId, number: u16) -> Result<bool, StoreError> {
        let gone = of(
            gathering,
            "WITH there AS (SELECT id FROM gatherings WHERE id = $1 AND begun_ms IS NULL FOR UPDATE),
             gone AS (
                 DELETE FROM gathering_places
                 WHERE gathering = (SELECT id FROM there) AND number = $2 RETURNING gathering, part)
             UPDATE gatherings SET
                 whites = whites - CASE part WHEN 'white' THEN 1 ELSE 0 END,
                 blacks = blacks - CASE part WHEN 'black' THEN 1 ELSE 0 END
             FROM gone WHERE id = gathering RETURNING id",
        );
        Ok(self.change(gone.bind(i64::from(number))).await? > 0)
    }

    async fn name_captain(&self, gathering: GameId, naming: Naming) -> Result<Named, StoreError> {
        // Whoever was faster has changed the plan, so it is looked again who leads by now.
        for _ in 0..TRIES {
            let people = self.attendees(gathering).await?;
            let found = concat!(
                "SELECT ",
                gathering_columns!(),
                " FROM gatherings WHERE id = $1"
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
                "UPDATE gatherings SET plan = $3 WHERE id = $1 AND plan = $2 AND ($4 OR begun_ms IS NULL) RETURNING id",
            )
            .bind(plan.before)
            .bind(plan.after)
            .bind(naming.by != NamedBy::Host);
            if self.change(named).await? > 0 {
                return Ok(Named::Done);
            }
        }
        Err(gathering_rows::not_named())
    }

    async fn open_gathering(&self, gathering: GameId, is_open: bool) -> Result<bool, StoreError> {
        let set = of(
            gathering,
            "UPDATE gatherings SET is_open = $2 WHERE id = $1 RETURNING id",
        );
        Ok(self.change(set.bind(is_open)).await? > 0)
    }

    async fn begin_gathering(
        &self,
        gathering: GameId,
        now_ms: u64,
    ) -> Result<Option<u64>, StoreError> {
        let begun = of(
            gathering,
            "UPDATE gatherings SET begun_ms = $2 WHERE id = $1 AND begun_ms IS NULL RETURNING id",
        );
        self.change(begun.bind(integer(now_ms))).await?;
        let begun = self.gathering_of(gathering).await?;
        Ok(begun.and_then(|gathering| gathering.begun_ms))
    }

    async fn dismiss(&self, gathering: GameId) -> Result<bool, StoreError> {
        let gone = "DELETE FROM gatherings WHERE id = $1 AND begun_ms IS NULL RETURNING id";
        Ok(self.change(of(gathering, gone)).await? > 0)
    }

    async fn sweep_gatherings(&self, now_ms: u64) -> Result<u64, StoreError> {
        let swept = "DELETE FROM gatherings WHERE begun_ms IS NULL AND until_ms <= $1 RETURNING id";
        self.change(sqlx::query(swept).bind(integer(now_ms))).await
    }

    async fn keep_voice(&self, gathering: GameId, voice: &Voice) -> Result<bool, StoreError> {
        let kept = of(
            gathering,
            "INSERT INTO team_voices AS old (gathering, member, matter, version, at_ms, want)
             SELECT gathering, number, $3, $4, $5, $6 FROM gathering_places
             WHERE gathering = $1 AND number = $2
             ON CONFLICT (gathering, member, matter) DO UPDATE SET
                 version = CASE WHEN excluded.at_ms >= old.at_ms THEN excluded.version ELSE old.version END,
                 want = CASE WHEN excluded.at_ms >= old.at_ms THEN excluded.want ELSE old.want END,
                 at_ms = greatest(old.at_ms, excluded.at_ms)
             RETURNING member",
        )
        .bind(i64::from(voice.member))
        .bind(voice.matter.code())
        .bind(i64::from(voice.version))
        .bind(integer(voice.at_ms))
        .bind(gathering_rows::want(voice).map_err(journal)?);
        Ok(self.change(kept).await? > 0)
    }

    async fn voices(&self, gathering: GameId) -> Result<Vec<Voice>, StoreError> {
        let all = "SELECT member, matter, version, at_ms, want FROM team_voices WHERE gathering = $1 ORDER BY member, matter COLLATE \"C\"";
        gathering_rows::voices(&self.rows(of(gathering, all)).await?)
    }

    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let wanting = sqlx::query(
            "SELECT id FROM live_games WHERE reason IS NULL AND ($1 IS NULL OR id > $1)
                 AND EXISTS (SELECT FROM team_voices
                     WHERE gathering = live_games.id AND matter = 'move' AND at_ms >= $3)
             ORDER BY id LIMIT $2",
        );
        let wanting = wanting.bind(after.map(bytes)).bind(i64::from(most));
        let wanting = wanting.bind(integer(since_ms));
        live_rows::ids(&self.rows(wanting).await?)
    }
}
