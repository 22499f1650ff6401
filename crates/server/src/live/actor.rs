//! The actor of a game: one task on this node, which takes what arrives one after the other. It holds the game as the journal has it, and
//! everybody who is connected here. Opened and found by `actors.rs`. What it tells those who are in it is in `actor/telling.rs`, what it has to do
//! with other nodes in `actor/others.rs`, how it stores a command in `actor/storing.rs` and answers one that comes again in `actor/again.rs`, what the server does when its time has come in `actor/due.rs`, and what follows the end of a game in
//! `actor/aftermath.rs`.

pub(crate) mod accounts;
pub(crate) mod aftermath;
pub(crate) mod due;
pub(crate) mod engine;
pub(crate) mod other_nodes;
pub(crate) mod repeated;
pub(crate) mod sending;
pub(crate) mod storing;

use std::sync::Arc;
use std::time::Duration;

use damier_people::LiveStore;
use damier_people::accounts::AccountId;
use damier_people::live::{Attendance, CommandAnswer, LiveError, LiveGame, NodeId};
use damier_session::{
    Actor, Arrival, Command, CommandId, Event, GameId, IfThen, SeatRole, Session, Side, Want, lag,
};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::clock::WallClock;
use crate::friends::presence::Here;
pub(crate) use crate::live::actor::aftermath::{rematch_of, wish_for_another};
pub(crate) use crate::live::actor::due::give_back;
use crate::live::cluster::Cluster;
use crate::live::cluster_message::ClusterMessage;
use crate::live::conditional_moves::NotKept;
use crate::live::delayed_spectators::DelayedSpectators;
use crate::live::engine::{EngineBoard, EngineSearch, ServerEngine};
use crate::live::entry::{Entry, Leave, StateUnknown};
use crate::live::frames::{Phrase, ToClient};
use crate::live::heartbeat::{Heartbeat, Outage};
use crate::live::members::{MemberId, Members};
use crate::live::queue::Queue;
use crate::live::ratings::BoardRatings;
use crate::live::seats::{SeatHolder, is_client_command_id};
use crate::live::team_frames::{Marks, TeamPhrase};
use crate::live::teams::{RematchVote, TeamTable};
use crate::live::{conditional_moves as answering, engine as server_engine};
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// How long an actor stays open when nobody is in it: for somebody who connects again.
const EMPTY: Duration = Duration::from_secs(30);

/// How long changes among those who watch are collected before they are told.
const GATHER: Duration = Duration::from_secs(1);

/// How often an actor looks after what other nodes may have done, where nodes share a journal: without a bus, it asks the journal each time.
const OTHERS: Duration = Duration::from_millis(500);

/// How often it is noted for their friends that players are here.
const NOTE_HERE: Duration = Duration::from_secs(10);

/// How often those who look on with a delay are shown what is old enough.
const SHOW: Duration = Duration::from_millis(250);

/// How often an actor of teams looks whether time has decided something.
const COUNT: Duration = Duration::from_millis(250);

/// How long after its deadline a flag falls here, in milliseconds: a move that is on its way may arrive until then, and the time that it
/// was on its way is made good.
pub(crate) const GRACE_MS: u64 = lag::MOST_FOR_A_MOVE_MS + 200;

