//! How a command becomes an event: it is checked, decided by the session, stored, broadcast to the
//! members, published to other nodes, and acknowledged, in this order. Nothing after the storing
//! waits. A command that was stored before gets the same reply again.

use damier_people::live::CommandAnswer;
use damier_session::{Actor, Arrival, Command, CommandId, Event, SeatRole, Side, Want, lag};

use crate::live::actor::core::Core;
use crate::live::actor::message::{CommandReply, Received};
use crate::live::seats::{is_client_command_id, server_command_id};

/// How long after its deadline a flag falls, in milliseconds: a move sent before may arrive until
/// then, without its travel time.
pub(crate) const GRACE_MS: u64 = lag::MAX_PER_MOVE_MS + 200;

/// How long after a failure of the store no flag falls, in milliseconds: the retry of a move that
/// came in time must be stored first, also by another node.
pub(super) const STORE_FAILURE_MS: u64 = 1_000;

/// The longest delay of a flag by failures of the store, in milliseconds: longer than a move is
/// retried.
pub(super) const FLAG_DELAY_MS: u64 = 5_000;

impl Core {
    /// The actor of a command by the role of its seat; or why the seat may send none.
    pub(super) async fn admit(
        &mut self,
        role: SeatRole,
        id: CommandId,
        received: Received,
    ) -> Result<Actor, CommandReply> {
        // Spectators with a delay must not learn the current version from a rejection.
        let is_delayed = role == SeatRole::Watcher && self.spectators.are_delayed();
        let version = if is_delayed { 0 } else { self.version() };
        let Some(actor) = role.actor() else {
            let detail = "a spectator cannot act in the game";
            return Err(CommandReply::refused("not-entitled", detail, version));
        };
        if !is_client_command_id(id) {
            let detail = "the id of a command is a random UUID, version 4 or 7";
            return Err(CommandReply::refused("bad-command-id", detail, version));
        }
        if !self.accepts_commands(received.at_ms).await {
            return Err(CommandReply::Unavailable);
        }
        Ok(actor)
    }

    /// Handles a command on which no team votes.
    pub(super) async fn act(
        &mut self,
        actor: Actor,
        id: CommandId,
        want: Want,
        received: Received,
    ) -> CommandReply {
        let mut command = Command { id, actor, want };
        if let (Actor::Player(side), Want::Abandon { side: gone }) = (actor, &command.want)
            && *gone != side
        {
            // The server knows presence, so it claims in the player's place.
            command.actor = Actor::Server;
        }
        // A retry may look like an impossible command.
        if let Some(reply) = self.stored_reply(&command) {
            return reply;
        }
        let mut arrival = Arrival::at(received.at_ms);
        let rejection = match (actor, &command.want) {
            (Actor::Player(side), Want::Move { .. }) => {
                arrival = self.arrival(side, &command.want, received);
                None
            }
            (Actor::Player(side), Want::Abandon { side: gone })
                if *gone != side && !self.has_left(*gone, received.at_ms).await =>
            {
                Some(self.not_absent())
            }
            (Actor::Player(_), Want::Flag { .. }) if !self.is_flag_due(received.at_ms) => {
                let detail = "there is time left, or a move may still arrive";
                Some(CommandReply::refused("time-left", detail, self.version()))
            }
            _ => None,
        };
        if let Some(rejection) = rejection {
            return self
                .stored_reply_of_cluster(&command)
                .await
                .unwrap_or(rejection);
        }
        self.decide(command, arrival).await
    }

    /// Executes a command for a player, with an id derived from its purpose: a repeated call, also
    /// on another node, stores one event.
    pub(super) async fn act_for(
        &mut self,
        side: Side,
        purpose: &'static str,
        want: Want,
    ) -> CommandReply {
        self.catch_up().await;
        let now_ms = self.now_ms();
        if !self.accepts_commands(now_ms).await {
            return CommandReply::Unavailable;
        }
        let command = Command {
            id: server_command_id(purpose, self.id(), 0),
            actor: Actor::Player(side),
            want,
        };
        self.decide(command, Arrival::at(now_ms)).await
    }

    /// Executes a command of the server at this version of the game. Concurrent nodes store it
    /// once.
    pub(super) async fn act_as_server(
        &mut self,
        purpose: &'static str,
        actor: Actor,
        want: Want,
        now_ms: u64,
    ) -> CommandReply {
        let id = server_command_id(purpose, self.id(), self.version().into());
        let command = Command { id, actor, want };
        let reply = self.decide(command, Arrival::at(now_ms)).await;
        if let CommandReply::Refused { code, .. } = reply {
            tracing::warn!(game = %self.id(), code, purpose, "a command of the server is rejected");
        }
        reply
    }

