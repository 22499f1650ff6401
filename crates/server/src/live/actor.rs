//! The actor of a live game: one task on this node that handles one message after another. [`Core`]
//! holds the game and the connections of its members, and stores and sends. Everything else is a
//! [`Part`](part::Part): the core calls each part after each step, and wakes it when it is due.
//! Actors are opened and found by [`GameActors`](crate::live::actors::GameActors).
//!
//! A command is stored, then broadcast to the members, then acknowledged. The journal is the source
//! of truth; an actor may be lost at any moment.

pub(crate) mod background;
pub(crate) mod cluster_sync;
pub(crate) mod conditionals;
pub(crate) mod core;
pub(crate) mod deciding;
pub(crate) mod engine_seat;
pub(crate) mod friend_presence;
pub(crate) mod message;
pub(crate) mod part;
pub(crate) mod parts;
pub(crate) mod presence;
pub(crate) mod push_notices;
pub(crate) mod results;
pub(crate) mod sending;
pub(crate) mod storing;
pub(crate) mod team_seats;

use std::ops::ControlFlow;
use std::time::Duration;

use damier_people::live::LiveError;
use damier_session::{Actor, CommandId, GameId, SeatRole, Want};
use damier_wire::live::{ChatMessage, ServerFrame};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::live::actor::cluster_sync::{ClusterSync, note_attendance};
use crate::live::actor::conditionals::ConditionalMoves;
pub(crate) use crate::live::actor::core::{ActorContext, Core};
pub(crate) use crate::live::actor::deciding::GRACE_MS;
use crate::live::actor::engine_seat::EngineSeat;
use crate::live::actor::friend_presence::FriendPresence;
pub(crate) use crate::live::actor::message::{
    ActorMessage, BackgroundCommand, CommandReply, Received,
};
use crate::live::actor::parts::Parts;
use crate::live::actor::results::Results;
pub(crate) use crate::live::actor::storing::restore_lost_time;
use crate::live::cluster::now;
use crate::live::cluster_message::ClusterMessage;
use crate::live::engine::EngineDecision;
use crate::live::interval::earlier;
use crate::live::members::MemberId;
use crate::live::queue::Queue;
use crate::live::rematch::rematch_of;
use crate::live::seats::SeatHolder;
use crate::live::teams::TeamTable;

/// How long an actor without members stays open, for clients that reconnect.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest sleep of an actor without due work.
const LONGEST_SLEEP: Duration = Duration::from_hours(1);

/// The actor of a game.
pub(crate) struct GameActor {
    core: Core,
    parts: Parts,
    /// The last activity that keeps an actor without members open.
    active_at: Instant,
}

/// An event that wakes an actor.
enum Wake {
    Message(ActorMessage),
    Timer,
    Engine(Option<EngineDecision>),
}

impl GameActor {
    /// Opens the actor of a game; `None` where there is no such game.
    pub(crate) async fn open(context: ActorContext, id: GameId) -> Result<Option<Self>, LiveError> {
        let Some(mut core) = Core::open(context, id).await? else {
            return Ok(None);
        };
        let parts = Parts {
            teams: TeamTable::open(&mut core).await?,
            conditionals: ConditionalMoves,
            engine: EngineSeat::new(&core),
            results: Results::open(&core).await,
            friends: FriendPresence::new(),
            cluster: ClusterSync::new(&core),
        };
        Ok(Some(Self {
            core,
            parts,
            active_at: now(),
        }))
    }

    /// Handles messages until the actor has no members and is idle, or the game is lost.
    ///
    /// Each step is boxed: actors are many and wait nearly always, so the state of a step must not
    /// occupy memory meanwhile.
    pub(crate) async fn run(mut self: Box<Self>, messages: &mut mpsc::Receiver<ActorMessage>) {
        let mut timer = std::pin::pin!(sleep_until(now()));
        let since = self.core.version();
        let mut flow = Box::pin(self.run_parts(since)).await;
        while flow.is_continue() {
            timer.as_mut().reset(self.next_due());
            let wake = tokio::select! {
                message = messages.recv() => match message {
                    Some(message) => Wake::Message(message),
                    None => return,
                },
                () = timer.as_mut() => Wake::Timer,
                decision = self.parts.engine.decision() => Wake::Engine(decision),
            };
            flow = Box::pin(self.step(wake)).await;
        }
    }

    /// When the actor wakes without a message.
    fn next_due(&self) -> Instant {
        let due = earlier(self.core.next_due(), self.parts.next_due(&self.core));
        let due = earlier(due, self.idle_at());
        due.unwrap_or_else(|| now() + LONGEST_SLEEP)
    }

    /// When an actor without members is closed; `None` while it has something to do.
    fn idle_at(&self) -> Option<Instant> {
        let teams = self.parts.teams.as_ref();
        let is_busy = !self.core.members.is_empty()
            || self.core.members.has_attendants()
            || self.core.presence_due.is_some()
            || self.parts.engine.is_searching()
            || teams.is_some_and(|teams| teams.teams().waits_for_time(self.core.session()));
        (!is_busy).then(|| self.active_at + IDLE_TIMEOUT)
    }

