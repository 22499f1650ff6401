//! `damier endgame verify`.

use std::io::Write;

use damier_endgame::{Census, Material, Verifier, verify_sample};
use damier_notation::fen;
use damier_rules::{Position, Rulebook, Setup};
use serde::Serialize;

use super::{Act, none_here, tables};
use crate::answer::Answer;
use crate::args::{EndgameVerifyArgs, or_each_core};
use crate::json::SCHEMA;
use crate::output::Output;

#[derive(Serialize)]
struct VerifyJson {
    schema: u32,
    variant: &'static str,
    folder: String,
    tables: Vec<CensusJson>,
    /// The same for tables of distances.
    distances: Vec<CensusJson>,
    /// Faults of the files.
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
    /// The longest distance in plies, if distances were verified.
    longest: Option<u8>,
    /// Whether a table that this one depends on is missing, so that it could not be verified.
    missing: bool,
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
            distances: Vec::new(),
            faults: faults.iter().map(ToString::to_string).collect(),
            positions: 0,
            wrong: 0,
        };
        let mut output = Output::new();
        let materials = || (2..=self.pieces).flat_map(Material::of_pieces);
        let threads = or_each_core(self.threads);
        let mut verifier = Verifier::of_outcomes(rules, &known, threads);
        for material in materials().filter(|&material| known.has(material)) {
            let census = match self.every {
                Some(every) => verify_sample(rules, &known, material, every, threads),
                None => verifier.material(material),
            };
            let row = self.row(rules, material, census);
            self.print_row(&mut output, "", &row)?;
            document.tables.push(row);
        }
        let mut verifier = Verifier::of_distances(rules, &known, threads);
        let has_distances = |&material: &Material| known.has_distances(material);
        for material in
            materials().filter(|material| self.every.is_none() && has_distances(material))
        {
            let mut row = self.row(rules, material, verifier.material(material));
            row.longest = row.longest.or(Some(0));
            self.print_row(&mut output, "distances", &row)?;
            document.distances.push(row);
        }
        if document.tables.is_empty() && document.distances.is_empty() && faults.is_empty() {
            return Err(none_here(&folder, rules.table().id));
        }
        let rows = || document.tables.iter().chain(&document.distances);
        document.positions = document.tables.iter().map(|row| row.positions).sum();
        document.wrong = rows().map(|row| row.wrong).sum();
        let incomplete = rows().any(|row| row.missing);
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
        let sound = document.wrong == 0 && !incomplete && faults.is_empty();
        Ok(if sound { Answer::Done } else { Answer::No })
    }
}

impl EndgameVerifyArgs {
    /// What was found in a table, or that a table is missing on which it depends.
    fn row<R: Rulebook<Bits = u64>>(
        &self,
        rules: &R,
        material: Material,
        census: Option<Census>,
    ) -> CensusJson {
        let missing = census.is_none();
        let census = census.unwrap_or_default();
        let [losses, draws, wins] = census.outcomes;
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
        CensusJson {
            material: material.to_string(),
            positions: census.positions(),
            losses,
            draws,
            wins,
            captures: census.captures,
            longest: (census.longest > 0).then_some(census.longest),
            missing,
            wrong: census.wrong,
            example,
        }
    }

    /// Prints a row as soon as it is known.
    fn print_row(&self, output: &mut Output, what: &str, row: &CensusJson) -> anyhow::Result<()> {
        if self.json {
            return Ok(());
        }
        let material = &row.material;
        if row.missing {
            writeln!(
                output,
                "{material:<9} a table that it depends on is missing"
            )?;
        } else {
            writeln!(
                output,
                "{material:<9} {:>12} wins {:>12} draws {:>12} losses  {} wrong{}{}",
                row.wins,
                row.draws,
                row.losses,
                row.wrong,
                if what.is_empty() { "" } else { "  " },
                what
            )?;
        }
        if let Some(example) = &row.example {
            writeln!(output, "{:<9} {example}", "")?;
        }
        output.flush()?;
        Ok(())
    }
}
