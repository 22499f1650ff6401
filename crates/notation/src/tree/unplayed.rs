//! Moves that cannot be played in their position, and how the items of PDN become steps of a tree:
//! as a played step, or as one that is stored as written.

use damier_rules::{Position, Variant};

use super::step::Step;
use crate::pdn::{Item, Outcome, is_setup, setup_position};

/// A dash in place of a move that was not written down.
const DASH: &str = "--";

/// The text in which a tree stores an item that is a step; `None` for other items.
pub(super) fn text(item: &Item) -> Option<String> {
    match item {
        Item::Move(written) => Some(written.to_string()),
        Item::Unknown => Some(DASH.to_owned()),
        Item::Setup(text) => Some(format!("/{text}/")),
        _ => None,
    }
}

/// The item for such a text; `None` if PDN would read it as something else.
pub(super) fn item(text: &str) -> Option<Item> {
    if text == DASH {
        return Some(Item::Unknown);
    }
    if let Some(inside) = text.strip_prefix('/') {
        let inside = inside.strip_suffix('/')?;
        return is_setup(inside).then(|| Item::Setup(inside.to_owned()));
    }
    let written: crate::move_text::Written = text.parse().ok()?;
    (written.to_string() == text).then_some(Item::Move(written))
}

/// The step for an item, from its outcome if the position before it is known, and the position
/// after the step.
pub(super) fn step_of(
    variant: Variant,
    outcome: Option<&Outcome>,
    item: &Item,
) -> (Step, Option<Position>) {
    let step = match outcome {
        Some(Outcome::Played(played, after, _)) => Some((Step::Move(*played), *after)),
        Some(Outcome::Setup(position)) => Some((Step::Setup(Box::new(*position)), *position)),
        Some(_) => None,
        None => match item {
            Item::Setup(text) => setup_position(variant, text)
                .ok()
                .map(|position| (Step::Setup(Box::new(position)), position)),
            _ => None,
        },
    };
    if let Some((step, after)) = step {
        (step, Some(after))
    } else {
        let text = text(item).unwrap_or_default();
        (Step::Unplayed(text.into()), None)
    }
}
