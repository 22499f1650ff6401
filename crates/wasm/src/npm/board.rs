//! The JavaScript object of the npm package's class `Draughts`: a game by the rules, without clock
//! and players, so that moves can be played and taken back any number of times.

use std::collections::BTreeMap;

use damier_notation::diagram::Diagram;
use damier_notation::pdn::{self, Fault, GameResult, Games, Reader, ResultStyle, Severity};
use damier_notation::wording::{self, Language};
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Move, Position, Side, Variant, why_not};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::reason::{Meaning, Reason, meaning_of_input, meaning_of_text};
use crate::arguments::{read, square, variant, write};
use crate::error::DoorError;
use crate::move_input::MoveInputView;
use crate::view::{BoardLayout, MoveView, set};

/// A game by the rules. Every failed call throws an `Error` whose message is the JSON text
/// `{"code","message"}`, and leaves the game as it was.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Board {
    game: Game,
}

/// The answer to a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardReply {
    /// The move was played, or could be.
    Played(MoveView),
    /// Nothing was played, for this reason.
    Refused(Box<Reason>),
}

/// The answer to a PDN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadReply {
    /// The game was loaded; it has these tags, each a name and a value.
    Loaded(Vec<(String, String)>),
    /// The text cannot be loaded, because of the first fault.
    Fault(PdnFault),
    /// The game was over before this ply.
    Over {
        /// The number of plies before.
        ply: usize,
        /// The refusal.
        reason: Box<Reason>,
    },
}

/// A fault of a PDN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PdnFault {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// The stable code.
    pub code: &'static str,
    /// The sentence in English.
    pub en: String,
    /// The sentence in French.
    pub fr: String,
}

/// A move of the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct HistoryView {
    /// The move.
    #[serde(flatten)]
    pub played: MoveView,
    /// The side that played it.
    pub side: Side,
    /// The position before it, as FEN.
    pub before: String,
    /// The position after it, as FEN.
    pub after: String,
}

/// How a game has ended by rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndView {
    /// The winner; absent in a draw.
    pub winner: Option<Side>,
    /// The stable code of the rule.
    pub reason: String,
    /// The result as PDN writes it in this game.
    pub result: String,
    /// The outcome as one sentence in English.
    pub en: String,
    /// The same in French.
    pub fr: String,
}

/// The facts of a game of the family.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct VariantView {
    /// The id.
    pub id: &'static str,
    /// Its name in English.
    pub en: String,
    /// Its name in French.
    pub fr: String,
}

/// The games, with the readings of their rules: JSON of `VariantView[]`.
///
/// # Errors
/// None are known.
#[wasm_bindgen]
pub fn variants() -> Result<String, DoorError> {
    let name = |language, variant: Variant| {
        let title = wording::game_title(language, variant.game());
        if variant == variant.game() {
            title
        } else {
            format!("{title}: {}", wording::reading_name(language, variant))
        }
    };
    let view = |&variant: &Variant| VariantView {
        id: variant.id(),
        en: name(Language::English, variant),
        fr: name(Language::French, variant),
    };
    write(&Variant::READINGS.iter().map(view).collect::<Vec<_>>())
}

/// The board of a game: JSON of `BoardLayout`.
///
/// # Errors
/// `unknown-variant`.
#[wasm_bindgen]
pub fn board_layout(variant_id: &str) -> Result<String, DoorError> {
    write(&BoardLayout::of(variant(variant_id)?))
}

#[wasm_bindgen]
impl Board {
    /// A game from its start or from a position.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-fen`.
    #[wasm_bindgen(constructor)]
    pub fn new(variant_id: &str, fen: Option<String>) -> Result<Board, DoorError> {
        let variant = variant(variant_id)?;
        let start = match fen {
            None => Position::start(variant),
            Some(text) => fen::read_position(variant, &text)
                .map_err(|error| DoorError::new("bad-fen", error))?,
        };
        Ok(Board::starting(start))
    }

    /// A copy.
    #[must_use]
    pub fn copy(&self) -> Board {
        self.clone()
    }

    /// The id of the game.
    pub fn variant(&self) -> String {
        self.rules().id().to_owned()
    }

    /// The current position as FEN.
    pub fn fen(&self) -> String {
        fen::write(self.game.position())
    }

    /// The side to move.
    pub fn turn(&self) -> String {
        self.game.position().side().code().to_owned()
    }

    /// The number of the next pair of moves, from 1. If the other side begins, the first pair lacks
    /// its first move.
    pub fn move_number(&self) -> usize {
        let start = self.game.start();
        let skipped = usize::from(start.side() != self.rules().table().first);
        (self.game.len() + skipped + 2) / 2
    }

    /// How often the current position has occurred with the same side to move.
    pub fn occurrences(&self) -> usize {
        self.game.occurrences()
    }

    /// What is on each square, in the order of their numbers: `w` and `b` are men, `W` and `B`
    /// kings, `.` an empty square.
    pub fn pieces(&self) -> String {
        crate::view::piece_letters(self.game.position())
    }

