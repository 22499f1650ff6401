//! The games of an account: attaching seats, the export, and deletion.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};

use crate::common::browser::{Browser, PASSWORD};
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Running, start_for_accounts, with_token};

fn blitz() -> Value {
    challenge("international", &json!({}))
}

#[tokio::test]
async fn a_seat_is_attached_to_an_account_only_by_its_owner() {
    let server = start_for_accounts().await;
    let [white, black] = server.game(1, &blitz()).await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    assert_eq!(
        awa.get("/account/games").await.ok(),
        json!({ "games": [], "next": null })
    );
    let seat = |secret: &str| json!({ "seat": secret });
    let own = json!({ "game": uuid(1), "role": "white" });
    for _ in 0..2 {
        assert_eq!(
            awa.send("POST", "/account/games", &seat(&white)).await.ok(),
            own
        );
    }
    awa.send("POST", "/account/games", &seat(&black))
        .await
        .problem(409, "side-taken");
    awa.send("POST", "/account/games", &seat(&secret(99)))
        .await
        .problem(404, "seat-not-found");
    for shape in [seat("short"), json!([&white]), json!([])] {
        awa.send("POST", "/account/games", &shape)
            .await
            .problem(422, "unexpected-shape");
    }
    let watcher = json!({ "secret": secret(77) });
    server
        .sitting(&white, "POST", "/live/watchers", &watcher)
        .await
        .ok();
    awa.send("POST", "/account/games", &seat(&secret(77)))
        .await
        .problem(403, "not-a-player");
    assert_eq!(awa.get("/account/games").await.ok()["games"], json!([own]));
    let mut go_on = own.clone();
    go_on["now"] = json!({ "variant": "international", "against": "Piet", "turn": true });
    let open = awa.get("/account/games?open=true").await.ok();
    assert_eq!(open, json!({ "games": [go_on], "next": null }));
    let after = format!("/account/games?after={}", uuid(1));
    assert_eq!(awa.get(&after).await.ok()["games"], json!([]));
    awa.get("/account/games?after=x")
        .await
        .problem(400, "bad-query");

    // Another device of the account takes the seat; the first secret still works.
    let mut phone = Browser::new(&server);
    phone.sign_in("Awa", PASSWORD).await.ok();
    let path = format!("/account/games/{}/seat", uuid(1));
    let new = json!({ "secret": secret(55) });
    assert_eq!(phone.send("POST", &path, &new).await.ok(), own);
    let (mut socket, welcome) = server.enter(&secret(55)).await;
    assert_eq!(welcome["role"], "white");
    assert_eq!(socket.play("32-28").await["frame"], "done");
    let (mut socket, _) = server.enter(&white).await;
    assert_eq!(socket.play("31-27").await["code"], "not-your-turn");
    let open = phone.get("/account/games?open=true").await.ok();
    assert_eq!(open["games"][0]["now"]["turn"], false);

    let mut piet = Browser::new(&server);
    piet.sign_up("Piet").await;
    piet.send("POST", &path, &json!({ "secret": secret(56) }))
        .await
        .problem(404, "seat-not-found");
    piet.send("POST", "/account/games", &seat(&white))
        .await
        .problem(409, "side-taken");
    assert_eq!(
        piet.send("POST", "/account/games", &seat(&black))
            .await
            .ok()["role"],
        "black"
    );
}

/// Sends an act by HTTP with the secret of a seat.
async fn act(server: &Running, number: u32, seat: &str, want: &Value) {
    let body = json!({ "id": uuid(number), "want": want });
    server.sitting(seat, "POST", "/live/acts", &body).await.ok();
}

