//! Joins a capture that is written hop by hop, each hop as a move of its own: `9x18 18x25`. Some
//! servers and an early draft of PDN write captures so.

use damier_rules::{Move, Position};

use super::game::Item;
use crate::move_text::{self, Written};

/// The most hops behind the first one, and the most items that are searched for them.
const MOST_HOPS: usize = 24;
const MOST_ITEMS: usize = 200;

/// A capture that is written as several moves.
pub(crate) struct Hops {
    /// The hops as they are written, with spaces between them.
    pub(crate) text: String,
    /// How many of the moves behind the first one belong to it.
    pub(crate) behind: usize,
}

/// Joins a written move with those behind it. Each must begin where the one before it ends, where
/// the other side cannot have a piece, and together they must be a legal capture.
pub(super) fn join(
    position: &Position,
    first: &Written,
    behind: &[Item],
) -> Option<(Move, Position, Hops)> {
    let hops = hops(first, behind);
    for count in (1..=hops.len()).rev() {
        let mut joined = first.clone();
        for hop in &hops[..count] {
            joined.via.push(joined.to);
            joined.via.extend(&hop.via);
            joined.to = hop.to;
        }
        if let Ok((played, after)) = move_text::play(position, &joined)
            && played.captured.len() > count
        {
            let written = hops[..count].iter().map(ToString::to_string);
            let all: Vec<String> = std::iter::once(first.to_string()).chain(written).collect();
            let hops = Hops {
                text: all.join(" "),
                behind: count,
            };
            return Some((played, after, hops));
        }
    }
    None
}

/// How many times the legal moves are searched to play a written move: once as it stands, and once
/// for each way to join it with moves behind it.
pub(crate) fn searches(first: &Written, behind: &[Item]) -> u64 {
    1 + hops(first, behind).len() as u64
}

/// The moves behind a written move that may be its next hops.
fn hops<'i>(first: &Written, behind: &'i [Item]) -> Vec<&'i Written> {
    let mut end = first.to;
    let mut hops = Vec::new();
    for item in behind.iter().take(MOST_ITEMS) {
        match item {
            Item::Move(hop) if hop.from == end && hop.huff.is_none() => {
                end = hop.to;
                hops.push(hop);
            }
            Item::Comment(_) | Item::Before(_) | Item::Sign(_) | Item::Nag(_) => {}
            _ => break,
        }
        if hops.len() == MOST_HOPS {
            break;
        }
    }
    hops
}

/// The indices of the first moves among these items, `count` of them.
pub(super) fn moves_behind(items: &[Item], count: usize) -> impl Iterator<Item = usize> {
    let moves = items.iter().enumerate();
    let moves = moves.filter(|(_, item)| matches!(item, Item::Move(_)));
    moves.map(|(index, _)| index).take(count)
}
