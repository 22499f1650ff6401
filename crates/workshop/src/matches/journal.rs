//! The games of a match as a PDN file. The file is also the state of the match: an interrupted
//! match continues from the games in it.
//!
//! Each game is written in one piece when it is over. If the last game in the file is incomplete,
//! it is cut off.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use damier_notation::pdn::{self, Game, GameResult, Item, ResultStyle};
use damier_rules::{Move, Side};

use super::ending::{Cause, End};
use super::match_game::{Contestant, MatchGame};
use super::referee::{MoveReport, Played};
use crate::appending;

/// The tag that describes the conditions of the match.
const CONDITIONS: &str = "Match";

/// Every game of a match begins with this line.
const FIRST_TAG: &str = "[Event \"damier match\"]\n";

/// A game with everything that the journal records about it.
pub struct Entry<'e> {
    /// Which game it is.
    pub place: MatchGame,
    /// The names of A and B.
    pub names: [&'e str; 2],
    /// The limits of A and B.
    pub limits: [String; 2],
    /// Moves and end.
    pub played: &'e Played,
}

/// The file of a match.
pub struct Journal {
    file: File,
    conditions: String,
}

/// What an existing file of a match contained.
#[derive(Clone, PartialEq, Debug)]
pub struct Earlier {
    /// The games and how they ended, in the order of the file.
    pub games: Vec<(MatchGame, End)>,
    /// The start positions by pair, as FEN; `None` for the usual start of the game.
    pub ballots: Vec<(usize, Option<String>)>,
    /// Whether the last game was incomplete and was removed from the file.
    pub cut: bool,
}

/// Why a match cannot continue from a file.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] io::Error),
    /// Its games were played under other conditions.
    #[error("line {line}: this is another match\n  there: {there}\n  here:  {here}")]
    OtherMatch {
        /// The line of the game with these conditions.
        line: usize,
        /// The conditions there.
        there: String,
        /// The conditions of this match.
        here: String,
    },
    /// A game that does not belong to a match, or is damaged in the middle of the file.
    #[error("line {line}: no finished game of a match ({reason})")]
    Game {
        /// The line on which it begins.
        line: usize,
        /// What is wrong.
        reason: &'static str,
    },
}

impl Journal {
    /// Creates a file.
    ///
    /// # Errors
    /// The file cannot be created, or exists already.
    pub fn create(path: &Path, conditions: &str) -> io::Result<Journal> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        appending::keep_others_out(&file)?;
        Ok(Journal {
            file,
            conditions: plain(conditions),
        })
    }

    /// Opens the file of an earlier match under the same conditions, and returns its games. Creates
    /// the file if there is none.
    ///
    /// # Errors
    /// The file cannot be used, another program is writing to it, or it belongs to another match.
    pub fn resume(path: &Path, conditions: &str) -> Result<(Journal, Earlier), StoreError> {
        let mut file = appending::open(path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        // The file may end in the middle of a character.
        let text = String::from_utf8_lossy(&bytes);
        let conditions = plain(conditions);
        let (earlier, whole) = read(&text, &conditions)?;
        appending::keep(&mut file, whole as u64)?;
        Ok((Journal { file, conditions }, earlier))
    }

    /// Appends a game with a single write.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, entry: &Entry<'_>) -> io::Result<()> {
        let mut game = to_pdn(entry);
        game.set_tag(CONDITIONS, self.conditions.clone());
        let text = format!("{}\n", pdn::write(&game));
        self.file.write_all(text.as_bytes())?;
        self.file.flush()
    }
}

