//! Friends over a real connection: requests, presence, challenges, blocking without a notice,
//! notices of an account, and input of strangers.

mod limits;

use std::sync::atomic::Ordering;

use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running, start_for_accounts, start_with, with_token};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    let answer = browser.sign_up(name).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    browser
}

async fn say(who: &mut Browser<'_>, to: &str, word: &str) -> Answer {
    let path = format!("/account/friends/{to}");
    who.send("POST", &path, &json!({ "say": word })).await
}

/// The relation to another account after sending this action.
async fn said(who: &mut Browser<'_>, to: &str, word: &str) -> Value {
    say(who, to, word).await.ok()["standing"].clone()
}

async fn list(who: &mut Browser<'_>) -> Value {
    who.get("/account/friends").await.ok()
}

async fn notices(who: &mut Browser<'_>) -> Vec<Value> {
    let answer = who.get("/account/notices").await.ok();
    answer["notices"].as_array().unwrap().clone()
}

async fn befriend(one: &mut Browser<'_>, other: &mut Browser<'_>, [here, there]: [&str; 2]) {
    assert_eq!(said(one, there, "ask").await, "asked");
    assert_eq!(said(other, here, "accept").await, "friend");
}

/// Awa and Piet as friends.
async fn two_friends(server: &Running) -> [Browser<'_>; 2] {
    let mut awa = signed_up(server, "Awa").await;
    let mut piet = signed_up(server, "Piet").await;
    befriend(&mut awa, &mut piet, ["Awa", "Piet"]).await;
    [awa, piet]
}

fn blitz() -> Value {
    challenge("international", &json!({}))
}

fn by_days() -> Value {
    let clock = json!({ "initial_ms": 1_000, "increment_ms": 3 * DAY_MS, "bonus": "delay" });
    challenge("frisian", &json!({ "clock": clock }))
}

/// Challenges an account to game `number`, with the secret `10 * number`.
async fn challenges(who: &mut Browser<'_>, to: &str, number: u32, offered: &Value) -> Answer {
    let body = json!({ "id": uuid(number), "challenge": offered });
    let path = format!("/account/friends/{to}/challenge");
    who.sitting(&secret(10 * number), "POST", &path, &body)
        .await
}

/// Accepts game `number`, with the secret `10 * number + 2`.
async fn takes_up(who: &mut Browser<'_>, number: u32) -> Answer {
    let body = json!({ "challenge": uuid(number), "name": "" });
    who.sitting(&secret(10 * number + 2), "POST", "/challenge/accept", &body)
        .await
}

