//! Sentences in French and English: why a move is refused, how a game ended, what is wrong with a
//! setup. The terminal and the page show them unchanged. This module makes no decisions about a
//! game.
//!
//! Each language is a folder of exhaustive matches, so that a missing sentence does not compile.
//! For words of a single game, a test checks that none is missing. Each text is one sentence that a
//! child and an arbiter can both understand.

mod by_people;
mod compared;
mod comparison;
mod endings;
pub(crate) mod english;
mod french;
mod games;
mod language;
mod list;
mod people;
mod rule_facts;
mod rule_sheet;

pub use by_people::ByPeople;
pub use comparison::{Comparison, ComparisonColumn, ComparisonRow, comparison, comparison_row};
pub use games::{
    family_name, game_name, game_search_words, game_sentence, game_title, reading_name,
    reading_sentence,
};
pub use language::{Language, typeset};
pub use people::{outcome_by_people, over_by_people};
pub use rule_facts::Section;
pub use rule_sheet::{RuleSection, RuleSheet, rules};

use damier_rules::{Move, MustPlay, Outcome, Piece, Refusal, SetupFault, Side, Variant};

use crate::fen::FenError;
use crate::pdn::{Fault, FaultCode, GameFound, Parsed};
use crate::square_names::Names;
use crate::square_names::SquareName;

/// The sentence that says why a move input is refused.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::{Explanation, Position, Square, Variant, MoveInput, explain};
///
/// let square = |number| Square::new(number).unwrap();
/// let start = Position::start(Variant::INTERNATIONAL);
/// let input = MoveInput::new(square(32), square(23));
/// let Explanation::Refused(refusal) = explain(&start, &input) else { unreachable!() };
/// assert_eq!(
///     wording::refusal(Language::English, start.variant(), &refusal),
///     "A man that captures nothing moves one square only: from 32 it cannot reach 23."
/// );
/// ```
pub fn refusal(language: Language, variant: Variant, refusal: &Refusal) -> String {
    match language {
        Language::French => french::typeset(&french::refusals::refusal(variant, refusal)),
        Language::English => english::typeset(&english::refusals::refusal(variant, refusal)),
    }
}

/// The sentence that asks for a choice when a move input fits several moves. These have the same
/// start and end, or in short notation the same end.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_notation::{fen, move_text};
/// use damier_rules::{Explanation, Variant, explain};
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:WK47:B14,19,29,31,42")?;
/// let input = move_text::read_move_input(Variant::INTERNATIONAL, "47-36")?;
/// let Explanation::Ambiguous(moves) = explain(&position, &input) else { panic!("two captures") };
/// let sentence = wording::ambiguity(Language::English, position.variant(), &moves);
/// assert!(sentence.contains("47") && sentence.contains("36"), "{sentence}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ambiguity(language: Language, variant: Variant, moves: &[Move]) -> String {
    match language {
        Language::French => french::typeset(&french::refusals::ambiguity(variant, moves)),
        Language::English => english::typeset(&english::refusals::ambiguity(variant, moves)),
    }
}

/// The sentence that refuses a move in short notation, which names only the file of the piece, if
/// no piece on this file can make it.
///
/// ```
/// use damier_notation::move_text::Written;
/// use damier_notation::wording::{self, Language};
/// let short: Written = "ce5".parse()?;
/// let sentence = wording::no_piece_on_file(Language::English, short.from, short.to);
/// assert_eq!(sentence, "No piece on the c file can go to e5.");
/// # Ok::<(), damier_notation::move_text::WrittenError>(())
/// ```
pub fn no_piece_on_file(language: Language, file: SquareName, to: SquareName) -> String {
    match language {
        Language::French => french::typeset(&format!(
            "Aucune pièce de la colonne {file} ne peut aller en {to}."
        )),
        Language::English => {
            english::typeset(&format!("No piece on the {file} file can go to {to}."))
        }
    }
}

/// The sentence that says what must be captured, and by which rules other captures are ruled out.
///
/// ```
/// use damier_notation::fen;
/// use damier_notation::wording::{self, Language};
/// use damier_rules::Variant;
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B23")?;
/// let must = damier_rules::must_play(&position).expect("a capture");
/// let sentence = wording::must_play(Language::English, position.variant(), &must);
/// assert!(sentence.contains("28"), "{sentence}");
/// # Ok::<(), fen::PositionError>(())
/// ```
pub fn must_play(language: Language, variant: Variant, must: &MustPlay) -> String {
    match language {
        Language::French => french::typeset(&french::refusals::must_play(variant, must)),
        Language::English => english::typeset(&english::refusals::must_play(variant, must)),
    }
}

/// The sentence that says who won, and by which rule.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::{EndReason, Outcome, Side, Variant};
///
/// let outcome = Outcome::win(Side::White, EndReason::NoPieces);
/// assert_eq!(
///     wording::outcome(Language::English, Variant::INTERNATIONAL, &outcome),
///     "White wins: Black has no pieces left."
/// );
/// ```
pub fn outcome(language: Language, variant: Variant, outcome: &Outcome) -> String {
    match language {
        Language::French => french::typeset(&french::endings::outcome(variant, *outcome)),
        Language::English => english::typeset(&english::endings::outcome(variant, *outcome)),
    }
}

