//! `damier endgame verify`.

use std::io::Write;

use damier_endgame::{Census, Material, Verifier};
use damier_notation::fen;
use damier_rules::{Position, Rulebook, Setup};
use serde::Serialize;

use super::{Act, none_here, tables, threads};
use crate::Answer;
use crate::args::EndgameVerifyArgs;
use crate::json::SCHEMA;
use crate::output::Output;

#[derive(Serialize)]
struct VerifyJson {
    schema: u32,
    variant: &'static str,
    folder: String,
    tables: Vec<CensusJson>,
    /// What is wrong with files.
    faults: Vec<String>,
    positions: u64,
    wrong: u64,
}

#[derive(Serialize)]
struct CensusJson {
    material: String,
    positions: u64,
    losses: u64,
    draws: u64,
    wins: u64,
    captures: u64,
    wrong: u64,
    example: Option<String>,
}

impl Act for EndgameVerifyArgs {
    fn act<R: Rulebook<Bits = u64>>(&self, rules: &R) -> anyhow::Result<Answer> {
        let (folder, known, faults) = tables(self.folder.folder.as_ref(), rules)?;
        let mut document = VerifyJson {
            schema: SCHEMA,
            variant: rules.table().id,
            folder: folder.path().display().to_string(),
            tables: Vec::new(),
            faults: faults.iter().map(ToString::to_string).collect(),
            positions: 0,
            wrong: 0,
        };
        let mut output = Output::new();
        let mut verifier = Verifier::new(rules, &known, threads(&self.folder));
        let there = (2..=self.pieces)
            .flat_map(Material::of_pieces)
            .filter(|&material| known.has(material));
        for material in there {
            let Some(census) = verifier.material(material) else {
                let missing = format!("{material}: a table that it leads to is missing");
                anstream::eprintln!("{missing}");
                document.faults.push(missing);
                continue;
            };
            let example = census.example.and_then(|pieces| {
                let mut setup = Setup::new();
                setup.side = Some(pieces.side);
                for square in rules.geometry().board().squares() {
                    if let Some(piece) = pieces.at(rules.geometry().bit(square)) {
                        setup.put(square, piece);
                    }
                }
                let position = Position::from_setup(self.folder.variant, &setup).ok()?;
                Some(fen::write(&position))
            });
            let row = row(material, &census, example);
            if !self.json {
                writeln!(
                    output,
                    "{:<9} {:>12} positions  {:>12} wins {:>12} draws {:>12} losses  {} wrong",
                    row.material, row.positions, row.wins, row.draws, row.losses, row.wrong
                )?;
                if let Some(example) = &row.example {
                    writeln!(output, "{:<9} {example}", "")?;
                }
                output.flush()?;
            }
            document.positions += row.positions;
            document.wrong += row.wrong;
            document.tables.push(row);
        }
        if document.tables.is_empty() && document.faults.is_empty() {
            return Err(none_here(&folder, rules.table().id));
        }
        if self.json {
            output.json(&document)?;
        } else {
            writeln!(
                output,
                "{} tables  {} positions  {} wrong",
                document.tables.len(),
                document.positions,
                document.wrong
            )?;
        }
        output.finish()?;
        let sound = document.wrong == 0 && document.faults.is_empty();
        Ok(if sound { Answer::Done } else { Answer::No })
    }
}

fn row(material: Material, census: &Census, example: Option<String>) -> CensusJson {
    let [losses, draws, wins] = census.outcomes;
    CensusJson {
        material: material.to_string(),
        positions: census.positions(),
        losses,
        draws,
        wins,
        captures: census.captures,
        wrong: census.wrong,
        example,
    }
}
