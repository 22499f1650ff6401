//! All parts of a game's actor, in the order in which they are called.

use tokio::time::Instant;

use crate::live::actor::cluster_sync::ClusterSync;
use crate::live::actor::conditionals::ConditionalMoves;
use crate::live::actor::core::Core;
use crate::live::actor::engine_seat::EngineSeat;
use crate::live::actor::friend_presence::FriendPresence;
use crate::live::actor::part::ActorPart;
use crate::live::actor::results::Results;
use crate::live::teams::TeamTable;

/// All parts of an actor.
pub(crate) struct Parts {
    pub(crate) conditionals: ConditionalMoves,
    pub(crate) engine: EngineSeat,
    pub(crate) results: Results,
    /// Present in a game that teams play.
    pub(crate) teams: Option<Box<TeamTable>>,
    pub(crate) friends: FriendPresence,
    pub(crate) cluster: ClusterSync,
}

impl Parts {
    /// Lets all parts react to the events since a version, until no reaction stores a further
    /// event.
    pub(crate) async fn on_event(&mut self, core: &mut Core, mut since: u32) {
        loop {
            let version = core.version();
            self.conditionals.on_event(core, since).await;
            self.engine.on_event(core, since).await;
            self.results.on_event(core, since).await;
            self.teams.on_event(core, since).await;
            self.friends.on_event(core, since).await;
            self.cluster.on_event(core, since).await;
            if core.version() == version || core.is_lost() {
                return;
            }
            since = version;
        }
    }

    /// When the first part is due.
    pub(crate) fn next_due(&self, core: &Core) -> Option<Instant> {
        let due = [
            self.conditionals.next_due(core),
            self.engine.next_due(core),
            self.results.next_due(core),
            self.teams.next_due(core),
            self.friends.next_due(core),
            self.cluster.next_due(core),
        ];
        due.into_iter().flatten().min()
    }

    /// Wakes the parts that are due.
    pub(crate) async fn on_due(&mut self, core: &mut Core, now: Instant) {
        wake(&mut self.conditionals, core, now).await;
        wake(&mut self.engine, core, now).await;
        wake(&mut self.results, core, now).await;
        wake(&mut self.teams, core, now).await;
        wake(&mut self.friends, core, now).await;
        wake(&mut self.cluster, core, now).await;
    }
}

async fn wake(part: &mut impl ActorPart, core: &mut Core, now: Instant) {
    if part.next_due(core).is_some_and(|due| due <= now) {
        part.on_due(core, now).await;
    }
}
