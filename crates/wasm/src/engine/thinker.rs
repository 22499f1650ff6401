//! The JavaScript object of the engine, in a worker: its transposition table, weights and endgame
//! tables, and the method that starts searches.

use damier_engine::Engine;
use damier_engine::trained::Weights;
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Variant};
use damier_session::record::MAX_ACTS;
use wasm_bindgen::prelude::wasm_bindgen;

use super::browser;
use super::endings::{Known, VerdictView};
use super::search::Search;
use super::thought::{Judgement, ThinkLimits};
use crate::arguments::{read, variant};
use crate::error::DoorError;

/// The largest transposition table, in megabytes: the memory of a wasm module never shrinks.
const MAX_HASH_MB: u32 = 256;

/// The engine. Failed calls throw an `Error` whose message is the JSON text `{"code","message"}`.
#[wasm_bindgen]
pub struct Thinker {
    engine: Engine,
    known: Vec<Known>,
}

#[wasm_bindgen]
impl Thinker {
    /// An engine with a transposition table of this many megabytes, 1 to 256.
    #[wasm_bindgen(constructor)]
    pub fn new(hash_mb: u32) -> Thinker {
        let hash_mb = hash_mb.clamp(1, MAX_HASH_MB) as usize;
        Thinker {
            engine: Engine::new(hash_mb),
            known: Vec::new(),
        }
    }

    /// Loads trained weights for a game, to be used from the next `start` on. `weights` are the
    /// bytes of a file of weights, which names its game. Other games are evaluated as before.
    ///
    /// # Errors
    /// `bad-weights` if the file is damaged or was made for another program; in that case nothing
    /// has changed.
    pub fn learn(&mut self, weights: &[u8]) -> Result<(), DoorError> {
        Weights::from_bytes(weights)
            .and_then(|weights| self.engine.learn(&weights))
            .map_err(|error| DoorError::new("bad-weights", error))
    }

    /// Adds endgame tables of a game, to be used from the next `start` on: the bytes of files of
    /// outcomes or of distances, one after another.
    ///
    /// # Errors
    /// `unknown-variant`, `no-tables` if there are no tables for the positions of this game,
    /// `bad-tables` if they are damaged or were made for another game or program; in that case
    /// nothing has changed.
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

    /// Starts a search of the position that these moves (JSON: a list of texts) lead to from this
    /// FEN, within these limits (JSON of `ThinkLimits`). The moves count for repetition and for the
    /// draw counts. Nothing is searched before the first step. Earlier searches are not affected.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-fen`, `bad-json`, `too-many-moves`, `not-legal`, `no-such-level`.
    pub fn start(
        &mut self,
        variant_id: &str,
        fen: &str,
        moves_json: &str,
        limits_json: &str,
    ) -> Result<Search, DoorError> {
        let moves: Vec<String> = read("the moves", moves_json)?;
        let limits: ThinkLimits = read("the limits", limits_json)?;
        let variant = variant(variant_id)?;
        let game = game(variant, fen, &moves)?;
        let known = self.known.iter().find(|known| known.variant() == variant);
        let endings = known.and_then(|known| known.endings.clone());
        let verdict = endings
            .as_ref()
            .and_then(|endings| VerdictView::of(endings, game.position()));
        self.engine.set_endings(endings);
        let thinking = self
            .engine
            .start(&game, &limits.limits()?, browser::now_ms());
        let judgement = Judgement::by(&self.engine, variant);
        Ok(Search::new(*game.position(), judgement, verdict, thinking))
    }

    /// Clears the transposition table.
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

/// The game with these moves from this position.
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
