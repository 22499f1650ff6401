//! The command line: the commands, their options, and their help texts.

mod admin;
mod bot;
mod broadcast;
mod client;
#[cfg(test)]
mod deployed;
mod dxp;
mod endgame;
mod matches;
mod pdn;
mod position;
mod print;
mod report;
mod train;
mod value;

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use damier_notation::wording::Language;
use damier_rules::Variant;
use damier_server::{IpNet, PushService, ServerLimits};

pub(crate) use self::admin::{
    AdminArgs, AdminCommand, BanArgs, DeleteArgs, ExportArgs, LogArgs, OperatorArgs, RemoveArgs,
    RenameArgs, ReportsArgs, TextArgs, TextsArgs, UsersArgs,
};
pub(crate) use self::bot::{BotArgs, Counting, Programs, Speed};
pub(crate) use self::broadcast::BroadcastArgs;
pub(crate) use self::client::{ClientArgs, ClockChoice};
pub(crate) use self::dxp::{DxpArgs, DxpCommand, DxpGames};
pub(crate) use self::endgame::{
    EndgameArgs, EndgameBuildArgs, EndgameCommand, EndgameProbeArgs, EndgameStatsArgs,
    EndgameVerifyArgs, MAX_BUILD_PIECES,
};
pub(crate) use self::matches::{MatchArgs, Openings};
pub(crate) use self::pdn::{PdnArgs, PdnCommand, PdnFiles};
pub(crate) use self::position::PositionArgs;
use self::position::variant_parser;
pub(crate) use self::print::{Collection, PrintArgs, PrintFormat, SheetKind};
pub(crate) use self::report::{Audience, ReportArgs, ReportFormat, SideChoice};
pub(crate) use self::train::{
    BookArgs, CheckProblemsArgs, FitArgs, ProblemsArgs, SelfPlayArgs, TrainArgs, TrainCommand,
};
pub(crate) use self::value::or_each_core;
use self::value::{
    address, depth, host_name, level, lines, megabytes, network, number_from, plies, positions,
    seconds, threads,
};
use crate::book::BookChoice;
use crate::tables::TablesChoice;

const EXAMPLES: &str = "\
Examples:
  damier serve --open                              play in a browser on this machine
  damier play --level 3                            play in the terminal
  damier moves --moves \"32-28 19-23\"               legal moves after these moves
  damier explain --move 35x19 --fen \"B:W23,29,30,38,39:BK35\"
  damier explain --variant frisian --lang fr       rules of a variant
  damier print worksheet --lang fr --out sheet.html
  damier perft --depth 9                           count positions; perft(9) = 41022423
  damier pdn check games.pdn                       read, replay and check games
  damier report game.pdn --lang fr                 key moments of a game
  damier match --a builtin,hash=16 --b builtin,level=8 --games 20 --time 0.1

Data goes to standard output, messages to standard error. Exit codes: 0 success, 1 the answer is no,
2 wrong usage or unreadable input, 3 unsupported processor. NO_COLOR is respected.";

const HUB: &str = "\
Run the engine for Hub programs, over standard input and output

Speaks version 2 of the protocol, as Scan 3 and the Hub program do. All settings are \
parameters, listed in answer to \"hub\": variant, level (1 to 10), threads, hash (megabytes) or \
tt-size (a power of two: entries of 16 bytes), seed (of the levels' errors and the book's \
choices; 0 chooses a new one for each game), few-pieces (fresh or continued: how the five-move \
rule follows the sixteen), tables (a folder of endgame tables, none, or auto for the bundled \
tables of 2 to 4 pieces and those built with damier endgame build), book (whether to use the \
opening book, off by default; higher levels prefer its better moves; a book move is reported \
with depth 0). Scores are in men; a win in n plies is 100 minus n hundredths, an endgame-table \
win n plies away 95 minus n hundredths. \"quit\" or the end of the input exits.";

const HUB_EXAMPLE: &str = "\
Example, after ready, by hand:
  pos start
  level move-time=2
  go think";

