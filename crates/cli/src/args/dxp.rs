//! The command line of `damier dxp`.

use std::net::{SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use damier_protocols::dxp::{self, GameTime, Role};

use super::value::{level, megabytes, threads, within};
use crate::book::BookChoice;
use crate::tables::TablesChoice;

const EXAMPLES: &str = "\
Examples:
  damier dxp listen                                     wait for a program that asks for games
  damier dxp connect 192.168.1.20 --games 2 --time 10   ask one for two games of ten minutes
  damier dxp connect --games 40 --ballots starts.fen --ms-per-move 100 \\
    --say \"console time 100\" --pdn games.pdn            a match in which Moby Dam takes its time by chat

While it plays you may type: chat TEXT, back (take your last move back), resign, end (no result),
quit, help. Each game is one line on standard output. Exit codes: 0 done, 1 no game was played or one
was broken off, 2 wrong usage or no connection.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DxpArgs {
    #[command(subcommand)]
    pub(crate) command: DxpCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum DxpCommand {
    /// Wait for a program that connects; a follower unless --initiator is given
    #[command(after_help = EXAMPLES)]
    Listen(DxpGames),
    /// Connect to a program that listens; the initiator unless --follower is given
    #[command(after_help = EXAMPLES)]
    Connect(DxpGames),
}

/// Where, what and how is played.
#[derive(clap::Args, Debug)]
pub(crate) struct DxpGames {
    /// The address; the port is 27531 unless given
    #[arg(value_name = "HOST:PORT", default_value = "127.0.0.1:27531", value_parser = address)]
    pub(crate) address: SocketAddr,
    /// Ask for the games
    #[arg(long)]
    pub(crate) initiator: bool,
    /// Be asked for the games
    #[arg(long, conflicts_with = "initiator")]
    pub(crate) follower: bool,
    /// Minutes for each side and game, which the initiator says; not all programs know parts of a minute
    #[arg(long, value_name = "MIN", default_value = "5", value_parser = minutes)]
    pub(crate) time: GameTime,
    /// Moves of each side after which a game is broken off, which the initiator says; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = moves)]
    pub(crate) moves: u16,
    /// Think so many milliseconds about each move, whatever the clock says
    #[arg(long, value_name = "N", value_parser = milliseconds)]
    pub(crate) ms_per_move: Option<u64>,
    /// How many games; colours are swapped after each [default: 1 as initiator, as many as are asked for
    /// as follower]
    #[arg(long, value_name = "N", value_parser = games)]
    pub(crate) games: Option<u32>,
    /// Play Black first, as initiator
    #[arg(long)]
    pub(crate) black: bool,
    /// Start the games from this position, as initiator
    #[arg(long, value_name = "FEN", conflicts_with = "ballots")]
    pub(crate) fen: Option<String>,
    /// Start the games from the positions of a file, as initiator: a FEN per line, each played twice
    #[arg(long, value_name = "FILE")]
    pub(crate) ballots: Option<PathBuf>,
    /// Add every game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
    /// Say this by chat as soon as there is a connection
    #[arg(long, value_name = "TEXT")]
    pub(crate) say: Vec<String>,
    /// What to call ourselves
    #[arg(long, default_value = concat!("Damier ", env!("CARGO_PKG_VERSION")))]
    pub(crate) name: String,
    /// Play like somebody of this level, 1 to 10
    #[arg(long, value_parser = level)]
    pub(crate) level: Option<u8>,
    /// Think with this many threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Endgame tables to ask: a folder, none, or auto for those that come with the program and those that damier
    /// endgame build has made
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    #[command(flatten)]
    pub(crate) book: BookChoice,
    /// Megabytes for what the engine remembers
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) hash: usize,
}

impl DxpCommand {
    /// The games, and the side of the conversation that they are played from.
    pub(crate) fn games(&self) -> (&DxpGames, Role) {
        match self {
            DxpCommand::Listen(games) if games.initiator => (games, Role::Initiator),
            DxpCommand::Connect(games) if games.follower => (games, Role::Follower),
            DxpCommand::Listen(games) => (games, Role::Follower),
            DxpCommand::Connect(games) => (games, Role::Initiator),
        }
    }
}

/// An address whose port may be left out; names are looked up.
fn address(text: &str) -> Result<SocketAddr, String> {
    let with_port = text.to_socket_addrs();
    let mut found = with_port.or_else(|_| (text, dxp::PORT).to_socket_addrs());
    let first = found.as_mut().ok().and_then(Iterator::next);
    first.ok_or_else(|| "expected an address, such as 127.0.0.1 or localhost:27531".to_owned())
}

fn minutes(text: &str) -> Result<GameTime, String> {
    match text.parse::<f64>() {
        Ok(minutes) if (0.01..=999.0).contains(&minutes) => {
            // To the hundredth, so that no rounding of binary fractions shows.
            let hundredths = (100.0 * minutes).round() as u64;
            Ok(GameTime::of(Duration::from_millis(600 * hundredths)))
        }
        _ => Err("expected minutes, from 0.01 to 999".to_owned()),
    }
}

fn moves(text: &str) -> Result<u16, String> {
    within(text, 0, 999).map(|moves| moves as u16)
}

fn games(text: &str) -> Result<u32, String> {
    within(text, 1, 1_000_000).map(|games| games as u32)
}

fn milliseconds(text: &str) -> Result<u64, String> {
    within(text, 1, 86_400_000).map(|ms| ms as u64)
}
