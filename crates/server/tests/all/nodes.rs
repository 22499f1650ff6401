//! Several servers that share a store and a bus, as players see them: clients of different nodes
//! play each other.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_people::live::Bus;
use damier_server::{InProcessBus, NatsBus, NatsLogin, Stores};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::bus::{address_of, stopped_nats};
use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{Socket, challenge, secret, uuid};
use crate::common::{Running, start_stores};

/// A game in which a player may be absent for a minute at most.
fn blitz() -> Value {
    let clock = json!({ "initial_ms": 300_000, "increment_ms": 3_000 });
    challenge("international", &json!({ "clock": clock }))
}

fn stores() -> Stores {
    Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&Arc::new(InMemoryStore::shared())),
    }
}

/// Two servers on these stores, each with a bus.
async fn two_nodes(buses: [Arc<dyn Bus>; 2]) -> [Running; 2] {
    let stores = stores();
    let [one, other] = buses;
    [
        start_stores(stores.clone(), |config| config.bus = Some(one)).await,
        start_stores(stores, |config| config.bus = Some(other)).await,
    ]
}

async fn two_neighbours() -> [Running; 2] {
    let bus = InProcessBus::default();
    let nodes = two_nodes([Arc::new(bus.clone()), Arc::new(bus)]).await;
    for node in &nodes {
        until_the_bus_is(node, "ok").await;
    }
    nodes
}

async fn until_the_bus_is(node: &Running, expected: &str) {
    for _ in 0..400 {
        let health = node.get("/api/v1/health").await.ok();
        assert_eq!(health["status"], "ok", "games go on");
        if health["bus"] == expected {
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the bus is not {expected}");
}

/// The next presence frame that satisfies a condition.
async fn presence(socket: &mut Socket, is_it: impl Fn(&Value) -> bool) -> Value {
    loop {
        let frame = socket.wait("presence").await;
        if is_it(&frame) {
            return frame;
        }
    }
}

/// Plays some moves between two nodes, and returns the longest time that one took from one player
/// to the other.
async fn play(awa: &mut Socket, piet: &mut Socket, moves: &[&str]) -> Duration {
    let mut longest = Duration::ZERO;
    for (number, text) in moves.iter().enumerate() {
        let (mover, waits) = if number % 2 == 0 {
            (&mut *awa, &mut *piet)
        } else {
            (&mut *piet, &mut *awa)
        };
        #[expect(
            clippy::disallowed_methods,
            reason = "a test measures with the system's clock"
        )]
        let begun = Instant::now();
        assert_eq!(mover.play(text).await["frame"], "done");
        assert_eq!(waits.event().await["event"]["act"]["move"], *text);
        longest = longest.max(begun.elapsed());
        mover.event().await;
    }
    longest
}

