//! What is wrong with a text, in French. These sentences quote the text unchanged, so they are not
//! passed through `typeset` and contain their final typography.

use crate::fen::{FenError, FenFault};
use crate::pdn::{Fault, FaultCode, FoundBy};

pub(in crate::wording) fn fen_error(error: &FenError) -> String {
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
            "Cette position est prise au milieu d’une rafle\u{a0}: il la faut avant ou après un \
             coup."
                .to_owned()
        }
    }
}

pub(in crate::wording) fn pdn_fault(fault: &Fault) -> String {
    let found = &fault.found;
    match fault.code {
        FaultCode::Unreadable => {
            let found = match found.as_str() {
                "a gzip file" => "un fichier gzip",
                "a zip file" => "un fichier zip",
                "binary data" => "des données binaires",
                other => other,
            };
            format!("Ce texte n’est pas du PDN\u{a0}: {found}.")
        }
        FaultCode::BrokenTag => "Une balise est mal écrite.".to_owned(),
        FaultCode::NotClosed => "Quelque chose est ouvert ici et n’est pas refermé.".to_owned(),
        FaultCode::NotOpened => "Un signe de fermeture n’a pas d’ouverture.".to_owned(),
        FaultCode::TooLong => "Cette partie est trop longue pour être lue en entier.".to_owned(),
        FaultCode::NotLegal => format!("Le coup {found} n’est pas permis dans cette position."),
        FaultCode::NoSuchSquare => format!("La case {found} n’existe pas sur le damier."),
        FaultCode::Ambiguous => {
            format!("Le coup {found} désigne plusieurs prises\u{202f}; une seule est retenue.")
        }
        FaultCode::Undecided => {
            format!("Le coup {found} désigne plusieurs coups possibles.")
        }
        FaultCode::SplitCapture => {
            let expected = &fault.expected;
            format!("Les coups {found} forment une seule rafle\u{a0}: {expected}.")
        }
        FaultCode::UnknownMove => "Il manque un coup ici.".to_owned(),
        FaultCode::BadPosition => format!("La position {found} ne peut pas être jouée."),
        FaultCode::TwoResults => "Deux résultats différents sont donnés.".to_owned(),
        FaultCode::UnknownGame => "Ce jeu n’est pas pris en charge.".to_owned(),
        FaultCode::WrongGame => format!(
            "La balise indique {found}, mais les coups sont ceux d’un autre jeu\u{a0}: {}.",
            fault.expected
        ),
        FaultCode::Superfluous => format!("Texte sans effet\u{a0}: {found}."),
        FaultCode::Encoding => {
            let encoding = found.trim_start_matches("text in ");
            format!("Encodage du texte\u{a0}: {encoding}.")
        }
    }
}

/// `tag` is the tag that was replaced, if there was one. It is quoted unchanged.
pub(in crate::wording) fn game_found(reason: FoundBy, name: &str, tag: Option<&str>) -> String {
    let taken = match reason {
        FoundBy::Tag => return format!("Jeu indiqué par une balise\u{a0}: {name}."),
        FoundBy::Asked => return format!("Jeu demandé\u{a0}: {name}."),
        FoundBy::Expected => {
            return format!(
                "Ni balise ni coup ne dit de quel jeu il s’agit\u{202f}; le jeu retenu est\u{a0}: \
                 {name}."
            );
        }
        FoundBy::OnlyOne => "le seul qui convienne aux coups et aux positions",
        FoundBy::StartPosition => "celui dont c’est la position de départ",
        FoundBy::Board => "le plus joué de ceux dont le damier a juste ces cases",
        FoundBy::MostPlayed => "le plus joué de ceux qui conviennent aux coups et aux positions",
        FoundBy::OtherGames => "comme d’autres parties de ce fichier",
        FoundBy::Farthest => {
            "celui qui convient le mieux, même si tous les coups n’y sont pas permis"
        }
    };
    let evidence = match tag {
        Some(tag) => format!("Aucun coup ne convient à la balise {tag}"),
        None => "Aucune balise ne dit de quel jeu il s’agit".to_owned(),
    };
    format!("{evidence}\u{202f}; le jeu retenu est\u{a0}: {name}, {taken}.")
}
