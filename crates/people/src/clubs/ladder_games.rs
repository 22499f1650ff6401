//! Looks after the ladder of a club: does what the time has brought, begins games that are agreed, and counts those that are over. Called by
//! the server when two are at the board and when a live game ends, and by any server for what a crash left behind. A result
//! is counted by the same write that closes its challenge, so it is counted once, whoever comes first.

use damier_rules::Side;
use damier_session::GameId;
use damier_session::settings::Player;

use crate::challenges::Beginning;
use crate::clubs::{ClubKey, Clubs, KeptClub, LadderMatch, LadderRules, Stage};
use crate::documents::Tries;
use crate::live::{Begun, Journal, Owners, StoreError};
use crate::ratings::scores;

/// Looks after the ladder of a club. Answers the games that were begun here and now.
///
/// # Errors
/// [`StoreError`] when the store does not answer, or others changed the club each time; doing it again is safe.
pub async fn look_after_ladder(
    clubs: &Clubs,
    journal: &dyn Journal,
    key: &ClubKey,
    now_ms: u64,
) -> Result<Vec<GameId>, StoreError> {
    let mut begun = Vec::new();
    let mut tries = Tries::default();
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
            // The time is that of the ending, so that whoever counts it comes to the same, also days later.
            let last = journal
                .since(game, found.version.saturating_sub(1), 1)
                .await?;
            let begun_ms = found.setup.record.started_ms.unwrap_or_default();
            let at_ms = last.last().map_or(begun_ms, |event| event.act.at_ms());
            // A game without a result is to be played again, within the time that there is from now on.
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

/// Begins the game of a challenge. Its id was stored with the challenge, so it is one game, however often it is begun. Answers whether it is
/// new.
async fn begin(
    journal: &dyn Journal,
    kept: &KeptClub,
    open: &LadderMatch,
) -> Result<bool, StoreError> {
    let Stage::Playing {
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
    // The rules were checked when they were set, and names are those of accounts.
    let black_player = Player::Person {
        name: name(black).to_owned(),
    };
    let taken = challenge.taken_up_by(
        game,
        black_player,
        Side::White,
        begun_ms,
        Beginning::BothThere,
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
    Ok(begun == Begun::Stored)
}
