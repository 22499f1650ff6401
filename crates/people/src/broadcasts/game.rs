//! A game on a board of a broadcast: what the board shows, as it was read from the file or the moves that somebody typed.

use damier_notation::pdn::{ClockReading, Game, GameResult, Item, ResultStyle, SideClock};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Side, Variant};
use serde::{Deserialize, Serialize};

/// Moves of both sides on one board at most.
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

/// What both clocks showed last, in seconds.
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
    /// These, and where one of them is not known the other's.
    fn or(self, other: Clocks) -> Clocks {
        Clocks {
            white_s: self.white_s.or(other.white_s),
            black_s: self.black_s.or(other.black_s),
        }
    }

    /// Takes over what a comment behind a move says; what it does not say stays.
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
    /// The stable name of the game of the family.
    pub variant: String,
    /// The FEN from which it began, where that is not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who plays White; empty where that is not known.
    pub white: String,
    /// Who plays Black.
    pub black: String,
    /// The moves, each in its canonical form.
    pub moves: Vec<String>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<BoardResult>,
    /// What the clocks showed last.
    #[serde(default)]
    pub clocks: Clocks,
}

impl BoardGame {
    /// What a board shows once something was read for it: names that the text leaves out stay, and a game that was not read to its end adds moves
    /// and takes none back. It replaces another line only where it has more moves than that: it may be half a file.
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

    /// Whether both are the same game of the family from the same position.
    pub(super) fn same_start(&self, other: &BoardGame) -> bool {
        self.variant == other.variant && self.start == other.start
    }

    /// How many moves both have in common at their beginnings.
    pub(super) fn common(&self, other: &BoardGame) -> usize {
        if !self.same_start(other) {
            return 0;
        }
        let pairs = self.moves.iter().zip(&other.moves);
        pairs.take_while(|(one, other)| one == other).count()
    }

    /// The moves as the rules play them: the position before them, they, and the position after them. `None` where the rules have changed
    /// since they were read, so that they can no longer be played.
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

    /// The game as PDN, with these tags before those of the board. `None` where the rules have changed since it was read, so that it can no
    /// longer be played.
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
    /// The command that says it in a comment.
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
