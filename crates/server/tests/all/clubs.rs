//! Clubs over a real connection: founding, joining, visibility and permissions, a ladder game from
//! the challenge to the new ranking, the timetable, and input of strangers.

mod refusals;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_people::library::in_memory::InMemoryLibrary;
use damier_server::Stores;
use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{secret, uuid};
use crate::common::{Running, start_for_accounts, start_stores};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

fn profile(public: bool) -> Value {
    json!({
        "town": "Lyon", "text": "We meet.\nCome!", "language": "fr", "games": ["international", "frisian"], "public": public,
    })
}

async fn signed_up<'a>(server: &'a Running, name: &str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    let answer = browser.sign_up(name).await;
    assert_eq!(answer.status, 201, "{answer:?}");
    browser
}

/// Founds "Étoile du Nord", whose key is `etoiledunord`.
async fn founded(founder: &mut Browser<'_>) -> Value {
    let new = json!({ "name": "Étoile du Nord", "profile": profile(false) });
    founder.send("POST", "/clubs", &new).await.ok()
}

const CLUB: &str = "/clubs/etoiledunord";

async fn join(who: &mut Browser<'_>, code: &Value) -> Value {
    let body = json!({ "code": code });
    who.send("POST", &format!("{CLUB}/membership"), &body)
        .await
        .ok()
}

async fn decide(who: &mut Browser<'_>, name: &str, decision: &str) -> crate::common::Answer {
    let body = json!({ "name": name, "decision": decision });
    who.send("POST", &format!("{CLUB}/members"), &body).await
}

async fn on_ladder(who: &mut Browser<'_>) -> Value {
    let path = format!("{CLUB}/ladder");
    who.send("PUT", &path, &json!({ "on": true })).await.ok()
}

async fn say(who: &mut Browser<'_>, number: u64, word: &str) -> crate::common::Answer {
    let path = format!("{CLUB}/matches/{number}");
    who.send("POST", &path, &json!({ "say": word })).await
}

fn places(club: &Value) -> Vec<&str> {
    let places = club["ladder"]["places"].as_array().unwrap().iter();
    places
        .map(|place| place["name"].as_str().unwrap())
        .collect()
}

/// Two members on the ladder: Awa first, then Piet.
async fn two_on_a_ladder(server: &Running) -> [Browser<'_>; 2] {
    let mut awa = signed_up(server, "Awa").await;
    let mut piet = signed_up(server, "Piet").await;
    let club = founded(&mut awa).await;
    join(&mut piet, &club["code"]).await;
    on_ladder(&mut awa).await;
    on_ladder(&mut piet).await;
    [awa, piet]
}