    /// Decides a command, stores its event and broadcasts it.
    pub(super) async fn decide(&mut self, command: Command, arrival: Arrival) -> CommandReply {
        self.decide_at(command, arrival, None).await
    }

    /// The same for a command that is valid only at this ply.
    pub(super) async fn decide_at(
        &mut self,
        command: Command,
        arrival: Arrival,
        ply: Option<u32>,
    ) -> CommandReply {
        let before = self.version();
        let was_over = self.session().ending().is_some();
        let (answer, was_retried) = self.store_command(&command, arrival, ply).await;
        // Broadcasts events of other nodes as well.
        self.broadcast_since(before);
        if let Ok(CommandAnswer::Done { ref event, is_new }) = answer
            && event.number > before
        {
            self.publish_version();
            // Another node has already published its own event. The event of a retry may be this
            // node's.
            if is_new || was_retried {
                self.notify_absent_players(&command, &event.act, was_over);
            }
        }
        match answer {
            Ok(CommandAnswer::Done {
                event,
                is_new: true,
            }) => CommandReply::Done(event),
            Ok(CommandAnswer::Done { event, .. }) => self.reply_with(event, &command),
            Ok(CommandAnswer::Refused { reason, version }) => {
                CommandReply::refused(reason.code(), reason.to_string(), version)
            }
            Err(error) => {
                self.error(&error, "a command cannot be stored");
                self.check_journal(&error).await;
                CommandReply::Unavailable
            }
        }
    }

    /// Whether a flag falls now, allowing for the travel time of a move and for failures of the
    /// store.
    pub(super) fn is_flag_due(&self, now_ms: u64) -> bool {
        let Some(up_ms) = self.session().time_is_up_ms() else {
            return false;
        };
        let due_ms = up_ms.saturating_add(GRACE_MS);
        let may_wait = now_ms < due_ms.saturating_add(FLAG_DELAY_MS);
        let heartbeat = &self.context.heartbeat;
        due_ms <= now_ms && !(may_wait && heartbeat.store_failed_within(STORE_FAILURE_MS, now_ms))
    }

    /// The arrival of a side's command, without a move's travel time.
    pub(super) fn arrival(&self, side: Side, want: &Want, received: Received) -> Arrival {
        let lag_ms = match want {
            Want::Move { .. } => lag::compensation_ms(self.session(), side, received.one_way_ms),
            _ => 0,
        };
        Arrival {
            at_ms: received.at_ms,
            lag_ms,
        }
    }

    /// Rejects the claim that the opponent has left.
    pub(super) fn not_absent(&self) -> CommandReply {
        let detail = "the other side is connected, was until recently, or is not to move";
        CommandReply::refused("not-absent", detail, self.version())
    }

    /// The reply to a command known to be stored.
    fn stored_reply(&self, command: &Command) -> Option<CommandReply> {
        let event = self.session().answer_to(command.id)?;
        Some(self.reply_with(event, command))
    }

    /// The reply to a command that any node may have stored; checked before it is rejected.
    async fn stored_reply_of_cluster(&mut self, command: &Command) -> Option<CommandReply> {
        let is_known = self.catch_up_if_shared().await;
        match self.stored_reply(command) {
            None if !is_known => Some(CommandReply::Unavailable),
            reply => reply,
        }
    }

    /// The reply to a command whose id an event has. A client's id is for one command. A server
    /// command's id is derived from what a node has read, and a team's decision need not be what
    /// the member sent.
    fn reply_with(&self, event: Event, command: &Command) -> CommandReply {
        let is_of_a_team = self.is_team_game && !matches!(command.want, Want::Flag { .. });
        let is_any_act = !is_client_command_id(command.id) || is_of_a_team;
        if is_any_act || self.session().is_answer_to(&event, command) {
            CommandReply::Done(event)
        } else {
            self.id_used()
        }
    }

    /// The reply to a member of the team of a side whose command has this event.
    pub(super) fn reply_to_member(&self, side: Option<Side>, event: Event) -> CommandReply {
        if event.act.by().is_none_or(|by| Some(by) == side) {
            CommandReply::Done(event)
        } else {
            self.id_used()
        }
    }

