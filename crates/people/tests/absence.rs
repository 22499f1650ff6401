//! Claims that a player has left, on nodes whose clocks differ, over a bus that drops, duplicates
//! and reorders messages, with nodes that are sometimes cut off from the bus or from the store. No
//! player who is connected to a node that reaches the store is claimed to have left; and once
//! everything works again, an absent player can be claimed.

mod faulty_bus;

use damier_people::live::{
    Absence, Bus, ConnectionCounts, NodeId, PRESENCE_INTERVAL_MS, RemoteConnections, Topic,
};
use damier_session::Side;
use faulty_bus::{FaultyBus, FaultyListener};
use proptest::prelude::*;

/// How long a player may be absent: the shortest timeout of the server.
const TIMEOUT_MS: u64 = 40_000;

/// How long a node takes to notice that it is cut off from the bus.
const NOTICED_MS: u64 = 3_000;

/// The error of each node's clock, in milliseconds.
const SKEW_MS: [i64; 3] = [0, 5_000, -5_000];

struct Node {
    number: usize,
    /// How many connections each side has at this node.
    here: [u32; 2],
    elsewhere: RemoteConnections,
    gone_since_ms: [Option<u64>; 2],
    /// When it last received its own message from the bus.
    heard_ms: u64,
    hears_since_ms: Option<u64>,
    next_sign_ms: u64,
    /// When it last stored the presence of each side.
    signed_ms: [Option<u64>; 2],
    words: u64,
    has_bus: bool,
    has_store: bool,
    listener: FaultyListener,
}

struct World {
    bus: FaultyBus,
    nodes: Vec<Node>,
    signs_ms: [Option<u64>; 2],
    now_ms: u64,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Come {
        node: usize,
        side: usize,
    },
    Go {
        node: usize,
        side: usize,
    },
    Hear {
        node: usize,
        which: usize,
        keep: bool,
    },
    Lose {
        node: usize,
    },
    CutBus {
        node: usize,
        cut: bool,
    },
    CutStore {
        node: usize,
        cut: bool,
    },
    Wait {
        ms: u64,
    },
    Claim {
        node: usize,
        side: usize,
    },
}

fn step() -> impl Strategy<Value = Step> {
    let node = 0..SKEW_MS.len();
    let seat = (node.clone(), 0..2_usize);
    prop_oneof![
        3 => seat.clone().prop_map(|(node, side)| Step::Come { node, side }),
        4 => seat.clone().prop_map(|(node, side)| Step::Go { node, side }),
        12 => (node.clone(), any::<usize>(), any::<bool>())
            .prop_map(|(node, which, keep)| Step::Hear { node, which, keep }),
        2 => node.clone().prop_map(|node| Step::Lose { node }),
        2 => (node.clone(), any::<bool>()).prop_map(|(node, cut)| Step::CutBus { node, cut }),
        2 => (node, any::<bool>()).prop_map(|(node, cut)| Step::CutStore { node, cut }),
        8 => (0..30_000_u64).prop_map(|ms| Step::Wait { ms }),
        8 => seat.prop_map(|(node, side)| Step::Claim { node, side }),
    ]
}

const SIDES: [Side; 2] = [Side::White, Side::Black];

impl Node {
    fn own_ms(&self, now_ms: u64) -> u64 {
        now_ms.saturating_add_signed(SKEW_MS[self.number])
    }

    /// Updates the state of each side.
    fn look(&mut self, now_ms: u64) {
        let own_ms = self.own_ms(now_ms);
        self.elsewhere.forget(own_ms, |_| false);
        for side in SIDES {
            let is_there = self.here[side.index()] > 0 || self.elsewhere.has(side);
            let gone = &mut self.gone_since_ms[side.index()];
            *gone = if is_there {
                None
            } else {
                gone.or(Some(own_ms))
            };
        }
        if now_ms.saturating_sub(self.heard_ms) >= NOTICED_MS {
            self.hears_since_ms = None;
        }
    }
}

impl World {
    fn new() -> World {
        let bus = FaultyBus::default();
        let node = |number| Node {
            number,
            here: [0; 2],
            elsewhere: RemoteConnections::default(),
            gone_since_ms: [None; 2],
            heard_ms: 0,
            hears_since_ms: None,
            next_sign_ms: number as u64 * 777,
            signed_ms: [None; 2],
            words: 0,
            has_bus: true,
            has_store: true,
            listener: bus.join(),
        };
        let nodes = (0..SKEW_MS.len()).map(node).collect();
        World {
            bus,
            nodes,
            signs_ms: [None; 2],
            now_ms: 1_000_000,
        }
    }

    fn tell(&mut self, node: usize) {
        let node = &mut self.nodes[node];
        node.words += 1;
        if node.has_bus {
            let [white, black] = node.here.map(|count| u8::from(count > 0));
            let mut message = node.words.to_be_bytes().to_vec();
            message.extend([node.number as u8, white, black]);
            self.bus.publish(Topic::Nodes, message);
        }
    }

    /// A node receives a message; returns false if none is queued.
    fn hear(&mut self, node: usize, which: usize, keep: bool) -> bool {
        let node = &mut self.nodes[node];
        let Some(message) = node.listener.hear(which, keep) else {
            return false;
        };
        let (number, rest) = message.split_at(8);
        let number = u64::from_be_bytes(number.try_into().expect("eight bytes"));
        let from = usize::from(rest[0]);
        if node.has_bus && from != node.number {
            let attendance = ConnectionCounts {
                players: [rest[1] > 0, rest[2] > 0],
                watching: 0,
            };
            let own_ms = node.own_ms(self.now_ms);
            let from = NodeId::from_bits(from as u64);
            node.elsewhere.record(from, number, attendance, own_ms);
        }
        node.look(self.now_ms);
        true
    }