/// What an actor is asked.
pub(crate) enum ActorMessage {
    /// Somebody connects, and has the events up to `have`. The welcome is put into the queue.
    Enter {
        holder: SeatHolder,
        have: u32,
        queue: Queue,
        answer: oneshot::Sender<Result<Entry, StateUnknown>>,
        leave: Leave,
    },
    /// Somebody who is here missed something: the welcome again. Answered once it is in the queue; not where nobody knows now how the game stands.
    Again {
        member: MemberId,
        have: u32,
        answer: oneshot::Sender<()>,
    },
    /// Somebody disconnects.
    Leave { member: MemberId },
    /// A command.
    Act {
        holder: SeatHolder,
        id: CommandId,
        want: Want,
        at: Received,
        answer: oneshot::Sender<CommandReply>,
    },
    /// A word to everybody. Where somebody waits for the answer, it comes once this was said, and nothing is said once he has gone.
    Say {
        by: Side,
        phrase: Phrase,
        answer: Option<oneshot::Sender<()>>,
    },
    /// A word of a member to his team. Answered as the word to everybody.
    Whisper {
        holder: SeatHolder,
        phrase: TeamPhrase,
        answer: Option<oneshot::Sender<()>>,
    },
    /// What a member marks for his team. Answered as the word to everybody.
    Mark {
        holder: SeatHolder,
        marks: Marks,
        answer: Option<oneshot::Sender<()>>,
    },
    /// A captain was named.
    HearCaptains,
    /// A player wants another game, or it has begun.
    Rematch { by: Side, game: Option<GameId> },
    /// A member of a team wants another game; `willing` are those of both teams who are put down for it.
    RematchVote {
        member: u16,
        willing: Vec<u16>,
        answer: oneshot::Sender<Option<RematchVote>>,
    },
    /// A player keeps answers for the opponent's moves.
    KeepConditionals {
        side: Side,
        version: u32,
        branches: Vec<IfThen>,
        answer: oneshot::Sender<Result<Vec<IfThen>, NotKept>>,
    },
    /// The game has gone on past answers that were kept for it.
    Follow { answer: oneshot::Sender<()> },
    /// A player counts as connected until a moment: the host of a simultaneous display, who is at all boards.
    Attend { side: Side, until_ms: u64 },
    /// The server has something done in the name of a player who has asked for it elsewhere. What was done for the same purpose is not done again.
    Carry {
        side: Side,
        purpose: &'static str,
        want: Want,
        answer: oneshot::Sender<CommandReply>,
    },
    /// A class is held until a moment, or goes on (`None`). The answer is whether nothing of this is left to be done.
    Hold {
        until_ms: Option<u64>,
        answer: oneshot::Sender<bool>,
    },
    /// Another node tells something.
    Hear { node: NodeId, news: ClusterMessage },
    /// The deadline of the game has come.
    Look { answer: oneshot::Sender<()> },
    /// An outage is to be given back. The answer is whether nothing of that is left to be done.
    Outage { answer: oneshot::Sender<bool> },
    /// Another game is wanted in which the computer plays itself. The answer is whether the one here has made way for it.
    MakeWay { answer: oneshot::Sender<bool> },
}

/// When a command arrived, and how long it was on its way as far as that was measured.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Received {
    pub(crate) at_ms: u64,
    pub(crate) one_way_ms: u64,
}

/// What became of a command.
#[derive(Debug)]
pub(crate) enum CommandReply {
    /// It is stored.
    Done(Event),
    /// It is what a member of a team wants: kept, and nothing is decided by it yet.
    Noted,
    /// It is refused, and has left no trace.
    Refused {
        code: &'static str,
        detail: String,
        version: u32,
    },
    /// It may be stored or not; sending it again tells.
    Unavailable,
    /// It is not stored: the actor cannot be opened, since this program cannot read what is kept of the game, now or later. No actor says so itself.
    Unreadable,
}

/// What has been done of all that follows the end of a game.
#[derive(Debug)]
struct Aftermath {
    /// Whether nothing is left to be counted.
    is_settled: bool,
    /// Whether the ladder of a club, or a simultaneous display, knows that the game is over, or there is none.
    is_told: bool,
}

impl Aftermath {
    /// Nothing has been done yet.
    fn of(session: &Session) -> Self {
        Self {
            is_settled: !session.settings().rated,
            is_told: false,
        }
    }
}

/// What all actors of a node have in common.
#[derive(Clone)]
pub(crate) struct ActorContext {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heartbeat: Arc<Heartbeat>,
    pub(crate) cluster: Arc<Cluster>,
    pub(crate) here: Arc<Here>,
    pub(crate) engine: Arc<ServerEngine>,
    pub(crate) pusher: Pusher,
}

