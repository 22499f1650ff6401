//! What is wrong with a pasted text, as one sentence in the chosen language. The sentences of the
//! game itself (refusals, endings, setups) are `notation`'s; these name places in a text and are said
//! by the page only.

use damier_club::pdn::LeftOut;
use damier_notation::fen::{FenError, FenFault};
use damier_notation::pdn::{Fault, FaultCode};
use damier_notation::wording::{self, Language};
use damier_rules::Variant;

/// What is wrong with a FEN.
pub(crate) fn fen_error(language: Language, error: &FenError) -> String {
    match language {
        Language::English => sentence(&error.to_string()),
        Language::French => fen_error_in_french(error),
    }
}

fn fen_error_in_french(error: &FenError) -> String {
    let column = error.column;
    match &error.fault {
        FenFault::Unexpected { found, .. } if !found.starts_with('\'') => {
            format!("La position s’arrête trop tôt, au caractère {column}.")
        }
        FenFault::Unexpected { found, .. } => {
            format!("Le caractère {column}, {found}, n’a pas sa place ici.")
        }
        FenFault::NoSuchSquare { found, count } => {
            format!("La case {found} n’existe pas\u{a0}: le damier a {count} cases.")
        }
        FenFault::Again { square } => format!("La case {square} est nommée deux fois."),
        FenFault::Backward { first, last } => {
            format!("De {first} à {last}, l’ordre est inversé\u{a0}: la plus petite case d’abord.")
        }
        FenFault::MidCapture { .. } => {
            "Cette position est prise au milieu d’une rafle\u{a0}: il la faut avant ou après un coup."
                .to_owned()
        }
    }
}

/// What is wrong with a place in a PDN.
pub(crate) fn pdn_fault(language: Language, fault: &Fault) -> String {
    let found = &fault.found;
    match language {
        Language::English => match fault.code {
            FaultCode::NoSuchSquare => {
                format!(
                    "Square {found} does not exist: expected {}.",
                    fault.expected
                )
            }
            _ => sentence(&format!("found {found}, expected {}", fault.expected)),
        },
        Language::French => match fault.code {
            FaultCode::Unreadable => format!("Ce texte n’est pas du PDN\u{a0}: {found}."),
            FaultCode::BrokenTag => "Une balise est mal écrite.".to_owned(),
            FaultCode::NotClosed => "Quelque chose est ouvert ici et n’est pas refermé.".to_owned(),
            FaultCode::NotOpened => "Un signe de fermeture n’a pas d’ouverture.".to_owned(),
            FaultCode::TooLong => {
                "Cette partie est trop longue pour être lue en entier.".to_owned()
            }
            FaultCode::NotLegal => format!("Le coup {found} n’est pas permis dans cette position."),
            FaultCode::NoSuchSquare => {
                format!("La case {found} n’existe pas sur le damier.")
            }
            FaultCode::Ambiguous => {
                format!("Le coup {found} désigne plusieurs prises\u{a0}; la première est retenue.")
            }
            FaultCode::UnknownMove => "Un coup manque\u{a0}: un tiret est à sa place.".to_owned(),
            FaultCode::BadPosition => {
                format!("La position {found} ne peut pas être jouée.")
            }
            FaultCode::TwoResults => "Deux résultats différents sont donnés.".to_owned(),
            FaultCode::UnknownGame => "Ce n’est pas un jeu de dames connu ici.".to_owned(),
        },
    }
}

/// Why legal moves of a PDN are no part of the game.
pub(crate) fn left_out(language: Language, variant: Variant, reason: LeftOut) -> String {
    match (reason, language) {
        (LeftOut::Over(outcome), Language::English) => {
            format!(
                "{} The moves after that are left out.",
                wording::outcome(language, variant, &outcome)
            )
        }
        (LeftOut::Over(outcome), Language::French) => {
            format!(
                "{} Les coups suivants sont laissés.",
                wording::outcome(language, variant, &outcome)
            )
        }
        (LeftOut::SetUp, Language::English) => {
            "A position is set up in the middle of the game: the moves after it are left out."
                .to_owned()
        }
        (LeftOut::SetUp, Language::French) => {
            "Une position est posée au milieu de la partie\u{a0}: \
            les coups suivants sont laissés."
                .to_owned()
        }
        (LeftOut::TooMany, Language::English) => "The game has too many moves.".to_owned(),
        (LeftOut::TooMany, Language::French) => "La partie a trop de coups.".to_owned(),
    }
}

/// Why games of a PDN are left out.
pub(crate) fn too_many_games(language: Language, most: usize) -> String {
    match language {
        Language::English => format!("Only the first {most} games were read."),
        Language::French => format!("Seules les {most} premières parties ont été lues."),
    }
}

/// A message as a sentence: a capital and a full stop.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
