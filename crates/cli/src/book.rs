//! The opening book for the commands that play games.

use damier_engine::Book;
use damier_rules::Variant;

/// Whether the engine uses the opening book.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct BookChoice {
    /// Do not use the opening book
    #[arg(long)]
    no_book: bool,
}

impl BookChoice {
    /// The variant's book, if it has one and it is enabled.
    pub(crate) fn of(self, variant: Variant) -> Option<&'static Book> {
        Book::built_in(variant).filter(|_| !self.no_book)
    }
}
