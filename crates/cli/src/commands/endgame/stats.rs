//! `damier endgame stats`.

use std::io::Write;

use damier_endgame::{Index, Material};
use damier_rules::Rulebook;
use serde::Serialize;

use super::{Act, none_here, tables};
use crate::answer::Answer;
use crate::args::EndgameStatsArgs;
use crate::json::SCHEMA;
use crate::output::Output;

#[derive(Serialize)]
struct StatsJson {
    schema: u32,
    variant: &'static str,
    folder: String,
    /// All tables of up to this many pieces exist.
    complete_to: u8,
    pieces: Vec<PiecesJson>,
    bytes: u64,
    faults: Vec<String>,
}

#[derive(Serialize)]
struct PiecesJson {
    pieces: u8,
    /// How many materials there are with this many pieces; `tables` says how many of them have a
    /// table.
    materials: usize,
    tables: usize,
    /// How many index numbers the tables have, including those without a value.
    numbers: u64,
    bytes: u64,
    bits_a_number: f64,
    /// The size of the tables of distances, if there are any.
    distance_bytes: u64,
}

impl Act for EndgameStatsArgs {
    fn act<R: Rulebook<Bits = u64>>(&self, rules: &R) -> anyhow::Result<Answer> {
        let (folder, known, faults) = tables(self.folder.folder.as_ref(), rules)?;
        if known.is_empty() && faults.is_empty() {
            return Err(none_here(&folder, rules.table().id));
        }
        let rows: Vec<PiecesJson> = (2..=Material::MOST_PIECES)
            .map(|pieces| {
                let materials = Material::of_pieces(pieces);
                let there: Vec<Material> = materials
                    .iter()
                    .copied()
                    .filter(|&m| known.has(m))
                    .collect();
                let size = |&material: &Material| Index::new(known.ground(), material).size();
                let numbers: u64 = there.iter().map(size).sum();
                let bytes: u64 = there.iter().filter_map(|&m| known.bytes(m)).sum();
                PiecesJson {
                    pieces,
                    materials: materials.len(),
                    tables: there.len(),
                    numbers,
                    bytes,
                    bits_a_number: bytes as f64 * 8.0 / numbers.max(1) as f64,
                    distance_bytes: materials
                        .iter()
                        .filter_map(|&m| known.distance_bytes(m))
                        .sum(),
                }
            })
            .filter(|row| row.tables > 0)
            .collect();
        let document = StatsJson {
            schema: SCHEMA,
            variant: rules.table().id,
            folder: folder.path().display().to_string(),
            complete_to: known.most_pieces(),
            bytes: rows.iter().map(|row| row.bytes).sum(),
            pieces: rows,
            faults: faults.iter().map(ToString::to_string).collect(),
        };
        let mut output = Output::new();
        if self.json {
            output.json(&document)?;
        } else {
            for row in &document.pieces {
                writeln!(
                    output,
                    "{} pieces  {:>3} of {:>3} tables  {:>13} numbers  {:>10} bytes  {:.3} bits \
                     each  {:>9} bytes of distances",
                    row.pieces,
                    row.tables,
                    row.materials,
                    row.numbers,
                    row.bytes,
                    row.bits_a_number,
                    row.distance_bytes
                )?;
            }
        }
        output.finish()?;
        Ok(if faults.is_empty() {
            Answer::Done
        } else {
            Answer::No
        })
    }
}
