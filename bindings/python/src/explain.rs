//! Why a move is legal, refused or ambiguous, with the article of the rules and the squares.

use damier_notation::move_text::{self, MoveError, Written};
use damier_notation::square_names::{Names, SquareName};
use damier_notation::wording::{self, Language};
use damier_rules::{
    Explanation as Answer, Kind, Move as Played, MoveInput, Outcome, Position, Refusal, Square,
    explain,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::arguments::{language, quoted, square_set_names};
use crate::moves::{Move, MoveArgument};

/// The answer to a move: legal, refused for one reason, or ambiguous. It is true if the move is
/// legal.
///
/// >>> import damier
/// >>> refused = damier.Board("international", "W:W32,26:B21").explain("32-28")
/// >>> bool(refused), refused.verdict, refused.code, refused.article
/// (False, 'refused', 'must-capture', '4.2, 4.3')
/// >>> [str(move) for move in refused.moves]
/// ['26x17']
#[pyclass(frozen, module = "damier")]
pub(crate) struct Explanation {
    position: Position,
    answer: Known,
}

/// What is known about the move.
enum Known {
    /// The answer of the rules.
    Judged(Answer),
    /// The text is not a move; the message is in English.
    NotAMove { text: String, reason: String },
    /// A move in short notation (`cd4`) that no piece on its file can make.
    NoPieceOnFile { file: SquareName, to: SquareName },
}

#[pymethods]
impl Explanation {
    /// `"legal"`, `"refused"` or `"ambiguous"`.
    #[getter]
    fn verdict(&self) -> &'static str {
        match &self.answer {
            Known::Judged(Answer::Legal(_)) => "legal",
            Known::Judged(Answer::Ambiguous(_)) => "ambiguous",
            _ => "refused",
        }
    }

    /// The stable code of the refusal, such as `captures-too-few`; `ambiguous` for a text that fits
    /// several moves, `not-a-move` for a text that is no move. `None` for a legal move.
    #[getter]
    fn code(&self) -> Option<&'static str> {
        match &self.answer {
            Known::Judged(Answer::Legal(_)) => None,
            Known::Judged(Answer::Refused(refusal)) => Some(refusal.code()),
            Known::Judged(Answer::Ambiguous(_)) => Some("ambiguous"),
            Known::NotAMove { .. } => Some("not-a-move"),
            Known::NoPieceOnFile { .. } => Some("no-piece-on-file"),
        }
    }

    /// The article of the official rules on which the refusal is based; `None` if there is none.
    #[getter]
    fn article(&self) -> Option<&'static str> {
        match &self.answer {
            Known::Judged(Answer::Refused(refusal)) => refusal.article_in(self.position.variant()),
            _ => None,
        }
    }

    /// The squares that the refusal is about, by their role: `at` (where the move goes wrong),
    /// `must_move`, `blocked_by`, `captured`, `targets`, `landings`. Roles without squares are left
    /// out.
    #[getter]
    fn squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let roles = PyDict::new(py);
        if let Known::Judged(Answer::Refused(refusal)) = &self.answer {
            let squares = refusal.squares();
            for (role, set) in [
                ("at", squares.at),
                ("must_move", squares.must_move),
                ("blocked_by", squares.blocked_by),
                ("captured", squares.captured),
                ("targets", squares.targets),
                ("landings", squares.landings),
            ] {
                if !set.is_empty() {
                    let names = square_set_names(self.position.variant(), set);
                    roles.set_item(role, PyTuple::new(py, names)?)?;
                }
            }
        }
        Ok(roles)
    }

    /// The move, if it is legal; the moves that an ambiguous text may mean; after a refusal the
    /// captures of which one must be played, if any.
    #[getter]
    fn moves(&self) -> Vec<Move> {
        let moves = match &self.answer {
            Known::Judged(Answer::Legal(played)) => vec![*played],
            Known::Judged(Answer::Ambiguous(moves)) => moves.clone(),
            _ if self.position.must_capture() => self.position.legal_moves(),
            _ => Vec::new(),
        };
        Move::list(&self.position, &moves)
    }

    /// The explanation as one sentence, in English (`"en"`) or French (`"fr"`). For a legal move it
    /// is the notation with all squares.
    ///
    /// Raises:
    ///     ValueError: the language is another one.
    #[pyo3(signature = (lang = "en"))]
    fn text(&self, lang: &str) -> PyResult<String> {
        Ok(self.sentence(language(lang)?))
    }

    fn __bool__(&self) -> bool {
        matches!(&self.answer, Known::Judged(Answer::Legal(_)))
    }

    fn __str__(&self) -> String {
        self.message()
    }

    fn __repr__(&self) -> String {
        match self.code() {
            None => "Explanation('legal')".to_owned(),
            Some(code) => format!("Explanation('{}', '{code}')", self.verdict()),
        }
    }
}

impl Explanation {
    /// What a move means in a position.
    pub(crate) fn of(position: &Position, given: &MoveArgument) -> Explanation {
        let answer = match given {
            MoveArgument::Played(played) => Known::Judged(explained_move(position, played)),
            MoveArgument::Text(text) => explained_text(position, text.trim()),
        };
        Explanation {
            position: *position,
            answer,
        }
    }

