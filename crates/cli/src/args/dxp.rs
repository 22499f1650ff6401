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
  damier dxp listen                                     wait for a program that proposes games
  damier dxp connect 192.168.1.20 --games 2 --time 10   propose two games of ten minutes
  damier dxp connect --games 40 --ballots starts.fen --ms-per-move 100 \\
    --say \"console time 100\" --pdn games.pdn            a match; Moby Dam takes its time by chat

During the games you may type: chat TEXT, back (take back your last move), resign, end (no
result), quit, help. Each game is one line on standard output. Exit codes: 0 success, 1 no game
was played or one was broken off, 2 wrong usage or no connection.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DxpArgs {
    #[command(subcommand)]
    pub(crate) command: DxpCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum DxpCommand {
    /// Listen for a program; follower unless --initiator is given
    #[command(after_help = EXAMPLES)]
    Listen(DxpGames),
    /// Connect to a program; initiator unless --follower is given
    #[command(after_help = EXAMPLES)]
    Connect(DxpGames),
}

/// The connection and the games.
#[derive(clap::Args, Debug)]
pub(crate) struct DxpGames {
    /// Address; the default port is 27531
    #[arg(value_name = "HOST:PORT", default_value = "127.0.0.1:27531", value_parser = address)]
    pub(crate) address: SocketAddr,
    /// Propose the games
    #[arg(long)]
    pub(crate) initiator: bool,
    /// Let the other side propose the games
    #[arg(long, conflicts_with = "initiator")]
    pub(crate) follower: bool,
    /// Minutes per side and game, set by the initiator; some programs accept whole minutes only
    #[arg(long, value_name = "MIN", default_value = "5", value_parser = minutes)]
    pub(crate) time: GameTime,
    /// Moves by each side after which a game ends, set by the initiator; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = moves)]
    pub(crate) moves: u16,
    /// Think this many milliseconds per move, regardless of the clock
    #[arg(long, value_name = "N", value_parser = milliseconds)]
    pub(crate) ms_per_move: Option<u64>,
    /// Number of games; colours are swapped after each [default: 1 as initiator, unlimited as
    /// follower]
    #[arg(long, value_name = "N", value_parser = games)]
    pub(crate) games: Option<u32>,
    /// Play Black first (initiator only)
    #[arg(long)]
    pub(crate) black: bool,
    /// Start position (initiator only)
    #[arg(long, value_name = "FEN", conflicts_with = "ballots")]
    pub(crate) fen: Option<String>,
    /// File of start positions (initiator only): one FEN per line, each played twice
    #[arg(long, value_name = "FILE")]
    pub(crate) ballots: Option<PathBuf>,
    /// Append every game to this PDN file
    #[arg(long, value_name = "FILE")]
    pub(crate) pdn: Option<PathBuf>,
    /// Send this chat message after connecting
    #[arg(long, value_name = "TEXT")]
    pub(crate) say: Vec<String>,
    /// Name to announce
    #[arg(long, default_value = concat!("Damier ", env!("CARGO_PKG_VERSION")))]
    pub(crate) name: String,
    /// Level, from 1 to 10
    #[arg(long, value_parser = level)]
    pub(crate) level: Option<u8>,
    /// Number of threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Endgame tables to use: a folder, none, or auto for the bundled tables and those built with
    /// damier endgame build
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    #[command(flatten)]
    pub(crate) book: BookChoice,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) hash: usize,
}

impl DxpCommand {
    /// The options of the games, and this side's role.
    pub(crate) fn games(&self) -> (&DxpGames, Role) {
        match self {
            DxpCommand::Listen(games) if games.initiator => (games, Role::Initiator),
            DxpCommand::Connect(games) if games.follower => (games, Role::Follower),
            DxpCommand::Listen(games) => (games, Role::Follower),
            DxpCommand::Connect(games) => (games, Role::Initiator),
        }
    }
}

/// Parses an address with an optional port; resolves host names.
fn address(text: &str) -> Result<SocketAddr, String> {
    let with_port = text.to_socket_addrs();
    let mut found = with_port.or_else(|_| (text, dxp::PORT).to_socket_addrs());
    let first = found.as_mut().ok().and_then(Iterator::next);
    first.ok_or_else(|| "expected an address, such as 127.0.0.1 or localhost:27531".to_owned())
}

fn minutes(text: &str) -> Result<GameTime, String> {
    match text.parse::<f64>() {
        Ok(minutes) if (0.01..=999.0).contains(&minutes) => {
            // Rounded to hundredths, so that binary fractions do not show.
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
