//! `damier broadcast`: sends the file of a round to a broadcast whenever it changes. Other programs
//! write the file, so it may be missing, empty or partly written at any moment, and the server may
//! be down.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, SystemTime};

use anyhow::{Context, bail};
use damier_client::{ApiClient, ApiError, RoundTaken};

use crate::answer::Answer;
use crate::args::BroadcastArgs;
use crate::output::Output;

/// How often the file is checked.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The largest file that a server accepts, in bytes.
const MAX_BYTES: u64 = 1024 * 1024;

/// The longest pause between two tries, in seconds.
const LONGEST_PAUSE_S: u64 = 10;

/// The environment variable with the key.
const KEY_VARIABLE: &str = "DAMIER_BROADCAST_KEY";

pub(crate) fn run(args: &BroadcastArgs) -> anyhow::Result<Answer> {
    let key = args
        .key
        .clone()
        .or_else(|| std::env::var(KEY_VARIABLE).ok());
    let Some(key) = key.filter(|key| !key.is_empty()) else {
        bail!("missing key: use --key KEY or the variable {KEY_VARIABLE}");
    };
    let round = args.round.or(args.link.round).unwrap_or(1);
    let sender = Sender {
        api: ApiClient::new(args.link.server.clone()),
        path: args.link.round_path(round),
        key,
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start")?;
    if args.once {
        let text = read(&args.file)?.context("the file is empty")?;
        let response = runtime.block_on(sender.send(text));
        return report_result(response);
    }
    runtime.block_on(watch(&args.file, &sender))
}

/// Reports the result of a single upload.
fn report_result(response: Result<RoundTaken, ApiError>) -> anyhow::Result<Answer> {
    match response {
        Ok(response) => {
            report(&response)?;
            let is_good = response.boards.iter().all(|board| board.fault.is_none());
            Ok(if is_good { Answer::Done } else { Answer::No })
        }
        Err(error) => {
            anstream::eprintln!("{error}");
            Ok(Answer::No)
        }
    }
}

/// Sends the file whenever it changes, until the server rejects it for good.
async fn watch(file: &Path, sender: &Sender) -> anyhow::Result<Answer> {
    let mut looked = None;
    let mut sent: Option<Vec<u8>> = None;
    let mut problem = String::new();
    let mut wait_s = 0;
    loop {
        tokio::time::sleep(CHECK_INTERVAL).await;
        let now = file_stamp(file);
        let is_still = now.is_some() && now == looked;
        looked = now;
        if !is_still {
            continue;
        }
        if wait_s > 0 {
            wait_s -= 1;
            continue;
        }
        let text = match read(file) {
            Ok(Some(text)) => text,
            Ok(None) => continue,
            Err(error) => {
                report_problem(&mut problem, &format!("{error:#}"));
                continue;
            }
        };
        if sent.as_ref() == Some(&text) {
            continue;
        }
        match sender.send(text.clone()).await {
            Ok(response) => {
                if !problem.is_empty() {
                    anstream::eprintln!("resumed");
                    problem.clear();
                }
                report(&response)?;
                sent = Some(text);
            }
            Err(error) if error.is_transient() => {
                let asked = match &error {
                    ApiError::Refused { retry_after_s, .. } => *retry_after_s,
                    _ => None,
                };
                wait_s = asked.unwrap_or(2).min(LONGEST_PAUSE_S);
                report_problem(&mut problem, &error.to_string());
            }
            Err(error) => {
                anstream::eprintln!("{error}");
                return Ok(Answer::No);
            }
        }
    }
}

/// Reports a persistent problem once.
fn report_problem(known: &mut String, now: &str) {
    if known != now {
        anstream::eprintln!("{now}; retrying");
        now.clone_into(known);
    }
}

/// File size and modification time, which reveal a change without reading the file.
fn file_stamp(file: &Path) -> Option<(u64, Option<SystemTime>)> {
    let about = fs::metadata(file).ok()?;
    Some((about.len(), about.modified().ok()))
}

/// The content of the file; `None` if it does not exist.
fn read(file: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    let opened = match File::open(file) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| file.display().to_string()),
    };
    let mut text = Vec::new();
    let read = opened.take(MAX_BYTES + 1).read_to_end(&mut text);
    read.with_context(|| file.display().to_string())?;
    if text.len() as u64 > MAX_BYTES {
        bail!(
            "{} exceeds one megabyte, the limit of servers",
            file.display()
        );
    }
    let is_empty = text.iter().all(u8::is_ascii_whitespace);
    Ok((!is_empty).then_some(text))
}

/// The destination of a round's file.
struct Sender {
    api: ApiClient,
    path: String,
    key: String,
}

impl Sender {
    async fn send(&self, text: Vec<u8>) -> Result<RoundTaken, ApiError> {
        const KIND: &str = "application/x-draughts-pdn";
        self.api.put_text(&self.path, &self.key, KIND, text).await
    }
}

/// Prints one line for the upload, and one for each board with a fault.
fn report(response: &RoundTaken) -> anyhow::Result<()> {
    let mut output = Output::new();
    let count = |became: &str| {
        response
            .boards
            .iter()
            .filter(|board| board.became == became)
            .count()
    };
    let (all, changed) = (response.boards.len(), count("changed") + count("corrected"));
    write!(output, "boards: {all}, changed: {changed}")?;
    for board in &response.boards {
        if let Some(from) = board.corrected_from {
            write!(output, ", board {} corrected from ply {from}", board.board)?;
        }
    }
    if response.of_other_rounds > 0 {
        write!(
            output,
            ", games of other rounds skipped: {}",
            response.of_other_rounds
        )?;
    }
    writeln!(output)?;
    for board in &response.boards {
        if let Some(fault) = &board.fault {
            let (line, column) = (fault.line, fault.column);
            writeln!(
                output,
                "  board {}, {line}:{column}: {}",
                board.board, fault.detail
            )?;
        }
    }
    output.finish()
}