    /// The refusal because the game is over.
    pub(crate) fn over(position: &Position, outcome: Outcome) -> Explanation {
        Explanation::refused(position, Refusal::GameOver { outcome })
    }

    /// A refusal in a position.
    pub(crate) fn refused(position: &Position, refusal: Refusal) -> Explanation {
        Explanation {
            position: *position,
            answer: Known::Judged(Answer::Refused(refusal)),
        }
    }

    /// The legal move, if it is one.
    pub(crate) fn legal(&self) -> Option<Played> {
        match &self.answer {
            Known::Judged(Answer::Legal(played)) => Some(*played),
            _ => None,
        }
    }

    /// The sentence in English with the article.
    pub(crate) fn message(&self) -> String {
        let sentence = self.sentence(Language::English);
        match self.article() {
            None => sentence,
            Some(article) => format!("{sentence} (art. {article})"),
        }
    }

    fn sentence(&self, language: Language) -> String {
        let variant = self.position.variant();
        match &self.answer {
            Known::Judged(Answer::Legal(played)) => move_text::long(&self.position, played),
            Known::Judged(Answer::Refused(refusal)) => wording::refusal(language, variant, refusal),
            Known::Judged(Answer::Ambiguous(moves)) => wording::ambiguity(language, variant, moves),
            Known::NoPieceOnFile { file, to } => wording::no_piece_on_file(language, *file, *to),
            Known::NotAMove { text, reason } => match language {
                Language::English => format!("{} is not a move: {reason}", quoted(text)),
                Language::French => format!("{} n’est pas un coup.", quoted(text)),
            },
        }
    }
}

/// Explains a move that was made in this position or in another one.
fn explained_move(position: &Position, played: &Played) -> Answer {
    if position.legal_moves().contains(played) {
        return Answer::Legal(*played);
    }
    let input = MoveInput::new(played.from, played.to).huffing(played.huff);
    match explain(position, &input) {
        // The same start and end with other captured pieces.
        Answer::Legal(other) => Answer::Ambiguous(vec![other]),
        answer => answer,
    }
}

/// Explains a text. A text that is legal as it is written means one move, even if a person who taps
/// the same squares could mean several.
fn explained_text(position: &Position, text: &str) -> Known {
    let over = position.outcome().is_some();
    match move_text::read(position, text) {
        Ok(played) if !over => return Known::Judged(Answer::Legal(played)),
        Err(MoveError::Ambiguous { moves, .. }) if !over && are_of_several_pieces(&moves) => {
            return Known::Judged(Answer::Ambiguous(moves));
        }
        _ => {}
    }
    let written: Written = match text.parse() {
        Ok(written) => written,
        Err(error) => {
            return Known::NotAMove {
                text: text.to_owned(),
                reason: format!("{error}"),
            };
        }
    };
    let input = match written.from {
        SquareName::File { .. } => only_piece_on_file(position, &written),
        _ => Some(move_input(position, &written)),
    };
    match input {
        Some(Ok(input)) => Known::Judged(explain(position, &input)),
        Some(Err(reason)) => Known::NotAMove {
            text: text.to_owned(),
            reason,
        },
        None => Known::NoPieceOnFile {
            file: written.from,
            to: written.to,
        },
    }
}

fn are_of_several_pieces(moves: &[Played]) -> bool {
    moves.windows(2).any(|pair| pair[0].from != pair[1].from)
}

/// The move input of a written move. It may name numbers of squares that the board does not have:
/// the rules then refuse the move for this reason.
fn move_input(position: &Position, written: &Written) -> Result<MoveInput, String> {
    let names = Names::of(position.variant());
    let square = |&name: &SquareName| match (names.square(name), name) {
        (Some(square), _) => Ok(square),
        (None, SquareName::Number(number)) => {
            Square::new(number).ok_or_else(|| format!("no board has a square {number}"))
        }
        (None, _) => Err(format!("this board has no square {name}")),
    };
    Ok(MoveInput {
        huff: written.huff.as_ref().map(square).transpose()?,
        from: square(&written.from)?,
        to: square(&written.to)?,
        via: written.via.iter().map(square).collect::<Result<_, _>>()?,
    })
}

/// The move input of a move in short notation, if the side to move has one piece on its file.
fn only_piece_on_file(position: &Position, written: &Written) -> Option<Result<MoveInput, String>> {
    let SquareName::File { file } = written.from else {
        return None;
    };
    let names = Names::of(position.variant());
    let is_own = |rank: &SquareName| {
        names.square(*rank).is_some_and(|square| {
            [Kind::Man, Kind::King]
                .iter()
                .any(|&kind| position.squares(position.side(), kind).contains(square))
        })
    };
    let mut pieces = (1..=position.variant().table().board.height)
        .map(|rank| SquareName::Letters { file, rank })
        .filter(is_own);
    let from = pieces.next()?;
    if pieces.next().is_some() {
        return None;
    }
    let full = Written {
        from,
        ..written.clone()
    };
    Some(move_input(position, &full))
}
