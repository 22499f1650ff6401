//! A node's copy of a live game: decides commands, stores the resulting events in the journal, and
//! applies events stored by other nodes. On each node one task owns a game and calls this; there is
//! no networking here.

use damier_session::GameId;
use damier_session::act_error::ActError;
use damier_session::command::{Arrival, Command};
use damier_session::event::{ApplyError, Event};
use damier_session::replay::ReplayError;
use damier_session::session::Session;

use crate::StoreError;
use crate::live::journal::{AppendOutcome, Journal, JournalEntry, LiveSetup};

/// How often a command is decided again after a conflict. Players move in turn, so even two are
/// rare.
const MAX_TRIES: usize = 3;

/// How many events are read from the journal at once.
const PAGE: u32 = 500;

/// A copy of a live game on one node.
///
/// ```
/// use damier_session::GameId;
/// use damier_people::in_memory::InMemoryStore;
/// use damier_people::live::{CommandAnswer, Journal, LiveGame, LiveSetup};
/// use damier_session::{Actor, Arrival, Command, CommandId, GameSettings, Seating, Session, Side, Want};
/// use damier_rules::Variant;
///
/// # fn wait<F: std::future::Future>(future: F) -> F::Output {
/// #     let mut context = std::task::Context::from_waker(std::task::Waker::noop());
/// #     match std::pin::pin!(future).poll(&mut context) {
/// #         std::task::Poll::Ready(value) => value,
/// #         std::task::Poll::Pending => unreachable!("a journal in memory answers at once"),
/// #     }
/// # }
/// # wait(async {
/// let settings = GameSettings { seating: Seating::Apart, ..GameSettings::friendly("Awa", "Piet") };
/// let record = Session::new(Variant::INTERNATIONAL, settings, Some(0))?.record();
/// let id = GameId::from_bits(1);
/// let journal = InMemoryStore::default();
/// journal.begin(&LiveSetup { id, record }, &[], None).await?;
///
/// let mut here = LiveGame::open(&journal, id).await?.expect("it has begun");
/// let mut there = LiveGame::open(&journal, id).await?.expect("it has begun");
/// let command = |bits, side, text: &str| Command {
///     id: CommandId::from_bits(bits),
///     actor: Actor::Player(side),
///     want: Want::Move { text: text.into(), ply: None },
/// };
/// here.act(&journal, &command(1, Side::White, "32-28"), Arrival::at(1_000)).await?;
/// // The other node has not received it; the journal contains it.
/// let answer = there.act(&journal, &command(2, Side::Black, "19-23"), Arrival::at(2_000)).await?;
/// assert!(matches!(answer, CommandAnswer::Done { is_new: true, .. }));
/// assert_eq!(there.session().version(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct LiveGame {
    id: GameId,
    session: Session,
}

/// The reply to a command. It is returned after the event is stored, and retries of the command get
/// the same event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandAnswer {
    /// Accepted.
    Done {
        /// The resulting event.
        event: Event,
        /// Whether the event is new; `false` for a retry.
        is_new: bool,
    },
    /// Rejected without any effect.
    Refused {
        /// The reason.
        reason: ActError,
        /// The version of the game at which it was rejected.
        version: u32,
    },
}

