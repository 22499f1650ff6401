//! A node's copy of a live game: it decides commands, has the journal store what follows, and reads what other nodes have stored. The
//! server gives each game to one task of a node, which calls this; it knows no network.

use damier_session::GameId;
use damier_session::act_error::ActError;
use damier_session::command::{Arrival, Command};
use damier_session::event::{ApplyError, Event};
use damier_session::replay::ReplayError;
use damier_session::session::Session;

use crate::live::journal::{Appended, Journal, JournalEntry, LiveSetup, StoreError};

/// How often a command is judged again because another node was faster. Turns alternate, so even twice is rare.
const MOST_TRIES: usize = 3;

/// The events that are read from the journal at once.
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
/// // The other node has not heard of it; the journal knows.
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

/// The answer to a command. It is given after the event is stored, and the same command gets the same event again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandAnswer {
    /// It was done.
    Done {
        /// What happened.
        event: Event,
        /// Whether it happened now; `false` for a command that was sent again.
        is_new: bool,
    },
    /// It was not done, and has left no trace.
    Refused {
        /// Why not.
        reason: ActError,
        /// The version of the game for which this holds.
        version: u32,
    },
}

/// Why a live game cannot go on here for now.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// The journal failed.
    #[error(transparent)]
    Journal(#[from] StoreError),
    /// Other nodes stored events each time before this one could.
    #[error("other nodes were faster {MOST_TRIES} times")]
    Busy,
    /// The journal no longer has the game.
    #[error("the game is no longer there")]
    NoGame,
    /// What the journal has is no game that this program can play.
    #[error("what was agreed cannot be played: {0}")]
    Setup(#[from] ReplayError),
    /// An event of the journal does not follow from those before it.
    #[error("the journal holds an event that cannot be: {0}")]
    Event(#[from] ApplyError),
}

impl LiveError {
    /// Whether it is about this game alone: the journal works, but what it has of the game is nothing that this program can read or play, as where a
    /// newer program has begun it. Nothing of other games depends on it.
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
    /// The journal fails, or holds what cannot be played.
    pub async fn open(journal: &dyn Journal, id: GameId) -> Result<Option<LiveGame>, LiveError> {
        let Some(stored) = journal.find(id).await? else {
            return Ok(None);
        };
        let mut game = LiveGame::begin(&stored.setup)?;
        game.catch_up(journal).await?;
        Ok(Some(game))
    }

    /// A game as it is before its first event.
    ///
    /// # Errors
    /// What was agreed is no game's.
    pub fn begin(setup: &LiveSetup) -> Result<LiveGame, LiveError> {
        Ok(LiveGame {
            id: setup.id,
            session: Session::replay(&setup.record)?,
        })
    }

    /// Which game.
    pub fn id(&self) -> GameId {
        self.id
    }

    /// The game as far as this node knows it.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Decides a command that arrived at a time of this node's clock, stores what follows and applies it. If that clock
    /// is behind the last event, the event gets the time of the last one.
    ///
    /// # Errors
    /// The journal fails: then the command may or may not be stored, and sending it again tells.
    pub async fn act(
        &mut self,
        journal: &dyn Journal,
        command: &Command,
        arrival: Arrival,
    ) -> Result<CommandAnswer, LiveError> {
        self.act_at(journal, command, arrival, None).await
    }

    /// The same for what is meant after so many moves of both sides only, though the command does not say so, as a touch for a team: it was judged
    /// for that move, and is refused where others have played on since.
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
        for _ in 0..MOST_TRIES {
            let version = self.session.version();
            let arrival = Arrival {
                at_ms: arrival.at_ms.max(self.session.last_ms()),
                ..arrival
            };
            let decided = self.session.decide_arrived(command, arrival);
            let event = match decided.and_then(|event| self.as_meant(event, ply)) {
                Ok(event) if event.number <= version => {
                    return Ok(CommandAnswer::Done {
                        event,
                        is_new: false,
                    });
                }
                Ok(event) => event,
                Err(reason) => {
                    // What this node has not heard of may be why, or may be the command itself, sent through another node.
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
                Appended::Stored => {
                    self.session = after;
                    return Ok(CommandAnswer::Done {
                        event,
                        is_new: true,
                    });
                }
                Appended::Same(event) => {
                    self.catch_up(journal).await?;
                    return Ok(CommandAnswer::Done {
                        event,
                        is_new: false,
                    });
                }
                Appended::Stale { .. } => {
                    self.catch_up(journal).await?;
                }
                Appended::NoGame => return Err(LiveError::NoGame),
            }
        }
        Err(LiveError::Busy)
    }

    /// An event, unless it is new and the game has come elsewhere than it is meant.
    fn as_meant(&self, event: Event, ply: Option<u32>) -> Result<Event, ActError> {
        let played = self.session.ply();
        match ply {
            Some(meant) if event.number > self.session.version() && meant != played => {
                Err(ActError::AnotherPosition { meant, played })
            }
            _ => Ok(event),
        }
    }

    /// Takes the word of another node that the game has a version. Returns what is new, in order, as the journal has it; nothing for a version that
    /// is known.
    ///
    /// # Errors
    /// The journal fails, or holds what cannot be.
    pub async fn hear(
        &mut self,
        journal: &dyn Journal,
        version: u32,
    ) -> Result<Vec<Event>, LiveError> {
        if version <= self.session.version() {
            return Ok(Vec::new());
        }
        self.catch_up(journal).await
    }

    /// Reads what the journal has beyond this copy, applies and returns it.
    ///
    /// # Errors
    /// The journal fails, or holds what cannot be.
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
