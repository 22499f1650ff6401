//! A node for fuzzing with arbitrary bus messages, for fuzzers and property tests. Not part of the
//! public API.

use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;
use damier_people::in_memory::InMemoryStore;
use damier_people::live::{LiveSetup, NodeId};
use damier_people::teams::{
    Deciding, MAX_IN_A_TEAM, NewAttendee, NewTeamMatch, Part, Plan, TeamMatches, TeamPlan,
};
use damier_rules::Variant;
use damier_session::{GameId, GameSettings, SeatKey, SeatRole, Seating, Session, Side};
use damier_wire::live::ServerFrame;
use tokio::runtime::Runtime;
use tokio::time::timeout;

use crate::bots::Bots;
use crate::bus::InProcessBus;
use crate::clock::{SystemClock, WallClock};
use crate::live::actors::GameActors;
use crate::live::cluster::Cluster;
use crate::live::cluster_listener;
use crate::live::cluster_message::ClusterMessage;
use crate::live::membership::Membership;
use crate::live::queue::{QueueReader, queue};
use crate::live::seats::SeatHolder;
use crate::metrics::Metrics;
use crate::node_clock::NodeClock;
use crate::push::Pusher;

/// The game whose seat is connected.
pub const GAME: &str = "00000000-0000-0000-0000-000000000001";

/// The timeout for handling a message.
const HANDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// A node with a game whose actor is open, since White is connected.
pub struct Node {
    runtime: Runtime,
    actors: Arc<GameActors>,
    bots: Bots,
    /// Present until the node is dropped.
    membership: Option<Membership>,
    frames_of_white: QueueReader,
}

impl Drop for Node {
    fn drop(&mut self) {
        // A dropped membership spawns a task.
        let _inside = self.runtime.enter();
        self.membership = None;
    }
}

impl Node {
    /// A node with an in-memory store and a game of two players. `None` if no runtime can be
    /// created.
    pub fn new() -> Option<Self> {
        Self::with(false)
    }

    /// The same with a team game: White is a team of two, who vote.
    pub fn of_teams() -> Option<Self> {
        Self::with(true)
    }

    fn with(teams: bool) -> Option<Self> {
        let mut builder = tokio::runtime::Builder::new_current_thread();
        let runtime = builder.enable_all().build().ok()?;
        let (actors, membership, frames_of_white) = runtime.block_on(async {
            let id: GameId = GAME.parse().ok()?;
            let store = Ports::of(&Arc::new(InMemoryStore::default()));
            let key = if teams {
                Some(begin_of_teams(&store, id).await?)
            } else {
                begin(&store, id).await?;
                None
            };
            let actors = GameActors::new(
                store,
                Arc::new(NodeClock::new(Arc::new(SystemClock))),
                Cluster::new(Some(Arc::new(InProcessBus::default()))),
                Metrics::new(),
                Pusher::default(),
                Vec::new(),
            );
            let holder = SeatHolder {
                role: SeatRole::Player(Side::White),
                key,
            };
            let (queue, mut frames_of_white) = queue();
            let membership = Membership::enter(&actors, id, holder, 0, &queue).await;
            frames_of_white.next().await?; // the first welcome
            Some((actors, membership.ok()?, frames_of_white))
        })?;
        Some(Self {
            runtime,
            actors,
            bots: Bots::default(),
            membership: Some(membership),
            frames_of_white,
        })
    }

    /// Handles a message, and waits until the actor has handled it. Returns the frames that White
    /// gets; `None` if the actor does not answer any more.
    pub fn handle(&mut self, message: &[u8]) -> Option<Vec<String>> {
        let Self {
            runtime,
            actors,
            bots,
            membership,
            frames_of_white,
        } = self;
        runtime.block_on(async {
            let also = |node: NodeId, message: &ClusterMessage| {
                bots.on_cluster_message(node, message, actors.clock.now_ms());
            };
            cluster_listener::handle(actors, message, also);
            // The actor handles one command after another: the welcome follows everything that the
            // message caused.
            membership.as_ref()?.resync(u32::MAX).await.ok()?;
            let mut frames = Vec::new();
            loop {
                let frame = timeout(HANDLE_TIMEOUT, frames_of_white.next())
                    .await
                    .ok()??;
                if matches!(frame.frame(), ServerFrame::Welcome { .. }) {
                    return Some(frames);
                }
                frames.push(frame.text().to_string());
            }
        })
    }
}

