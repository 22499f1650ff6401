//! What a seat makes of the frames that it hears: whether one is missing before them, which acts they answer, and what the program is told. It knows no
//! connection, so a fuzzer says to it whatever a server could say.

use damier_session::{CommandId, SeatRole, Want};
use damier_wire::live::{self as wire, ServerFrame};
use tokio::sync::mpsc;

use super::update::{Update, Welcome};

/// How many updates wait for a program that does not take them, before frames are no longer read.
const UPDATES: usize = 256;

/// Whether a frame was missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missed {
    Nothing,
    Something,
}

/// What was heard, and what is waited for.
pub(crate) struct Ear {
    teller: mpsc::Sender<Update>,
    /// The number of the last event that was told.
    have: u32,
    /// What was wanted and is not answered, in order.
    unanswered: Vec<(CommandId, Want)>,
    /// What is done, and by which event, while that event has not been told.
    early: Vec<(CommandId, u32)>,
}

impl Ear {
    /// One that has heard nothing, and where the program takes what it is told.
    pub(crate) fn open() -> (Self, mpsc::Receiver<Update>) {
        let (teller, updates) = mpsc::channel(UPDATES);
        let ear = Self {
            teller,
            have: 0,
            unanswered: Vec::new(),
            early: Vec::new(),
        };
        (ear, updates)
    }

    /// The number of the last event that was told.
    pub(super) fn have(&self) -> u32 {
        self.have
    }

    /// What was wanted and is not answered, in order.
    pub(super) fn unanswered(&self) -> &[(CommandId, Want)] {
        &self.unanswered
    }

    /// Waits for the answer to an act.
    pub(super) fn wait_for(&mut self, id: CommandId, want: Want) {
        self.unanswered.push((id, want));
    }

    /// Tells the program something. Answers whether it still listens.
    pub(super) async fn tell(&self, update: Update) -> bool {
        self.teller.send(update).await.is_ok()
    }

    /// Takes a frame in. Answers whether something is missing before it, for which the server is to be asked.
    ///
    /// # Errors
    /// The seat is of no use; the error says why.
    pub(crate) async fn hear(&mut self, frame: ServerFrame) -> Result<Missed, String> {
        let update = match frame {
            ServerFrame::Waiting { until_ms, .. } => Update::Waiting { until_ms },
            ServerFrame::Welcome(welcome) => {
                let wire::Welcome {
                    game,
                    role,
                    setup,
                    events,
                    state,
                    presence,
                    rematch,
                    ..
                } = *welcome;
                let role = SeatRole::from_code(&role)
                    .ok_or_else(|| format!("there is no role {role:?}"))?;
                if let Some(last) = events.last() {
                    self.have = last.number;
                }
                Update::Welcome(Box::new(Welcome {
                    game,
                    role,
                    setup,
                    events,
                    standing: state,
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
                Update::Event {
                    event,
                    standing: state,
                }
            }
            // The server answers as soon as the act is stored, and tells everybody the event after that.
            ServerFrame::Done { id, number } => {
                let waits = self.unanswered.len();
                self.unanswered.retain(|(sent, _)| *sent != id);
                // Nothing is remembered of what was not asked: a server could go on with that without end.
                if self.unanswered.len() < waits {
                    self.early.push((id, number));
                }
                self.tell_done().await;
                return Ok(Missed::Nothing);
            }
            ServerFrame::Refused {
                id, code, detail, ..
            } => {
                self.unanswered.retain(|(sent, _)| *sent != id);
                Update::Refused { id, code, detail }
            }
            // A program decides for a side, or does not. What comes of its vote is an event like any other.
            ServerFrame::Noted { id } => {
                self.unanswered.retain(|(sent, _)| *sent != id);
                Update::Refused {
                    id,
                    code: "noted".to_owned(),
                    detail: "the team knows it, and decides".to_owned(),
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
        // Nobody listens any more: the program has left, and will be noticed by its wishes.
        self.tell(update).await;
        self.tell_done().await;
        Ok(Missed::Nothing)
    }

    /// Tells which acts are done, of those whose event has been told.
    async fn tell_done(&mut self) {
        let have = self.have;
        for (id, _) in self.early.extract_if(.., |(_, number)| *number <= have) {
            let _ = self.teller.send(Update::Done { id }).await;
        }
    }
}
