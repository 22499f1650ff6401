//! The registry of this node's open actors. Sending a message to a game opens its actor if
//! necessary.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;
use damier_people::accounts::AccountId;
use damier_people::live::{ConnectionCounts, LiveGame};
use damier_session::{GameId, SeatRole, Side, Want};
use parking_lot::Mutex;
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::timeout;

use crate::client::ClientNetwork;
use crate::clock::WallClock;
use crate::friends::presence::OnlineAccounts;
use crate::live::actor::{ActorContext, ActorMessage, BackgroundCommand, CommandReply, GameActor};
use crate::live::cluster::Cluster;
use crate::live::cluster_message::ClusterMessage;
use crate::live::engine::{EngineBusy, EngineDemand, ReservedBoards, ServerEngine};
use crate::live::game_over::OnGameOver;
use crate::live::heartbeat::Heartbeat;
use crate::metrics::Metrics;
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// The length of an actor's message queue; senders wait if it is full.
const QUEUED_MESSAGES: usize = 64;

/// The timeout of a request to an actor, which may wait for the store.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// The actors of this node, and their shared state.
pub(crate) struct GameActors {
    pub(crate) ports: Ports,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heartbeat: Arc<Heartbeat>,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) here: Arc<OnlineAccounts>,
    pub(crate) metrics: Metrics,
    engine: Arc<ServerEngine>,
    pub(crate) pusher: Pusher,
    pub(crate) on_game_over: Arc<[OnGameOver]>,
    open: Mutex<HashMap<GameId, mpsc::Sender<ActorMessage>>>,
    begun: broadcast::Sender<GameId>,
    parted: broadcast::Sender<()>,
}

/// The game cannot be reached now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

impl GameActors {
    /// A registry without open actors.
    pub(crate) fn new(
        ports: Ports,
        clock: Arc<NodeClock>,
        cluster: Cluster,
        metrics: Metrics,
        pusher: Pusher,
        on_game_over: Vec<OnGameOver>,
    ) -> Arc<Self> {
        Arc::new(Self {
            ports,
            clock,
            heartbeat: Arc::default(),
            cluster: Arc::new(cluster),
            here: Arc::default(),
            metrics,
            engine: Arc::default(),
            pusher,
            on_game_over: on_game_over.into(),
            open: Mutex::default(),
            begun: broadcast::channel(256).0,
            parted: broadcast::channel(1).0,
        })
    }

