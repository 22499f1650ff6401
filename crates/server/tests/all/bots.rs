//! The Bot API over a real connection, by a client that sends exactly what lidraughts-bot sends:
//! its paths, forms and moves.

mod refusals;

use std::sync::atomic::Ordering;

use damier_people::accounts::Ban;
use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{Reading, challenge, secret, uuid};
use crate::common::{Answer, Running, bearer, start_with};

/// A bot with its token.
struct LidraughtsBot<'a> {
    server: &'a Running,
    token: String,
}

async fn server() -> Running {
    start_with(InMemoryLibrary::default(), |config| {
        config.limits.accounts_a_day = 10;
    })
    .await
}

impl<'a> LidraughtsBot<'a> {
    /// Signs up in the page and creates a token there.
    async fn new(server: &'a Running, name: &str, scope: &str) -> Self {
        let mut page = Browser::new(server);
        assert_eq!(page.sign_up(name).await.status, 201);
        let body = json!({ "label": "bot", "scopes": [scope], "password": PASSWORD });
        let made = page.send("POST", "/account/tokens", &body).await.json();
        let token = made["token"].as_str().unwrap().to_owned();
        Self { server, token }
    }

    async fn ask(&self, method: &str, path: &str, kind: &str, body: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let headers = [
            ("authorization", bearer.as_str()),
            ("user-agent", "lidraughts-bot/1.2.0 user:?"),
            ("content-type", kind),
        ];
        let headers = if kind.is_empty() {
            &headers[..2]
        } else {
            &headers
        };
        self.server
            .ask_without_secret(method, path, headers, body.to_owned())
            .await
    }

    async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, "", "").await
    }

    async fn post(&self, path: &str) -> Answer {
        self.ask("POST", path, "", "").await
    }

    async fn play(&self, game: &str, played: &str) -> Answer {
        self.post(&format!(
            "/api/bot/game/{game}/move/{played}?offeringDraw=false"
        ))
        .await
    }

    /// A stream whose lines are read incrementally.
    async fn lines(&self, path: &str) -> Reading {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
            self.server.address, self.token
        );
        let mut lines = self.server.reading(&request).await;
        lines.until("application/x-ndjson").await;
        lines
    }
}

#[track_caller]
fn is_done(answer: &Answer) {
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.json(), json!({ "ok": true }));
}

#[track_caller]
fn is_error(answer: &Answer, status: u16, words: &str) {
    assert_eq!(answer.status, status, "{answer:?}");
    let error = answer.json()["error"].as_str().unwrap().to_owned();
    assert!(error.contains(words), "{error}");
}

impl Running {
    /// Awa challenges a bot with the secret `10 * number`; the challenge has the id of that number.
    async fn challenge_bot(&self, number: u32, to: &str, challenge: &Value) -> Answer {
        let body = json!({ "id": uuid(number), "challenge": challenge, "to": to });
        self.sitting(&secret(10 * number), "POST", "/bots/challenge", &body)
            .await
    }
}

