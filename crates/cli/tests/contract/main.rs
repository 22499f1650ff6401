//! The contract of the command line: arguments, output and exit codes.

mod account_bot;
mod admin;
mod book;
mod bot;
mod broadcast;
mod client;
mod counting;
mod dxp;
mod endgame;
mod family;
mod games;
mod hub;
mod judging;
mod logs;
mod matches;
mod moves;
mod printing;
mod processor;
mod report;
mod serving;
mod table;
mod training;

use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The command with some arguments, in a clean environment.
fn damier(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damier"));
    command
        .args(arguments)
        .env("LC_ALL", "C")
        .env("NO_COLOR", "1")
        .env_remove("RUST_LOG");
    command
}

/// Runs the command, checks the exit code, and returns the output.
fn answer(arguments: &[&str], code: i32) -> Output {
    let output = damier(arguments).output().expect("the command runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "damier {arguments:?}: {stderr}"
    );
    output
}

/// Standard output as text.
fn text(arguments: &[&str]) -> String {
    String::from_utf8(answer(arguments, 0).stdout).expect("text")
}

/// Standard output as JSON.
fn json(arguments: &[&str], code: i32) -> Value {
    let value: Value = serde_json::from_slice(&answer(arguments, code).stdout).expect("JSON");
    assert_eq!(value["schema"], 1);
    value
}

/// Standard error as text.
fn complaint(arguments: &[&str]) -> String {
    String::from_utf8(answer(arguments, 2).stderr).expect("text")
}