    /// Performs one step, and lets the parts react to it.
    async fn step(&mut self, wake: Wake) -> ControlFlow<()> {
        let since = self.core.version();
        let mut is_active = self.idle_at().is_none();
        match wake {
            Wake::Message(message) => {
                let has_members = !self.core.members.is_empty();
                if let (ActorMessage::Cluster { node, message }, false) = (&message, has_members) {
                    // Without members there is nothing to send, and a client that connects gets the
                    // state of the journal.
                    note_attendance(&mut self.core, *node, message);
                    return ControlFlow::Continue(());
                }
                // A periodic background task keeps no actor open.
                is_active |= has_members || !matches!(message, ActorMessage::Background(_));
                self.on_message(message).await;
            }
            Wake::Timer => {
                let now = now();
                if self.idle_at().is_some_and(|idle_at| idle_at <= now) {
                    return ControlFlow::Break(());
                }
                self.core.on_due(now);
                self.parts.on_due(&mut self.core, now).await;
            }
            Wake::Engine(decision) => {
                self.parts
                    .engine
                    .on_decision(&mut self.core, decision)
                    .await;
            }
        }
        let flow = self.run_parts(since).await;
        if self.core.version() > since && self.core.members.miss_a_player() {
            self.core.broadcast_presence(); // the time of the opponent's claim has changed
        }
        if is_active || self.idle_at().is_none() {
            self.active_at = now();
        }
        flow
    }

