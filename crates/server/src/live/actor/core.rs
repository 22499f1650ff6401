//! The core of a game's actor: the game as this node has read it, the connections of this node,
//! storing and sending. The journal is the source of truth; an actor is a cache and can be rebuilt
//! from it at any moment.

use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::live::{ConnectionCounts, LiveError, LiveGame};
use damier_session::{GameId, Session};
use tokio::time::Instant;

use crate::clock::WallClock;
use crate::friends::presence::OnlineAccounts;
use crate::live::cluster::{Cluster, now};
use crate::live::cluster_message::ClusterMessage;
use crate::live::delayed_spectators::DelayedSpectators;
use crate::live::engine::ServerEngine;
use crate::live::game_over::OnGameOver;
use crate::live::heartbeat::{Heartbeat, Outage};
use crate::live::interval::{Every, earlier};
use crate::live::members::Members;
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// How long arrivals and departures of spectators are collected before they are broadcast.
pub(super) const COLLECT: Duration = Duration::from_secs(1);

/// State shared by all actors of a node.
#[derive(Clone)]
pub(crate) struct ActorContext {
    pub(crate) ports: Ports,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heartbeat: Arc<Heartbeat>,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) here: Arc<OnlineAccounts>,
    pub(crate) engine: Arc<ServerEngine>,
    pub(crate) pusher: Pusher,
    pub(crate) on_game_over: Arc<[OnGameOver]>,
}

/// The core of an actor.
pub(crate) struct Core {
    pub(crate) context: ActorContext,
    pub(crate) game: LiveGame,
    pub(crate) members: Members,
    /// When collected changes of presence are broadcast.
    pub(super) presence_due: Option<Instant>,
    /// When to check whether a disconnected side still counts as connected.
    pub(super) attendance_check: Every,
    /// The attendance last published to other nodes.
    pub(super) published: ConnectionCounts,
    pub(super) spectators: DelayedSpectators,
    /// Whether teams play the game.
    pub(super) is_team_game: bool,
    /// The last outage whose time was restored to the players.
    pub(super) restored: Option<Outage>,
    is_lost: bool,
}

impl Core {
    /// Reads a game from the journal; `None` where there is no such game.
    pub(crate) async fn open(context: ActorContext, id: GameId) -> Result<Option<Self>, LiveError> {
        let Some(game) = LiveGame::open(&*context.ports.journal, id).await? else {
            return Ok(None);
        };
        Ok(Some(Self {
            members: Members::none(context.clock.now_ms()),
            presence_due: None,
            attendance_check: Every::new(COLLECT, now()),
            published: ConnectionCounts::default(),
            spectators: DelayedSpectators::of(game.session()),
            is_team_game: false,
            restored: None,
            is_lost: false,
            game,
            context,
        }))
    }

    /// The id of the game.
    pub(crate) fn id(&self) -> GameId {
        self.game.id()
    }

    /// The game as this node has read it.
    pub(crate) fn session(&self) -> &Session {
        self.game.session()
    }

    /// The number of the last event that this node has read.
    pub(crate) fn version(&self) -> u32 {
        self.session().version()
    }

    /// The time by the clock of the node, in Unix milliseconds.
    pub(crate) fn now_ms(&self) -> u64 {
        self.context.clock.now_ms()
    }

    /// Whether other nodes may store events of this game.
    pub(crate) fn is_shared(&self) -> bool {
        self.context.ports.heartbeat.is_shared()
    }

    /// Whether this version cannot read the journal of the game, now or later. Then the actor ends:
    /// its members are disconnected, reconnect, and get the error of an actor that cannot be
    /// opened.
    pub(crate) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Reads and broadcasts events of other nodes. Returns whether this node now has the whole
    /// game.
    pub(crate) async fn catch_up(&mut self) -> bool {
        let before = self.version();
        let read = self.game.catch_up(&*self.context.ports.journal).await;
        // Events read before a failure are broadcast too.
        self.broadcast_since(before);
        match read {
            Ok(_) => true,
            Err(error) => {
                self.warn(&error, "cannot read events of other nodes");
                self.is_lost |= error.is_of_this_game();
                false
            }
        }
    }

