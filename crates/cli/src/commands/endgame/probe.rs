//! `damier endgame probe`.

use std::io::Write;

use damier_endgame::{Distance, Material, Tables, Wdl};
use damier_notation::{fen, move_text};
use damier_rules::{AnyPieces, Position, Rulebook, Variant};
use serde::Serialize;

use super::{Act, named_or_default_tables};
use crate::answer::Answer;
use crate::args::{EndgameProbeArgs, MAX_BUILD_PIECES};
use crate::input;
use crate::json::SCHEMA;
use crate::output::Output;

#[derive(Serialize)]
struct ProbeJson {
    schema: u32,
    variant: &'static str,
    fen: String,
    material: Option<String>,
    /// `win`, `draw` or `loss` for the side to move; null if no table has the position.
    value: Option<&'static str>,
    /// Plies to the end with best play; null for a draw, and if there is no table of distances.
    plies: Option<u8>,
    moves: Vec<MoveValueJson>,
}

#[derive(Serialize)]
struct MoveValueJson {
    text: String,
    /// The result of the move for the side that makes it. The plies include the move itself.
    value: Option<&'static str>,
    plies: Option<u8>,
}

impl Act for EndgameProbeArgs {
    fn act<R: Rulebook<Bits = u64>>(&self, rules: &R) -> anyhow::Result<Answer> {
        let game = input::game(&self.position)?;
        let position = game.position();
        let (folder, known) = named_or_default_tables(self.folder.as_ref(), rules)?;
        let (value, plies) = value(&known, rules, position);
        let moves = position
            .legal_moves()
            .iter()
            .map(|played| {
                let after = position.play(played).ok();
                let (value, plies) =
                    after.map_or((None, None), |after| self::value(&known, rules, &after));
                MoveValueJson {
                    text: move_text::text(position, played),
                    value: value.map(|wdl| wdl.opposite().code()),
                    plies: plies.map(|plies| plies + 1),
                }
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
            plies,
            moves,
        };
        let mut output = Output::new();
        if self.json {
            output.json(&document)?;
        } else if let Some(value) = document.value {
            writeln!(output, "{}", words(value, plies))?;
            for played in &document.moves {
                let value = words(played.value.unwrap_or("?"), played.plies);
                writeln!(output, "{:<10} {value}", played.text)?;
            }
        }
        output.finish()?;
        if document.value.is_some() {
            return Ok(Answer::Done);
        }
        if pieces.own() == 0 || pieces.enemy() == 0 {
            anstream::eprintln!("one side has no pieces left: the game is over");
            return Ok(Answer::No);
        }
        let count = pieces.occupied().count_ones();
        let place = folder.map_or_else(
            || "available".to_owned(),
            |folder| format!("in {}", folder.path().display()),
        );
        let known = match known.most_pieces() {
            0 | 1 => format!("none are {place}"),
            most => format!("those {place} are complete up to {most}"),
        };
        let how = if count <= u32::from(MAX_BUILD_PIECES) {
            format!(": {} builds more", self.build_command(count))
        } else {
            String::new()
        };
        anstream::eprintln!("no table has this position of {count} pieces; {known}{how}");
        Ok(Answer::No)
    }
}

impl EndgameProbeArgs {
    /// The command that makes the tables for this position.
    fn build_command(&self, pieces: u32) -> String {
        let game = if self.position.variant == Variant::INTERNATIONAL {
            String::new()
        } else {
            format!(" --variant {}", self.position.variant)
        };
        let folder = self.folder.as_ref();
        let folder = folder.map(|folder| format!(" --folder {}", folder.display()));
        let folder = folder.unwrap_or_default();
        format!("damier endgame build --pieces {pieces}{game}{folder}")
    }
}

/// `win in 7 plies`, or just `win`.
fn words(value: &str, plies: Option<u8>) -> String {
    match plies {
        Some(1) => format!("{value} in 1 ply"),
        Some(plies) => format!("{value} in {plies} plies"),
        None => value.to_owned(),
    }
}

/// The value for the side to move, after all captures are resolved, and the number of plies to the
/// end.
fn value<R: Rulebook<Bits = u64>>(
    known: &Tables,
    rules: &R,
    position: &Position,
) -> (Option<Wdl>, Option<u8>) {
    match position.raw() {
        AnyPieces::Narrow(pieces) => {
            let distance = known.distance(rules, &pieces);
            let wdl = known.resolve(rules, &pieces);
            let plies = distance.and_then(Distance::plies);
            (wdl.or(distance.map(Distance::wdl)), plies)
        }
        AnyPieces::Wide(_) => (None, None),
    }
}
