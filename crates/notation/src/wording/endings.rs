//! Finds the draw rule that ended a game, so that each language can use its numbers in a sentence.

use damier_rules::variant::rule_table::DrawRule;
use damier_rules::{EndReason, RuleTable, Variant};

/// The draw rule that an ending names: the rule of this game, or else of the first game that has
/// it. A record may name a rule that is missing in the game's current table.
pub(super) fn draw_rule(
    variant: Variant,
    reason: EndReason,
) -> Option<(&'static DrawRule, &'static RuleTable)> {
    let tables = [variant]
        .into_iter()
        .chain(Variant::READINGS.iter().copied());
    tables.map(Variant::table).find_map(|table| {
        let rule = table.draws.iter().find(|rule| rule.reason() == reason)?;
        Some((rule, table))
    })
}