    /// Reads events of other nodes, if there are any, or if a client has an event that this node
    /// lacks. Returns whether this node has the whole game: otherwise a client that was connected
    /// to another node could miss its own moves in the response.
    pub(crate) async fn catch_up_to(&mut self, have: u32) -> bool {
        let may_lack = self.is_shared() || have > self.version();
        !may_lack || self.catch_up().await
    }

    /// Reads events of other nodes, if there are any. Returns whether this node has the whole game.
    pub(crate) async fn catch_up_if_shared(&mut self) -> bool {
        !self.is_shared() || self.catch_up().await
    }

    /// Reads the journal again if an error may come from it. An error caused by one stored command
    /// alone does not end the actor: it would be reopened, and end again.
    pub(super) async fn check_journal(&mut self, error: &LiveError) {
        if error.is_of_this_game() {
            self.catch_up().await;
        }
    }

    /// Sends a message about the game to the other nodes.
    pub(crate) fn publish(&self, message: ClusterMessage) {
        self.context.cluster.publish(message);
    }

    /// Publishes the version of the game to the other nodes.
    pub(super) fn publish_version(&self) {
        self.publish(ClusterMessage::Version {
            game: self.id().to_string(),
            version: self.version(),
        });
    }

    /// When the core itself has something to send.
    pub(super) fn next_due(&self) -> Option<Instant> {
        let has_attendants = self.members.has_attendants();
        let attendance = has_attendants.then(|| self.attendance_check.next());
        let spectators = self.spectators.next_due(self.session());
        earlier(self.presence_due, earlier(attendance, spectators))
    }

    /// Sends what the core has to send at `now`.
    pub(super) fn on_due(&mut self, now: Instant) {
        self.send_due_presence(now);
        if self
            .spectators
            .next_due(self.session())
            .is_some_and(|due| due <= now)
        {
            self.send_to_delayed_spectators();
        }
    }

    /// Logs a failure without effect on play.
    pub(super) fn warn(&self, error: &(dyn std::error::Error + 'static), what: &str) {
        tracing::warn!(game = %self.id(), error, "{what}");
    }

    /// Logs a failure that players may notice.
    pub(super) fn error(&self, error: &(dyn std::error::Error + 'static), what: &str) {
        tracing::error!(game = %self.id(), error, "{what}");
    }

    /// The value, or `None` after logging a warning.
    pub(super) fn or_warn<T>(&self, result: Result<T, StoreError>, what: &str) -> Option<T> {
        result.map_err(|error| self.warn(&error, what)).ok()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use damier_people::in_memory::InMemoryStore;
    use damier_session::{GameSettings, SeatRole};
    use tokio::time::sleep;

    use super::*;
    use crate::live::members::MemberId;
    use crate::live::queue::queue;
    use crate::test_support::{actors_with, apart, begin};

    /// The core of the actor of a game that has just begun.
    pub(in crate::live::actor) async fn core(engine: ServerEngine, settings: GameSettings) -> Core {
        let store = Arc::new(InMemoryStore::default());
        let actors = actors_with(&store);
        let id = begin(&*store, 7, settings, 0).await;
        let context = ActorContext {
            ports: Ports::of(&store),
            clock: actors.clock.clone(),
            heartbeat: actors.heartbeat.clone(),
            cluster: actors.cluster.clone(),
            here: actors.here.clone(),
            engine: Arc::new(engine),
            pusher: actors.pusher.clone(),
            on_game_over: actors.on_game_over.clone(),
        };
        Core::open(context, id).await.unwrap().expect("a game")
    }

    #[tokio::test(start_paused = true)]
    async fn changes_among_spectators_are_broadcast_together() {
        let mut core = core(ServerEngine::default(), apart("Awa", "Piet")).await;
        let (queue, mut frames) = queue();
        core.members
            .enter(MemberId::new(), SeatRole::Watcher, queue);
        assert_eq!(core.next_due(), None);
        core.broadcast_presence_soon();
        let due = core.next_due().expect("a broadcast is due");
        sleep(COLLECT / 2).await;
        core.broadcast_presence_soon();
        assert_eq!(
            core.next_due(),
            Some(due),
            "a second change does not delay the first"
        );
        core.on_due(due - COLLECT / 4);
        assert!(frames.waiting().is_empty());
        core.on_due(due);
        assert_eq!(frames.waiting().len(), 1);
        assert_eq!(core.next_due(), None);
    }
}
