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
use super::value::threads;

const MORE: &str = "\
Players:
  builtin[,level=1..10][,nodes=N][,hash=MB][,knowledge=full|hand|material][,weights=FILE]
  builtin[,...][,tables=FOLDER][,book=yes|no|FILE]
                                  this engine; without tables=FOLDER it has no endgame tables, without book= no
                                  opening book; FILE is one that damier train book has made
  hub[,NAME=VALUE...]:COMMAND     a program that speaks Hub, version 2; names and values set its parameters
  hub1[,NAME=VALUE...]:COMMAND    one that speaks version 1, as Scan 2.0 does, which cannot tell of --nodes
  dxp:HOST:PORT                   one that listens and speaks DXP; further boards connect to the ports after it.
                                  DXP tells the time of a whole game only; Moby Dam takes the time of a move too
  COMMAND is split into words as by a shell, but run without one: for cd say sh -c 'cd DIR && exec ./scan hub'

Openings:
  FILE              a FEN on each line; # begins a comment
  random:PLIES      random legal moves, equal men, nothing to capture, each opening once

Examples:
  damier match --a builtin --b builtin,knowledge=material --games 100 --nodes 20000
  damier match --a builtin,level=8 --b builtin,level=7 --games 400 --openings random:4 --pdn ladder.pdn
  damier match --a builtin,hash=256 --b \"hub1,tt-size=24,book=false,bb-size=0:./scan hub\" --games 200 --time 0.1
  damier match --a builtin --b builtin,hash=1 --games 10000 --clock 10+0.1 --sprt 0,10 --pdn m.pdn --resume

All figures are from A's side, with 95% intervals that count pairs of games. Exit code 0: played; 1: the
sequential test refutes; 2: wrong usage, or a player that cannot be started. Ctrl-C begins no more games;
a second one leaves at once.";

#[derive(clap::Args, Debug)]
#[command(after_help = MORE)]
pub(crate) struct MatchArgs {
    /// The player that is measured
    #[arg(long, value_name = "SPEC")]
    pub(crate) a: Spec,
    /// The player that it is measured against
    #[arg(long, value_name = "SPEC")]
    pub(crate) b: Spec,
    /// How many games, at most; two from each opening
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) games: u32,
    /// The game of the family
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,

    /// Where the pairs begin
    #[arg(
        long,
        value_name = "FILE|random:PLIES",
        default_value = "random:6",
        help_heading = "Openings"
    )]
    pub(crate) openings: Openings,
    /// What the dice of random openings begin with
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    pub(crate) seed: u64,
    /// Take only random openings with a score below this, by a search of so many plies
    #[arg(long, value_name = "MEN[,DEPTH]", help_heading = "Openings")]
    pub(crate) screen: Option<Screen>,
    /// Begin with the first ballot of a file again when all were played
    #[arg(long, help_heading = "Openings")]
    pub(crate) repeat: bool,

    /// Positions for each move
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead at each move
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// Seconds for each move
    #[arg(long, value_name = "S", help_heading = "Limits", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
    /// A clock: seconds for the game, and perhaps an increment for every move
    #[arg(long, value_name = "S[+S]", help_heading = "Limits")]
    pub(crate) clock: Option<ClockSetting>,
    /// Other limits for A, e.g. nodes=5000 or clock=60+0.6
    #[arg(long, value_name = "LIMITS", help_heading = "Limits")]
    pub(crate) a_limits: Option<Pace>,
    /// Other limits for B
    #[arg(long, value_name = "LIMITS", help_heading = "Limits")]
    pub(crate) b_limits: Option<Pace>,
    /// Seconds by which a player may be late without losing the game
    #[arg(long, value_name = "S", default_value = "0.2", help_heading = "Limits", value_parser = margin)]
    pub(crate) margin: Duration,

    /// Let a player think while the other one does: programs that speak Hub, this one as hub:"damier hub"
    #[arg(long, value_name = "WHO", help_heading = "Limits")]
    pub(crate) ponder: Option<Who>,

    /// A win, once both players' scores have agreed on it for so many plies
    #[arg(long, value_name = "MEN,PLIES", help_heading = "Adjudication")]
    pub(crate) adjudicate_win: Option<AdjudicationRule>,
    /// A draw, once all scores were within this for so many plies
    #[arg(
        long,
        value_name = "MEN,PLIES[,FROM-PLY]",
        help_heading = "Adjudication"
    )]
    pub(crate) adjudicate_draw: Option<AdjudicationRule>,
    /// End a game as soon as the endgame tables of this folder know how it ends
    #[arg(long, value_name = "FOLDER", help_heading = "Adjudication")]
    pub(crate) tables: Option<String>,
    /// Call a game of so many plies a draw
    #[arg(long, value_name = "N", default_value_t = 1_000, help_heading = "Adjudication",
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) longest: u32,

    /// Stop when a sequential test between two Elo differences is decided
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    pub(crate) sprt: Option<Sprt>,
    /// How many games at once [default: one for each core, or two cores with --ponder; one with dxp]
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// Add every game to this new file as it ends, with scores, depths and times as comments
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
    /// Go on with the match in the PDN file
    #[arg(long, requires = "pdn")]
    pub(crate) resume: bool,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// One of the players, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Who {
    /// The player that is measured.
    A,
    /// The player that it is measured against.
    B,
    /// Both of them.
    Both,
}

/// Where the pairs begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Openings {
    /// With a position of a file.
    File(PathBuf),
    /// After so many random plies.
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

    /// Whether A and B think ahead.
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