#[tokio::test]
async fn two_accounts_become_friends_and_see_each_others_presence() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let empty = json!({
        "friends": [], "asking": [], "asked": [], "blocked": [], "challenges": [],
        "choices": { "here": true, "watch": false, "asked": true },
    });
    assert_eq!(list(&mut awa).await, empty);
    let standing = async |who: &mut Browser<'_>, of: &str| {
        let path = format!("/account/friends/{of}");
        who.get(&path).await.ok()["standing"].clone()
    };
    assert_eq!(standing(&mut awa, "piet").await, "stranger");
    assert_eq!(standing(&mut awa, "Awa").await, "oneself");
    assert_eq!(said(&mut awa, "pIeT", "ask").await, "asked");
    assert_eq!(said(&mut awa, "Piet", "ask").await, "asked", "sent again");
    assert_eq!(standing(&mut piet, "Awa").await, "asks");
    let asking = json!([{ "name": "Awa", "since_ms": 1_000 }]);
    assert_eq!(list(&mut piet).await["asking"], asking);
    assert_eq!(
        notices(&mut piet).await,
        [json!({ "kind": "friend", "name": "Awa", "since_ms": 1_000 })]
    );
    assert_eq!(said(&mut piet, "Awa", "accept").await, "friend");
    assert_eq!(notices(&mut piet).await, [] as [Value; 0]);
    let piet_seen = |here: bool| json!([{ "name": "Piet", "here": here, "playing": null }]);
    assert_eq!(list(&mut awa).await["friends"], piet_seen(false));

    // He reads the lobby; after a while without requests he counts as absent again.
    piet.get("/lobby").await.ok();
    assert_eq!(list(&mut awa).await["friends"], piet_seen(true));
    server.clock.0.fetch_add(30_000, Ordering::SeqCst);
    assert_eq!(list(&mut awa).await["friends"], piet_seen(false));
    piet.get("/lobby").await.ok();
    let hidden = json!({ "here": false, "watch": true, "asked": true });
    let chosen = piet.send("PUT", "/account/friend-choices", &hidden).await;
    assert_eq!(chosen.ok(), hidden);
    assert_eq!(list(&mut awa).await["friends"], piet_seen(false));
    assert_eq!(list(&mut piet).await["choices"], hidden);

    // Other accounts see nothing of it.
    let mut zoe = signed_up(&server, "Zoé").await;
    piet.get("/lobby").await.ok();
    assert_eq!(list(&mut zoe).await, empty);
    assert_eq!(said(&mut piet, "Awa", "part").await, "stranger");
    assert_eq!(list(&mut awa).await, empty);
    say(&mut awa, "Awa", "ask")
        .await
        .problem(409, "friends-refuse");
    say(&mut awa, "Nobody", "ask")
        .await
        .problem(404, "player-not-found");
    say(&mut awa, "Piet", "accept")
        .await
        .problem(409, "friends-refuse");
    Browser::new(&server)
        .get("/account/friends")
        .await
        .problem(401, "not-signed-in");
}

#[tokio::test]
async fn only_the_challenged_friend_can_accept() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    let mut zoe = signed_up(&server, "Zoé").await;
    let refused = challenges(&mut zoe, "Piet", 9, &blitz()).await;
    assert_eq!(
        refused.problem(409, "friends-refuse")["reason"],
        "not-friends"
    );
    let waits = challenges(&mut awa, "Piet", 1, &blitz()).await.ok();
    assert_eq!(
        (&waits["yours"], &waits["until_ms"]),
        (&json!(true), &json!(601_000))
    );
    assert_eq!(challenges(&mut awa, "Piet", 1, &blitz()).await.ok(), waits);
    let received = list(&mut piet).await["challenges"].clone();
    assert_eq!(received[0]["from"], "Awa");
    assert_eq!(
        (&received[0]["id"], received.as_array().unwrap().len()),
        (&waits["id"], 1)
    );
    let called = json!({
        "kind": "challenge", "id": uuid(1), "name": "Awa", "variant": "international", "until_ms": 601_000,
    });
    assert_eq!(notices(&mut piet).await, [called]);
    assert_eq!(list(&mut zoe).await["challenges"], json!([]));
    takes_up(&mut zoe, 1)
        .await
        .problem(404, "challenge-not-found");
    let body = json!({ "challenge": uuid(1), "name": "X" });
    server
        .sitting(&secret(12), "POST", "/challenge/accept", &body)
        .await
        .problem(404, "challenge-not-found");
    let lobby = server.get("/api/v1/lobby").await.ok();
    assert_eq!(lobby["challenges"], json!([]));

    let mut host = server.socket().await;
    host.say(&json!({ "frame": "hello", "seat": secret(10), "have": 0 }))
        .await;
    host.wait("waiting").await;
    let seat = takes_up(&mut piet, 1).await.ok();
    assert_eq!(seat, json!({ "game": uuid(1), "role": "black" }));
    assert_eq!(takes_up(&mut piet, 1).await.ok(), seat, "sent again");
    let welcome = host.wait("welcome").await;
    assert_eq!(welcome["setup"]["settings"]["black"]["name"], "Piet");
    for who in [&mut awa, &mut piet] {
        let games = who.get("/account/games").await.ok();
        assert_eq!(games["games"][0]["game"], uuid(1), "it is theirs");
    }
    assert_eq!(list(&mut piet).await["challenges"], json!([]));
    assert_eq!(host.play("32-28").await["frame"], "done");

    // She is at the board: her friend sees which game, and may watch once she permits it to
    // friends.
    let seen = list(&mut piet).await["friends"][0].clone();
    let playing = |watch: bool| json!({ "variant": "international", "watch": watch });
    assert_eq!(
        (&seen["here"], &seen["playing"]),
        (&json!(true), &playing(false))
    );
    let look = |number| json!({ "secret": secret(number) });
    let path = "/account/friends/Awa/watch";
    piet.send("POST", path, &look(77))
        .await
        .problem(404, "nothing-to-watch");
    let open = json!({ "here": true, "watch": true, "asked": true });
    awa.send("PUT", "/account/friend-choices", &open).await.ok();
    assert_eq!(
        list(&mut piet).await["friends"][0]["playing"],
        playing(true)
    );
    let seat = piet.send("POST", path, &look(77)).await.ok();
    assert_eq!(seat["role"], "watcher");
    let (_, welcome) = server.enter(&secret(77)).await;
    assert_eq!(welcome["role"], "watcher");
    zoe.send("POST", path, &look(78))
        .await
        .problem(409, "friends-refuse");
    assert_eq!(host.act(&json!({ "act": "resign" })).await["frame"], "done");
    assert_eq!(list(&mut piet).await["friends"][0]["playing"], Value::Null);
    piet.send("POST", path, &look(79))
        .await
        .problem(404, "nothing-to-watch");
    // Both play a rematch: a friend who watched must request a new seat.
    for (seat, begun) in [(10, false), (12, true)] {
        let wanted = server
            .sitting(&secret(seat), "POST", "/live/rematch", &json!({}))
            .await;
        assert_eq!(wanted.ok()["begun"], begun);
    }
    server
        .sitting(&secret(77), "POST", "/live/rematch", &json!({}))
        .await
        .problem(403, "not-entitled");
}

