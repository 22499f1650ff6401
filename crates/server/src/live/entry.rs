//! That somebody was let into an actor. Whoever is let in leaves when this is dropped, wherever it has come by then: also on its way back to a
//! request that nobody waits for any more.

use std::fmt;

use crate::live::members::MemberId;

/// How a member leaves.
pub(crate) type Leave = Box<dyn FnOnce(MemberId) + Send + Sync>;

/// Nobody is let in now, since it cannot be read how the game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StateUnknown;

/// A member of an actor, until it is dropped.
pub(crate) struct Entry {
    member: MemberId,
    leave: Option<Leave>,
}

impl Entry {
    pub(crate) fn new(member: MemberId, leave: Leave) -> Self {
        Self {
            member,
            leave: Some(leave),
        }
    }

    pub(crate) fn member(&self) -> MemberId {
        self.member
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        if let Some(leave) = self.leave.take() {
            leave(self.member);
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("member", &self.member)
            .finish_non_exhaustive()
    }
}