#[tokio::test(flavor = "multi_thread")]
async fn players_on_two_nodes_meet() {
    let nodes = two_neighbours().await;
    let [one, other] = &nodes;
    one.offer(1, &blitz()).await.ok();
    // The host is connected to one node, and the challenge is accepted on the other: no polling is
    // needed.
    let mut awa = one.socket().await;
    awa.say(&json!({ "frame": "hello", "seat": secret(10), "have": 0 }))
        .await;
    awa.wait("waiting").await;
    other.accept(1).await.ok();
    let welcome = tokio::time::timeout(Duration::from_secs(5), awa.wait("welcome"));
    welcome.await.expect("she hears of it at once");
    let (mut piet, _) = other.enter(&secret(12)).await;
    let both = |frame: &Value| frame["white"] == true && frame["black"] == true;
    presence(&mut awa, both).await;
    presence(&mut piet, both).await;
    // While the bus works, the journal is polled only every three seconds.
    let moves = ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14"];
    let longest = play(&mut awa, &mut piet, &moves).await;
    assert!(
        longest < Duration::from_secs(1),
        "{longest:?}: nobody was told"
    );

    awa.say(&json!({ "frame": "say", "phrase": "good-luck" }))
        .await;
    let said = json!({ "frame": "said", "by": "white", "phrase": "good-luck" });
    assert_eq!(piet.wait("said").await, said);
    assert_eq!(awa.wait("said").await, said);

    // A spectator is counted on both nodes.
    let watchers = json!({ "secret": secret(77) });
    one.sitting(&secret(10), "POST", "/live/watchers", &watchers)
        .await
        .ok();
    let (first, _) = one.enter(&secret(77)).await;
    let (_second, _) = other.enter(&secret(77)).await;
    for socket in [&mut awa, &mut piet] {
        presence(socket, |frame| frame["watching"] == 2).await;
    }
    drop(first);
    for socket in [&mut awa, &mut piet] {
        presence(socket, |frame| frame["watching"] == 1).await;
    }

    // The rematch.
    assert_eq!(awa.act(&json!({ "act": "resign" })).await["frame"], "done");
    piet.event().await;
    let wanted = json!({ "secret": secret(20) });
    one.sitting(&secret(10), "POST", "/live/rematch", &wanted)
        .await
        .ok();
    let frame = piet.wait("rematch").await;
    assert_eq!(
        (&frame["by"], &frame["game"]),
        (&json!("white"), &Value::Null)
    );
    let wanted = json!({ "secret": secret(22) });
    let next = other
        .sitting(&secret(12), "POST", "/live/rematch", &wanted)
        .await
        .ok();
    awa.wait("rematch").await;
    let frame = awa.wait("rematch").await;
    assert_eq!(
        (&frame["by"], &frame["game"]),
        (&json!("black"), &next["game"])
    );

    // The metrics.
    let metrics = one.metrics().await;
    let metrics = String::from_utf8(metrics.body.to_vec()).unwrap();
    for line in ["damier_bus_works 1", "damier_other_nodes 1"] {
        assert!(metrics.lines().any(|listed| listed == line), "{metrics}");
    }
}

/// Sends hello, and gets a request to repeat it later and no state of the game.
async fn expect_unavailable(socket: &mut Socket, hello: &Value) {
    socket.say(hello).await;
    loop {
        let frame = socket.next().await.expect("the socket stays open");
        assert_ne!(frame["frame"], "welcome", "{frame}");
        if frame["frame"] == "trouble" {
            assert_eq!(frame["code"], "unavailable", "{frame}");
            assert_eq!(frame["retry_after_ms"], 1_000, "{frame}");
            return;
        }
    }
}