#[tokio::test]
async fn a_challenge_is_declined_or_void_after_the_friendship_ends() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    challenges(&mut awa, "Piet", 1, &blitz()).await.ok();
    let mut host = server.socket().await;
    host.say(&json!({ "frame": "hello", "seat": secret(10), "have": 0 }))
        .await;
    host.wait("waiting").await;
    let path = format!("/account/challenges/{}", uuid(1));
    awa.send("DELETE", &path, &Value::Null)
        .await
        .problem(404, "challenge-not-found");
    let declined = piet.send("DELETE", &path, &Value::Null).await;
    assert_eq!(declined.status, 204);
    let frame = host.wait("trouble").await;
    assert_eq!(
        frame["code"], "unknown-seat",
        "whoever waits learns it at once"
    );
    piet.send("DELETE", &path, &Value::Null)
        .await
        .problem(404, "challenge-not-found");

    // A correspondence game stays open for a week; few may be open at once.
    let waits = challenges(&mut awa, "Piet", 2, &by_days()).await.ok();
    assert_eq!(waits["until_ms"], 1_000 + 7 * DAY_MS);
    for number in 3..22 {
        challenges(&mut awa, "Piet", number, &blitz()).await.ok();
    }
    challenges(&mut awa, "Piet", 22, &blitz())
        .await
        .problem(409, "too-many-challenges");
    said(&mut piet, "Awa", "part").await;
    assert_eq!(list(&mut piet).await["challenges"], json!([]));
    takes_up(&mut piet, 2)
        .await
        .problem(404, "challenge-not-found");
}

