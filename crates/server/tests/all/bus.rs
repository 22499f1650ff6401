//! Every bus follows the rules of its port: one contract suite for the in-process bus and for NATS.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::{Bus, BusListener, LONGEST_MESSAGE, Topic};
use damier_server::{InProcessBus, NatsAddress, NatsBus, NatsLogin};
use damier_session::GameId;
use damier_temporary_servers::{Nats, is_installed_or_skip};
use tokio::time::timeout;

const GAME: Topic = Topic::Game(GameId::from_bits(7));

/// How long a message may take.
const TIMEOUT: Duration = Duration::from_secs(20);

/// How long no message may arrive.
const QUIET: Duration = Duration::from_millis(200);

/// Test messages that check whether a bus works.
const PROBE: &[u8] = b"there?";

/// The next message that is not a test message.
async fn heard(listener: &mut Box<dyn BusListener>) -> Vec<u8> {
    loop {
        let next = timeout(TIMEOUT, listener.next()).await;
        let message = next.expect("nothing was heard").expect("the bus has ended");
        if message != PROBE {
            return message;
        }
    }
}

/// Waits until this message arrives; earlier ones are ignored.
async fn until_heard(listener: &mut Box<dyn BusListener>, expected: &[u8]) {
    while heard(listener).await != expected {}
}

/// Checks that nothing but test messages arrives for a while.
async fn is_quiet(listener: &mut Box<dyn BusListener>) -> bool {
    while let Ok(message) = timeout(QUIET, listener.next()).await {
        if message.is_some_and(|message| message != PROBE) {
            return false;
        }
    }
    true
}

/// Waits until messages arrive on a bus, and drops its test messages.
async fn until_it_works(bus: &dyn Bus, listener: &mut Box<dyn BusListener>) {
    for _ in 0..200 {
        bus.publish(Topic::Nodes, PROBE.to_vec());
        if timeout(QUIET, listener.next()).await.is_ok() {
            while timeout(QUIET, listener.next()).await.is_ok() {}
            return;
        }
    }
    panic!("nothing is heard");
}

