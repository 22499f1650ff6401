//! Web Push without an account: the holder of a seat's secret gets notifications of its game, by
//! the same rules as an account.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use damier_people::Ports;

use damier_people::in_memory::InMemoryStore;
use damier_server::{PushServices, Stores};
use damier_session::{GameId, Side};
use data_encoding::BASE64URL_NOPAD;
use serde_json::{Value, json};

use crate::common::browser::Browser;
use crate::common::live::{challenge, secret, uuid};
use crate::common::{Answer, Running, start_stores};
use crate::push::{Device, Service, by_days, set, signed_up, stores, subscribe};

/// A server that lists the service of these tests: seats get messages only through listed services
/// and those of browsers.
async fn server_that_calls(service: &Service) -> Running {
    server_on(stores(), service).await
}

async fn server_on(stores: Stores, service: &Service) -> Running {
    start_stores(stores, |config| {
        set(config, service);
        let own = vec!["push.example".parse().unwrap()];
        config.push.as_mut().unwrap().services = PushServices::only(own);
    })
    .await
}

async fn keep(server: &Running, seat: &str, subscription: &Value) -> Answer {
    server
        .sitting(seat, "PUT", "/push/seat", subscription)
        .await
}

/// Subscribes a new device at a seat.
async fn called_at(server: &Running, seat: &str, path: &str, language: &str) -> Device {
    let device = Device::new();
    let kept = keep(server, seat, &device.subscription(path, language)).await;
    assert_eq!(kept.status, 204, "{kept:?}");
    device
}

/// Sends an act of a seat by HTTP, without being connected.
async fn does(server: &Running, seat: &str, number: u32, want: &Value) {
    let body = json!({ "id": uuid(number), "want": want });
    server.sitting(seat, "POST", "/live/acts", &body).await.ok();
}

fn plays(text: &str) -> Value {
    json!({ "act": "move", "move": text })
}

/// Attaches the side of a seat to an account.
async fn attach_side(who: &mut Browser<'_>, seat: &str) {
    let body = json!({ "seat": seat });
    who.send("POST", "/account/games", &body).await.ok();
}

