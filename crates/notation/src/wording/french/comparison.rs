//! The French words of the comparison: a heading and a few words for each fact.

use damier_rules::variant::rule_table::{
    Balance, DrawRule, Goal, Landing, Obligation, Passing, Precedence, Range, Removal,
};
use damier_rules::variant::{Lines, Reach};
use damier_rules::{Cells, RuleTable};

use super::side;
use crate::wording::compared::Compared;
use crate::wording::rule_facts::{has_kings, men_at_start};

pub(in crate::wording) const fn title(compared: Compared) -> &'static str {
    match compared {
        Compared::Board => "Damier",
        Compared::Men => "Pions",
        Compared::First => "Qui commence",
        Compared::ManCaptures => "Un pion prend",
        Compared::King => "Dame",
        Compared::Landing => "Après une prise, la dame s'arrête",
        Compared::Obligation => "La prise est",
        Compared::Choice => "Choix de la prise",
        Compared::Promotion => "Promotion",
        Compared::Removal => "Retrait des pièces prises",
        Compared::Goal => "But",
        Compared::Draws => "Remise",
    }
}

pub(in crate::wording) fn cell(compared: Compared, table: &RuleTable) -> String {
    let few: &str = match compared {
        Compared::Board => return board(table),
        Compared::Men => return men_at_start(table).to_string(),
        Compared::First => side(table.first),
        Compared::ManCaptures => return man_captures(table),
        Compared::King => king(table),
        Compared::Landing => landing(table),
        Compared::Obligation => match table.obligation {
            Obligation::Compulsory => "obligatoire",
            Obligation::Huffing { .. } => "facultative, mais on peut souffler",
        },
        Compared::Choice => return choice(table.precedence),
        Compared::Promotion => match table.passing {
            Passing::StaysMan => "si le coup se termine sur la dernière rangée",
            Passing::Promotes => "aussitôt, et le pion continue comme dame",
            Passing::EndsMove => "aussitôt, et le coup se termine",
            Passing::NoPromotion => "aucune",
        },
        Compared::Removal => match table.removal {
            Removal::AfterMove => "à la fin du coup",
            Removal::AtOnce => "une à une, pendant la rafle",
        },
        Compared::Goal => match table.goal {
            Goal::Immobilise => "tout prendre ou bloquer",
            Goal::GiveAway => "tout perdre",
            Goal::Promote => "aller à dame le premier",
        },
        Compared::Draws => return draws(table),
    };
    few.to_owned()
}

fn board(table: &RuleTable) -> String {
    let board = table.board;
    let places = match board.cells {
        Cells::Dark { .. } | Cells::All => "cases",
        Cells::Lines => "points",
    };
    let (width, height, count) = (board.width, board.height, board.square_count());
    format!("{width} × {height}, {count} {places}")
}

fn man_captures(table: &RuleTable) -> String {
    let (first, later) = (table.man.first_capture, table.man.later_capture);
    let ways = match (Reach::of(first), Reach::of(later)) {
        (Reach::Forward, Reach::Everywhere) => "d'abord en avant, puis aussi en arrière",
        (Reach::Forward, _) => "en avant",
        (Reach::ForwardAndSideways, _) => match table.man_capture_lines() {
            Lines::EightDirections => "dans cinq directions",
            _ => "en avant et de côté",
        },
        (Reach::Everywhere, _) => match table.capture_lines() {
            Lines::EightDirections => "dans huit directions",
            Lines::Drawn => "le long de toutes les lignes",
            Lines::Diagonals | Lines::RowsAndColumns => "en avant et en arrière",
        },
    };
    let but = if table.man.takes_kings {
        ""
    } else {
        ", mais jamais une dame"
    };
    format!("{ways}{but}")
}

fn king(table: &RuleTable) -> &'static str {
    match (table.king.range, table.quiet_lines()) {
        _ if table.goal == Goal::Promote => "gagne la partie",
        _ if !has_kings(table) => "aucune",
        (Range::One, Lines::EightDirections) => "une case, dans huit directions",
        (Range::Line, Lines::EightDirections) => "longue portée, dans huit directions",
        (Range::One, _) => "une case",
        (Range::Line, Lines::RowsAndColumns) => "longue portée, sur les rangées et les colonnes",
        (Range::Line, _) => "longue portée",
    }
}

fn landing(table: &RuleTable) -> &'static str {
    match (table.king.range, table.king.landing) {
        _ if !has_kings(table) => "–",
        (Range::One, _) | (_, Landing::Behind) => "juste derrière la pièce",
        (_, Landing::Free) => "où elle veut derrière la pièce",
        (_, Landing::BehindLastKing) => {
            "où elle veut, mais juste derrière si la dernière pièce prise est une dame"
        }
    }
}

fn choice(precedence: &[Precedence]) -> String {
    if precedence.is_empty() {
        return "libre".to_owned();
    }
    let ground = |ground: &Precedence| match ground {
        Precedence::MostPieces => "le plus de pièces",
        Precedence::GreatestValue { .. } => "la plus grande valeur",
        Precedence::ByKing => "priorité à la prise par une dame",
        Precedence::MostKings => "le plus de dames",
        Precedence::KingsEarliest => "une dame le plus tôt possible",
    };
    let grounds: Vec<&str> = precedence.iter().map(ground).collect();
    grounds.join(", puis ")
}

fn draws(table: &RuleTable) -> String {
    let range = |at_least: u8, at_most: u8| match at_most {
        _ if at_least == at_most => at_least.to_string(),
        _ if at_most >= table.pieces_per_side => format!("{at_least}+"),
        _ => format!("{at_least}–{at_most}"),
    };
    let rule = |rule: &DrawRule| match *rule {
        DrawRule::Occurrences { times, .. } => format!("même position {times} fois"),
        DrawRule::KingMoves { moves, .. } => format!("{moves} coups de dames sans prise"),
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::SingleKings | Balance::LoneKing { at_most: 1, .. } => {
                format!(
                    "{moves} coup{} à une dame contre une",
                    if moves == 1 { "" } else { "s" }
                )
            }
            Balance::LoneKing {
                at_least,
                at_most,
                kings_only,
                on_main_road,
            } => format!(
                "{moves} coups à {} {} contre une dame{}",
                range(at_least, at_most),
                if kings_only { "dames" } else { "pièces" },
                if on_main_road {
                    " sur la grande diagonale"
                } else {
                    ""
                }
            ),
            Balance::KingsOnBothSides { at_least, at_most } => {
                format!(
                    "{moves} coups à {} pièces sans prise ni promotion",
                    range(at_least, at_most)
                )
            }
        },
    };
    let rules: Vec<String> = table.draws.iter().map(rule).collect();
    if rules.is_empty() {
        "aucune".to_owned()
    } else {
        rules.join(" ; ")
    }
}
