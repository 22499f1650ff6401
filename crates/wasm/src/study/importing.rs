//! Reads files of thousands of games as a stream: the worker of an import
//! (`web/src/store/import-worker.ts`) supplies the bytes and takes a few games at a time. The whole
//! file is never in memory: the beginning and end of each game are found while reading.

use std::io::{self, BufRead, BufReader, Read};

use damier_notation::GameTree;
use damier_notation::pdn::{
    Encoding, Fault, FaultCode, Game, GameFound, Games, Parsed, Place, Reader, ReadingLimits,
    Severity,
};
use damier_notation::wording::{self, Language};
use damier_rules::Variant;
use damier_session::GameRecord;
use damier_session::pdn::from_pdn_as;
use serde::Serialize;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use super::reading::{PdnError, is_annotated, title};
use crate::arguments::{language, variant, write};
use crate::error::DoorError;
use crate::sentences;

/// The most errors that are reported for one damaged game.
const MAX_ERRORS: usize = 5;
/// How many states of captures may be searched for one game, so that no game delays the others; see
/// [`GameTree::from_pdn_within`].
const MAX_STATES: u64 = 1_000_000;
/// A batch is full after this many bytes of trees, however few games it has.
const MAX_BATCH_BYTES: usize = 1 << 20;
/// The number of bytes requested from the file at once.
const CHUNK: usize = 1 << 18;

/// Some of the games of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportBatch {
    /// The games in order, and pieces of text that are not games.
    pub games: Vec<ImportedGame>,
    /// Whether the end of the file was reached.
    pub done: bool,
}

/// A game of a file, or a piece of text between games that is not a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ImportedGame {
    /// The line of the file in which it begins, from 1.
    pub line: u32,
    /// A title made from the tags: the players or, if they are not given, the event. It may be
    /// empty.
    pub title: String,
    /// Further tags that distinguish it from other games: event, round and date, as far as they are
    /// given.
    pub details: String,
    /// The game as it is stored; absent if nothing could be read.
    pub game: Option<ReadGame>,
    /// The errors in order; only the first ones if there are very many.
    pub errors: Vec<PdnError>,
    /// What was assumed: the variant, and why, if no tag names one and it is not the expected one;
    /// the encoding where it is not UTF-8, once a file.
    pub found: Vec<String>,
}

/// An imported game as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReadGame {
    /// The game itself, as far as it is legal.
    pub record: GameRecord,
    /// The whole game as PDN: variations, comments, signs, all tags, and the parts that are illegal
    /// or unreadable.
    pub tree: String,
    /// Whether it contains annotations, that is, more than moves and clocks.
    pub annotated: bool,
    /// The number of plies of the record.
    pub moves: usize,
    /// Whether the whole game was read and its main line is legal to the end.
    pub complete: bool,
}

#[wasm_bindgen]
extern "C" {
    /// The source of the bytes of a file.
    pub type ByteSource;

    /// The next bytes, at most `most`; empty at the end of the file.
    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &ByteSource, most: usize) -> Result<Vec<u8>, JsValue>;
}

impl Read for ByteSource {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let bytes = ByteSource::read(self, room.len())
            .map_err(|_| io::Error::other("the file cannot be read on"))?;
        let length = bytes.len().min(room.len());
        room[..length].copy_from_slice(&bytes[..length]);
        Ok(length)
    }
}

/// A file of games that is being read.
#[wasm_bindgen]
pub struct GameFile {
    reading: Reading<'static>,
}

#[wasm_bindgen]
impl GameFile {
    /// Opens a file at its beginning. `variant_id` is the variant that is assumed if no tag names
    /// one; the moves of the games in the file may show that it is another. `encoding` is a name
    /// such as `windows-1251`, or empty to recognise it.
    ///
    /// # Errors
    /// `unknown-variant`, `unknown-language`, `unknown-encoding`.
    #[wasm_bindgen(constructor)]
    pub fn new(
        source: ByteSource,
        variant_id: &str,
        lang: &str,
        encoding: &str,
    ) -> Result<GameFile, DoorError> {
        let encoding = (!encoding.is_empty())
            .then(|| encoding.parse::<Encoding>())
            .transpose()
            .map_err(|error| DoorError::new("unknown-encoding", error))?;
        let source = BufReader::with_capacity(CHUNK, source);
        let reading = Reading::new(source, variant(variant_id)?, language(lang)?, encoding);
        Ok(GameFile { reading })
    }

