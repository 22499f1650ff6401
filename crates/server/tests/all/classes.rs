//! A class over a real connection: the teacher and the pupils, and the limits of a server.

use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::classes::Nickname;
use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::{Value, json};

use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running};

const TEACHER: u32 = 1;

async fn server() -> Running {
    crate::common::start(InMemoryLibrary::default()).await
}

fn animal(number: u32) -> &'static str {
    Nickname::all().nth(number as usize).unwrap().code()
}

impl Running {
    pub(crate) async fn teacher(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.sitting(&secret(TEACHER), method, path, body).await
    }

    pub(crate) async fn class(&self) -> Value {
        self.teacher("GET", "/class", &Value::Null).await.ok()
    }

    /// Creates the class and returns its code.
    pub(crate) async fn new_class(&self) -> String {
        let made = self.teacher("POST", "/class", &Value::Null).await.ok();
        made["code"].as_str().unwrap().to_owned()
    }

    /// Pupil `number`, with the secret `100 + number`, joins as an animal.
    pub(crate) async fn join(&self, code: &str, number: u32, nickname: &str) -> Answer {
        let body = json!({ "code": code, "nickname": nickname });
        self.pupil(number, "POST", "/class/join", &body).await
    }

    pub(crate) async fn pupil(
        &self,
        number: u32,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        self.sitting(&secret(100 + number), method, path, body)
            .await
    }

    pub(crate) async fn me(&self, number: u32) -> Value {
        let answer = self.pupil(number, "GET", "/class/me", &Value::Null).await;
        answer.ok()
    }

    async fn find(&self, code: &str) -> Answer {
        let json = [("content-type", "application/json")];
        let body = json!({ "code": code }).to_string();
        self.ask_without_secret("POST", "/api/v1/class/find", &json, body)
            .await
    }
}

fn lesson_report(lesson: &str, place: u16, tries: u16) -> Value {
    json!({ "lesson": lesson, "stars": 0, "place": place, "places": 8, "helps": 0, "tries": tries })
}

fn pairs(pairs: &[(u32, &str, &str)]) -> Value {
    pairs_with(&json!({ "clock": null }), pairs)
}

/// The body of a request for pairs with their settings.
pub(crate) fn pairs_with(settings: &Value, pairs: &[(u32, &str, &str)]) -> Value {
    let challenge = challenge("international", settings);
    let pair = |(id, white, black): &(u32, &str, &str)| json!({ "id": uuid(*id), "white": white, "black": black });
    json!({
        "variant": challenge["variant"],
        "settings": challenge["settings"],
        "pairs": pairs.iter().map(pair).collect::<Vec<_>>(),
    })
}

#[tokio::test]
async fn the_teacher_sees_the_progress_of_a_class() {
    let server = server().await;
    let code = server.new_class().await;
    assert_eq!(server.new_class().await, code, "once for a teacher");
    let typed = format!(" {}-{} ", &code[..3].to_lowercase(), &code[3..]);
    let found = server.find(&typed).await.ok();
    assert_eq!(found["code"], code);
    assert_eq!(found["animals"].as_array().unwrap().len(), 60);
    assert_eq!(
        (&found["open"], &found["taken"]),
        (&json!(true), &json!([]))
    );

    server.join(&typed, 1, "fox").await.ok();
    server.join(&code, 1, "fox").await.ok();
    let again = server.join(&code, 2, "fox").await;
    again.problem(409, "nickname-taken");
    server.join(&code, 2, "owl").await.ok();
    let other = server.join(&code, 2, "bee").await;
    other.problem(409, "pupil-already");
    assert_eq!(
        server.find(&code).await.ok()["taken"],
        json!(["fox", "owl"])
    );

    let task = json!({ "lesson": "taking", "to": null });
    server
        .teacher("POST", "/class/assignment", &task)
        .await
        .ok();
    let own = json!({ "lesson": "words", "to": "owl" });
    server.teacher("POST", "/class/assignment", &own).await.ok();
    assert_eq!(server.me(1).await["assigned"], "taking");
    assert_eq!(server.me(2).await["assigned"], "words");

    let lesson = lesson_report("taking", 3, 2);
    let kept = server.pupil(1, "POST", "/class/me/lesson", &lesson).await;
    assert_eq!(kept.status, 204);
    let class = server.class().await;
    let fox = &class["pupils"][0];
    assert_eq!(fox["nickname"], "fox");
    let shown = json!([{ "lesson": "taking", "stars": 0, "place": 3, "places": 8, "helps": 0, "tries": 2,
        "wrong": null, "place_ms": 1_000, "reported_ms": 1_000 }]);
    assert_eq!(fox["lessons"], shown);
    assert_eq!(class["now_ms"], 1_000);

    let frozen = json!({ "frozen": true, "open": false });
    server
        .teacher("POST", "/class/settings", &frozen)
        .await
        .ok();
    assert_eq!(server.me(2).await["frozen"], true);
    // Screens do not stay frozen after a teacher has left.
    server.clock.0.fetch_add(45 * 60_000, Ordering::SeqCst);
    assert_eq!(server.me(2).await["frozen"], false);
    server
        .join(&code, 3, "bee")
        .await
        .problem(409, "class-closed");
}

