//! A player that chooses moves, however it is reached: what a match needs of a Hub engine, of a DXP
//! opponent, of our own engine.

use std::io;
use std::time::Duration;

use damier_rules::{Game, Move, Side};

/// Somebody who is asked for moves.
///
/// The caller is the referee: it holds the game, measures the time, and judges what is answered. A player
/// that has failed once is not asked again.
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
    /// What it calls itself.
    fn name(&self) -> &str;

    /// Starts a new game. The player forgets the last one.
    ///
    /// `opening` is the game before the player's first move: a start, and perhaps moves of a ballot.
    /// `limits` are those of the first move; a clock in them shows the time of the whole game.
    ///
    /// # Errors
    /// The player does not play this game, or can no longer be reached.
    fn new_game(&mut self, opening: &Game, side: Side, limits: &Limits) -> Result<(), PlayerError>;

    /// Asks for a move in the current position. It is the player's turn, and there is a legal move.
    /// The game contains all moves so far, including the player's own.
    ///
    /// # Errors
    /// The answer contains no legal move, or did not come in time.
    fn play(&mut self, game: &Game, limits: &Limits) -> Result<Answer, PlayerError>;

    /// It may think while the other side does. `game` ends with its own last move, and `expected` is the
    /// answer that it foresees; [`Player::play`] follows, with that answer or with another. Players that
    /// do not think ahead do nothing.
    ///
    /// # Errors
    /// The player cannot be reached any more.
    fn think_ahead(
        &mut self,
        game: &Game,
        expected: &Move,
        limits: &Limits,
    ) -> Result<(), PlayerError> {
        let _ = (game, expected, limits);
        Ok(())
    }

    /// The game is over, by rule or because somebody says so; `winner` is `None` for a draw and for a game
    /// that was broken off. Players that need not be told do nothing.
    ///
    /// # Errors
    /// The player cannot be reached any more.
    fn game_over(&mut self, game: &Game, winner: Option<Side>) -> Result<(), PlayerError> {
        let _ = (game, winner);
        Ok(())
    }
}

/// How long a player may think about one move: until the first of these is reached.
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
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited, by its own count.
    pub nodes: Option<u64>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// Its clock in the game.
    pub clock: Option<TimeLeft>,
}

/// The clock of the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// What is left now: the move must be made within it.
    pub remaining: Duration,
    /// What is added once the move is made.
    pub increment: Duration,
    /// Moves until more time is given; `None` if what is left must do for the whole game.
    pub moves_left: Option<u32>,
}

impl Limits {
    /// So many plies.
    pub fn depth(plies: u32) -> Limits {
        Limits {
            depth: Some(plies),
            ..Limits::default()
        }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// So much time for the move.
    pub fn move_time(time: Duration) -> Limits {
        Limits {
            move_time: Some(time),
            ..Limits::default()
        }
    }

    /// What is left on a clock.
    pub fn clock(clock: TimeLeft) -> Limits {
        Limits {
            clock: Some(clock),
            ..Limits::default()
        }
    }

    /// The longest that a player who keeps to these limits can take; `None` if they do not speak of time.
    pub fn longest(&self) -> Option<Duration> {
        let clock = self.clock.map(|clock| clock.remaining);
        [self.move_time, clock].into_iter().flatten().min()
    }
}

/// How long to wait for a player before it counts as hung.
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
    /// For it to introduce itself.
    pub greeting: Duration,
    /// For it to be ready: some load gigabytes of tables.
    pub ready: Duration,
    /// For a move, beyond the time that its limits give it.
    pub overtime: Duration,
    /// For a move whose limits do not speak of time.
    pub untimed: Duration,
    /// For it to stop when told to, and to leave.
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

/// What a player answers when it is its turn.
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
    /// It plays a move; the move is legal.
    Plays(Reply),
    /// It claims that the game is over. Only some protocols allow this.
    Ends(Claim),
}

/// A move, and what the player tells about it.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    /// The move, a legal one.
    pub played: Move,
    /// The answer that it expects; legal after the move.
    pub ponder: Option<Move>,
    /// What it told of its thinking.
    pub told: Told,
}

/// What a player reports of its search, as far as its protocol allows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Told {
    /// What the position is worth to it, in men; players count a win as about a hundred.
    pub score: Option<f64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// The time that it took.
    pub time: Option<Duration>,
}

/// What a player claims when it ends a game instead of moving.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It does not say how.
    Unknown,
    /// It has lost, or resigns.
    Loses,
    /// The game is drawn.
    Draws,
    /// It has won.
    Wins,
}

impl Answer {
    /// A move about which nothing is told.
    pub fn of(played: Move) -> Answer {
        Answer::Plays(Reply {
            played,
            ponder: None,
            told: Told::default(),
        })
    }
}

/// Why a player did not answer as it should. A referee counts this as a lost game, or breaks the
/// game off.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// It cannot be started.
    #[error("cannot start {command:?}: {source}")]
    Start {
        /// What was to be started.
        command: String,
        /// Why not.
        source: io::Error,
    },
    /// It is not there any more.
    #[error("the player is gone: {detail}")]
    Gone {
        /// What is known about how it went: an exit status, the last thing that it said.
        detail: String,
    },
    /// It did not answer in time.
    #[error("no {awaited} within {waited:.1?}")]
    Silent {
        /// What was waited for, such as `move`.
        awaited: &'static str,
        /// How long.
        waited: Duration,
    },
    /// It talks, but not as its protocol says.
    #[error("it said {said:?}: {reason}")]
    Nonsense {
        /// What it said, or the beginning.
        said: String,
        /// What is wrong with it.
        reason: String,
    },
    /// It played something that is no legal move.
    #[error("it played {text:?}, which is no legal move here")]
    Illegal {
        /// What it played, as it wrote it.
        text: String,
    },
    /// It gave no move though there is one.
    #[error("it gave no move")]
    NoMove,
    /// It refuses.
    #[error("it refuses: {said}")]
    Refuses {
        /// In its words.
        said: String,
    },
    /// The game, or what limits its moves, cannot be told in its protocol.
    #[error("{protocol} cannot tell of {what}")]
    CannotTell {
        /// The protocol's name.
        protocol: &'static str,
        /// What it has no words for.
        what: String,
    },
}
