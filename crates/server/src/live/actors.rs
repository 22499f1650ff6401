//! All rooms that are open on this node, and whether moves can be taken at all.

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
use crate::live::actor::{Call, Room, Surroundings};
use crate::live::cluster::Neighbours;
use crate::live::cluster_message::News;
use crate::live::engine::{Computers, Demand, NoBoard, ReservedBoards};
use crate::live::heartbeat::Heart;
use crate::metrics::Metrics;
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// How many calls wait for a room before those who call wait themselves.
const CALLS: usize = 64;

/// How long the house waits for the answer of one room, which may wait for the store: it has others to call.
const ANSWERS: Duration = Duration::from_secs(2);

/// The rooms of this node.
pub(crate) struct Rooms {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heart: Arc<Heart>,
    pub(crate) neighbours: Arc<Neighbours>,
    pub(crate) here: Arc<Here>,
    pub(crate) metrics: Metrics,
    computers: Arc<Computers>,
    pub(crate) pusher: Pusher,
    open: Mutex<HashMap<GameId, mpsc::Sender<Call>>>,
    begun: broadcast::Sender<GameId>,
    parted: broadcast::Sender<()>,
}

/// The game cannot be reached now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unreachable;

impl Rooms {
    /// No room yet.
    pub(crate) fn new(
        store: Arc<dyn LiveStore>,
        clock: Arc<NodeClock>,
        neighbours: Neighbours,
        metrics: Metrics,
        pusher: Pusher,
    ) -> Arc<Self> {
        Arc::new(Self {
            store,
            clock,
            heart: Arc::default(),
            neighbours: Arc::new(neighbours),
            here: Arc::default(),
            metrics,
            computers: Arc::default(),
            pusher,
            open: Mutex::default(),
            begun: broadcast::channel(256).0,
            parted: broadcast::channel(1).0,
        })
    }

