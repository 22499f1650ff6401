//! Refusals in French: another move must be played instead.

use damier_rules::variant::rule_table::Precedence;
use damier_rules::{CaptureCount, Kind, Move, MustPlay, Refusal, SquareSet, Variant};

use super::Words;
use crate::square_names::Names;
use crate::wording::french::rules::worth;
use crate::wording::french::{Gender, number, ordinal, pieces};
use crate::wording::list;

/// The sentence for a move input that is refused because another move must be played.
pub(super) fn of_other_moves(words: &Words, refusal: &Refusal) -> Option<String> {
    let table = words.variant.table();
    Some(match *refusal {
        Refusal::MustCapture { movers, most } => {
            let how_many = match most {
                _ if !table.precedence.contains(&Precedence::MostPieces) => String::new(),
                1 => " une pièce".to_owned(),
                _ => format!(" {}", pieces(most.into())),
            };
            let movers = words.one_piece(movers);
            format!("La prise est obligatoire : {movers} doit prendre{how_many}.")
        }
        Refusal::KingMovedTooOften { square, moves } => format!(
            "La dame {} a joué {} coups de suite sans prendre : tant que son camp a des pions, \
             elle ne peut plus jouer que pour prendre.",
            words.of_the(square),
            number(moves, Gender::Masculine)
        ),
        Refusal::CapturesTooFew {
            captures,
            most,
            movers,
            takes_king,
        } => format!(
            "Il faut prendre le plus de pièces possible : {} peut en prendre {most} au lieu de \
             {captures}{}.",
            words.one_piece(movers),
            if takes_king {
                " ; une dame ne compte pas plus qu'un pion"
            } else {
                ""
            }
        ),
        Refusal::CapturesTooLittle {
            captures,
            best,
            movers,
        } => format!(
            "Il faut prendre la plus grande valeur, et {} : {} peut prendre {} au lieu de {}.",
            value(table.precedence),
            words.one_piece(movers),
            capture_count(best),
            capture_count(captures)
        ),
        Refusal::KingMustCapture { movers } => {
            let first = table.precedence.first() == Some(&Precedence::ByKing);
            let among = if first {
                "La dame prend avant le pion"
            } else {
                "De deux prises égales, celle de la dame passe avant celle du pion"
            };
            format!("{among} : {} doit prendre.", words.one_of("dame", movers))
        }
        Refusal::CapturesTooFewKings {
            kings,
            most,
            movers,
        } => format!(
            "À nombre de pièces égal, il faut prendre le plus de dames possible : {} peut prendre \
             {} au lieu {}.",
            words.one_piece(movers),
            capture_count(CaptureCount {
                men: 0,
                kings: most
            }),
            match kings {
                0 => "d'aucune".to_owned(),
                1 => "d'une".to_owned(),
                _ => format!("de {kings}"),
            }
        ),
        Refusal::TakesAKingTooLate { capture, movers } => format!(
            "À égalité, il faut prendre une dame le plus tôt possible : {} peut en prendre une dès \
             sa {} prise.",
            words.one_piece(movers),
            ordinal(capture)
        ),
        Refusal::CaptureGoesOn {
            at,
            next,
            crowned: true,
            ..
        } => format!(
            "La prise n'est pas finie : le pion est devenu dame en chemin et, {}, il doit encore \
             prendre {}.",
            words.of_the(at),
            words.one_piece(next)
        ),
        Refusal::CaptureGoesOn { at, next, kind, .. } => format!(
            "La prise n'est pas finie : {}, {} doit encore prendre {}.",
            words.of_the(at),
            match kind {
                Kind::Man => "le pion",
                Kind::King => "la dame",
            },
            words.one_piece(next)
        ),
        Refusal::LandWhereCaptureGoesOn { at, landings } => format!(
            "La dame doit se poser là où elle peut encore prendre : {}, et non sur {}.",
            words.on_one_of(landings),
            words.the(at)
        ),
        Refusal::HaltsBehindAKing { behind, .. } => format!(
            "Une dame dont la dernière pièce prise est une dame s'arrête juste derrière elle : \
             ici, sur {}.",
            words.the(behind)
        ),
        _ => return None,
    })
}

/// `2 dames et 1 pion`.
fn capture_count(taken: CaptureCount) -> String {
    let count = |count: u8, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let kings = count(taken.kings, "dame", "dames");
    let men = count(taken.men, "pion", "pions");
    let both: Vec<String> = kings.into_iter().chain(men).collect();
    both.join(" et ")
}

/// What gives a capture its value.
fn value(precedence: &[Precedence]) -> String {
    let worth = precedence.iter().find_map(|ground| match *ground {
        Precedence::GreatestValue { man, king } => Some(worth(man, king)),
        _ => None,
    });
    worth.unwrap_or_default()
}

pub(in crate::wording) fn ambiguity(variant: Variant, moves: &[Move]) -> String {
    let words = Words::of(variant);
    let [first, ..] = moves else {
        return "Plusieurs coups sont possibles : il faut en choisir un.".to_owned();
    };
    let (from, to) = (words.of_the(first.from), words.to_the(first.to));
    let count = moves.len();
    if moves.iter().any(|other| other.from != first.from) {
        let pieces: SquareSet = moves.iter().map(|other| other.from).collect();
        let pieces = list::squares(Names::of(variant), pieces, "et");
        format!(
            "Les pièces {} {pieces} peuvent toutes aller {to} : il faut en choisir une.",
            words.either("des cases", "des points")
        )
    } else if moves.iter().all(|other| other.captured == first.captured) {
        format!(
            "{count} chemins mènent {from} {to}, et le pion devient dame sur l'un d'eux : il faut \
             choisir."
        )
    } else if moves.iter().all(Move::is_capture) {
        format!("{count} prises mènent {from} {to} : il faut choisir les pièces à prendre.")
    } else {
        format!(
            "{count} coups mènent {from} {to} : il faut choisir les pièces à prendre, s'il y en a."
        )
    }
}

pub(in crate::wording) fn must_play(variant: Variant, must: &MustPlay) -> String {
    let words = Words::of(variant);
    let grounds: Vec<String> = must.grounds.iter().copied().map(ground).collect();
    let why = if grounds.is_empty() {
        String::new()
    } else {
        format!(" ; {}", grounds.join(", et "))
    };
    let movers = words.one_piece(must.movers);
    format!("La prise est obligatoire : {movers} doit prendre{why}.")
}

fn ground(ground: Precedence) -> String {
    match ground {
        Precedence::MostPieces => "on prend le plus de pièces possible".to_owned(),
        Precedence::GreatestValue { man, king } => {
            format!(
                "on prend la plus grande valeur, sachant qu'{}",
                worth(man, king)
            )
        }
        Precedence::ByKing => "la dame prend avant le pion".to_owned(),
        Precedence::MostKings => "on prend le plus de dames possible".to_owned(),
        Precedence::KingsEarliest => "on prend les dames le plus tôt possible".to_owned(),
    }
}
