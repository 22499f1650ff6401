//! How a game ended, in French.

use damier_rules::variant::rule_table::Goal;
use damier_rules::{EndReason, Outcome, Side, Variant};

use super::{draws, side, side_first};
use crate::wording::ByPeople;
use crate::wording::endings::draw_rule;

pub(in crate::wording) fn outcome(variant: Variant, outcome: Outcome) -> String {
    let because = because(variant, outcome);
    match outcome.winner {
        Some(winner) => format!("{} gagnent : {because}.", side_first(winner)),
        None => format!("Remise : {because}."),
    }
}

/// The rule that ended a game, as a clause.
pub(super) fn because(variant: Variant, outcome: Outcome) -> String {
    let loser = outcome.winner.map(Side::opponent);
    // Where the aim is to lose all pieces, the winner is the one who has none left.
    let misere = variant.table().goal == Goal::GiveAway;
    let stuck = if misere { outcome.winner } else { loser };
    let aim = if misere {
        ", et c'est le but du jeu"
    } else {
        ""
    };
    match (outcome.reason, stuck) {
        (EndReason::NoPieces, Some(stuck)) => {
            format!("{} n'ont plus de pièce{aim}", side(stuck))
        }
        (EndReason::NoPieces, None) => "un camp n'a plus de pièce".to_owned(),
        (EndReason::NoMoves, Some(stuck)) if misere => {
            format!("{} ne peuvent plus jouer{aim}", side(stuck))
        }
        (EndReason::NoMoves, Some(stuck)) => format!(
            "{} ne peuvent plus jouer, toutes leurs pièces sont bloquées",
            side(stuck)
        ),
        (EndReason::NoMoves, None) => "un camp ne peut plus jouer".to_owned(),
        (EndReason::Promotion, _) => match outcome.winner {
            Some(winner) => format!("{} ont fait la première dame", side(winner)),
            None => "la première dame gagne".to_owned(),
        },
        (drawn, _) => match draw_rule(variant, drawn) {
            Some((rule, table)) => draws::happened(*rule, table),
            None => "une règle de ce jeu le veut".to_owned(),
        },
    }
}

/// The full sentence for an ending by people.
pub(in crate::wording) fn by_people(winner: Option<Side>, by: ByPeople) -> String {
    let result = match (winner, by) {
        (_, ByPeople::Aborted) => return "Partie annulée : elle n'a pas de résultat.".to_owned(),
        (Some(winner), _) => format!("{} gagnent", side_first(winner)),
        (None, _) => "Remise".to_owned(),
    };
    match people_because(winner, by) {
        Some(because) => format!("{result} : {because}."),
        None => format!("{result}."),
    }
}

/// The sentence that says that a game is over, for an ending by people.
pub(in crate::wording) fn over_by_people(winner: Option<Side>, by: ByPeople) -> String {
    let because = people_because(winner, by).unwrap_or_else(|| match winner {
        Some(winner) => format!("{} ont gagné", side(winner)),
        None => "il y a remise".to_owned(),
    });
    format!("La partie est finie : {because}.")
}

/// What people did, as a clause; absent if only the result is known.
fn people_because(winner: Option<Side>, by: ByPeople) -> Option<String> {
    let loser = winner.map(Side::opponent);
    let clause = |of_a_side: &str, of_a_player: &str| match loser {
        Some(loser) => format!("{} {of_a_side}", side(loser)),
        None => format!("un joueur {of_a_player}"),
    };
    Some(match by {
        ByPeople::Resignation => clause("ont abandonné", "a abandonné"),
        ByPeople::Time => clause("ont épuisé leur temps", "a épuisé son temps"),
        ByPeople::Agreement => "les deux joueurs se sont mis d'accord".to_owned(),
        ByPeople::Forfeit => clause("ont perdu par forfait", "a perdu par forfait"),
        ByPeople::Abandonment => clause("ont quitté la partie", "a quitté la partie"),
        ByPeople::Arbiter => "l'arbitre en a décidé ainsi".to_owned(),
        ByPeople::Aborted => "elle a été annulée".to_owned(),
        ByPeople::Result => return None,
    })
}
