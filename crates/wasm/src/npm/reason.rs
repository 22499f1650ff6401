//! Why a move is not played: a refusal of the rules, a text that fits several moves, or a text that
//! is not a move. Each has its sentence in both languages.

use damier_notation::move_text::{self, MoveError};
use damier_notation::wording::{self, Language};
use damier_rules::{Explanation, Move, MoveInput, Outcome, Position, Refusal, explain};
use serde::Serialize;

use crate::refusal_view::{RefusalSquares, RefusalView};
use crate::view::MoveView;

/// What a move input means in a position: a legal move, or why it is not played.
pub(crate) type Meaning = Result<Move, Box<Reason>>;

/// Why a move is not played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The stable code, such as `captures-too-few`.
    pub code: String,
    /// The article of the official rules, if there is one.
    pub article: Option<String>,
    /// The sentence in English.
    pub en: String,
    /// The sentence in French.
    pub fr: String,
    /// The squares concerned, by their role.
    pub squares: RefusalSquares,
    /// The moves of which one must be played if a capture is compulsory, or the moves that an
    /// ambiguous text fits.
    pub moves: Vec<MoveView>,
}

impl Reason {
    /// A refusal in this position.
    pub(crate) fn refused(position: &Position, refusal: &Refusal) -> Box<Reason> {
        let view = RefusalView::of(position, refusal, Language::English);
        Box::new(Reason {
            code: view.code,
            article: view.article,
            en: view.sentence,
            fr: wording::refusal(Language::French, position.variant(), refusal),
            squares: view.squares,
            moves: view.must_play,
        })
    }

    /// The refusal because the game is over.
    pub(crate) fn over(position: &Position, outcome: Outcome) -> Box<Reason> {
        Reason::refused(position, &Refusal::GameOver { outcome })
    }

    fn ambiguous(position: &Position, moves: &[Move]) -> Box<Reason> {
        let sentence = |language| wording::ambiguity(language, position.variant(), moves);
        let view = |played: &Move| MoveView::of(position, played);
        Box::new(Reason {
            code: "ambiguous".to_owned(),
            article: None,
            en: sentence(Language::English),
            fr: sentence(Language::French),
            squares: RefusalSquares::default(),
            moves: moves.iter().map(view).collect(),
        })
    }

    fn not_a_move(text: &str, error: &MoveError) -> Box<Reason> {
        let shown: String = text.chars().take(40).collect();
        Box::new(Reason {
            code: error.code().to_owned(),
            article: None,
            en: format!("\"{shown}\" is not a move here: {error}."),
            fr: format!("«\u{a0}{shown}\u{a0}» n’est pas un coup possible ici."),
            squares: RefusalSquares::default(),
            moves: Vec::new(),
        })
    }
}

/// What squares mean.
pub(crate) fn meaning_of_input(position: &Position, input: &MoveInput) -> Meaning {
    match explain(position, input) {
        Explanation::Legal(played) => Ok(played),
        Explanation::Refused(refusal) => Err(Reason::refused(position, &refusal)),
        Explanation::Ambiguous(moves) => Err(Reason::ambiguous(position, &moves)),
    }
}

/// What a text in the notation of the game means.
pub(crate) fn meaning_of_text(position: &Position, text: &str) -> Meaning {
    let text = text.trim();
    let error = match move_text::read(position, text) {
        Ok(played) => return Ok(played),
        Err(MoveError::Ambiguous { moves, .. }) => return Err(Reason::ambiguous(position, &moves)),
        Err(error) => error,
    };
    if let Ok(input) = move_text::read_move_input(position.variant(), text)
        && let Err(reason) = meaning_of_input(position, &input)
    {
        return Err(reason);
    }
    // It is not a move, or it names squares that are not on the path of the one move between its
    // first and last square.
    Err(Reason::not_a_move(text, &error))
}
