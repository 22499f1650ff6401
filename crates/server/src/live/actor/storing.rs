//! Storing a command: it is retried for a moment where the store fails, as while a database
//! restarts, and no player loses the time that it took.

use std::time::Duration;

use damier_people::live::{CommandAnswer, Journal, LiveError, LiveGame, StoreError};
use damier_session::{Actor, Arrival, Command, Event, GameClock, Want};
use tokio::time::sleep;

use crate::live::actor::core::Core;
use crate::live::heartbeat::{HEARTBEAT_TIMEOUT_MS, Outage};
use crate::live::seats::server_command_id;

/// How soon a failed store is tried again.
const RETRY: Duration = Duration::from_millis(100);

impl Core {
    /// Whether this node takes commands in this game now. The time of an outage is restored first,
    /// so that no player loses it, however long that takes in all other games.
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
        // Events that were read before a failure are broadcast too.
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
                self.error(&error, "the time of an outage cannot be restored now");
                self.check_journal(&error).await;
                false
            }
        }
    }

    /// Stores a command, at this number of plies only where one is given. It counts from when it
    /// was received; the side to move then gets back the time in which it could not see it. Returns
    /// also whether storing was tried more than once: then the event may be this node's, although
    /// the journal had it already.
    pub(super) async fn store_command(
        &mut self,
        command: &Command,
        arrival: Arrival,
        ply: Option<u32>,
    ) -> (Result<CommandAnswer, LiveError>, bool) {
        let before = self.version();
        let asked_ms = self.now_ms();
        // A flag is judged again instead: a move may be stored before it.
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
        let now_ms = self.now_ms();
        if self.context.heartbeat.note_answer(asked_ms, now_ms)
            && let Ok(CommandAnswer::Done { event, .. }) = &answer
            && event.number > before
        {
            self.restore_storing_time(asked_ms, now_ms).await;
        }
        (answer, was_retried)
    }

    /// Waits for a moment where the store is unavailable, and returns whether it is to be tried
    /// again: as long as a command from before the outage may be stored.
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

    /// Restores to the side to move the time that storing the command before took.
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
                self.warn(&reason, "the time that storing took cannot be restored");
            }
            Err(error) => self.error(&error, "the time that storing took cannot be restored"),
        }
    }
}

/// Whether a clock runs in a game that goes on.
fn is_running(game: &LiveGame) -> bool {
    let session = game.session();
    let is_running = session.clock().and_then(GameClock::running).is_some();
    is_running && session.ending().is_none()
}

/// Restores the time of an outage, if a clock ran in it. Returns the events that are new.
pub(crate) async fn restore_lost_time(
    game: &mut LiveGame,
    journal: &dyn Journal,
    outage: Outage,
) -> Result<Vec<Event>, LiveError> {
    let before = game.session().version();
    game.catch_up(journal).await?;
    // An event that was stored within that time shows that the time until then was not lost. So a
    // start that was itself interrupted restores nothing twice.
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
            tracing::warn!(game = %game.id(), %reason, "the time of an outage cannot be restored");
        }
    }
    Ok(game.session().events_since(before))
}