    /// Calls the room of a game, which is opened where it is not.
    pub(crate) async fn call(
        self: &Arc<Self>,
        game: GameId,
        call: Call,
    ) -> Result<(), Unreachable> {
        let mut call = call;
        // A room may close just now; the next one will not.
        for _ in 0..3 {
            match self.room(game).send(call).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => call = back,
            }
            self.forget_closed(game);
        }
        Err(Unreachable)
    }

    /// Calls the room of a game, which is opened where it is not, and waits for its answer; `None` where there is none in time. What was called
    /// for may be done all the same.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        game: GameId,
        call: impl FnOnce(oneshot::Sender<T>) -> Call,
    ) -> Option<T> {
        let asked = async {
            let (answer, answered) = oneshot::channel();
            self.call(game, call(answer)).await.ok()?;
            answered.await.ok()
        };
        timeout(ANSWERS, asked).await.ok().flatten()
    }

    /// The same if the room is open.
    pub(crate) async fn ask_if_open<T>(
        &self,
        game: GameId,
        call: impl FnOnce(oneshot::Sender<T>) -> Call,
    ) -> Option<T> {
        let asked = async {
            let (answer, answered) = oneshot::channel();
            let is_open = self.call_if_open(game, call(answer)).await;
            if is_open { answered.await.ok() } else { None }
        };
        timeout(ANSWERS, asked).await.ok().flatten()
    }

    /// Calls the room of a game if it is open.
    pub(crate) async fn call_if_open(&self, game: GameId, call: Call) -> bool {
        let room = self.open().get(&game).cloned();
        match room {
            Some(room) => room.send(call).await.is_ok(),
            None => false,
        }
    }

    /// Calls the room of a game if it is open and not so busy that one would have to wait.
    pub(crate) fn try_call_if_open(&self, game: GameId, call: Call) -> bool {
        let room = self.open().get(&game).cloned();
        room.is_some_and(|room| room.try_send(call).is_ok())
    }

    /// The player of a side counts as connected to a game until a moment, though he has no connection to its room. Answers whether there is a room
    /// here, which tells the other nodes.
    pub(crate) fn attend(&self, game: GameId, side: Side, until_ms: u64) -> bool {
        self.try_call_if_open(game, Call::Attend { side, until_ms })
    }

    /// Tells other nodes that the player of a side is here, where the game has no room here that would.
    pub(crate) fn tell_attends(&self, game: GameId, side: Side) {
        let mut players = [false; 2];
        players[side.index()] = true;
        let attendance = Attendance {
            players,
            watching: 0,
        };
        let number = self.neighbours.next_word();
        self.neighbours
            .tell(News::attendance(game, number, attendance));
    }

    /// Tells those who wait for it, on all nodes, that a game has begun, or that a challenge waits no longer: who has offered it, and the programs whose
    /// game it is.
    pub(crate) fn tell_begun(&self, game: GameId) {
        self.tell_waiting(game);
        let game = game.to_string();
        self.neighbours.tell(News::Begun { game });
    }

    /// The same on this node alone.
    pub(crate) fn tell_waiting(&self, game: GameId) {
        let _ = self.begun.send(game); // nobody waits
    }

    /// Tells those who are at a game, on all nodes, that a player wants another one, or that it has begun.
    pub(crate) async fn tell_rematch(&self, game: GameId, by: Side, next: Option<GameId>) {
        self.call_if_open(game, Call::Rematch { by, game: next })
            .await;
        self.neighbours.tell(News::Rematch {
            game: game.to_string(),
            by,
            next: next.map(|next| next.to_string()),
        });
    }

    /// Tells the room of a game, where it is open here, that a captain was named. The other nodes look for it themselves.
    pub(crate) async fn tell_captain(&self, game: GameId) {
        self.call_if_open(game, Call::HearCaptains).await;
    }

    /// Notes that an account looks at the lobby.
    pub(crate) fn is_in_the_lobby(&self, account: AccountId) {
        if self.here.note(account, None, self.clock.now_ms()) {
            self.neighbours.tell(News::here(account, None));
        }
    }

    /// The games that begin from now on, as far as this node hears of it.
    pub(crate) fn begun(&self) -> broadcast::Receiver<GameId> {
        self.begun.subscribe()
    }

    /// Two have parted, or somebody lets friends look on no longer: those who do so here look whether they still may.
    pub(crate) fn tell_parted(&self) {
        let _ = self.parted.send(()); // nobody looks on
    }

    /// Whenever two part on this node, from now on.
    pub(crate) fn parted(&self) -> broadcast::Receiver<()> {
        self.parted.subscribe()
    }

    /// Whether the house may do on this node what changes games: it knows what time it is, and that no time is being lost.
    pub(crate) fn may_work(&self) -> bool {
        self.clock.is_sure() && self.heart.beats(self.clock.now_ms())
    }

    /// Keeps boards of the computer of this node for games that are to begin from there, each of which takes so much of it: for all of them, or for none.
    pub(crate) fn reserve(
        &self,
        from: IpAddr,
        games: &[(GameId, Demand)],
    ) -> Result<ReservedBoards, NoBoard> {
        let site = ClientNetwork::of(from).site();
        self.computers.boards().reserve(site, games)
    }

    /// The same for one game. Where there are too many in which the computer plays itself, those of the same place make way that nobody watches any more,
    /// the oldest first, until there is room.
    pub(crate) async fn reserve_one(
        &self,
        from: IpAddr,
        game: GameId,
        demand: Demand,
    ) -> Result<ReservedBoards, NoBoard> {
        let wanted = [(game, demand)];
        let mut reserved = self.reserve(from, &wanted);
        let is_full = |reserved: &Result<ReservedBoards, NoBoard>| {
            let why = reserved.as_ref().err();
            why.is_some_and(|why| why.is_of_games_alone())
        };
        if !is_full(&reserved) {
            return reserved;
        }
        let site = ClientNetwork::of(from).site();
        for other in self.computers.boards().alone_from(site) {
            let call = |answer| Call::MakeWay { answer };
            if self.ask_if_open(other, call).await == Some(true) {
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
    pub(crate) fn begins_from(&self, game: GameId, from: IpAddr) {
        let site = ClientNetwork::of(from).site();
        self.computers.boards().begins_from(game, site);
    }

    /// Notes from where a player has come to the board of a game, if the computer plays there.
    pub(crate) fn is_played_from(&self, game: GameId, role: SeatRole, from: IpAddr) {
        if let SeatRole::Player(_) = role {
            let site = ClientNetwork::of(from).site();
            self.computers.boards().is_played_from(game, site);
        }
    }

    /// Whether the room of a game is open.
    pub(crate) fn is_open(&self, game: GameId) -> bool {
        self.open().contains_key(&game)
    }

    /// Whether this program cannot read what is kept of a game, now or later. Asked where its room has not answered, as one does that could not be
    /// opened.
    pub(crate) async fn is_unreadable(&self, game: GameId) -> bool {
        let opened = LiveGame::open(&*self.store, game).await;
        opened.is_err_and(|error| error.is_of_this_game())
    }

    /// How many rooms are open.
    pub(crate) fn count(&self) -> usize {
        self.open().len()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<GameId, mpsc::Sender<Call>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn room(self: &Arc<Self>, game: GameId) -> mpsc::Sender<Call> {
        let mut open = self.open();
        if let Some(room) = open.get(&game) {
            return room.clone();
        }
        let (sender, calls) = mpsc::channel(CALLS);
        open.insert(game, sender.clone());
        drop(open);
        tokio::spawn(live(self.clone(), game, calls));
        sender
    }

    /// Opens a room in which nothing is ever answered while what this returns is held.
    #[cfg(test)]
    pub(crate) fn stuck_room(&self, game: GameId) -> mpsc::Receiver<Call> {
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

/// The task of a room, from its opening to its end.
async fn live(rooms: Arc<Rooms>, game: GameId, mut calls: mpsc::Receiver<Call>) {
    let surroundings = Surroundings {
        store: rooms.store.clone(),
        clock: rooms.clock.clone(),
        heart: rooms.heart.clone(),
        neighbours: rooms.neighbours.clone(),
        here: rooms.here.clone(),
        computers: rooms.computers.clone(),
        pusher: rooms.pusher.clone(),
    };
    let opened = Box::pin(Room::open(surroundings, game)).await;
    match opened.map(|room| room.map(Box::new)) {
        Ok(Some(room)) => room.run(&mut calls).await,
        Ok(None) => tracing::warn!(%game, "there is no such game"),
        Err(error) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game cannot be opened");
        }
    }
    // Calls that are in the queue by now are lost: whoever waits for an answer sees that, and calls again.
    calls.close();
    rooms.forget_closed(game);
}