/// If events of other nodes cannot be read, no client gets the state of the game: a move
/// acknowledged by another node could be missing.
#[tokio::test(flavor = "multi_thread")]
async fn no_node_sends_an_older_state_than_another_node_has_sent() {
    let journal = Arc::new(InMemoryStore::shared());
    let stores = Stores {
        live: Ports::of(&journal),
        ..stores()
    };
    let one = start_stores(stores.clone(), |_| {}).await;
    let other = start_stores(stores, |_| {}).await;
    let [white, black] = one.game(1, &blitz()).await;
    let (mut awa, _) = one.enter(&white).await;
    // The actor runs on both nodes, which exchange messages twice a second.
    let (mut piet, _) = other.enter(&black).await;

    // A client that reconnects after its node has stopped.
    assert_eq!(awa.play("32-28").await["frame"], "done");
    let hello = json!({ "frame": "hello", "seat": white, "have": 0 });
    journal.fail_reads(true);
    let mut awa_again = other.socket().await;
    for _ in 0..2 {
        expect_unavailable(&mut awa_again, &hello).await;
    }
    journal.fail_reads(false);
    awa_again.say(&hello).await;
    let welcome = awa_again.wait("welcome").await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 1, "{welcome}");

    // A connected client that has missed an event.
    assert_eq!(piet.play("19-23").await["frame"], "done");
    journal.fail_reads(true);
    expect_unavailable(&mut awa, &hello).await;
    journal.fail_reads(false);
    awa.say(&hello).await;
    let welcome = awa.wait("welcome").await;
    assert_eq!(welcome["events"].as_array().unwrap().len(), 2, "{welcome}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_requires_the_opponents_absence_on_every_node() {
    let nodes = two_neighbours().await;
    let [one, other] = &nodes;
    one.offer(1, &blitz()).await.ok();
    other.accept(1).await.ok();
    let (mut awa, _) = one.enter(&secret(10)).await;
    let (mut piet, _) = other.enter(&secret(12)).await;
    presence(&mut piet, |frame| frame["white"] == true).await;
    play(&mut awa, &mut piet, &["32-28", "19-23"]).await;
    let claim = json!({ "act": "abandon", "side": "white" });
    assert_eq!(piet.act(&claim).await["code"], "not-absent");
    drop(awa);
    let frame = presence(&mut piet, |frame| frame["white"] == false).await;
    assert_eq!(frame["absent"]["side"], "white", "{frame}");
    assert_eq!(piet.act(&claim).await["code"], "not-absent", "a moment ago");
    other.let_time_pass(30_000).await;

    // Another node that the bus does not reach has just stored her presence.
    let now_ms = other.clock.0.load(Ordering::SeqCst);
    let game = game_of_seat(other, &secret(12)).await;
    let white = [damier_session::Side::White];
    let sign = other
        .live
        .heartbeat
        .store_last_seen(game.parse().unwrap(), &white, now_ms);
    sign.await.unwrap();
    other.let_time_pass(32_000).await;
    assert_eq!(piet.act(&claim).await["code"], "not-absent");
    other.let_time_pass(30_000).await;
    assert_eq!(piet.act(&claim).await["frame"], "done");
    assert_eq!(
        piet.event().await["state"]["ending"],
        json!({ "winner": "black", "reason": "abandonment" })
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_agree_that_no_player_loses_before_connecting() {
    let nodes = two_neighbours().await;
    let [one, other] = &nodes;
    let bullet = |colour: &str| {
        let clock = json!({ "initial_ms": 10_000, "increment_ms": 0 });
        let mut wanted = challenge("international", &json!({ "clock": clock }));
        wanted["colour"] = colour.into();
        wanted
    };
    let wanted = json!({ "id": uuid(1), "challenge": bullet("white") });
    one.sitting(&secret(10), "POST", "/lobby/pair", &wanted)
        .await
        .ok();
    let wanted = json!({ "id": uuid(2), "challenge": bullet("black") });
    let paired = other
        .sitting(&secret(12), "POST", "/lobby/pair", &wanted)
        .await
        .ok();
    assert_eq!(paired["seat"]["role"], "black");
    // White's browser was closed just before the pairing.
    let (mut piet, welcome) = other.enter(&secret(12)).await;
    assert_eq!(welcome["state"]["first_move_by_ms"], 61_000);
    for _ in 0..24 {
        for node in &nodes {
            node.clock.0.fetch_add(2_600, Ordering::SeqCst);
        }
        // No clock runs, so no heartbeat is stored that the test could wait for. The server polls
        // four times a second.
        sleep(Duration::from_millis(600)).await;
    }
    let aborted = json!({ "winner": null, "reason": "aborted" });
    assert_eq!(piet.event().await["state"]["ending"], aborted);
    let (_, welcome) = one.enter(&secret(10)).await;
    assert_eq!(welcome["state"]["ending"], aborted);
    assert_eq!(welcome["state"]["clock"]["white_ms"], 10_000);
    let events = welcome["events"].as_array().unwrap();
    assert_eq!(events.len(), 1, "it happens once: {welcome}");
}

async fn game_of_seat(node: &Running, seat: &str) -> String {
    let at = node.sitting(seat, "GET", "/seat", &Value::Null).await.ok();
    at["game"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn games_continue_without_nats_and_use_it_again_soon() {
    let Some(mut nats) = stopped_nats(&[]) else {
        return;
    };
    let mut buses = Vec::new();
    for _ in 0..2 {
        let bus = NatsBus::connect(&address_of(&nats), NatsLogin::None, None).await;
        buses.push(Arc::new(bus.unwrap()) as Arc<dyn Bus>);
    }
    let nodes = two_nodes(buses.try_into().ok().unwrap()).await;
    let [one, other] = &nodes;
    until_the_bus_is(one, "away").await;
    one.offer(1, &blitz()).await.ok();
    other.accept(1).await.ok();
    let (mut awa, _) = one.enter(&secret(10)).await;
    let (mut piet, _) = other.enter(&secret(12)).await;
    play(&mut awa, &mut piet, &["32-28", "19-23"]).await;
    // Her presence is unknown.
    let claim = json!({ "act": "abandon", "side": "white" });
    assert_eq!(piet.act(&claim).await["code"], "not-absent");

    nats.restart().unwrap();
    for node in &nodes {
        until_the_bus_is(node, "ok").await;
    }
    play(&mut awa, &mut piet, &["28x19", "14x23"]).await;
    let both = |frame: &Value| frame["white"] == true && frame["black"] == true;
    presence(&mut piet, both).await;

    // NATS is suspended: connections stay open, and nothing arrives.
    nats.suspend(true).unwrap();
    play(&mut awa, &mut piet, &["37-32", "10-14"]).await;
    until_the_bus_is(one, "away").await;
    play(&mut awa, &mut piet, &["41-37", "5-10"]).await;
    nats.suspend(false).unwrap();
    until_the_bus_is(one, "ok").await;
    nats.kill().unwrap();
    play(&mut awa, &mut piet, &["46-41", "14-19"]).await;
    until_the_bus_is(other, "away").await;
    nats.restart().unwrap();
    until_the_bus_is(other, "ok").await;
    let metrics = other.metrics().await;
    assert!(String::from_utf8_lossy(&metrics.body).contains("damier_bus_works 1"));
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_messages_on_the_bus_are_ignored() {
    let bus = InProcessBus::default();
    let nodes = two_nodes([Arc::new(bus.clone()), Arc::new(bus.clone())]).await;
    let [one, other] = &nodes;
    one.offer(1, &blitz()).await.ok();
    other.accept(1).await.ok();
    let (mut awa, _) = one.enter(&secret(10)).await;
    let (mut piet, _) = other.enter(&secret(12)).await;
    until_the_bus_is(one, "ok").await;
    let game = game_of_seat(one, &secret(10)).await;
    let topic = damier_people::live::Topic::Nodes;
    for node in 0..2_000_u64 {
        let all = [
            json!({ "what": "version", "game": game, "version": 4_000_000_000_u32 }),
            json!({ "what": "attendance", "game": game, "number": node, "players": [true, true], "watching": 4_000_000_000_u32 }),
            json!({ "what": "who-is-there", "game": game }),
            json!({ "what": "begun", "game": "nowhere" }),
            json!({ "what": "nothing" }),
        ];
        for news in all {
            let message = json!({ "node": node, "message": news }).to_string();
            bus.publish(topic, message.into_bytes());
        }
        bus.publish(topic, b"\xff{".to_vec());
    }
    let news = json!({ "what": "rematch", "game": game, "by": "white", "next": "<b>" });
    let message = json!({ "node": 1, "message": news }).to_string();
    // A node drops messages while it has too many, so this one is sent until it arrives.
    let sender = bus.clone();
    let repeated = tokio::spawn(async move {
        loop {
            sender.publish(topic, message.clone().into_bytes());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    let game_after = piet.wait("rematch").await["game"].clone();
    repeated.abort();
    assert_eq!(game_after, Value::Null, "that is no id");
    assert_eq!(awa.play("32-28").await["frame"], "done");
    let event = piet.event().await;
    assert_eq!(event["event"]["act"]["move"], "32-28");
    assert_eq!(event["event"]["number"], 1, "no version was believed");
    assert_eq!(piet.play("19-23").await["frame"], "done");
    for node in &nodes {
        node.is_well().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_friend_on_another_node_is_present() {
    let bus = InProcessBus::default();
    let stores = stores();
    let start = async |bus: InProcessBus| {
        start_stores(stores.clone(), |config| {
            config.bus = Some(Arc::new(bus));
            config.limits.accounts_a_day = 10;
        })
        .await
    };
    let nodes = [start(bus.clone()).await, start(bus).await];
    for node in &nodes {
        until_the_bus_is(node, "ok").await;
    }
    let [one, other] = &nodes;
    let mut awa = Browser::new(one);
    let mut piet = Browser::new(other);
    awa.sign_up("Awa").await;
    piet.sign_up("Piet").await;
    let say = |word: &str| json!({ "say": word });
    awa.send("POST", "/account/friends/Piet", &say("ask"))
        .await
        .ok();
    piet.send("POST", "/account/friends/Awa", &say("accept"))
        .await
        .ok();
    let seen = async |awa: &mut Browser<'_>| {
        let list = awa.get("/account/friends").await.ok();
        list["friends"][0].clone()
    };
    assert_eq!(seen(&mut awa).await["here"], false);
    piet.get("/lobby").await.ok();
    for _ in 0..100 {
        if seen(&mut awa).await["here"] == true {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    let expected = json!({ "name": "Piet", "here": true, "playing": null });
    assert_eq!(seen(&mut awa).await, expected);
    // No more presence messages of him arrive.
    one.clock.0.fetch_add(31_000, Ordering::SeqCst);
    assert_eq!(seen(&mut awa).await["here"], false);

    // He is at a game on his node.
    let [white, _] = other.game(1, &blitz()).await;
    piet.send("POST", "/account/games", &json!({ "seat": white }))
        .await
        .ok();
    let (_socket, _) = other.enter(&white).await;
    for _ in 0..100 {
        if seen(&mut awa).await["playing"] != Value::Null {
            break;
        }
        sleep(Duration::from_millis(20)).await;
    }
    let playing = json!({ "variant": "international", "watch": false });
    assert_eq!(seen(&mut awa).await["playing"], playing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_on_another_node_is_challenged_and_plays() {
    let bus = InProcessBus::default();
    let stores = stores();
    let start = async |bus: InProcessBus| {
        start_stores(stores.clone(), |config| {
            config.bus = Some(Arc::new(bus));
            config.limits.accounts_a_day = 10;
        })
        .await
    };
    let nodes = [start(bus.clone()).await, start(bus).await];
    for node in &nodes {
        until_the_bus_is(node, "ok").await;
    }
    let [one, other] = &nodes;
    let mut page = Browser::new(other);
    page.sign_up("Scan").await;
    let token = json!({ "label": "bot", "scopes": ["bot"], "password": PASSWORD });
    let token = page.send("POST", "/account/tokens", &token).await.json();
    let token = token["token"].as_str().unwrap().to_owned();
    let connect = async |node: &Running| {
        let request = format!(
            "GET /api/stream/event HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n",
            node.address
        );
        let mut lines = node.reading(&request).await;
        lines.until("application/x-ndjson").await;
        lines
    };
    let listed = async |expected: &Value| {
        for _ in 0..400 {
            let bots = one
                .sitting(&secret(1), "GET", "/bots", &Value::Null)
                .await
                .ok();
            if bots["bots"] == *expected {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("not listed: {expected}");
    };
    let mut events = connect(other).await;
    listed(&json!([{ "name": "Scan" }])).await;

    // It is challenged on one node, and notified on the other.
    let offer = async |number: u32| {
        let offer =
            json!({ "id": uuid(number), "challenge": blitz(), "to": "scan", "account": false });
        one.sitting(&secret(10 * number), "POST", "/bots/challenge", &offer)
            .await
            .ok();
    };
    offer(1).await;
    events.until(r#""type":"challenge""#).await;
    assert_eq!(
        events.line_with(r#""type":"challenge""#)["challenge"]["id"],
        uuid(1)
    );
    // It reconnects to the other node, and is notified again.
    drop(events);
    let mut events = connect(one).await;
    events.until(r#""type":"challenge""#).await;
    // Its reply may arrive at any node; events are sent where it is connected.
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str())];
    let answer = async |path: String| {
        let answer = other
            .ask_without_secret("POST", &path, &headers, String::new())
            .await;
        answer.status
    };
    assert_eq!(
        answer(format!("/api/challenge/{}/accept", uuid(1))).await,
        200
    );
    events.until(r#""type":"gameStart""#).await;
    let (_awa, welcome) = one.enter(&secret(10)).await;
    assert_eq!(welcome["frame"], "welcome");

    // A game of its account that begins on a page of the other node is reported here as well.
    let own =
        json!({ "id": uuid(3), "challenge": blitz(), "invitation": secret(31), "account": true });
    page.sitting(&secret(30), "POST", "/challenges", &own)
        .await
        .ok();
    other.accept(3).await.ok();
    events.until(&uuid(3)).await;

    // A declined challenge is closed on both nodes.
    offer(2).await;
    events.until(&uuid(2)).await;
    assert_eq!(
        answer(format!("/api/challenge/{}/decline", uuid(2))).await,
        200
    );
    assert_eq!(
        answer(format!("/api/challenge/{}/accept", uuid(2))).await,
        404
    );
    let mut again = connect(other).await;
    again.until(r#""type":"gameStart""#).await;
    assert!(!again.has(&uuid(2)));
    drop((events, again));
    listed(&json!([])).await;
}
