//! Team matches over a real connection: from the links to a game in which several members play one
//! side.

mod captains;
mod computer;
mod deciding;
mod rematch;
mod team_match;
mod touching;
mod voting;

use std::sync::atomic::Ordering;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::live::{Socket, challenge, secret};
use crate::common::{Answer, Running, start};

const HOST: u32 = 1;

async fn server() -> Running {
    start(InMemoryLibrary::default()).await
}

pub(crate) fn captain() -> Value {
    json!({ "way": "captain" })
}

fn in_turn() -> Value {
    json!({ "way": "in-turn" })
}

fn vote() -> Value {
    json!({ "way": "vote", "within_s": 30 })
}

pub(crate) fn plan(white: &Value, black: &Value, more: &Value) -> Value {
    let challenge = challenge("international", more);
    json!({ "plan": {
        "kind": "teams",
        "variant": challenge["variant"],
        "settings": challenge["settings"],
        "white": white,
        "black": black,
    } })
}

impl Running {
    async fn host(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.sitting(&secret(HOST), method, path, body).await
    }

    async fn create_team_match(&self, white: &Value, black: &Value) -> Value {
        let plan = plan(white, black, &json!({}));
        self.host("POST", "/teams", &plan).await.ok()["links"].clone()
    }

    /// Member `number` joins with a link, under a name.
    async fn come(&self, number: u32, link: &Value, name: &str) -> Answer {
        let body = json!({ "link": link, "name": name });
        self.sitting(&secret(number), "POST", "/teams/join", &body)
            .await
    }

    async fn team_match(&self, number: u32) -> Value {
        let secret = secret(number);
        let answer = self.sitting(&secret, "GET", "/teams", &Value::Null);
        answer.await.ok()
    }

    async fn begin(&self) -> Value {
        self.host("POST", "/teams/begin", &Value::Null).await.ok()
    }

    /// A begun team match of three Whites (11, 12, 13) and one Black (21); returns their sockets.
    async fn four(&self, white: &Value) -> [Socket; 4] {
        self.four_with(white, &json!({})).await
    }

    /// The same with these settings.
    async fn four_with(&self, white: &Value, more: &Value) -> [Socket; 4] {
        let plan = plan(white, &captain(), more);
        let made = self.host("POST", "/teams", &plan).await.ok();
        let links = &made["links"];
        for (number, name) in [(11, "Awa"), (12, "Piet"), (13, "Jan")] {
            self.come(number, &links["white"], name).await.ok();
        }
        self.come(21, &links["black"], "Moussa").await.ok();
        self.begin().await;
        [
            self.enter(&secret(11)).await.0,
            self.enter(&secret(12)).await.0,
            self.enter(&secret(13)).await.0,
            self.enter(&secret(21)).await.0,
        ]
    }

    /// Advances the clock at once: a running clock gets the time back as that of an outage.
    async fn leap(&self, ms: u64) {
        self.clock.0.fetch_add(ms, Ordering::SeqCst);
        self.wait_for_a_beat().await;
    }
}

/// The next team frame that satisfies a condition.
async fn until(socket: &mut Socket, holds: impl Fn(&Value) -> bool) -> Value {
    loop {
        let team = socket.wait("team").await;
        if holds(&team) {
            return team;
        }
    }
}

fn wants(text: &str) -> Value {
    json!({ "act": "move", "move": text })
}

/// The same as it is stored: for this ply of the game.
fn wants_at(ply: u32, played: &str) -> Value {
    json!({ "act": "move", "move": played, "ply": ply })
}

/// Asserts that a socket has received no frames of these kinds.
async fn heard_none_of(socket: &mut Socket, kinds: &[&str]) {
    socket.say(&json!({ "frame": "ping", "number": 99 })).await;
    loop {
        let frame = socket.next().await.unwrap();
        if frame["frame"] == "pong" {
            return;
        }
        let kind = frame["frame"].as_str().unwrap();
        assert!(!kinds.contains(&kind), "{frame}");
    }
}
