//! The command line of `damier train`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use damier_coach::shot::ShotEntry;
use damier_rules::Variant;
use damier_workshop::fit::{Aim, Choice};
use damier_workshop::matches::Spec;
use damier_workshop::problems::Bounds;

use super::position::variant_parser;
use super::value::{number, number_from, threads};

/// Limit of positions labelled by searches or tables: days of work for most machines, and a few
/// gigabytes.
const MAX_JUDGED: u64 = 20_000_000;

/// Limit of positions that one of these searches may visit.
const MAX_NODES: u64 = 100_000_000;

#[derive(clap::Args, Debug)]
pub(crate) struct TrainArgs {
    #[command(subcommand)]
    pub(crate) command: TrainCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum TrainCommand {
    /// Play the engine against itself and store the games; an interrupted run continues
    ///
    /// Each game starts with random moves. Number and seed determine a game, so the same command
    /// produces the same games with any number of threads, and after an interruption. All games of
    /// a file share their settings; other settings need another file. A fit reads any number of
    /// files.
    Selfplay(SelfPlayArgs),
    /// Fit an evaluation to self-play games
    ///
    /// Logistic regression on the results of the games and the engine's scores. One game in twenty
    /// is held out; its loss shows whether the evaluation generalises.
    Fit(FitArgs),
    /// Grow an opening book by searches; an interrupted run continues
    ///
    /// Always expands the position that good play of both sides most likely reaches, and searches
    /// each of its moves. One thread always grows the same book. An interrupted run continues as
    /// long as the engine is unchanged.
    Book(BookArgs),
    /// Find problems with a unique solution; an interrupted run continues
    ///
    /// They come from games between levels 1 to 8, from PDN files, from random endings, and from
    /// known problems that are extended or rearranged. A candidate is proved by comparing all moves
    /// at each move of the solution, and verified with more positions. The same command finds the
    /// same problems with any number of threads. --out packs them for the page: one problem per
    /// final position and length, rated by the effort of solving, in parts with an index.
    Problems(ProblemsArgs),
    /// Check a sample of packed problems, and count the unsound ones
    ///
    /// A problem is unsound if its solution wins less than a man, or another move wins a man or
    /// more. Exit code 1 if there are unsound ones.
    CheckProblems(CheckProblemsArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct SelfPlayArgs {
    /// File to append the games to
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Total number of games in the file
    #[arg(long, default_value_t = 100_000, value_parser = number_from(0_u64))]
    pub(crate) games: u64,
    /// Positions per move
    #[arg(long, default_value_t = 2_000, value_parser = number_from(1_u64))]
    pub(crate) nodes: u64,
    /// Evaluation weights [default: count pieces and rows]
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) weights: Option<PathBuf>,
    /// Minimum number of random opening moves
    #[arg(long, default_value_t = 4, value_parser = number(0_u32..=60))]
    pub(crate) opening_from: u32,
    /// Maximum number of random opening moves
    #[arg(long, default_value_t = 10, value_parser = number(0_u32..=60))]
    pub(crate) opening_to: u32,
    /// Seed of the games
    #[arg(long, default_value_t = 1, value_parser = number_from(0_u64))]
    pub(crate) seed: u64,
    /// Adjudicate a win when both sides' scores reach this, in hundredths of a man
    #[arg(long, default_value_t = 500, value_parser = number_from(1_i16))]
    pub(crate) won_at: i16,
    /// Adjudicate a draw when both sides' scores stay within this for 16 plies from ply 70 on, in
    /// hundredths of a man [default: play on]
    #[arg(long, value_parser = number_from(0_i16))]
    pub(crate) level_at: Option<i16>,
    /// Adjudicate a draw after this many plies
    #[arg(long, default_value_t = 220, value_parser = 10..=2_000)]
    pub(crate) longest: i64,
    /// Endgame tables of this folder, for adjudication and for the engine
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<String>,
    /// Number of games at once [default: one per core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct FitArgs {
    /// Files of games, as written by `damier train selfplay`
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Output file of the weights
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) out: PathBuf,
    /// Output file of an HTML report with plots
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Maximum number of optimisation steps
    #[arg(long, default_value_t = 30, value_parser = number_from(0_u32))]
    pub(crate) rounds: u32,
    /// Epochs of the correction network; 0 for none
    #[arg(long, default_value_t = 8, value_parser = number_from(0_u32))]
    pub(crate) epochs: u32,
    /// Omit the tall patterns: a small file of weights
    #[arg(long)]
    pub(crate) small: bool,
    /// Expected standard deviation of a pattern's weight, in hundredths of a man
    #[arg(long, default_value_t = Aim::default().spread, value_parser = spread)]
    pub(crate) spread: f32,
    /// The same for the tall patterns
    #[arg(long, default_value_t = Aim::default().tall_spread, value_parser = spread)]
    pub(crate) tall_spread: f32,
    /// Weight of a drawn game, compared with a won game
    #[arg(long, default_value_t = Aim::default().draws, value_parser = times)]
    pub(crate) draws: f32,
    /// Share of the game's result in the target; the rest is the engine's score. Games by strong
    /// weights train best with 0 and --draws 1
    #[arg(long, default_value_t = Aim::default().result, value_parser = part)]
    pub(crate) result: f32,
    /// Scale of the engine's scores: hundredths of a man that multiply the odds by e, as printed by
    /// a fit
    #[arg(long, default_value_t = Aim::default().scale, value_parser = scale)]
    pub(crate) scale: f32,
    /// Start from these weights and stay close to them, to keep what other games taught
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) from: Option<PathBuf>,
    /// Scale of those weights, as printed by their fit
    #[arg(long, value_name = "HUNDREDTHS", default_value_t = 100.0, requires = "from", value_parser = scale)]
    pub(crate) from_scale: f32,
    /// Strength of those weights, as a multiple of the number of positions
    #[arg(long, value_name = "TIMES", default_value_t = 2.0, requires = "from", value_parser = times)]
    pub(crate) from_counts: f32,
    /// Use those weights' own scores as targets of the games' positions, so that only --tables and
    /// --leaves change the weights; a network also needs --rounds 0
    #[arg(long, requires = "from")]
    pub(crate) keep: bool,
    /// Omit positions with a larger score, in hundredths of a man
    #[arg(long, default_value_t = Choice::default().decided_at, value_parser = number_from(1_i16))]
    pub(crate) decided_at: i16,
    /// Also train on endgame positions, with the values of this folder's tables
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<String>,
    /// Maximum number of endgame positions; tables of two pieces have a few thousand
    #[arg(long, value_name = "POSITIONS", default_value_t = 200_000, requires = "tables", value_parser = number(0_u64..=MAX_JUDGED))]
    pub(crate) from_tables: u64,
    /// Number of positions with a few pieces more, scored by searches that use those tables
    #[arg(long, value_name = "POSITIONS", requires_all = ["tables", "from"], value_parser = number(1_u64..=MAX_JUDGED))]
    pub(crate) beyond_tables: Option<u64>,
    /// Largest number of pieces of these
    #[arg(long, value_name = "PIECES", default_value_t = 8, requires = "beyond_tables", value_parser = number(3_u8..=12))]
    pub(crate) up_to: u8,
    /// Also train on about this many leaves of searches from the games' positions, which cover the
    /// consequences of bad moves
    #[arg(long, alias = "asked", value_name = "POSITIONS", requires = "from", value_parser = number(1_u64..=MAX_JUDGED))]
    pub(crate) leaves: Option<u64>,
    /// Nodes of each search whose leaves are used
    #[arg(long, alias = "asked-by", value_name = "NODES", default_value_t = 2_000, requires = "leaves", value_parser = number(1_u64..=MAX_NODES))]
    pub(crate) leaf_nodes: u64,
    /// Positions visited by each search that scores positions beyond the tables, or leaves
    #[arg(long, default_value_t = 1_000, requires = "from", value_parser = number(1_u64..=MAX_NODES))]
    pub(crate) nodes: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BookArgs {
    /// File to append the positions to
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Total number of positions in the file
    #[arg(long, default_value_t = 3_000, value_parser = number_from(0_usize))]
    pub(crate) positions: usize,
    /// Positions visited per move of a position
    #[arg(long, default_value_t = 20_000, value_parser = number_from(1_u64))]
    pub(crate) nodes: u64,
    /// Evaluation weights [default: the built-in ones]
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) weights: Option<PathBuf>,
    /// Number of positions at once; with more than one the order, and so the choice, is not
    /// deterministic
    #[arg(long, default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Output file of the finished book
    #[arg(long, value_name = "BOOK")]
    pub(crate) out: Option<PathBuf>,
    /// Only write the book from the file, whichever engine made it
    #[arg(long, requires = "out")]
    pub(crate) pack: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ProblemsArgs {
    /// File to append the problems to
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Total number of games that the levels play
    #[arg(long, default_value_t = 10_000, value_parser = number(0_u64..=100_000_000))]
    pub(crate) games: u64,
    /// First examine the games of this PDN file; can be repeated
    #[arg(long, value_name = "PDN")]
    pub(crate) from: Vec<PathBuf>,
    /// Packed problems of this folder: their positions are proved again, and compositions grow from
    /// them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) known: Option<PathBuf>,
    /// Number of compositions to try
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = number(0_u64..=100_000_000))]
    pub(crate) compose: u64,
    /// Compose only positions with this shot; can be repeated
    #[arg(long = "shot", value_name = "CODE", value_parser = shot)]
    pub(crate) shots: Vec<ShotEntry>,
    /// Number of random endings to try: positions of the tables, or with more pieces
    #[arg(long, value_name = "NUMBER", default_value_t = 0, value_parser = number(0_u64..=100_000_000))]
    pub(crate) endings: u64,
    /// Endgame tables of this folder [default: the built-in ones]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<String>,
    /// Pack all problems of the file into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Also pack the problems of this file, of another seed or machine; can be repeated
    #[arg(long, value_name = "FILE", requires = "out")]
    pub(crate) with: Vec<PathBuf>,
    /// Only pack the file
    #[arg(long, requires = "out", conflicts_with_all = ["games", "from", "known", "compose", "shots", "endings", "again"])]
    pub(crate) pack: bool,
    /// Seed of everything random
    #[arg(long, default_value_t = 1, value_parser = number_from(0_u64))]
    pub(crate) seed: u64,
    /// Positions visited to score all moves of a position
    #[arg(long, default_value_t = Bounds::default().nodes, value_parser = number(100_u64..=MAX_NODES))]
    pub(crate) nodes: u64,
    /// Positions visited for each move when a proved problem is verified
    #[arg(long, value_name = "NODES", default_value_t = 200_000, value_parser = number(100_u64..=MAX_NODES))]
    pub(crate) again: u64,
    /// Number of games, endings and compositions at once [default: one per core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CheckProblemsArgs {
    /// Folder of the packed problems, with its index.json
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Number of problems, chosen at random
    #[arg(long, default_value_t = 200, value_parser = number_from(1_u32))]
    pub(crate) sample: u32,
    /// Seed of the sample
    #[arg(long, default_value_t = 1, value_parser = number_from(0_u64))]
    pub(crate) seed: u64,
    /// Positions visited to score all moves of a position
    #[arg(long, default_value_t = 2_000_000, value_parser = number(100_u64..=MAX_NODES))]
    pub(crate) nodes: u64,
    /// Use this player instead of the built-in search; same syntax as `damier match`
    #[arg(long, value_name = "SPEC")]
    pub(crate) engine: Option<Spec>,
    /// Seconds per move of this player
    #[arg(long, value_name = "SECONDS", default_value = "0.5", requires = "engine", value_parser = seconds)]
    pub(crate) time: Duration,
    /// Remove the problems that prove unsound from the folder; the ratings of the others are spread
    /// anew
    #[arg(long)]
    pub(crate) remove: bool,
    /// Number of problems checked at once [default: one per core]
    #[arg(long, value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// A time for a move.
fn seconds(text: &str) -> Result<Duration, &'static str> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .filter(|seconds| (0.01..=3_600.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or("expected a number from 0.01 to 3600")
}

/// The standard deviation of a weight.
fn spread(text: &str) -> Result<f32, &'static str> {
    let spread = text.parse().ok();
    spread
        .filter(|spread| (0.01..=10_000.0).contains(spread))
        .ok_or("expected a number from 0.01 to 10000")
}

/// A share from 0 to 1.
fn part(text: &str) -> Result<f32, &'static str> {
    let part = text.parse().ok();
    part.filter(|part| (0.0..=1.0).contains(part))
        .ok_or("expected a number from 0 to 1")
}

/// A factor, not negative.
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

/// A name or a family of shots, by its code.
fn shot(text: &str) -> Result<ShotEntry, String> {
    ShotEntry::from_code(text).ok_or_else(|| {
        let codes: Vec<&str> = ShotEntry::all().map(ShotEntry::code).collect();
        format!("no shot has this code; the codes are: {}", codes.join(", "))
    })
}
