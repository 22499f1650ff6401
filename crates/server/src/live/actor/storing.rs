//! Storing a command: retried briefly if the store fails, for example while a database restarts;
//! players get the lost time back.

use std::time::Duration;

use damier_people::StoreError;
use damier_people::live::{CommandAnswer, Journal, LiveError, LiveGame};
use damier_session::{Actor, Arrival, Command, Event, GameClock, Want};
use tokio::time::sleep;

use crate::live::actor::core::Core;
use crate::live::heartbeat::{HEARTBEAT_TIMEOUT_MS, Outage};
use crate::live::seats::server_command_id;

/// How soon a failed store is tried again.
const RETRY: Duration = Duration::from_millis(100);

impl Core {
    /// Whether this node accepts commands in this game. Restores the time of an outage first,
    /// independently of all other games.
    pub(super) async fn accepts_commands(&mut self, now_ms: u64) -> bool {
        if !self.context.heartbeat.is_alive(now_ms) {
            return false;
        }
        let Some(outage) = self.context.heartbeat.last_outage() else {
            return true;
        };
        let is_done = self.restored == Some(outage);
        if is_done || self.session().last_ms() >= outage.until_ms {
            return true;
        }
        let before = self.version();
        let restored =
            restore_lost_time(&mut self.game, &*self.context.ports.journal, outage).await;
        // Events read before a failure are broadcast too.
        self.broadcast_since(before);
        if self.version() > before {
            self.publish_version();
        }
        match restored {
            Ok(_) => {
                self.restored = Some(outage);
                true
            }
            Err(error) => {
                self.error(&error, "cannot restore the time of an outage");
                self.note_error(&error);
                self.check_journal(&error).await;
                false
            }
        }
    }

    /// Stores a command, if given only at this ply. It counts from its arrival; the side to move
    /// then gets back the time during which it could not see it. Also returns whether storing was
    /// retried: then an event that the journal already had may be this node's.
    pub(super) async fn store_command(
        &mut self,
        command: &Command,
        arrival: Arrival,
        ply: Option<u32>,
    ) -> (Result<CommandAnswer, LiveError>, bool) {
        let before = self.version();
        let asked_ms = self.now_ms();
        // A flag is decided again instead, since a move may be stored before it.
        let is_flag = matches!(command.want, Want::Flag { .. });
        let mut was_retried = false;
        let answer = loop {
            let stored = self
                .game
                .act_at(&*self.context.ports.journal, command, arrival, ply);
            match stored.await {
                Err(LiveError::Journal(error))
                    if !is_flag && self.may_retry(asked_ms, &error).await =>
                {
                    was_retried = true;
                }
                answer => break answer,
            }
        };
        if let Err(error) = &answer {
            self.note_error(error);
        }
        let now_ms = self.now_ms();
        if self.context.heartbeat.note_answer(asked_ms, now_ms)
            && let Ok(CommandAnswer::Done { event, .. }) = &answer
            && event.number > before
        {
            self.restore_storing_time(asked_ms, now_ms).await;
        }
        (answer, was_retried)
    }

    /// Waits briefly while the store is unavailable, and returns whether to retry: as long as a
    /// command from before the outage may be stored.
    pub(super) async fn may_retry(&self, asked_ms: u64, error: &StoreError) -> bool {
        let now_ms = self.now_ms();
        if !matches!(error, StoreError::Unavailable(_)) {
            return false;
        }
        let heartbeat = &self.context.heartbeat;
        heartbeat.note_store_failure(now_ms);
        let is_soon = now_ms.saturating_sub(asked_ms) < HEARTBEAT_TIMEOUT_MS;
        let may_retry = is_soon && !heartbeat.is_stopped();
        if may_retry {
            sleep(RETRY).await;
        }
        may_retry
    }

    /// Records that the store failed: the time from the last heartbeat on is then credited.
    fn note_error(&self, error: &LiveError) {
        if let LiveError::Journal(error) = error {
            self.context.heartbeat.note_error(error, self.now_ms());
        }
    }

    /// Restores to the side to move the time that storing the previous command took.
    async fn restore_storing_time(&mut self, asked_ms: u64, now_ms: u64) {
        let session = self.session();
        let lost_ms = now_ms.saturating_sub(asked_ms.max(session.last_ms()));
        if !is_running(&self.game) || lost_ms == 0 {
            return;
        }
        let command = Command {
            id: server_command_id("late", self.id(), session.version().into()),
            actor: Actor::Server,
            want: Want::Outage { lost_ms },
        };
        let arrival = Arrival::at(now_ms);
        match self
            .game
            .act(&*self.context.ports.journal, &command, arrival)
            .await
        {
            Ok(CommandAnswer::Done { .. }) => {}
            Ok(CommandAnswer::Refused { reason, .. }) => {
                self.warn(&reason, "cannot restore the time that storing took");
            }
            Err(error) => self.error(&error, "cannot restore the time that storing took"),
        }
    }
}

/// Whether a clock runs in an unfinished game.
fn is_running(game: &LiveGame) -> bool {
    let session = game.session();
    let is_running = session.clock().and_then(GameClock::running).is_some();
    is_running && session.ending().is_none()
}

/// Restores the time of an outage during which a clock ran. Returns new events.
pub(crate) async fn restore_lost_time(
    game: &mut LiveGame,
    journal: &dyn Journal,
    outage: Outage,
) -> Result<Vec<Event>, LiveError> {
    let before = game.session().version();
    game.catch_up(journal).await?;
    // An event stored during the outage shows that time until then was not lost. So an interrupted
    // restore does not restore twice.
    let since_ms = outage.since_ms.max(game.session().last_ms());
    let lost_ms = outage.lost_since_ms(since_ms);
    if is_running(game) && lost_ms > 0 {
        let command = Command {
            id: server_command_id("outage", game.id(), since_ms),
            actor: Actor::Server,
            want: Want::Outage { lost_ms },
        };
        let answer = game.act(journal, &command, Arrival::at(outage.until_ms));
        if let CommandAnswer::Refused { reason, .. } = answer.await? {
            tracing::warn!(game = %game.id(), %reason, "cannot restore the time of an outage");
        }
    }
    Ok(game.session().events_since(before))
}
