//! All actors that are open on this node, and whether moves can be taken at all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_people::LiveStore;
use damier_people::accounts::AccountId;
use damier_people::live::{Attendance, LiveGame};
use damier_session::{GameId, SeatRole, Side};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::timeout;

use crate::client::ClientNetwork;
use crate::clock::WallClock;
use crate::friends::presence::Here;
use crate::live::actor::{ActorContext, ActorMessage, GameActor};
use crate::live::cluster::Cluster;
use crate::live::cluster_message::ClusterMessage;
use crate::live::engine::{EngineBusy, EngineDemand, ReservedBoards, ServerEngine};
use crate::live::heartbeat::Heartbeat;
use crate::metrics::Metrics;
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// How many calls wait for an actor before those who call wait themselves.
const CALLS: usize = 64;

/// How long the server waits for the answer of one actor, which may wait for the store: it has others to call.
const ANSWERS: Duration = Duration::from_secs(2);

/// The actors of this node.
pub(crate) struct GameActors {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heartbeat: Arc<Heartbeat>,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) here: Arc<Here>,
    pub(crate) metrics: Metrics,
    engine: Arc<ServerEngine>,
    pub(crate) pusher: Pusher,
    open: Mutex<HashMap<GameId, mpsc::Sender<ActorMessage>>>,
    begun: broadcast::Sender<GameId>,
    parted: broadcast::Sender<()>,
}

/// The game cannot be reached now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