#[tokio::test]
async fn a_bot_is_challenged_plays_and_wins_by_resignation() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Scan-3", "bot").await;
    let profile = bot.get("/api/account").await.ok();
    assert_eq!(profile["username"], "Scan-3");
    assert_eq!(profile["title"], "BOT");
    assert_eq!(profile["online"], false);
    is_done(&bot.post("/api/bot/account/upgrade").await);

    let offered = challenge("international", &json!({}));
    server
        .challenge_bot(1, "Scan-3", &offered)
        .await
        .problem(404, "bot-not-connected");
    let mut events = bot.lines("/api/stream/event").await;
    let bots = server
        .sitting(&secret(1), "GET", "/bots", &Value::Null)
        .await;
    assert_eq!(bots.ok(), json!({ "bots": [{ "name": "Scan-3" }] }));
    let statuses = bot
        .get("/api/users/status?ids=scan-3,nobody-here")
        .await
        .ok();
    assert_eq!(
        statuses,
        json!([{ "id": "scan-3", "name": "Scan-3", "online": true, "title": "BOT" }])
    );

    server.challenge_bot(1, "scan_3", &offered).await.ok();
    server.challenge_bot(1, "scan_3", &offered).await.ok(); // sent again
    events.until(r#""type":"challenge""#).await;
    let line = events.line_with(r#""type":"challenge""#);
    let received = &line["challenge"];
    assert_eq!(received["id"], uuid(1));
    assert_eq!(received["variant"]["key"], "standard");
    assert_eq!(received["speed"], "blitz");
    assert_eq!(received["timeControl"]["limit"], 300);
    assert_eq!(received["timeControl"]["increment"], 3);
    assert_eq!(received["challenger"]["name"], "Awa");
    assert_eq!(received["rated"], false);

    let game = uuid(1);
    is_done(&bot.post(&format!("/api/challenge/{game}/accept")).await);
    is_done(&bot.post(&format!("/api/challenge/{game}/accept")).await); // sent again
    events.until("gameStart").await;
    let mut lines = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    lines.until("gameFull").await;
    let full = lines.line_with("gameFull");
    assert_eq!(full["id"], game);
    assert_eq!(full["black"]["name"], "Scan-3");
    assert_eq!(full["black"]["title"], "BOT");
    assert_eq!(full["white"]["name"], "Awa");
    assert_eq!(full["initialFen"], "startpos");
    assert_eq!(
        full["clock"],
        json!({ "initial": 300_000, "increment": 3_000 })
    );
    assert_eq!(full["state"]["moves"], "");
    assert_eq!(full["state"]["wtime"], 300_000);
    assert_eq!(full["state"]["status"], "started");
    let playing = bot.get("/api/account/playing").await.ok();
    assert_eq!(playing["nowPlaying"][0]["gameId"], game);
    assert_eq!(playing["nowPlaying"][0]["isMyTurn"], false);

    is_error(&bot.play(&game, "1722").await, 400, "Not your turn");
    let (mut awa, _) = server.enter(&secret(10)).await;
    assert_eq!(awa.play("32-28").await["frame"], "done");
    lines.until(r#""moves":"3228""#).await;
    is_error(&bot.play(&game, "1728").await, 400, "not legal");
    is_error(&bot.play(&game, "17-22").await, 400, "four digits");
    is_done(&bot.play(&game, "1722").await);
    is_done(&bot.play(&game, "1722").await); // sent again
    lines.until(r#""moves":"3228 1722""#).await;
    // A capture is reported hop by hop.
    assert_eq!(awa.play("28x17").await["frame"], "done");
    lines.until("2817").await;
    is_done(&bot.play(&game, "1722").await); // sent again, and the opponent has answered it meanwhile
    is_error(&bot.play(&game, "1621").await, 400, "not legal");
    is_done(&bot.play(&game, "1122").await);
    awa.wait("event").await;

    // Only known phrases are delivered; other texts are ignored without an error.
    let form = "application/x-www-form-urlencoded";
    let chat = format!("/api/bot/game/{game}/chat");
    is_done(
        &bot.ask("POST", &chat, form, "room=player&text=Good+luck%21")
            .await,
    );
    assert_eq!(awa.wait("said").await["phrase"], "good-luck");
    is_done(
        &bot.ask("POST", &chat, form, "room=player&text=I+am+Scan+3.1")
            .await,
    );
    awa.say(&json!({ "frame": "say", "phrase": "thanks" }))
        .await;
    lines.until("chatLine").await;
    assert_eq!(lines.line_with("chatLine")["text"], "Thank you!");

    // Bots play without takebacks: the server declines requests for the bot.
    awa.act(&json!({ "act": "ask", "for": { "kind": "take-back", "plies": 2 } }))
        .await;
    let declined = async {
        loop {
            if awa.event().await["event"]["act"]["act"] == "decline" {
                break;
            }
        }
    };
    declined.await;

    is_error(
        &bot.post(&format!("/api/bot/game/{game}/abort")).await,
        400,
        "first move",
    );
    awa.act(&json!({ "act": "resign" })).await;
    lines.until(r#""status":"resign""#).await;
    assert_eq!(lines.line_with(r#""status":"resign""#)["winner"], "black");
    lines.ended().await;
    assert_eq!(
        bot.get("/api/account/playing").await.ok(),
        json!({ "nowPlaying": [] })
    );
}

#[tokio::test]
async fn every_game_of_the_account_is_reported_immediately_and_once() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Scan-3", "bot").await;
    let mut owner = Browser::new(&server);
    owner.sign_in("Scan-3", PASSWORD).await.ok();
    let mut events = bot.lines("/api/stream/event").await;
    let offered = challenge("international", &json!({}));

    // A challenge to the bot, which is reported to a second stream too.
    let mut second = bot.lines("/api/stream/event").await;
    server.challenge_bot(1, "Scan-3", &offered).await.ok();
    let accept = format!("/api/challenge/{}/accept", uuid(1));
    is_done(&bot.post(&accept).await);
    is_done(&bot.post(&accept).await); // sent again
    for lines in [&mut events, &mut second] {
        lines.until("gameStart").await;
        assert_eq!(lines.line_with("gameStart")["game"]["id"], uuid(1));
    }

    // A game offered by the account on the page.
    let offer =
        json!({ "id": uuid(2), "challenge": offered, "invitation": secret(21), "account": true });
    owner
        .sitting(&secret(20), "POST", "/challenges", &offer)
        .await
        .ok();
    server.accept(2).await.ok();
    server.accept(2).await.ok(); // sent again
    events.until(&uuid(2)).await;

    // A game accepted by the account.
    server.offer(3, &offered).await.ok();
    let taken = json!({ "invitation": secret(31), "name": "", "account": true });
    owner
        .sitting(&secret(32), "POST", "/challenge/accept", &taken)
        .await
        .ok();
    events.until(&uuid(3)).await;

    // A game against the engine.
    let computer = json!({ "black": { "kind": "computer", "level": 1 } });
    let computer = challenge("international", &computer);
    let offer =
        json!({ "id": uuid(4), "challenge": computer, "invitation": secret(41), "account": true });
    owner
        .sitting(&secret(40), "POST", "/challenges", &offer)
        .await
        .ok();
    events.until(&uuid(4)).await;

    // A game whose seat the account attaches after it has begun; but none of other players.
    server.game(5, &offered).await;
    let [seat, _] = server.game(6, &offered).await;
    for _ in 0..2 {
        owner
            .send("POST", "/account/games", &json!({ "seat": seat }))
            .await
            .ok();
    }
    events.until(&uuid(6)).await;

    // Games are reported in order, so a repeated report would have arrived by now.
    let offer =
        json!({ "id": uuid(7), "challenge": offered, "invitation": secret(71), "account": true });
    owner
        .sitting(&secret(70), "POST", "/challenges", &offer)
        .await
        .ok();
    server.accept(7).await.ok();
    for lines in [&mut events, &mut second] {
        lines.until(&uuid(7)).await;
        let parsed = lines.lines().into_iter();
        let starts = parsed.filter(|line| line["type"] == "gameStart");
        let mut games: Vec<Value> = starts.map(|line| line["game"]["id"].clone()).collect();
        games.retain(|game| *game != uuid(7));
        assert_eq!(games, [1, 2, 3, 4, 6].map(|number| json!(uuid(number))));
    }
}

#[tokio::test]
async fn a_capture_is_sent_hop_by_hop_and_a_game_continues_after_a_reconnect() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Hopper", "bot").await;
    let events = bot.lines("/api/stream/event").await;
    let mut offered = challenge("international", &json!({ "start": "B:W28,38,45:B5,12,22" }));
    offered["colour"] = json!("white");
    // Black takes 22x33x42; White has 45 left.
    server.challenge_bot(2, "Hopper", &offered).await.ok();
    let game = uuid(2);
    is_done(&bot.post(&format!("/api/challenge/{game}/accept")).await);
    let mut lines = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    lines.until("gameFull").await;
    let full = lines.line_with("gameFull");
    assert_eq!(full["variant"]["key"], "fromPosition");
    assert_eq!(full["initialFen"], "B:W28,38,45:B5,12,22");
    is_done(&bot.play(&game, "2233").await);
    is_done(&bot.play(&game, "2233").await); // its answer was lost
    is_error(&bot.play(&game, "3324").await, 400, "not legal");
    is_done(&bot.play(&game, "2233").await);
    // A draw is offered with the move that ends the capture, and is ignored at other times.
    let last = format!("/api/bot/game/{game}/move/3342?offeringDraw=true");
    is_done(&bot.post(&last).await);
    lines.until(r#""moves":"2233 3342""#).await;
    lines.until(r#""bdraw":true"#).await;
    is_done(&bot.post(&last).await);
    is_error(
        &bot.post(&format!("/api/bot/game/{game}/draw/yes")).await,
        400,
        "turn",
    );

    drop(events);
    let mut events = bot.lines("/api/stream/event").await;
    events.until("gameStart").await;
    assert_eq!(events.line_with("gameStart")["game"]["id"], game);
    let mut again = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    again.until(r#""moves":"2233 3342""#).await;
    let (mut white, _) = server.enter(&secret(20)).await;
    assert_eq!(white.play("45-40").await["frame"], "done");
    again.until("4540").await;
    is_done(&bot.post(&format!("/api/bot/game/{game}/resign")).await);
    again.until(r#""winner":"white""#).await;
    is_error(
        &bot.post(&format!("/api/bot/game/{game}/resign")).await,
        400,
        "over",
    );
}

#[tokio::test]
async fn no_opponent_gets_the_name_of_the_bot() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Scan-3", "bot").await;
    let _events = bot.lines("/api/stream/event").await;
    let mut offered = challenge("international", &json!({}));
    offered["host"] = json!("SCAN-3");
    server.challenge_bot(4, "Scan-3", &offered).await.ok();
    let game = uuid(4);
    is_done(&bot.post(&format!("/api/challenge/{game}/accept")).await);
    let mut lines = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    lines.until("gameFull").await;
    let full = lines.line_with("gameFull");
    // Such a client takes the side with its own name for its side.
    assert_eq!(full["white"]["id"], "anonymous");
    assert_eq!(full["black"]["id"], "scan-3");
}

#[tokio::test]
async fn a_bot_receives_the_ratings_of_the_players() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Scan-3", "bot").await;
    let mut events = bot.lines("/api/stream/event").await;
    let body = json!({ "name": "Awa", "password": "un cheval bleu", "device": "" });
    let headers = [("content-type", "application/json")];
    let signed_up = server
        .ask_without_secret("POST", "/api/v1/account", &headers, body.to_string())
        .await;
    let cookie = signed_up.header("set-cookie").split(';').next().unwrap();
    let challenged = async |number: u32| {
        let seat = bearer(&secret(10 * number));
        let headers = [
            ("authorization", seat.as_str()),
            ("content-type", "application/json"),
            ("cookie", cookie),
        ];
        let offered = challenge("international", &json!({ "rated": true }));
        let body = json!({ "id": uuid(number), "challenge": offered, "to": "Scan-3" });
        server
            .ask_without_secret("POST", "/api/v1/bots/challenge", &headers, body.to_string())
            .await
            .ok();
        let game = uuid(number);
        is_done(&bot.post(&format!("/api/challenge/{game}/accept")).await);
        game
    };
    let game = challenged(5).await;
    events.until(r#""type":"challenge""#).await;
    let line = events.line_with(r#""type":"challenge""#);
    let challenger = &line["challenge"]["challenger"];
    assert_eq!(
        (&challenger["rating"], &challenger["provisional"]),
        (&json!(1500), &json!(true))
    );
    let first = json!({ "id": uuid(77), "want": { "act": "move", "move": "32-28" } });
    server
        .sitting(&secret(50), "POST", "/live/acts", &first)
        .await
        .ok();
    is_done(&bot.play(&game, "1722").await);
    is_done(&bot.post(&format!("/api/bot/game/{game}/resign")).await);
    while server.get("/api/v1/players/Awa").await.ok()["ratings"] == json!([]) {
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let rating = |name: &str| {
        let path = format!("/api/v1/players/{name}");
        let server = &server;
        async move { server.get(&path).await.ok()["ratings"][0]["rating"].clone() }
    };
    let game = challenged(6).await;
    let mut lines = bot.lines(&format!("/api/bot/game/stream/{game}")).await;
    lines.until("gameFull").await;
    let full = lines.line_with("gameFull");
    let (awa, scan) = (rating("Awa").await, rating("Scan-3").await);
    assert!(awa.as_u64() > Some(1500) && scan.as_u64() < Some(1500));
    assert_eq!(
        (&full["white"]["rating"], &full["black"]["rating"]),
        (&awa, &scan)
    );
}

#[tokio::test]
async fn a_declined_challenge_is_closed() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Picky", "bot").await;
    let other = LidraughtsBot::new(&server, "Other", "bot").await;
    let mut events = bot.lines("/api/stream/event").await;
    let offered = challenge("frisian", &json!({ "clock": null }));
    server.challenge_bot(3, "Picky", &offered).await.ok();
    events.until(r#""key":"frisian""#).await;
    let line = events.line_with("frisian");
    assert_eq!(line["challenge"]["timeControl"]["type"], "unlimited");
    let id = uuid(3);
    is_error(
        &other.post(&format!("/api/challenge/{id}/accept")).await,
        404,
        "No such open challenge",
    );
    is_error(
        &other.post(&format!("/api/challenge/{id}/decline")).await,
        404,
        "No such open challenge",
    );
    let form = "application/x-www-form-urlencoded";
    let path = format!("/api/challenge/{id}/decline");
    is_done(&bot.ask("POST", &path, form, "reason=variant").await);
    server
        .sitting(&secret(30), "GET", "/challenge", &Value::Null)
        .await
        .problem(404, "challenge-not-found");
    is_error(
        &bot.post(&format!("/api/challenge/{id}/accept")).await,
        404,
        "No such open challenge",
    );
    // The bot is notified of a withdrawn challenge too.
    server.challenge_bot(4, "Picky", &offered).await.ok();
    let withdrawn = server
        .sitting(&secret(40), "DELETE", "/challenge", &Value::Null)
        .await;
    assert_eq!(withdrawn.status, 204);
    let id = uuid(4);
    is_error(
        &bot.post(&format!("/api/challenge/{id}/accept")).await,
        404,
        "No such open challenge",
    );
    // A challenge stays open while the bot is disconnected for a moment.
    server.challenge_bot(5, "Picky", &offered).await.ok();
    drop(events);
    let mut events = bot.lines("/api/stream/event").await;
    events.until(&uuid(5)).await;
}

#[tokio::test]
async fn a_blocked_account_cannot_challenge_the_bot() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Scan-3", "bot").await;
    let mut events = bot.lines("/api/stream/event").await;
    let mut awa = Browser::new(&server);
    assert_eq!(awa.sign_up("Awa").await.status, 201);
    let mut owner = Browser::new(&server);
    owner.sign_in("Scan-3", PASSWORD).await.ok();
    let block = async |owner: &mut Browser<'_>, word: &str| {
        let body = json!({ "say": word });
        owner.send("POST", "/account/friends/Awa", &body).await.ok()
    };
    let offer = async |awa: &mut Browser<'_>, number: u32| {
        let offered = challenge("frisian", &json!({}));
        let body =
            json!({ "id": uuid(number), "challenge": offered, "to": "Scan-3", "account": true });
        let host = secret(10 * number);
        awa.sitting(&host, "POST", "/bots/challenge", &body).await
    };
    // A challenge that she sent before is no longer accepted.
    offer(&mut awa, 1).await.ok();
    events.until(&uuid(1)).await;
    block(&mut owner, "block").await;
    let accept = format!("/api/challenge/{}/accept", uuid(1));
    is_error(&bot.post(&accept).await, 404, "No such open challenge");
    offer(&mut awa, 2).await.problem(404, "bot-not-connected");
    // Without her account she is anonymous.
    let offered = challenge("frisian", &json!({}));
    server.challenge_bot(3, "Scan-3", &offered).await.ok();
    events.until(&uuid(3)).await;
    assert!(!events.has(&uuid(2)));
    block(&mut owner, "unblock").await;
    offer(&mut awa, 4).await.ok();
    events.until(&uuid(4)).await;
    let accept = format!("/api/challenge/{}/accept", uuid(4));
    is_done(&bot.post(&accept).await);
}

#[tokio::test]
async fn a_bot_disconnects_when_its_account_is_deleted_or_renamed() {
    let server = server().await;
    let is_shown_out = async |mut events: Reading, number: u32, name: &str| {
        server.clock.0.fetch_add(10_000, Ordering::SeqCst);
        server.wait_for_a_beat().await;
        // The next line is the last one of the stream.
        let offered = challenge("international", &json!({}));
        server.challenge_bot(number, name, &offered).await.ok();
        events.ended().await;
        let bots = server.get("/api/v1/bots").await.ok();
        assert_eq!(bots, json!({ "bots": [] }));
    };
    let bot = LidraughtsBot::new(&server, "Scan-3", "bot").await;
    let named = server
        .live
        .accounts
        .account_named(&"Scan-3".parse().unwrap())
        .await;
    let id = named.unwrap().unwrap().0.id;
    let events = bot.lines("/api/stream/event").await;
    let new_name = "Scan-4".parse().unwrap();
    server
        .live
        .administration
        .rename_account(id, &new_name)
        .await
        .unwrap();
    is_shown_out(events, 1, "Scan-3").await;

    let events = bot.lines("/api/stream/event").await;
    let ban = Ban {
        until_ms: None,
        reason: "offends others".parse().unwrap(),
    };
    assert!(
        server
            .live
            .administration
            .set_ban(id, Some(&ban))
            .await
            .unwrap()
    );
    is_shown_out(events, 2, "Scan-4").await;
    let again = bot.get("/api/account").await;
    assert_eq!(again.status, 403, "{again:?}");
}

#[tokio::test]
async fn one_address_has_few_open_challenges_for_a_bot() {
    let server = server().await;
    let bot = LidraughtsBot::new(&server, "Slow", "bot").await;
    let _events = bot.lines("/api/stream/event").await;
    let offered = challenge("international", &json!({}));
    for number in 1..=8 {
        server.challenge_bot(number, "Slow", &offered).await.ok();
    }
    let refused = server.challenge_bot(9, "Slow", &offered).await;
    refused.problem(503, "bot-busy");
    server.challenge_bot(8, "Slow", &offered).await.ok(); // sent again
    let decline = format!("/api/challenge/{}/decline", uuid(1));
    is_done(&bot.post(&decline).await);
    server.challenge_bot(9, "Slow", &offered).await.ok();
}
