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
    AdminArgs, AdminCommand, BanArgs, DeleteArgs, ExportArgs, LogArgs, RenameArgs, UsersArgs,
};
pub(crate) use self::bot::{BotArgs, Counting, Programs, Speed};
pub(crate) use self::broadcast::BroadcastArgs;
pub(crate) use self::client::{ClientArgs, ClockChoice};
pub(crate) use self::dxp::{DxpArgs, DxpCommand, DxpGames};
pub(crate) use self::endgame::{
    EndgameArgs, EndgameBuildArgs, EndgameCommand, EndgameProbeArgs, EndgameStatsArgs,
    EndgameVerifyArgs, MOST_MADE,
};
pub(crate) use self::matches::{MatchArgs, Openings};
pub(crate) use self::pdn::{PdnArgs, PdnCommand};
pub(crate) use self::position::PositionArgs;
use self::position::variant_parser;
pub(crate) use self::print::{Collection, PrintArgs, PrintFormat, SheetKind};
pub(crate) use self::report::{Audience, ReportArgs, ReportFormat, SideChoice};
pub(crate) use self::train::{
    BookArgs, CheckProblemsArgs, FitArgs, ProblemsArgs, SelfPlayArgs, TrainArgs, TrainCommand,
};
pub(crate) use self::value::or_each_core;
use self::value::{
    address, depth, host_name, level, lines, megabytes, network, plies, positions, seconds, threads,
};
use crate::book::BookChoice;
use crate::tables::TablesChoice;

const EXAMPLES: &str = "\
Examples:
  damier serve --open                              play in the browser, on this machine
  damier play --level 3                            play here, in the terminal
  damier moves --moves \"32-28 19-23\"               what is legal, and where it leads
  damier explain --move 35x19 --fen \"B:W23,29,30,38,39:BK35\"
  damier explain --variant frisian --lang fr       the rules of a game, in words
  damier print worksheet --lang fr --out sheet.html
  damier perft --depth 9                           count positions; perft(9) = 41022423
  damier pdn check games.pdn                       read, replay and judge games
  damier report game.pdn --lang fr                 what mattered in a game, in words
  damier match --a builtin,hash=16 --b builtin,level=8 --games 20 --time 0.1

Data goes to standard output, talk to standard error. Exit codes: 0 done, 1 the answer is no,
2 wrong usage or unreadable input, 3 a processor that this build cannot run on. NO_COLOR is respected.";

const HUB: &str = "\
Be an engine for programs that speak Hub, over standard input and output

The protocol is version 2, as Scan 3 and the Hub program speak it. Everything that can be set is a \
parameter, told in answer to \"hub\": variant (the game), level 1 to 10, threads, hash (megabytes) or \
tt-size (a power of two: entries of 16 bytes), seed (of the levels' errors and the book's lots; 0 draws lots anew for every \
game), few-pieces (fresh or continued: how the five-move rule follows the sixteen), tables (a folder of endgame tables, none, or \
auto for those of 2 to 4 pieces that come with the program and those that damier endgame build has made), book (whether moves are taken from the \
opening book, false at first: by lot, the better ones the higher the level; a thought of depth 0 tells of one). A score is in men; a win in n plies is told as 100 \
less n hundredths, an ending n plies away that tables know to be won as 95 less n hundredths. The end of the input, or \"quit\", ends it.";

const HUB_EXAMPLE: &str = "\
Example, after ready, by hand:
  pos start
  level move-time=2
  go think";

