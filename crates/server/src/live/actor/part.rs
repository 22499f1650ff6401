//! The interface of an actor's parts. A part is a responsibility besides the core (game, members,
//! storing, sending): it reacts to events, handles its own messages and has its own timer. Parts do
//! not know each other.

use tokio::time::Instant;

use crate::live::actor::core::Core;

/// A part of an actor. Its own messages (`on_command`, `on_enter`) are not in this trait.
pub(crate) trait ActorPart {
    /// Reacts after each step of the actor. Events after version `since` are new; members may have
    /// changed.
    async fn on_event(&mut self, _core: &mut Core, _since: u32) {}

    /// When the actor must wake this part; `None` without pending work.
    fn next_due(&self, _core: &Core) -> Option<Instant> {
        None
    }

    /// Performs due work. Called once [`ActorPart::next_due`] has passed.
    async fn on_due(&mut self, _core: &mut Core, _now: Instant) {}
}

impl<P: ActorPart> ActorPart for Option<Box<P>> {
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
