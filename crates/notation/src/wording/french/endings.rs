//! How a game ended, in French.

use damier_rules::variant::rule_table::Goal;
use damier_rules::{EndReason, Outcome, Side, Variant};

use super::{draws, side, side_first};
use crate::wording::endings::draw_rule;

pub(in crate::wording) fn outcome(variant: Variant, outcome: Outcome) -> String {
    let because = because(variant, outcome);
    match outcome.winner {
        Some(winner) => format!("{} gagnent : {because}.", side_first(winner)),
        None => format!("Partie remise : {because}."),
    }
}

/// The rule that ended a game, as half a sentence.
pub(super) fn because(variant: Variant, outcome: Outcome) -> String {
    let loser = outcome.winner.map(Side::opponent);
    // Where one plays to lose everything, it is the winner who has nothing left.
    let misere = variant.table().goal == Goal::GiveAway;
    let stuck = if misere { outcome.winner } else { loser };
    let aim = if misere {
        ", et c'est le but du jeu"
    } else {
        ""
    };
    match (outcome.reason, stuck, loser) {
        (EndReason::NoPieces, Some(stuck), _) => {
            format!("{} n'ont plus de pièce{aim}", side(stuck))
        }
        (EndReason::NoPieces, None, _) => "un camp n'a plus de pièce".to_owned(),
        (EndReason::NoMoves, Some(stuck), _) if misere => {
            format!("{} ne peuvent plus jouer{aim}", side(stuck))
        }
        (EndReason::NoMoves, Some(stuck), _) => format!(
            "{} ne peuvent plus jouer, toutes leurs pièces sont bloquées",
            side(stuck)
        ),
        (EndReason::NoMoves, None, _) => "un camp ne peut plus jouer".to_owned(),
        (EndReason::Promotion, _, _) => match outcome.winner {
            Some(winner) => format!("{} ont une dame, et la première dame gagne", side(winner)),
            None => "la première dame gagne".to_owned(),
        },
        (EndReason::Resignation, _, Some(loser)) => format!("{} ont abandonné", side(loser)),
        (EndReason::Resignation, _, None) => "un joueur a abandonné".to_owned(),
        (EndReason::Time, _, Some(loser)) => format!("{} ont épuisé leur temps", side(loser)),
        (EndReason::Time, _, None) => "un joueur a épuisé son temps".to_owned(),
        (EndReason::Agreement, _, _) => "les deux joueurs se sont mis d'accord".to_owned(),
        (drawn, _, _) => match draw_rule(variant, drawn) {
            Some((rule, table)) => draws::happened(*rule, table),
            None => "une règle de ce jeu le veut".to_owned(),
        },
    }
}