/// An actor, as its task holds it.
pub(crate) struct GameActor {
    pub(crate) store: Arc<dyn LiveStore>,
    pub(crate) clock: Arc<NodeClock>,
    pub(crate) heartbeat: Arc<Heartbeat>,
    /// The outage whose time was given back here last.
    given_back: Option<Outage>,
    cluster: Arc<Cluster>,
    here: Arc<Here>,
    pusher: Pusher,
    pub(crate) game: LiveGame,
    /// Whose the sides are, as far as that was asked for.
    owners: [Option<AccountId>; 2],
    pub(crate) members: Members,
    engine: Arc<ServerEngine>,
    /// Where the computer plays here, until the game is over.
    computer_board: Option<EngineBoard>,
    /// What the computer thinks, while it does.
    thinking: Option<EngineSearch>,
    /// The version of the game for which the computer has thought or answered last.
    thought: Option<u32>,
    /// Who was here when other nodes were last told.
    told: Attendance,
    /// How often it was looked what other nodes have done.
    looks: u32,
    /// Whether the bus was well when that was looked at last.
    heard: bool,
    spectators: DelayedSpectators,
    /// The teams, in a game of teams.
    pub(crate) teams: Option<TeamTable>,
    /// What is shown beside the names.
    ratings: Option<BoardRatings>,
    aftermath: Aftermath,
    /// Whether those who are here do not know yet who has come or gone.
    untold: bool,
    /// Whether this program cannot read what is kept of the game any more. Then nobody can be told anything here, and the actor ends.
    is_lost: bool,
}

impl GameActor {
    /// Opens the actor of a game; `None` where there is no such game.
    pub(crate) async fn open(
        surroundings: ActorContext,
        id: GameId,
    ) -> Result<Option<Self>, LiveError> {
        let ActorContext {
            store,
            clock,
            heartbeat,
            cluster,
            here,
            engine,
            pusher,
        } = surroundings;
        let game = LiveGame::open(&*store, id).await?;
        let Some(game) = game else {
            return Ok(None);
        };
        let members = Members::none(clock.now_ms());
        let teams = TeamTable::read(&*store, id, clock.now_ms()).await?;
        let mut actor = Self {
            store,
            clock,
            heartbeat,
            given_back: None,
            cluster,
            here,
            pusher,
            owners: [None; 2],
            spectators: DelayedSpectators::of(game.session()),
            aftermath: Aftermath::of(game.session()),
            teams,
            computer_board: engine.boards().open(id, game.session()),
            engine,
            thinking: None,
            thought: None,
            game,
            members,
            told: Attendance::default(),
            looks: 0,
            heard: false,
            ratings: None,
            untold: false,
            is_lost: false,
        };
        actor.read_ratings().await;
        actor.settle().await;
        actor.ask_who_is_there();
        Ok(Some(actor))
    }

    /// Answers calls until nobody is here any more and nobody comes for a while. A vote that time will decide keeps the actor open: for the time of
    /// a vote, ten minutes at most at the board and half a day in a game of days. Where the game cannot be read any more it ends at once: whoever is here
    /// is cut off, connects again, and is told why by the actor that cannot be opened.
    ///
    /// What a call or a tick needs while it is done lives in a box of its own: an actor waits nearly always, and there are many.
    pub(crate) async fn run(mut self: Box<Self>, calls: &mut mpsc::Receiver<ActorMessage>) {
        let mut others = interval(OTHERS);
        others.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut shows = interval(SHOW);
        shows.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut counts = interval(COUNT);
        counts.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut notes = interval(NOTE_HERE);
        notes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut attends = interval(GATHER);
        attends.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut patience = std::pin::pin!(sleep(EMPTY));
        let mut was_untold = false;
        loop {
            // What members have voted for is decided when its time is over, also where nobody is connected by then.
            let consults = self.teams.as_ref().is_some_and(|teams| {
                !self.members.is_empty() || teams.teams().waits_for_time(self.game.session())
            });
            if self.answers_at_once() {
                Box::pin(self.answer_at_once()).await;
                Box::pin(self.settle()).await;
            }
            if self.is_lost {
                return;
            }
            self.have_the_computer_think();
            let (thinks, attended) = (self.thinking.is_some(), self.members.has_attendants());
            let waits = self.spectators.waits(self.game.session());
            let listens = self.store.is_shared() && !self.members.is_empty();
            tokio::select! {
                call = calls.recv() => match call {
                    // Nobody is here to be told, and whoever comes is told what the journal has. It keeps no actor open either.
                    Some(ActorMessage::Hear { node, news }) if self.members.is_empty() => {
                        self.note_attendance(node, &news);
                        continue;
                    }
                    Some(call) => {
                        // What the server looks at again and again keeps no actor open either, in which nobody is.
                        let is_look = matches!(call, ActorMessage::Follow { .. } | ActorMessage::Look { .. })
                            && self.members.is_empty();
                        Box::pin(self.take(call)).await;
                        Box::pin(self.settle()).await;
                        self.tell_teams();
                        if is_look && !self.untold {
                            continue;
                        }
                    }
                    None => return,
                },
                // What the computer thinks is played, also where it had to wait for its turn to think.
                () = patience.as_mut(), if self.untold || !thinks => {
                    if !self.untold {
                        return;
                    }
                    self.tell_presence();
                }
                _ = shows.tick(), if waits => self.show_the_gallery(),
                _ = counts.tick(), if consults => {
                    Box::pin(self.count_votes()).await;
                    Box::pin(self.settle()).await;
                    self.tell_teams();
                }
                _ = others.tick(), if listens => {
                    Box::pin(self.look_around()).await;
                    Box::pin(self.hear_teams()).await;
                }
                _ = notes.tick(), if !self.members.is_empty() => self.note_who_is_here(),
                _ = attends.tick(), if attended => {
                    if self.members.pass_time(self.clock.now_ms()) {
                        self.tell_presence();
                    }
                }
                thought = server_engine::thought(&mut self.thinking), if thinks => {
                    Box::pin(self.play_what_was_thought(thought)).await;
                    Box::pin(self.settle()).await;
                }
            }
            // What goes on meanwhile does not put off what is to be told.
            if !(self.untold && was_untold) {
                patience.set(sleep(match (self.untold, self.members.is_empty()) {
                    (true, _) => GATHER,
                    (false, true) => EMPTY,
                    (false, false) => Duration::MAX,
                }));
            }
            was_untold = self.untold;
        }
    }