#[tokio::test]
async fn a_blocked_account_is_not_notified() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    // An earlier game: his phrases are delivered until she blocks him.
    let [white, black] = server.game(1, &blitz()).await;
    for (who, seat) in [(&mut awa, &white), (&mut piet, &black)] {
        who.send("POST", "/account/games", &json!({ "seat": seat }))
            .await
            .ok();
    }
    let (mut at_white, _) = server.enter(&white).await;
    let (mut at_black, _) = server.enter(&black).await;
    let phrase = |phrase: &str| json!({ "frame": "say", "phrase": phrase });
    at_black.say(&phrase("hello")).await;
    assert_eq!(at_white.wait("said").await["phrase"], "hello");
    at_black.wait("said").await;
    assert_eq!(said(&mut awa, "Piet", "block").await, "blocked");
    at_black.say(&phrase("sorry")).await;
    assert_eq!(
        at_black.wait("said").await["phrase"],
        "sorry",
        "he hears it"
    );
    at_white.say(&phrase("goodbye")).await;
    assert_eq!(
        at_white.wait("said").await["phrase"],
        "goodbye",
        "she heard nothing before"
    );
    assert_eq!(at_black.wait("said").await["phrase"], "goodbye");

    // His request is pending, as any other.
    assert_eq!(said(&mut piet, "Awa", "ask").await, "asked");
    assert_eq!(list(&mut piet).await["asked"][0]["name"], "Awa");
    let friends = list(&mut awa).await;
    assert_eq!(
        (&friends["asking"], &friends["blocked"]),
        (&json!([]), &json!(["Piet"]))
    );
    assert_eq!(notices(&mut awa).await, [] as [Value; 0]);
    say(&mut awa, "Piet", "ask")
        .await
        .problem(409, "friends-refuse");

    // He offers a rematch; she gets no notification.
    assert_eq!(
        at_white.act(&json!({ "act": "resign" })).await["frame"],
        "done"
    );
    let next = json!({ "secret": secret(111) });
    let wanted = server.sitting(&black, "POST", "/live/rematch", &next).await;
    assert_eq!(wanted.ok()["begun"], false);
    assert_eq!(notices(&mut awa).await, [] as [Value; 0]);
    let (_, welcome) = server.enter(&white).await;
    assert_eq!(welcome["rematch"]["black"], false);

    // In the lobby they are not paired, and he does not see her challenges.
    let wanted = |number: u32, account: bool| json!({ "id": uuid(number), "challenge": lot("killer"), "account": account });
    let pair = async |who: &mut Browser<'_>, number: u32| {
        let path = "/lobby/pair";
        let (seat, wanted) = (secret(number), wanted(number, true));
        let answer = who.sitting(&seat, "POST", path, &wanted).await;
        answer.ok()["seat"].clone()
    };
    assert_eq!(pair(&mut awa, 200).await, Value::Null);
    assert_eq!(pair(&mut piet, 201).await, Value::Null);
    let mut zoe = signed_up(&server, "Zoé").await;
    let seen = async |who: &mut Browser<'_>| {
        let lobby = who.get("/lobby").await.ok();
        lobby["challenges"].as_array().unwrap().len()
    };
    assert_eq!(
        (
            seen(&mut zoe).await,
            seen(&mut awa).await,
            seen(&mut piet).await
        ),
        (2, 1, 1)
    );
    let take = json!({ "challenge": uuid(200), "name": "", "account": true });
    let seat = secret(202);
    let taken = piet.sitting(&seat, "POST", "/challenge/accept", &take);
    taken.await.problem(404, "challenge-not-found");
    assert_ne!(pair(&mut zoe, 203).await, Value::Null, "others meet");

    // She unblocks him: then his request is visible.
    assert_eq!(said(&mut awa, "Piet", "unblock").await, "asks");
}

fn lot(variant: &str) -> Value {
    let mut challenge = challenge(variant, &json!({}));
    challenge["colour"] = "random".into();
    challenge
}

