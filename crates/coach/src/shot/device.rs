//! Devices: the effect of one ply of a line. Shots are composed of devices. Called by `classify`
//! and `devices`.
//!
//! Sources: French Wikipedia ("Lexique du jeu de dames") and the glossary
//! of the French federation's teaching sheets.

use damier_rules::{Kind, Move, Position, Setup, Side, Square};

use super::board::neighbours;
use super::line::{Line, Ply, is_crowded};

/// The effect of one ply of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Device {
    /// *Temps de repos*, free move: a quiet move of the striker while the enemy must capture
    /// anyway.
    FreeMove,
    /// *Collage*: a free move into contact with an enemy piece that changes what the enemy may
    /// capture, or after which the same piece makes our next rafle.
    Contact,
    /// *Prise majoritaire*: a capture that made a smaller one illegal.
    Majority,
    /// *Prise en arrière*: a man captures towards its own side.
    BackwardCapture,
    /// *Choix de prise*: the striker captures, and another capture was legal.
    ChoiceOfCapture,
    /// *Dame donnée*: the enemy captures a king of the striker.
    KingGiven,
    /// *Percée*: a man of the striker becomes a king in this ply.
    Breakthrough,
}

impl Device {
    /// Every device.
    pub const ALL: [Device; 7] = [
        Device::FreeMove,
        Device::Contact,
        Device::Majority,
        Device::BackwardCapture,
        Device::ChoiceOfCapture,
        Device::KingGiven,
        Device::Breakthrough,
    ];

    /// The stable code in messages and test data.
    pub const fn code(self) -> &'static str {
        match self {
            Device::FreeMove => "free-move",
            Device::Contact => "contact",
            Device::Majority => "majority",
            Device::BackwardCapture => "backward-capture",
            Device::ChoiceOfCapture => "choice-of-capture",
            Device::KingGiven => "king-given",
            Device::Breakthrough => "breakthrough",
        }
    }

    fn is_in(self, line: &Line, number: usize, ply: &Ply) -> bool {
        match self {
            Device::FreeMove => is_free_move(ply),
            Device::Contact => is_contact(line, number, ply),
            Device::Majority => ply.majority,
            Device::BackwardCapture => ply.captures_backward(),
            Device::ChoiceOfCapture => ply.ours() && !ply.is_quiet() && !ply.others.is_empty(),
            Device::KingGiven => {
                !ply.ours() && ply.taken.iter().any(|taken| taken.kind == Kind::King)
            }
            Device::Breakthrough => ply.ours() && ply.played.promotes,
        }
    }
}

/// The devices of a line, each with the number of its ply from 0, in ply order.
pub(super) fn found(line: &Line) -> Vec<(usize, Device)> {
    let of_ply = |(number, ply)| {
        Device::ALL
            .into_iter()
            .filter(move |device| device.is_in(line, number, ply))
            .map(move |device| (number, device))
    };
    line.plies.iter().enumerate().flat_map(of_ply).collect()
}

/// Whether the enemy would have to capture if this ply were skipped.
pub(super) fn is_free_move(ply: &Ply) -> bool {
    ply.ours() && ply.is_quiet() && !threats(&ply.before).is_empty()
}

fn is_contact(line: &Line, number: usize, ply: &Ply) -> bool {
    let after = line.after(number);
    let enemy = |square: Square| {
        let piece = after.piece_at(square);
        piece.is_some_and(|piece| piece.side == Side::Black)
    };
    let touched = || neighbours(after, ply.played.to).filter(|&(_, square)| enemy(square));
    // A man that has captured and landed beside the striker is taken, not touched.
    let strikes = || {
        let next = line.plies.get(number + 2);
        next.is_some_and(|next| next.mover == ply.mover && next.is_rafle())
            && touched().any(|(_, square)| line.origin_before(number, square) == square)
    };
    is_free_move(ply)
        && touched().next().is_some()
        && (strikes() || threats(&ply.before) != after.legal_moves())
}

/// The captures that the enemy would have if it were to move.
fn threats(position: &Position) -> Vec<Move> {
    let mut setup: Setup = position.to_setup();
    setup.side = Some(Side::Black);
    match Position::from_setup(position.variant(), &setup) {
        Ok(turned) if turned.must_capture() && !is_crowded(&turned) => turned.legal_moves(),
        _ => Vec::new(),
    }
}