    /// Lets the parts react to the events since a version. Breaks if the game's journal cannot be
    /// read.
    async fn run_parts(&mut self, since: u32) -> ControlFlow<()> {
        self.parts.on_event(&mut self.core, since).await;
        if self.core.is_lost() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    async fn on_message(&mut self, message: ActorMessage) {
        let Self { core, parts, .. } = self;
        // If the receiver of a reply is gone, its request was cancelled; executed commands stay.
        match message {
            ActorMessage::Enter {
                member,
                holder,
                have,
                queue,
                answer,
            } => {
                // A lost actor drops the reply, like one that closes: the next one cannot be
                // opened.
                if !answer.is_closed()
                    && let Some(is_member) = self.enter(member, holder, have, queue).await
                {
                    let _ = answer.send(is_member);
                }
            }
            ActorMessage::Resync {
                member,
                have,
                answer,
            } => self.resync(member, have, answer).await,
            ActorMessage::Leave { member } => self.leave(member),
            ActorMessage::Act {
                holder,
                id,
                want,
                received,
                answer,
            } => {
                let _ = answer.send(self.act(holder, id, want, received).await);
            }
            ActorMessage::ActFor {
                side,
                purpose,
                want,
                answer,
            } => {
                let _ = answer.send(core.act_for(side, purpose, want).await);
            }
            ActorMessage::Chat {
                holder,
                saying,
                answer,
            } => {
                // A dropped request may be repeated.
                if answer.as_ref().is_none_or(|answer| !answer.is_closed()) {
                    self.chat(holder, saying).await;
                    let _ = answer.map(|answer| answer.send(()));
                }
            }
            ActorMessage::Rematch { by, game } => {
                let game = game.map(|game| game.to_string());
                core.broadcast(ServerFrame::Rematch { by, game });
            }
            ActorMessage::Attend { side, until_ms } => {
                if core.members.attend(side, until_ms) {
                    core.broadcast_presence();
                }
            }
            ActorMessage::CaptainChanged => {
                if let Some(teams) = &mut parts.teams {
                    teams.read_captains(core).await;
                }
            }
            ActorMessage::VoteRematch {
                member,
                willing,
                answer,
            } => {
                if let Some(teams) = &mut parts.teams {
                    let _ = answer.send(teams.vote_rematch(
                        member,
                        &willing,
                        core.session(),
                        core.now_ms(),
                    ));
                }
            }
            ActorMessage::KeepConditionals {
                side,
                version,
                branches,
                answer,
            } => {
                let kept = ConditionalMoves::save(core, side, version, &branches).await;
                let _ = answer.send(kept);
            }
            ActorMessage::Cluster { node, message } => {
                if let (Some(teams), ClusterMessage::Rematch { .. }) = (&mut parts.teams, &message)
                {
                    teams.read_rematch(core).await;
                }
                ClusterSync::on_message(core, node, message).await;
            }
            ActorMessage::Background(command) => self.on_background(command).await,
        }
    }

    async fn on_background(&mut self, command: BackgroundCommand) {
        let Self { core, parts, .. } = self;
        match command {
            BackgroundCommand::CheckDeadline { answer } => {
                // Without members this actor does not poll.
                core.catch_up_if_shared().await;
                let now_ms = core.now_ms();
                if core.accepts_commands(now_ms).await {
                    parts.engine.retry_if_overdue(core.session(), now_ms);
                    core.end_what_is_due(now_ms).await;
                }
                let _ = answer.send(());
            }
            BackgroundCommand::Resume { answer } => {
                core.catch_up().await;
                parts.engine.retry();
                ConditionalMoves::play_due(core).await;
                let _ = answer.send(());
            }
            BackgroundCommand::Hold { until_ms, answer } => {
                let _ = answer.send(core.hold(until_ms).await);
            }
            BackgroundCommand::RestoreLostTime { answer } => {
                let _ = answer.send(core.accepts_commands(core.now_ms()).await);
            }
        }
    }

    /// Connects a client. Returns whether it is a member: not while the state of the game is
    /// unknown. `None` if the game is lost.
    async fn enter(
        &mut self,
        member: MemberId,
        holder: SeatHolder,
        have: u32,
        queue: Queue,
    ) -> Option<bool> {
        let core = &mut self.core;
        if !core.catch_up_to(have).await {
            return (!core.is_lost()).then_some(false);
        }
        // Times of an outage are restored before the welcome is sent.
        core.accepts_commands(core.now_ms()).await;
        let role = holder.role;
        core.members.enter(member, role, queue);
        if let Some(teams) = &mut self.parts.teams {
            teams.on_enter(core, member, holder).await;
        }
        if role == SeatRole::Watcher && core.spectators.are_delayed() {
            core.spectators.open(core.game.session(), core.now_ms());
        }
        self.welcome(member, have).await;
        let core = &mut self.core;
        if role == SeatRole::Watcher {
            core.broadcast_presence_soon();
        } else {
            core.broadcast_presence();
            core.store_last_seen().await;
        }
        if let SeatRole::Player(side) = role {
            self.parts.friends.on_enter(core, side).await;
        }
        Some(true)
    }

    async fn resync(&mut self, member: MemberId, have: u32, answer: oneshot::Sender<()>) {
        if answer.is_closed() || !self.core.catch_up_to(have).await {
            return;
        }
        self.welcome(member, have).await;
        if let Some(teams) = &mut self.parts.teams {
            teams.again(member);
        }
        let _ = answer.send(());
    }

    fn leave(&mut self, member: MemberId) {
        let core = &mut self.core;
        let role = core.members.get(member).map(|(role, _)| role);
        core.members.leave(member, core.now_ms());
        if let Some(teams) = &mut self.parts.teams {
            teams.leave(member, core.now_ms());
        }
        match role {
            Some(SeatRole::Watcher) => {
                core.broadcast_presence_soon();
                if core.members.spectator_count() == 0 {
                    core.spectators.close();
                }
            }
            Some(_) => core.broadcast_presence(),
            None => {}
        }
    }

    /// Sends a member the game with the events after `have`.
    async fn welcome(&mut self, member: MemberId, have: u32) {
        let Self { core, parts, .. } = self;
        if let Some(teams) = &mut parts.teams {
            teams.read_rematch(core).await;
        }
        let is_over = core
            .seen_by(member)
            .is_some_and(|seen| seen.ending().is_some());
        let mut rematch = None;
        if is_over {
            let read = rematch_of(
                &*core.context.ports.challenges,
                &*core.context.ports.journal,
                core.id(),
                core.now_ms(),
            )
            .await;
            rematch = core.or_warn(read, "cannot read who wants a rematch");
        }
        if let (Some(rematch), Some(teams)) = (&mut rematch, &parts.teams) {
            // A team offers a rematch as a whole, not its single members.
            [rematch.white, rematch.black] = teams.agreed();
        }
        core.send_welcome(member, have, rematch, parts.results.ratings());
    }

    /// Sends a chat frame. Messages to a team are ignored in games without teams.
    async fn chat(&mut self, holder: SeatHolder, saying: ChatMessage) {
        let Self { core, parts, .. } = self;
        match (saying, holder.role, &mut parts.teams) {
            (ChatMessage::Say { phrase }, SeatRole::Player(by), _) => {
                core.broadcast_phrase(by, phrase).await;
                let game = core.id().to_string();
                core.publish(ClusterMessage::Said { game, by, phrase });
            }
            (ChatMessage::Whisper { phrase }, _, Some(teams)) => {
                teams.send_to_team(core, holder, phrase);
            }
            (ChatMessage::Mark(marks), _, Some(teams)) => {
                teams.mark(holder.key, marks, core.session());
            }
            _ => {}
        }
    }

    /// Handles a command of a client. A fallen flag is a fact, so no team votes on it.
    async fn act(
        &mut self,
        holder: SeatHolder,
        id: CommandId,
        want: Want,
        received: Received,
    ) -> CommandReply {
        let Self { core, parts, .. } = self;
        let actor = match core.admit(holder.role, id, received).await {
            Ok(actor) => actor,
            Err(reply) => return reply,
        };
        if let (Some(teams), Actor::Player(_)) = (&mut parts.teams, actor)
            && !matches!(want, Want::Flag { .. })
        {
            return teams.act(core, holder.key, id, want, received).await;
        }
        core.act(actor, id, want, received).await
    }
}