#[tokio::test]
async fn finished_games_are_listed_newest_first() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let mut piet = Browser::new(&server);
    piet.sign_up("Piet").await;
    // The first game continues. White resigns the third one, then Black the second one.
    for (number, variant) in [(1, "international"), (2, "frisian"), (3, "international")] {
        let [white, black] = server.game(number, &challenge(variant, &json!({}))).await;
        let seat = json!({ "seat": white });
        awa.send("POST", "/account/games", &seat).await.ok();
        if number == 2 {
            let seat = json!({ "seat": black });
            piet.send("POST", "/account/games", &seat).await.ok();
        }
        for (number, seat, text) in [(901, &white, "32-28"), (902, &black, "19-23")] {
            let want = json!({ "act": "move", "move": text });
            act(&server, number, seat, &want).await;
        }
    }
    for seat in [secret(30), secret(22)] {
        act(&server, 903, &seat, &json!({ "act": "resign" })).await;
        server.clock.0.fetch_add(5, Ordering::SeqCst); // no two end at one moment
    }
    let path = "/account/games/finished";
    let page = awa.get(path).await.ok();
    let games = page["games"].as_array().unwrap();
    let ids: Vec<_> = games.iter().map(|game| game["game"].clone()).collect();
    assert_eq!(ids, [json!(uuid(2)), json!(uuid(3))]);
    assert_eq!(page["next"], Value::Null);
    let latest = &games[0];
    assert_eq!(latest["variant"], "frisian");
    assert_eq!(latest["side"], "white");
    assert_eq!(latest["against"], "Piet");
    assert_eq!(latest["result"], "win");
    assert_eq!(
        latest["ending"],
        json!({ "winner": "white", "reason": "resignation" })
    );
    assert!(latest["ended_ms"].as_u64() >= latest["started_ms"].as_u64());
    assert_eq!(games[1]["result"], "loss");

    let mut found = async |query: &str| {
        let page = awa.get(&format!("{path}?{query}")).await.ok();
        let games = page["games"].as_array().unwrap().clone();
        let ids = games.iter().map(|game| game["game"].clone());
        ids.collect::<Vec<_>>()
    };
    assert_eq!(found("result=win").await, [json!(uuid(2))]);
    assert_eq!(found("variant=international").await, [json!(uuid(3))]);
    assert_eq!(found("result=draw").await, [] as [Value; 0]);
    assert_eq!(
        found("against=piet").await.len(),
        2,
        "an account, however it is written"
    );
    assert_eq!(found("against=Zoe").await, [] as [Value; 0]);
    let behind = format!("after={}.{}", latest["ended_ms"], uuid(2));
    assert_eq!(found(&behind).await, [json!(uuid(3))]);
    let other = piet.get(path).await.ok();
    assert_eq!(other["games"].as_array().unwrap().len(), 1);
    assert_eq!(other["games"][0]["result"], "loss");
    for query in ["result=won", "variant=chess", "after=x", "after=1.x", "x=1"] {
        awa.get(&format!("{path}?{query}"))
            .await
            .problem(400, "bad-query");
    }
    let mut nobody = Browser::new(&server);
    nobody.get(path).await.problem(401, "not-signed-in");
}

#[tokio::test]
async fn games_against_other_spellings_of_a_name_are_found() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    // An account has the name in capitals; the player was another person without an account.
    Browser::new(&server).sign_up("PIET").await;
    let [white, _] = server.game(1, &blitz()).await;
    awa.send("POST", "/account/games", &json!({ "seat": white }))
        .await
        .ok();
    act(&server, 901, &white, &json!({ "act": "resign" })).await;
    for (against, found) in [("Piet", 1), ("piet", 0), ("PIET", 0)] {
        let path = format!("/account/games/finished?against={against}");
        let page = awa.get(&path).await.ok();
        assert_eq!(page["games"].as_array().unwrap().len(), found, "{page}");
    }
}

