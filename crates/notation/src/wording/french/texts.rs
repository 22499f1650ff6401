//! What is wrong with a text, in French. These sentences quote the text unchanged, so they are not
//! passed through `typeset` and contain their final typography.

use crate::fen::{FenError, FenFault};
use crate::pdn::{Fault, FaultCode, FoundBy};

pub(in crate::wording) fn fen_error(error: &FenError) -> String {
    let column = error.column;
    match &error.fault {
        FenFault::Unexpected { found, .. } if !found.starts_with('\'') => {
            format!("La position est incomplète\u{a0}: elle s’arrête au caractère {column}.")
        }
        FenFault::Unexpected { found, .. } => {
            format!("Le caractère {column}, {found}, n’a pas sa place ici.")
        }
        FenFault::NoSuchSquare { found, count } => {
            format!("La case {found} n’existe pas\u{a0}: le damier a {count} cases.")
        }
        FenFault::Again { square } => format!("La case {square} est nommée deux fois."),
        FenFault::Backward { first, last } => {
            format!("De {first} à {last}, l’ordre est inversé\u{a0}: le plus petit numéro d’abord.")
        }
        FenFault::MidCapture { .. } => {
            "Cette position se situe au milieu d’une rafle\u{a0}: il faut celle d’avant ou d’après \
             le coup."
                .to_owned()
        }
    }
}

pub(in crate::wording) fn pdn_fault(fault: &Fault) -> String {
    let found = &fault.found;
    match fault.code {
        FaultCode::Unreadable => {
            let found = match found.as_str() {
                "a gzip file" => "c’est un fichier gzip",
                "a zip file" => "c’est un fichier zip",
                "binary data" => "ce sont des données binaires",
                other => other,
            };
            format!("Ce texte n’est pas du PDN\u{a0}: {found}.")
        }
        FaultCode::BrokenTag => "Une balise est mal écrite.".to_owned(),
        FaultCode::NotClosed => {
            "Il manque un signe de fermeture, comme une parenthèse ou une accolade.".to_owned()
        }
        FaultCode::NotOpened => {
            "Un signe de fermeture est de trop\u{a0}: rien n’est ouvert.".to_owned()
        }
        FaultCode::TooLong => "Cette partie est trop longue pour être lue en entier.".to_owned(),
        FaultCode::NotLegal => format!("Le coup {found} n’est pas permis dans cette position."),
        FaultCode::NoSuchSquare => format!("La case {found} n’existe pas sur le damier."),
        FaultCode::Ambiguous => {
            format!("Le coup {found} désigne plusieurs prises\u{202f}; une seule est retenue.")
        }
        FaultCode::Undecided => {
            format!("Le coup {found} peut désigner plusieurs coups.")
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
        FaultCode::Superfluous => {
            format!("Texte sans effet\u{a0}: {}.", superfluous(found))
        }
        FaultCode::Encoding => {
            let encoding = found.trim_start_matches("text in ");
            format!("Encodage du texte\u{a0}: {encoding}.")
        }
    }
}

/// What stands where it means nothing. The text of the file is quoted unchanged.
fn superfluous(found: &str) -> String {
    if let Some(text) = found.strip_suffix(" behind the result") {
        return format!("{text} après le résultat");
    }
    if let Some(text) = found.strip_suffix(" behind the number of a move") {
        return format!("{text} après le numéro d’un coup");
    }
    match found {
        "'\\r' or '\\n' as letters" => "'\\r' ou '\\n' en toutes lettres".to_owned(),
        other => other.to_owned(),
    }
}

/// `tag` is the tag that was replaced, if there was one. It is quoted unchanged.
pub(in crate::wording) fn game_found(reason: FoundBy, name: &str, tag: Option<&str>) -> String {
    let taken = match reason {
        FoundBy::Tag => return format!("Jeu indiqué par une balise\u{a0}: {name}."),
        FoundBy::Asked => return format!("Jeu demandé\u{a0}: {name}."),
        FoundBy::Expected => {
            return format!(
                "Ni les balises ni les coups n’indiquent le jeu\u{202f}; jeu retenu\u{a0}: \
                 {name}."
            );
        }
        FoundBy::OnlyOne => "le seul qui convienne aux coups et aux positions",
        FoundBy::StartPosition => "celui dont c’est la position de départ",
        FoundBy::Board => "le plus joué de ceux dont le damier a exactement ces cases",
        FoundBy::MostPlayed => "le plus joué de ceux qui conviennent aux coups et aux positions",
        FoundBy::OtherGames => "comme d’autres parties de ce fichier",
        FoundBy::Farthest => {
            "celui qui convient le mieux, même si tous les coups n’y sont pas permis"
        }
    };
    let evidence = match tag {
        Some(tag) => format!("La balise {tag} ne convient pas"),
        None => "Aucune balise n’indique le jeu".to_owned(),
    };
    format!("{evidence}\u{202f}; jeu retenu\u{a0}: {name}, {taken}.")
}