    /// The next games, at most `most`: JSON of `ImportBatch`.
    ///
    /// # Errors
    /// `unreadable`: reading the file failed, for example because it was removed meanwhile.
    pub fn next(&mut self, most: usize) -> Result<String, DoorError> {
        let batch = self.reading.batch(most);
        write(&batch.map_err(|error| DoorError::new("unreadable", error))?)
    }
}

/// The games of a stream, in the form that the page stores.
struct Reading<'r> {
    games: Games<'r>,
    expected: Variant,
    language: Language,
}

impl<'r> Reading<'r> {
    fn new(
        input: impl BufRead + 'r,
        expected: Variant,
        language: Language,
        encoding: Option<Encoding>,
    ) -> Reading<'r> {
        let reader = Reader::with_encoding(input, ReadingLimits::default(), encoding);
        Reading {
            games: Games::expecting(reader, expected),
            expected,
            language,
        }
    }

    fn batch(&mut self, most: usize) -> io::Result<ImportBatch> {
        let mut batch = ImportBatch::default();
        let mut bytes = 0;
        while batch.games.len() < most && bytes < MAX_BATCH_BYTES {
            let Some(next) = self.games.next() else {
                batch.done = true;
                break;
            };
            let (parsed, found) = next?;
            let game = self.game(&parsed, found);
            bytes += game.game.as_ref().map_or(0, |game| game.tree.len());
            batch.games.push(game);
        }
        Ok(batch)
    }

    fn game(&self, parsed: &Parsed, found: GameFound) -> ImportedGame {
        let mut entry = ImportedGame {
            line: parsed.place.line,
            title: title(&parsed.game),
            details: other_tags(&parsed.game),
            game: None,
            errors: Vec::new(),
            found: Vec::new(),
        };
        self.tell_faults(&mut entry, &parsed.faults);
        if parsed.game.is_empty() {
            return entry;
        }
        let tree = GameTree::from_pdn_within(parsed, found.variant, MAX_STATES);
        match from_pdn_as(parsed, found.variant).and_then(|imported| Ok((imported, tree?))) {
            Ok((imported, read)) => {
                self.tell_faults(&mut entry, &imported.faults);
                if let Some((reason, place)) = imported.left_out {
                    let variant = imported.session.variant();
                    let sentence = sentences::left_out(self.language, variant, reason);
                    tell(&mut entry, place, sentence);
                }
                let guessed = found.reason.is_guess() && found.variant != self.expected;
                if guessed {
                    entry
                        .found
                        .push(wording::game_found_in(self.language, parsed, &found));
                }
                entry.game = Some(ReadGame {
                    complete: imported.complete && entry.errors.is_empty(),
                    moves: imported.session.game().len(),
                    record: imported.session.record(),
                    annotated: is_annotated(&read.tree),
                    tree: read.tree.write_pdn(),
                });
            }
            Err(fault) => self.tell_faults(&mut entry, &[fault]),
        }
        entry
    }

    fn tell_faults(&self, entry: &mut ImportedGame, faults: &[Fault]) {
        for fault in faults {
            if fault.code == FaultCode::Encoding {
                entry.found.push(wording::pdn_fault(self.language, fault));
            } else if fault.severity() != Severity::Note {
                tell(entry, fault.place, wording::pdn_fault(self.language, fault));
            }
        }
    }
}

fn tell(entry: &mut ImportedGame, place: Place, sentence: String) {
    if entry.errors.len() < MAX_ERRORS {
        entry.errors.push(PdnError {
            line: place.line,
            column: place.column,
            sentence,
        });
    }
}

