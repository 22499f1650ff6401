//! Searches the games of a PDN file for shots and counts their names: `cargo run --release -p
//! damier-coach --example shots_in_games FILE`. It tries every line of offers and captures whose
//! replies are the only legal moves, so it finds only short shots. It produced the numbers in
//! `docs/decisions/0038-shot-names-by-exact-definitions.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::{env, fmt};

use damier_coach::shot::{self, Shot};
use damier_notation::pdn::{self, Reader};
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Variant};

/// The most moves that the striking side may make, its last capture included.
const MOST_OWN_MOVES: usize = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("which file?")?;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut count = |what: &str| *counts.entry(what.to_owned()).or_default() += 1;
    let mut out = io::stdout().lock();
    for game in Reader::new(BufReader::new(File::open(file)?)) {
        count("1 games");
        let Ok(replay) = pdn::replay(&game?, Variant::INTERNATIONAL) else {
            continue;
        };
        let mut position = replay.start;
        for played in &replay.moves {
            count("2 positions");
            if !position.can_capture() {
                let mut search = Search::new(position);
                search.run(position, MOST_OWN_MOVES);
                if let Some((best, _)) = search.found.iter().max_by_key(|(shot, _)| net(shot)) {
                    count("3 positions with a shot");
                    let is_plain = best.families.is_empty() && best.name.is_none();
                    count(if is_plain {
                        "4 best: no family, no name"
                    } else {
                        "4 best: a family or a name"
                    });
                    for family in &best.families {
                        count(&format!("5 family of the best {}", family.code()));
                    }
                }
                let names: BTreeSet<_> = search
                    .found
                    .iter()
                    .filter_map(|(shot, _)| shot.name)
                    .collect();
                for name in names {
                    count(&format!("6 name {}", name.code()));
                    let lines = search.found.iter();
                    let shortest = lines
                        .filter(|(shot, _)| shot.name == Some(name))
                        .min_by_key(|(shot, _)| shot.plies);
                    if let Some((_, moves)) = shortest {
                        writeln!(out, "{}: {}", name.code(), Shown(&position, moves))?;
                    }
                }
            }
            position = position.play(played)?;
        }
    }
    for (what, number) in counts {
        writeln!(out, "{number:6} {what}")?;
    }
    Ok(())
}

fn net(shot: &Shot) -> usize {
    (shot.taken.len() + 50) - shot.given.len()
}

/// A search for shots from one position.
struct Search {
    start: Position,
    line: Vec<Move>,
    found: Vec<(Shot, Vec<Move>)>,
}

impl Search {
    fn new(start: Position) -> Search {
        Search {
            start,
            line: Vec::new(),
            found: Vec::new(),
        }
    }

    fn run(&mut self, position: Position, own_moves: usize) {
        for played in position.legal_moves() {
            let Ok(after) = position.play(&played) else {
                continue;
            };
            self.line.push(played);
            if played.is_capture() && !after.can_capture() {
                if let Ok(Some(shot)) = shot::classify(&self.start, &self.line) {
                    self.found.push((shot, self.line.clone()));
                }
            } else if let [reply] = after.legal_moves()[..]
                && reply.is_capture()
                && own_moves > 1
                && let Ok(next) = after.play(&reply)
            {
                self.line.push(reply);
                self.run(next, own_moves - 1);
                self.line.pop();
            }
            self.line.pop();
        }
    }
}

/// A position and a line, displayed in the format of `tests/shots.txt`.
struct Shown<'a>(&'a Position, &'a [Move]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} |", fen::write(self.0))?;
        let mut position = *self.0;
        for played in self.1 {
            write!(f, " {}", move_text::text(&position, played))?;
            position = position.play(played).map_err(|_| fmt::Error)?;
        }
        Ok(())
    }
}