    /// Tells what other nodes have stored since this one looked. Answers whether that is known. Where what is stored is nothing that this program can
    /// read, now or later, the actor is lost.
    pub(crate) async fn hear_others(&mut self) -> bool {
        let before = self.game.session().version();
        let read = self.game.catch_up(&*self.store).await;
        // Also what was read before something failed.
        self.tell_since(before);
        match read {
            Ok(_) => true,
            Err(error) => {
                tracing::warn!(game = %self.game.id(), error = &error as &dyn std::error::Error, "what others have stored cannot be read");
                self.is_lost |= error.is_of_this_game();
                false
            }
        }
    }

    /// After something has failed: asks the journal whether the reason is what it has of the game. What only this program comes to, and has not stored, is
    /// none: the actor would be opened again, and be lost again.
    pub(crate) async fn look_whether_it_is_lost(&mut self, error: &LiveError) {
        if error.is_of_this_game() {
            self.hear_others().await;
        }
    }

    /// Before somebody is told how the game stands. Whoever comes from another node may have been told there what this one has not heard yet. Answers
    /// false where that is not known now: then he is told nothing, since his own moves could be missing from it.
    async fn catch_up_for(&mut self, have: u32) -> bool {
        let may_lack = self.store.is_shared() || have > self.game.session().version();
        !may_lack || self.hear_others().await
    }

    /// Takes one call.
    pub(crate) async fn take(&mut self, call: ActorMessage) {
        let before = self.game.session().version();
        self.take_alone(call).await;
        self.answer_what_is_new(before).await;
        if self.game.session().version() > before && self.members.miss_somebody() {
            self.tell_presence();
        }
    }