/// The games of a file, and the number of bytes of its whole games.
fn read(text: &str, conditions: &str) -> Result<(Earlier, usize), StoreError> {
    let mut earlier = Earlier {
        games: Vec::new(),
        ballots: Vec::new(),
        cut: false,
    };
    let starts: Vec<usize> = text
        .match_indices(FIRST_TAG)
        .map(|(at, _)| at)
        .filter(|&at| at == 0 || text[..at].ends_with('\n'))
        .collect();
    if let Some(&first) = starts.first() {
        if !text[..first].trim().is_empty() {
            let reason = "text before the first game";
            return Err(StoreError::Game { line: 1, reason });
        }
    } else if FIRST_TAG.starts_with(text) {
        // The file ends within the first line of the first game.
        earlier.cut = !text.is_empty();
        return Ok((earlier, 0));
    } else {
        let reason = "the file has no game";
        return Err(StoreError::Game { line: 1, reason });
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    for (&start, end) in starts.iter().zip(ends) {
        let line = 1 + text[..start].matches('\n').count();
        let block = whole_part(&text[start..end]);
        let is_last = end == text.len();
        if block.is_empty() && is_last {
            earlier.cut = true;
            return Ok((earlier, start));
        }
        let (place, game_end, fen) = game_of(block, conditions, line)?;
        earlier.games.push((place, game_end));
        earlier.ballots.push((place.pair, fen));
        if block.len() < end - start {
            // Only a part of the first line of the next game may follow.
            let rest = &text[start + block.len()..end];
            if !(is_last && FIRST_TAG.starts_with(rest)) {
                let line = line + block.matches('\n').count();
                let reason = "text that is not a game";
                return Err(StoreError::Game { line, reason });
            }
            earlier.cut = true;
            return Ok((earlier, start + block.len()));
        }
    }
    Ok((earlier, text.len()))
}

/// The whole game at the beginning of a text: tags, an empty line, moves, an empty line. It is
/// empty if the text ends before that.
fn whole_part(text: &str) -> &str {
    let after_blank = |from: usize| text[from..].find("\n\n").map(|at| from + at + 2);
    let end = after_blank(0).and_then(after_blank).unwrap_or(0);
    &text[..end]
}

/// One game of the file: its number in the match, its end, and its ballot.
fn game_of(
    text: &str,
    conditions: &str,
    line: usize,
) -> Result<(MatchGame, End, Option<String>), StoreError> {
    let wrong = |reason| StoreError::Game { line, reason };
    let parsed = pdn::Reader::new(text.as_bytes())
        .next()
        .ok_or_else(|| wrong("nothing to read"))??;
    let game = &parsed.game;
    let there = game
        .tag(CONDITIONS)
        .ok_or_else(|| wrong("it does not name its match"))?;
    if there != conditions {
        return Err(StoreError::OtherMatch {
            line,
            there: there.to_owned(),
            here: conditions.to_owned(),
        });
    }
    if game.end.is_none() {
        return Err(wrong("it has no end"));
    }
    let place = game.tag("Round").and_then(MatchGame::read);
    let place = place.ok_or_else(|| wrong("its round is none"))?;
    let winner = match game.result() {
        GameResult::WhiteWin => Some(Side::White),
        GameResult::BlackWin => Some(Side::Black),
        GameResult::Draw => None,
        _ => return Err(wrong("its result is none")),
    };
    let cause = game.tag("Termination").and_then(Cause::from_code);
    let cause = cause.ok_or_else(|| wrong("its termination is none"))?;
    let fen = game.tag("FEN").map(str::to_owned);
    Ok((place, End::new(winner, cause), fen))
}

fn to_pdn(entry: &Entry<'_>) -> Game {
    let Entry { place, played, .. } = *entry;
    let moves: Vec<Move> = played.game.moves().collect();
    // The referee only accepts legal moves, so this does not fail.
    let mut game = Game::of_moves(played.game.start(), &moves).unwrap_or_default();
    game.set_tag("Event", "damier match");
    game.set_tag("Round", place.to_string());
    for (side, name, limits) in [
        (Side::White, "White", "WhiteLimits"),
        (Side::Black, "Black", "BlackLimits"),
    ] {
        let contestant = place.at(side).index();
        game.set_tag(name, plain(entry.names[contestant]));
        if !entry.limits[contestant].is_empty() {
            game.set_tag(limits, entry.limits[contestant].clone());
        }
    }
    let result = GameResult::of_winner(played.end.winner);
    game.set_result(&result, ResultStyle::of(played.game.start().variant()));
    game.set_tag("Termination", played.end.cause.code());
    add_thoughts(&mut game, &played.thoughts);
    if let Some(detail) = &played.end.detail {
        let loser = played.end.at_fault().map(|side| place.at(side));
        let loser = loser.map_or("", |contestant| match contestant {
            Contestant::A => "A: ",
            Contestant::B => "B: ",
        });
        game.items
            .push(Item::Comment(plain(&format!("{loser}{detail}"))));
    }
    game
}

/// Adds a comment after each move: the mover's score in men and its depth, the time, the nodes,
/// and what was wrong with the answer.
fn add_thoughts(game: &mut Game, thoughts: &[MoveReport]) {
    let mut thoughts = thoughts.iter();
    let mut items = Vec::with_capacity(2 * game.items.len());
    for item in std::mem::take(&mut game.items) {
        let moved = matches!(item, Item::Move(_));
        items.push(item);
        if let (true, Some(thought)) = (moved, thoughts.next()) {
            items.push(Item::Comment(thought_text(thought)));
        }
    }
    game.items = items;
}

fn thought_text(thought: &MoveReport) -> String {
    let search = &thought.search;
    let mut parts = Vec::new();
    match (search.score, search.depth) {
        (Some(score), Some(depth)) => parts.push(format!("{score:+.2}/{depth}")),
        (Some(score), None) => parts.push(format!("{score:+.2}")),
        (None, Some(depth)) => parts.push(format!("/{depth}")),
        (None, None) => {}
    }
    parts.push(format!("{:.3}s", thought.elapsed.as_secs_f64()));
    parts.extend(search.nodes.map(|nodes| format!("{nodes}n")));
    parts.extend(thought.damage.as_deref().map(plain));
    parts.join(" ")
}

/// Replaces the characters that have a meaning of their own in PDN by spaces, so that the text is
/// read back as it was written.
fn plain(text: &str) -> String {
    let is_plain = |character: char| !character.is_control() && !"{}\"\\".contains(character);
    text.chars()
        .map(|character| if is_plain(character) { character } else { ' ' })
        .collect()
}

#[cfg(test)]
#[path = "journal/tests.rs"]
mod tests;