async fn devices(server: &Running, side: Side) -> usize {
    let game: GameId = uuid(1).parse().unwrap();
    server
        .live
        .seat_pushes
        .seat_pushes_of(game, side)
        .await
        .unwrap()
        .len()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_holder_gets_notifications_for_its_game() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let [white, black] = server.game(1, &by_days()).await;
    // Both have a device, and White gets no notification of his own acts.
    called_at(&server, &white, "/white", "en").await;
    let steps = [
        ("turn", plays("32-28"), json!({})),
        (
            "offer",
            json!({ "act": "offer-draw" }),
            json!({ "what": "draw" }),
        ),
        ("over", json!({ "act": "resign" }), json!({})),
    ];
    for (number, (kind, want, more)) in (100..).zip(steps) {
        if kind == "offer" {
            does(&server, &black, 90, &plays("19-23")).await;
            assert_eq!(service.next().await.path, "/white", "it is his turn");
        }
        let device = called_at(&server, &black, "/black", "fr").await;
        does(&server, &white, number, &want).await;
        let asked = service.next().await;
        assert_eq!(asked.path, "/black");
        let mut expected =
            json!({ "language": "fr", "kind": kind, "name": "Awa", "game": uuid(1) });
        for (key, value) in more.as_object().unwrap() {
            expected[key] = value.clone();
        }
        assert_eq!(device.read(&asked.body), expected);
    }
    let device = called_at(&server, &black, "/black", "en").await;
    let wanted = json!({ "secret": secret(77) });
    let offered = server
        .sitting(&white, "POST", "/live/rematch", &wanted)
        .await;
    offered.ok();
    let asked = service.next().await;
    let expected = json!({ "language": "en", "kind": "rematch", "name": "Awa", "game": uuid(1) });
    assert_eq!(device.read(&asked.body), expected);
    // A repeated rematch offer sends no notification.
    let offered = server
        .sitting(&white, "POST", "/live/rematch", &wanted)
        .await;
    offered.ok();
    assert!(service.is_quiet().await);
    assert_eq!(devices(&server, Side::Black).await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connected_player_gets_no_notification() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let [white, black] = server.game(1, &by_days()).await;
    called_at(&server, &black, "/black", "fr").await;
    let (mut at_black, _) = server.enter(&black).await;
    does(&server, &white, 100, &plays("32-28")).await;
    at_black.event().await;
    let usual = challenge("frisian", &json!({}));
    let [fast, other] = server.game(2, &usual).await;
    called_at(&server, &other, "/fast", "fr").await;
    does(&server, &fast, 101, &plays("32-28")).await;
    assert!(service.is_quiet().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_of_an_account_notifies_only_the_account() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let mut piet = signed_up(&server, "Piet").await;
    let [white, black] = server.game(1, &by_days()).await;
    // His browser has subscribed at the seat before the side was attached to his account: it gets
    // no second notification, and none once he has signed out.
    called_at(&server, &black, "/piet", "fr").await;
    attach_side(&mut piet, &black).await;
    let device = Device::new();
    subscribe(&mut piet, &device, "/piet").await;
    // A further subscription at the seat is rejected.
    let again = Device::new().subscription("/piet", "fr");
    let refused = keep(&server, &black, &again).await;
    refused.problem(409, "called-by-account");
    called_at(&server, &white, "/white", "en").await;
    does(&server, &white, 100, &plays("32-28")).await;
    let asked = service.next().await;
    assert_eq!(device.read(&asked.body)["kind"], "turn");
    assert!(service.is_quiet().await, "once");
    piet.send("DELETE", "/session", &Value::Null).await;
    does(&server, &black, 101, &plays("19-23")).await;
    assert_eq!(service.next().await.path, "/white");
    does(&server, &white, 102, &json!({ "act": "resign" })).await;
    assert!(service.is_quiet().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_without_a_clock_notifies_like_a_correspondence_game() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let without = challenge("international", &json!({ "clock": null }));
    let [white, black] = server.game(1, &without).await;
    let at_white = called_at(&server, &white, "/white", "en").await;
    let mut piet = signed_up(&server, "Piet").await;
    attach_side(&mut piet, &black).await;
    let of_piet = Device::new();
    subscribe(&mut piet, &of_piet, "/piet").await;
    // An account on one side, a seat on the other.
    does(&server, &white, 100, &plays("32-28")).await;
    let asked = service.next().await;
    assert_eq!(asked.path, "/piet");
    assert_eq!(of_piet.read(&asked.body)["kind"], "turn");
    does(&server, &black, 101, &plays("20-24")).await;
    let asked = service.next().await;
    assert_eq!(asked.path, "/white");
    assert_eq!(at_white.read(&asked.body)["kind"], "turn");
    // A connected player gets no notification.
    let (mut socket, _) = server.enter(&black).await;
    does(&server, &white, 102, &plays("37-32")).await;
    socket.event().await;
    assert!(service.is_quiet().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_or_unsubscribed_device_of_a_seat_is_removed() {
    let mut service = Service::start().await;
    let server = server_that_calls(&service).await;
    let [white, black] = server.game(1, &by_days()).await;
    let leaving = Device::new().subscription("/leaving", "fr");
    assert_eq!(keep(&server, &black, &leaving).await.status, 204);
    called_at(&server, &black, "/gone", "fr").await;
    let old = json!({ "endpoint": leaving["endpoint"] });
    // Another seat cannot remove it.
    for (seat, left) in [(&white, 2), (&black, 1), (&black, 1)] {
        let path = "/push/seat";
        let forgotten = server.sitting(seat, "DELETE", path, &old).await;
        assert_eq!(forgotten.status, 204);
        assert_eq!(devices(&server, Side::Black).await, left);
    }
    service.status.store(410, Ordering::SeqCst);
    does(&server, &white, 100, &plays("32-28")).await;
    assert_eq!(service.next().await.path, "/gone");
    for _ in 0..500 {
        if devices(&server, Side::Black).await == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(devices(&server, Side::Black).await, 0);
}

#[tokio::test]
async fn only_players_subscribe_and_only_with_push_services() {
    let service = Service::start().await;
    let server = server_that_calls(&service).await;
    let [white, _] = server.game(1, &by_days()).await;
    let good = Device::new().subscription("/white", "en");
    let with = |field: &str, value: &str| {
        let mut changed = good.clone();
        changed[field] = value.into();
        changed
    };
    for wrong in [
        with("endpoint", "http://push.example/x"),
        with("endpoint", "https://localhost/x"),
        with("endpoint", "https://127.0.0.1/x"),
        with("endpoint", "https://[::1]/x"),
        with("endpoint", "https://push.example:22/x"),
        with("public", &BASE64URL_NOPAD.encode(&[4; 65])),
        with("auth", "*"),
        with("language", "de"),
    ] {
        let refused = keep(&server, &white, &wrong).await;
        refused.problem(422, "no-such-subscription");
    }
    let old = json!({ "endpoint": "https://localhost/x" });
    let refused = server.sitting(&white, "DELETE", "/push/seat", &old).await;
    refused.problem(422, "no-such-subscription");
    assert_eq!(devices(&server, Side::White).await, 0);
    // A spectator, and a client without a seat.
    let watcher = json!({ "secret": secret(99) });
    let made = server.sitting(&white, "POST", "/live/watchers", &watcher);
    made.await.ok();
    let refused = keep(&server, &secret(99), &good).await;
    refused.problem(403, "not-entitled");
    let refused = keep(&server, &secret(98), &good).await;
    refused.problem(404, "seat-not-found");
    // The fifth device of a seat replaces the first.
    for device in 0..5 {
        called_at(&server, &white, &format!("/white/{device}"), "en").await;
    }
    assert_eq!(devices(&server, Side::White).await, 4);

    let listed = start_stores(stores(), |config| {
        set(config, &service);
        let others = vec!["other.example".parse().unwrap()];
        config.push.as_mut().unwrap().services = PushServices::only(others);
    })
    .await;
    let [white, _] = listed.game(1, &by_days()).await;
    let refused = keep(&listed, &white, &good).await;
    refused.problem(422, "no-such-subscription");

    // Without a list, the services of browsers.
    let unlisted = start_stores(stores(), |config| set(config, &service)).await;
    let [white, _] = unlisted.game(1, &by_days()).await;
    let refused = keep(&unlisted, &white, &good).await;
    refused.problem(422, "no-such-subscription");
    let of_a_browser = with("endpoint", "https://fcm.googleapis.com/fcm/send/x");
    assert_eq!(keep(&unlisted, &white, &of_a_browser).await.status, 204);

    let silent = crate::common::start_for_accounts().await;
    let [white, _] = silent.game(1, &by_days()).await;
    keep(&silent, &white, &good).await.problem(404, "no-push");
}

/// A subscription stored while its service was listed gets no message after the service is
/// delisted.
#[tokio::test(flavor = "multi_thread")]
async fn a_seat_gets_no_message_through_an_unlisted_service() {
    let mut service = Service::start().await;
    let stores = stores();
    let listed = server_on(stores.clone(), &service).await;
    let unlisted = start_stores(stores, |config| set(config, &service)).await;
    let [white, black] = listed.game(1, &by_days()).await;
    called_at(&listed, &black, "/black", "en").await;
    does(&unlisted, &white, 100, &plays("32-28")).await;
    does(&unlisted, &black, 101, &plays("19-23")).await;
    assert!(service.is_quiet().await);
    does(&listed, &white, 102, &plays("28x19")).await;
    assert_eq!(service.next().await.path, "/black");
}

/// The database stores a move and disconnects before it confirms: the server retries, and finds it
/// stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_with_a_lost_store_response_notifies_once() {
    let mut service = Service::start().await;
    let journal = Arc::new(InMemoryStore::shared());
    let on = Stores {
        live: Ports::of(&journal),
        ..stores()
    };
    let server = server_on(on, &service).await;
    let [white, black] = server.game(1, &by_days()).await;
    let device = called_at(&server, &black, "/black", "fr").await;
    journal.lose_an_answer();
    does(&server, &white, 100, &plays("32-28")).await;
    let asked = service.next().await;
    assert_eq!(asked.path, "/black");
    assert_eq!(device.read(&asked.body)["kind"], "turn");
    assert!(service.is_quiet().await);
}

/// A client without a response repeats its act at another node, which was not notified of it.
#[tokio::test(flavor = "multi_thread")]
async fn an_act_received_by_two_nodes_notifies_once() {
    let mut service = Service::start().await;
    let stores = stores();
    let one = server_on(stores.clone(), &service).await;
    let other = server_on(stores, &service).await;
    let [white, black] = one.game(1, &by_days()).await;
    called_at(&one, &black, "/black", "en").await;
    does(&other, &white, 100, &plays("32-28")).await;
    assert_eq!(service.next().await.path, "/black");
    does(&one, &black, 101, &plays("19-23")).await;
    let again = json!({ "id": uuid(102), "want": plays("28x19") });
    for node in [&one, &other] {
        let done = node.sitting(&white, "POST", "/live/acts", &again).await;
        assert_eq!(done.ok()["number"], 3);
    }
    assert_eq!(service.next().await.path, "/black");
    assert!(service.is_quiet().await, "once");
}
