//! The command `damier`: parses the command line, runs the command, and turns its answer into an
//! exit code.
//!
//! Data goes to standard output, messages to standard error. Exit codes: 0 success, 1 the answer is
//! no, 2 wrong usage or unreadable input, 3 unsupported processor, 130 a report was interrupted by
//! Ctrl-C.

#![expect(
    clippy::cast_precision_loss,
    reason = "counts are shown to people as rates"
)]

mod answer;
mod args;
mod book;
mod certificate;
mod clock;
mod commands;
mod input;
mod json;
mod language;
mod output;
mod output_file;
mod processor;
mod tables;

use std::io::{self, Write as _};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::{CommandFactory as _, FromArgMatches as _};
use damier_server::page::Page;

use crate::answer::Answer;
use crate::args::{Args, Command};

/// Runs the command with the arguments of this process. `page` is what the server shows to
/// browsers. Returns the exit code.
pub fn main(page: fn() -> Page) -> ExitCode {
    if processor::is_too_old() {
        // If this cannot be written, there is no other way to report it.
        let _ = io::stderr().write_all(processor::TOO_OLD.as_bytes());
        return ExitCode::from(processor::TOO_OLD_CODE);
    }
    begin(page)
}

/// What `main` does on a processor that can run it. It is a separate function so that none of it
/// runs before the check.
#[inline(never)]
fn begin(page: fn() -> Page) -> ExitCode {
    let found = accepting_negative_numbers(Args::command()).get_matches();
    let args = match Args::from_arg_matches(&found) {
        Ok(args) => args,
        Err(error) => error.exit(),
    };
    match run(args.command, page) {
        Ok(Answer::Done) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        Ok(Answer::Unreadable) => ExitCode::from(2),
        // Shells report a program ended by Ctrl-C as 128 plus the number of the signal.
        Ok(Answer::Interrupted) => ExitCode::from(130),
        // A closed pipe means that the reader needs no more output, so this is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let style = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
            anstream::eprintln!("{style}error:{style:#} {error:#}");
            let refused = error.downcast_ref::<input::Refused>().is_some();
            ExitCode::from(if refused { 1 } else { 2 })
        }
    }
}

/// The command line with `-1` read as a value everywhere, so that the error names the bounds of the
/// option, not an unknown option `-1`.
fn accepting_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_values = |arg: clap::Arg| {
        let takes = arg.get_action().takes_values();
        arg.allow_negative_numbers(takes)
    };
    command
        .mut_args(takes_values)
        .mut_subcommands(accepting_negative_numbers)
}

fn run(command: Command, page: fn() -> Page) -> anyhow::Result<Answer> {
    match command {
        Command::Serve(args) => commands::serve::run(&args, page()),
        Command::Play(args) => commands::play::run(&args),
        Command::Bot(args) => commands::bot::run(&args),
        Command::Broadcast(args) => commands::broadcast::run(&args),
        Command::Client(args) => commands::client::run(&args),
        Command::Variants(args) => commands::variants::run(&args),
        Command::Moves(args) => commands::moves::run(&args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Print(args) => commands::print::run(&args),
        Command::Render(args) => commands::render::run(&args),
        Command::Pdn(args) => commands::pdn::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Analyse(args) => commands::analyse::run(&args),
        Command::Bench(args) => commands::bench::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::Hub => commands::hub::run(),
        Command::Dxp(args) => commands::dxp::run(&args),
        Command::Endgame(args) => commands::endgame::run(&args),
        Command::Train(args) => commands::train::run(&args),
        Command::Backup(args) => commands::database::run_backup(&args),
        Command::Restore(args) => commands::database::run_restore(&args),
        Command::Admin(args) => commands::admin::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let direct = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let in_json = cause
            .downcast_ref::<serde_json::Error>()
            .and_then(serde_json::Error::io_error_kind);
        direct.or(in_json) == Some(io::ErrorKind::BrokenPipe)
    })
}