/// Draughts: rules, engine, web page and games (le jeu de dames).
#[derive(Parser, Debug)]
#[command(name = "damier", version, after_help = EXAMPLES, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the web page and the library of games
    ///
    /// One process with one SQLite file is a complete server. Browsers also store the games that
    /// are played alone, so these are not lost while the server is down.
    Serve(ServeArgs),
    /// Play against the computer in the terminal
    ///
    /// Type moves such as 32-28, or "help" for the other commands.
    Play(PlayArgs),
    /// Play a live game on a Damier server in the terminal
    ///
    /// Accepts an invitation, creates a challenge, finds an opponent in the lobby, or continues a
    /// game. The client reconnects after a lost connection or a restart of the server, and resends
    /// unanswered moves.
    Client(ClientArgs),
    /// List the variants of draughts that this program plays
    Variants(VariantsArgs),
    /// List the legal moves of a position
    ///
    /// The JSON has the text, the squares, the path and the captured pieces of each move; path and
    /// captured are in the order of capture. Moves are sorted by start, end and captured set.
    Moves(MovesArgs),
    /// Explain why a move is legal, illegal or ambiguous, or print the rules of a variant
    ///
    /// Prints the rules if no move is given. Exit code 0 if the move is legal, 1 if it is illegal
    /// or ambiguous, 2 if it cannot be read.
    Explain(ExplainArgs),
    /// Count the move sequences of a given length
    ///
    /// Captures that differ only in their order count as one move, unless --sequences is given.
    /// Rules that depend on the history of the game are not applied. The last line has the count,
    /// the time, and millions of positions per second.
    Perft(PerftArgs),
    /// Analyse a position with the engine
    ///
    /// Prints each finished depth; Ctrl-C ends the search and prints the best move. In JSON a score
    /// is in hundredths of a man for the side to move, {"win": plies} or {"loss": plies};
    /// {"known_win": plies} and {"known_loss": plies} count the plies to an endgame-table position.
    Analyse(AnalyseArgs),
    /// Run an engine as a bot on a Damier server
    ///
    /// Runs the built-in engine at any level, or any Hub or DXP program. The bot waits in the
    /// lobby, plays anyone who accepts, answers draw offers by its last score, and claims games
    /// that the opponent has left. An engine that crashes or hangs is restarted once per game;
    /// after that the bot resigns.
    Bot(Box<BotArgs>),
    /// Send a round's PDN file to a broadcast whenever it changes
    ///
    /// Checks the file every second, and sends it once it has been unchanged for a second, so that
    /// a partly written file is not sent. Reports the line of each game that the server rejects.
    /// Retries while the server is down.
    Broadcast(BroadcastArgs),
    /// Check, convert and count PDN files
    Pdn(PdnArgs),
    /// Report the key moments of a game, with proof
    ///
    /// Searches every position, compares each losing move with the alternatives, and reports the
    /// moments that mattered: a missed or allowed shot, lost pieces, a wrong capture, a spoilt
    /// ending. States as fact only what a line, the board or an endgame table proves, and marks the
    /// rest as the engine's opinion. With --nodes, --depth or no limit, the same game gets the same
    /// report. Ctrl-C ends the analysis and prints what has been found.
    Report(ReportArgs),
    /// Draw a position as SVG or text
    Render(RenderArgs),
    /// Print a sheet: worksheet, exercises, exam, problems, wall chart, score sheet, rules,
    /// certificate or shot
    ///
    /// Writes A4 pages as one HTML document or as one SVG file per page, with an optional title and
    /// club. Print worksheets double-sided, flipped on the long edge: each answer is behind its
    /// diagram.
    Print(PrintArgs),
    /// Run the engine's benchmark
    ///
    /// The last line has the node count of all searches, which changes only if the engine's play
    /// changes.
    Bench(BenchArgs),
    /// Play a match between two engines and report what it proves
    ///
    /// Games are played in pairs from the same opening, with colours swapped. The referee checks
    /// moves and clocks: an illegal move, a crash, a hang or a loss on time ends the game and is
    /// counted. Each player has its own transposition table, and only one of the two thinks at a
    /// time.
    Match(Box<MatchArgs>),
    /// Run the engine for Hub programs, over standard input and output
    #[command(long_about = HUB, after_help = HUB_EXAMPLE)]
    Hub,
    /// Play against another program over DXP (DamExchange)
    ///
    /// Either side may listen or connect. The initiator proposes the games, with time, moves,
    /// colours and start position; the follower accepts. The protocol supports international
    /// draughts only. A listening side plays one opponent at a time. It disconnects an opponent who
    /// starts no game within half a minute, or whose move takes half a minute longer than the whole
    /// game may last.
    Dxp(DxpArgs),
    /// Build, verify and query endgame tables
    Endgame(EndgameArgs),
    /// Train the engine: self-play games, evaluation weights, opening book
    ///
    /// Starts from an evaluation that counts pieces. Each generation plays games against itself,
    /// then fits an evaluation to them.
    Train(TrainArgs),
    /// Back up the database, even while a server is running
    Backup(BackupArgs),
    /// Restore a backup of the database, even while a server is running
    ///
    /// The restore is atomic for a running server. The previous database is kept beside the new
    /// one, under the date.
    Restore(RestoreArgs),
    /// Manage a server's accounts and games, even while it runs
    ///
    /// Works on the database directly: a user who can read and write it has full access. Each
    /// action is logged with the user of the operating system and the time. Administrators cannot
    /// see or choose passwords.
    Admin(AdminArgs),
    /// Print a shell completion script
    Completions(CompletionsArgs),
    /// Print the manual page, or write those of all commands to a folder
    Man(ManArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct ServeArgs {
    /// Address and port to listen on; 0.0.0.0:8110 to serve the local network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8110", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// Database, sqlite:PATH or postgres://USER@HOST/DATABASE [default: a file in your data folder]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
    /// NATS server through which servers with a shared PostgreSQL database notify each other,
    /// nats://HOST:PORT or tls://HOST:PORT; without it each server polls the database twice a
    /// second. Authentication: DAMIER_BUS_TOKEN, or DAMIER_BUS_USER and DAMIER_BUS_PASSWORD
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bus: Option<String>,
    /// Endgame tables for browsers: a folder, none, or auto for the bundled tables and those built
    /// with damier endgame build
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Additional host name of this server, such as its name on the local network or that of a
    /// proxy
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    pub(crate) host_name: Vec<String>,
    /// Domain of passkeys: a --host-name or a parent domain of it [default: the host name in the
    /// browser's request]. Passkeys of one domain do not work with another
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    pub(crate) passkey_domain: Option<String>,
    /// Reverse proxy whose X-Forwarded-For is trusted: an address or a network. Without it all
    /// clients behind the proxy share one address
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    pub(crate) proxy: Vec<IpNet>,
    /// TLS certificate chain as PEM; reloaded when the file changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// Private key of the certificate as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Send Web Push notifications, signed with this key: a P-256 private key as PEM, as made by
    /// openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256
    #[arg(long, value_name = "FILE", requires = "push_contact")]
    pub(crate) push_key: Option<PathBuf>,
    /// Contact for push services: mailto:NAME@HOST or https://HOST/...
    #[arg(long, value_name = "ADDRESS", requires = "push_key", value_parser = contact)]
    pub(crate) push_contact: Option<String>,
    /// Push services to use, with their subdomains, as host names separated by commas [default: for
    /// accounts any public host, for seats without an account those of the common browsers]
    #[arg(
        long,
        value_name = "HOST",
        requires = "push_key",
        value_delimiter = ','
    )]
    pub(crate) push_services: Vec<PushService>,
    /// Address and port for Prometheus metrics at /metrics; must not be reachable from outside
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) metrics: Option<SocketAddr>,
    /// Accounts that one address may create per day; raise it for a school behind one address
    #[arg(long, value_name = "NUMBER", default_value_t = ServerLimits::default().accounts_a_day, value_parser = number_from(0_u32))]
    pub(crate) accounts_a_day: u32,
    /// Delete live games that no account keeps this many days after their end [default: never]
    #[arg(long, value_name = "DAYS", value_parser = number_from(1_u32))]
    pub(crate) live_games_days: Option<u32>,
    /// Format of the log on standard error; RUST_LOG sets its level
    #[arg(long, value_enum, default_value_t = LogStyle::Text)]
    pub(crate) log: LogStyle,
}