/// Why a live game cannot continue on this node for now.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] StoreError),
    /// Other nodes stored events first, each time.
    #[error("gave up after {MAX_TRIES} conflicts")]
    Busy,
    /// The journal no longer has the game.
    #[error("the game does not exist")]
    NoGame,
    /// The stored setup is not a game that this version can play.
    #[error("invalid game setup: {0}")]
    Setup(#[from] ReplayError),
    /// A stored event does not follow from those before it.
    #[error("the journal contains an invalid event: {0}")]
    Event(#[from] ApplyError),
}

impl LiveError {
    /// Whether the error concerns this game alone: the journal works, but this version cannot read
    /// or play the game, for example one begun by a newer version.
    pub const fn is_of_this_game(&self) -> bool {
        matches!(
            self,
            LiveError::Setup(_)
                | LiveError::Event(_)
                | LiveError::Journal(StoreError::Damaged { .. })
        )
    }
}

impl LiveGame {
    /// Rebuilds a game from the journal; `None` where there is none with this id.
    ///
    /// # Errors
    /// The journal fails, or contains a game that cannot be played.
    pub async fn open(journal: &dyn Journal, id: GameId) -> Result<Option<LiveGame>, LiveError> {
        let Some(stored) = journal.find(id).await? else {
            return Ok(None);
        };
        let mut game = LiveGame::begin(&stored.setup)?;
        game.catch_up(journal).await?;
        Ok(Some(game))
    }

    /// A game before its first event.
    ///
    /// # Errors
    /// The setup is not a valid game.
    pub fn begin(setup: &LiveSetup) -> Result<LiveGame, LiveError> {
        Ok(LiveGame {
            id: setup.id,
            session: Session::replay(&setup.record)?,
        })
    }

    /// The game's id.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The game as this node knows it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Decides a command that arrived at this time of the node's clock, stores the resulting event
    /// and applies it. If that clock is behind the last event, the event gets the last event's
    /// time.
    ///
    /// # Errors
    /// The journal fails: then the command may or may not be stored, and retrying it is safe.
    pub async fn act(
        &mut self,
        journal: &dyn Journal,
        command: &Command,
        arrival: Arrival,
    ) -> Result<CommandAnswer, LiveError> {
        self.act_at(journal, command, arrival, None).await
    }

    /// The same for a command that is valid only at this ply although it does not say so, such as a
    /// team member's touch: it is rejected if the game has advanced.
    ///
    /// # Errors
    /// As [`LiveGame::act`].
    pub async fn act_at(
        &mut self,
        journal: &dyn Journal,
        command: &Command,
        arrival: Arrival,
        ply: Option<u32>,
    ) -> Result<CommandAnswer, LiveError> {
        for _ in 0..MAX_TRIES {
            let version = self.session.version();
            let arrival = Arrival {
                at_ms: arrival.at_ms.max(self.session.last_ms()),
                ..arrival
            };
            let decided = self.session.decide_arrived(command, arrival);
            let event = match decided.and_then(|event| self.require_ply(event, ply)) {
                Ok(event) if event.number <= version => {
                    return Ok(CommandAnswer::Done {
                        event,
                        is_new: false,
                    });
                }
                Ok(event) => event,
                Err(reason) => {
                    // An unknown event may be the cause, or the command itself, sent through
                    // another node.
                    if self.catch_up(journal).await?.is_empty() {
                        return Ok(CommandAnswer::Refused { reason, version });
                    }
                    continue;
                }
            };
            let mut after = self.session.clone();
            after.apply(&event)?;
            let entry = JournalEntry {
                game: self.id,
                ending: after.ending(),
                deadline_ms: after.deadline_ms(),
                event: event.clone(),
            };
            match journal.append(&entry).await? {
                AppendOutcome::Stored => {
                    self.session = after;
                    return Ok(CommandAnswer::Done {
                        event,
                        is_new: true,
                    });
                }
                AppendOutcome::Same(event) => {
                    self.catch_up(journal).await?;
                    return Ok(CommandAnswer::Done {
                        event,
                        is_new: false,
                    });
                }
                AppendOutcome::Stale { .. } => {
                    self.catch_up(journal).await?;
                }
                AppendOutcome::NoGame => return Err(LiveError::NoGame),
            }
        }
        Err(LiveError::Busy)
    }

    /// Returns the event, unless it is new and the game is at another ply than given.
    fn require_ply(&self, event: Event, ply: Option<u32>) -> Result<Event, ActError> {
        let played = self.session.ply();
        match ply {
            Some(meant) if event.number > self.session.version() && meant != played => {
                Err(ActError::AnotherPosition { meant, played })
            }
            _ => Ok(event),
        }
    }

    /// Handles another node's notice that the game has a version. Returns the new events from the
    /// journal, in order; none if the version is known.
    ///
    /// # Errors
    /// The journal fails, or contains invalid events.
    pub async fn catch_up_to(
        &mut self,
        journal: &dyn Journal,
        version: u32,
    ) -> Result<Vec<Event>, LiveError> {
        if version <= self.session.version() {
            return Ok(Vec::new());
        }
        self.catch_up(journal).await
    }

    /// Reads the events that this copy lacks, applies and returns them.
    ///
    /// # Errors
    /// The journal fails, or contains invalid events.
    pub async fn catch_up(&mut self, journal: &dyn Journal) -> Result<Vec<Event>, LiveError> {
        let mut missed = Vec::new();
        loop {
            let version = self.session.version();
            let page = journal.since(self.id, version, PAGE).await?;
            for event in &page {
                self.session.apply(event)?;
            }
            let is_last = page.len() < PAGE as usize;
            missed.extend(page);
            if is_last {
                return Ok(missed);
            }
        }
    }
}
