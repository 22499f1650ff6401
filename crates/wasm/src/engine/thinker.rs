//! The engine as JavaScript holds it, in a worker: it thinks in slices, and between two of them the
//! worker hears what the page wants. So it stops at once without shared memory.

use damier_club::record::MAX_ACTS;
use damier_engine::trained::Weights;
use damier_engine::{Engine, Thinking};
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Position, Variant};
use wasm_bindgen::prelude::wasm_bindgen;

use super::browser;
use super::endings::{Known, Verdict};
use super::thought::{Judgement, ThinkLimits, Thought};
use crate::arguments::{milliseconds, read, variant, write};
use crate::error::DoorError;

/// The most that the engine may remember, in megabytes: wasm memory never shrinks again.
const MAX_HASH_MB: u32 = 256;

/// The engine. Failed calls throw an `Error` whose message is the JSON text `{"code","message"}`.
#[wasm_bindgen]
pub struct Thinker {
    engine: Engine,
    known: Vec<Known>,
    question: Option<Question>,
}

/// What is being thought about.
struct Question {
    position: Position,
    judgement: Judgement,
    verdict: Option<Verdict>,
    thinking: Thinking,
}

#[wasm_bindgen]
impl Thinker {
    /// An engine that remembers this many megabytes, 1 to 256.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mb: u32) -> Thinker {
        let hash_mb = hash_mb.clamp(1, MAX_HASH_MB) as usize;
        Thinker {
            engine: Engine::new(hash_mb),
            known: Vec::new(),
            question: None,
        }
    }

    /// Judges a game by trained weights from the next `start` on: the bytes of a file of weights, which
    /// names its game. Every other game is judged as before.
    ///
    /// # Errors
    /// `bad-weights` where the file is damaged or was made for another program; then nothing has changed.
    pub fn learn(&mut self, weights: &[u8]) -> Result<(), DoorError> {
        Weights::from_bytes(weights)
            .and_then(|weights| self.engine.learn(&weights))
            .map_err(|error| DoorError::new("bad-weights", error))
    }

    /// Asks endgame tables of a game from the next `start` on, besides those that it has: the bytes of files of
    /// outcomes or of distances, one after the other.
    ///
    /// # Errors
    /// `unknown-variant`, `no-tables` where positions of the game have none, `bad-tables` where they are damaged
    /// or were made for another game or program; then nothing has changed.
    pub fn know(&mut self, variant_id: &str, tables: Vec<u8>) -> Result<(), DoorError> {
        let variant = variant(variant_id)?;
        let known = self.known.iter_mut().find(|it| it.variant() == variant);
        if let Some(known) = known {
            return known.add(tables);
        }
        let mut known = Known::new(variant)?;
        known.add(tables)?;
        self.known.push(known);
        Ok(())
    }

    /// Begins to think about the position after these moves (JSON: a list of texts) from this FEN,
    /// within these limits (JSON of `ThinkLimits`). The moves before count for repetition and for the
    /// draw counts. What was thought about before is dropped.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-fen`, `bad-json`, `too-many-moves`, `not-legal`, `no-such-level`.
    pub fn start(
        &mut self,
        variant_id: &str,
        fen: &str,
        moves_json: &str,
        limits_json: &str,
    ) -> Result<(), DoorError> {
        let moves: Vec<String> = read("the moves", moves_json)?;
        let limits: ThinkLimits = read("the limits", limits_json)?;
        let variant = variant(variant_id)?;
        let game = game(variant, fen, &moves)?;
        let known = self.known.iter().find(|known| known.variant() == variant);
        let endings = known.and_then(|known| known.endings.clone());
        let verdict = endings
            .as_ref()
            .and_then(|endings| Verdict::of(endings, game.position()));
        self.engine.set_endings(endings);
        let thinking = self
            .engine
            .start(&game, &limits.limits()?, browser::now_ms());
        self.question = Some(Question {
            position: *game.position(),
            judgement: Judgement::by(&self.engine, variant),
            verdict,
            thinking,
        });
        Ok(())
    }

    /// Thinks on for so many milliseconds, less where a limit is reached: JSON of `Thought`.
    ///
    /// # Errors
    /// `nothing-asked` before the first `start`.
    pub fn step(&mut self, slice_ms: f64) -> Result<String, DoorError> {
        let question = self.question.as_mut().ok_or_else(|| {
            DoorError::new(
                "nothing-asked",
                "there is nothing to think about: call start first",
            )
        })?;
        question
            .thinking
            .run_for(milliseconds(slice_ms), &browser::now_ms);
        let thought = Thought::of(
            &question.position,
            question.judgement,
            question.verdict,
            question.thinking.progress(),
            question.thinking.best(),
        );
        write(&thought)
    }

    /// Ends the thinking; the next step tells what was found.
    pub fn stop(&mut self) {
        if let Some(question) = &mut self.question {
            question.thinking.stop();
        }
    }

    /// Forgets every position of earlier searches.
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

/// The game of these moves from this position.
fn game(variant: Variant, text: &str, moves: &[String]) -> Result<Game, DoorError> {
    if moves.len() > MAX_ACTS {
        let message = format!("a game has at most {MAX_ACTS} moves, found {}", moves.len());
        return Err(DoorError::new("too-many-moves", message));
    }
    let start =
        fen::read_position(variant, text).map_err(|error| DoorError::new("bad-fen", error))?;
    let mut game = Game::new(start, DrawSettings::default());
    for (index, text) in moves.iter().enumerate() {
        let refused = |error: &dyn std::fmt::Display| {
            DoorError::new("not-legal", format_args!("move {}: {error}", index + 1))
        };
        let played = move_text::read(game.position(), text).map_err(|error| refused(&error))?;
        game.play(&played).map_err(|error| refused(&error))?;
    }
    Ok(game)
}