/// The rules, on two ends of one bus.
async fn obeys_every_rule(one: Arc<dyn Bus>, other: Arc<dyn Bus>) {
    let mut ears = [one.listen().await, other.listen().await];
    until_it_works(&*one, &mut ears[0]).await;
    until_it_works(&*other, &mut ears[1]).await;
    while timeout(QUIET, ears[0].next()).await.is_ok() {}

    // Every listener receives it, whichever end sent it.
    one.publish(GAME, b"by one".to_vec());
    for listener in &mut ears {
        assert_eq!(heard(listener).await, b"by one");
    }
    other.publish(Topic::Nodes, Vec::new());
    for listener in &mut ears {
        assert!(heard(listener).await.is_empty());
    }

    // Messages have a maximum length; longer ones are not sent.
    one.publish(GAME, vec![b'x'; LONGEST_MESSAGE + 1]);
    one.publish(GAME, vec![b'x'; LONGEST_MESSAGE]);
    for listener in &mut ears {
        assert_eq!(heard(listener).await.len(), LONGEST_MESSAGE);
    }

    // A slow listener delays no publisher and no other listener, and continues with newer messages.
    for number in 0..20_000_u32 {
        one.publish(GAME, number.to_be_bytes().to_vec());
    }
    let mut last = None;
    let mut gone_on = false;
    while !gone_on {
        one.publish(Topic::Nodes, b"now".to_vec());
        while let Ok(Some(message)) = timeout(QUIET, ears[0].next()).await {
            gone_on |= message == b"now";
            if let Ok(number) = <[u8; 4]>::try_from(&message[..]) {
                let number = u32::from_be_bytes(number);
                assert!(last.is_none_or(|last| number > last), "by one, in order");
                last = Some(number);
            }
        }
    }
    assert!(last.is_some());

    // A dropped listener delays no publisher, and a new one receives later messages.
    let [first, mut second] = ears;
    drop(first);
    while timeout(QUIET, second.next()).await.is_ok() {}
    let mut third = other.listen().await;
    until_it_works(&*other, &mut third).await;
    while timeout(QUIET, second.next()).await.is_ok() {}
    one.publish(GAME, b"later".to_vec());
    until_heard(&mut second, b"later").await;
    until_heard(&mut third, b"later").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn within_a_process() {
    let bus = InProcessBus::default();
    obeys_every_rule(Arc::new(bus.clone()), Arc::new(bus)).await;
}

/// A NATS server that does not run yet; `None` where NATS is not installed.
pub(crate) fn stopped_nats(options: &[&str]) -> Option<Nats> {
    is_installed_or_skip(Nats::is_installed(), "NATS", "nats-server")
        .then(|| Nats::stopped(options).unwrap())
}

/// A running NATS server.
fn running_nats(options: &[&str]) -> Option<Nats> {
    let mut nats = stopped_nats(options)?;
    nats.restart().unwrap();
    Some(nats)
}

pub(crate) fn address_of(nats: &Nats) -> NatsAddress {
    format!("nats://{}", nats.address()).parse().unwrap()
}

async fn connected(nats: &Nats, login: NatsLogin) -> Arc<dyn Bus> {
    let bus = NatsBus::connect(&address_of(nats), login, None).await;
    Arc::new(bus.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn through_nats() {
    let Some(nats) = running_nats(&[]) else {
        return;
    };
    let one = connected(&nats, NatsLogin::None).await;
    let other = connected(&nats, NatsLogin::None).await;
    obeys_every_rule(one, other).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_be_unavailable_at_first_and_later() {
    let Some(mut nats) = stopped_nats(&[]) else {
        return;
    };
    let bus = connected(&nats, NatsLogin::None).await;
    let mut listener = timeout(TIMEOUT, bus.listen()).await.unwrap();
    bus.publish(GAME, b"to nobody".to_vec());
    assert!(is_quiet(&mut listener).await);
    for _ in 0..2 {
        nats.restart().unwrap();
        until_it_works(&*bus, &mut listener).await;
        nats.kill().unwrap();
        // Sending does not wait for it.
        for _ in 0..5_000 {
            bus.publish(GAME, b"to nobody".to_vec());
        }
    }
    // A connection that is open but silent is replaced by a new one.
    nats.restart().unwrap();
    until_it_works(&*bus, &mut listener).await;
    nats.suspend(true).unwrap();
    tokio::time::sleep(Duration::from_secs(5)).await;
    nats.suspend(false).unwrap();
    until_it_works(&*bus, &mut listener).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nats_may_require_a_login() {
    let Some(nats) = running_nats(&["--user", "club", "--pass", "s3cret"]) else {
        return;
    };
    let user = |password: &str| NatsLogin::User {
        name: "club".into(),
        password: password.into(),
    };
    let right = connected(&nats, user("s3cret")).await;
    let mut listener = right.listen().await;
    until_it_works(&*right, &mut listener).await;
    for wrong in [NatsLogin::None, user("other")] {
        let stranger = connected(&nats, wrong).await;
        let mut ears = stranger.listen().await;
        right.publish(GAME, b"for us".to_vec());
        assert_eq!(heard(&mut listener).await, b"for us");
        stranger.publish(GAME, b"from outside".to_vec());
        assert!(is_quiet(&mut ears).await && is_quiet(&mut listener).await);
    }
    drop(nats);
    let Some(nats) = running_nats(&["--auth", "t0ken"]) else {
        return;
    };
    let right = connected(&nats, NatsLogin::Token("t0ken".into())).await;
    let mut listener = right.listen().await;
    until_it_works(&*right, &mut listener).await;
}

#[tokio::test]
async fn nats_may_be_used_over_tls() {
    let options = [
        "--tls",
        "--tlscert",
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/all/certificates/one.pem"
        ),
        "--tlskey",
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/all/certificates/one.key.pem"
        ),
    ];
    let Some(nats) = running_nats(&options) else {
        return;
    };
    // The certificate is for that name, which resolves to this machine.
    let port = nats.address().port();
    let connected = async |host: &str, trusted: &str| {
        let address = format!("tls://{host}:{port}").parse().unwrap();
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/all/certificates/");
        let authority = std::path::PathBuf::from(format!("{folder}{trusted}"));
        let bus = NatsBus::connect(&address, NatsLogin::None, Some(&authority)).await;
        let bus: Arc<dyn Bus> = Arc::new(bus.unwrap());
        bus
    };
    for (host, trusted) in [("localhost", "two.pem"), ("127.0.0.1", "one.pem")] {
        let bus = connected(host, trusted).await;
        let mut listener = bus.listen().await;
        bus.publish(GAME, b"to nobody".to_vec());
        assert!(is_quiet(&mut listener).await, "{host}, {trusted}");
    }
    let one = connected("localhost", "one.pem").await;
    let other = connected("localhost", "one.pem").await;
    obeys_every_rule(one, other).await;
}
