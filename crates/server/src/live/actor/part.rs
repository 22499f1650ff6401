//! What the parts of a game's actor have in common. A part is what the actor does besides its core
//! (game, members, storing, sending): it reacts to events, handles its own messages and says when
//! it is due. Parts do not know each other.

use tokio::time::Instant;

use crate::live::actor::core::Core;

/// One part. What it is sent by name (`on_command`, `on_enter`) is its own; this is what all have
/// in common.
pub(crate) trait Part {
    /// Reacts after each step of the actor. Events after version `since` are new; members may have
    /// come or gone.
    async fn on_event(&mut self, _core: &mut Core, _since: u32) {}

    /// When the actor is to wake this part; `None` while it has nothing to do later.
    fn next_due(&self, _core: &Core) -> Option<Instant> {
        None
    }

    /// Does what is due at `now`. Called once [`Part::next_due`] has come.
    async fn on_due(&mut self, _core: &mut Core, _now: Instant) {}
}

impl<P: Part> Part for Option<Box<P>> {
    async fn on_event(&mut self, core: &mut Core, since: u32) {
        if let Some(part) = self {
            part.on_event(core, since).await;
        }
    }

    fn next_due(&self, core: &Core) -> Option<Instant> {
        self.as_ref()?.next_due(core)
    }

    async fn on_due(&mut self, core: &mut Core, now: Instant) {
        if let Some(part) = self {
            part.on_due(core, now).await;
        }
    }
}
