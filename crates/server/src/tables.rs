//! Endgame tables for the page, from wherever the program keeps them. What is in them concerns only those who ask
//! them; here they are bytes.

use std::io;
use std::sync::Arc;

use utoipa::ToSchema;

/// What tables tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum Content {
    /// Who wins.
    Outcomes,
    /// In how many plies.
    Distances,
}

/// Where tables come from.
pub trait TableFiles: Send + Sync + 'static {
    /// Every table of a game with this content, one behind the other; `None` where there are none, or not yet all. May
    /// take its time: it is not asked on a thread that others wait for.
    ///
    /// # Errors
    /// They are there and cannot be read.
    fn read(&self, game: &str, content: Content) -> io::Result<Option<Vec<u8>>>;
}

/// The tables that browsers may have, cheap to share.
#[derive(Clone)]
pub struct Tables(Arc<dyn TableFiles>);

impl Tables {
    /// No tables.
    pub fn none() -> Self {
        Self::of(Nothing)
    }

    /// These tables.
    pub fn of(files: impl TableFiles) -> Self {
        Self(Arc::new(files))
    }

    pub(crate) fn read(&self, game: &str, content: Content) -> io::Result<Option<Vec<u8>>> {
        self.0.read(game, content)
    }
}

struct Nothing;

impl TableFiles for Nothing {
    fn read(&self, _game: &str, _content: Content) -> io::Result<Option<Vec<u8>>> {
        Ok(None)
    }
}