impl GameActors {
    /// No actor yet.
    pub(crate) fn new(
        store: Arc<dyn LiveStore>,
        clock: Arc<NodeClock>,
        cluster: Cluster,
        metrics: Metrics,
        pusher: Pusher,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            clock,
            heartbeat: Arc::default(),
            cluster: Arc::new(cluster),
            here: Arc::default(),
            metrics,
            engine: Arc::default(),
            pusher,
            open: Mutex::default(),
            begun: broadcast::channel(256).0,
            parted: broadcast::channel(1).0,
        })
    }

    /// Calls the actor of a game, which is opened where it is not.
    pub(crate) async fn send(
        self: &Arc<Self>,
        game: GameId,
        call: ActorMessage,
    ) -> Result<(), Unreachable> {
        let mut call = call;
        // An actor may close just now; the next one will not.
        for _ in 0..3 {
            match self.actor(game).send(call).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => call = back,
            }
            self.forget_closed(game);
        }
        Err(Unreachable)
    }

    /// Calls the actor of a game, which is opened where it is not, and waits for its answer; `None` where there is none in time. What was called
    /// for may be done all the same.
    pub(crate) async fn request<T>(
        self: &Arc<Self>,
        game: GameId,
        call: impl FnOnce(oneshot::Sender<T>) -> ActorMessage,
    ) -> Option<T> {
        let asked = async {
            let (answer, answered) = oneshot::channel();
            self.send(game, call(answer)).await.ok()?;
            answered.await.ok()
        };
        timeout(ANSWERS, asked).await.ok().flatten()
    }

    /// The same if the actor is open.
    pub(crate) async fn request_if_open<T>(
        &self,
        game: GameId,
        call: impl FnOnce(oneshot::Sender<T>) -> ActorMessage,
    ) -> Option<T> {
        let asked = async {
            let (answer, answered) = oneshot::channel();
            let is_open = self.send_if_open(game, call(answer)).await;
            if is_open { answered.await.ok() } else { None }
        };
        timeout(ANSWERS, asked).await.ok().flatten()
    }

    /// Calls the actor of a game if it is open.
    pub(crate) async fn send_if_open(&self, game: GameId, call: ActorMessage) -> bool {
        let actor = self.open().get(&game).cloned();
        match actor {
            Some(actor) => actor.send(call).await.is_ok(),
            None => false,
        }
    }

    /// Calls the actor of a game if it is open and not so busy that one would have to wait.
    pub(crate) fn try_send_if_open(&self, game: GameId, call: ActorMessage) -> bool {
        let actor = self.open().get(&game).cloned();
        actor.is_some_and(|actor| actor.try_send(call).is_ok())
    }

    /// The player of a side counts as connected to a game until a moment, though he has no connection to its actor. Answers whether there is an actor
    /// here, which tells the other nodes.
    pub(crate) fn attend(&self, game: GameId, side: Side, until_ms: u64) -> bool {
        self.try_send_if_open(game, ActorMessage::Attend { side, until_ms })
    }

    /// Tells other nodes that the player of a side is here, where the game has no actor here that would.
    pub(crate) fn broadcast_attending(&self, game: GameId, side: Side) {
        let mut players = [false; 2];
        players[side.index()] = true;
        let attendance = Attendance {
            players,
            watching: 0,
        };
        let number = self.cluster.next_word();
        self.cluster
            .publish(ClusterMessage::attendance(game, number, attendance));
    }

    /// Tells those who wait for it, on all nodes, that a game has begun, or that a challenge waits no longer: who has offered it, and the programs whose
    /// game it is.
    pub(crate) fn notify_started(&self, game: GameId) {
        self.notify_started_here(game);
        let game = game.to_string();
        self.cluster.publish(ClusterMessage::Begun { game });
    }

    /// The same on this node alone.
    pub(crate) fn notify_started_here(&self, game: GameId) {
        let _ = self.begun.send(game); // nobody waits
    }

    /// Tells those who are at a game, on all nodes, that a player wants another one, or that it has begun.
    pub(crate) async fn notify_rematch(&self, game: GameId, by: Side, next: Option<GameId>) {
        self.send_if_open(game, ActorMessage::Rematch { by, game: next })
            .await;
        self.cluster.publish(ClusterMessage::Rematch {
            game: game.to_string(),
            by,
            next: next.map(|next| next.to_string()),
        });
    }

    /// Tells the actor of a game, where it is open here, that a captain was named. The other nodes look for it themselves.
    pub(crate) async fn notify_captain_change(&self, game: GameId) {
        self.send_if_open(game, ActorMessage::HearCaptains).await;
    }

    /// Notes that an account looks at the lobby.
    pub(crate) fn note_in_lobby(&self, account: AccountId) {
        if self.here.note(account, None, self.clock.now_ms()) {
            self.cluster.publish(ClusterMessage::here(account, None));
        }
    }

    /// The games that begin from now on, as far as this node hears of it.
    pub(crate) fn subscribe_started(&self) -> broadcast::Receiver<GameId> {
        self.begun.subscribe()
    }

    /// Two have parted, or somebody lets friends look on no longer: those who do so here look whether they still may.
    pub(crate) fn notify_unfriended(&self) {
        let _ = self.parted.send(()); // nobody looks on
    }

    /// Whenever two part on this node, from now on.
    pub(crate) fn subscribe_unfriended(&self) -> broadcast::Receiver<()> {
        self.parted.subscribe()
    }

    /// Whether the server may do on this node what changes games: it knows what time it is, and that no time is being lost.
    pub(crate) fn may_change_games(&self) -> bool {
        self.clock.is_sure() && self.heartbeat.is_alive(self.clock.now_ms())
    }

    /// Keeps boards of the computer of this node for games that are to begin from there, each of which takes so much of it: for all of them, or for none.
    pub(crate) fn reserve(
        &self,
        from: IpAddr,
        games: &[(GameId, EngineDemand)],
    ) -> Result<ReservedBoards, EngineBusy> {
        let site = ClientNetwork::of(from).site();
        self.engine.boards().reserve(site, games)
    }

    /// The same for one game. Where there are too many in which the computer plays itself, those of the same place make way that nobody watches any more,
    /// the oldest first, until there is actor.
    pub(crate) async fn reserve_engine(
        &self,
        from: IpAddr,
        game: GameId,
        demand: EngineDemand,
    ) -> Result<ReservedBoards, EngineBusy> {
        let wanted = [(game, demand)];
        let mut reserved = self.reserve(from, &wanted);
        let is_full = |reserved: &Result<ReservedBoards, EngineBusy>| {
            let why = reserved.as_ref().err();
            why.is_some_and(|why| why.is_of_games_alone())
        };
        if !is_full(&reserved) {
            return reserved;
        }
        let site = ClientNetwork::of(from).site();
        for other in self.engine.boards().alone_from(site) {
            let call = |answer| ActorMessage::MakeWay { answer };
            if self.request_if_open(other, call).await == Some(true) {
                // Somebody else may have been faster.
                reserved = self.reserve(from, &wanted);
                if !is_full(&reserved) {
                    break;
                }
            }
        }
        reserved
    }

    /// Notes from where a game against the computer has begun.
    pub(crate) fn note_started_from(&self, game: GameId, from: IpAddr) {
        let site = ClientNetwork::of(from).site();
        self.engine.boards().note_started_from(game, site);
    }

    /// Notes from where a player has come to the board of a game, if the computer plays there.
    pub(crate) fn note_played_from(&self, game: GameId, role: SeatRole, from: IpAddr) {
        if let SeatRole::Player(_) = role {
            let site = ClientNetwork::of(from).site();
            self.engine.boards().note_played_from(game, site);
        }
    }

    /// Whether the actor of a game is open.
    pub(crate) fn is_open(&self, game: GameId) -> bool {
        self.open().contains_key(&game)
    }

    /// Whether this program cannot read what is kept of a game, now or later. Asked where its actor has not answered, as one does that could not be
    /// opened.
    pub(crate) async fn is_unreadable(&self, game: GameId) -> bool {
        let opened = LiveGame::open(&*self.store, game).await;
        opened.is_err_and(|error| error.is_of_this_game())
    }

    /// How many actors are open.
    pub(crate) fn count(&self) -> usize {
        self.open().len()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<ActorMessage>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn actor(self: &Arc<Self>, game: GameId) -> mpsc::Sender<ActorMessage> {
        let mut open = self.open();
        if let Some(actor) = open.get(&game) {
            return actor.clone();
        }
        let (sender, calls) = mpsc::channel(CALLS);
        open.insert(game, sender.clone());
        drop(open);
        tokio::spawn(live(self.clone(), game, calls));
        sender
    }

    /// Opens an actor in which nothing is ever answered while what this returns is held.
    #[cfg(test)]
    pub(crate) fn stuck_actor(&self, game: GameId) -> mpsc::Receiver<ActorMessage> {
        let (sender, calls) = mpsc::channel(CALLS);
        self.open().insert(game, sender);
        calls
    }

    fn forget_closed(&self, game: GameId) {
        let mut open = self.open();
        if open.get(&game).is_some_and(mpsc::Sender::is_closed) {
            open.remove(&game);
        }
    }
}

/// The task of an actor, from its opening to its end.
async fn live(actors: Arc<GameActors>, game: GameId, mut calls: mpsc::Receiver<ActorMessage>) {
    let surroundings = ActorContext {
        store: actors.store.clone(),
        clock: actors.clock.clone(),
        heartbeat: actors.heartbeat.clone(),
        cluster: actors.cluster.clone(),
        here: actors.here.clone(),
        engine: actors.engine.clone(),
        pusher: actors.pusher.clone(),
    };
    let opened = Box::pin(GameActor::open(surroundings, game)).await;
    match opened.map(|actor| actor.map(Box::new)) {
        Ok(Some(actor)) => actor.run(&mut calls).await,
        Ok(None) => tracing::warn!(%game, "there is no such game"),
        Err(error) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be opened");
        }
    }
    // Calls that are in the queue by now are lost: whoever waits for an answer sees that, and calls again.
    calls.close();
    actors.forget_closed(game);
}
