//! A player that chooses moves: a Hub engine, a DXP opponent or our own engine. A match treats all
//! of them alike.

use std::io;
use std::time::Duration;

use damier_rules::{Game, Move, Side};

/// A player that chooses moves for a caller.
///
/// The caller is the referee: it keeps the game, measures the time, and validates the answers. It
/// does not use a player again after an error.
///
/// ```
/// use damier_protocols::player::{Answer, Limits, Player, PlayerError};
/// use damier_rules::{DrawSettings, Game, Position, Side, Variant};
///
/// /// It plays the first legal move of the list.
/// struct First;
///
/// impl Player for First {
///     fn name(&self) -> &str {
///         "first"
///     }
///     fn new_game(&mut self, _: &Game, _: Side, _: &Limits) -> Result<(), PlayerError> {
///         Ok(())
///     }
///     fn play(&mut self, game: &Game, _: &Limits) -> Result<Answer, PlayerError> {
///         let legal = game.position().legal_moves();
///         legal.first().map(|&first| Answer::of(first)).ok_or(PlayerError::NoMove)
///     }
/// }
///
/// let mut game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
/// First.new_game(&game, Side::White, &Limits::nodes(1))?;
/// let Answer::Plays(reply) = First.play(&game, &Limits::nodes(1))? else { panic!("it plays") };
/// game.play(&reply.played).expect("a legal move");
/// # Ok::<(), PlayerError>(())
/// ```
pub trait Player: Send {
    /// The player's name.
    fn name(&self) -> &str;

    /// Starts a new game. The player discards the state of the last one.
    ///
    /// `opening` is the game before the player's first move: a start position, and perhaps the
    /// moves of a ballot. `limits` are those of the first move; a clock in them shows the time for
    /// the whole game.
    ///
    /// # Errors
    /// The player does not support this game, or cannot be reached.
    fn new_game(&mut self, opening: &Game, side: Side, limits: &Limits) -> Result<(), PlayerError>;

    /// Requests a move in the current position. It is the player's turn, and there is a legal move.
    /// The game contains all moves so far, including the player's own.
    ///
    /// # Errors
    /// The answer contains no legal move, or did not arrive in time.
    fn play(&mut self, game: &Game, limits: &Limits) -> Result<Answer, PlayerError>;

    /// Allows the player to ponder while the other side thinks. `game` ends with the player's own
    /// last move, and `expected` is the reply that it expects. [`Player::play`] follows, with this
    /// reply or another one. Players that do not ponder do nothing.
    ///
    /// # Errors
    /// The player cannot be reached.
    fn think_ahead(
        &mut self,
        game: &Game,
        expected: &Move,
        limits: &Limits,
    ) -> Result<(), PlayerError> {
        let _ = (game, expected, limits);
        Ok(())
    }

    /// Notifies the player that the game is over, by a rule or by the referee's decision. `winner`
    /// is `None` for a draw and for a game that was broken off. Players that do not need this do
    /// nothing.
    ///
    /// # Errors
    /// The player cannot be reached.
    fn game_over(&mut self, game: &Game, winner: Option<Side>) -> Result<(), PlayerError> {
        let _ = (game, winner);
        Ok(())
    }
}

/// The limits of thinking about one move. The first limit that is reached ends it.
///
/// ```
/// use damier_protocols::player::{Limits, TimeLeft};
/// use std::time::Duration;
///
/// let left = TimeLeft {
///     remaining: Duration::from_secs(90),
///     increment: Duration::from_secs(5),
///     moves_left: None,
/// };
/// assert_eq!(Limits::clock(left).longest(), Some(Duration::from_secs(90)));
/// assert_eq!(Limits::depth(12).longest(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes, by the player's own count.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The player's clock for the game.
    pub clock: Option<TimeLeft>,
}

/// The clock of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The time that is left. The move must be made within it.
    pub remaining: Duration,
    /// The time that is added after the move.
    pub increment: Duration,
    /// The number of moves until more time is added; `None` if the time left is for the rest of the
    /// game.
    pub moves_left: Option<u32>,
}

impl Limits {
    /// A limit of this many plies.
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// A limit of this many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A limit of this much time for the move.
    pub fn move_time(time: Duration) -> Limits {
        Limits {
            move_time: Some(time),
            ..Limits::default()
        }
    }

    /// A limit by this clock.
    pub fn clock(clock: TimeLeft) -> Limits {
        Limits {
            clock: Some(clock),
            ..Limits::default()
        }
    }

    /// The longest time that a player within these limits can take; `None` if they do not limit the
    /// time.
    pub fn longest(&self) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.remaining);
        [self.move_time, clock].into_iter().flatten().min()
    }
}