/// Parses a contact: a mail address or a web page.
fn contact(text: &str) -> Result<String, String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    let begins = |scheme: &str| {
        text.strip_prefix(scheme)
            .is_some_and(|rest| !rest.is_empty())
    };
    if is_plain && (begins("mailto:") || begins("https://")) {
        return Ok(text.to_owned());
    }
    Err("expected mailto:NAME@HOST or https://HOST/...".to_owned())
}

/// The format of the log.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogStyle {
    /// Plain text
    Text,
    /// One line of JSON per event
    Json,
}

#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    /// Variant
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// Level of the computer, from 1 (for children) to 10 (full strength)
    #[arg(long, default_value_t = 3, value_parser = level)]
    pub(crate) level: u8,
    /// Start from this position
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Start with an opening from this file: PDN, one ballot per game
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub(crate) ballots: Option<PathBuf>,
    /// Number of the ballot, counted from 1 [default: drawn at random]
    #[arg(long, value_name = "NUMBER", requires = "ballots", value_parser = number_from(1_usize))]
    pub(crate) ballot: Option<usize>,
    /// Play Black
    #[arg(long)]
    pub(crate) black: bool,
    /// Endgame tables to use: a folder, none, or auto for the bundled tables and those built with
    /// damier endgame build; missing tables of up to four pieces are built in the background
    /// (levels below 10 do not use tables)
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    #[command(flatten)]
    pub(crate) book: BookChoice,
    /// Language [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    /// Backup to write
    pub(crate) file: PathBuf,
    /// Database, sqlite:PATH [default: that of `damier serve`]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
    /// Overwrite the file if it exists
    #[arg(long)]
    pub(crate) replace: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RestoreArgs {
    /// Backup made by `damier backup`
    pub(crate) file: PathBuf,
    /// Database, sqlite:PATH [default: that of `damier serve`]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct VariantsArgs {
    /// Language of the names [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// Print all properties of all variants as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Print one JSON document
    #[arg(long, conflicts_with = "batch")]
    pub(crate) json: bool,
    /// Read one FEN per line from standard input and print one line of JSON for each
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    pub(crate) batch: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Move to explain, such as 32-28, 35x19x32, or "s23 32-28" with a huff
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) played: Option<String>,
    /// Language [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// The languages of the interface.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lang {
    /// French
    Fr,
    /// English
    En,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Language {
        match lang {
            Lang::Fr => Language::French,
            Lang::En => Language::English,
        }
    }
}

