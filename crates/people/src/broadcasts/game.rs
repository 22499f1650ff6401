//! A game on a broadcast board, read from a file or from typed moves.

use damier_notation::pdn::{ClockReading, Game, GameResult, Item, ResultStyle, SideClock};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Side, Variant};
use serde::{Deserialize, Serialize};

/// The maximum number of plies on one board.
pub const MOST_PLIES: usize = 600;

/// How a game of a broadcast ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum BoardResult {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// A draw.
    Draw,
    /// Both have lost.
    Nobody,
}

/// The latest known times of both clocks, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// White's clock, if the file has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_s: Option<u32>,
    /// Black's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_s: Option<u32>,
}

impl Clocks {
    /// These times, each replaced by the other's where unknown.
    fn or(self, other: Clocks) -> Clocks {
        Clocks {
            white_s: self.white_s.or(other.white_s),
            black_s: self.black_s.or(other.black_s),
        }
    }

    /// Updates the times from the comment after a move; times it does not mention stay.
    pub(super) fn read(&mut self, comment: &str, mover: Side) {
        let Some(reading) = ClockReading::in_comment(comment, mover) else {
            return;
        };
        let seconds = |clock: SideClock| clock.seconds;
        self.white_s = reading.white.map(seconds).or(self.white_s);
        self.black_s = reading.black.map(seconds).or(self.black_s);
    }
}

/// A game on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardGame {
    /// The stable name of the variant.
    pub variant: String,
    /// The FEN of its initial position, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The moves, each in its canonical form.
    pub moves: Vec<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<BoardResult>,
    /// The latest times of the clocks.
    #[serde(default)]
    pub clocks: Clocks,
}

impl BoardGame {
    /// Merges a newly read game into a board: names that the text omits stay, and an incomplete
    /// game adds moves and removes none. An incomplete game with another line replaces the board's
    /// only if it is longer, since it may be half a file.
    #[must_use]
    pub fn after(self, before: Option<&BoardGame>, is_whole: bool) -> BoardGame {
        let Some(before) = before else {
            return self;
        };
        let mut game = self;
        for (name, known) in [
            (&mut game.white, &before.white),
            (&mut game.black, &before.black),
        ] {
            if name.is_empty() {
                name.clone_from(known);
            }
        }
        if is_whole || game.moves.len() > before.moves.len() {
            return game;
        }
        if game.same_start(before) && game.moves == before.moves {
            game.result = game.result.or(before.result);
            game.clocks = before.clocks.or(game.clocks);
            return game;
        }
        BoardGame {
            white: game.white,
            black: game.black,
            ..before.clone()
        }
    }

    /// Whether both have the same variant and initial position.
    pub(super) fn same_start(&self, other: &BoardGame) -> bool {
        self.variant == other.variant && self.start == other.start
    }

    /// The length of the common prefix of both games' moves.
    pub(super) fn common(&self, other: &BoardGame) -> usize {
        if !self.same_start(other) {
            return 0;
        }
        let pairs = self.moves.iter().zip(&other.moves);
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// The initial position, the moves, and the final position. `None` if the rules have changed
    /// since the game was read, so that its moves are no longer legal.
    fn played(&self) -> Option<(Position, Vec<Move>, Position)> {
        let variant = Variant::from_id(&self.variant)?;
        let start = match &self.start {
            Some(text) => fen::read_position(variant, text).ok()?,
            None => Position::start(variant),
        };
        let mut position = start;
        let mut moves = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let played = move_text::read(&position, text).ok()?;
            position = position.play(&played).ok()?;
            moves.push(played);
        }
        Some((start, moves, position))
    }

    /// The position on the board, as FEN; `None` as for [`BoardGame::to_pdn`].
    pub fn fen(&self) -> Option<String> {
        self.played().map(|(_, _, position)| fen::write(&position))
    }

    /// The game as PDN, with these tags before its own. `None` if the rules have changed since it
    /// was read, so that its moves are no longer legal.
    pub fn to_pdn(&self, tags: &[(&str, String)]) -> Option<Game> {
        let (start, moves, _) = self.played()?;
        let variant = start.variant();
        let played = Game::of_moves(&start, &moves).ok()?;
        let mut game = Game::default();
        for (name, value) in tags {
            if !value.is_empty() {
                game.set_tag(name, value.clone());
            }
        }
        for (name, value) in [("White", &self.white), ("Black", &self.black)] {
            game.set_tag(
                name,
                if value.is_empty() {
                    "?"
                } else {
                    value.as_str()
                },
            );
        }
        game.tags.extend(played.tags);
        game.items = played.items;
        if let (
            Clocks {
                white_s: Some(_), ..
            }
            | Clocks {
                black_s: Some(_), ..
            },
            false,
        ) = (self.clocks, game.items.is_empty())
        {
            game.items.push(Item::Comment(self.clocks.comment()));
        }
        let result = match self.result {
            Some(BoardResult::White) => GameResult::WhiteWin,
            Some(BoardResult::Black) => GameResult::BlackWin,
            Some(BoardResult::Draw) => GameResult::Draw,
            Some(BoardResult::Nobody) => GameResult::DoubleLoss,
            None => GameResult::Unknown,
        };
        game.set_result(&result, ResultStyle::of(variant));
        Some(game)
    }
}

impl Clocks {
    /// The PDN comment command for these times.
    fn comment(self) -> String {
        let still = |seconds: u32| SideClock {
            seconds,
            running: false,
        };
        let reading = ClockReading {
            white: self.white_s.map(still),
            black: self.black_s.map(still),
        };
        reading.to_string()
    }
}
