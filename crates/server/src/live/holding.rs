//! While the screens of a class are held, the clocks of its games stand still: the teacher speaks, and that costs no pupil time. The node that is
//! told stops them at once; the house of each node looks after it, so that it also holds for a game that begins meanwhile and after a node has
//! stopped in the middle of it.

use std::collections::BTreeMap;
use std::sync::Arc;

use damier_club::class::{ClassCode, PairedGame};
use damier_club::library::GameId;
use damier_club::live::JournalError;
use futures_util::{StreamExt, stream};
use tokio::sync::oneshot;

use super::room::Call;
use super::rooms::Rooms;
use crate::clock::WallClock;

/// How long screens are held at most, in milliseconds: three quarters of an hour. Whoever forgets to free them does not keep the pupils out.
pub(crate) const HELD_MS: u64 = 45 * 60 * 1_000;

/// How many classes are asked for at once.
const PAGE: u32 = 200;

/// How many games are called at the same time.
const AT_ONCE: usize = 16;

/// Has the games of a class stand still until a moment, or go on if it has come. Answers whether nothing is left to be done.
pub(crate) async fn hold_class(
    rooms: &Arc<Rooms>,
    class: ClassCode,
    held_until_ms: u64,
) -> Result<bool, JournalError> {
    let until_ms = (held_until_ms > rooms.clock.now_ms()).then_some(held_until_ms);
    let games = rooms.store.class_games(class).await?;
    let games = games.into_iter().filter(PairedGame::is_timed);
    Ok(hold_games(rooms, games.map(|game| game.game), until_ms).await)
}

/// Has games stand still until a moment, or go on (`None`). Answers whether nothing is left to be done.
pub(crate) async fn hold_games(
    rooms: &Arc<Rooms>,
    games: impl Iterator<Item = GameId>,
    until_ms: Option<u64>,
) -> bool {
    let calls: Vec<_> = games
        .map(|game| async move {
            let (answer, answered) = oneshot::channel();
            let called = rooms.call(game, Call::Hold { until_ms, answer }).await;
            // A room that just closed is called next time.
            called.is_ok() && answered.await.unwrap_or(false)
        })
        .collect();
    let calls = stream::iter(calls).buffer_unordered(AT_ONCE);
    calls.fold(true, async |all, done| all && done).await
}

/// Looks after the classes that are held, and those that were freed not long ago. Of these the house remembers in `freed` when it was, so that
/// each is looked at until all of its games go on, and then no more.
pub(crate) async fn look_after_held(
    rooms: &Arc<Rooms>,
    freed: &mut BTreeMap<ClassCode, u64>,
) -> Result<(), JournalError> {
    let now_ms = rooms.clock.now_ms();
    // A game that was stopped before then goes on by itself.
    let since_ms = now_ms.saturating_sub(HELD_MS);
    freed.retain(|_, freed_ms| *freed_ms > since_ms);
    let mut after = None;
    loop {
        let page = rooms.store.held_since(since_ms, after, PAGE).await?;
        let Some((last, _)) = page.last().copied() else {
            return Ok(());
        };
        for (class, until_ms) in page {
            let is_free = until_ms <= now_ms;
            if is_free && freed.get(&class) == Some(&until_ms) {
                continue;
            }
            if hold_class(rooms, class, until_ms).await? && is_free {
                freed.insert(class, until_ms);
            }
        }
        after = Some(last);
    }
}