#[derive(clap::Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Depth in plies
    #[arg(long, value_parser = plies)]
    pub(crate) depth: u8,
    /// Print the count of each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count captures in a different order as different moves
    #[arg(long)]
    pub(crate) sequences: bool,
    /// Number of threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
}

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("limit").required(true).multiple(true)))]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Time limit in seconds
    #[arg(long, value_name = "S", group = "limit", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Depth limit in plies
    #[arg(long, value_name = "N", group = "limit", value_parser = depth)]
    pub(crate) depth: Option<u32>,
    /// Limit of positions to visit
    #[arg(long, value_name = "N", group = "limit", value_parser = positions)]
    pub(crate) nodes: Option<u64>,
    /// Number of best lines to print
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = lines)]
    pub(crate) lines: usize,
    /// Number of threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Size of the transposition table in megabytes
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) hash: usize,
    /// Endgame tables to use: a folder, none, or auto for the bundled tables and those built with
    /// damier endgame build
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    /// Print one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Search depth [default: 16]
    #[arg(long, value_name = "N", value_parser = depth)]
    pub(crate) depth: Option<u32>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Put Black at the bottom
    #[arg(long)]
    pub(crate) flip: bool,
    /// Position of the squares' numbers
    #[arg(long, value_enum, default_value_t = Numbers::Outside)]
    pub(crate) numbers: Numbers,
}

/// The format of a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// SVG, for pages and print
    Svg,
    /// Plain text, for terminals
    Text,
}

/// The position of the squares' numbers.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbers {
    /// None
    None,
    /// Along the edge
    Outside,
    /// On every square
    Inside,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ManArgs {
    /// Write one page per command to this existing folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}