/// The game of draughts: rules, engine, page and games (le jeu de dames).
#[derive(Parser, Debug)]
#[command(name = "damier", version, after_help = EXAMPLES, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Serve the page and the library of games to browsers
    ///
    /// One process with one database file is complete: nothing else to install. Games that are played alone
    /// stay in the browser too, so nothing is lost while the server is away.
    Serve(ServeArgs),
    /// Play against the computer, here
    ///
    /// Type moves such as 32-28, or "help" to see what else there is.
    Play(PlayArgs),
    /// Play a live game against somebody on a Damier server, here
    ///
    /// Takes up an invitation, offers a game, finds somebody in the lobby, or goes on at a seat. A lost connection, or a server that is
    /// started again, costs nothing: what was not answered is sent again.
    Client(ClientArgs),
    /// List the games that this program knows
    Variants(VariantsArgs),
    /// List the legal moves of a position
    ///
    /// The JSON carries the text, the squares, the path and the captured pieces of every move; path and
    /// captured stand in the order of taking. Moves are sorted by start, end and captured set.
    Moves(MovesArgs),
    /// Say why a move is legal, refused or ambiguous; or tell the rules of a game
    ///
    /// Without a move the rules of the game are told. Exit code 0 if the move is legal, 1 if it is refused or
    /// ambiguous, 2 if it cannot be read.
    Explain(ExplainArgs),
    /// Count the positions that a number of moves can lead to
    ///
    /// Captures that differ only in their order are one move, unless --sequences is given. Perft knows the
    /// position alone: rules that need history do not enter. The last line tells the count, the time, and millions of positions counted in a second.
    Perft(PerftArgs),
    /// Let the engine think about a position
    ///
    /// Every finished depth is shown as it comes; Ctrl-C ends the search and shows the best move. In JSON
    /// a score is in hundredths of a man from the side to move, {"win": plies} or {"loss": plies}; {"known_win": plies}
    /// and {"known_loss": plies} lead to an ending that tables know, so many plies from here.
    Analyse(AnalyseArgs),
    /// Let an engine play on a Damier server
    ///
    /// The house engine at any level, or any program that speaks Hub or DXP. It offers games in the lobby, plays whoever takes them up
    /// by its clock, answers offers of a draw by its last score, and claims a game that was left. An engine that dies or hangs is started
    /// again once in a game; then the game is resigned.
    Bot(Box<BotArgs>),
    /// Send the games of a hall to a broadcast, again whenever their file changes
    ///
    /// Reads the file each second, and sends it once it has stayed the same for a second: a file that is being written is never sent by
    /// halves. What the server refuses is told with its line; a server that is away is tried again until it is back.
    Broadcast(BroadcastArgs),
    /// Check, convert and count files of games
    Pdn(PdnArgs),
    /// Say what mattered in a game, in words that lines prove
    ///
    /// Every position is searched, the moves that lost something are judged with all others beside them, and the moments that
    /// mattered are told: a shot that was missed or allowed, pieces lost, a capture wrongly chosen, an ending thrown away. Only what a
    /// line, the board or an endgame table proves is said; what only a search says is told as the engine's. With --nodes, as without a
    /// limit, or --depth the same game gets the same report. Ctrl-C ends it with what has been found.
    Report(ReportArgs),
    /// Draw a position as SVG or text
    Render(RenderArgs),
    /// Print a sheet: worksheet, exercises, exam, problems, wall chart, score sheet, rules, certificate, shot
    ///
    /// Pages of A4 as one HTML document that any browser prints, or as an SVG file for each page; with a title and a club of
    /// your own. A worksheet is printed on both sides, turned along the long edge: each answer lies behind its diagram.
    Print(PrintArgs),
    /// Measure the engine: fixed searches, always the same
    ///
    /// The last line names the nodes of all searches: it changes only when the engine plays otherwise.
    Bench(BenchArgs),
    /// Let two engines play a match, and say what it proves
    ///
    /// Games are played in pairs: both begin from the same ballot, the second with the colours swapped. Our
    /// referee holds game and clocks; an illegal move, a crash, a hang and a loss on time end a game and are
    /// counted. Each player has its table to itself, and only one of the two thinks at a time.
    Match(Box<MatchArgs>),
    /// Be an engine for programs that speak Hub, over standard input and output
    #[command(long_about = HUB, after_help = HUB_EXAMPLE)]
    Hub,
    /// Play against another program over DXP (DamExchange)
    ///
    /// Who listens and who connects has nothing to do with who asks for games: the initiator does, with
    /// the time, the moves, the colours and where to start; the follower answers. The protocol knows
    /// international draughts only. A side that listens plays with one program at a time; one that begins no
    /// game within half a minute of connecting, or takes half a minute longer for a move than the whole game was
    /// agreed to last, is sent away, so that others are not kept waiting.
    Dxp(DxpArgs),
    /// Make, verify and ask tables of few pieces
    Endgame(EndgameArgs),
    /// Make the engine stronger: games against itself, an evaluation fitted to them, an opening book
    ///
    /// From a start that counts pieces only, generation by generation: games of the engine against itself,
    /// then an evaluation fitted to them, then better games.
    Train(TrainArgs),
    /// Copy the database of games, also while a server is running
    Backup(BackupArgs),
    /// Put a copy of the database back, also while a server is running
    ///
    /// A running server sees either everything of before or everything of the copy. What was there before
    /// is kept beside the database, under the date.
    Restore(RestoreArgs),
    /// Look after the accounts and games of a server, also while it runs: list, ban, help back in, rename, delete, take along
    ///
    /// It works on the database itself, so whoever may read and write that may do everything. What is done is noted, with the user of the
    /// operating system and the time. No administrator learns or chooses a password.
    Admin(AdminArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page, or write those of all commands into a folder
    Man(ManArgs),
}