    /// The board as text.
    pub fn ascii(&self) -> String {
        let text = Diagram::of(self.game.position()).text();
        text.trim_end_matches('\n').to_owned()
    }

    /// The legal moves as texts, one a line, since one text passes faster than a list of them; none
    /// when the game is over.
    pub fn move_texts(&self) -> String {
        lines(self.listed().into_iter().map(|listed| listed.text))
    }

    /// The legal moves, of the piece on one square (0: of all): JSON of `MoveView[]`.
    ///
    /// # Errors
    /// `no-such-square`.
    pub fn moves(&self, from: u32) -> Result<String, DoorError> {
        let from = match from {
            0 => None,
            number => Some(square(self.rules(), number)?),
        };
        let mut listed = self.listed();
        listed.retain(|listed| from.is_none_or(|from| listed.played.from == from));
        write(&listed.into_iter().map(MoveView::from).collect::<Vec<_>>())
    }

    /// Pieces that may be huffed before the next move.
    pub fn huffable(&self) -> Vec<u8> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        set(self.game.position().huffable())
    }

    /// Plays a move in the notation of the game: JSON of `BoardReply`.
    ///
    /// # Errors
    /// None are known.
    pub fn play(&mut self, text: &str) -> Result<String, DoorError> {
        let meaning = self.meaning_of_text(text);
        self.play_if_legal(meaning)
    }

    /// Plays a move given by squares (JSON of `MoveInputView`): JSON of `BoardReply`.
    ///
    /// # Errors
    /// `bad-json`, `no-such-square`.
    pub fn play_squares(&mut self, input_json: &str) -> Result<String, DoorError> {
        let meaning = self.meaning_of_squares(input_json)?;
        self.play_if_legal(meaning)
    }

    /// The same answer as `play`, without playing.
    ///
    /// # Errors
    /// None are known.
    pub fn explain(&self, text: &str) -> Result<String, DoorError> {
        write(&self.reply(self.meaning_of_text(text)))
    }

    /// The same answer as `play_squares`, without playing.
    ///
    /// # Errors
    /// `bad-json`, `no-such-square`.
    pub fn explain_squares(&self, input_json: &str) -> Result<String, DoorError> {
        write(&self.reply(self.meaning_of_squares(input_json)?))
    }

    /// Why the piece on a square cannot be moved: JSON of `Reason`, or nothing if it can.
    ///
    /// # Errors
    /// `no-such-square`.
    pub fn why_not(&self, number: u32) -> Result<Option<String>, DoorError> {
        let square = square(self.rules(), number)?;
        let position = self.game.position();
        let reason = match self.game.outcome() {
            Some(outcome) => Some(Reason::over(position, outcome)),
            None => why_not(position, square).map(|refusal| Reason::refused(position, &refusal)),
        };
        reason.map(|reason| write(&reason)).transpose()
    }

    /// Takes back the last move: JSON of `HistoryView`, or nothing if there is none.
    ///
    /// # Errors
    /// None are known.
    pub fn undo(&mut self) -> Result<Option<String>, DoorError> {
        let after = *self.game.position();
        let Some(played) = self.game.take_back() else {
            return Ok(None);
        };
        write(&HistoryView::of(self.game.position(), &played, &after)).map(Some)
    }

    /// The moves played as texts, one a line.
    pub fn history_texts(&self) -> String {
        let moves = self.game.positions().zip(self.game.moves());
        lines(moves.map(|(position, played)| move_text::text(position, &played)))
    }

    /// The moves played: JSON of `HistoryView[]`.
    ///
    /// # Errors
    /// None are known.
    pub fn history(&self) -> Result<String, DoorError> {
        let after = self.game.positions().skip(1);
        let moves = self.game.positions().zip(self.game.moves()).zip(after);
        let views = moves.map(|((before, played), after)| HistoryView::of(before, &played, after));
        write(&views.collect::<Vec<_>>())
    }

    /// The position before the first move, as FEN.
    pub fn start_fen(&self) -> String {
        fen::write(self.game.start())
    }

    /// How the game has ended: JSON of `EndView`, or nothing while it goes on.
    ///
    /// # Errors
    /// None are known.
    pub fn outcome(&self) -> Result<Option<String>, DoorError> {
        let Some(outcome) = self.game.outcome() else {
            return Ok(None);
        };
        let variant = self.rules();
        write(&EndView {
            winner: outcome.winner,
            reason: outcome.reason.code().into_owned(),
            result: GameResult::of_winner(outcome.winner).write(ResultStyle::of(variant)),
            en: wording::outcome(Language::English, variant, &outcome),
            fr: wording::outcome(Language::French, variant, &outcome),
        })
        .map(Some)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The game as PDN, with these tags (JSON of an object of strings).
    ///
    /// # Errors
    /// `bad-json`, `not-legal`.
    pub fn pdn(&self, tags_json: &str) -> Result<String, DoorError> {
        let tags: BTreeMap<String, String> = read("the tags", tags_json)?;
        let start = self.game.start();
        let moves: Vec<_> = self.game.moves().collect();
        let mut written = pdn::Game::of_moves(start, &moves)
            .map_err(|error| DoorError::new("not-legal", error))?;
        let style = ResultStyle::of(start.variant());
        for (name, value) in tags {
            if name.eq_ignore_ascii_case("Result") {
                written.set_result(&GameResult::read_as(&value, style), style);
            } else {
                written.set_tag(&name, value);
            }
        }
        if let Some(outcome) = self.game.outcome() {
            written.set_result(&GameResult::of_winner(outcome.winner), style);
        }
        Ok(pdn::write(&written))
    }

    /// Replaces the game by the main line of the first game of a PDN: JSON of `LoadReply`. The
    /// current game is expected if no tag names one. If the text has a fault nothing is changed.
    ///
    /// # Errors
    /// `no-game` if the text contains none; `setup` if a position is set up in the middle of it.
    pub fn load_pdn(&mut self, text: &str) -> Result<String, DoorError> {
        // Reading from memory cannot fail.
        let mut games = Games::expecting(Reader::new(text.as_bytes()), self.rules())
            .map_while(Result::ok)
            .filter(|(parsed, _)| !parsed.game.is_empty() || !parsed.faults.is_empty());
        let Some((parsed, found)) = games.next() else {
            return Err(DoorError::new("no-game", "the text contains no game"));
        };
        let replay = match pdn::replay(&parsed, found.variant) {
            Ok(replay) => replay,
            Err(fault) => return write(&LoadReply::Fault(PdnFault::of(&fault))),
        };
        let faults = parsed.faults.iter().chain(&replay.faults);
        let first = faults
            .filter(|fault| fault.severity() != Severity::Note)
            .min_by_key(|fault| (fault.place.line, fault.place.column));
        if let Some(fault) = first {
            return write(&LoadReply::Fault(PdnFault::of(fault)));
        }
        if !replay.setups.is_empty() {
            let message = "a position is set up in the middle of the game";
            return Err(DoorError::new("setup", message));
        }
        let mut loaded = Board::starting(replay.start);
        for played in &replay.moves {
            if let Err(error) = loaded.game.play(played) {
                let Some(outcome) = loaded.game.outcome() else {
                    return Err(DoorError::new("not-legal", error));
                };
                return write(&LoadReply::Over {
                    ply: loaded.game.len(),
                    reason: Reason::over(loaded.game.position(), outcome),
                });
            }
        }
        *self = loaded;
        let tags = parsed.game.tags.into_iter();
        write(&LoadReply::Loaded(
            tags.map(|tag| (tag.name, tag.value)).collect(),
        ))
    }
}

