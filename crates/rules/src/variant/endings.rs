//! What the games of the family can end by, gathered from their tables.

use super::Variant;
use crate::EndReason;

impl EndReason {
    /// Every reason that a game or a reading of ours can end by, each once: those without a number
    /// first, then the draw rules in the order of the games.
    pub fn known() -> Vec<EndReason> {
        let mut known: Vec<EndReason> = EndReason::of_the_board().collect();
        let tables = Variant::READINGS.iter().map(|variant| variant.table());
        for rule in tables.flat_map(|table| table.draws) {
            let reason = rule.reason();
            if !known.contains(&reason) {
                known.push(reason);
            }
        }
        known
    }
}
