//! Signing in from a shared address while another client there guesses other users' passwords.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_people::accounts::{AccountKey, PasswordHash};
use damier_people::library::in_memory::InMemoryLibrary;
use serde_json::json;

use crate::common::browser::{Browser, PASSWORD};
use crate::common::{Running, start_with};

/// The address of a whole school.
const SCHOOL: &str = "192.0.2.7";

/// The address of a home.
const HOME: &str = "198.51.100.9";

/// The pause after each wrong password of an address with too many failures.
const PAUSE: Duration = Duration::from_millis(300);

/// A server behind a proxy, so that requests have several addresses.
async fn start() -> Arc<Running> {
    let server = start_with(InMemoryLibrary::default(), |config| {
        config.proxies = vec!["127.0.0.1/32".parse().unwrap()];
        config.limits.accounts_a_day = 10;
        // The general rate limit must not stop the attacker here.
        config.limits.burst = NonZeroU32::new(100_000).unwrap();
        // More than the maximum number of queued password checks.
        config.limits.requests_at_once = 200;
        config.limits.requests_at_once_per_address = 200;
        config.limits.slow_pause = PAUSE;
    });
    Arc::new(server.await)
}

fn at<'a>(server: &'a Running, from: &'static str) -> Browser<'a> {
    let mut browser = Browser::new(server);
    browser.from = Some(from);
    browser
}

/// Tries wrong passwords of so many names from the school, eight at a time. Returns how many were
/// checked; the others wait.
async fn hammer(server: &Arc<Running>, names: usize) -> usize {
    let parts = (0..8).map(|part| {
        let server = server.clone();
        tokio::spawn(async move {
            let mut wrong = 0;
            for number in (part..names).step_by(8) {
                let mut somebody = at(&server, SCHOOL);
                let name = format!("Pupil{number}");
                let answer = somebody.sign_in(&name, "not that one").await;
                if answer.status == 401 {
                    wrong += 1;
                } else {
                    answer.problem(429, "too-many-tries");
                }
            }
            wrong
        })
    });
    let mut wrong = 0;
    for part in parts.collect::<Vec<_>>() {
        wrong += part.await.unwrap();
    }
    wrong
}

fn now() -> Instant {
    #[expect(
        clippy::disallowed_methods,
        reason = "a test measures with the system's clock"
    )]
    Instant::now()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_failures_from_one_network_lock_no_one_out() {
    let server = start().await;
    at(&server, HOME).sign_up("Awa").await.json();
    let mut piet = at(&server, SCHOOL);
    assert_eq!(piet.sign_up("Piet").await.status, 201);
    let wrong = hammer(&server, 200).await;
    assert!((100..200).contains(&wrong), "{wrong}");

    // A new client, behind an attacker in the queue.
    let began = now();
    let guess = tokio::spawn({
        let server = server.clone();
        async move {
            let mut somebody = at(&server, SCHOOL);
            somebody.sign_in("Pupil7", "not that one").await
        }
    });
    tokio::time::sleep(PAUSE / 10).await;
    let mut awa = at(&server, SCHOOL);
    awa.sign_in("Awa", PASSWORD).await.ok();
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    guess.await.unwrap().problem(401, "wrong-credentials");
    assert!(began.elapsed() >= PAUSE, "slowed down");

    // During the attempts: a network that signed in recently, and an open session.
    let over = Arc::new(AtomicBool::new(false));
    let goes_on = tokio::spawn({
        let (server, over) = (server.clone(), over.clone());
        async move {
            while !over.load(Ordering::SeqCst) {
                hammer(&server, 40).await;
            }
        }
    });
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = now();
    at(&server, SCHOOL).sign_in("Piet", PASSWORD).await.ok();
    at(&server, SCHOOL).sign_in("Awa", PASSWORD).await.ok();
    let change = json!({ "old": PASSWORD, "new": "ein blaues Pferd" });
    let changed = piet.send("POST", "/account/password", &change).await;
    assert_eq!(changed.status, 204, "{changed:?}");
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
    over.store(true, Ordering::SeqCst);
    goes_on.await.unwrap();
}

