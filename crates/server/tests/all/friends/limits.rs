//! Many challenges, and what is left of a deleted account.

use super::*;

#[tokio::test]
async fn the_fifty_first_challenge_can_be_accepted() {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.limits.accounts_a_day = 10;
    })
    .await;
    let mut piet = signed_up(&server, "Piet").await;
    // Three friends, each with the maximum number of open challenges.
    let mut last = 0;
    for (name, from) in [("Awa", 1), ("Bea", 21), ("Ali", 41)] {
        let mut friend = signed_up(&server, name).await;
        befriend(&mut friend, &mut piet, [name, "Piet"]).await;
        for number in from..from + 20 {
            challenges(&mut friend, "Piet", number, &by_days())
                .await
                .ok();
            last = number;
        }
    }
    let received = list(&mut piet).await["challenges"].clone();
    assert_eq!(received.as_array().unwrap().len(), 50);
    takes_up(&mut piet, last).await.ok();
    let path = format!("/account/challenges/{}", uuid(last - 1));
    let declined = piet.send("DELETE", &path, &Value::Null).await;
    assert_eq!(declined.status, 204);
}

#[tokio::test]
async fn friends_are_exported_and_deleted_with_the_account() {
    let server = start_for_accounts().await;
    let [mut awa, mut piet] = two_friends(&server).await;
    signed_up(&server, "Zoé").await;
    said(&mut awa, "zoe", "block").await;
    let taken = awa.get("/account/export.json").await.ok();
    let expected = json!([
        { "name": "Piet", "standing": "friend", "since_ms": 1_000 },
        { "name": "Zoé", "standing": "blocked", "since_ms": 1_000 },
    ]);
    assert_eq!(taken["friends"], expected);
    assert_eq!(
        taken["friend_choices"],
        json!({ "here": true, "watch": false, "asked": true })
    );
    challenges(&mut awa, "Piet", 1, &blitz()).await.ok();
    let gone = json!({ "password": PASSWORD });
    awa.send("DELETE", "/account", &gone).await;
    assert_eq!(list(&mut piet).await["friends"], json!([]));
    assert_eq!(list(&mut piet).await["challenges"], json!([]));
}