/// Event, round and date, as far as they are given.
fn other_tags(game: &Game) -> String {
    let values = ["Event", "Round", "Date"].map(|name| game.tag(name).unwrap_or_default().trim());
    let known = values
        .into_iter()
        .filter(|value| !matches!(*value, "" | "?" | "????.??.??"));
    known.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &[u8], chunk: usize) -> Vec<ImportedGame> {
        let input = BufReader::with_capacity(chunk, text);
        let mut reading = Reading::new(input, Variant::INTERNATIONAL, Language::English, None);
        let mut games = Vec::new();
        loop {
            let batch = reading.batch(2).expect("a text in memory");
            assert!(batch.games.len() <= 2);
            games.extend(batch.games);
            if batch.done {
                return games;
            }
        }
    }

    const FILE: &str = "[Event \"One\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. 32-28 19-23 2. 28x19 14x23 1-1\n\n\
        [Event \"Two\"]\n[Unknown \"kept\"]\n\n1. 32-28 {said} 19-23 2. 48-42 23x32 3. 37x28 1-1\n\n\
        [Event \"Three\"]\n[GameType \"99\"]\n\n1. 32-28 *\n\n\
        [Event \"Four\"]\n\n1. 32-28 <<garbage {x} 19-23 2. 28x19 2-0\n";

    #[test]
    fn whole_damaged_and_unreadable_games_are_told_apart() {
        for chunk in [1, 7, 64, 4096] {
            let games = all(FILE.as_bytes(), chunk);
            assert_eq!(games.len(), 4, "chunk {chunk}");
            let kept = |index: usize| games[index].game.as_ref();
            let whole = kept(0).expect("a game");
            assert!(whole.complete && games[0].errors.is_empty());
            assert_eq!((games[0].line, games[0].title.as_str()), (1, "A – B"));

            let damaged = kept(1).expect("a game");
            assert!(!damaged.complete);
            assert_eq!((games[1].line, games[1].errors[0].line), (7, 10));
            for said in ["[Unknown \"kept\"]", "{said}", "48-42", "37x28", "1-1"] {
                assert!(damaged.tree.contains(said), "{said}: {}", damaged.tree);
            }

            assert!(kept(2).is_none(), "no game that is played here");
            assert_eq!(
                (games[2].details.as_str(), games[2].errors.len()),
                ("Three", 1)
            );

            let cut = kept(3).expect("a game");
            assert!(!cut.complete && cut.moves == 3);
            assert!(cut.tree.contains("{<<garbage}"), "{}", cut.tree);
            assert!(cut.tree.contains("19-23 2. 28x19"), "{}", cut.tree);
        }
    }

    #[test]
    fn a_tree_is_read_again_as_itself() {
        for game in all(FILE.as_bytes(), 64)
            .iter()
            .filter_map(|game| game.game.as_ref())
        {
            let again = all(game.tree.as_bytes(), 64);
            assert_eq!(again.len(), 1, "{}", game.tree);
            let again = again[0].game.as_ref().expect("a game");
            assert_eq!(again.tree, game.tree);
        }
    }

    #[test]
    fn a_file_agrees_with_itself_where_no_tag_tells() {
        // The first game could belong to several variants. In the second a man does not capture
        // backwards, so both are Czech.
        let text = "[Event \"a\"]\n1. c3-d4 *\n\n[Event \"b\"]\n[FEN \"W:We5:Bd4,b8\"]\n1. e5-f6 *";
        let games = all(text.as_bytes(), 16);
        for game in &games {
            let kept = game.game.as_ref().expect("a game");
            assert_eq!(kept.record.variant, Variant::CZECH.id());
            assert!(!game.found.is_empty(), "the assumption is reported");
        }
    }

    #[test]
    fn what_is_no_pdn_is_bounded() {
        let brace = format!("[White \"A\"]\n1. 32-28 {{{}", "x".repeat(3 << 20));
        let line = "9".repeat(1 << 20);
        let zeros = vec![0; 1 << 16];
        for text in [
            brace.as_bytes(),
            line.as_bytes(),
            zeros.as_slice(),
            b"[",
            b"",
            b"\xEF\xBB\xBF",
        ] {
            let games = all(text, 1 << 16);
            assert!(games.len() <= 1, "{} pieces", games.len());
            for game in games {
                assert!(game.errors.len() <= MAX_ERRORS);
                assert!(game.game.is_none_or(|game| game.tree.len() <= 2 << 20));
            }
        }
    }
}
