//! Single moves in brackets, in which some books write the replies of Black.

use crate::pdn::game::Item;

/// The moves in brackets since the last number of a move.
#[derive(Default)]
pub(super) struct Replies {
    /// The variation that is open, if it may be a reply.
    open: Option<Reply>,
    /// The variations that may be replies: only one of them can be.
    found: Vec<Reply>,
    /// Whether this game has replies in brackets.
    pub(super) were_taken: bool,
}

/// A variation with one move.
#[derive(Clone, Copy)]
pub(super) struct Reply {
    /// The indices of the items that open and close it.
    pub(super) open: usize,
    pub(super) close: usize,
    /// The moves of the main line before it.
    pub(super) plies: u32,
    moves: u32,
}

impl Replies {
    /// A variation with numbers of moves is no reply.
    pub(super) fn has_number(&mut self) {
        self.open = None;
    }

    /// Takes the next item of a game, its index, how many variations are open before it, and the
    /// moves of the main line before it.
    pub(super) fn take_item(&mut self, item: &Item, index: usize, depth: usize, plies: u32) {
        match (item, depth) {
            (Item::Open, 0) => {
                self.open = Some(Reply {
                    open: index,
                    close: index,
                    plies,
                    moves: 0,
                });
            }
            (Item::Close, 1) => {
                let closed = self.open.take().filter(|open| open.moves == 1);
                self.found.extend(closed.map(|open| Reply {
                    close: index,
                    ..open
                }));
            }
            (Item::Move(_), 1) => {
                if let Some(open) = &mut self.open {
                    open.moves += 1;
                }
            }
            (Item::Open | Item::Close | Item::Unknown | Item::Setup(_), 1..) => self.open = None,
            _ => {}
        }
    }

    /// Returns the only variation that may be a reply, and forgets all of them.
    pub(super) fn take(&mut self) -> Option<Reply> {
        let only = self.found.first().copied();
        let count = self.found.len();
        self.found.clear();
        only.filter(|_| count == 1)
    }
}