/// Begins a game of two players.
async fn begin(store: &Ports, id: GameId) -> Option<()> {
    let settings = GameSettings {
        seating: Seating::Apart,
        ..GameSettings::friendly("Awa", "Piet")
    };
    let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).ok()?;
    let record = session.record();
    let setup = LiveSetup { id, record };
    store.journal.begin(&setup, &[], None).await.ok()?;
    Some(())
}

/// Begins a game of a voting team of two against one player. Returns the key of the first team
/// member.
async fn begin_of_teams(store: &Ports, id: GameId) -> Option<SeatKey> {
    let key = |number| SeatKey::from_bytes([number; 32]);
    let plan = TeamPlan {
        variant: Variant::INTERNATIONAL.id().to_owned(),
        settings: GameSettings::friendly("", ""),
        white: Deciding::Vote { within_s: 30 },
        black: Deciding::Captain,
    };
    let new = NewTeamMatch {
        id,
        host: key(0),
        links: Vec::new(),
        plan: Plan::Teams(plan.clone()),
        until_ms: 1,
    };
    let team_matches = TeamMatches::of(store);
    team_matches.create_team_match(&new).await.ok()?;
    for (number, side, name) in [
        (1, Side::White, "Awa"),
        (2, Side::White, "Jan"),
        (3, Side::Black, "Piet"),
    ] {
        let new = NewAttendee {
            key: key(number),
            part: Part::Side(side),
            name: name.parse().ok()?,
        };
        team_matches.join(id, &new, MAX_IN_A_TEAM, 0).await.ok()?;
    }
    team_matches.begin_team_match(id, 0).await.ok()??;
    let people = team_matches.attendees(id).await.ok()?;
    let begun = plan.begun(id, &people, 0).ok()?;
    let begun = store
        .journal
        .begin(&begun.setup, &[], begun.deadline_ms)
        .await;
    begun.ok().map(|_| key(1))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    /// An arbitrary value for a message field.
    fn value() -> impl Strategy<Value = Value> {
        let game: Value = GAME.into();
        prop_oneof![
            4 => Just(game),
            1 => Just(Value::Null),
            2 => any::<bool>().prop_map(Value::from),
            2 => any::<u64>().prop_map(Value::from),
            2 => Just(json!([true, false])),
            2 => prop_oneof![Just("white"), Just("black"), Just("hello"), Just("rematch")].prop_map(Value::from),
            2 => any::<u128>().prop_map(|bits| format!("{bits:032x}").into()),
            1 => ".{0,60}".prop_map(Value::from),
        ]
    }

    fn message() -> impl Strategy<Value = Vec<u8>> {
        let what = prop::sample::select(vec![
            "beat",
            "begun",
            "version",
            "attendance",
            "who-is-there",
            "said",
            "rematch",
            "here",
            "program",
            "challenge",
            "x",
        ]);
        let names = [
            "game",
            "version",
            "number",
            "players",
            "watching",
            "by",
            "phrase",
            "next",
            "account",
            "at",
            "name",
            "here",
            "challenge",
            "waits",
        ];
        let members = prop::array::uniform14(value());
        let like_news = (any::<u64>(), what, members).prop_map(move |(node, what, members)| {
            let mut news = json!({ "what": what });
            for (name, value) in names.iter().zip(members) {
                news[*name] = value;
            }
            json!({ "node": node, "message": news })
                .to_string()
                .into_bytes()
        });
        prop_oneof![3 => like_news, 1 => prop::collection::vec(any::<u8>(), 0..200)]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// No message of the bus ends the actor, or sends White an event.
        #[test]
        fn no_bus_message_stops_an_actor(
            teams in any::<bool>(),
            messages in prop::collection::vec(message(), 1..24),
        ) {
            let mut node = Node::with(teams).expect("a node");
            for message in messages {
                let frames = node.handle(&message);
                let text = String::from_utf8_lossy(&message).into_owned();
                let frames = frames.unwrap_or_else(|| panic!("the actor has ended after {text}"));
                for frame in frames {
                    let frame: Value = serde_json::from_str(&frame).expect("a frame");
                    prop_assert_ne!(&frame["frame"], "event", "{}", text);
                }
            }
        }
    }
}