/// Texts as lines.
fn lines(texts: impl Iterator<Item = String>) -> String {
    texts.collect::<Vec<_>>().join("\n")
}

impl PdnFault {
    fn of(fault: &Fault) -> PdnFault {
        PdnFault {
            line: fault.place.line,
            column: fault.place.column,
            code: fault.code.code(),
            en: wording::pdn_fault(Language::English, fault),
            fr: wording::pdn_fault(Language::French, fault),
        }
    }
}

impl Board {
    fn starting(start: Position) -> Board {
        Board {
            game: Game::new(start, DrawSettings::default()),
        }
    }

    fn rules(&self) -> Variant {
        self.game.position().variant()
    }

    fn listed(&self) -> Vec<move_text::ListedMove> {
        if self.game.outcome().is_some() {
            return Vec::new();
        }
        move_text::list(self.game.position())
    }

    /// What an input means, unless the game has ended, possibly by a rule that counts moves or
    /// positions.
    fn meaning(&self, of: impl FnOnce(&Position) -> Meaning) -> Meaning {
        let position = self.game.position();
        match self.game.outcome() {
            Some(outcome) => Err(Reason::over(position, outcome)),
            None => of(position),
        }
    }

    fn meaning_of_text(&self, text: &str) -> Meaning {
        self.meaning(|position| meaning_of_text(position, text))
    }

    fn meaning_of_squares(&self, input_json: &str) -> Result<Meaning, DoorError> {
        let input: MoveInputView = read("the move", input_json)?;
        let input = input.read(self.rules())?;
        Ok(self.meaning(|position| meaning_of_input(position, &input)))
    }

    fn reply(&self, meaning: Meaning) -> BoardReply {
        match meaning {
            Ok(played) => BoardReply::Played(MoveView::of(self.game.position(), &played)),
            Err(reason) => BoardReply::Refused(reason),
        }
    }

    fn play_if_legal(&mut self, meaning: Meaning) -> Result<String, DoorError> {
        let played = meaning.as_ref().ok().copied();
        let reply = self.reply(meaning);
        if let Some(played) = played {
            self.game
                .play(&played)
                .map_err(|error| DoorError::new("not-legal", error))?;
        }
        write(&reply)
    }
}

impl HistoryView {
    fn of(before: &Position, played: &Move, after: &Position) -> HistoryView {
        HistoryView {
            played: MoveView::of(before, played),
            side: before.side(),
            before: fen::write(before),
            after: fen::write(after),
        }
    }
}
