//! Why a wish is refused, in French.

use damier_rules::{Kind, Move, Refusal, Side, Variant};

use super::endings::because;
use super::{on_one_of, one_of, pieces};
use crate::square_names::Names;
use crate::wording::list;

pub(in crate::wording) fn refusal(variant: Variant, refusal: &Refusal) -> String {
    let names = Names::of(variant);
    let name = |square| names.name(square);
    match *refusal {
        Refusal::NoSuchSquare { square, last } => {
            format!("Il n'y a pas de case {square} : les cases sont numérotées de 1 à {last}.")
        }
        Refusal::GameOver { outcome } => {
            format!("La partie est finie : {}.", because(variant, outcome))
        }
        Refusal::NoHuffing { .. } => "On ne souffle pas dans ce jeu : la prise est obligatoire, \
             aucune ne peut être oubliée."
            .to_owned(),
        Refusal::NotHuffable { huffable, .. } if huffable.is_empty() => {
            "Il n'y a rien à souffler : le dernier coup n'a oublié aucune prise.".to_owned()
        }
        Refusal::NotHuffable { square, huffable } => format!(
            "On ne peut rien souffler sur la case {} : seule {} a oublié de prendre.",
            name(square),
            one_of(names, huffable)
        ),
        Refusal::EmptyStart { square } => {
            format!("Il n'y a pas de pièce sur la case {}.", name(square))
        }
        Refusal::NotYourPiece { square, to_move } => format!(
            "La pièce de la case {} est {}, et c'est {} de jouer.",
            name(square),
            match to_move {
                Side::White => "noire",
                Side::Black => "blanche",
            },
            match to_move {
                Side::White => "aux Blancs",
                Side::Black => "aux Noirs",
            }
        ),
        Refusal::SameSquare { square } => format!(
            "La pièce doit quitter la case {} : aucune prise ne la ramène à son point de départ.",
            name(square)
        ),
        Refusal::OwnPieceThere { square, .. } => format!(
            "La case {} est occupée par une pièce de la même couleur.",
            name(square)
        ),
        Refusal::EnemyPieceThere { square, kind } => format!(
            "La case {} est occupée par une pièce adverse, que {} ne peut pas prendre.",
            name(square),
            match kind {
                Kind::Man => "ce pion",
                Kind::King => "cette dame",
            }
        ),
        Refusal::LandBehind { landings, .. } => format!(
            "Pour prendre une pièce, on saute par-dessus au lieu de se poser sur elle : cette prise \
             se termine {}.",
            on_one_of(names, landings)
        ),
        Refusal::NotOnDiagonal { from, to, .. } => format!(
            "Les pièces se déplacent en diagonale, et les cases {} et {} ne sont pas sur la même \
             diagonale.",
            name(from),
            name(to)
        ),
        Refusal::ManStepsBack { from, to } => format!(
            "Un pion ne recule que pour prendre : il ne peut pas aller de la case {} à la case {}.",
            name(from),
            name(to)
        ),
        Refusal::ManStepsOne { from, to } => format!(
            "Un pion qui ne prend pas avance d'une seule case : de la case {}, il ne peut pas \
             atteindre la case {}.",
            name(from),
            name(to)
        ),
        Refusal::StepEndsTheMove { at } => format!(
            "Un pion qui ne prend pas avance d'une seule case : son coup s'arrête sur la case {}.",
            name(at)
        ),
        Refusal::ManCapturesNextToIt { from, target } => format!(
            "Un pion ne prend qu'une pièce voisine : celle de la case {} est trop loin de la case {}.",
            name(target),
            name(from)
        ),
        Refusal::ManLandsRightBehind { behind, .. } => format!(
            "Un pion se pose juste derrière la pièce qu'il prend : ici, sur la case {}.",
            name(behind)
        ),
        Refusal::TurnsWithoutCapturing { at } => format!(
            "Une dame ne change de direction qu'après une prise : elle ne peut pas tourner sur la \
             case {}.",
            name(at)
        ),
        Refusal::OwnPieceInTheWay { by } => format!(
            "Le chemin est barré : une dame ne passe pas par-dessus une pièce de sa couleur, et il \
             y en a une sur la case {}.",
            name(by)
        ),
        Refusal::TwoInARow { first, second } => format!(
            "Le chemin est barré : une dame ne passe pas par-dessus deux pièces qui se suivent, et \
             il n'y a pas de case libre entre {} et {}.",
            name(first),
            name(second)
        ),
        Refusal::OwnPieceNotCaptured { square } => format!(
            "On ne prend que les pièces adverses : celle de la case {} est de la même couleur.",
            name(square)
        ),
        Refusal::NothingToCapture { over, .. } => format!(
            "Il n'y a rien à prendre sur la case {} : un pion ne saute pas par-dessus une case vide.",
            name(over)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: Some(behind),
            ..
        } => format!(
            "La pièce de la case {} est protégée : derrière elle, la case {} n'est pas libre.",
            name(target),
            name(behind)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: None,
            ..
        } => format!(
            "La pièce de la case {} est au bord du damier : il n'y a pas de case derrière elle où \
             se poser.",
            name(target)
        ),
        Refusal::AlreadyCaptured { square } => format!(
            "La pièce de la case {} est déjà prise dans ce coup : on ne passe pas deux fois \
             par-dessus la même pièce.",
            name(square)
        ),
        Refusal::CapturedPieceBehind { target, captured } => format!(
            "La pièce de la case {} ne peut pas être prise : derrière elle, la pièce déjà prise sur \
             la case {} reste en place jusqu'à la fin du coup.",
            name(target),
            name(captured)
        ),
        Refusal::CapturedPieceThere { square } => format!(
            "La case {} n'est pas libre : la pièce qui y a été prise reste en place jusqu'à la fin \
             du coup.",
            name(square)
        ),
        Refusal::MustCapture { movers, most } => format!(
            "La prise est obligatoire : {} doit prendre {}.",
            one_of(names, movers),
            match most {
                1 => "une pièce".to_owned(),
                _ => pieces(most.into()),
            }
        ),
        Refusal::CapturesTooFew {
            captures,
            most,
            movers,
            takes_king,
        } => format!(
            "Il faut prendre le plus de pièces possible : {} peut en prendre {most} au lieu de {captures}{}.",
            one_of(names, movers),
            if takes_king {
                " ; une dame ne compte pas plus qu'un pion"
            } else {
                ""
            }
        ),
        Refusal::CaptureGoesOn { at, next, kind } => format!(
            "La prise n'est pas finie : de la case {}, {} doit encore prendre {}.",
            name(at),
            match kind {
                Kind::Man => "le pion",
                Kind::King => "la dame",
            },
            one_of(names, next)
        ),
        Refusal::LandWhereCaptureGoesOn { at, landings } => format!(
            "La dame doit se poser là où elle peut encore prendre : {}, et non sur la case {}.",
            on_one_of(names, landings),
            name(at)
        ),
        Refusal::GoesOnWithoutCapturing { at } => format!(
            "La prise se termine sur la case {} : après une prise, une pièce ne continue qu'en \
             prenant.",
            name(at)
        ),
        Refusal::StaysAMan { square } => format!(
            "Le pion ne fait que passer sur la case {} : il ne devient dame que là où son coup se \
             termine, et d'ici là il prend comme un pion.",
            name(square)
        ),
        Refusal::PromotionEndsTheMove { square } => format!(
            "Le pion devient dame sur la case {} et son coup s'arrête là.",
            name(square)
        ),
        Refusal::NotThrough { square, from, to } => format!(
            "Aucun coup de la case {} à la case {} ne suit ce chemin : la case {} n'y est pas à sa \
             place.",
            name(from),
            name(to),
            name(square)
        ),
        Refusal::EndsElsewhere { from, landings } => format!(
            "La pièce de la case {} ne peut pas finir là : son coup se termine {}.",
            name(from),
            on_one_of(names, landings)
        ),
        Refusal::PieceBlocked { square, by, kind } => format!(
            "{} par {} {}.",
            match kind {
                Kind::Man => format!("Le pion de la case {} est bloqué", name(square)),
                Kind::King => format!("La dame de la case {} est bloquée", name(square)),
            },
            match by.len() {
                1 => "la pièce de la case",
                _ => "les pièces des cases",
            },
            list::squares(names, by, "et")
        ),
    }
}

pub(in crate::wording) fn ambiguity(names: Names, moves: &[Move]) -> String {
    match moves {
        [first, ..] => format!(
            "{} prises vont de la case {} à la case {} : il faut choisir les pièces à prendre.",
            moves.len(),
            names.name(first.from),
            names.name(first.to)
        ),
        [] => "Plusieurs coups sont possibles : il faut en choisir un.".to_owned(),
    }
}
