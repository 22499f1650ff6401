//! The state of a seat, updated by the server's frames: detects missed events, matches answers with
//! acts, and passes updates to the client. It owns no connection, so that a fuzzer can drive it.

use damier_session::{CommandId, SeatRole, Want};
use damier_wire::live::ServerFrame;
use tokio::sync::mpsc;

use super::update::{Update, Welcome};

/// Capacity of the queue of updates. The task stops reading frames while it is full.
const UPDATES: usize = 256;

/// Whether an event was missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missed {
    Nothing,
    Something,
}

/// The events received so far, and the acts that wait for an answer.
pub(crate) struct SeatState {
    updates: mpsc::Sender<Update>,
    /// The number of the last event passed to the client.
    have: u32,
    /// Unanswered acts, in order.
    unanswered: Vec<(CommandId, Want)>,
    /// Stored acts with the number of their event, until that event has been passed to the client.
    stored: Vec<(CommandId, u32)>,
}

impl SeatState {
    /// Creates a state that has received nothing, with the receiver of its updates.
    pub(crate) fn open() -> (Self, mpsc::Receiver<Update>) {
        let (updates, receiver) = mpsc::channel(UPDATES);
        let state = Self {
            updates,
            have: 0,
            unanswered: Vec::new(),
            stored: Vec::new(),
        };
        (state, receiver)
    }

    /// The number of the last event passed to the client.
    pub(super) fn have(&self) -> u32 {
        self.have
    }

    /// Unanswered acts, in order.
    pub(super) fn unanswered(&self) -> &[(CommandId, Want)] {
        &self.unanswered
    }

    /// Records an act as unanswered.
    pub(super) fn wait_for(&mut self, id: CommandId, want: Want) {
        self.unanswered.push((id, want));
    }

    /// Passes an update to the client. Returns whether the client still receives updates.
    pub(super) async fn notify(&self, update: Update) -> bool {
        self.updates.send(update).await.is_ok()
    }

    /// Handles a frame. Returns [`Missed::Something`] if the caller must request missed events.
    ///
    /// # Errors
    /// The seat cannot be used; the error says why.
    pub(crate) async fn handle_frame(&mut self, frame: ServerFrame) -> Result<Missed, String> {
        let update = match frame {
            ServerFrame::Waiting { until_ms, .. } => Update::Waiting { until_ms },
            ServerFrame::Welcome {
                game,
                role,
                setup,
                events,
                state,
                presence,
                rematch,
                ..
            } => {
                let role =
                    SeatRole::from_code(&role).ok_or_else(|| format!("unknown role {role:?}"))?;
                if let Some(last) = events.last() {
                    self.have = last.number;
                }
                Update::Welcome(Box::new(Welcome {
                    game,
                    role,
                    setup: *setup,
                    events,
                    state,
                    present: presence,
                    rematch,
                }))
            }
            ServerFrame::Event { event, state } => {
                if event.number <= self.have {
                    return Ok(Missed::Nothing);
                }
                if event.number - self.have > 1 {
                    return Ok(Missed::Something);
                }
                self.have = event.number;
                Update::Event { event, state }
            }
            // The server answers as soon as the act is stored, and broadcasts the event after that.
            ServerFrame::Done { id, number } => {
                let waits = self.unanswered.len();
                self.unanswered.retain(|(sent, _)| *sent != id);
                // Answers to unknown ids are dropped: a faulty server could fill the memory with
                // them.
                if self.unanswered.len() < waits {
                    self.stored.push((id, number));
                }
                self.notify_done().await;
                return Ok(Missed::Nothing);
            }
            ServerFrame::Refused {
                id, code, detail, ..
            } => {
                self.unanswered.retain(|(sent, _)| *sent != id);
                Update::Refused { id, code, detail }
            }
            // This client does not take part in votes, so it treats a vote as a rejection. The
            // outcome of the vote arrives as an event.
            ServerFrame::Noted { id } => {
                self.unanswered.retain(|(sent, _)| *sent != id);
                Update::Refused {
                    id,
                    code: "noted".to_owned(),
                    detail: "the team received it and decides".to_owned(),
                }
            }
            ServerFrame::Presence(present) => Update::Present(present),
            ServerFrame::Said { by, phrase } => Update::Said { by, phrase },
            ServerFrame::Rematch { by, game } => Update::Rematch { by, game },
            ServerFrame::Behind
            | ServerFrame::Trouble { .. }
            | ServerFrame::Team(_)
            | ServerFrame::Whispered { .. }
            | ServerFrame::Ratings(_)
            | ServerFrame::Pong { .. } => return Ok(Missed::Nothing),
        };
        // A dropped receiver is noticed when its requests channel closes.
        self.notify(update).await;
        self.notify_done().await;
        Ok(Missed::Nothing)
    }

    /// Passes on the stored acts whose event has been passed on.
    async fn notify_done(&mut self) {
        let have = self.have;
        for (id, _) in self.stored.extract_if(.., |(_, number)| *number <= have) {
            let _ = self.updates.send(Update::Done { id }).await;
        }
    }
}
