//! Draws by rule, in French. Each sentence takes its numbers from the rule table, and says either
//! when a draw happens or what has happened.

use damier_rules::RuleTable;
use damier_rules::variant::rule_table::{Balance, DrawRule};

use super::{Gender, number, ordinal};

/// When a rule makes a draw; follows `Il y a remise`.
pub(super) fn when(rule: DrawRule, table: &RuleTable) -> String {
    match rule {
        DrawRule::Occurrences { times, .. } => format!(
            "quand la même position, avec le même camp au trait, se présente pour la {} fois",
            ordinal(times)
        ),
        DrawRule::KingMoves { moves, .. } => {
            format!(
                "après {moves} coups de chaque camp joués uniquement avec des dames, sans aucune \
                 prise"
            )
        }
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::SingleKings => format!(
                "après {} de chaque camp avec une dame contre une dame, si le camp au trait ne \
                 peut pas prendre l'autre dame",
                counted(moves)
            ),
            Balance::LoneKing { on_main_road, .. } => format!(
                "après {} de chaque camp avec {}{}",
                counted(moves),
                against(balance, table, " (dont une dame)"),
                if on_main_road {
                    " qui tient la grande diagonale partant de la gauche des Blancs"
                } else {
                    ""
                }
            ),
            Balance::KingsOnBothSides { at_least, at_most } => format!(
                "quand les deux camps ont une dame, qu'il reste {} pièces et qu'il n'y a eu ni \
                 prise ni promotion en {moves} coups de chaque camp",
                amount(at_least, at_most, u8::MAX)
            ),
        },
    }
}

/// What has happened, as a clause.
pub(super) fn happened(rule: DrawRule, table: &RuleTable) -> String {
    match rule {
        DrawRule::Occurrences { times, .. } => format!(
            "la même position s'est produite {} fois",
            number(times, Gender::Feminine)
        ),
        DrawRule::KingMoves { moves, .. } => {
            format!("en {moves} coups de chaque camp, seules les dames ont joué, sans aucune prise")
        }
        DrawRule::Standing { balance, moves, .. } => match balance {
            Balance::SingleKings => {
                "chaque camp n'a plus qu'une dame, et aucune n'a pu être prise".to_owned()
            }
            Balance::LoneKing { on_main_road, .. } => format!(
                "{}{}, après {} de chaque camp",
                against(balance, table, ""),
                if on_main_road {
                    " maîtresse de la grande diagonale"
                } else {
                    ""
                },
                counted(moves)
            ),
            Balance::KingsOnBothSides { at_least, at_most } => format!(
                "en {moves} coups de chaque camp, avec {} pièces et des dames dans les deux camps, \
                 il n'y a eu ni prise ni promotion",
                amount(at_least, at_most, u8::MAX)
            ),
        },
    }
}

/// `trois pièces contre une dame seule`, `une dame contre une dame`; `aside` is added after pieces
/// of any kind.
fn against(balance: Balance, table: &RuleTable, aside: &str) -> String {
    match balance {
        Balance::LoneKing { at_most: 1, .. }
        | Balance::SingleKings
        | Balance::KingsOnBothSides { .. } => "une dame contre une dame".to_owned(),
        Balance::LoneKing {
            at_least,
            at_most,
            kings_only,
            ..
        } => {
            let aside = if kings_only { "" } else { aside };
            let noun = if kings_only { "dames" } else { "pièces" };
            if at_most >= table.pieces_per_side {
                let few = number(at_least, Gender::Feminine);
                format!("{few} {noun} ou plus{aside} contre une dame seule")
            } else {
                let some = amount(at_least, at_most, table.pieces_per_side);
                format!("{some} {noun}{aside} contre une dame seule")
            }
        }
    }
}

/// A number of pieces: `trois`, `quatre ou cinq`, `de deux à cinq`, `trois ou plus`.
fn amount(at_least: u8, at_most: u8, all: u8) -> String {
    let word = |count| number(count, Gender::Feminine);
    match at_most.saturating_sub(at_least) {
        0 => word(at_least),
        _ if at_most >= all => format!("{} ou plus", word(at_least)),
        1 => format!("{} ou {}", word(at_least), word(at_most)),
        _ => format!("de {} à {}", word(at_least), word(at_most)),
    }
}

fn counted(moves: u8) -> String {
    match moves {
        1 => "1 coup".to_owned(),
        _ => format!("{moves} coups"),
    }
}
