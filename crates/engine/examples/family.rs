//! Games of the engine against itself in every game of the family.
//!
//! `cargo run --release -p damier-engine --example family -- selfplay [GAMES] [NODES] [ID...]`
//! plays fast games and prints how they ended. The rules check every move, and every game should
//! end by the rules of its own variant.
//!
//! `cargo run --release -p damier-engine --example family -- match [GAMES] [NODES] [ID...]` plays
//! the engine's evaluation of each game against counting material, at equal nodes per move, from
//! random openings with colours swapped.
//!
//! Without an id all variants are played, the ones with huffing included. The program prints one
//! table row per variant when its games are done.

#![allow(clippy::print_stdout, reason = "a command-line program")]

#[path = "shared/referee.rs"]
#[allow(dead_code, reason = "this example uses a part of the referee")]
mod referee;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use damier_engine::{Knowledge, Limits};
use damier_rules::variant::rule_table::Obligation;
use damier_rules::{Side, Variant};

use referee::{End, Player, opening_of, play_for};

/// The number of threads that play games.
const THREADS: usize = 2;

/// Size of each player's transposition table, in megabytes.
const HASH_MB: usize = 1;

/// A game longer than this many plies is counted as unfinished.
const LONGEST_GAME: usize = 1_000;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).peekable();
    let act = arguments.next().unwrap_or_default();
    let mut number = |otherwise: u64| {
        let given = arguments.peek().and_then(|text| text.parse().ok());
        given
            .inspect(|_| drop(arguments.next()))
            .unwrap_or(otherwise)
    };
    let (games, nodes) = match act.as_str() {
        "selfplay" => (number(300), number(500)),
        "match" => (number(400), number(2_000)),
        _ => {
            println!("family selfplay|match [GAMES] [NODES] [ID...]");
            return ExitCode::from(2);
        }
    };
    let chosen: Vec<String> = arguments.collect();
    let known = |id: &String| Variant::from_id(id).is_some();
    if let Some(id) = chosen.iter().find(|id| !known(id)) {
        println!("no game is called {id}");
        return ExitCode::from(2);
    }
    let huffs = |variant: Variant| variant.table().obligation != Obligation::Compulsory;
    let wanted = |variant: &Variant| {
        if chosen.is_empty() {
            variant.reading().is_none() || huffs(*variant)
        } else {
            chosen.iter().any(|id| id == variant.id())
        }
    };
    let selfplay = act == "selfplay";
    if selfplay {
        println!(
            "| game | won by the first side | by the other | drawn | unfinished | endings | plies, mean and most |"
        );
        println!("|---|---|---|---|---|---|---|");
    } else {
        println!("| game | won | drawn | lost | score, 95 % |");
        println!("|---|---|---|---|---|");
    }
    for variant in Variant::READINGS.iter().copied().filter(wanted) {
        if selfplay {
            let play = |index| {
                let player = || Player::new(HASH_MB, Limits::nodes(nodes));
                let opening = opening_of(variant, index);
                play_for(opening, &mut player(), &mut player(), LONGEST_GAME)
            };
            print_endings(variant, &all(games, play));
        } else {
            print_score(variant, &all(games, |index| duel(variant, index, nodes)));
        }
    }
    ExitCode::SUCCESS
}

/// Plays the games with these numbers, several at a time.
fn all<T: Send>(games: u64, play: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= games {
                        return;
                    }
                    let result = play(index);
                    if let Ok(mut done) = done.lock() {
                        done.push(result);
                    }
                }
            });
        }
    });
    done.into_inner().unwrap_or_default()
}

/// Half points of the engine's evaluation against counting material. Every opening is played twice,
/// with colours swapped.
fn duel(variant: Variant, index: u64, nodes: u64) -> u32 {
    let opening = opening_of(variant, index / 2);
    let player = |knowledge| Player::knowing(HASH_MB, Limits::nodes(nodes), knowledge);
    let (mut full, mut material) = (player(Knowledge::Full), player(Knowledge::Material));
    let (side, end) = if index.is_multiple_of(2) {
        let end = play_for(opening, &mut full, &mut material, LONGEST_GAME);
        (Side::White, end)
    } else {
        let end = play_for(opening, &mut material, &mut full, LONGEST_GAME);
        (Side::Black, end)
    };
    match end.winner {
        None => 1,
        Some(winner) if winner == side => 2,
        Some(_) => 0,
    }
}

fn print_endings(variant: Variant, ends: &[End]) {
    let first = variant.table().first;
    let won = |side: Side| ends.iter().filter(|end| end.winner == Some(side)).count();
    let unfinished = ends.iter().filter(|end| end.outcome.is_none()).count();
    let drawn = ends.len() - won(Side::White) - won(Side::Black) - unfinished;
    let mut reasons: BTreeMap<std::borrow::Cow<'static, str>, usize> = BTreeMap::new();
    for outcome in ends.iter().filter_map(|end| end.outcome) {
        *reasons.entry(outcome.reason.code()).or_default() += 1;
    }
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    let plies: usize = ends.iter().map(|end| end.plies).sum();
    println!(
        "| {variant} | {} | {} | {drawn} | {unfinished} | {} | {}, {} |",
        won(first),
        won(first.opponent()),
        reasons.join(", "),
        plies / ends.len().max(1),
        ends.iter().map(|end| end.plies).max().unwrap_or(0),
    );
}

fn print_score(variant: Variant, half_points: &[u32]) {
    let count = |wanted: u32| {
        half_points
            .iter()
            .filter(|&&points| points == wanted)
            .count()
    };
    let games = f64::from(half_points.len().max(1) as u32);
    let mean = half_points
        .iter()
        .map(|&points| f64::from(points) / 2.0)
        .sum::<f64>()
        / games;
    let spread = half_points
        .iter()
        .map(|&points| (f64::from(points) / 2.0 - mean).powi(2))
        .sum::<f64>();
    let error = 1.96 * (spread / games).sqrt() / games.sqrt();
    println!(
        "| {variant} | {} | {} | {} | {:.1} ± {:.1} % |",
        count(2),
        count(1),
        count(0),
        100.0 * mean,
        100.0 * error,
    );
}