#[tokio::test]
async fn the_export_contains_all_data_of_an_account() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    awa.sign_up("Awa").await;
    let empty = awa.get("/account/export.json").await;
    assert_eq!(empty.ok()["games"], json!([]));
    for number in 1..=2 {
        let [white, black] = server.game(number, &blitz()).await;
        awa.send("POST", "/account/games", &json!({ "seat": white }))
            .await
            .ok();
        let (mut socket, _) = server.enter(&white).await;
        socket.play("32-28").await;
        if number == 2 {
            let (mut other, _) = server.enter(&black).await;
            assert_eq!(other.play("19-23").await["frame"], "done");
            socket.act(&json!({ "act": "resign" })).await;
        }
    }
    server.game(3, &blitz()).await;
    let token = json!({ "label": "my bot", "scopes": ["bot"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &token).await.json()["token"].clone();
    let export = awa.get("/account/export.json").await;
    assert!(
        export
            .header("content-disposition")
            .contains("damier-account.json")
    );
    let export = export.ok();
    assert_eq!(
        (&export["name"], &export["recovery_codes_left"]),
        (&json!("Awa"), &json!(8))
    );
    assert_eq!(export["tokens"][0]["label"], "my bot");
    assert_eq!(export["sessions"][0]["device"], "Firefox, Linux");
    let games = export["games"].as_array().unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(
        (&games[0]["id"], &games[0]["side"]),
        (&json!(uuid(1)), &json!("white"))
    );
    assert_eq!(games[0]["record"]["acts"][0]["move"], "32-28");
    assert_eq!(games[0]["record"]["ending"], Value::Null);
    assert_eq!(
        games[1]["record"]["ending"],
        json!({ "winner": "black", "reason": "resignation" })
    );
    let exported = export.to_string();
    assert!(
        !exported.contains(token.as_str().unwrap()) && !exported.contains("argon2"),
        "{exported}"
    );

    let pdn = awa.get("/account/export.pdn").await;
    let text = String::from_utf8(pdn.body.to_vec()).unwrap();
    assert_eq!(text.matches("[White \"Awa\"]").count(), 2, "{text}");
    assert!(text.contains("1. 32-28") && text.contains("0-2"), "{text}");
}

#[tokio::test]
async fn deleting_an_account_leaves_only_its_games() {
    let server = start_for_accounts().await;
    let mut awa = Browser::new(&server);
    let codes = awa.sign_up("Awa").await.json()["recovery_codes"].clone();
    let [white, black] = server.game(1, &blitz()).await;
    awa.send("POST", "/account/games", &json!({ "seat": white }))
        .await
        .ok();
    let token = json!({ "label": "bot", "scopes": ["play:read"], "password": PASSWORD });
    let token = awa.send("POST", "/account/tokens", &token).await.json()["token"].clone();
    let mut phone = Browser::new(&server);
    phone.sign_in("Awa", PASSWORD).await.ok();

    awa.send("DELETE", "/account", &json!({ "password": "not that one" }))
        .await
        .problem(401, "wrong-credentials");
    assert_eq!(awa.who().await, "Awa");
    let gone = awa
        .send("DELETE", "/account", &json!({ "password": PASSWORD }))
        .await;
    assert_eq!(gone.status, 204, "{gone:?}");
    assert_eq!(awa.cookie, "");
    assert_eq!(phone.who().await, "not-signed-in");
    with_token(
        &server,
        token.as_str().unwrap(),
        "GET",
        "/account",
        &Value::Null,
    )
    .await
    .problem(401, "not-signed-in");
    awa.sign_in("Awa", PASSWORD)
        .await
        .problem(401, "wrong-credentials");
    let body = json!({ "name": "Awa", "code": codes[0], "password": PASSWORD });
    awa.send("POST", "/account/recover", &body)
        .await
        .problem(401, "wrong-credentials");

    let (_, welcome) = server.enter(&black).await;
    let settings = &welcome["setup"]["settings"];
    assert_eq!(
        (&settings["white"]["name"], &settings["black"]["name"]),
        (&json!("deleted player 1"), &json!("Piet"))
    );
    assert_eq!(
        server
            .sitting(&white, "GET", "/seat", &Value::Null)
            .await
            .ok()["role"],
        "white",
        "the seat is a secret as before"
    );
}
