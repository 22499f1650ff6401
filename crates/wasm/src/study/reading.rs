//! Reads games from PDN that the user pasted or opened, as records that can be stored and
//! continued, and as trees that contain everything in the text.

use std::collections::BTreeMap;

use damier_notation::GameTree;
use damier_notation::pdn::{Fault, Game, GameFound, Games, Parsed, Place, Reader, Severity};
use damier_notation::tree::Note;
use damier_notation::wording::{self, Language};
use damier_rules::Variant;
use damier_session::GameRecord;
use damier_session::pdn::{Imported, from_pdn_as};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{language, variant, write};
use crate::error::DoorError;
use crate::sentences;

/// The most games that are read at once: as many as the page can store and show.
const MAX_GAMES: usize = 1_000;
/// The most errors that are reported.
const MAX_ERRORS: usize = 200;

/// The games of a PDN text, and everything that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PdnReply {
    /// The games, in order. Of a damaged game, the part before the damage.
    pub games: Vec<PdnGame>,
    /// The errors in order; only the first ones if there are very many.
    pub errors: Vec<PdnError>,
}

/// A game of a PDN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PdnGame {
    /// Its tags. If a tag appears twice, the first one.
    pub tags: BTreeMap<String, String>,
    /// A title made from the tags: the players or, if they are not given, the event. It may be
    /// empty.
    pub title: String,
    /// The game itself, as far as it is legal.
    pub record: GameRecord,
    /// The whole game as PDN: variations, comments, signs and all its tags.
    pub tree: String,
    /// Whether it contains annotations, that is, more than moves and clocks: variations, comments,
    /// signs, marks.
    pub annotated: bool,
    /// How many plies were read.
    pub moves: usize,
    /// Whether the whole main line was read.
    pub complete: bool,
    /// The variant that was detected, and why, if no tag names one and it is not the expected one.
    pub found: Option<String>,
}

/// A place that could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PdnError {
    /// The line, from 1.
    pub line: u32,
    /// The character in the line, from 1.
    pub column: u32,
    /// What is wrong there.
    pub sentence: String,
}

/// Reads the games of a PDN, at most a thousand: JSON of `PdnReply`. `variant_id` is the variant
/// that is assumed if no tag names one; moves that are not legal in it may show that it is another.
/// For a text that is not PDN at all the reply has errors and no games.
///
/// # Errors
/// `unknown-variant`, `unknown-language`.
#[wasm_bindgen]
pub fn read_pdn(text: &str, variant_id: &str, lang: &str) -> Result<String, DoorError> {
    write(&PdnReply::of(text, variant(variant_id)?, language(lang)?))
}

impl PdnReply {
    fn of(text: &str, variant: Variant, language: Language) -> PdnReply {
        let mut reply = PdnReply::default();
        // Reading from memory cannot fail.
        let games = Games::expecting(Reader::new(text.as_bytes()), variant);
        for (parsed, found) in games.map_while(Result::ok) {
            if reply.games.len() == MAX_GAMES {
                reply.tell(parsed.place, sentences::too_many_games(language, MAX_GAMES));
                break;
            }
            reply.add(&parsed, found, variant, language);
        }
        reply
    }

    /// `chosen` is the variant that the page expects.
    fn add(&mut self, parsed: &Parsed, found: GameFound, chosen: Variant, language: Language) {
        self.tell_faults(&parsed.faults, language);
        if parsed.game.is_empty() {
            return;
        }
        let is_guessed = found.reason.is_guess() && found.variant != chosen;
        let assumption = is_guessed.then(|| wording::game_found_in(language, parsed, &found));
        let tree = GameTree::from_pdn_within(parsed, found.variant, u64::MAX).map(|read| read.tree);
        match from_pdn_as(parsed, found.variant).and_then(|imported| Ok((imported, tree?))) {
            Ok((imported, tree)) => {
                self.add_game(&parsed.game, imported, &tree, language);
                if let Some(game) = self.games.last_mut() {
                    game.found = assumption;
                }
            }
            Err(fault) => self.tell_faults(&[fault], language),
        }
    }

    fn add_game(&mut self, game: &Game, imported: Imported, tree: &GameTree, language: Language) {
        let Imported {
            session,
            complete,
            left_out,
            faults,
        } = imported;
        self.tell_faults(&faults, language);
        if let Some((reason, place)) = left_out {
            let sentence = sentences::left_out(language, session.variant(), reason);
            self.tell(place, sentence);
        }
        self.games.push(PdnGame {
            tags: tags(game),
            title: title(game),
            record: session.record(),
            tree: tree.write_pdn(),
            annotated: is_annotated(tree),
            moves: session.game().len(),
            complete,
            found: None,
        });
    }

    fn tell_faults(&mut self, faults: &[Fault], language: Language) {
        for fault in faults
            .iter()
            .filter(|fault| fault.severity() != Severity::Note)
        {
            self.tell(fault.place, wording::pdn_fault(language, fault));
        }
    }

    fn tell(&mut self, place: Place, sentence: String) {
        if self.errors.len() < MAX_ERRORS {
            self.errors.push(PdnError {
                line: place.line,
                column: place.column,
                sentence,
            });
        }
    }
}

/// Whether a tree contains more than moves and clocks.
pub(super) fn is_annotated(tree: &GameTree) -> bool {
    let plain = |note: &Note| match note {
        Note::Command(inside) => ["clk", "clock", "emt"]
            .iter()
            .any(|name| inside.split(' ').next() == Some(name)),
        _ => false,
    };
    tree.nodes()
        .any(|id| tree.place(id) > 0 || !tree.notes(id).all().iter().all(plain))
}

fn tags(game: &Game) -> BTreeMap<String, String> {
    // The list is reversed: the first tag of the file is inserted last, and stays.
    game.tags
        .iter()
        .rev()
        .map(|tag| (tag.name.clone(), tag.value.clone()))
        .collect()
}

/// The players or, if they are not given, the event.
pub(super) fn title(game: &Game) -> String {
    let known = |name| {
        game.tag(name)
            .map(str::trim)
            .filter(|value| !matches!(*value, "" | "?"))
    };
    match (known("White"), known("Black")) {
        (None, None) => known("Event").unwrap_or_default().to_owned(),
        (white, black) => format!("{} – {}", white.unwrap_or("?"), black.unwrap_or("?")),
    }
}
