//! Teams over a real connection: from the links of a gathering to a game in which several people sit at one side.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::common::live::{Socket, challenge, secret};
use crate::common::{Answer, Running, start, start_stores};
use damier_club::in_memory::InMemoryLibrary;
use damier_club::live::InMemoryJournal;
use damier_server::Stores;
use serde_json::{Value, json};

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

    async fn gather(&self, white: &Value, black: &Value) -> Value {
        let plan = plan(white, black, &json!({}));
        self.host("POST", "/gathering", &plan).await.ok()["links"].clone()
    }

    /// Member `number` comes by a link, under a name.
    async fn come(&self, number: u32, link: &Value, name: &str) -> Answer {
        let body = json!({ "link": link, "name": name });
        self.sitting(&secret(number), "POST", "/gathering/join", &body)
            .await
    }

    async fn gathering(&self, number: u32) -> Value {
        let secret = secret(number);
        let answer = self.sitting(&secret, "GET", "/gathering", &Value::Null);
        answer.await.ok()
    }

    async fn begin(&self) -> Value {
        self.host("POST", "/gathering/begin", &Value::Null)
            .await
            .ok()
    }

    /// A gathering of three Whites (11, 12, 13) and one Black (21) that has begun, and their sockets.
    async fn four(&self, white: &Value) -> [Socket; 4] {
        let links = self.gather(white, &captain()).await;
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
}

