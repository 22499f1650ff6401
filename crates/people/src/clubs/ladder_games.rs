//! Updates a club's ladder: applies timeouts, begins accepted games and records finished ones.
//! Called by the server when two players are present and when a live game ends, and by any node to
//! complete what a crash interrupted. A result is recorded by the same write that closes its
//! challenge, so it counts once.

use damier_rules::Side;
use damier_session::GameId;
use damier_session::settings::Player;

use crate::StoreError;
use crate::challenges::StartMode;
use crate::clubs::{ClubKey, Clubs, LadderMatch, LadderRules, MatchStage, StoredClub};
use crate::documents::RetryCounter;
use crate::live::{BeginOutcome, Journal, Owners};
use crate::ratings::scores;

/// Updates the ladder of a club. Returns the games that this call began.
///
/// # Errors
/// [`StoreError`] when the store is unavailable, or concurrent changes won each time; retrying is
/// safe.
pub async fn maintain_ladder(
    clubs: &Clubs,
    journal: &dyn Journal,
    key: &ClubKey,
    now_ms: u64,
) -> Result<Vec<GameId>, StoreError> {
    let mut begun = Vec::new();
    let mut tries = RetryCounter::default();
    loop {
        tries.begin()?;
        let Some(kept) = clubs.club(key).await? else {
            return Ok(begun);
        };
        let mut club = kept.club.clone();
        club.pass_time(now_ms);
        for open in kept.club.ladder().matches() {
            let Some(game) = open.game() else { continue };
            let Some(found) = journal.find(game).await? else {
                if begin(journal, &kept, open).await? {
                    begun.push(game);
                }
                continue;
            };
            let Some(ending) = found.ending else { continue };
            // Uses the time of the ending, so that every node computes the same, also days later.
            let last = journal
                .since(game, found.version.saturating_sub(1), 1)
                .await?;
            let begun_ms = found.setup.record.started_ms.unwrap_or_default();
            let at_ms = last.last().map_or(begun_ms, |event| event.act.at_ms());
            // A game without a result is replayed, with a new deadline from now.
            let scores = scores(&ending);
            let at_ms = if scores.is_some() { at_ms } else { now_ms };
            club.count(game, scores, at_ms);
        }
        let is_as_before = club == kept.club && !kept.is_behind;
        if is_as_before || clubs.store_club(&club, kept.version, None).await? {
            return Ok(begun);
        }
    }
}

/// Begins the game of a challenge. Its id was stored with the challenge, so repeating this is safe.
/// Returns whether it was new.
async fn begin(
    journal: &dyn Journal,
    kept: &StoredClub,
    open: &LadderMatch,
) -> Result<bool, StoreError> {
    let MatchStage::Playing {
        game,
        white,
        begun_ms,
    } = open.stage
    else {
        return Ok(false);
    };
    let black = if white == open.challenger {
        open.challenged
    } else {
        open.challenger
    };
    let name = |account| kept.names.get(&account).map_or("", String::as_str);
    let rules: &LadderRules = kept.club.rules();
    let challenge = rules.challenge(name(white));
    // The rules were validated when they were set, and names are those of accounts.
    let black_player = Player::Person {
        name: name(black).to_owned(),
    };
    let taken = challenge.accepted_by(
        game,
        black_player,
        Side::White,
        begun_ms,
        StartMode::BothThere,
    );
    let Ok(taken) = taken else {
        return Ok(false);
    };
    let owners = match taken.rated {
        Some(pool) => Owners::rated([white, black], pool).unwrap_or_default(),
        None => Owners::casual([Some(white), Some(black)]),
    };
    let begun = journal
        .begin_owned(&taken.setup, &[], &owners, taken.deadline_ms)
        .await?;
    Ok(begun == BeginOutcome::Stored)
}