    /// Takes one call, and not yet what a player has kept for what comes of it.
    async fn take_alone(&mut self, call: ActorMessage) {
        match call {
            ActorMessage::Enter {
                holder,
                have,
                queue,
                answer,
                leave,
            } => {
                // Nobody is kept waiting for one who has gone again.
                if answer.is_closed() {
                    return;
                }
                let role = holder.role;
                if !self.catch_up_for(have).await {
                    // An actor that is lost says nothing, as one that closes: the next one cannot be opened, which is the answer.
                    if !self.is_lost {
                        let _ = answer.send(Err(StateUnknown));
                    }
                    return;
                }
                // Whoever comes is shown the time that there is.
                self.takes_moves(self.clock.now_ms()).await;
                let member = self.members.enter(role, queue);
                let entry = Entry::new(member, leave);
                self.enter_team(member, holder).await;
                if role == SeatRole::Watcher && self.spectators.is_apart() {
                    self.spectators
                        .open(self.game.session(), self.clock.now_ms());
                }
                self.welcome(member, have).await;
                if role == SeatRole::Watcher {
                    self.untold = true;
                } else {
                    self.tell_presence();
                }
                if role != SeatRole::Watcher {
                    self.sign().await;
                }
                if let SeatRole::Player(side) = role {
                    self.know_the_owner(side).await;
                    self.note_who_is_here();
                }
                // Whoever is gone again leaves as this is dropped, now or before it is looked at.
                let _ = answer.send(Ok(entry));
            }
            ActorMessage::Again {
                member,
                have,
                answer,
            } => {
                if answer.is_closed() || !self.catch_up_for(have).await {
                    return;
                }
                self.welcome(member, have).await;
                if let Some(teams) = &mut self.teams {
                    teams.again(member);
                }
                let _ = answer.send(());
            }
            ActorMessage::Leave { member } => self.leave(member),
            ActorMessage::Act {
                holder,
                id,
                want,
                at,
                answer,
            } => {
                let said = self.act(holder, id, want, at).await;
                // Nobody waits any more; the command counts all the same.
                let _ = answer.send(said);
            }
            // The request was given up, and may be sent again: then it would be said twice.
            ActorMessage::Say {
                answer: Some(answer),
                ..
            }
            | ActorMessage::Whisper {
                answer: Some(answer),
                ..
            }
            | ActorMessage::Mark {
                answer: Some(answer),
                ..
            } if answer.is_closed() => {}
            ActorMessage::Say { by, phrase, answer } => {
                self.tell_phrase(by, phrase).await;
                let game = self.game.id().to_string();
                self.cluster
                    .publish(ClusterMessage::Said { game, by, phrase });
                let _ = answer.map(|answer| answer.send(()));
            }
            ActorMessage::Whisper {
                holder,
                phrase,
                answer,
            } => {
                self.whisper(holder, phrase);
                let _ = answer.map(|answer| answer.send(()));
            }
            ActorMessage::Mark {
                holder,
                marks,
                answer,
            } => {
                self.mark(holder, marks);
                let _ = answer.map(|answer| answer.send(()));
            }
            ActorMessage::HearCaptains => self.hear_captains().await,
            ActorMessage::Rematch { by, game } => {
                let game = game.map(|game| game.to_string());
                self.tell(&ToClient::Rematch { by, game });
            }
            ActorMessage::RematchVote {
                member,
                willing,
                answer,
            } => {
                let _ = answer.send(self.want_another(member, &willing));
            }
            ActorMessage::KeepConditionals {
                side,
                version,
                branches,
                answer,
            } => {
                if self.teams.is_some() {
                    let _ = answer.send(Err(NotKept::Team));
                    return;
                }
                // Its version may be one that this node has not heard of: nothing is called stale by what was known before.
                if !self.catch_up_for(version).await {
                    let _ = answer.send(Err(NotKept::Unread));
                    return;
                }
                self.answer_what_is_due().await;
                let kept = answering::keep(&self.game, &*self.store, side, version, &branches);
                let kept = kept.await;
                // Another node may have stored the opponent's move meanwhile.
                self.catch_up_for(version).await;
                self.answer_what_is_due().await;
                let _ = answer.send(kept);
            }
            ActorMessage::Attend { side, until_ms } => {
                if self.members.attends(side, until_ms) {
                    self.tell_presence();
                }
            }
            ActorMessage::Carry {
                side,
                purpose,
                want,
                answer,
            } => {
                self.hear_others().await;
                let carried = self.carry(side, purpose, want).await;
                let _ = answer.send(carried);
            }
            ActorMessage::Hold { until_ms, answer } => {
                let _ = answer.send(self.hold(until_ms).await);
            }
            ActorMessage::Follow { answer } => {
                self.hear_others().await;
                self.thought = None;
                self.answer_what_is_due().await;
                let _ = answer.send(());
            }
            ActorMessage::Hear { node, news } => self.hear(node, news).await,
            ActorMessage::Look { answer } => {
                self.look().await;
                let _ = answer.send(());
            }
            ActorMessage::Outage { answer } => {
                let _ = answer.send(self.takes_moves(self.clock.now_ms()).await);
            }
            ActorMessage::MakeWay { answer } => {
                let _ = answer.send(self.make_way().await);
            }
        }
    }

    fn leave(&mut self, member: MemberId) {
        let role = self.members.get(member).map(|(role, _)| role);
        self.members.leave(member, self.clock.now_ms());
        if let Some(teams) = &mut self.teams {
            teams.leave(member, self.clock.now_ms());
        }
        match role {
            Some(SeatRole::Watcher) => {
                self.untold = true;
                if self.members.watching_here() == 0 {
                    self.spectators.close();
                }
            }
            Some(_) => self.tell_presence(),
            None => {}
        }
    }