#[derive(clap::Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address and port to listen on; 0.0.0.0:8110 for a whole hall
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8110", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// Where games are kept, sqlite:PATH or postgres://USER@HOST/DATABASE [default: a file in your data folder]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
    /// Through which NATS server the servers that share a PostgreSQL database tell each other what happens, nats://HOST:PORT or tls://HOST:PORT; without one each
    /// asks the database twice a second. Its token comes from DAMIER_BUS_TOKEN, or name and password from DAMIER_BUS_USER and DAMIER_BUS_PASSWORD
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) bus: Option<String>,
    /// Endgame tables that the page may fetch: a folder, none, or auto, those that come with the program and those
    /// that damier endgame build has made
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Another name that browsers may use for this server: that of this machine in its network, or of a proxy
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    pub(crate) host_name: Vec<String>,
    /// The domain that passkeys are bound to, a --host-name or what it stands below; without it the name by which a browser asks. Passkeys
    /// made for one are no good for the other
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    pub(crate) passkey_domain: Option<String>,
    /// A proxy in front of this server, whose X-Forwarded-For is believed: an address or a network. Without it all who come
    /// through the proxy count as one client
    #[arg(long, value_name = "ADDRESS", value_parser = network)]
    pub(crate) proxy: Vec<IpNet>,
    /// Encrypt with this certificate and those that follow it in the file, as PEM. It is read again when it changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_certificate: Option<PathBuf>,
    /// The private key of the certificate, as PEM
    #[arg(long, value_name = "FILE", requires = "tls_certificate")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Call the devices of players by Web Push while no page is open, signed with this key: a private key on the curve P-256, as PEM, which
    /// openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 makes
    #[arg(long, value_name = "FILE", requires = "push_contact")]
    pub(crate) push_key: Option<PathBuf>,
    /// How push services reach whoever runs this server: mailto:NAME@HOST or https://HOST/...
    #[arg(long, value_name = "ADDRESS", requires = "push_key", value_parser = contact)]
    pub(crate) push_contact: Option<String>,
    /// Call devices by these push services only, and by those below them, with commas between the names of their hosts; without it, for accounts by any that is in the public
    /// network, and for seats without an account by those of the common browsers
    #[arg(
        long,
        value_name = "HOST",
        requires = "push_key",
        value_delimiter = ','
    )]
    pub(crate) push_services: Vec<PushService>,
    /// Tell Prometheus how the server is, at /metrics of this address and port: one that cannot be reached from outside
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) metrics: Option<SocketAddr>,
    /// How many accounts one address may make within a day; a school behind one address needs more
    #[arg(long, value_name = "NUMBER", default_value_t = ServerLimits::default().accounts_a_day)]
    pub(crate) accounts_a_day: u32,
    /// Remove live games that no account keeps so many days after their end; otherwise they stay for good
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) live_games_days: Option<u32>,
    /// How the log on standard error is written; RUST_LOG chooses what it tells
    #[arg(long, value_enum, default_value_t = LogStyle::Text)]
    pub(crate) log: LogStyle,
}

/// An address at which somebody is reached: for mail, or of a page.
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

/// How a log is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogStyle {
    /// Lines for people
    Text,
    /// A line of JSON for each event
    Json,
}

