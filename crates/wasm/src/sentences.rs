//! Sentences that only the page needs, in the chosen language: why moves or games of a pasted text
//! are left out, and which touched piece must be played. The sentences about faults in the text
//! itself, and about the game, are in `notation`.

use damier_notation::wording::Language;
use damier_rules::Variant;
use damier_session::pdn::LeftOut;

/// Why legal moves of a PDN are not part of the game.
pub(crate) fn left_out(language: Language, variant: Variant, reason: LeftOut) -> String {
    match (reason, language) {
        (LeftOut::Over(ending), Language::English) => {
            format!(
                "{} The moves after that are left out.",
                ending.worded(language, variant)
            )
        }
        (LeftOut::Over(ending), Language::French) => {
            format!(
                "{} Les coups suivants sont ignorés.",
                ending.worded(language, variant)
            )
        }
        (LeftOut::SetUp, Language::English) => {
            "A position is set up in the middle of the game: the moves after it are left out."
                .to_owned()
        }
        (LeftOut::SetUp, Language::French) => {
            "Une position est installée au milieu de la partie\u{a0}: \
            les coups suivants sont ignorés."
                .to_owned()
        }
        (LeftOut::TooMany, Language::English) => "The game has too many moves.".to_owned(),
        (LeftOut::TooMany, Language::French) => "La partie a trop de coups.".to_owned(),
    }
}

/// Why another piece must not be moved: this one was touched.
pub(crate) fn touched(language: Language, square: &str) -> String {
    match language {
        Language::English => format!("{square} was touched and is to be played."),
        Language::French => format!("La pièce en {square} a été touchée et doit être jouée."),
    }
}

/// Why games of a PDN are left out.
pub(crate) fn too_many_games(language: Language, most: usize) -> String {
    match language {
        Language::English => format!("Only the first {most} games were read."),
        Language::French => format!("Seules les {most} premières parties ont été lues."),
    }
}