#[tokio::test]
async fn failures_for_one_name_delay_neither_its_session_nor_others() {
    let server = start().await;
    let mut awa = at(&server, SCHOOL);
    awa.sign_up("Awa").await.json();
    at(&server, HOME).sign_up("Piet").await.json();
    let mut stranger = at(&server, SCHOOL);
    for number in 0..150 {
        let answer = stranger.sign_in("Awa", "not that one").await;
        assert_eq!(answer.status, if number < 5 { 401 } else { 429 });
    }
    at(&server, SCHOOL).sign_in("Piet", PASSWORD).await.ok();
    let again = json!({ "password": PASSWORD });
    awa.send("POST", "/account/recovery-codes", &again)
        .await
        .ok();

    // A session with wrong passwords delays only itself.
    let wrong = json!({ "password": "not that one" });
    let mut stolen = at(&server, HOME);
    stolen.cookie.clone_from(&awa.cookie);
    for _ in 0..5 {
        let refused = stolen.send("POST", "/account/recovery-codes", &wrong).await;
        refused.problem(401, "wrong-credentials");
    }
    let refused = stolen.send("POST", "/account/recovery-codes", &again).await;
    refused.problem(429, "too-many-tries");
    let mut phone = at(&server, HOME);
    phone.sign_in("Awa", PASSWORD).await.ok();
    phone
        .send("POST", "/account/recovery-codes", &again)
        .await
        .ok();
}