/// Piet challenges Awa, and both open the game. Returns its id.
async fn begun(awa: &mut Browser<'_>, piet: &mut Browser<'_>) -> String {
    let path = format!("{CLUB}/matches");
    let club = piet
        .send("POST", &path, &json!({ "against": "awa" }))
        .await
        .ok();
    let open = club["ladder"]["open"].as_array().unwrap();
    let number = open[0]["number"].as_u64().unwrap();
    assert_eq!(
        (&open[0]["stage"], &open[0]["challenger"]),
        (&json!("asked"), &json!("Piet"))
    );
    let wants = async |who: &mut Browser<'_>| {
        let own = who.get("/account/clubs").await.ok();
        own["clubs"][0]["wants"].clone()
    };
    assert_eq!(
        (wants(awa).await, wants(piet).await),
        (json!("answer"), Value::Null)
    );
    say(awa, number, "accept").await.ok();
    assert_eq!(
        (wants(awa).await, wants(piet).await),
        (json!("play"), json!("play"))
    );
    let club = say(awa, number, "ready").await.ok();
    assert_eq!(club["ladder"]["open"][0]["at_board"], "Awa");
    let club = say(piet, number, "ready").await.ok();
    assert_eq!(club["ladder"]["open"][0]["stage"], "playing");
    assert_eq!(wants(awa).await, json!("game"));
    club["ladder"]["open"][0]["game"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Takes the seats of two accounts at a game of international draughts. Each makes a move, and the
/// first of the two resigns.
async fn resigns(server: &Running, players: [&mut Browser<'_>; 2], game: &str) {
    let path = format!("/account/games/{game}/seat");
    let mut acts = Vec::new();
    for (number, who) in (50..).zip(players) {
        let seat = secret(number);
        let at = who.send("POST", &path, &json!({ "secret": seat })).await;
        let is_white = at.ok()["role"] == "white";
        let text = if is_white { "32-28" } else { "19-23" };
        acts.push((!is_white, seat, json!({ "act": "move", "move": text })));
    }
    let (_, loser, _) = acts[0].clone();
    acts.sort_by_key(|(is_second, _, _)| *is_second);
    acts.push((true, loser, json!({ "act": "resign" })));
    for (number, (_, seat, want)) in (500..).zip(acts) {
        let act = json!({ "id": uuid(number), "want": want });
        server.sitting(&seat, "POST", "/live/acts", &act).await.ok();
    }
}

async fn until_counted(who: &mut Browser<'_>) -> Value {
    loop {
        let club = who.get(CLUB).await.ok();
        if club["ladder"]["open"] == json!([]) {
            return club;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn an_account_founds_a_club_that_is_public() {
    let server = start_for_accounts().await;
    let new = json!({ "name": "Étoile du Nord", "profile": profile(false) });
    let mut nobody = Browser::new(&server);
    nobody
        .send("POST", "/clubs", &new)
        .await
        .problem(401, "not-signed-in");
    let mut awa = signed_up(&server, "Awa").await;
    let club = founded(&mut awa).await;
    assert_eq!(
        (&club["key"], &club["role"]),
        (&json!("etoiledunord"), &json!("founder"))
    );
    assert_eq!(club["people"][0]["name"], "Awa");
    assert_eq!(club["rules"]["variant"], "international");
    assert_eq!(club["code"].as_str().unwrap().len(), 10);
    awa.send(
        "POST",
        "/clubs",
        &json!({ "name": "etoile DU nord", "profile": profile(true) }),
    )
    .await
    .problem(409, "club-name-taken");

    let list = nobody.get("/clubs?named=%C3%89TOILE").await.ok();
    assert_eq!(list["clubs"][0]["name"], "Étoile du Nord");
    assert_eq!(list["clubs"][0]["members"], 1);
    assert_eq!(
        nobody.get("/clubs?named=zzz").await.ok()["clubs"],
        json!([])
    );
    assert_eq!(
        nobody.get("/clubs?named=%25").await.ok()["clubs"],
        json!([])
    );
    for path in [CLUB, "/clubs/%C3%89toile%20du%20Nord"] {
        let seen = nobody.get(path).await.ok();
        assert_eq!(
            (&seen["town"], &seen["members"]),
            (&json!("Lyon"), &json!(1))
        );
        for hidden in ["role", "people", "ladder", "code"] {
            assert_eq!(seen[hidden], Value::Null, "{hidden}");
        }
    }
    nobody
        .get(&format!("{CLUB}/games"))
        .await
        .problem(403, "members-only");
    nobody
        .get(&format!("{CLUB}/games.pdn"))
        .await
        .problem(403, "members-only");
    awa.send("PUT", &format!("{CLUB}/profile"), &profile(true))
        .await
        .ok();
    let seen = nobody.get(CLUB).await.ok();
    assert_eq!(seen["people"][0]["role"], "founder");
    assert_eq!(seen["code"], Value::Null);
    assert_eq!(
        nobody.get(&format!("{CLUB}/games")).await.ok()["games"],
        json!([])
    );
    nobody
        .get("/clubs/nowhere")
        .await
        .problem(404, "club-not-found");
    for number in 2..=3 {
        let new = json!({ "name": format!("Club number {number}"), "profile": profile(true) });
        awa.send("POST", "/clubs", &new).await.ok();
    }
    awa.send(
        "POST",
        "/clubs",
        &json!({ "name": "One more", "profile": profile(true) }),
    )
    .await
    .problem(409, "too-many-clubs");
    assert_eq!(
        awa.get("/account/clubs").await.ok()["clubs"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
}

#[tokio::test]
async fn members_join_by_code_or_are_admitted_and_get_roles() {
    let server = start_for_accounts().await;
    let mut awa = signed_up(&server, "Awa").await;
    let mut piet = signed_up(&server, "Piet").await;
    let mut zoe = signed_up(&server, "Zoé").await;
    let club = founded(&mut awa).await;
    let member = format!("{CLUB}/membership");
    piet.send("POST", &member, &json!({ "code": "CCCCC CCCCC" }))
        .await
        .problem(403, "club-refuses");
    let asked = zoe
        .send("POST", &member, &json!({ "code": null }))
        .await
        .ok();
    assert_eq!(
        (&asked["asking"], &asked["role"]),
        (&json!(true), &Value::Null)
    );
    let own = zoe.get("/account/clubs").await.ok();
    assert_eq!(own["clubs"][0]["role"], Value::Null);
    let typed = club["code"].as_str().unwrap().to_lowercase();
    let joined = join(&mut piet, &json!(typed)).await;
    assert_eq!(joined["role"], "member");
    assert_eq!(
        join(&mut piet, &json!(typed)).await["role"],
        "member",
        "sent again"
    );
    assert_eq!(
        (&joined["waiting"], &joined["code"]),
        (&json!([]), &Value::Null)
    );
    decide(&mut piet, "Zoé", "admit")
        .await
        .problem(403, "club-refuses");
    assert_eq!(awa.get(CLUB).await.ok()["waiting"][0]["name"], "Zoé");
    decide(&mut awa, "Nobody", "admit")
        .await
        .problem(404, "club-refuses");
    decide(&mut awa, "zoe", "admit").await.ok();
    assert_eq!(zoe.get(CLUB).await.ok()["role"], "member");

    decide(&mut awa, "Piet", "officer").await.ok();
    decide(&mut piet, "Zoé", "remove").await.ok();
    assert_eq!(zoe.get(CLUB).await.ok()["people"], Value::Null);
    let renewed = piet
        .send("POST", &format!("{CLUB}/code"), &Value::Null)
        .await
        .ok();
    assert_ne!(renewed["code"], club["code"]);
    zoe.send("POST", &member, &json!({ "code": typed }))
        .await
        .problem(403, "club-refuses");
    awa.send("DELETE", &member, &Value::Null)
        .await
        .problem(409, "club-refuses");
    decide(&mut awa, "Piet", "founder").await.ok();
    assert_eq!(awa.get(CLUB).await.ok()["role"], "officer");
    awa.send("DELETE", CLUB, &Value::Null)
        .await
        .problem(403, "club-refuses");
    let left = awa.send("DELETE", &member, &Value::Null).await.ok();
    assert_eq!((&left["role"], &left["members"]), (&Value::Null, &json!(1)));
    let gone = piet.send("DELETE", CLUB, &Value::Null).await;
    assert_eq!(gone.status, 204);
    piet.get(CLUB).await.problem(404, "club-not-found");
    assert_eq!(piet.get("/account/clubs").await.ok()["clubs"], json!([]));
}

#[tokio::test]
async fn a_finished_ladder_game_changes_the_ranking() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_on_a_ladder(&server).await;
    let game = begun(&mut awa, &mut piet).await;
    let games = awa.get(&format!("{CLUB}/games")).await.ok();
    assert_eq!(
        (&games["games"][0]["over"], &games["games"][0]["ladder"]),
        (&json!(false), &json!(true))
    );
    let one = format!("{CLUB}/games/{game}");
    awa.get(&one).await.problem(404, "game-not-found");
    resigns(&server, [&mut awa, &mut piet], &game).await;
    let club = until_counted(&mut piet).await;
    assert_eq!(places(&club), ["Piet", "Awa"]);
    let over = &club["ladder"]["over"][0];
    assert_eq!(
        (&over["outcome"], &over["place"]),
        (&json!("won"), &json!(1))
    );

    let games = awa.get(&format!("{CLUB}/games")).await.ok();
    assert_eq!(games["games"][0]["game"], json!(game));
    assert_eq!(games["games"][0]["reason"], "resignation");
    let read = piet.get(&one).await;
    assert_eq!(read.status, 200);
    let text = String::from_utf8(read.body.to_vec()).unwrap();
    assert!(
        text.contains("[White \"") && text.contains("Piet"),
        "{text}"
    );
    let file = piet.get(&format!("{CLUB}/games.pdn")).await;
    assert_eq!(file.status, 200);
    assert!(
        String::from_utf8(file.body.to_vec())
            .unwrap()
            .contains("Awa")
    );
    awa.send("DELETE", &one, &Value::Null)
        .await
        .problem(404, "game-not-found");
}

#[tokio::test]
async fn an_unanswered_ladder_challenge_changes_the_ranking_and_a_declined_one_does_not() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_on_a_ladder(&server).await;
    let path = format!("{CLUB}/matches");
    let refused = awa.send("POST", &path, &json!({ "against": "Piet" })).await;
    assert_eq!(refused.problem(409, "club-refuses")["reason"], "not-above");
    let against = json!({ "against": "Awa" });
    piet.send("POST", &path, &against).await.ok();
    let busy = piet.send("POST", &path, &against).await;
    assert_eq!(busy.problem(409, "club-refuses")["reason"], "busy");
    let not_theirs = say(&mut piet, 1, "accept").await;
    assert_eq!(
        not_theirs.problem(409, "club-refuses")["reason"],
        "wrong-player"
    );
    let declined = say(&mut awa, 1, "decline").await.ok();
    assert_eq!(places(&declined), ["Awa", "Piet"]);
    let rests = piet.send("POST", &path, &against).await;
    assert_eq!(
        rests.problem(409, "club-refuses")["reason"],
        "recently-declined"
    );
    server.clock.0.fetch_add(7 * DAY_MS, Ordering::SeqCst);
    piet.send("POST", &path, &against).await.ok();
    server.clock.0.fetch_add(3 * DAY_MS, Ordering::SeqCst);
    let club = piet.get(CLUB).await.ok();
    assert_eq!(places(&club), ["Piet", "Awa"]);
    assert_eq!(club["ladder"]["over"][0]["outcome"], "not-answered");
    let late = say(&mut awa, 2, "accept").await;
    late.problem(404, "club-refuses");
}

#[tokio::test]
async fn a_game_left_by_a_stopped_node_is_counted_once() {
    let journal = Arc::new(InMemoryStore::shared());
    let stores = || Stores {
        library: Arc::new(InMemoryLibrary::default()),
        live: Ports::of(&journal),
    };
    let first = start_stores(stores(), |config| config.limits.accounts_a_day = 10).await;
    let [mut awa, mut piet] = two_on_a_ladder(&first).await;
    let game = begun(&mut awa, &mut piet).await;
    // The end is stored by a node that stops before it has updated the club.
    let act = serde_json::from_value(json!({ "act": "resign", "side": "white", "at_ms": 1_000 }));
    let entry = damier_people::live::JournalEntry {
        game: game.parse().unwrap(),
        event: damier_session::Event {
            number: 1,
            command: None,
            act: act.unwrap(),
        },
        ending: Some(damier_session::Ending::win(
            damier_session::Side::Black,
            damier_session::ending::ByPeople::Resignation,
        )),
        deadline_ms: None,
    };
    damier_people::live::Journal::append(&*journal, &entry)
        .await
        .unwrap();
    let second = start_stores(stores(), |_| {}).await;
    let club = until_counted(&mut piet).await;
    assert_eq!(club["ladder"]["over"].as_array().unwrap().len(), 1);
    second.clock.0.fetch_add(60_000, Ordering::SeqCst);
    let again = until_counted(&mut awa).await;
    assert_eq!(again["ladder"]["over"], club["ladder"]["over"]);
}

#[tokio::test]
async fn members_mark_their_games_for_the_club() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_on_a_ladder(&server).await;
    let mut zoe = signed_up(&server, "Zoé").await;
    // A ladder game belongs to the club already; another one of the same two is marked.
    let number = 7;
    let offered = crate::common::live::challenge("frisian", &json!({}));
    let [host, guest] = server.game(number, &offered).await;
    for (who, seat) in [(&mut awa, &host), (&mut piet, &guest)] {
        who.send("POST", "/account/games", &json!({ "seat": seat }))
            .await
            .ok();
    }
    let game = uuid(number);
    let marked = format!("{CLUB}/games");
    let body = json!({ "game": game });
    zoe.send("POST", &marked, &body)
        .await
        .problem(403, "club-refuses");
    awa.send("POST", &marked, &json!({ "game": uuid(99) }))
        .await
        .problem(404, "game-not-found");
    for _ in 0..2 {
        assert_eq!(awa.send("POST", &marked, &body).await.status, 204);
    }
    let games = piet.get(&marked).await.ok();
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&games["games"][0]["variant"], &games["games"][0]["ladder"]),
        (&json!("frisian"), &json!(false))
    );
    let one = format!("{CLUB}/games/{game}");
    zoe.send("DELETE", &one, &Value::Null)
        .await
        .problem(403, "club-refuses");
    assert_eq!(piet.send("DELETE", &one, &Value::Null).await.status, 204);
    assert_eq!(piet.get(&marked).await.ok()["games"], json!([]));
    let act = json!({ "id": uuid(500), "want": { "act": "resign" } });
    server.sitting(&host, "POST", "/live/acts", &act).await.ok();
    let own = awa.get(&format!("{CLUB}/own-games")).await.ok();
    assert_eq!(own["games"][0]["game"], json!(game));
}

#[tokio::test]
async fn officers_edit_the_timetable_and_it_is_public() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_on_a_ladder(&server).await;
    let path = format!("{CLUB}/timetable");
    let entry = json!({
        "kind": "evening", "title": "Club evening", "place": "12, rue du Damier", "note": "Bring a clock.",
        "starts": "2026-12-01T20:00", "minutes": 180, "zone": "Europe/Paris", "weekly": true, "until": null,
    });
    piet.send("POST", &path, &entry)
        .await
        .problem(403, "club-refuses");
    let club = awa.send("POST", &path, &entry).await.ok();
    assert_eq!(club["timetable"][0]["number"], 1);
    for (field, wrong) in [
        ("title", json!("")),
        ("place", json!("a\u{0}b")),
        ("starts", json!("tomorrow")),
        ("minutes", json!(0)),
        ("zone", json!("<script>")),
        ("until", json!("2026-11-01")),
    ] {
        let mut bad = entry.clone();
        bad[field] = wrong;
        let problem = awa
            .send("POST", &path, &bad)
            .await
            .problem(422, "not-for-a-club");
        assert_eq!(problem["reason"], format!("entry-{field}"));
    }
    let mut later = entry.clone();
    later["starts"] = "2026-12-02T19:30".into();
    let one = format!("{path}/1");
    awa.send("PUT", &one, &later).await.ok();
    let seen = Browser::new(&server).get(CLUB).await.ok();
    assert_eq!(seen["timetable"][0]["starts"], "2026-12-02T19:30");
    assert_eq!(seen["timetable"][0]["zone"], "Europe/Paris");
    piet.send("DELETE", &one, &Value::Null)
        .await
        .problem(403, "club-refuses");
    awa.send("DELETE", &one, &Value::Null).await.ok();
    awa.send("DELETE", &one, &Value::Null)
        .await
        .problem(404, "club-refuses");
}

#[tokio::test]
async fn the_club_of_a_deleted_account_is_taken_over() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_on_a_ladder(&server).await;
    let export = awa.get("/account/export.json").await.ok();
    let club = &export["clubs"][0];
    assert_eq!(
        (&club["name"], &club["role"], &club["ladder"]["place"]),
        (&json!("Étoile du Nord"), &json!("founder"), &json!(1))
    );
    let gone = awa
        .send("DELETE", "/account", &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(gone.status, 204);
    let club = piet.get(CLUB).await.ok();
    assert_eq!(
        (&club["role"], &club["members"]),
        (&json!("founder"), &json!(1))
    );
    assert_eq!(places(&club), ["Piet"]);
    piet.send("PUT", &format!("{CLUB}/profile"), &profile(true))
        .await
        .ok();
    let gone = piet
        .send("DELETE", "/account", &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(gone.status, 204);
    let mut nobody = Browser::new(&server);
    nobody.get(CLUB).await.problem(404, "club-not-found");
    assert_eq!(nobody.get("/clubs").await.ok()["clubs"], json!([]));
}
