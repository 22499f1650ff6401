//! `damier endgame probe`.

use std::io::Write;

use damier_endgame::{Material, Tables, Wdl};
use damier_notation::{fen, move_text};
use damier_rules::{AnyPieces, Position, Rulebook};
use serde::Serialize;

use super::{Act, tables};
use crate::Answer;
use crate::args::EndgameProbeArgs;
use crate::input;
use crate::json::SCHEMA;
use crate::output::Output;

#[derive(Serialize)]
struct ProbeJson {
    schema: u32,
    variant: &'static str,
    fen: String,
    material: Option<String>,
    /// `win`, `draw` or `loss` for the side to move; nothing where no table knows.
    value: Option<&'static str>,
    moves: Vec<MoveValueJson>,
}

#[derive(Serialize)]
struct MoveValueJson {
    text: String,
    /// What the move leads to, for the side that makes it.
    value: Option<&'static str>,
}

impl Act for EndgameProbeArgs {
    fn act<R: Rulebook<Bits = u64>>(&self, rules: &R) -> anyhow::Result<Answer> {
        let game = input::game(&self.position)?;
        let position = game.position();
        let (folder, known, _) = tables(self.folder.as_ref(), rules)?;
        let value = value(&known, rules, position);
        let moves = position
            .legal_moves()
            .iter()
            .map(|played| MoveValueJson {
                text: move_text::text(position, played),
                value: position
                    .play(played)
                    .ok()
                    .and_then(|after| self::value(&known, rules, &after))
                    .map(|wdl| wdl.opposite().code()),
            })
            .collect();
        let AnyPieces::Narrow(pieces) = position.raw() else {
            anyhow::bail!("no tables for boards of this size");
        };
        let document = ProbeJson {
            schema: SCHEMA,
            variant: position.variant().id(),
            fen: fen::write(position),
            material: Material::of(&pieces).map(|material| material.to_string()),
            value: value.map(Wdl::code),
            moves,
        };
        let mut output = Output::new();
        if self.json {
            output.json(&document)?;
        } else if let Some(value) = document.value {
            writeln!(output, "{value}")?;
            for played in &document.moves {
                writeln!(output, "{:<10} {}", played.text, played.value.unwrap_or("?"))?;
            }
        }
        output.finish()?;
        if document.value.is_some() {
            return Ok(Answer::Done);
        }
        let pieces = pieces.occupied().count_ones();
        anstream::eprintln!(
            "no table knows this position of {pieces} pieces; those in {} are complete up to {}",
            folder.path().display(),
            known.most_pieces()
        );
        Ok(Answer::No)
    }
}

/// The value for the side to move, captures searched.
fn value<R: Rulebook<Bits = u64>>(known: &Tables, rules: &R, position: &Position) -> Option<Wdl> {
    match position.raw() {
        AnyPieces::Narrow(pieces) => known.resolve(rules, &pieces),
        AnyPieces::Wide(_) => None,
    }
}
