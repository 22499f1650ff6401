//! A game: the start position, the moves played, and what depends on the moves before: repetition
//! and draw counts.

use std::fmt;

use crate::draws::{DrawCounts, DrawSettings, Draws};
use crate::position::{AnyPieces, to_raw, with};
use crate::rules::Rulebook;
use crate::variant::AnyRules;
use crate::variant::rule_table::DrawRule;
use crate::{EndReason, Move, NotLegal, Outcome, Position};

/// Moves played one after another, and everything that ends a game by rule. Agreement, resignation
/// and time are not rules of the board, and this crate does not handle them.
///
/// ```
/// use damier_rules::{DrawSettings, Game, Position, Variant};
/// let mut game = Game::new(Position::start(Variant::INTERNATIONAL), DrawSettings::default());
/// let first = game.position().legal_moves()[0];
/// game.play(&first)?;
/// assert_eq!(game.moves().count(), 1);
/// assert_eq!(game.take_back(), Some(first));
/// # Ok::<(), damier_rules::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Stage,
    settings: DrawSettings,
    plies: Vec<Ply>,
}

/// A move that was played, and the position after it.
#[derive(Clone, Copy, Debug)]
struct Ply {
    played: Move,
    /// Whether it was a legal move.
    regular: bool,
    after: Stage,
}

/// A position of a game with its draw counts and its outcome.
#[derive(Clone, Copy, Debug)]
struct Stage {
    position: Position,
    counts: DrawCounts,
    outcome: Option<Outcome>,
}

/// The error for a move that a game does not accept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over.
    Over(Outcome),
    /// The move is not legal in the current position.
    NotLegal(NotLegal),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::Over(outcome) => write!(f, "the game is over: {}", outcome.reason.code()),
            PlayError::NotLegal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<NotLegal> for PlayError {
    fn from(error: NotLegal) -> PlayError {
        PlayError::NotLegal(error)
    }
}

impl Game {
    /// Starts a game from this position.
    pub fn new(start: Position, settings: DrawSettings) -> Game {
        let counts = with!(start, |rules, pieces| {
            Draws::new(Rulebook::table(rules), rules.geometry(), settings).start(&pieces)
        });
        let stage = Stage {
            position: start,
            counts,
            outcome: start.outcome(),
        };
        Game {
            start: stage,
            settings,
            plies: Vec::new(),
        }
    }

    /// Returns the start position.
    pub fn start(&self) -> &Position {
        &self.start.position
    }

    /// Returns the settings for draw rules that have several readings.
    pub fn settings(&self) -> DrawSettings {
        self.settings
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.now().position
    }

    /// Returns the current draw counts.
    pub fn counts(&self) -> DrawCounts {
        self.now().counts
    }