#[tokio::test]
async fn paired_pupils_play_and_the_teacher_watches() {
    let server = server().await;
    let code = server.new_class().await;
    for (number, nickname) in [(1, "fox"), (2, "owl"), (3, "bee")] {
        server.join(&code, number, nickname).await.ok();
    }
    let wanted = pairs(&[(5, "fox", "owl")]);
    let class = server.teacher("POST", "/class/pairs", &wanted).await.ok();
    let again = server.teacher("POST", "/class/pairs", &wanted).await.ok();
    assert_eq!(class, again, "one game, however often it is asked for");
    let place = server.me(1).await;
    let game = place["game"]["id"].as_str().unwrap();
    assert_ne!(game, uuid(5));
    let fox = server.me(1).await;
    assert_eq!(
        fox["game"],
        json!({ "id": game, "side": "white", "against": "owl", "level": null, "over": false, "ending": null })
    );
    let take = |secret: String| json!({ "game": game, "secret": secret });
    for (number, role) in [(1, "white"), (2, "black")] {
        for _ in 0..2 {
            let seat = take(secret(500 + number));
            let seat = server.pupil(number, "POST", "/class/me/seat", &seat).await;
            assert_eq!(seat.ok(), json!({ "game": game, "role": role }));
        }
    }
    let foreign = server
        .pupil(3, "POST", "/class/me/seat", &take(secret(503)))
        .await;
    foreign.problem(404, "game-not-found");
    let watch = server
        .teacher("POST", "/class/watch", &take(secret(504)))
        .await;
    assert_eq!(watch.ok()["role"], "watcher");

    let (mut white, welcome) = server.enter(&secret(501)).await;
    assert_eq!(
        welcome["setup"]["settings"]["white"],
        json!({ "kind": "person", "name": "" })
    );
    let (mut looking, _) = server.enter(&secret(504)).await;
    let act = json!({ "frame": "act", "id": uuid(77), "want": { "act": "move", "move": "32-28" } });
    white.say(&act).await;
    white.wait("done").await;
    assert_eq!(looking.wait("event").await["event"]["act"]["move"], "32-28");
    let resign = json!({ "frame": "act", "id": uuid(78), "want": { "act": "resign" } });
    white.say(&resign).await;
    white.wait("done").await;
    let over = server.me(2).await["game"].clone();
    assert_eq!(over["over"], true);
    assert_eq!(
        over["ending"],
        json!({ "winner": "black", "reason": "resignation" })
    );

    // Another pair: the fox now plays the bee, and the owl keeps the old game.
    let wanted = pairs(&[(6, "bee", "fox")]);
    server.teacher("POST", "/class/pairs", &wanted).await.ok();
    assert_eq!(server.me(1).await["game"]["against"], "bee");
    let before = server.me(1).await["game"]["id"].clone();
    let wanted = pairs(&[(6, "fox", "bee")]);
    server.teacher("POST", "/class/pairs", &wanted).await.ok();
    let after = server.me(1).await["game"].clone();
    assert_eq!(after["side"], "white");
    assert_ne!(after["id"], before, "nobody comes to both sides of a game");
    let mut other = pairs(&[(6, "fox", "bee")]);
    other["variant"] = json!("frisian");
    let other = server.teacher("POST", "/class/pairs", &other).await;
    other.problem(409, "challenge-exists");
}