/// Waits until a side is to move in the game of a member, with no connection to it.
async fn is_to_move(server: &Running, number: u32, side: &str) -> Value {
    for _ in 0..300 {
        let seat = secret(number);
        let state = server.sitting(&seat, "GET", "/live/state", &Value::Null);
        let state = state.await.ok();
        if state["state"]["turn"] == json!(side) {
            return state;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the game does not go on");
}

/// The team as it is told once this holds.
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

/// The same as it is kept: for that moment of the game.
fn wants_at(ply: u32, played: &str) -> Value {
    json!({ "act": "move", "move": played, "ply": ply })
}

/// Asserts that a socket has been told nothing of these kinds, up to now.
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

#[tokio::test]
async fn people_come_by_links_and_the_game_begins_when_the_host_says() {
    let server = server().await;
    let links = server.gather(&captain(), &vote()).await;
    assert_eq!(server.gather(&captain(), &vote()).await, links, "again");
    let white = links["white"].as_str().unwrap();
    let seen = server.sitting(white, "GET", "/gathering", &Value::Null);
    let seen = seen.await.ok();
    assert_eq!(
        (&seen["role"], &seen["you"], &seen["links"], &seen["game"]),
        (&json!("white"), &Value::Null, &Value::Null, &Value::Null)
    );
    let awa = server.come(11, &links["white"], " Awa ").await.ok();
    assert_eq!((&awa["role"], &awa["you"]), (&json!("white"), &json!(1)));
    server.come(11, &links["white"], "Awa").await.ok();
    let refused = server.come(12, &links["black"], "Awa").await;
    assert_eq!(refused.problem(409, "not-joined")["reason"], "name-taken");
    for alike in ["awa", "Аwa", "Áwa"] {
        let refused = server.come(12, &links["black"], alike).await;
        let refused = refused.problem(409, "not-joined");
        assert_eq!(refused["reason"], "name-taken", "{alike}");
    }
    let refused = server.come(12, &links["black"], &"x".repeat(21)).await;
    assert_eq!(
        refused.problem(422, "no-such-challenge")["reason"],
        "name-too-long"
    );
    server
        .come(12, &links["watcher"], "Piet")
        .await
        .problem(403, "not-entitled");
    server
        .host("POST", "/gathering/begin", &Value::Null)
        .await
        .problem(409, "side-empty");
    server.come(12, &links["black"], "Piet").await.ok();
    server.come(13, &links["black"], "Troll").await.ok();
    let away = json!({ "number": 3 });
    let left = server.host("POST", "/gathering/removal", &away).await.ok();
    assert_eq!(left["members"].as_array().unwrap().len(), 2);
    server
        .sitting(&secret(13), "GET", "/gathering", &Value::Null)
        .await
        .problem(404, "gathering-not-found");
    server
        .sitting(&secret(12), "POST", "/gathering/begin", &Value::Null)
        .await
        .problem(403, "not-entitled");
    let begun = server.begin().await;
    assert_eq!(server.begin().await["game"], begun["game"], "again");
    assert_eq!(server.gathering(11).await["game"], begun["game"]);
    server
        .host("POST", "/gathering/removal", &json!({ "number": 1 }))
        .await
        .problem(409, "gathering-begun");
    server
        .host("DELETE", "/gathering", &Value::Null)
        .await
        .problem(409, "gathering-begun");
    let (_, welcome) = server.enter(&secret(12)).await;
    assert_eq!(welcome["role"], "black");
    assert_eq!(welcome["setup"]["settings"]["white"]["name"], "Awa");
    let watcher = links["watcher"].as_str().unwrap();
    assert_eq!(server.enter(watcher).await.1["role"], "watcher");

    // Whoever comes later sits down at once, until the doors are closed.
    server.come(14, &links["black"], "Eva").await.ok();
    let (mut eva, _) = server.enter(&secret(14)).await;
    let team = until(&mut eva, |team| {
        team["members"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!(
        (&team["you"], &team["members"][1]["name"]),
        (&json!(4), &json!("Eva"))
    );
    server
        .host("POST", "/gathering/doors", &json!({ "open": false }))
        .await
        .ok();
    let refused = server.come(15, &links["black"], "Late").await;
    assert_eq!(
        refused.problem(409, "not-joined")["reason"],
        "gathering-closed"
    );
}

#[tokio::test]
async fn what_teams_do_not_play_is_refused_and_an_ended_gathering_is_gone() {
    let server = server().await;
    let days =
        json!({ "clock": { "initial_ms": 0, "increment_ms": 86_400_000, "bonus": "delay" } });
    for (white, more, reason) in [
        (captain(), json!({ "rated": true }), "team-rated"),
        (captain(), json!({ "start": "nonsense" }), "bad-start"),
        // A vote of half a minute is none in a game of days.
        (captain(), days, "vote-out-of-range"),
        (
            captain(),
            json!({ "conduct": { "touched_is_played": true } }),
            "team-customs",
        ),
        (
            json!({ "way": "vote", "within_s": 5 }),
            json!({}),
            "vote-out-of-range",
        ),
    ] {
        let plan = plan(&white, &vote(), &more);
        let refused = server.host("POST", "/gathering", &plan).await;
        assert_eq!(refused.problem(422, "no-such-challenge")["reason"], reason);
    }
    let links = server.gather(&captain(), &captain()).await;
    let other = plan(&vote(), &captain(), &json!({}));
    server
        .host("POST", "/gathering", &other)
        .await
        .problem(409, "challenge-exists");
    for number in 0..20 {
        let name = format!("n{number}");
        server.come(100 + number, &links["white"], &name).await.ok();
    }
    let refused = server.come(120, &links["white"], "n20").await;
    assert_eq!(
        refused.problem(409, "not-joined")["reason"],
        "gathering-full"
    );
    let gone = server.host("DELETE", "/gathering", &Value::Null).await;
    assert_eq!(gone.status, 204);
    server
        .come(121, &links["black"], "Awa")
        .await
        .problem(404, "gathering-not-found");
}

#[tokio::test]
async fn a_captain_decides_and_the_others_propose() {
    let server = server().await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&captain()).await;
    assert_eq!(piet.act(&wants("32-28")).await["frame"], "noted");
    assert_eq!(
        jan.act(&wants("31x27")).await["frame"],
        "noted",
        "in one spelling"
    );
    let team = until(&mut awa, |team| {
        team["voices"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!((&team["you"], &team["captain"]), (&json!(1), &json!(1)));
    assert_eq!(
        team["voices"],
        json!([
            { "member": 2, "want": wants_at(0, "32-28") },
            { "member": 3, "want": wants_at(0, "31-27") },
        ])
    );
    let refused = jan.act(&wants("19-23")).await;
    assert_eq!(refused["code"], "not-legal", "{refused}");
    assert_eq!(jan.act(&json!({ "act": "resign" })).await["frame"], "noted");
    let marks = json!({ "frame": "mark", "squares": [28], "arrows": [[32, 28]] });
    jan.say(&marks).await;
    let team = until(&mut piet, |team| team["marks"] != json!([])).await;
    assert_eq!(
        team["marks"],
        json!([{ "member": 3, "squares": [28], "arrows": [[32, 28]] }])
    );
    jan.say(&json!({ "frame": "whisper", "phrase": "danger" }))
        .await;
    let whispered = awa.wait("whispered").await;
    assert_eq!(
        (&whispered["by"], &whispered["phrase"]),
        (&json!(3), &json!("danger"))
    );
    // A program says the same by a request.
    let saying = json!({ "frame": "mark", "squares": [27], "arrows": [] });
    let said = server
        .sitting(&secret(13), "POST", "/live/say", &saying)
        .await;
    assert_eq!(said.status, 204);
    let team = until(&mut piet, |team| {
        team["marks"] == json!([{ "member": 3, "squares": [27], "arrows": [] }])
    });
    team.await;
    let saying = json!({ "frame": "whisper", "phrase": "hold" });
    let said = server
        .sitting(&secret(13), "POST", "/live/say", &saying)
        .await;
    assert_eq!(said.status, 204);
    let whispered = awa.wait("whispered").await;
    assert_eq!(
        (&whispered["by"], &whispered["phrase"]),
        (&json!(3), &json!("hold"))
    );
    // The other side has seen nothing of it but its own team.
    let own = moussa.wait("team").await;
    assert_eq!(own["members"].as_array().unwrap().len(), 1);
    heard_none_of(&mut moussa, &["event", "whispered", "team"]).await;

    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.event().await["event"]["act"]["move"], "32-28");
    let team = until(&mut awa, |team| team["voices"] == json!([])).await;
    assert_eq!(
        team["marks"],
        json!([]),
        "they were about the position before"
    );
    assert_eq!(
        moussa.act(&wants("19-23")).await["frame"],
        "done",
        "alone, one decides"
    );
    assert_eq!(
        piet.act(&json!({ "act": "resign" })).await["frame"],
        "noted"
    );
    assert_eq!(awa.act(&json!({ "act": "resign" })).await["frame"], "done");
    let event = moussa.wait("event").await;
    assert_eq!(event["event"]["act"]["move"], "19-23");
    assert_eq!(moussa.event().await["state"]["ending"]["winner"], "black");
}

#[tokio::test]
async fn time_decides_a_vote_where_nobody_is_connected() {
    let live = Arc::new(InMemoryJournal::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let server = start_stores(stores(), |_| {}).await;
    let links = server.gather(&vote(), &vote()).await;
    for (number, name) in [(11, "Awa"), (12, "Piet"), (13, "Jan")] {
        server.come(number, &links["white"], name).await.ok();
    }
    for (number, name) in [(21, "Moussa"), (22, "Ali"), (23, "Eva")] {
        server.come(number, &links["black"], name).await.ok();
    }
    server.begin().await;
    server.wait_for_a_beat().await;
    let voted = |number: u32, text: &str| json!({ "id": format!("00000001-0000-4000-8000-0000000000{number}"), "want": wants(text) });
    let white = voted(12, "32-28");
    let seat = secret(12);
    let accepted = server.sitting(&seat, "POST", "/live/acts", &white);
    assert_eq!(accepted.await.status, 202);
    // Half of the time: that nobody is there lets no single vote decide.
    server.let_time_pass(20_000).await;
    tokio::time::sleep(Duration::from_millis(600)).await;
    let state = is_to_move(&server, 12, "white").await;
    assert_eq!(state["version"], 0);
    server.let_time_pass(10_000).await;
    let state = is_to_move(&server, 12, "black").await;
    assert_eq!(state["version"], 1);

    // After a start everybody counts as there, so the vote of one of three waits. The server stops again before the time is over.
    let again = async |server: Running| {
        let stopped_ms = server.clock.0.load(Ordering::SeqCst);
        server.stop().await.unwrap();
        let server = start_stores(stores(), |_| {}).await;
        server.clock.0.store(stopped_ms, Ordering::SeqCst);
        server.wait_for_a_beat().await;
        server
    };
    let server = again(server).await;
    let black = voted(22, "19-23");
    let seat = secret(22);
    let accepted = server.sitting(&seat, "POST", "/live/acts", &black);
    assert_eq!(accepted.await.status, 202);
    let server = again(server).await;
    server.let_time_pass(60_000).await;
    is_to_move(&server, 22, "white").await;
}

#[tokio::test]
async fn a_vote_outlives_a_restart_and_time_decides_it() {
    let live = Arc::new(InMemoryJournal::default());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let server = start_stores(stores(), |_| {}).await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&vote()).await;
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "noted");
    assert_eq!(jan.act(&wants("31-27")).await["frame"], "noted");
    assert_eq!(
        jan.act(&wants("33-29")).await["frame"],
        "noted",
        "another mind"
    );
    heard_none_of(&mut moussa, &["event"]).await;
    server.stop().await.unwrap();

    let server = start_stores(stores(), |_| {}).await;
    server.wait_for_a_beat().await;
    for socket in [&mut awa, &mut piet, &mut jan, &mut moussa] {
        while socket.next().await.is_some() {} // of the server that is gone
    }
    let (mut piet, _) = server.enter(&secret(12)).await;
    let team = until(&mut piet, |team| {
        team["voices"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!(
        team["voices"],
        json!([
            { "member": 1, "want": wants_at(0, "32-28") },
            { "member": 3, "want": wants_at(0, "33-29") },
        ])
    );
    let done = piet.act(&wants("33-29")).await;
    assert_eq!(done["frame"], "done", "two of three: {done}");
    let (mut moussa, welcome) = server.enter(&secret(21)).await;
    assert_eq!(welcome["events"][0]["act"]["move"], "33-29");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");

    // One vote of three decides nothing until the time for voting is over.
    assert_eq!(piet.event().await["event"]["number"], 1);
    let (mut awa, _) = server.enter(&secret(11)).await;
    let (_jan, _) = server.enter(&secret(13)).await;
    assert_eq!(awa.act(&wants("31-26")).await["frame"], "noted");
    server.let_time_pass(28_000).await;
    heard_none_of(&mut awa, &["event"]).await;
    server.let_time_pass(4_000).await;
    assert_eq!(awa.event().await["event"]["act"]["move"], "31-26");
}

#[tokio::test]
async fn members_move_in_turn_and_one_who_is_gone_is_passed_over() {
    let server = server().await;
    let [mut awa, mut piet, mut jan, mut moussa] = server.four(&in_turn()).await;
    assert_eq!(
        piet.act(&wants("31-27")).await["frame"],
        "noted",
        "not on move"
    );
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    let team = until(&mut jan, |team| team["on_move"]["member"] == json!(2)).await;
    assert_eq!(team["captain"], Value::Null);
    drop(piet);
    let left = until(&mut jan, |team| team["members"][1]["here"] == json!(false)).await;
    assert_eq!(left["on_move"]["member"], json!(2));
    assert_eq!(
        jan.act(&wants("28x19")).await["frame"],
        "noted",
        "he is waited for"
    );
    server.let_time_pass(16_000).await;
    until(&mut jan, |team| team["on_move"]["member"] == json!(3)).await;
    assert_eq!(jan.act(&wants("28x19")).await["frame"], "done");
}

#[tokio::test]
async fn whoever_is_no_member_decides_nothing_whatever_seat_he_has() {
    let server = server().await;
    let [mut awa, _piet, _jan, _moussa] = server.four(&vote()).await;
    let noted = json!({ "id": "00000001-0000-4000-8000-00000000abcd", "want": wants("32-28") });
    let accepted = server
        .sitting(&secret(12), "POST", "/live/acts", &noted)
        .await;
    assert_eq!(accepted.status, 202);
    until(&mut awa, |team| {
        team["voices"].as_array().unwrap().len() == 1
    })
    .await;
    let branches = json!({ "version": 0, "branches": [] });
    let refused = server
        .sitting(&secret(12), "PUT", "/live/conditional", &branches)
        .await;
    assert_eq!(refused.problem(409, "refused")["reason"], "not-for-teams");
    server
        .sitting(
            &secret(12),
            "POST",
            "/live/rematch",
            &json!({ "secret": secret(77) }),
        )
        .await
        .problem(409, "game-goes-on");
    // A seat of the same side that no member has, as an account would have made it.
    let game = server.gathering(11).await["game"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let seat = damier_club::live::LiveSeat {
        key: damier_club::live::SeatKey::from_bytes(sha256(&secret(55))),
        role: damier_club::live::SeatRole::Player(damier_club::Side::White),
    };
    assert!(server.live.add_seat(game, &seat).await.unwrap());
    let (mut stranger, welcome) = server.enter(&secret(55)).await;
    assert_eq!(welcome["role"], "white");
    for want in [
        wants("32-28"),
        json!({ "act": "resign" }),
        json!({ "act": "offer-draw" }),
    ] {
        assert_eq!(stranger.act(&want).await["code"], "not-a-member");
    }
    stranger
        .say(&json!({ "frame": "whisper", "phrase": "look" }))
        .await;
    heard_none_of(&mut stranger, &["team", "whispered", "event"]).await;
    let many = vec![1; 25];
    awa.say(&json!({ "frame": "mark", "squares": many, "arrows": [] }))
        .await;
    assert_eq!(awa.wait("trouble").await["code"], "bad-frame");
}

#[tokio::test]
async fn by_days_a_move_is_left_to_the_captain_and_a_draw_is_offered_late() {
    let server = server().await;
    let more = json!({
        "clock": { "initial_ms": 1_000, "increment_ms": 86_400_000, "bonus": "delay" },
        "conduct": { "offers_from_move": 2 },
    });
    let plan = plan(&captain(), &captain(), &more);
    let links = server.host("POST", "/gathering", &plan).await.ok()["links"].clone();
    for (number, name) in [(11, "Awa"), (12, "Piet")] {
        server.come(number, &links["white"], name).await.ok();
    }
    server.come(21, &links["black"], "Moussa").await.ok();
    server.begin().await;
    let (mut awa, _) = server.enter(&secret(11)).await;
    let (mut piet, _) = server.enter(&secret(12)).await;
    let (mut moussa, _) = server.enter(&secret(21)).await;
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    let early = awa.act(&json!({ "act": "offer-draw" })).await;
    assert_eq!(early["code"], "too-early-to-offer", "{early}");
    // That the captain has no connection says nothing; his move is left to him for half a day.
    drop(awa);
    let quarter_ms = 6 * 60 * 60 * 1_000;
    server.pass(quarter_ms).await;
    // An outage counts for nothing, also not as a new beginning.
    server.leap(80_000).await;
    assert_eq!(piet.act(&wants("28x19")).await["frame"], "noted");
    server.pass(quarter_ms + 5_000).await;
    let team = until(&mut piet, |team| {
        team["on_move"].is_object() && team["on_move"]["member"].is_null()
    })
    .await;
    assert_eq!(team["captain"], json!(1));
    assert_eq!(
        piet.act(&json!({ "act": "resign" })).await["frame"],
        "noted"
    );
    assert_eq!(piet.act(&wants("28x19")).await["frame"], "done");
    assert_eq!(moussa.act(&wants("14x23")).await["frame"], "done");
    assert_eq!(
        piet.act(&json!({ "act": "offer-draw" })).await["frame"],
        "noted"
    );
    let (mut awa, _) = server.enter(&secret(11)).await;
    let offered = awa.act(&json!({ "act": "offer-draw" })).await;
    assert_eq!(offered["frame"], "done", "{offered}");
}

impl Running {
    /// So much time is gone at once: a running clock gets it back as that of an outage.
    async fn leap(&self, ms: u64) {
        self.clock.0.fetch_add(ms, Ordering::SeqCst);
        self.wait_for_a_beat().await;
    }

    /// So much time passes while the server goes on, but for a second and a half.
    async fn pass(&self, ms: u64) {
        let then_ms = self.clock.0.load(Ordering::SeqCst) + ms;
        self.live.beat(then_ms - 1_500).await.unwrap();
        self.clock.0.store(then_ms, Ordering::SeqCst);
        self.wait_for_a_beat().await;
    }

    /// Member `number` wants another game, and will be member `next` there.
    async fn again(&self, number: u32, next: u32) -> Answer {
        let body = json!({ "secret": secret(next) });
        self.sitting(&secret(number), "POST", "/live/rematch", &body)
            .await
    }
}

/// One move of each side, and White resigns.
async fn white_loses(white: &mut [&mut Socket], moussa: &mut Socket) {
    for want in [wants("32-28"), json!({ "act": "resign" })] {
        let mut frame = Value::Null;
        for member in white.iter_mut() {
            frame = member.act(&want).await["frame"].clone();
        }
        assert_eq!(frame, "done", "{want}");
        if want["act"] == "move" {
            assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
        }
    }
}

#[tokio::test]
async fn another_game_begins_once_both_captains_want_it_and_the_colours_change() {
    let server = server().await;
    let [mut awa, _piet, _jan, mut moussa] = server.four(&captain()).await;
    server.again(11, 31).await.problem(409, "game-goes-on");
    white_loses(&mut [&mut awa], &mut moussa).await;
    let asked = server.again(12, 32).await.ok();
    assert_eq!(asked["begun"], json!(false));
    // The captain sees it, and the other side does not.
    until(&mut awa, |team| team["another"] == json!([2])).await;
    assert_eq!(server.again(21, 41).await.ok()["begun"], json!(false));
    let theirs = awa.wait("rematch").await;
    assert_eq!(
        (&theirs["by"], &theirs["game"]),
        (&json!("black"), &Value::Null)
    );
    let (_, welcome) = server.enter(&secret(13)).await;
    assert_eq!(
        welcome["rematch"],
        json!({ "white": false, "black": true, "game": null })
    );
    let begun = server.again(11, 31).await.ok();
    assert_eq!(begun["begun"], json!(true), "{begun}");
    assert_eq!(server.again(11, 31).await.ok(), begun, "again");
    server.again(11, 51).await.problem(409, "challenge-exists");
    // The first one says that he wanted it himself.
    while moussa.wait("rematch").await["game"] != begun["game"] {}
    let (mut awa, welcome) = server.enter(&secret(31)).await;
    assert_eq!(
        (&welcome["role"], &welcome["game"]),
        (&json!("black"), &begun["game"])
    );
    let settings = &welcome["setup"]["settings"];
    assert_eq!(settings["white"]["name"], "Moussa");
    // Whoever comes later sits down at once, behind the captain.
    assert_eq!(server.again(12, 32).await.ok()["begun"], json!(true));
    let (mut piet, _) = server.enter(&secret(32)).await;
    let team = until(&mut piet, |team| {
        team["members"].as_array().unwrap().len() == 2
    })
    .await;
    assert_eq!((&team["you"], &team["captain"]), (&json!(3), &json!(2)));
    let (mut moussa, _) = server.enter(&secret(41)).await;
    assert_eq!(moussa.act(&wants("32-28")).await["frame"], "done");
    assert_eq!(piet.act(&wants("19-23")).await["frame"], "noted");
    assert_eq!(awa.act(&wants("19-23")).await["frame"], "done");
}

#[tokio::test]
async fn another_game_needs_more_than_half_of_a_team_that_votes() {
    let server = server().await;
    let [mut awa, mut piet, _jan, mut moussa] = server.four(&vote()).await;
    white_loses(&mut [&mut awa, &mut piet], &mut moussa).await;
    assert_eq!(server.again(21, 41).await.ok()["begun"], json!(false));
    assert_eq!(server.again(11, 31).await.ok()["begun"], json!(false));
    let still = server.again(11, 31).await.ok();
    assert_eq!(still["begun"], json!(false), "one of three, however often");
    until(&mut piet, |team| team["another"] == json!([1])).await;
    // What was wanted is kept for an hour.
    server.leap(61 * 60 * 1_000).await;
    assert_eq!(server.again(12, 32).await.ok()["begun"], json!(false));
    assert_eq!(server.again(11, 31).await.ok()["begun"], json!(false));
    assert_eq!(server.again(21, 41).await.ok()["begun"], json!(true));
    let (_, welcome) = server.enter(&secret(32)).await;
    assert_eq!(welcome["role"], "black");
    assert_eq!(welcome["setup"]["settings"]["black"]["name"], "Piet & Awa");
}

impl Running {
    /// The same without a secret of one's own for the next game.
    async fn along(&self, seat: &str) -> Answer {
        self.sitting(seat, "POST", "/live/rematch", &json!({}))
            .await
    }
}

#[tokio::test]
async fn the_other_devices_of_members_and_those_who_look_on_come_to_the_next_game_of_teams() {
    let server = server().await;
    let [mut awa, _piet, _jan, mut moussa] = server.four(&captain()).await;
    let watchers = server.gathering(HOST).await["links"]["watcher"].clone();
    let watchers = watchers.as_str().unwrap();
    let (mut third, _) = server.enter(watchers).await;
    white_loses(&mut [&mut awa], &mut moussa).await;
    let waits = server.along(&secret(11)).await.ok();
    assert_eq!(waits["begun"], json!(false));
    assert_eq!(server.along(&secret(11)).await.ok(), waits, "the other one");
    server.along(watchers).await.problem(403, "not-entitled");
    let begun = server.along(&secret(21)).await.ok();
    assert_eq!(begun["begun"], json!(true));
    while third.wait("rematch").await["game"] != begun["game"] {}
    for _ in 0..2 {
        let there = server.along(&secret(11)).await.ok();
        assert_eq!(
            (&there["begun"], &there["secret"]),
            (&json!(true), &waits["secret"])
        );
    }
    let (mut awa, _) = server.enter(waits["secret"].as_str().unwrap()).await;
    let team = until(&mut awa, |_| true).await;
    assert_eq!(team["members"].as_array().unwrap().len(), 1, "{team}");
    let there = server.along(watchers).await.ok();
    let (_, welcome) = server.enter(there["secret"].as_str().unwrap()).await;
    assert_eq!(
        (&welcome["game"], &welcome["role"]),
        (&begun["game"], &json!("watcher"))
    );
}

#[tokio::test]
async fn what_a_team_wants_is_seen_on_another_server_and_after_a_restart() {
    let live = Arc::new(InMemoryJournal::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let server = start_stores(stores(), |_| {}).await;
    let [mut awa, _piet, _jan, mut moussa] = server.four(&captain()).await;
    white_loses(&mut [&mut awa], &mut moussa).await;
    assert_eq!(server.again(11, 31).await.ok()["begun"], json!(false));
    // The room of this server has heard nothing of it.
    let later = start_stores(stores(), |_| {}).await;
    let (_moussa, welcome) = later.enter(&secret(21)).await;
    assert_eq!(
        welcome["rematch"],
        json!({ "white": true, "black": false, "game": null })
    );
    let (mut piet, _) = later.enter(&secret(12)).await;
    let team = until(&mut piet, |_| true).await;
    assert_eq!(team["another"], json!([1]));
    let begun = later.again(21, 41).await.ok();
    assert_eq!(begun["begun"], json!(true));
    let (_, welcome) = server.enter(&secret(21)).await;
    assert_eq!(welcome["rematch"]["game"], begun["game"]);
}

#[tokio::test]
async fn a_gathering_and_a_game_of_strangers_never_have_one_id() {
    let known = server().await;
    known.four(&captain()).await;
    let id = known.gathering(HOST).await["game"].clone();
    let offer = json!({
        "id": id,
        "challenge": challenge("international", &json!({})),
        "invitation": secret(701),
    });
    let taken_up = json!({ "invitation": secret(701), "name": "Zoé" });

    // Whoever hosts the gathering has given its id to a game before.
    let first = server().await;
    first
        .sitting(&secret(700), "POST", "/challenges", &offer)
        .await
        .ok();
    let begun = first
        .sitting(&secret(702), "POST", "/challenge/accept", &taken_up)
        .await
        .ok();
    assert_eq!(begun["game"], id);
    let plan = plan(&captain(), &captain(), &json!({}));
    let made = first.host("POST", "/gathering", &plan).await;
    made.problem(409, "challenge-exists");

    // Or gives it to one afterwards.
    let second = server().await;
    second.gather(&captain(), &captain()).await;
    second
        .sitting(&secret(700), "POST", "/challenges", &offer)
        .await
        .ok();
    second
        .sitting(&secret(702), "POST", "/challenge/accept", &taken_up)
        .await
        .problem(409, "challenge-taken");
}

#[tokio::test]
async fn members_who_are_connected_to_two_servers_come_to_one_move() {
    let live = Arc::new(InMemoryJournal::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: live.clone(),
    };
    let one = start_stores(stores(), |_| {}).await;
    let other = start_stores(stores(), |_| {}).await;
    let links = one.gather(&vote(), &captain()).await;
    one.come(11, &links["white"], "Awa").await.ok();
    other.come(12, &links["white"], "Piet").await.ok();
    other.come(21, &links["black"], "Moussa").await.ok();
    one.begin().await;
    let (mut awa, _) = one.enter(&secret(11)).await;
    let (mut piet, _) = other.enter(&secret(12)).await;
    let (mut moussa, _) = other.enter(&secret(21)).await;
    // Neither server has heard of the other vote when it takes one, and the two together decide.
    assert_eq!(awa.act(&wants("32-28")).await["frame"], "noted");
    let piets = piet.act(&wants("32-28")).await;
    assert!(
        ["noted", "done"].contains(&piets["frame"].as_str().unwrap()),
        "{piets}"
    );
    for player in [&mut awa, &mut piet, &mut moussa] {
        let event = player.event().await;
        assert_eq!(
            (&event["event"]["number"], &event["event"]["act"]["move"]),
            (&json!(1), &json!("32-28"))
        );
    }
    assert_eq!(moussa.act(&wants("19-23")).await["frame"], "done");
    assert_eq!(awa.event().await["event"]["number"], 2);
    // A vote on the other server is seen by the own team here.
    assert_eq!(piet.act(&wants("28x19")).await["frame"], "noted");
    until(&mut awa, |team| {
        team["voices"].as_array().unwrap().len() == 1
    })
    .await;
}

/// The key of a seat.
fn sha256(secret: &str) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    let hash = Sha256::new().chain_update(b"damier seat secret 1\n");
    hash.chain_update(secret).finalize().into()
}