#[tokio::test]
async fn an_account_without_requests_gets_none_and_the_sender_does_not_learn_it() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let closed = json!({ "here": true, "watch": false, "asked": false });
    awa.send("PUT", "/account/friend-choices", &closed)
        .await
        .ok();
    assert_eq!(said(&mut piet, "Awa", "ask").await, "asked");
    assert_eq!(list(&mut awa).await["asking"], json!([]));
    assert_eq!(notices(&mut awa).await, [] as [Value; 0]);
    let seen = awa.get("/account/friends/Piet").await.ok();
    assert_eq!(seen["standing"], "stranger");
    for word in ["accept", "decline"] {
        let answered = say(&mut awa, "Piet", word).await;
        let refused = answered.problem(409, "friends-refuse");
        assert_eq!(refused["reason"], "not-asked", "{word}");
    }
    // After a month a request can be repeated; the old one has expired.
    server.clock.0.fetch_add(31 * DAY_MS, Ordering::SeqCst);
    piet.sign_in("Piet", PASSWORD).await.ok();
    assert_eq!(list(&mut piet).await["asked"], json!([]));
}

#[tokio::test]
async fn the_notices_of_an_account_are_one_list() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    challenges(&mut awa, "Piet", 1, &by_days()).await.ok();
    takes_up(&mut piet, 1).await.ok();
    let turn = |name: &str, version: u32| json!({ "kind": "turn", "game": uuid(1), "name": name, "variant": "frisian", "version": version });
    assert_eq!(notices(&mut awa).await, [turn("Piet", 0)]);
    assert_eq!(notices(&mut piet).await, [] as [Value; 0]);
    let (mut at_white, _) = server.enter(&secret(10)).await;
    assert_eq!(at_white.play("32-28").await["frame"], "done");
    assert_eq!(notices(&mut awa).await, [] as [Value; 0]);
    assert_eq!(notices(&mut piet).await, [turn("Awa", 1)]);
    at_white.act(&json!({ "act": "resign" })).await;
    assert_eq!(notices(&mut piet).await, [] as [Value; 0]);
    let next = json!({ "secret": secret(111) });
    server
        .sitting(&secret(10), "POST", "/live/rematch", &next)
        .await
        .ok();
    let once_more =
        json!({ "kind": "rematch", "game": uuid(1), "name": "Awa", "variant": "frisian" });
    assert_eq!(notices(&mut piet).await, [once_more]);
    assert_eq!(list(&mut piet).await["challenges"], json!([]));
    let begun = json!({ "secret": secret(112) });
    let begun = server
        .sitting(&secret(12), "POST", "/live/rematch", &begun)
        .await;
    assert_eq!(begun.ok()["begun"], true);
    let received = notices(&mut piet).await;
    assert_eq!(
        (received.len(), &received[0]["kind"]),
        (1, &json!("turn")),
        "he has White now"
    );
}

#[tokio::test]
async fn the_turn_is_noticed_only_in_games_a_player_may_leave() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    let without = challenge("frisian", &json!({ "clock": null }));
    for (number, offered, expected) in [(1, &without, 1), (2, &blitz(), 1), (3, &by_days(), 2)] {
        challenges(&mut awa, "Piet", number, offered).await.ok();
        takes_up(&mut piet, number).await.ok();
        let games = notices(&mut awa).await;
        assert_eq!(games.len(), expected, "{games:?}");
    }
}