    /// A command of somebody who sits here.
    async fn act(
        &mut self,
        holder: SeatHolder,
        id: CommandId,
        want: Want,
        at: Received,
    ) -> CommandReply {
        let role = holder.role;
        // Those who look on with a delay do not learn from it how far the game has come.
        let version = if role == SeatRole::Watcher && self.spectators.is_apart() {
            0
        } else {
            self.game.session().version()
        };
        let refused = |code, detail: &str| CommandReply::Refused {
            code,
            detail: detail.to_owned(),
            version,
        };
        let Some(actor) = role.actor() else {
            return refused("not-entitled", "whoever watches plays no part in the game");
        };
        if !is_client_command_id(id) {
            return refused(
                "bad-command-id",
                "the id of a command is a random UUID, version 4 or 7",
            );
        }
        if !self.takes_moves(at.at_ms).await {
            return CommandReply::Unavailable;
        }
        let is_of_a_team = self.teams.is_some() && matches!(actor, Actor::Player(_));
        // That a flag has fallen is a fact, and nobody's decision.
        if is_of_a_team && !matches!(want, Want::Flag { .. }) {
            return self.act_in_team(holder.key, id, want, at).await;
        }
        let mut command = Command { id, actor, want };
        if let (Actor::Player(side), Want::Abandon { side: gone }) = (actor, &command.want)
            && *gone != side
        {
            // The server knows who is there, so the claim becomes its own.
            command.actor = Actor::House;
        }
        // What was done once may look like something that cannot be done now.
        if let Some(answer) = self.answered_before(&command) {
            return answer;
        }
        let mut arrival = Arrival::at(at.at_ms);
        let not_now = match (actor, &command.want) {
            (Actor::Player(side), Want::Move { .. }) => {
                arrival.lag_ms = lag::made_good_ms(self.game.session(), side, at.one_way_ms);
                None
            }
            (Actor::Player(side), Want::Abandon { side: gone })
                if *gone != side && !self.has_left(*gone, at.at_ms).await =>
            {
                let why = "the other player is there, was there a moment ago, or is not to move";
                Some(refused("not-absent", why))
            }
            (Actor::Player(_), Want::Flag { .. }) if !self.is_due(at.at_ms) => {
                let why = "there is time left, or a move may still be on its way";
                Some(refused("time-left", why))
            }
            _ => None,
        };
        if let Some(refused) = not_now {
            let answered = self.answered_elsewhere(&command).await;
            return answered.unwrap_or(refused);
        }
        self.decide(command, arrival).await
    }

    /// Has a command decided and stored, and tells everybody.
    pub(crate) async fn decide(&mut self, command: Command, arrival: Arrival) -> CommandReply {
        self.decide_at(command, arrival, None).await
    }

    /// The same for what may be meant after so many moves of both sides only.
    pub(crate) async fn decide_at(
        &mut self,
        command: Command,
        arrival: Arrival,
        ply: Option<u32>,
    ) -> CommandReply {
        let before = self.game.session().version();
        let was_over = self.game.session().ending().is_some();
        let (answer, again) = self.store_command(&command, arrival, ply).await;
        if let Ok(CommandAnswer::Done { ref event, is_new }) = answer
            && event.number > before
        {
            self.tell_version();
            // The same command may have come to another node before, which has called. Where it was tried again here, the first try may have stored it and its
            // answer may be lost: then nobody has called.
            if is_new || again {
                self.call_who_is_away(&command, &event.act, was_over).await;
            }
        }
        // Whatever is new, also what other nodes have stored meanwhile.
        self.tell_since(before);
        match answer {
            Ok(CommandAnswer::Done {
                event,
                is_new: true,
            }) => CommandReply::Done(event),
            Ok(CommandAnswer::Done { event, .. }) => self.answer_with(event, &command),
            Ok(CommandAnswer::Refused { reason, version }) => CommandReply::Refused {
                code: reason.code(),
                detail: reason.to_string(),
                version,
            },
            Err(error) => {
                tracing::error!(game = %self.game.id(), error = &error as &dyn std::error::Error, "a command cannot be stored");
                self.look_whether_it_is_lost(&error).await;
                CommandReply::Unavailable
            }
        }
    }
}
