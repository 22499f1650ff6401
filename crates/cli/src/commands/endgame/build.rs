//! `damier endgame build`.

use std::time::Duration;

use damier_endgame::{BuildStep, Index, Material, Tables};
use damier_rules::Rulebook;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;

use super::Act;
use crate::answer::Answer;
use crate::args::{EndgameBuildArgs, or_each_core};
use crate::clock::Stopwatch;
use crate::json::SCHEMA;
use crate::output::Output;
use crate::tables::folder;

#[derive(Serialize)]
struct BuildJson {
    schema: u32,
    variant: &'static str,
    folder: String,
    pieces: u8,
    /// Tables that were made now.
    made: Vec<BuiltTableJson>,
    /// Tables that existed already.
    taken: Vec<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct BuiltTableJson {
    material: String,
    /// The file of outcomes.
    bytes: u64,
    /// The file of distances, if there is one.
    distance_bytes: Option<u64>,
}

impl Act for EndgameBuildArgs {
    fn act<R: Rulebook<Bits = u64>>(&self, rules: &R) -> anyhow::Result<Answer> {
        let folder = folder(self.folder.folder.as_ref())?;
        let ground = Tables::new(rules)?.ground().clone();
        let size = |material| Index::new(&ground, material).size();
        let all: u64 = (2..=self.pieces)
            .flat_map(Material::of_pieces)
            .map(size)
            .sum();
        let bar = progress_bar(all);
        let stopwatch = Stopwatch::start();
        let mut document = BuildJson {
            schema: SCHEMA,
            variant: rules.table().id,
            folder: folder.path().display().to_string(),
            pieces: self.pieces,
            made: Vec::new(),
            taken: Vec::new(),
            seconds: 0.0,
        };
        folder.build(
            rules,
            self.pieces,
            self.distances,
            or_each_core(self.threads),
            |step| match step {
                BuildStep::Taken(material) => {
                    for half in both(material) {
                        document.taken.push(half.to_string());
                        bar.inc(size(half));
                    }
                }
                BuildStep::Again(fault) => {
                    bar.suspend(|| anstream::eprintln!("{fault}; rebuilding"));
                }
                BuildStep::Solving(material) => bar.set_message(material.to_string()),
                BuildStep::Made {
                    material,
                    outcomes,
                    distances,
                } => {
                    let elapsed = stopwatch.elapsed().as_secs_f64();
                    if !self.json {
                        let plies = distances.map_or(String::new(), |bytes| format!(" + {bytes}"));
                        bar.suspend(|| {
                            anstream::eprintln!(
                                "{material:<9} {elapsed:8.1} s  {outcomes}{plies} bytes"
                            );
                        });
                    }
                    bar.inc(size(material));
                    document.made.push(BuiltTableJson {
                        material: material.to_string(),
                        bytes: outcomes,
                        distance_bytes: distances,
                    });
                }
                _ => {}
            },
        )?;
        bar.finish_and_clear();
        document.seconds = stopwatch.elapsed().as_secs_f64();
        if self.json {
            let mut output = Output::new();
            output.json(&document)?;
            output.finish()?;
        } else {
            anstream::eprintln!(
                "{}: {} tables built, {} already there",
                document.folder,
                document.made.len(),
                document.taken.len()
            );
        }
        Ok(Answer::Done)
    }
}

/// A material and the same material with colours swapped, if that is different.
fn both(material: Material) -> impl Iterator<Item = Material> {
    let turned = Some(material.turned()).filter(|&turned| turned != material);
    std::iter::once(material).chain(turned)
}

/// A bar that is hidden if standard error is not a terminal.
fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(positions), ProgressDrawTarget::stderr_with_hz(5));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {percent:>3} %  {elapsed}  {msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