#[tokio::test]
async fn forty_behind_one_address_join_learn_and_play_at_once() {
    let server = server().await;
    let code = server.new_class().await;
    let all: Vec<u32> = (0..40).collect();
    let at_once = async |what: &dyn Fn(u32) -> (String, &'static str, &'static str, Value)| {
        let asked = all.iter().map(|number| {
            let (secret, method, path, body) = what(*number);
            let server = &server;
            async move { server.sitting(&secret, method, path, &body).await }
        });
        futures_util::future::join_all(asked).await
    };
    let find = |_| (secret(9), "POST", "/class/find", json!({ "code": code }));
    for answer in at_once(&find).await {
        answer.ok();
    }
    let join = |number: u32| {
        let body = json!({ "code": code, "nickname": animal(number) });
        (secret(100 + number), "POST", "/class/join", body)
    };
    for answer in at_once(&join).await {
        answer.ok();
    }
    server
        .join(&code, 41, animal(41))
        .await
        .problem(409, "class-full");
    // Twelve seconds of a lesson at the same time: each device polls four times and reports two
    // exercises, and the teacher polls four times.
    for round in 0..4_u16 {
        let ask = |number: u32| (secret(100 + number), "GET", "/class/me", Value::Null);
        for answer in at_once(&ask).await {
            answer.ok();
        }
        if round % 2 == 0 {
            let tell = |number: u32| {
                (
                    secret(100 + number),
                    "POST",
                    "/class/me/lesson",
                    lesson_report("taking", round, 1),
                )
            };
            for answer in at_once(&tell).await {
                assert_eq!(answer.status, 204);
            }
        }
        assert_eq!(server.class().await["pupils"].as_array().unwrap().len(), 40);
    }
    let games: Vec<_> = (0..20)
        .map(|number| (number, animal(2 * number), animal(2 * number + 1)))
        .collect();
    server
        .teacher("POST", "/class/pairs", &pairs(&games))
        .await
        .ok();
    let ask = |number: u32| (secret(100 + number), "GET", "/class/me", Value::Null);
    let places: Vec<Value> = at_once(&ask).await.iter().map(Answer::ok).collect();
    let sit = |number: u32| {
        let body = json!({ "game": places[number as usize]["game"]["id"], "secret": secret(500 + number) });
        (secret(100 + number), "POST", "/class/me/seat", body)
    };
    for answer in at_once(&sit).await {
        answer.ok();
    }
    let play = all.iter().map(|number| {
        let server = &server;
        async move {
            let (mut socket, welcome) = server.enter(&secret(500 + number)).await;
            if number % 2 == 0 {
                let act = json!({ "act": "move", "move": "32-28" });
                let act = json!({ "frame": "act", "id": uuid(700 + number), "want": act });
                socket.say(&act).await;
                socket.wait("done").await;
            } else if welcome["events"] == json!([]) {
                socket.wait("event").await;
            }
        }
    });
    let played = futures_util::future::join_all(play);
    let played = tokio::time::timeout(Duration::from_secs(30), played).await;
    assert_eq!(played.unwrap().len(), 40);
}

#[tokio::test]
async fn guessing_codes_is_throttled_without_blocking_the_school() {
    let server = server().await;
    let code = server.new_class().await;
    for _ in 0..100 {
        server.find(&code).await.ok();
    }
    let wrong = if code == "CCCCCC" { "DDDDDD" } else { "CCCCCC" };
    for _ in 0..60 {
        server.find(wrong).await.problem(404, "class-not-found");
    }
    // From now on guesses are serialised, with a second of waiting for each.
    #[expect(
        clippy::disallowed_methods,
        reason = "a test measures with the system's clock"
    )]
    let began = std::time::Instant::now();
    let (refused, ()) = tokio::join!(server.find(wrong), async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        for number in 1..=3 {
            server.find(&code).await.ok();
            server.join(&code, number, animal(number)).await.ok();
        }
    });
    refused.problem(404, "class-not-found");
    let took = began.elapsed();
    let fits = Duration::from_secs(1)..Duration::from_secs(5);
    assert!(
        fits.contains(&took),
        "the class waits for him once: {took:?}"
    );
    server.clock.0.fetch_add(60_000, Ordering::SeqCst);
    for _ in 0..60 {
        server.find("CCCCCC").await;
    }
    assert!(
        began.elapsed() < took + Duration::from_secs(5),
        "at once again"
    );
}

#[tokio::test]
async fn a_class_ends_at_its_term_or_when_closed() {
    let server = server().await;
    let code = server.new_class().await;
    server.join(&code, 1, "fox").await.ok();
    let until = |ms: u64| json!({ "until_ms": ms });
    for wrong in [0, 999, u64::MAX] {
        let answer = server
            .teacher("POST", "/class/settings", &until(wrong))
            .await;
        assert_eq!(answer.problem(422, "not-for-a-class")["reason"], "bad-term");
    }
    let week = until(7 * 86_400_000);
    let class = server.teacher("POST", "/class/settings", &week).await.ok();
    assert_eq!(class["until_ms"], 7 * 86_400_000_u64);
    server.clock.0.store(7 * 86_400_000, Ordering::SeqCst);
    let gone = server.pupil(1, "GET", "/class/me", &Value::Null).await;
    gone.problem(404, "class-not-found");
    server
        .teacher("GET", "/class", &Value::Null)
        .await
        .problem(404, "class-not-found");
    server.find(&code).await.problem(404, "class-not-found");

    let code = server.new_class().await;
    server.join(&code, 1, "fox").await.ok();
    let ended = server.teacher("DELETE", "/class", &Value::Null).await;
    assert_eq!(ended.status, 204);
    let gone = server.pupil(1, "GET", "/class/me", &Value::Null).await;
    gone.problem(404, "class-not-found");
}