#[tokio::test]
async fn a_token_reads_and_challenges_friends_and_adds_none() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    let mut token_for = async |scopes: &[&str]| {
        let body = json!({ "label": "x", "scopes": scopes, "password": PASSWORD });
        let made = awa.send("POST", "/account/tokens", &body).await;
        made.json()["token"].as_str().unwrap().to_owned()
    };
    let [reads, writes] = [
        token_for(&["play:read"]).await,
        token_for(&["play:write"]).await,
    ];
    let nothing = Value::Null;
    for path in [
        "/account/friends",
        "/account/notices",
        "/account/friends/Piet",
    ] {
        with_token(&server, &reads, "GET", path, &nothing)
            .await
            .ok();
        with_token(&server, &writes, "GET", path, &nothing)
            .await
            .problem(403, "scope-missing");
    }
    let ask = json!({ "say": "part" });
    with_token(&server, &writes, "POST", "/account/friends/Piet", &ask)
        .await
        .problem(403, "session-needed");
    let closed = json!({ "here": true, "watch": false, "asked": false });
    with_token(&server, &writes, "PUT", "/account/friend-choices", &closed)
        .await
        .problem(403, "session-needed");
    // The secret of the seat is in one header, the token in the other.
    let seat = crate::common::bearer(&secret(10));
    let headers = [
        ("authorization", seat.as_str()),
        ("damier-token", writes.as_str()),
        ("content-type", "application/json"),
    ];
    let body = json!({ "id": uuid(1), "challenge": blitz() }).to_string();
    let path = "/api/v1/account/friends/Piet/challenge";
    let challenged = server.ask_without_secret("POST", path, &headers, body);
    challenged.await.ok();
    takes_up(&mut piet, 1).await.ok();
}

#[tokio::test]
async fn friend_requests_are_limited_per_day() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.accounts_a_day = 30;
    })
    .await;
    let mut awa = signed_up(&server, "Awa").await;
    for number in 0..21 {
        let name = format!("Player{number}");
        signed_up(&server, &name).await;
        let asked = say(&mut awa, &name, "ask").await;
        if number < 20 {
            assert_eq!(asked.ok()["standing"], "asked");
            // A repeated request counts once.
            assert_eq!(said(&mut awa, &name, "ask").await, "asked");
        } else {
            let denied = asked.problem(429, "too-many-friend-requests");
            assert_eq!(denied["retry_after_s"], 4_320);
        }
    }
}

#[tokio::test]
async fn a_spectating_friend_is_disconnected_after_the_friendship_ends() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    let open = json!({ "here": true, "watch": true, "asked": true });
    let closed = json!({ "here": true, "watch": false, "asked": true });
    awa.send("PUT", "/account/friend-choices", &open).await.ok();
    challenges(&mut awa, "Piet", 1, &blitz()).await.ok();
    takes_up(&mut piet, 1).await.ok();
    let (_host, _) = server.enter(&secret(10)).await;
    let path = "/account/friends/Awa/watch";
    let seat = piet
        .send("POST", path, &json!({ "secret": secret(77) }))
        .await;
    assert_eq!(seat.ok()["role"], "watcher");

    let ends: [(&str, &str, Value); 2] = [
        ("PUT", "/account/friend-choices", closed),
        ("POST", "/account/friends/Piet", json!({ "say": "block" })),
    ];
    for (method, action, body) in ends {
        awa.send("PUT", "/account/friend-choices", &open).await.ok();
        let (mut socket, welcome) = server.enter(&secret(77)).await;
        assert_eq!(welcome["role"], "watcher");
        let request = format!(
            "GET /api/v1/live/events HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\n\r\n",
            server.address,
            secret(77)
        );
        let mut lines = server.reading(&request).await;
        lines.until("welcome").await;
        awa.send(method, action, &body).await.ok();
        assert_eq!(socket.wait("trouble").await["code"], "unknown-seat");
        while socket.next().await.is_some() {}
        lines.ended().await;
        for path in ["/seat", "/live/state"] {
            let gone = server.sitting(&secret(77), "GET", path, &Value::Null).await;
            gone.problem(404, "seat-not-found");
        }
        let mut socket = server.socket().await;
        let hello = json!({ "frame": "hello", "seat": secret(77), "have": 0 });
        socket.say(&hello).await;
        assert_eq!(socket.wait("trouble").await["code"], "unknown-seat");
    }
    // Any client with the player's link for spectators can watch, friend or not.
    let made = json!({ "secret": secret(99) });
    let link = server
        .sitting(&secret(10), "POST", "/live/watchers", &made)
        .await;
    link.ok();
    let (_, welcome) = server.enter(&secret(99)).await;
    assert_eq!(welcome["role"], "watcher");
}
