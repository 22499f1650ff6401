//! The French sentences, in the words of the game: *pion, dame, case, trait, coup, prise, rafle,
//! remise*. They are written here with plain spaces and apostrophes; [`typeset`] sets them properly.

use damier_rules::{EndReason, Kind, Move, Outcome, Piece, Refusal, SetupFault, Side, SquareSet};

use super::list;
use crate::square_names::Names;

/// Sets the typographic apostrophe and the spaces that do not break: before `:` and inside
/// guillemets a wide one, before `;`, `!` and `?` a narrow one.
pub(super) fn typeset(sentence: &str) -> String {
    const WIDE: char = '\u{a0}';
    const NARROW: char = '\u{202f}';
    let mut set = String::with_capacity(sentence.len() + 8);
    let mut rest = sentence.chars().peekable();
    while let Some(letter) = rest.next() {
        let space = match (letter, rest.peek()) {
            (' ', Some(':' | '»')) => Some(WIDE),
            (' ', Some(';' | '!' | '?')) => Some(NARROW),
            (' ', _) if set.ends_with('«') => Some(WIDE),
            ('\'', _) => Some('\u{2019}'),
            _ => None,
        };
        set.push(space.unwrap_or(letter));
    }
    set
}

pub(super) const fn side(side: Side) -> &'static str {
    match side {
        Side::White => "les Blancs",
        Side::Black => "les Noirs",
    }
}

pub(super) const fn piece(piece: Piece) -> &'static str {
    match (piece.side, piece.kind) {
        (Side::White, Kind::Man) => "pion blanc",
        (Side::White, Kind::King) => "dame blanche",
        (Side::Black, Kind::Man) => "pion noir",
        (Side::Black, Kind::King) => "dame noire",
    }
}

/// In French nothing counts as one.
pub(super) fn pieces(count: usize) -> String {
    match count {
        0 | 1 => format!("{count} pièce"),
        _ => format!("{count} pièces"),
    }
}

/// A side at the head of a sentence.
const fn side_first(side: Side) -> &'static str {
    match side {
        Side::White => "Les Blancs",
        Side::Black => "Les Noirs",
    }
}

/// `la pièce de la case 28`, `une des pièces des cases 28 et 33`.
fn one_of(names: Names, squares: SquareSet) -> String {
    let list = list::squares(names, squares, "et");
    match squares.len() {
        1 => format!("la pièce de la case {list}"),
        _ => format!("une des pièces des cases {list}"),
    }
}

/// `sur la case 28`, `sur la case 28 ou 33`.
fn on_one_of(names: Names, squares: SquareSet) -> String {
    format!("sur la case {}", list::squares(names, squares, "ou"))
}

