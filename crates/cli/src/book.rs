//! The opening book for the commands that play games.

use damier_engine::Book;
use damier_rules::Variant;

/// Whether moves are taken from the opening book.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct BookChoice {
    /// Let the engine think from the first move on, in place of taking moves from its opening book
    #[arg(long)]
    no_book: bool,
}

impl BookChoice {
    /// The book to play a game from, if it has one and is wanted.
    pub(crate) fn of(self, variant: Variant) -> Option<&'static Book> {
        Book::built_in(variant).filter(|_| !self.no_book)
    }
}
