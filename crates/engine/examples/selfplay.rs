//! Fast games of the engine against itself on a real clock: no illegal move, no loss on time.
//!
//! `cargo run --release -p damier-engine --example selfplay -- [GAMES] [MS] [INCREMENT_MS] [cpu]`
//!
//! With `cpu` the clock counts the time that a game's thread ran (Linux only), not the time that
//! passed: on a busy machine the difference is the time used by other programs.
//!
//! Two games run at a time. The program counts illegal moves and losses on time, and exits with an
//! error if there is one.

#![allow(clippy::print_stdout, reason = "a command-line program")]

#[path = "shared/referee.rs"]
#[allow(dead_code, reason = "this example uses a part of the referee")]
mod referee;

use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use damier_engine::{Engine, Limits, TimeLeft, TimeSource};
use damier_rules::Side;

#[derive(Default)]
struct Tally {
    games: AtomicU64,
    plies: AtomicU64,
    wins: AtomicU64,
    illegal: AtomicU64,
    flags: AtomicU64,
    least_left_ms: AtomicU64,
}

fn main() -> ExitCode {
    let numbers: Vec<u64> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let number = |index: usize, otherwise| numbers.get(index).copied().unwrap_or(otherwise);
    let (games, start_ms, increment_ms) = (number(0, 1_000), number(1, 1_000), number(2, 10));
    let on_cpu = std::env::args().any(|argument| argument == "cpu");
    let tally = Tally {
        least_left_ms: AtomicU64::new(u64::MAX),
        ..Tally::default()
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let index = tally.games.fetch_add(1, Ordering::Relaxed);
                    if index >= games {
                        tally.games.fetch_sub(1, Ordering::Relaxed);
                        return;
                    }
                    if on_cpu {
                        play(index, start_ms, increment_ms, &tally, &cpu_ms);
                    } else {
                        play(index, start_ms, increment_ms, &tally, &clock_ms);
                    }
                }
            });
        }
    });
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "{} games, {} plies, {} won; illegal moves {}, losses on time {}, least time left {} ms",
        read(&tally.games),
        read(&tally.plies),
        read(&tally.wins),
        read(&tally.illegal),
        read(&tally.flags),
        read(&tally.least_left_ms),
    );
    if read(&tally.illegal) + read(&tally.flags) == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Milliseconds of wall-clock time since the program started.
fn clock_ms() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    #[expect(clippy::disallowed_methods, reason = "this program reads the clock")]
    let start = START.get_or_init(Instant::now);
    start.elapsed().as_millis() as u64
}

/// Milliseconds of CPU time used by the calling thread, as Linux counts them.
///
/// # Panics
/// If the system does not count them.
fn cpu_ms() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split(' ')
        .next()
        .and_then(|first| first.parse::<u64>().ok());
    nanoseconds.expect("this system does not count the time of a thread") / 1_000_000
}

fn play(index: u64, start_ms: u64, increment_ms: u64, tally: &Tally, clock: &impl TimeSource) {
    let never = AtomicBool::new(false);
    let engines = Side::ALL.map(|_| Engine::new(4));
    let mut left_ms = [start_ms; 2];
    let mut game = referee::opening(index);
    while game.outcome().is_none() {
        let side = game.position().side().index();
        let before = clock.now_ms();
        let clocks = TimeLeft {
            remaining_ms: left_ms[side],
            increment_ms,
        };
        let limits = Limits {
            clock: Some(clocks),
            ..Limits::default()
        };
        let answer = engines[side].analyse(&game, &limits, clock, &never, |_| {});
        let used = clock.now_ms() - before;
        tally.plies.fetch_add(1, Ordering::Relaxed);
        if used > left_ms[side] {
            tally.flags.fetch_add(1, Ordering::Relaxed);
            return;
        }
        tally
            .least_left_ms
            .fetch_min(left_ms[side] - used, Ordering::Relaxed);
        left_ms[side] = left_ms[side] - used + increment_ms;
        if answer.best.is_none_or(|played| game.play(&played).is_err()) {
            tally.illegal.fetch_add(1, Ordering::Relaxed);
            return;
        }
    }
    if game
        .outcome()
        .is_some_and(|outcome| outcome.winner.is_some())
    {
        tally.wins.fetch_add(1, Ordering::Relaxed);
    }
}
