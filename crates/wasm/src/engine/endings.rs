//! The endgame tables of the page's engine: the bytes of files, which the page fetches when few
//! pieces are left.

use std::sync::Arc;

use damier_endgame::{Tables, Unsupported};
use damier_engine::Endings;
use damier_rules::{AnyRulebook, Position, Side, Variant};
use serde::Serialize;

use crate::error::DoorError;

/// The tables of one game.
pub(crate) struct Known {
    variant: Variant,
    tables: Tables,
    /// The tables as a search uses them; `None` until all tables of two pieces are loaded.
    pub(crate) endings: Option<Endings>,
}

impl Known {
    /// No tables yet.
    pub(crate) fn new(variant: Variant) -> Result<Known, DoorError> {
        let tables = match variant.rulebook() {
            AnyRulebook::International(rules) => Tables::new(&rules),
            AnyRulebook::Narrow(rules) => Tables::new(rules),
            AnyRulebook::Wide(_) => Err(Unsupported { game: variant.id() }),
        };
        Ok(Known {
            variant,
            tables: tables.map_err(|error| DoorError::new("no-tables", error))?,
            endings: None,
        })
    }

    /// The game.
    pub(crate) fn variant(&self) -> Variant {
        self.variant
    }

    /// Adds the tables of a file. If the file is faulty, nothing is added.
    pub(crate) fn add(&mut self, bytes: Vec<u8>) -> Result<(), DoorError> {
        let mut tables = self.tables.clone();
        let added = tables
            .add(&(Arc::new(bytes) as _))
            .map_err(|fault| DoorError::new("bad-tables", fault))?;
        if added == 0 {
            return Err(DoorError::new("bad-tables", "the file is empty"));
        }
        self.endings = Endings::new(tables.clone());
        self.tables = tables;
        Ok(())
    }
}

/// How a position ends with best play, according to the endgame tables. They do not consider
/// repetition or the rules that count moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum VerdictView {
    /// White wins.
    White,
    /// Black wins.
    Black,
    /// The game is drawn.
    Draw,
}

impl VerdictView {
    /// The outcome of a position by the tables.
    pub(crate) fn of(endings: &Endings, position: &Position) -> Option<VerdictView> {
        Some(match endings.verdict(position)?.winner() {
            Some(Side::White) => VerdictView::White,
            Some(Side::Black) => VerdictView::Black,
            None => VerdictView::Draw,
        })
    }
}