#[derive(clap::Args, Debug)]
pub(crate) struct PlayArgs {
    /// The game
    #[arg(long, default_value = "international", value_parser = variant_parser())]
    pub(crate) variant: Variant,
    /// How strong the computer plays: 1 is meant for children, 10 is all it can
    #[arg(long, default_value_t = 3, value_parser = level)]
    pub(crate) level: u8,
    /// Start from this position
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Begin with an opening drawn from this table: a PDN file, each game of it a ballot
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    pub(crate) ballots: Option<PathBuf>,
    /// Take the ballot of this number, counted from 1 [default: by lot]
    #[arg(long, value_name = "NUMBER", requires = "ballots")]
    pub(crate) ballot: Option<usize>,
    /// Play Black
    #[arg(long)]
    pub(crate) black: bool,
    /// Endgame tables to ask: a folder, none, or auto, those that come with the program and those that damier
    /// endgame build has made; a game that has none gets those of up to four pieces in the background (levels
    /// below 10 do not ask them)
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    #[command(flatten)]
    pub(crate) book: BookChoice,
    /// The language of the table [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BackupArgs {
    /// The copy to write
    pub(crate) file: PathBuf,
    /// The database, sqlite:PATH [default: the one that `damier serve` uses]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) replace: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RestoreArgs {
    /// A copy that `damier backup` has made
    pub(crate) file: PathBuf,
    /// The database, sqlite:PATH [default: the one that `damier serve` uses]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) database: Option<String>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct VariantsArgs {
    /// The language of the names [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// Every fact of every table as one JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// One JSON document
    #[arg(long, conflicts_with = "batch")]
    pub(crate) json: bool,
    /// Read a FEN per line from standard input and answer each with one line of JSON
    #[arg(long, conflicts_with_all = ["fen", "moves"])]
    pub(crate) batch: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The move to judge, e.g. 32-28, 35x19x32, or "s23 32-28" with a huff
    #[arg(long = "move", value_name = "MOVE", allow_hyphen_values = true)]
    pub(crate) played: Option<String>,
    /// The language of the answer [default: that of the terminal]
    #[arg(long, value_enum)]
    pub(crate) lang: Option<Lang>,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

/// The languages that Damier speaks.
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
    /// How many plies to look ahead
    #[arg(long, value_parser = plies)]
    pub(crate) depth: u8,
    /// Show the count behind each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count captures in another order as other moves
    #[arg(long)]
    pub(crate) sequences: bool,
    /// Count with this many threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
}

#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("limit").required(true).multiple(true)))]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Seconds to think
    #[arg(long, value_name = "S", group = "limit", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Plies to look ahead
    #[arg(long, value_name = "N", group = "limit", value_parser = depth)]
    pub(crate) depth: Option<u32>,
    /// Positions to visit
    #[arg(long, value_name = "N", group = "limit", value_parser = positions)]
    pub(crate) nodes: Option<u64>,
    /// How many of the best lines to show
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = lines)]
    pub(crate) lines: usize,
    /// Think with this many threads
    #[arg(long, value_name = "T", default_value = "1", value_parser = threads)]
    pub(crate) threads: NonZeroUsize,
    /// Megabytes for what the engine remembers
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = megabytes)]
    pub(crate) hash: usize,
    /// Endgame tables to ask: a folder, none, or auto for those that come with the program and those that damier
    /// endgame build has made
    #[arg(long, value_name = "FOLDER|none", default_value = "auto")]
    pub(crate) tables: TablesChoice,
    /// One JSON document
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(clap::Args, Debug)]
pub(crate) struct BenchArgs {
    /// Search deeper or shallower than usual
    #[arg(long, value_name = "N", value_parser = depth)]
    pub(crate) depth: Option<u32>,
}

#[derive(clap::Args, Debug)]
pub(crate) struct RenderArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The kind of picture
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Black at the bottom
    #[arg(long)]
    pub(crate) flip: bool,
    /// Where the squares' names stand
    #[arg(long, value_enum, default_value_t = Numbers::Outside)]
    pub(crate) numbers: Numbers,
}

/// A kind of picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    /// A drawing for pages and print
    Svg,
    /// Plain text for terminals
    Text,
}

/// Where the names of squares stand.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Numbers {
    /// Nowhere
    None,
    /// Along the edge
    Outside,
    /// On every square
    Inside,
}

#[derive(clap::Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(clap::Args, Debug)]
pub(crate) struct ManArgs {
    /// Write a page for each command into this folder, which is there already
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
}
