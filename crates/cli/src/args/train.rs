//! The command line of `damier train`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use damier_rules::Variant;
use damier_workshop::fit::{Aim, Choice};
use damier_workshop::matches::Spec;
use damier_workshop::problems::Bounds;

use super::position::variant_parser;
use super::value::threads;

/// The most positions that searches may be asked to judge, or tables to tell: days of work for most machines, and a few
/// gigabytes.
const MOST_JUDGED: u64 = 20_000_000;

/// The most positions that one such search may visit.
const MOST_NODES: u64 = 100_000_000;

#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    pub(crate) command: TrainCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Play the engine against itself and keep the games; a run that was stopped goes on where it was
    ///
    /// Every game begins with moves drawn by lot. Number and seed decide a game, so the same command
    /// gives the same games on any number of threads, and goes on after it was stopped. A file holds games
    /// that were played in one way; what is played otherwise goes to another file, and a fit reads many.
    Selfplay(SelfPlayArgs),
    /// Fit an evaluation to such games
    ///
    /// Logistic regression on the results of the games and what the engine thought in them. One game in
    /// twenty is held out: the loss there tells whether something was learned or only remembered.
    Fit(FitArgs),
    /// Grow an opening book from searches; a run that was stopped goes on where it was
    ///
    /// Expanded next is always the position to which good play of both sides most likely leads; each of its moves
    /// is searched. One thread grows the same book always; the same command goes on after it was stopped, as long as the
    /// engine is the same.
    Book(BookArgs),
    /// Find problems in games: shots that win, with no other move that does; a run that was stopped goes on where it was
    ///
    /// The levels play games, mostly the weak ones, and each position is looked at. What promises a shot is proved: at every move of the
    /// solution all others are judged. The same command gives the same problems on any number of threads. With --out they are
    /// packed for the page: each shot once, ordered by rating, in parts with an index.
    Problems(ProblemsArgs),
    /// Look at a sample of packed problems again, and count the false ones
    ///
    /// A problem is false where the solution is worth less than a man, or another move a man or more. Exit code 1: there are false
    /// ones.
    CheckProblems(CheckProblemsArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct SelfPlayArgs {
    /// The file that the games are appended to
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// How many games the file shall hold in the end
    #[arg(long, default_value_t = 100_000)]
    pub(crate) games: u64,
    /// Positions visited for each move
    #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Judge by these weights instead of counting pieces and rows
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) weights: Option<PathBuf>,
    /// The fewest moves drawn by lot
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=60))]
    pub(crate) opening_from: u32,
    /// The most moves drawn by lot
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=60))]
    pub(crate) opening_to: u32,
    /// What decides the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// A game is won when both sides see so many hundredths of a man between them
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) won_at: i16,
    /// A game is drawn when both sides see at most so many hundredths of a man between them for 16 plies in
    /// a row, from ply 70 on [default: play on]
    #[arg(long, value_parser = clap::value_parser!(i16).range(0..))]
    pub(crate) level_at: Option<i16>,
    /// A game that lasts longer, in plies, is a draw
    #[arg(long, default_value_t = 220, value_parser = 10..=2_000)]
    pub(crate) longest: i64,
    /// End games by the endgame tables of this folder, and let the engine ask them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<String>,
    /// Games at a time [default: one for each core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct FitArgs {
    /// Files of games, as `damier train selfplay` writes them
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) out: PathBuf,
    /// Where a report with its plots goes, as HTML
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// The most steps towards the best weights
    #[arg(long, default_value_t = 30)]
    pub(crate) rounds: u32,
    /// How often the network that corrects the shapes goes through all positions; 0 leaves it out
    #[arg(long, default_value_t = 8)]
    pub(crate) epochs: u32,
    /// Leave the tall shapes out: a small file of weights
    #[arg(long)]
    pub(crate) small: bool,
    /// How far from nothing the weight of a shape is expected to lie, in hundredths of a man
    #[arg(long, default_value_t = Aim::default().spread, value_parser = spread)]
    pub(crate) spread: f32,
    /// The same for the tall shapes
    #[arg(long, default_value_t = Aim::default().tall_spread, value_parser = spread)]
    pub(crate) tall_spread: f32,
    /// What a draw counts, compared with a won game
    #[arg(long, default_value_t = Aim::default().draws, value_parser = times)]
    pub(crate) draws: f32,
    /// How much of the target is the result of the game; the rest is what the engine thought of
    /// the position. Games by strong weights teach best with 0, and --draws 1
    #[arg(long, default_value_t = Aim::default().result, value_parser = part)]
    pub(crate) result: f32,
    /// Hundredths of a man that multiply the odds by e in the engine's scores; a fit tells its own
    #[arg(long, default_value_t = Aim::default().scale, value_parser = scale)]
    pub(crate) scale: f32,
    /// Begin with these weights and stay near them: what other games taught is kept
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) from: Option<PathBuf>,
    /// Hundredths of a man that multiply the odds by e in those weights, as their fit told
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 100.0, requires = "from", value_parser = scale)]
    pub(crate) from_scale: f32,
    /// What those weights count: as much as so many times the positions at hand
    #[arg(long, value_name = "TIMES", default_value_t = 2.0, requires = "from", value_parser = times)]
    pub(crate) from_counts: f32,
    /// Teach the positions of the games as those weights judge them, so that only --tables and --leaves
    /// change anything; weights with a network need --rounds 0 besides
    #[arg(long, requires = "from")]
    pub(crate) keep: bool,
    /// Positions with more hundredths of a man between the sides are left out
    #[arg(long, default_value_t = Choice::default().decided_at, value_parser = clap::value_parser!(i16).range(1..))]
    pub(crate) decided_at: i16,
    /// Learn from positions of few pieces too, as the endgame tables of this folder know them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<String>,
    /// How many of them, at most: of two pieces there are a few thousand
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000, requires = "tables", value_parser = clap::value_parser!(u64).range(..=MOST_JUDGED))]
    pub(crate) from_tables: u64,
    /// How many positions of a few pieces more, as searches that ask those tables see them
    #[arg(long, value_name = "POSITIONS", requires_all = ["tables", "from"], value_parser = clap::value_parser!(u64).range(1..=MOST_JUDGED))]
    pub(crate) beyond_tables: Option<u64>,
    /// The most pieces of these
    #[arg(long, value_name = "PIECES", default_value_t = 8, requires = "beyond_tables", value_parser = clap::value_parser!(u8).range(3..=12))]
    pub(crate) up_to: u8,
    /// Train on about so many leaves of searches too, which start at positions of the games: they teach what follows
    /// after bad moves
    #[arg(long, alias = "asked", value_name = "POSITIONS", requires = "from", value_parser = clap::value_parser!(u64).range(1..=MOST_JUDGED))]
    pub(crate) leaves: Option<u64>,
    /// Nodes of each search whose leaves are taken
    #[arg(long, alias = "asked-by", value_name = "NODES", default_value_t = 2_000, requires = "leaves", value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    pub(crate) leaf_nodes: u64,
    /// Positions visited by each search that judges positions beyond tables, or leaves
    #[arg(long, default_value_t = 1_000, requires = "from", value_parser = clap::value_parser!(u64).range(1..=MOST_NODES))]
    pub(crate) nodes: u64,
    /// Threads to work on [default: one for each core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BookArgs {
    /// The file that the positions are appended to
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// How many positions the file shall hold in the end
    #[arg(long, default_value_t = 3_000)]
    pub(crate) positions: usize,
    /// Positions visited for each move of a position
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Judge by these weights in place of the program's own
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) weights: Option<PathBuf>,
    /// Positions at a time; with more than one the order, and so the choice, is a matter of chance
    #[arg(long, default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Write the book that came of it, as players read it, to this file
    #[arg(long, value_name = "BOOK")]
    pub(crate) out: Option<PathBuf>,
    /// Only write the book of what the file holds, whichever engine has grown it
    #[arg(long, requires = "out")]
    pub(crate) pack: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ProblemsArgs {
    /// The file that the problems are appended to
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// How many games the levels play in all
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(..=100_000_000))]
    pub(crate) games: u64,
    /// Look at the games of this PDN file first; may be given several times
    #[arg(long, value_name = "PDN")]
    pub(crate) from: Vec<PathBuf>,
    /// Pack all problems of the file into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Pack the problems of this file too, of another seed or machine; may be given several times
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(crate) with: Vec<PathBuf>,
    /// Only pack what the file holds
    #[arg(long, requires = "out", conflicts_with_all = ["games", "from"])]
    pub(crate) pack: bool,
    /// What decides the games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Positions visited to judge all moves of a position
    #[arg(long, default_value_t = Bounds::default().nodes, value_parser = clap::value_parser!(u64).range(100..=MOST_NODES))]
    pub(crate) nodes: u64,
    /// The same for each problem that is packed, which is looked at again
    #[arg(long, value_name = "NODES", default_value_t = 200_000, requires = "out", value_parser = clap::value_parser!(u64).range(100..=MOST_NODES))]
    pub(crate) again: u64,
    /// Games at a time [default: one for each core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CheckProblemsArgs {
    /// The folder of the packed problems, with its index.json
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// How many problems, drawn by lot
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) sample: u32,
    /// What decides the sample
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Positions visited to judge all moves of a position
    #[arg(long, default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(100..=MOST_NODES))]
    pub(crate) nodes: u64,
    /// Ask this player in place of our own search; it is written as for `damier match`
    #[arg(long, value_name = "SPEC")]
    pub(crate) engine: Option<Spec>,
    /// The seconds that this player has for a move
    #[arg(long, value_name = "SECONDS", default_value = "0.5", requires = "engine", value_parser = seconds)]
    pub(crate) time: Duration,
}

/// A time for a move.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| (0.01..=3_600.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or("expected a number from 0.01 to 3600")
}

/// How far weights are expected to lie from nothing.
fn spread(text: &str) -> Result<f32, &'static str> {
    let spread = text.parse().ok();
    spread
        .filter(|spread| (0.01..=10_000.0).contains(spread))
        .ok_or("expected a number from 0.01 to 10000")
}

/// A part of the whole.
fn part(text: &str) -> Result<f32, &'static str> {
    let part = text.parse().ok();
    part.filter(|part| (0.0..=1.0).contains(part))
        .ok_or("expected a number from 0 to 1")
}

/// A number of times, not negative.
fn times(text: &str) -> Result<f32, &'static str> {
    let times = text.parse().ok();
    times
        .filter(|times| (0.0..=1e6).contains(times))
        .ok_or("expected a number from 0 to 1000000")
}

/// A scale of scores.
fn scale(text: &str) -> Result<f32, &'static str> {
    let scale = text.parse().ok();
    scale
        .filter(|scale| (1.0..=10_000.0).contains(scale))
        .ok_or("expected a number from 1 to 10000")
}