    /// Returns how many plies have been played.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns whether no ply has been played yet.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the moves from the first to the last. An irregular move records what was done on the
    /// board.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.plies.iter().map(|ply| ply.played)
    }

    /// Returns whether the move of this ply, counted from 0, was legal; `true` for a ply that has
    /// not been played.
    pub fn is_regular(&self, ply: usize) -> bool {
        self.plies.get(ply).is_none_or(|ply| ply.regular)
    }

    /// Returns every position from the first to the current one: one more than there are moves.
    pub fn positions(&self) -> impl Iterator<Item = &Position> + '_ {
        std::iter::once(&self.start)
            .chain(self.plies.iter().map(|ply| &ply.after))
            .map(|stage| &stage.position)
    }

    /// Returns the position after this many plies; `None` if fewer have been played.
    pub fn position_after(&self, plies: usize) -> Option<&Position> {
        match plies.checked_sub(1) {
            None => Some(&self.start.position),
            Some(index) => self.plies.get(index).map(|ply| &ply.after.position),
        }
    }

    /// Returns how the game ended by rule; `None` while it goes on.
    ///
    /// If the side to move has no piece or no legal move, that decides the game, whatever the draw
    /// counts say.
    pub fn outcome(&self) -> Option<Outcome> {
        self.now().outcome
    }

    /// Returns how often the current position has occurred with the same side to move, including
    /// now.
    pub fn occurrences(&self) -> usize {
        self.occurrences_of(self.position(), self.counts(), self.plies.len())
    }

    /// Returns how many plies are left until a count of few pieces makes a draw; `None` while no
    /// such count runs.
    pub fn few_pieces_left(&self) -> Option<u16> {
        let counts = self.counts();
        with!(self.position(), |rules, _pieces| {
            Draws::new(Rulebook::table(rules), rules.geometry(), self.settings)
                .few_pieces_left(&counts)
        })
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Fails if the game is over or the move is not legal; the game is then unchanged.
    pub fn play(&mut self, played: &Move) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        let position = self.position().play(played)?;
        self.push(played, position);
        Ok(())
    }

    /// Plays a move that is known to be legal, with the position after it, as
    /// [`Position::moves_from`] returns the two. No moves are generated again: the caller must be
    /// sure of the pair, which is checked in debug builds only.
    ///
    /// # Errors
    /// Returns the outcome as an error if the game is over; the game is then unchanged.
    pub fn play_found(&mut self, played: &Move, after: Position) -> Result<(), PlayError> {
        if let Some(outcome) = self.outcome() {
            return Err(PlayError::Over(outcome));
        }
        debug_assert_eq!(self.position().play(played), Ok(after));
        self.push(played, after);
        Ok(())
    }

    fn push(&mut self, played: &Move, position: Position) {
        let before = *self.now();
        let (counts, reason) = self.counts_after(&before, played);
        let outcome = position.outcome().or_else(|| {
            let occurrences = 1 + self.occurrences_of(&position, counts, self.plies.len() + 1);
            self.drawn_by_occurrence(occurrences)
                .or(reason)
                .map(Outcome::draw)
        });
        self.plies.push(Ply {
            played: *played,
            regular: true,
            after: Stage {
                position,
                counts,
                outcome,
            },
        });
    }

    /// Records an irregular move, which no rule allows but which the players accepted, and the
    /// position that it left on the board. All counts start again with that position. Whether such
    /// a move is accepted is not decided by the rules.
    ///
    /// Returns `false` and changes nothing if the position belongs to another game.
    pub fn make_irregular(&mut self, done: Move, left: Position) -> bool {
        if left.variant() != self.position().variant() {
            return false;
        }
        let after = Game::new(left, self.settings).start;
        self.plies.push(Ply {
            played: done,
            regular: false,
            after,
        });
        true
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn take_back(&mut self) -> Option<Move> {
        self.plies.pop().map(|ply| ply.played)
    }

    fn now(&self) -> &Stage {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    fn counts_after(&self, before: &Stage, played: &Move) -> (DrawCounts, Option<EndReason>) {
        let settings = self.settings;
        with!(before.position, |rules, pieces| {
            let draws = Draws::new(Rulebook::table(rules), rules.geometry(), settings);
            let raw = to_raw(rules, played);
            let after = Rulebook::after(rules, &pieces, &raw);
            let counts = draws.after(before.counts, &pieces, &raw, &after);
            let can_capture = || Rulebook::can_capture(rules, &after);
            (counts, draws.reason(&counts, can_capture))
        })
    }

    /// Counts how often a position occurs among those after at most `plies` plies. Only positions
    /// since the last irreversible move are compared, as no earlier one can be equal.
    fn occurrences_of(&self, position: &Position, counts: DrawCounts, plies: usize) -> usize {
        let reach = usize::from(counts.reversible_plies()).min(plies);
        let first = plies - reach;
        (first..=plies.min(self.plies.len()))
            .filter_map(|ply| self.position_after(ply))
            .filter(|earlier| *earlier == position)
            .count()
    }

    fn drawn_by_occurrence(&self, occurrences: usize) -> Option<EndReason> {
        self.position()
            .variant()
            .table()
            .draws
            .iter()
            .find_map(|rule| match *rule {
                DrawRule::Occurrences { times } => {
                    (occurrences >= usize::from(times)).then_some(rule.reason())
                }
                _ => None,
            })
    }
}
