//! Challenges with a rating range.

use super::*;

/// A challenge with a rating range.
fn asking(challenge: &Value, ratings: Value) -> Value {
    let mut asking = challenge.clone();
    asking["ratings"] = ratings;
    asking
}

#[tokio::test]
async fn a_challenge_may_require_a_rating() {
    let server = server().await;
    let [awa, piet] = [
        Person::new(&server, "Awa").await,
        Person::new(&server, "Piet").await,
    ];
    // Awa wins a rated game, so that she has a rating above 1500 and Piet one below.
    awa.offer(1, &rated()).await.ok();
    piet.accept(1).await.ok();
    server.both_move([&secret(10), &secret(12)]).await;
    server.resign(&secret(12)).await;
    let awas = server.until_counted("Awa", 1).await["ratings"][0]["rating"].clone();
    let piets = server.until_counted("Piet", 1).await["ratings"][0]["rating"].clone();
    assert!(awas.as_u64() > Some(1500) && piets.as_u64() < Some(1500));

    let zoe = Person::new(&server, "Zoe").await;
    let casual = challenge("international", &json!({}));
    let above = asking(&casual, json!({ "lowest": 1500 }));
    let offered = zoe.offer(2, &above).await.ok();
    assert_eq!(offered["challenge"]["ratings"], json!({ "lowest": 1500 }));
    server.accept(2).await.problem(401, "account-needed");
    let refused = piet.accept(2).await;
    refused.problem(403, "rating-not-asked-for");
    assert_eq!(refused.json()["reason"], "rating-too-low");
    let detail = refused.json()["detail"].as_str().unwrap().to_owned();
    assert!(
        detail.contains("1500") && detail.contains(&piets.to_string()),
        "{detail}"
    );
    let noor = Person::new(&server, "Noor").await;
    let refused = noor.accept(2).await;
    assert_eq!(refused.json()["reason"], "no-rating-yet");
    let open = asking(&casual, json!({ "lowest": 1500, "unrated": true }));
    let offered = zoe.offer(6, &open).await.ok();
    assert_eq!(
        offered["challenge"]["ratings"],
        json!({ "lowest": 1500, "unrated": true })
    );
    let refused = piet.accept(6).await;
    assert_eq!(refused.json()["reason"], "rating-too-low");
    server.accept(6).await.problem(401, "account-needed");
    noor.accept(6).await.ok();
    // In another variant, or at another speed, neither has a rating.
    let frisian = asking(&challenge("frisian", &json!({})), json!({ "lowest": 1 }));
    zoe.offer(3, &frisian).await.ok();
    awa.accept(3).await.problem(403, "rating-not-asked-for");
    // The game is unrated and the rating provisional: its number counts, and the account plays.
    awa.accept(2).await.ok();
    let (_, welcome) = server.enter(&secret(22)).await;
    assert_eq!(welcome["setup"]["settings"]["black"]["name"], "Awa");
    let below = asking(&casual, json!({ "highest": 1500 }));
    zoe.offer(4, &below).await.ok();
    let refused = awa.accept(4).await;
    assert_eq!(refused.json()["reason"], "rating-too-high");
    piet.accept(4).await.ok();

    for (ratings, reason) in [
        (json!({}), "rating-range-without-end"),
        (
            json!({ "lowest": 1600, "highest": 1500 }),
            "rating-range-downward",
        ),
        (json!({ "lowest": 4001 }), "rating-range-too-high"),
    ] {
        let refused = zoe.offer(5, &asking(&casual, ratings)).await;
        refused.problem(422, "no-such-challenge");
        assert_eq!(refused.json()["reason"], reason);
    }
    let untimed = challenge("international", &json!({ "clock": null }));
    let refused = zoe
        .offer(5, &asking(&untimed, json!({ "lowest": 1 })))
        .await;
    assert_eq!(refused.json()["reason"], "rating-range-without-clock");
}

#[tokio::test]
async fn the_lobby_pairs_within_rating_ranges() {
    let server = server().await;
    let [awa, piet] = [
        Person::new(&server, "Awa").await,
        Person::new(&server, "Piet").await,
    ];
    awa.offer(1, &rated()).await.ok();
    piet.accept(1).await.ok();
    server.both_move([&secret(10), &secret(12)]).await;
    server.resign(&secret(12)).await;
    server.until_counted("Piet", 1).await;
    let mut rated = rated();
    rated["colour"] = "random".into();

    let zoe = Person::new(&server, "Zoe").await;
    let above = asking(&rated, json!({ "lowest": 1500 }));
    assert_eq!(zoe.press(20, &above).await.ok()["seat"], Value::Null);
    // A signed-in player sees which offers admit their rating.
    let fits = async |person: Option<&Person<'_>>, number: u32| {
        let cookie = person.map_or("", |person| person.cookie.as_str());
        let headers = [("cookie", cookie)];
        let lobby = server.ask_without_secret("GET", "/api/v1/lobby", &headers, String::new());
        let lobby = lobby.await.ok();
        let offers = lobby["challenges"].as_array().unwrap();
        let offer = offers.iter().find(|it| it["id"] == uuid(number));
        offer.unwrap()["fits"].clone()
    };
    assert_eq!(fits(Some(&awa), 20).await, true);
    assert_eq!(fits(Some(&piet), 20).await, false);
    assert_eq!(fits(None, 20).await, Value::Null);
    // Piet is not admitted; Awa is, but requires a rated opponent herself, and Zoe is unrated.
    assert_eq!(piet.press(21, &rated).await.ok()["seat"], Value::Null);
    let strict = asking(&rated, json!({ "lowest": 1500 }));
    assert_eq!(awa.press(22, &strict).await.ok()["seat"], Value::Null);
    let other = Person::new(&server, "Noor").await;
    let seat = other.press(23, &rated).await.ok()["seat"].clone();
    assert_eq!(seat["game"], uuid(21), "the first one who means her");
    let seat = awa.press(24, &rated).await.ok()["seat"].clone();
    assert_eq!(seat["game"], uuid(20));

    // A request for a high rating or unrated players is paired with an unrated one.
    let open = asking(&rated, json!({ "lowest": 1600, "unrated": true }));
    assert_eq!(awa.press(25, &open).await.ok()["seat"], Value::Null);
    assert_eq!(fits(Some(&piet), 25).await, false);
    let new = Person::new(&server, "Ada").await;
    assert_eq!(fits(Some(&new), 25).await, true);
    let seat = new.press(26, &rated).await.ok()["seat"].clone();
    assert_eq!(seat["game"], uuid(25));
}