/// The time limits of waits for a player, after which it counts as hung.
///
/// ```
/// use damier_protocols::player::{Limits, Patience};
/// use std::time::Duration;
///
/// let patience = Patience::default();
/// let limits = Limits::move_time(Duration::from_secs(1));
/// assert_eq!(patience.for_move(&limits), Duration::from_secs(1) + patience.overtime);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// How long to wait for the player to identify itself.
    pub greeting: Duration,
    /// How long to wait until the player is ready; some programs load gigabytes of tables.
    pub ready: Duration,
    /// How long to wait for a move beyond the time that its limits give it.
    pub overtime: Duration,
    /// How long to wait for a move whose limits do not include a time.
    pub untimed: Duration,
    /// How long to wait for a search to stop after a stop command, and for the player to exit.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            greeting: Duration::from_secs(5),
            ready: Duration::from_mins(2),
            overtime: Duration::from_secs(5),
            untimed: Duration::from_mins(10),
            stop: Duration::from_secs(2),
        }
    }
}

impl Patience {
    /// Returns how long to wait for a move with these limits.
    pub fn for_move(&self, limits: &Limits) -> Duration {
        limits.longest().map_or(self.untimed, |longest| {
            longest.saturating_add(self.overtime)
        })
    }
}

/// A player's answer when it is its turn.
///
/// ```
/// use damier_protocols::player::Answer;
/// use damier_rules::{Position, Variant};
///
/// let first = Position::start(Variant::INTERNATIONAL).legal_moves()[0];
/// let Answer::Plays(reply) = Answer::of(first) else { panic!("a move") };
/// assert_eq!((reply.played, reply.ponder), (first, None));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It plays a legal move.
    Plays(Reply),
    /// It claims that the game is over. Only some protocols allow this.
    Ends(Claim),
}

/// A move, and the player's report of its search.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The move, a legal one.
    pub played: Move,
    /// The reply that the player expects; it is legal after the move.
    pub ponder: Option<Move>,
    /// The player's report of its search.
    pub report: SearchReport,
    /// The line that the player expects, from its move on, as far as its moves are legal; empty if
    /// it sent none.
    pub line: Vec<Move>,
    /// What is wrong with an answer whose move could be read nevertheless.
    pub damage: Option<String>,
}

/// A player's report of its search, as far as its protocol allows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// The score in men, for the player; a win counts as about a hundred.
    pub score: Option<f64>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time that the search took.
    pub time: Option<Duration>,
}

/// The result that a player claims when it ends a game instead of moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The player states no result.
    Unknown,
    /// The player has lost, or resigns.
    Loses,
    /// The game is drawn.
    Draws,
    /// The player has won.
    Wins,
}

impl Answer {
    /// A move without any report.
    pub fn of(played: Move) -> Answer {
        Answer::Plays(Reply {
            played,
            ponder: None,
            report: SearchReport::default(),
            line: Vec::new(),
            damage: None,
        })
    }
}

/// Why a player gave no valid answer. A referee counts this as a lost game, or aborts the game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The player cannot be started.
    #[error("cannot start {command:?}: {source}")]
    Start {
        /// The command line to start, or the address to connect to.
        command: String,
        /// The operating system's error.
        source: io::Error,
    },
    /// The player's process ended, or its connection closed.
    #[error("the player has exited: {detail}")]
    Gone {
        /// What is known about the end: an exit status, and the last line that it sent.
        detail: String,
    },
    /// The player did not answer in time.
    #[error("no {awaited} within {waited:.1?}")]
    Silent {
        /// The missing answer, such as `move`.
        awaited: &'static str,
        /// How long the wait was.
        waited: Duration,
    },
    /// The player sent a message that its protocol does not allow.
    #[error("it sent {said:?}: {reason}")]
    Nonsense {
        /// The message, or the beginning of it.
        said: String,
        /// What is wrong with the message.
        reason: String,
    },
    /// The player's move is not legal.
    #[error("it played {text:?}, which is not a legal move here")]
    Illegal {
        /// The move in the player's notation.
        text: String,
    },
    /// The player sent no move although there is a legal one.
    #[error("it sent no move")]
    NoMove,
    /// The player refuses the request.
    #[error("it refused: {said}")]
    Refuses {
        /// The reason, in the player's words.
        said: String,
    },
    /// The player's protocol cannot express this game or these limits.
    #[error("{protocol} does not support {what}")]
    CannotTell {
        /// The protocol's name.
        protocol: &'static str,
        /// What the protocol cannot express.
        what: String,
    },
}