    fn id_used(&self) -> CommandReply {
        let detail = "another act has this id; a new command needs a new one";
        CommandReply::refused("id-used", detail, self.version())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use async_trait::async_trait;
    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{Bus, BusListener, CommandAnswer, Topic};
    use damier_session::{
        Actor, Arrival, Command, CommandId, GameSettings, SeatRole, Seating, Side, Want,
    };

    use crate::bus::InProcessBus;
    use crate::clock::WallClock;
    use crate::live::actor::background::tests::begun;
    use crate::live::actor::core::tests::core;
    use crate::live::actor::{CommandReply, Received};
    use crate::live::cluster::Cluster;
    use crate::live::engine::ServerEngine;
    use crate::live::members::MemberId;
    use crate::live::membership::act;
    use crate::live::queue::{QueueReader, queue};
    use crate::live::seats::SeatHolder;
    use crate::test_support::actors_with;

    /// A bus that counts the frames in a member's queue whenever a message is published.
    struct CountingBus {
        frames: Mutex<QueueReader>,
        counts: Arc<Mutex<Vec<usize>>>,
    }

    #[async_trait]
    impl Bus for CountingBus {
        fn publish(&self, _topic: Topic, _message: Vec<u8>) {
            let count = self.frames.lock().unwrap().waiting().len();
            self.counts.lock().unwrap().push(count);
        }

        async fn listen(&self) -> Box<dyn BusListener> {
            InProcessBus::default().listen().await
        }
    }

    #[tokio::test(start_paused = true)]
    async fn members_get_an_event_before_other_nodes() {
        let settings = GameSettings {
            seating: Seating::Apart,
            ..GameSettings::friendly("Awa", "Piet")
        };
        let mut core = core(ServerEngine::default(), settings).await;
        let (queue, frames) = queue();
        core.members
            .enter(MemberId::new(), SeatRole::Player(Side::Black), queue);
        let counts = Arc::new(Mutex::default());
        let bus = CountingBus {
            frames: Mutex::new(frames),
            counts: counts.clone(),
        };
        core.context.cluster = Arc::new(Cluster::new(Some(Arc::new(bus))));
        let now_ms = core.now_ms();
        let command = Command {
            id: CommandId::from_bits(1),
            actor: Actor::Player(Side::White),
            want: Want::Move {
                text: "32-28".to_owned(),
                ply: Some(0),
            },
        };
        let reply = core.decide(command, Arrival::at(now_ms)).await;
        assert!(matches!(reply, CommandReply::Done(_)), "{reply:?}");
        let counts: &Mutex<Vec<usize>> = &counts;
        assert_eq!(*counts.lock().unwrap(), [1], "frames before the message");
    }

    #[tokio::test(start_paused = true)]
    async fn a_command_that_another_node_may_have_stored_is_not_rejected() {
        let store = Arc::new(InMemoryStore::shared());
        let actors = actors_with(&store);
        let now_ms = actors.clock.now_ms();
        let mut elsewhere = begun(&store, now_ms).await;
        let holder = SeatHolder {
            role: SeatRole::Player(Side::Black),
            key: None,
        };
        let command = Command {
            id: CommandId::from_bits(0xf47a_c10b_58cc_4372_a567_0e02_b2c3_d479),
            actor: Actor::Player(Side::Black),
            want: Want::Flag { side: Side::White },
        };
        let game = elsewhere.id();
        let claim = async || {
            let at = Received {
                at_ms: actors.clock.now_ms(),
                one_way_ms: 0,
            };
            act(&actors, game, holder, command.id, command.want.clone(), at).await
        };
        let early = claim().await;
        let is_early = |answer: &CommandReply| {
            matches!(
                answer,
                CommandReply::Refused {
                    code: "time-left",
                    ..
                }
            )
        };
        assert!(is_early(&early), "{early:?}");
        // Another node stores it, without a message to this one.
        let flag = elsewhere.act(&*store, &command, Arrival::at(now_ms + 60_000));
        let flag = flag.await;
        assert!(matches!(flag, Ok(CommandAnswer::Done { .. })), "{flag:?}");
        store.fail_reads(true);
        let unknown = claim().await;
        assert!(matches!(unknown, CommandReply::Unavailable), "{unknown:?}");
        store.fail_reads(false);
        let again = claim().await;
        assert!(matches!(again, CommandReply::Done(_)), "{again:?}");
    }
}