#[tokio::test]
async fn a_pupil_who_changes_the_device_is_signed_in_on_the_new_one_only() {
    let server = server().await;
    let code = server.new_class().await;
    server.join(&code, 1, "fox").await.ok();
    let device = json!({ "pupil": "fox", "secret": secret(150) });
    let moved = server.teacher("POST", "/class/device", &device).await;
    assert_eq!(moved.status, 204);
    assert_eq!(server.me(50).await["nickname"], "fox");
    let before = server.pupil(1, "GET", "/class/me", &Value::Null).await;
    before.problem(404, "class-not-found");
}

#[tokio::test]
async fn a_removed_pupil_leaves_the_class() {
    let server = server().await;
    let code = server.new_class().await;
    server.join(&code, 1, "fox").await.ok();
    let fox = json!({ "pupil": "fox" });
    let removed = server.teacher("POST", "/class/removal", &fox).await;
    assert_eq!(removed.status, 204);
    let again = server.teacher("POST", "/class/removal", &fox).await;
    again.problem(404, "pupil-not-found");
    let nobody = json!({ "pupil": "Jean" });
    let nobody = server.teacher("POST", "/class/removal", &nobody).await;
    nobody.problem(422, "not-for-a-class");
    assert_eq!(server.class().await["pupils"], json!([]));
    let gone = server.pupil(1, "GET", "/class/me", &Value::Null).await;
    gone.problem(404, "class-not-found");
}

#[tokio::test]
async fn invalid_requests_get_reasons_and_roles_are_separate() {
    let server = server().await;
    let code = server.new_class().await;
    for (number, nickname) in [(1, "fox"), (2, "owl")] {
        server.join(&code, number, nickname).await.ok();
    }
    server
        .join(&code, 3, "Jean")
        .await
        .problem(422, "not-for-a-class");
    for wrong in ["", "K7MPD0", "é", &"C".repeat(5_000)] {
        server.find(wrong).await.problem(404, "class-not-found");
    }
    for (body, code) in [
        (json!({ "lesson": "taking" }), "unexpected-shape"),
        (lesson_report("../x", 0, 0), "not-for-a-class"),
        (lesson_report("taking", 9, 0), "not-for-a-class"),
    ] {
        let answer = server.pupil(1, "POST", "/class/me/lesson", &body).await;
        answer.problem(422, code);
    }
    for (body, status, code) in [
        (pairs(&[(1, "fox", "fox")]), 422, "not-for-a-class"),
        (
            pairs(&[(1, "fox", "owl"), (2, "owl", "fox")]),
            422,
            "not-for-a-class",
        ),
        (pairs(&[(1, "fox", "bee")]), 404, "pupil-not-found"),
        (pairs(&[(1, "fox", "Jean")]), 422, "not-for-a-class"),
        (
            json!({ "variant": "chess", "settings": pairs(&[])["settings"], "pairs": [] }),
            422,
            "no-such-challenge",
        ),
    ] {
        server
            .teacher("POST", "/class/pairs", &body)
            .await
            .problem(status, code);
    }
    assert_eq!(server.me(1).await["game"], Value::Null);

    // The secret of a pupil is not that of a teacher, nor the reverse.
    server
        .pupil(1, "GET", "/class", &Value::Null)
        .await
        .problem(404, "class-not-found");
    server
        .teacher("GET", "/class/me", &Value::Null)
        .await
        .problem(404, "class-not-found");
    let open = server
        .ask_without_secret("GET", "/api/v1/class", &[], "")
        .await;
    open.problem(401, "no-owner");
    // A game of other players is not one of this class, even if its id is known.
    server
        .game(9, &challenge("international", &json!({})))
        .await;
    let foreign = json!({ "game": uuid(9), "secret": secret(600) });
    let watched = server.teacher("POST", "/class/watch", &foreign).await;
    watched.problem(404, "game-not-found");
}
