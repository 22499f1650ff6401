//! Refusals in French: something is in the way of a move input, or the piece does not move like
//! that.

use damier_rules::variant::{Lines, Reach};
use damier_rules::{Kind, Refusal};

use super::{Words, capital};

/// The sentence for a move input that something blocks, or that does not fit how the piece moves.
pub(super) fn of_the_way(words: &Words, refusal: &Refusal) -> String {
    let (the, of_the, to_the) = (
        |square| words.the(square),
        |square| words.of_the(square),
        |square| words.to_the(square),
    );
    let name = |square| words.name(square);
    let man = &words.variant.table().man;
    // Players may be used to flying kings, so the sentence says that this king is short.
    let here = |kind| match kind {
        Kind::Man => "Un pion",
        Kind::King => "Dans ce jeu, une dame",
    };
    let one_place = words.either("d'une seule case", "d'un seul point");
    match *refusal {
        Refusal::NotOnLine {
            from, to, lines, ..
        } => match lines {
            Lines::Diagonals => format!(
                "Les pièces se déplacent en diagonale, et les cases {} et {} ne sont pas sur la \
                 même diagonale.",
                name(from),
                name(to)
            ),
            Lines::RowsAndColumns => format!(
                "Les pièces suivent les rangées et les colonnes, et les cases {} et {} ne sont \
                 ni sur la même rangée ni sur la même colonne.",
                name(from),
                name(to)
            ),
            Lines::EightDirections => format!(
                "Aucune diagonale, rangée ou colonne ne mène {} {}, et les pièces ne se déplacent \
                 pas autrement.",
                of_the(from),
                to_the(to)
            ),
            Lines::Drawn => format!(
                "Les pièces suivent les lignes, et aucune ligne droite ne relie les points {} et \
                 {}.",
                name(from),
                name(to)
            ),
        },
        Refusal::OnlyCapturesThatWay { from, to, .. } => format!(
            "{} : {} ne peut pas simplement aller {} {}.",
            match words.variant.table().quiet_lines() {
                // A king could go there, a man cannot.
                Lines::EightDirections => {
                    "Tout droit et de côté, un pion ne se déplace que pour prendre"
                }
                _ => "Le long des rangées et des colonnes, on ne se déplace que pour prendre",
            },
            match words.variant.table().quiet_lines() {
                Lines::EightDirections => "il",
                _ => "la pièce",
            },
            of_the(from),
            to_the(to)
        ),
        Refusal::NeverCapturesThatWay { from, target } => format!(
            "On joue aussi en diagonale, mais on ne prend que le long des rangées et des colonnes : la pièce {} ne peut pas prendre celle {}.",
            of_the(from),
            of_the(target)
        ),
        Refusal::ManStepsBack { from, to } => format!(
            "Un pion {} : il ne peut pas aller {} {}.",
            match Reach::of(man.later_capture) {
                Reach::Everywhere => "ne recule que pour prendre",
                Reach::Forward | Reach::ForwardAndSideways => "ne recule jamais",
            },
            of_the(from),
            to_the(to)
        ),
        Refusal::StepsOne {
            from,
            to,
            kind: Kind::Man,
        } => format!(
            "Un pion qui ne prend pas avance {one_place} : {}, il ne peut pas atteindre {}.",
            of_the(from),
            the(to)
        ),
        Refusal::StepsOne { from, to, kind } => format!(
            "{} avance {one_place} : {}, elle ne peut pas atteindre {}.",
            here(kind),
            of_the(from),
            the(to)
        ),
        Refusal::StepEndsTheMove {
            at,
            kind: Kind::Man,
        } => format!(
            "Un pion qui ne prend pas avance {one_place} : son coup s'arrête sur {}.",
            the(at)
        ),
        Refusal::StepEndsTheMove { at, kind } => format!(
            "{} avance {one_place} : son coup s'arrête sur {}.",
            here(kind),
            the(at)
        ),
        Refusal::CapturesNextToIt { from, target, kind } => format!(
            "{} ne prend qu'une pièce voisine : celle {} est trop loin {}.",
            here(kind),
            of_the(target),
            of_the(from)
        ),
        Refusal::LandsRightBehind { behind, kind, .. } => format!(
            "{} se pose juste derrière la pièce qu'{} prend : ici, sur {}.",
            here(kind),
            match kind {
                Kind::Man => "il",
                Kind::King => "elle",
            },
            the(behind)
        ),
        Refusal::ManCapturesForward { from, target } => format!(
            "Un pion {} : {}, il ne peut pas prendre la pièce {}.",
            match Reach::of(man.later_capture) {
                Reach::ForwardAndSideways => "ne prend qu'en avant ou de côté",
                Reach::Forward | Reach::Everywhere => "ne prend qu'en avant",
            },
            of_the(from),
            of_the(target)
        ),
        Refusal::FirstCaptureForward { from, target } => format!(
            "La première prise d'un coup se fait en avant : le pion {} ne peut pas commencer par \
             la pièce {}.",
            of_the(from),
            of_the(target)
        ),
        Refusal::ManCannotTakeKing { target } => format!(
            "Un pion ne peut pas prendre une dame : celle {} n'a rien à craindre de lui.",
            of_the(target)
        ),
        Refusal::NoHalfTurn { at } => format!(
            "On ne fait pas demi-tour entre deux prises : {}, il faut continuer dans une autre \
             direction.",
            of_the(at)
        ),
        Refusal::TurnsWithoutCapturing { at } => format!(
            "Une dame ne change de direction qu'après une prise : elle ne peut pas tourner sur \
             {}.",
            the(at)
        ),
        Refusal::OwnPieceInTheWay { by } => format!(
            "Le chemin est barré : une dame ne passe pas par-dessus une pièce de sa couleur, et \
             il y en a une sur {}.",
            the(by)
        ),
        Refusal::TwoInARow { first, second } => format!(
            "Le chemin est barré : une dame ne passe pas par-dessus deux pièces qui se suivent, \
             et il n'y a pas de case libre entre {} et {}.",
            name(first),
            name(second)
        ),
        Refusal::OwnPieceNotCaptured { square } => format!(
            "On ne prend que les pièces adverses : celle {} est de la même couleur.",
            of_the(square)
        ),
        Refusal::NothingToCapture { over, kind, .. } => format!(
            "Il n'y a rien à prendre sur {} : {} ne saute pas par-dessus {} vide.",
            the(over),
            match kind {
                Kind::Man => "un pion",
                Kind::King => "une dame",
            },
            words.either("une case", "un point")
        ),
        Refusal::NoRoomBehind {
            target,
            behind: Some(behind),
            ..
        } => format!(
            "La pièce {} est protégée : derrière elle, {} n'est pas libre.",
            of_the(target),
            the(behind)
        ),
        Refusal::NoRoomBehind {
            target,
            behind: None,
            ..
        } => format!(
            "La pièce {} est au bord du damier : il n'y a pas de {} derrière elle où se poser.",
            of_the(target),
            words.either("case", "point")
        ),
        Refusal::AlreadyCaptured { square } => format!(
            "La pièce {} est déjà prise dans ce coup : on ne passe pas deux fois par-dessus la \
             même pièce.",
            of_the(square)
        ),
        Refusal::CapturedPieceBehind { target, captured } => format!(
            "La pièce {} ne peut pas être prise : derrière elle, la pièce déjà prise sur {} \
             reste en place jusqu'à la fin du coup.",
            of_the(target),
            the(captured)
        ),
        Refusal::CapturedPieceThere { square } => format!(
            "{} n'est pas libre : la pièce qui y a été prise reste en place jusqu'à la fin du \
             coup.",
            capital(&the(square))
        ),
        Refusal::GoesOnWithoutCapturing { at } => format!(
            "La prise se termine sur {} : après une prise, une pièce ne continue qu'en prenant.",
            the(at)
        ),
        Refusal::StaysAMan { square } => format!(
            "Le pion ne fait que passer sur {} : il ne devient dame que si son coup s'y termine, \
             et jusque-là il prend comme un pion.",
            the(square)
        ),
        Refusal::PromotionEndsTheMove { square } => format!(
            "Le pion devient dame sur {} et son coup s'arrête là.",
            the(square)
        ),
        // These have sentences above. They are named here so that a new reason without a sentence
        // does not compile.
        Refusal::NoSuchSquare { .. }
        | Refusal::GameOver { .. }
        | Refusal::NoHuffing { .. }
        | Refusal::NotHuffable { .. }
        | Refusal::HuffFirst { .. }
        | Refusal::EmptyStart { .. }
        | Refusal::NotYourPiece { .. }
        | Refusal::SameSquare { .. }
        | Refusal::OwnPieceThere { .. }
        | Refusal::EnemyPieceThere { .. }
        | Refusal::LandBehind { .. }
        | Refusal::NotThrough { .. }
        | Refusal::EndsElsewhere { .. }
        | Refusal::PieceBlocked { .. }
        | Refusal::MustCapture { .. }
        | Refusal::KingMovedTooOften { .. }
        | Refusal::CapturesTooFew { .. }
        | Refusal::CapturesTooLittle { .. }
        | Refusal::KingMustCapture { .. }
        | Refusal::CapturesTooFewKings { .. }
        | Refusal::TakesAKingTooLate { .. }
        | Refusal::CaptureGoesOn { .. }
        | Refusal::LandWhereCaptureGoesOn { .. }
        | Refusal::HaltsBehindAKing { .. } => String::new(),
        // A reason without a sentence. A test checks that there is none.
        _ => refusal.code().to_owned(),
    }
}
