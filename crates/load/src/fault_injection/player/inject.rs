//! Injects each of the faults.

use std::time::Duration;

use damier_notation::move_text;
use damier_session::{Session, Want};
use damier_wire::live::ServerFrame;
use tokio::time::{sleep, timeout};

use super::{ANSWER_TIMEOUT, Ended, FaultyPlayer, Reply, SILENCE, act, send_text};
use crate::client::{LiveConnection, request};
use crate::fault_injection::fault::{Fault, half_of, no_frame, not_entitled};

/// Length of an oversized frame, in bytes.
const TOO_LONG: usize = 9_000;

/// The close code for an oversized frame.
const CLOSE_TOO_BIG: u16 = 1009;

impl FaultyPlayer<'_> {
    /// Injects a fault, and checks the server's answer.
    ///
    /// # Errors
    /// The connection ended, by the fault or unexpectedly.
    pub(super) async fn make(
        &mut self,
        fault: Fault,
        socket: &mut LiveConnection,
    ) -> Result<(), Ended> {
        let Some((ply, position)) = self
            .session
            .as_ref()
            .map(|game| (game.ply(), *game.position()))
        else {
            return Ok(());
        };
        let legal = position.legal_moves();
        let legal = legal.get(self.rng.usize(..legal.len().max(1)));
        let legal = legal.map(|chosen| move_text::long(&position, chosen));
        let moving = |text: &str, ply: u32| Want::Move {
            text: text.to_owned(),
            ply: Some(ply),
        };
        self.fault_run.counts().faults[fault.place()] += 1;
        match (fault, legal) {
            (Fault::Dropped, _) => Err(Ended::Meant),
            (Fault::HalfFrame, Some(legal)) => {
                let want = moving(&legal, ply);
                let frame = act(self.new_id(), &want);
                let half = half_of(&frame, &mut self.rng);
                let _ = timeout(ANSWER_TIMEOUT, socket.write_raw(&half)).await; // dropped in any case
                Err(Ended::Meant)
            }
            (Fault::NoFrame, _) => {
                let text = no_frame(&mut self.rng);
                if self.rng.bool() {
                    self.no_body(&text).await;
                    return Ok(());
                }
                send_text(socket, text).await?;
                self.until_bad_frame(socket).await
            }
            (Fault::Binary, _) => {
                let bytes = (0..self.rng.usize(..200)).map(|_| self.rng.u8(..));
                let bytes: Vec<u8> = bytes.collect();
                let said = timeout(ANSWER_TIMEOUT, socket.say_bytes(bytes)).await;
                said.map_err(|_| Ended::Lost)?.map_err(|_| Ended::Lost)?;
                self.until_bad_frame(socket).await
            }
            (Fault::TooLong, _) => self.send_oversized_frame(socket).await,
            (Fault::Silent, _) => {
                for _ in 0..6 {
                    self.hello(socket, 0).await?;
                }
                sleep(Duration::from_millis(self.rng.u64(500..4_000))).await;
                // Reads everything that waits.
                while self.frame(socket, SILENCE).await?.is_some() {}
                Ok(())
            }
            (Fault::HasLess, _) => {
                let version = self.version();
                self.claimed = Some(self.rng.u32(..=version));
                Err(Ended::Meant)
            }
            (Fault::HasMore, _) => {
                let more = self.rng.u32(1..1_000);
                self.claimed = Some(self.version() + more);
                Err(Ended::Meant)
            }
            (Fault::OldCommand, _) => self.old_command(socket).await,
            (Fault::Illegal, _) => {
                let Some(session) = &self.session else {
                    return Ok(());
                };
                let text = illegal(session, &mut self.rng);
                self.try_out(socket, moving(&text, ply), &["not-legal"])
                    .await
            }
            (Fault::Stale, Some(legal)) => {
                let other = match self.rng.u32(..3) {
                    0 => ply + self.rng.u32(1..5),
                    1 => ply.checked_sub(2).unwrap_or(ply + 2),
                    _ => ply.checked_sub(1).unwrap_or(ply + 1),
                };
                self.try_out(socket, moving(&legal, other), &["another-position"])
                    .await
            }
            (Fault::OutOfTurn, Some(legal)) => {
                // The other side may have moved meanwhile, and the game may be over.
                let codes = ["not-your-turn", "another-position", "game-over"];
                self.try_out(socket, moving(&legal, ply), &codes).await
            }
            (Fault::NotEntitled, _) => {
                let (want, code) = not_entitled(&mut self.rng, self.side);
                self.try_out(socket, want, &[code, "game-over"]).await
            }
            // The remaining faults concern the sending of a move.
            _ => Ok(()),
        }
    }

    /// Sends an act that must be rejected with one of these codes, over the socket or by HTTP.
    async fn try_out(
        &mut self,
        socket: &mut LiveConnection,
        want: Want,
        codes: &[&str],
    ) -> Result<(), Ended> {
        let id = self.new_id();
        let reply = if self.rng.bool() {
            send_text(socket, act(id, &want)).await?;
            self.reply(socket, id).await?
        } else {
            self.by_http(id, &want).await
        };
        match reply {
            Reply::Done(number) => {
                let mut counts = self.fault_run.counts();
                counts.accepted += 1;
                let what = format!("game {}: {want:?} was accepted as act {number}", self.game);
                counts.describe(what);
            }
            Reply::Refused(code) if codes.contains(&code.as_str()) => {}
            Reply::Refused(code) => self.unexpected(&format!("{want:?} was rejected with {code}")),
            Reply::Later(wait) => sleep(wait).await,
            Reply::Nothing => {}
        }
        Ok(())
    }

    /// Repeats an acknowledged command. The same act must get the same answer; another act must be
    /// rejected, because the id is taken.
    async fn old_command(&mut self, socket: &mut LiveConnection) -> Result<(), Ended> {
        let count = self.past.len();
        let place = self.rng.usize(..count.max(1));
        let Some((id, number, mut want)) = self.past.get(place).cloned() else {
            return Ok(());
        };
        let is_another = self.rng.bool() && want != Want::Resign;
        if is_another {
            want = Want::Resign;
        }
        let reply = if self.rng.bool() {
            send_text(socket, act(id, &want)).await?;
            self.reply(socket, id).await?
        } else {
            self.by_http(id, &want).await
        };
        match reply {
            Reply::Done(found) if found == number && !is_another => {}
            Reply::Refused(code) if is_another && code == "id-used" => {}
            Reply::Done(found) if found == number => {
                self.unexpected(&format!(
                    "another act with the id of act {number} got its answer"
                ));
            }
            Reply::Done(found) => {
                let mut counts = self.fault_run.counts();
                counts.doubled += 1;
                let what = format!(
                    "game {}: act {number} was also stored as act {found}",
                    self.game
                );
                counts.describe(what);
            }
            Reply::Refused(code) => {
                self.unexpected(&format!(
                    "act {number} was rejected when it was repeated: {code}"
                ));
            }
            Reply::Later(wait) => sleep(wait).await,
            Reply::Nothing => {}
        }
        Ok(())
    }

    /// Sends a body that is not JSON.
    async fn no_body(&mut self, text: &str) {
        let to = self.fault_run.run.places.address(self.any_node());
        let sent = request(self.from, to, "POST", "/live/acts", &self.secret, text).await;
        match sent {
            Ok(answer) if [400, 408, 422, 429, 503].contains(&answer.status) => {}
            Ok(answer) => {
                let (status, body) = (answer.status, answer.body);
                self.unexpected(&format!("invalid body: {status} {body}"));
            }
            Err(_) => self.is_unanswered("a request was not answered"),
        }
    }

    /// Waits for `bad-frame`.
    async fn until_bad_frame(&mut self, socket: &mut LiveConnection) -> Result<(), Ended> {
        loop {
            match self.frame(socket, ANSWER_TIMEOUT).await? {
                Some(ServerFrame::Trouble { code, .. }) if code == "bad-frame" => return Ok(()),
                Some(ServerFrame::Trouble {
                    code,
                    retry_after_ms,
                    ..
                }) => {
                    // This may answer another frame, and `bad-frame` may follow; a new connection
                    // will not receive it.
                    return Err(self.end_connection(&code, retry_after_ms).await);
                }
                Some(_) => {}
                None => {
                    self.is_unanswered("an invalid frame was not answered");
                    return Err(Ended::Meant);
                }
            }
        }
    }

    /// Sends an oversized frame, and waits until the server closes the socket.
    async fn send_oversized_frame(&mut self, socket: &mut LiveConnection) -> Result<(), Ended> {
        send_text(socket, "x".repeat(TOO_LONG)).await?;
        loop {
            match self.frame(socket, ANSWER_TIMEOUT).await {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.is_unanswered("an oversized frame did not close the socket");
                    return Err(Ended::Meant);
                }
                Err(Ended::Closed(Some(CLOSE_TOO_BIG))) => return Err(Ended::Meant),
                Err(ended) => return Err(ended),
            }
        }
    }
}

/// A text shaped like a move that is illegal in this position.
fn illegal(session: &Session, rng: &mut fastrand::Rng) -> String {
    let position = session.position();
    let mut squares: Vec<String> = (1..=60).map(|number: u8| number.to_string()).collect();
    for chosen in position.legal_moves() {
        let text = move_text::long(position, &chosen);
        squares.extend(text.split(['-', 'x', ':']).map(str::to_owned));
    }
    for _ in 0..100 {
        let [from, to] = [(); 2].map(|()| &squares[rng.usize(..squares.len())]);
        let sign = if rng.bool() { '-' } else { 'x' };
        let text = format!("{from}{sign}{to}");
        if move_text::read(position, &text).is_err() {
            return text;
        }
    }
    "somewhere".to_owned()
}