/// The sentence that says why a setup cannot be played.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::{SetupFault, Variant};
/// let sentence = |language| wording::setup_fault(language, Variant::INTERNATIONAL,
/// &SetupFault::Empty); assert_ne!(sentence(Language::English), sentence(Language::French));
/// ```
pub fn setup_fault(language: Language, variant: Variant, fault: &SetupFault) -> String {
    let names = Names::of(variant);
    match language {
        Language::French => french::typeset(&french::setups::setup_fault(names, fault)),
        Language::English => english::typeset(&english::setups::setup_fault(names, fault)),
    }
}

/// The sentence that says what is wrong with a FEN, and where.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_notation::fen;
/// use damier_rules::Variant;
/// let error = fen::read(Variant::INTERNATIONAL, "W:W31,51:B1").unwrap_err();
/// assert!(wording::fen_error(Language::French, &error).contains("51"));
/// ```
pub fn fen_error(language: Language, error: &FenError) -> String {
    match language {
        Language::French => french::texts::fen_error(error),
        Language::English => english::texts::fen_error(error),
    }
}

/// The sentence that describes a fault in a file of games.
///
/// ```
/// use damier_notation::pdn::{Reader, replay};
/// use damier_notation::wording::{self, Language};
/// use damier_rules::Variant;
/// let parsed = Reader::new("1. 32-27-22 *".as_bytes()).next().expect("a game")?;
/// let replayed = replay(&parsed, Variant::INTERNATIONAL).expect("a game that is known");
/// let sentence = wording::pdn_fault(Language::English, &replayed.faults[0]);
/// assert!(sentence.contains("32-27-22"), "{sentence}");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn pdn_fault(language: Language, fault: &Fault) -> String {
    match language {
        Language::French => french::texts::pdn_fault(fault),
        Language::English => english::texts::pdn_fault(fault),
    }
}

/// The sentence that says why a certain game of the family was chosen for a written game.
///
/// ```
/// use damier_notation::pdn::{Game, find_game};
/// use damier_notation::wording::{self, Language};
/// use damier_rules::Variant;
///
/// let nothing = find_game(&Game::default(), Variant::INTERNATIONAL);
/// assert_eq!(
///     wording::game_found(Language::English, &nothing),
///     "Neither a tag nor a move says which game this is: read as international draughts."
/// );
/// ```
pub fn game_found(language: Language, found: &GameFound) -> String {
    found_instead_of(language, None, found)
}

/// The same as [`game_found`] for a game that was read. If its tag was replaced, the sentence names
/// the tag.
///
/// ```
/// use damier_notation::pdn::{Games, Reader};
/// use damier_notation::wording::{self, Language};
///
/// let text = "[GameType \"20\"]\n1. c3-d4 f6-g5 2. b2-c3 *";
/// let (parsed, found) = Games::new(Reader::new(text.as_bytes()), None).next().expect("a game")?;
/// let sentence = wording::game_found_in(Language::English, &parsed, &found);
/// assert!(sentence.starts_with("The tag GameType \"20\" does not fit: read as Russian"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn game_found_in(language: Language, parsed: &Parsed, found: &GameFound) -> String {
    let mut faults = parsed.faults.iter();
    let replaced = faults.find(|fault| fault.code == FaultCode::WrongGame);
    let tag = replaced.map(|fault| fault.found.as_str());
    found_instead_of(language, tag, found)
}

fn found_instead_of(language: Language, tag: Option<&str>, found: &GameFound) -> String {
    let name = game_name(language, found.variant);
    match language {
        Language::French => french::texts::game_found(found.reason, &name, tag),
        Language::English => english::texts::game_found(found.reason, &name, tag),
    }
}

/// The name of a side: `White`, *les Blancs*.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::Side;
/// assert_eq!(wording::side(Language::English, Side::Black), "Black");
/// ```
pub const fn side(language: Language, side: Side) -> &'static str {
    match language {
        Language::French => french::side(side),
        Language::English => english::side(side),
    }
}

/// The name of a piece: `white man`, *dame noire*.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// use damier_rules::{Kind, Piece, Side};
/// let king = Piece::new(Side::Black, Kind::King);
/// assert_eq!(wording::piece(Language::French, king), "dame noire");
/// ```
pub const fn piece(language: Language, piece: Piece) -> &'static str {
    match language {
        Language::French => french::piece(piece),
        Language::English => english::piece(piece),
    }
}

/// A number of pieces: `1 piece`, `3 pieces`; *0 pièce*, *3 pièces*.
///
/// ```
/// use damier_notation::wording::{self, Language};
/// assert_eq!(wording::pieces(Language::French, 0), "0 pièce");
/// assert_eq!(wording::pieces(Language::English, 3), "3 pieces");
/// ```
pub fn pieces(language: Language, count: usize) -> String {
    match language {
        Language::French => french::pieces(count),
        Language::English => english::pieces(count),
    }
}