pub(super) fn refusal(names: Names, refusal: &Refusal) -> String {
    let name = |square| names.name(square);
    match *refusal {
        Refusal::NoSuchSquare { square, last } => {
            format!("Il n'y a pas de case {square} : les cases sont numérotées de 1 à {last}.")
        }
        Refusal::GameOver { outcome } => format!("La partie est finie : {}.", because(outcome)),
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

pub(super) fn ambiguity(names: Names, moves: &[Move]) -> String {
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

pub(super) fn outcome(outcome: Outcome) -> String {
    let because = because(outcome);
    match outcome.winner {
        Some(winner) => format!("{} gagnent : {because}.", side_first(winner)),
        None => format!("Partie remise : {because}."),
    }
}

/// The rule that ended a game, as half a sentence.
fn because(outcome: Outcome) -> String {
    let loser = outcome.winner.map(Side::opponent);
    match (outcome.reason, loser) {
        (EndReason::NoPieces, Some(loser)) => format!("{} n'ont plus de pièce", side(loser)),
        (EndReason::NoPieces, None) => "un camp n'a plus de pièce".to_owned(),
        (EndReason::NoMoves, Some(loser)) => format!(
            "{} ne peuvent plus jouer, toutes leurs pièces sont bloquées",
            side(loser)
        ),
        (EndReason::NoMoves, None) => "un camp ne peut plus jouer".to_owned(),
        (EndReason::Promotion, _) => "la première dame gagne".to_owned(),
        (EndReason::Resignation, Some(loser)) => format!("{} ont abandonné", side(loser)),
        (EndReason::Resignation, None) => "un joueur a abandonné".to_owned(),
        (EndReason::Time, Some(loser)) => format!("{} ont épuisé leur temps", side(loser)),
        (EndReason::Time, None) => "un joueur a épuisé son temps".to_owned(),
        (EndReason::Agreement, _) => "les deux joueurs se sont mis d'accord".to_owned(),
        (EndReason::ThirdOccurrence, _) => "la même position s'est produite trois fois".to_owned(),
        (EndReason::FourthOccurrence, _) => {
            "la même position s'est produite quatre fois".to_owned()
        }
        (EndReason::TwentyFiveMoves, _) => kings_only(25),
        (EndReason::FifteenKingMoves, _) => kings_only(15),
        (EndReason::TwentyMoves, _) => kings_only(20),
        (EndReason::ThirtyMoves, _) => kings_only(30),
        (EndReason::FortyMoves, _) => kings_only(40),
        (EndReason::SixteenMoves, _) => {
            "chaque camp a joué 16 coups avec trois pièces contre une dame seule".to_owned()
        }
        (EndReason::FiveMoves, _) => {
            "chaque camp a joué 5 coups avec une ou deux pièces contre une dame seule".to_owned()
        }
        (EndReason::FifteenMoves, _) => {
            "chaque camp a joué 15 coups avec trois dames ou plus contre une dame seule".to_owned()
        }
        (EndReason::ThirteenMoves, _) => {
            "chaque camp a joué 13 coups avec trois dames contre une dame seule".to_owned()
        }
        (EndReason::SevenMoves, _) => {
            "chaque camp a joué 7 coups avec deux dames contre une dame seule".to_owned()
        }
        (EndReason::MainRoad, _) => "chaque camp a joué 5 coups avec trois pièces contre une dame \
             seule maîtresse de la grande diagonale"
            .to_owned(),
        (EndReason::TwoMoves, _) => {
            "chaque camp a joué 2 coups avec une dame contre une dame".to_owned()
        }
        (EndReason::OneMove, _) => {
            "chaque camp n'a plus qu'une dame, et aucune n'a pu être prise".to_owned()
        }
        (EndReason::BalanceThirtyMoves, _) => unchanged(30, "quatre ou cinq"),
        (EndReason::BalanceSixtyMoves, _) => unchanged(60, "six ou sept"),
    }
}

fn kings_only(moves: u8) -> String {
    format!("en {moves} coups de chaque camp, seules des dames ont bougé, sans aucune prise")
}

fn unchanged(moves: u8, pieces: &str) -> String {
    format!(
        "en {moves} coups de chaque camp, avec {pieces} pièces et des dames des deux côtés, il n'y \
         a eu ni prise ni promotion"
    )
}

pub(super) fn setup_fault(names: Names, fault: &SetupFault) -> String {
    match *fault {
        SetupFault::NoSideToMove => {
            "Il manque le trait : il faut dire si c'est aux Blancs ou aux Noirs de jouer."
                .to_owned()
        }
        SetupFault::OffBoard { squares } => {
            let list: Vec<String> = squares.iter().map(|square| square.to_string()).collect();
            let noun = if list.len() == 1 { "case" } else { "cases" };
            format!("Le damier n'a pas de {noun} {}.", list.join(", "))
        }
        SetupFault::TooManyPieces {
            side: of,
            count,
            most,
        } => format!(
            "{} ont {}, mais ne peuvent pas en avoir plus de {most}.",
            side_first(of),
            pieces(count.into())
        ),
        SetupFault::UncrownedMen { side: of, squares } => {
            let list = list::squares(names, squares, "et");
            match (squares.len(), of) {
                (1, _) => format!(
                    "Le {} de la case {list} est sur sa dernière rangée : il devrait être une dame.",
                    piece(Piece::new(of, Kind::Man))
                ),
                (_, Side::White) => format!(
                    "Les pions blancs des cases {list} sont sur leur dernière rangée : ils \
                     devraient être des dames."
                ),
                (_, Side::Black) => format!(
                    "Les pions noirs des cases {list} sont sur leur dernière rangée : ils \
                     devraient être des dames."
                ),
            }
        }
        SetupFault::Empty => "Il n'y a aucune pièce sur le damier.".to_owned(),
        SetupFault::Kings { squares } => {
            let list = list::squares(names, squares, "et");
            format!("Ce jeu n'a pas de dames : il ne peut pas y en avoir sur {list}.")
        }
        SetupFault::NotHuffable { squares } => {
            let list = list::squares(names, squares, "et");
            format!("Il n'y a rien à souffler sur {list}.")
        }
        SetupFault::NoKingRun { side: of, square } => format!(
            "Des coups de suite sont comptés pour une {} sur {}, où il n'y en a pas.",
            piece(Piece::new(of, Kind::King)),
            names.name(square)
        ),
    }
}
