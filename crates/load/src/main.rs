//! The command line of the load driver. `cargo xtask load` builds it and the server, and runs it.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use damier_load::scenarios::{
    Common, acts, cluster, day, faults, idle, kill, logins, silent, watchers,
};
use damier_load::{DatabaseKind, Figures, ServerProgram};

/// Load and fault tests of a server of live games, started here on a free port with a temporary
/// database
#[derive(Debug, Parser)]
#[command(name = "cargo xtask load", after_help = TARGETS)]
struct LoadArgs {
    #[command(subcommand)]
    scenario: Scenario,
    /// The server program
    #[arg(long, global = true, default_value = "target/release/damier")]
    server: PathBuf,
    /// The database: a file, or a PostgreSQL server started by the driver
    #[arg(long, global = true, value_enum, default_value_t = DatabaseKind::Sqlite)]
    database: DatabaseKind,
    /// The number of servers that share the database; a cluster has at least two
    #[arg(long, global = true, default_value_t = 1)]
    nodes: usize,
    /// The variant to play
    #[arg(long, global = true, default_value = "international")]
    variant: String,
    /// The seed of the random numbers
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Also write the figures to this file as JSON
    #[arg(long, global = true, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// The targets, and how each is measured.
const TARGETS: &str = "\
The targets and the scenarios that measure them (a missed target is an error):
  an idle socket uses at most 40 KiB                     idle --sockets 2000
  500 moves a second, received within 50 ms (p99)        acts --games 500 --rate 500 --seconds 600
  1,000 spectators, within 250 ms (p99)                  watchers
  200 clients that never read use at most 20 MiB         silent
  500 kills: no act lost or stored twice, in sync in 5 s kill --kills 500 --games 500
  the same in a cluster, for any part killed             kill --victim any --kills 500 --games 500
  the same for a full disk, on a small file system       kill --victim disk --kills 5 --games 200
  a cluster: 200 moves a second within 80 ms (p99)       cluster
  the same with clocks that are five seconds apart       cluster --second-ahead 5
  10 wrong sign-ins a second slow no other client        logins
  100 players with faults: no act lost or stored twice,  faults
    no unauthorised act accepted, both players have      faults --nodes 2 --database postgres
    the journal's game, no panic                         faults --nodes 2 --nats --kills 30
Without a target: memory and disk of 20,000              day
  finished games, time to read one, time to start
Raise --games, --rate or --sockets to find the limits.";

#[derive(Debug, Subcommand)]
enum Scenario {
    /// Idle sockets: memory of each
    Idle(idle::Idle),
    /// Moves in many games at once: delay until the opponent receives them
    Acts(acts::Acts),
    /// One game with many spectators
    Watchers(watchers::Watchers),
    /// Clients that never read: memory
    Silent(silent::SilentNode),
    /// A server, PostgreSQL, NATS or a random one of them, killed repeatedly
    Kill(kill::Kill),
    /// Players with injected faults: lost connections, partial frames, repeated and unauthorised
    /// acts
    ///
    /// With `--kills` a server is also killed now and then; with `--nats` two or more servers share
    /// PostgreSQL and NATS. The target is 0 of each violation; the counts of faults say what was
    /// tried.
    Faults(faults::Faults),
    /// The games of a day, finished: memory and disk that remain in use
    Day(day::Day),
    /// Continuous wrong sign-ins, while games are played and other people sign in
    Logins(logins::Logins),
    /// Two servers on PostgreSQL and NATS: delay across both, and each of them killed or cut off
    ///
    /// All servers use this machine's clock. `--second-ahead 5` sets the clock of every second
    /// server five seconds ahead, `--second-ahead -5` behind; this needs the program `faketime`.
    /// Each act must have a time between sending and answer, within 55 ms, as without the option:
    /// the servers use the database's clock.
    Cluster(cluster::Cluster),
}

fn main() -> ExitCode {
    let args = LoadArgs::parse();
    match run(&args) {
        Ok(figures) => {
            #[expect(
                clippy::print_stdout,
                reason = "the outcome is what this command writes"
            )]
            {
                print!("{}", figures.table());
            }
            if figures.are_met() {
                ExitCode::SUCCESS
            } else {
                ExitCode::FAILURE
            }
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &LoadArgs) -> anyhow::Result<Figures> {
    let common = Common {
        program: ServerProgram::Damier(args.server.clone()),
        database: args.database,
        nodes: args.nodes,
        variant: args.variant.clone(),
        seed: args.seed,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let figures = runtime.block_on(async {
        let scenario = async {
            match &args.scenario {
                Scenario::Idle(size) => idle::run(&common, size).await,
                Scenario::Acts(size) => acts::run(&common, size).await,
                Scenario::Watchers(size) => watchers::run(&common, size).await,
                Scenario::Silent(size) => silent::run(&common, size).await,
                Scenario::Kill(size) => kill::run(&common, size).await,
                Scenario::Faults(size) => faults::run(&common, size).await,
                Scenario::Day(size) => day::run(&common, size).await,
                Scenario::Logins(size) => logins::run(&common, size).await,
                Scenario::Cluster(size) => cluster::run(&common, size).await,
            }
        };
        tokio::select! {
            figures = scenario => figures,
            // Dropping the scenario stops its servers.
            _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("stopped")),
        }
    })?;
    if let Some(path) = &args.json {
        std::fs::write(path, serde_json::to_string_pretty(&figures)?)?;
    }
    Ok(figures)
}