/// Wrong passwords of so many names from the school, concurrently. Returns the status of each.
fn many_at_once(server: &Arc<Running>, names: usize) -> Vec<tokio::task::JoinHandle<u16>> {
    let tries = (0..names).map(|number| {
        let server = server.clone();
        tokio::spawn(async move {
            let mut somebody = at(&server, SCHOOL);
            let name = format!("Pupil{number}");
            somebody
                .sign_in(&name, "not that one")
                .await
                .status
                .as_u16()
        })
    });
    tries.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_rejected_for_load_does_not_count() {
    let server = start().await;
    let mut busy = Vec::new();
    for (number, one) in many_at_once(&server, 95).into_iter().enumerate() {
        match one.await.unwrap() {
            503 => busy.push(number),
            status => assert_eq!(status, 401),
        }
    }
    let name = format!("Pupil{}", busy.first().unwrap());
    for number in 0..6 {
        let answer = at(&server, SCHOOL).sign_in(&name, "not that one").await;
        assert_eq!(
            answer.status,
            if number < 5 { 401 } else { 429 },
            "{number}"
        );
    }
}

/// Lets an attacker with a session request a change that needs the password, and recovers the
/// account while that password is queued. Returns the attacker's response; the recovery succeeds.
async fn ask_and_recover(
    server: &Arc<Running>,
    name: &str,
    (method, path, body): (&'static str, &'static str, &serde_json::Value),
    after: Duration,
) -> serde_json::Value {
    at(server, HOME).sign_up(name).await.json();
    let named = server
        .live
        .accounts
        .account_named(&name.parse().unwrap())
        .await;
    let (account, _) = named.unwrap().unwrap();
    let mut thief = at(server, HOME);
    thief.sign_in(name, PASSWORD).await.ok();
    let cookie = thief.cookie.clone();
    let others = many_at_once(server, 30);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let asked = tokio::spawn({
        let (server, body) = (server.clone(), body.clone());
        async move {
            let mut thief = at(&server, HOME);
            thief.cookie = cookie;
            thief.send(method, path, &body).await
        }
    });
    tokio::time::sleep(after).await;
    let (code, hash) = (
        AccountKey::from_bytes([9; 32]),
        PasswordHash::new("$argon2id$new"),
    );
    let (accounts, fresh) = (&server.live.accounts, [AccountKey::from_bytes([8; 32])]);
    let administration = &server.live.administration;
    let is_there = administration
        .add_reset_code(account.id, &code, 9)
        .await
        .unwrap();
    let recovered = accounts.recover_account(account.id, &code, &hash, &fresh, 1);
    assert_eq!(recovered.await.unwrap(), is_there);
    let answer = asked.await.unwrap();
    if is_there {
        let named = accounts
            .account_named(&name.parse().unwrap())
            .await
            .unwrap();
        assert_eq!(named.unwrap().1, hash, "{path}");
        assert_eq!(accounts.recovery_left(account.id).await.unwrap(), 1);
        accounts
            .recover_account(account.id, &fresh[0], &hash, &[], 1)
            .await
            .unwrap();
    }
    for one in others {
        one.abort();
    }
    // Lets their failures expire.
    let quarter_ms = 15 * 60 * 1_000;
    server.clock.0.fetch_add(quarter_ms, Ordering::SeqCst);
    if answer.status.is_success() {
        return json!({ "code": "done before" });
    }
    answer.json()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sign_in_begun_before_a_recovery_fails_after_it() {
    let server = start().await;
    let new = json!({ "old": PASSWORD, "new": "ein blaues Pferd" });
    let again = json!({ "password": PASSWORD });
    for (name, method, path, body) in [
        ("Awa", "POST", "/account/password", &new),
        ("Piet", "POST", "/account/recovery-codes", &again),
        ("Zoe", "DELETE", "/account", &again),
    ] {
        let mut codes = Vec::new();
        // A slow machine may not have read the request when the account is recovered.
        for round in 0..3 {
            let (name, after) = (format!("{name}{round}"), 50 << (2 * round));
            let after = Duration::from_millis(after);
            let answer = ask_and_recover(&server, &name, (method, path, body), after).await;
            codes.push(answer["code"].clone());
            if answer["code"] == "wrong-credentials" {
                break;
            }
        }
        assert_eq!(codes.last().unwrap(), "wrong-credentials", "{codes:?}");
    }
}

/// Addresses of attackers who guess together.
const ELSEWHERE: [&str; 9] = [
    "203.0.113.1",
    "203.0.113.2",
    "203.0.113.3",
    "203.0.113.4",
    "203.0.113.5",
    "203.0.113.6",
    "203.0.113.7",
    "203.0.113.8",
    "203.0.113.9",
];

#[tokio::test(flavor = "multi_thread")]
async fn failures_elsewhere_do_not_delay_an_owner_on_a_known_network() {
    let server = start().await;
    let made = at(&server, HOME).sign_up("Awa").await.json();
    for from in ELSEWHERE {
        for number in 0..5 {
            let answer = at(&server, from).sign_in("Awa", "not that one").await;
            let waits = from == ELSEWHERE[8];
            assert_eq!(
                answer.status,
                if waits { 429 } else { 401 },
                "{from} {number}"
            );
        }
    }
    at(&server, HOME).sign_in("Awa", PASSWORD).await.ok();
    let school = at(&server, SCHOOL).sign_in("Awa", PASSWORD).await;
    school.problem(429, "too-many-tries");

    // From elsewhere a recovery code works despite the attempts of others.
    let mut stranger = at(&server, SCHOOL);
    let wrong =
        json!({ "name": "Awa", "code": "000000-000000-000000-000000", "password": PASSWORD });
    for _ in 0..150 {
        let refused = stranger.send("POST", "/account/recover", &wrong).await;
        refused.problem(401, "wrong-credentials");
    }
    let code = &made["recovery_codes"][2];
    let right = json!({ "name": "Awa", "code": code, "password": "ein blaues Pferd" });
    let mut awa = at(&server, SCHOOL);
    awa.send("POST", "/account/recover", &right).await.ok();
    assert_eq!(awa.who().await, "Awa");
    // From then on the network is known, too.
    let mut again = at(&server, SCHOOL);
    again.sign_in("Awa", "ein blaues Pferd").await.ok();
}

/// Sends requests to the server while it hashes, and disconnects before the responses.
async fn cut(
    server: &Arc<Running>,
    cookie: &str,
    requests: impl IntoIterator<Item = (&'static str, serde_json::Value)>,
    after: Duration,
) {
    let busy = many_at_once(server, 30);
    tokio::time::sleep(Duration::from_millis(50)).await;
    let asked = requests.into_iter().map(|(path, body)| {
        let (server, cookie) = (server.clone(), cookie.to_owned());
        tokio::spawn(async move {
            let mut browser = at(&server, HOME);
            browser.cookie = cookie;
            browser.send("POST", path, &body).await
        })
    });
    let asked: Vec<_> = asked.collect();
    tokio::time::sleep(after).await;
    for one in asked {
        one.abort();
    }
    for one in busy {
        assert_eq!(one.await.unwrap(), 401);
    }
}

/// When requests are cut: before their passwords are checked.
const SOON: Duration = Duration::from_millis(40);

/// Repeats it until it succeeds: a cut request is checked to its end in the background.
async fn soon_done(browser: &mut Browser<'_>, path: &str, body: &serde_json::Value) {
    for _ in 0..100 {
        let answer = browser.send("POST", path, body).await;
        if answer.status == 200 {
            return;
        }
        answer.problem(429, "too-many-tries");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path} was refused for five seconds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correct_password_counts_as_success_even_if_the_client_disconnects() {
    let server = start().await;
    let mut awa = at(&server, HOME);
    awa.sign_up("Awa").await.json();
    let own = json!({ "name": "Awa", "password": PASSWORD });
    cut(&server, "", (0..8).map(|_| ("/session", own.clone())), SOON).await;
    soon_done(&mut at(&server, HOME), "/session", &own).await;
    let again = json!({ "password": PASSWORD });
    let renew = (0..8).map(|_| ("/account/recovery-codes", again.clone()));
    cut(&server, &awa.cookie, renew, SOON).await;
    soon_done(&mut awa, "/account/recovery-codes", &again).await;

    // A wrong password counts, also if the client disconnects before the response. A slow machine
    // may not have read the requests when they are cut.
    let wrong = json!({ "name": "Awa", "password": "not that one" });
    let mut more = Vec::new();
    for round in 0..3 {
        let guesses = (0..8).map(|_| ("/session", wrong.clone()));
        cut(&server, "", guesses, SOON * 4_u32.pow(round)).await;
        let mut home = at(&server, HOME);
        let mut counted = 0;
        while home.sign_in("Awa", "not that one").await.status == 401 {
            counted += 1;
        }
        let refused = home.sign_in("Awa", PASSWORD).await;
        refused.problem(429, "too-many-tries");
        more.push(counted);
        if counted < 5 {
            break;
        }
        let quarter_ms = 15 * 60 * 1_000;
        server.clock.0.fetch_add(quarter_ms, Ordering::SeqCst);
    }
    assert!(more.last().unwrap() < &5, "{more:?} more");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_was_not_stored_does_not_count_for_the_limit() {
    let server = start().await;
    let made = (0..20).map(|number| {
        let body = json!({ "name": format!("Home{number}"), "password": PASSWORD });
        ("/account", body)
    });
    cut(&server, "", made, SOON).await;
    let mut left = 10;
    for number in 0..20 {
        let name = format!("Home{number}").parse().unwrap();
        let stored = server.live.accounts.account_named(&name).await.unwrap();
        left -= i32::from(stored.is_some());
    }
    for number in 0..left {
        let made = at(&server, HOME).sign_up(&format!("New{number}")).await;
        assert_eq!(made.status, 201, "{number}");
    }
    let wait = at(&server, HOME).sign_up("Dd").await;
    wait.problem(429, "too-many-tries");
}