    /// Lets time pass in steps of a second, with the background work of every node.
    fn wait(&mut self, ms: u64) {
        let until_ms = self.now_ms + ms;
        while self.now_ms < until_ms {
            self.now_ms = until_ms.min(self.now_ms + 1_000);
            for number in 0..self.nodes.len() {
                let node = &mut self.nodes[number];
                let own_ms = node.own_ms(self.now_ms);
                if node.has_bus {
                    node.heard_ms = self.now_ms;
                    node.hears_since_ms.get_or_insert(own_ms);
                }
                node.look(self.now_ms);
                if node.next_sign_ms > self.now_ms {
                    continue;
                }
                node.next_sign_ms = self.now_ms + PRESENCE_INTERVAL_MS;
                for side in 0..2 {
                    self.store_last_seen(number, side);
                }
                self.tell(number);
            }
        }
    }

    /// A node stores the presence of a side, if one of its players is connected there.
    fn store_last_seen(&mut self, node: usize, side: usize) {
        let node = &mut self.nodes[node];
        if node.has_store && node.here[side] > 0 {
            let own_ms = node.own_ms(self.now_ms);
            self.signs_ms[side] = self.signs_ms[side].max(Some(own_ms));
            node.signed_ms[side] = Some(self.now_ms);
        }
    }

    /// Whether a node accepts the claim that a side has left.
    fn grants(&mut self, node: usize, side: usize) -> bool {
        let last_seen_ms = self.signs_ms[side];
        let now_ms = self.now_ms;
        let node = &mut self.nodes[node];
        node.look(now_ms);
        let absence = Absence {
            gone_since_ms: node.gone_since_ms[side],
            hears_since_ms: node.hears_since_ms,
            last_seen_ms,
        };
        node.has_store && absence.is_longer_than(TIMEOUT_MS, node.own_ms(now_ms))
    }

    fn take(&mut self, step: Step) {
        match step {
            Step::Come { node, side } => {
                self.nodes[node].here[side] += 1;
                self.nodes[node].look(self.now_ms);
                self.store_last_seen(node, side);
                self.tell(node);
            }
            Step::Go { node, side } => {
                let here = &mut self.nodes[node].here[side];
                *here = here.saturating_sub(1);
                self.nodes[node].look(self.now_ms);
                self.tell(node);
            }
            Step::Hear { node, which, keep } => drop(self.hear(node, which, keep)),
            Step::Lose { node } => self.nodes[node].listener.lose(),
            Step::CutBus { node, cut } => self.nodes[node].has_bus = !cut,
            Step::CutStore { node, cut } => self.nodes[node].has_store = !cut,
            Step::Wait { ms } => self.wait(ms),
            Step::Claim { node, side } => {
                // A node that reaches the store stores presence every ten seconds.
                let is_signed = |signed_ms: u64| signed_ms + 25_000 >= self.now_ms;
                let is_there = |other: &Node| {
                    other.here[side] > 0 && other.signed_ms[side].is_some_and(is_signed)
                };
                let is_there = self.nodes.iter().any(is_there);
                assert!(
                    !(self.grants(node, side) && is_there),
                    "a player who is there was claimed to have left"
                );
            }
        }
    }

    /// Everything works again, the player of a side is not connected, and all messages arrive.
    fn all_is_well_without(&mut self, side: usize) {
        for node in &mut self.nodes {
            node.here[side] = 0;
            node.has_bus = true;
            node.has_store = true;
        }
        for _ in 0..8 {
            self.wait(PRESENCE_INTERVAL_MS);
            for number in 0..self.nodes.len() {
                while self.hear(number, 0, false) {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_connected_player_is_claimed_to_have_left(steps in prop::collection::vec(step(), 1..150)) {
        let mut world = World::new();
        for step in steps {
            world.take(step);
        }
        world.all_is_well_without(0);
        for node in 0..SKEW_MS.len() {
            prop_assert!(world.grants(node, 0), "whoever has left can be claimed");
        }
    }
}

#[test]
fn presence_on_the_bus_counts_if_the_store_is_unreachable() {
    let mut world = World::new();
    world.take(Step::CutStore { node: 1, cut: true });
    world.take(Step::Come { node: 1, side: 0 });
    for _ in 0..12 {
        world.wait(PRESENCE_INTERVAL_MS);
        while world.hear(0, 0, false) {}
        assert!(!world.grants(0, 0));
    }
    // Also at a node that is cut off from the bus, through the store.
    world.take(Step::CutStore {
        node: 1,
        cut: false,
    });
    world.take(Step::CutBus { node: 1, cut: true });
    for _ in 0..12 {
        world.wait(PRESENCE_INTERVAL_MS);
        world.nodes[0].listener.lose();
        assert!(!world.grants(0, 0));
    }
    // A node that receives nothing from the bus accepts no claim.
    world.take(Step::Go { node: 1, side: 0 });
    world.take(Step::CutBus { node: 0, cut: true });
    world.wait(10 * TIMEOUT_MS);
    assert!(!world.grants(0, 0));
}
