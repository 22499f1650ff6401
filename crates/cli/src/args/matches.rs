//! The command line of `damier match`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use damier_rules::Variant;
use damier_workshop::matches::{
    AdjudicationRule, ClockSetting, Pace, PaceError, Screen, Spec, Sprt,
};

use super::position::variant_parser;
use super::value::{number, number_from, threads};

const LONG_HELP: &str = "\
Players:
  builtin[,level=1..10][,nodes=N][,hash=MB][,knowledge=full|hand|material][,weights=FILE]
  builtin[,...][,tables=FOLDER][,book=yes|no|FILE]
                                  this engine; no endgame tables without tables=FOLDER, no opening
                                  book without book=; FILE is one made by damier train book
  hub[,NAME=VALUE...]:COMMAND     a program that speaks Hub 2; NAME=VALUE sets its parameters
  hub1[,NAME=VALUE...]:COMMAND    one that speaks Hub 1, such as Scan 2.0; does not support --nodes
  dxp:HOST:PORT                   a listening DXP program; further boards use the ports after PORT.
                                  DXP has a time per game only; Moby Dam also accepts one per move
  COMMAND is split into words like a shell command but runs without a shell; to change folder use
  sh -c 'cd DIR && exec ./scan hub'

Openings:
  FILE              one FEN per line; # starts a comment
  random:PLIES      random legal moves, equal men, nothing to capture, each opening once

Examples:
  damier match --a builtin --b builtin,knowledge=material --games 100 --nodes 20000
  damier match --a builtin,level=8 --b builtin,level=7 --games 400 --openings random:4 \\
    --pdn ladder.pdn
  damier match --a builtin,hash=256 --b \"hub1,tt-size=24,book=false,bb-size=0:./scan hub\" \\
    --games 200 --time 0.1
  damier match --a builtin --b builtin,hash=1 --games 10000 --clock 10+0.1 --sprt 0,10 \\
    --pdn m.pdn --resume

All figures are from A's side, with 95% intervals that count pairs of games. Exit code 0: played;
1: the sequential test rejected; 2: wrong usage, or a player could not be started. Ctrl-C starts
no more games; a second Ctrl-C exits at once.";

#[derive(clap::Args, Debug)]
#[command(after_help = LONG_HELP)]
pub(crate) struct MatchArgs {
    /// Player to measure
    #[arg(long, value_name = "SPEC")]
    pub(crate) a: Spec,
    /// Player to measure against
    #[arg(long, value_name = "SPEC")]
    pub(crate) b: Spec,
    /// Maximum number of games; two per opening
    #[arg(long, value_name = "N", value_parser = number(1_u32..=10_000_000))]
    pub(crate) games: u32,
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,

    /// Openings of the pairs
    #[arg(
        long,
        value_name = "FILE|random:PLIES",
        default_value = "random:6",
        help_heading = "Openings"
    )]
    pub(crate) openings: Openings,
    /// Seed of random openings
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    pub(crate) seed: u64,
    /// Keep only random openings with a score below this in a search to this depth
    #[arg(long, value_name = "MEN[,DEPTH]", help_heading = "Openings")]
    pub(crate) screen: Option<Screen>,
    /// Start again with the first opening once all have been played
    #[arg(long, help_heading = "Openings")]
    pub(crate) repeat: bool,

    /// Positions per move
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number_from(1_u64))]
    pub(crate) nodes: Option<u64>,
    /// Depth per move, in plies
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = number(1_u32..=100))]
    pub(crate) depth: Option<u32>,
    /// Seconds per move
    #[arg(long, value_name = "S", help_heading = "Limits", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// Clock: seconds per game, and an optional increment per move
    #[arg(long, value_name = "S[+S]", help_heading = "Limits")]
    pub(crate) clock: Option<ClockSetting>,
    /// Different limits for A, such as nodes=5000 or clock=60+0.6
    #[arg(long, value_name = "LIMITS", help_heading = "Limits")]
    pub(crate) a_limits: Option<Pace>,
    /// Different limits for B
    #[arg(long, value_name = "LIMITS", help_heading = "Limits")]
    pub(crate) b_limits: Option<Pace>,
    /// Tolerated delay in seconds before a player loses on time
    #[arg(long, value_name = "S", default_value = "0.2", help_heading = "Limits", value_parser = margin)]
    pub(crate) margin: Duration,

    /// Let a player think on the opponent's time: Hub programs only; this one as hub:"damier hub"
    #[arg(long, value_name = "WHO", help_heading = "Limits")]
    pub(crate) ponder: Option<Who>,

    /// Adjudicate a win once both players' scores have agreed on it for this many plies
    #[arg(long, value_name = "MEN,PLIES", help_heading = "Adjudication")]
    pub(crate) adjudicate_win: Option<AdjudicationRule>,
    /// Adjudicate a draw once all scores were within this limit for this many plies
    #[arg(
        long,
        value_name = "MEN,PLIES[,FROM-PLY]",
        help_heading = "Adjudication"
    )]
    pub(crate) adjudicate_draw: Option<AdjudicationRule>,
    /// Adjudicate with the endgame tables of this folder
    #[arg(long, value_name = "FOLDER", help_heading = "Adjudication")]
    pub(crate) tables: Option<String>,
    /// Adjudicate a draw after this many plies
    #[arg(long, value_name = "N", default_value_t = 1_000, help_heading = "Adjudication",
        value_parser = number(1_u32..=100_000))]
    pub(crate) longest: u32,

    /// Stop when a sequential test between two Elo differences is decided
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    pub(crate) sprt: Option<Sprt>,
    /// Number of games at once [default: one per core, one per two cores with --ponder, one with
    /// dxp]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// Append every game to this new PDN file, with scores, depths and times as comments
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
    /// Continue the match in the PDN file
    #[arg(long, requires = "pdn")]
    pub(crate) resume: bool,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// One of the players, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Who {
    /// The player to measure.
    A,
    /// The player to measure against.
    B,
    /// Both players.
    Both,
}

/// The openings of the pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Openings {
    /// The positions of a file.
    File(PathBuf),
    /// Random moves, this many plies.
    Random(u32),
}

impl FromStr for Openings {
    type Err = String;

    fn from_str(text: &str) -> Result<Openings, String> {
        match text.strip_prefix("random:") {
            None => Ok(Openings::File(text.into())),
            Some(plies) => match plies.parse() {
                Ok(plies) if (1..=60).contains(&plies) => Ok(Openings::Random(plies)),
                _ => Err("expected random: and plies from 1 to 60".to_owned()),
            },
        }
    }
}

impl MatchArgs {
    /// The limits of A and B.
    pub(crate) fn paces(&self) -> [Pace; 2] {
        let both = Pace {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time,
            clock: self.clock,
        };
        [self.a_limits.unwrap_or(both), self.b_limits.unwrap_or(both)]
    }

    /// Whether A and B ponder.
    pub(crate) fn think_ahead(&self) -> [bool; 2] {
        [Who::A, Who::B].map(|who| {
            self.ponder
                .is_some_and(|asked| asked == who || asked == Who::Both)
        })
    }
}

fn seconds(text: &str) -> Result<Duration, PaceError> {
    let pace: Pace = format!("time={text}").parse()?;
    Ok(pace.move_time.unwrap_or_default())
}

fn margin(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("expected seconds, from 0 to 3600".to_owned()),
    }
}