    /// Sends a message to the actor of a game, which is opened if it is not.
    pub(crate) async fn send(
        self: &Arc<Self>,
        game: GameId,
        message: ActorMessage,
    ) -> Result<(), Unreachable> {
        let mut message = message;
        // An actor may be closing; the next one is fresh.
        for _ in 0..3 {
            match self.actor(game).send(message).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => message = back,
            }
            self.forget_closed(game);
        }
        Err(Unreachable)
    }

    /// Sends a request to the actor of a game, which is opened if it is not; `None` after a
    /// timeout, although it may still be executed.
    pub(crate) async fn request<T>(
        self: &Arc<Self>,
        game: GameId,
        message: impl FnOnce(oneshot::Sender<T>) -> ActorMessage,
    ) -> Option<T> {
        let asked = async {
            let (answer, answered) = oneshot::channel();
            self.send(game, message(answer)).await.ok()?;
            answered.await.ok()
        };
        timeout(ANSWER_TIMEOUT, asked).await.ok().flatten()
    }

    /// Checks a game whose deadline may have passed. Returns whether it was done in time.
    pub(crate) async fn check_deadline(self: &Arc<Self>, game: GameId) -> bool {
        let message = |answer| BackgroundCommand::CheckDeadline { answer }.into();
        self.request(game, message).await.is_some()
    }

    /// Completes what a stopped node may have left: a conditional move or the engine's move.
    pub(crate) async fn resume(self: &Arc<Self>, game: GameId) {
        let message = |answer| BackgroundCommand::Resume { answer }.into();
        self.request(game, message).await;
    }

    /// Pauses the clocks of a class's game until this time, or resumes them (`None`). Returns
    /// whether nothing is left to do.
    pub(crate) async fn hold(self: &Arc<Self>, game: GameId, until_ms: Option<u64>) -> bool {
        let message = |answer| BackgroundCommand::Hold { until_ms, answer }.into();
        self.request(game, message).await == Some(true)
    }

    /// Acts on behalf of a player, once for each purpose; `None` if the actor does not reply in
    /// time.
    pub(crate) async fn act_for(
        self: &Arc<Self>,
        game: GameId,
        side: Side,
        purpose: &'static str,
        want: Want,
    ) -> Option<CommandReply> {
        let message = |answer| ActorMessage::ActFor {
            side,
            purpose,
            want,
            answer,
        };
        self.request(game, message).await
    }

    /// Sends a request to the actor of a game if it is open.
    pub(crate) async fn request_if_open<T>(
        &self,
        game: GameId,
        message: impl FnOnce(oneshot::Sender<T>) -> ActorMessage,
    ) -> Option<T> {
        let asked = async {
            let (answer, answered) = oneshot::channel();
            let is_open = self.send_if_open(game, message(answer)).await;
            if is_open { answered.await.ok() } else { None }
        };
        timeout(ANSWER_TIMEOUT, asked).await.ok().flatten()
    }

    /// Sends a message to the actor of a game if it is open.
    pub(crate) async fn send_if_open(&self, game: GameId, message: ActorMessage) -> bool {
        let actor = self.open.lock().get(&game).cloned();
        match actor {
            Some(actor) => actor.send(message).await.is_ok(),
            None => false,
        }
    }

    /// Sends a message to the actor of a game if it is open and its queue is not full.
    pub(crate) fn try_send_if_open(&self, game: GameId, message: ActorMessage) -> bool {
        let actor = self.open.lock().get(&game).cloned();
        actor.is_some_and(|actor| actor.try_send(message).is_ok())
    }

    /// Counts the player of a side as connected until this time. Returns whether an actor is open
    /// here, which notifies other nodes.
    pub(crate) fn attend(&self, game: GameId, side: Side, until_ms: u64) -> bool {
        self.try_send_if_open(game, ActorMessage::Attend { side, until_ms })
    }

    /// Notifies other nodes that the player of a side is connected, if no actor is open here to do
    /// it.
    pub(crate) fn broadcast_attending(&self, game: GameId, side: Side) {
        let mut players = [false; 2];
        players[side.index()] = true;
        let attendance = ConnectionCounts {
            players,
            watching: 0,
        };
        let number = self.cluster.next_number();
        self.cluster
            .publish(ClusterMessage::attendance(game, number, attendance));
    }

    /// Notifies waiting sockets and bots on all nodes that a game has begun or a challenge was
    /// closed.
    pub(crate) fn notify_started(&self, game: GameId) {
        self.notify_started_here(game);
        let game = game.to_string();
        self.cluster.publish(ClusterMessage::Begun { game });
    }

    /// The same on this node only.
    pub(crate) fn notify_started_here(&self, game: GameId) {
        let _ = self.begun.send(game); // without receivers the message is lost
    }

    /// Notifies the members of a game, on all nodes, that a player offers a rematch, or that it has
    /// begun.
    pub(crate) async fn notify_rematch(&self, game: GameId, by: Side, next: Option<GameId>) {
        self.send_if_open(game, ActorMessage::Rematch { by, game: next })
            .await;
        self.cluster.publish(ClusterMessage::Rematch {
            game: game.to_string(),
            by,
            next: next.map(|next| next.to_string()),
        });
    }

    /// Notifies the actor of a game on this node that a captain was named. Other nodes read it
    /// themselves.
    pub(crate) async fn notify_captain_change(&self, game: GameId) {
        self.send_if_open(game, ActorMessage::CaptainChanged).await;
    }

    /// Records that an account is in the lobby.
    pub(crate) fn note_in_lobby(&self, account: AccountId) {
        if self.here.note(account, None, self.clock.now_ms()) {
            self.cluster.publish(ClusterMessage::here(account, None));
        }
    }

    /// Subscribes to games that begin, and challenges that end.
    pub(crate) fn subscribe_started(&self) -> broadcast::Receiver<GameId> {
        self.begun.subscribe()
    }

    /// Notifies spectators of this node who watch as friends that a friendship or its permission to
    /// watch has ended.
    pub(crate) fn notify_unfriended(&self) {
        let _ = self.parted.send(()); // without receivers the message is lost
    }

    /// Subscribes to friendships that end on this node.
    pub(crate) fn subscribe_unfriended(&self) -> broadcast::Receiver<()> {
        self.parted.subscribe()
    }

    /// Whether background tasks of this node may change games: its clock is reliable, and it
    /// accepts moves.
    pub(crate) fn may_change_games(&self) -> bool {
        self.clock.is_sure() && self.heartbeat.is_alive(self.clock.now_ms())
    }

    /// Reserves engine capacity for new games of a client: for all of them, or for none.
    pub(crate) fn reserve_engine(
        &self,
        from: IpAddr,
        games: &[(GameId, EngineDemand)],
    ) -> Result<ReservedBoards, EngineBusy> {
        let site = ClientNetwork::of(from).site();
        self.engine.boards().reserve(site, games)
    }

    /// Records the client network of a new game against the engine.
    pub(crate) fn note_started_from(&self, game: GameId, from: IpAddr) {
        let site = ClientNetwork::of(from).site();
        self.engine.boards().note_started_from(game, site);
    }

    /// Records the client network of a player who connects to a game against the engine.
    pub(crate) fn note_played_from(&self, game: GameId, role: SeatRole, from: IpAddr) {
        if let SeatRole::Player(_) = role {
            let site = ClientNetwork::of(from).site();
            self.engine.boards().note_played_from(game, site);
        }
    }

    /// Whether the actor of a game is open.
    pub(crate) fn is_open(&self, game: GameId) -> bool {
        self.open.lock().contains_key(&game)
    }

    /// Whether this version cannot read the journal of a game, now or later. Its actor cannot be
    /// opened, and does not reply.
    pub(crate) async fn is_unreadable(&self, game: GameId) -> bool {
        let opened = LiveGame::open(&*self.ports.journal, game).await;
        opened.is_err_and(|error| error.is_of_this_game())
    }

    /// How many actors are open.
    pub(crate) fn count(&self) -> usize {
        self.open.lock().len()
    }

    fn actor(self: &Arc<Self>, game: GameId) -> mpsc::Sender<ActorMessage> {
        let mut open = self.open.lock();
        if let Some(actor) = open.get(&game) {
            return actor.clone();
        }
        let (sender, messages) = mpsc::channel(QUEUED_MESSAGES);
        open.insert(game, sender.clone());
        drop(open);
        tokio::spawn(run_actor(self.clone(), game, messages));
        sender
    }

    /// Opens an actor that never answers while the returned receiver is held.
    #[cfg(test)]
    pub(crate) fn stuck_actor(&self, game: GameId) -> mpsc::Receiver<ActorMessage> {
        let (sender, messages) = mpsc::channel(QUEUED_MESSAGES);
        self.open.lock().insert(game, sender);
        messages
    }

    fn forget_closed(&self, game: GameId) {
        let mut open = self.open.lock();
        if open.get(&game).is_some_and(mpsc::Sender::is_closed) {
            open.remove(&game);
        }
    }
}

/// The task of an actor, from its opening to its end.
async fn run_actor(
    actors: Arc<GameActors>,
    game: GameId,
    mut messages: mpsc::Receiver<ActorMessage>,
) {
    let context = ActorContext {
        ports: actors.ports.clone(),
        clock: actors.clock.clone(),
        heartbeat: actors.heartbeat.clone(),
        cluster: actors.cluster.clone(),
        here: actors.here.clone(),
        engine: actors.engine.clone(),
        pusher: actors.pusher.clone(),
        on_game_over: actors.on_game_over.clone(),
    };
    let opened = Box::pin(GameActor::open(context, game)).await;
    match opened.map(|actor| actor.map(Box::new)) {
        Ok(Some(actor)) => actor.run(&mut messages).await,
        Ok(None) => tracing::warn!(%game, "there is no such game"),
        Err(error) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be opened");
        }
    }
    // Queued messages are lost. Senders that wait for a reply notice, and send again.
    messages.close();
    actors.forget_closed(game);
}
