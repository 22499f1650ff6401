//! Votes of the members of teams: the operations of the port as statements. They are rows of their
//! own and no document, since every device of a team adds to them at any moment; they are removed
//! with the document of the team match.

use async_trait::async_trait;
use damier_people::StoreError;
use damier_people::teams::{TEAM_MATCHES, TeamVotes, Vote, VoteTopic};
use damier_session::GameId;

use crate::live_rows;
use crate::sql::{Row, sql};
use crate::store::SqlStore;

fn vote(row: &Row) -> Result<Vote, sqlx::Error> {
    Ok(Vote {
        member: row.number("member")?,
        matter: row.code("topic", "what a vote is about", VoteTopic::from_code)?,
        version: row.number("version")?,
        at_ms: row.number("at_ms")?,
        want: row.json("want")?,
    })
}

#[async_trait]
impl TeamVotes for SqlStore {
    async fn store_vote(&self, of: GameId, vote: &Vote) -> Result<(), StoreError> {
        let kept = sql(
            "INSERT INTO team_votes AS old (team_match, kind, document, member, topic, version, at_ms, want)
             SELECT $1, kind, id, $4, $5, $6, $7, $8 FROM documents WHERE kind = $2 AND id = $3
             ON CONFLICT (team_match, member, topic) DO UPDATE SET
                 version = CASE WHEN excluded.at_ms >= old.at_ms THEN excluded.version ELSE old.version END,
                 want = CASE WHEN excluded.at_ms >= old.at_ms THEN excluded.want ELSE old.want END,
                 at_ms = greatest(old.at_ms, excluded.at_ms)",
        )
        .bind(of)
        .bind(TEAM_MATCHES)
        .bind(of.to_string())
        .bind(vote.member)
        .bind(vote.matter.code())
        .bind(vote.version)
        .bind(vote.at_ms)
        .bind(live_rows::json(&vote.want)?);
        self.sql.change(kept).await.map(drop)
    }

    async fn votes(&self, of: GameId) -> Result<Vec<Vote>, StoreError> {
        let all = sql(
            "SELECT member, topic, version, at_ms, want FROM team_votes WHERE team_match = $1
             ORDER BY member, topic COLLATE \"C\"",
        );
        let rows = self.sql.rows(all.bind(of)).await?;
        let read = |row| vote(row).map_err(|error| live_rows::damaged(Some(of), &error));
        rows.iter().map(read).collect()
    }

    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let wanting = sql(
            "SELECT id FROM live_games WHERE reason IS NULL AND ($1 IS NULL OR id > $1)
                 AND EXISTS (SELECT 1 FROM team_votes
                     WHERE team_match = live_games.id AND topic = 'move' AND at_ms >= $2)
             ORDER BY id LIMIT $3",
        );
        let wanting = wanting.bind(after).bind(since_ms).bind(most);
        live_rows::ids(&self.sql.rows(wanting).await?)
    }
}
