//! How a command is stored where the store does not answer for a moment, as a database that is started again: once more, and so that nobody pays for the
//! time that it took.

use std::time::Duration;

use damier_people::live::{CommandAnswer, LiveError, StoreError};
use damier_session::{Actor, Arrival, Command, GameClock, Want};
use tokio::time::sleep;

use crate::clock::WallClock;
use crate::live::actor::Room;
use crate::live::heartbeat::PULSE_LOST_MS;
use crate::live::seats::house_command;

/// How soon something is stored again.
const AGAIN: Duration = Duration::from_millis(100);

impl Room {
    /// Stores a command, which may be meant after so many moves of both sides only. It counts from when it came, however long that takes; whoever is to
    /// move then gets back the time in which nobody could see it.
    /// Says also whether it was tried more than once: then the event may be of here, although the answer calls it not new.
    pub(crate) async fn store_command(
        &mut self,
        command: &Command,
        arrival: Arrival,
        ply: Option<u32>,
    ) -> (Result<CommandAnswer, LiveError>, bool) {
        let before = self.game.session().version();
        let asked_ms = self.clock.now_ms();
        // Whether a flag has fallen is to be asked anew: a move may come before it.
        let is_flag = matches!(command.want, Want::Flag { .. });
        let mut again = false;
        let answer = loop {
            match self.game.act_at(&*self.store, command, arrival, ply).await {
                Err(LiveError::Journal(error))
                    if !is_flag && self.tries_again(asked_ms, &error).await =>
                {
                    again = true;
                }
                answer => break answer,
            }
        };
        let now_ms = self.clock.now_ms();
        if self.heart.is_late(asked_ms, now_ms)
            && let Ok(CommandAnswer::Done { event, .. }) = &answer
            && event.number > before
        {
            self.give_back_the_wait(asked_ms, now_ms).await;
        }
        (answer, again)
    }

    /// Whether what the store did not take is to be stored again now. What has come before the heart stopped may be stored after that.
    pub(in crate::live) async fn tries_again(&self, asked_ms: u64, error: &StoreError) -> bool {
        let now_ms = self.clock.now_ms();
        if !matches!(error, StoreError::Unavailable(_)) {
            return false;
        }
        self.heart.falter(now_ms);
        let again = now_ms.saturating_sub(asked_ms) < PULSE_LOST_MS && !self.heart.is_stopped();
        if again {
            sleep(AGAIN).await;
        }
        again
    }

    /// Gives whoever is to move the time back in which the command before was stored.
    async fn give_back_the_wait(&mut self, asked_ms: u64, now_ms: u64) {
        let session = self.game.session();
        let is_running = session.clock().and_then(GameClock::running).is_some();
        let lost_ms = now_ms.saturating_sub(asked_ms.max(session.last_ms()));
        if !is_running || session.ending().is_some() || lost_ms == 0 {
            return;
        }
        let game = self.game.id();
        let command = Command {
            id: house_command("late", game, session.version().into()),
            actor: Actor::House,
            want: Want::Outage { lost_ms },
        };
        let given = self
            .game
            .act(&*self.store, &command, Arrival::at(now_ms))
            .await;
        match given {
            Ok(CommandAnswer::Done { .. }) => {}
            Ok(CommandAnswer::Refused { reason, .. }) => {
                tracing::warn!(%game, %reason, "the time that storing took cannot be given back");
            }
            Err(error) => {
                tracing::error!(%game, error = &error as &dyn std::error::Error, "the time that storing took cannot be given back");
            }
        }
    }
}
