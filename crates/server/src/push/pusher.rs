//! The queue of calls. An act puts one in and never waits; a task of this node takes it out, finds the devices of the account, and hands a message for each to
//! its service. Bounded everywhere: what does not fit is dropped, and the page tells it all the same when it is opened.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_club::account::{AccountId, AccountKey};
use damier_club::library::GameId;
use damier_club::live::LiveStore;
use damier_club::push::{PushEndpoint, PushSubscription};
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::PushConfig;
use super::delivery::Delivered;
use super::message::encrypted;
use crate::clock::WallClock;
use crate::node_clock::NodeClock;

/// Calls that wait at most.
const WAITING: usize = 1_000;

/// Messages that are handed over at once.
const AT_ONCE: usize = 32;

/// Messages that are under way at most, those that wait to be tried again among them. While there are so many, calls wait in the queue, and are dropped only
/// where it is full.
const UNDER_WAY: usize = 512;

/// Messages for one account that are under way: while there are so many, further calls are dropped, so that nobody's slow service holds up the others for long.
/// A call that is not dropped reaches all devices of the account.
const FOR_ONE: usize = 8;

/// After which time a service that could not take a message is tried again: twice.
const AGAIN: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

/// One call of an account.
#[derive(Debug, Clone)]
struct Call {
    /// Whom it calls.
    to: AccountId,
    /// What it says.
    notice: Called,
}

/// What a call says. The words are the device's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Called {
    Friend { name: String },
    Challenge { name: String },
    Turn { name: String, game: String },
    Ladder { name: String, club: String },
    Rematch { name: String, game: String },
}

/// What is encrypted for a device.
#[derive(Serialize)]
struct Said<'a> {
    language: &'static str,
    #[serde(flatten)]
    notice: &'a Called,
}

/// Where calls are put in. Where no key is set, they are dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pusher(Option<(Arc<PushConfig>, mpsc::Sender<Call>)>);

impl Pusher {
    /// Where calls are put in, and the task that takes them out, if the server calls at all.
    pub(crate) fn start(
        config: Option<PushConfig>,
        store: Arc<dyn LiveStore>,
        clock: Arc<NodeClock>,
    ) -> (Self, Option<impl Future<Output = ()> + Send + 'static>) {
        let Some(config) = config.map(Arc::new) else {
            return (Self::default(), None);
        };
        let (sender, calls) = mpsc::channel(WAITING);
        let desk = Desk {
            config: config.clone(),
            store,
            clock,
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            under_way: Arc::default(),
        };
        (Self(Some((config, sender))), Some(desk.work(calls)))
    }

    /// The public half of the key, for browsers; `None` where the server does not call.
    pub(crate) fn public_key(&self) -> Option<String> {
        self.0.as_ref().map(|(config, _)| config.key.public())
    }

    /// Whether the server calls at all.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the service with this address is called.
    pub(crate) fn serves(&self, endpoint: &PushEndpoint) -> bool {
        let config = self.0.as_ref().map(|(config, _)| config);
        config.is_some_and(|config| config.services.allow(endpoint))
    }

    /// Calls an account.
    pub(crate) fn call(&self, to: AccountId, notice: Called) {
        if let Some((_, calls)) = &self.0
            && calls.try_send(Call { to, notice }).is_err()
        {
            tracing::warn!("too many calls of devices wait; one is dropped");
        }
    }
}

impl Called {
    /// It is the turn of an account.
    pub(crate) fn turn(name: &str, game: GameId) -> Self {
        Self::Turn {
            name: name.to_owned(),
            game: game.to_string(),
        }
    }
}

/// What the task has.
#[derive(Clone)]
struct Desk {
    config: Arc<PushConfig>,
    store: Arc<dyn LiveStore>,
    clock: Arc<NodeClock>,
    at_once: Arc<Semaphore>,
    under_way: Arc<Mutex<HashMap<AccountId, usize>>>,
}

impl Desk {
    async fn work(self, mut calls: mpsc::Receiver<Call>) {
        let mut under_way = JoinSet::new(); // aborted with this task
        loop {
            tokio::select! {
                call = calls.recv(), if under_way.len() < UNDER_WAY => match call {
                    Some(call) => self.begin(&call, &mut under_way).await,
                    None => return,
                },
                Some(_) = under_way.join_next() => {}
            }
        }
    }

    async fn begin(&self, call: &Call, under_way: &mut JoinSet<()>) {
        let devices = match self.store.pushes_of(call.to).await {
            Ok(devices) => devices,
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "the devices of an account cannot be read"
                );
                return;
            }
        };
        let places = Place::take(&self.under_way, call.to, devices.len());
        for ((session, device), place) in devices.into_iter().zip(places) {
            let (desk, notice) = (self.clone(), call.notice.clone());
            under_way.spawn(async move {
                desk.tell(&session, &device, &notice).await;
                drop(place);
            });
        }
    }

    /// Hands a message for a device over, and again where its service could not take it.
    async fn tell(&self, session: &AccountKey, device: &PushSubscription, notice: &Called) {
        let said = Said {
            language: device.language.code(),
            notice,
        };
        let Ok(text) = serde_json::to_vec(&said) else {
            return;
        };
        let mut again = AGAIN.into_iter();
        loop {
            match self.hand_over(device, &text).await {
                Delivered::Taken => return self.note(session, device, true).await,
                Delivered::Gone => return self.forget(session, device).await,
                Delivered::Refused => {
                    tracing::info!(
                        host = device.endpoint.host(),
                        "a push service takes no message"
                    );
                    return self.note(session, device, false).await;
                }
                Delivered::Later(rest) => match again.next() {
                    Some(usual) => sleep(rest.unwrap_or(usual)).await,
                    None => return self.note(session, device, false).await,
                },
            }
        }
    }

    async fn hand_over(&self, device: &PushSubscription, text: &[u8]) -> Delivered {
        // Whoever waits to try again keeps no place.
        let Ok(_permit) = self.at_once.acquire().await else {
            return Delivered::Refused;
        };
        let PushConfig {
            key,
            contact,
            reach,
            services,
        } = &*self.config;
        if !services.allow(&device.endpoint) {
            return Delivered::Refused; // it is from before they were listed
        }
        let signed = key.authorization(&device.endpoint, contact, self.clock.now_ms());
        match (signed, encrypted(text, &device.keys)) {
            (Some(signed), Some(message)) => {
                reach.deliver(&device.endpoint, &signed, message).await
            }
            _ => Delivered::Refused,
        }
    }

    /// Notes what became of a message, so that what never works does not stay.
    async fn note(&self, session: &AccountKey, device: &PushSubscription, is_taken: bool) {
        let (endpoint, now_ms) = (&device.endpoint, self.clock.now_ms());
        let noted = self.store.note_push(session, endpoint, is_taken, now_ms);
        match noted.await {
            Ok(true) => tracing::info!(
                host = endpoint.host(),
                "a device is called no more: its service has refused every message for two weeks"
            ),
            Ok(false) => {}
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "what became of a call cannot be noted"
            ),
        }
    }

    async fn forget(&self, session: &AccountKey, device: &PushSubscription) {
        let endpoint = Some(&device.endpoint);
        if let Err(error) = self.store.drop_push(session, endpoint).await {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "a device that is gone cannot be forgotten"
            );
        }
    }
}

/// A message for an account that is under way.
struct Place {
    of: Arc<Mutex<HashMap<AccountId, usize>>>,
    account: AccountId,
}

impl Place {
    /// One for each message of a call; none where too many are under way.
    fn take(
        of: &Arc<Mutex<HashMap<AccountId, usize>>>,
        account: AccountId,
        messages: usize,
    ) -> Vec<Self> {
        let mut under_way = locked(of);
        let number = under_way.get(&account).copied().unwrap_or(0);
        if number >= FOR_ONE || messages == 0 {
            return Vec::new();
        }
        under_way.insert(account, number + messages);
        drop(under_way);
        let place = || Self {
            of: of.clone(),
            account,
        };
        std::iter::repeat_with(place).take(messages).collect()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut under_way = locked(&self.of);
        if let Some(number) = under_way.get_mut(&self.account) {
            *number -= 1;
            if *number == 0 {
                under_way.remove(&self.account);
            }
        }
    }
}

fn locked(of: &Mutex<HashMap<AccountId, usize>>) -> MutexGuard<'_, HashMap<AccountId, usize>> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::atomic::{AtomicU64, Ordering};

    use damier_club::account::{
        AccountGrant, AccountKeys, Accounts, Created, DeviceName, GrantKind, NewAccount,
        PasswordHash,
    };
    use damier_club::live::InMemoryJournal;
    use damier_club::push::{LEAST_REFUSALS, PushKeys, PushLanguage, Pushes, REFUSED_MS};
    use ring::agreement::{ECDH_P256, EphemeralPrivateKey};
    use ring::rand::SystemRandom;
    use tokio::net::TcpListener;
    use tokio_rustls::rustls::RootCertStore;

    use super::super::{PushKey, PushReach, PushServices};
    use super::*;

    /// Made for tests alone.
    const KEY: &[u8] = include_bytes!("../../tests/all/certificates/push.key.pem");

    #[derive(Debug, Default)]
    struct StandingClock(AtomicU64);

    impl WallClock for StandingClock {
        fn now_ms(&self) -> u64 {
            self.0.load(Ordering::SeqCst)
        }
    }

    /// An account with as many devices as there may be messages for one under way.
    async fn with_devices(store: &InMemoryJournal, number: u16) -> AccountId {
        with_so_many(store, number, FOR_ONE as u8).await
    }

    async fn with_so_many(store: &InMemoryJournal, number: u16, devices: u8) -> AccountId {
        let account = AccountId::from_bits(number.into());
        let new = NewAccount {
            id: account,
            name: format!("Awa-{number}").parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: Vec::new(),
            created_ms: 0,
        };
        assert_eq!(store.create_account(&new).await.unwrap(), Created::Stored);
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).unwrap();
        let public = own.compute_public_key().unwrap();
        for device in 0..devices {
            let mut bytes = [device; 32];
            bytes[..2].copy_from_slice(&number.to_be_bytes());
            let session = AccountKey::from_bytes(bytes);
            let grant = AccountGrant {
                account,
                kind: GrantKind::Session,
                device: DeviceName::nearest("phone"),
                created_ms: 0,
                seen_ms: 0,
            };
            assert!(store.add_key(&session, &grant).await.unwrap());
            let subscription = PushSubscription {
                endpoint: format!("https://push.example/{number}/{device}")
                    .parse()
                    .unwrap(),
                keys: PushKeys {
                    public: public.as_ref().try_into().unwrap(),
                    auth: [1; 16],
                },
                language: PushLanguage::English,
            };
            assert!(store.keep_push(&session, &subscription).await.unwrap());
        }
        account
    }

    fn desk(
        store: &Arc<InMemoryJournal>,
        clock: &Arc<StandingClock>,
        service: SocketAddr,
        services: PushServices,
    ) -> Desk {
        let reach = PushReach::public(RootCertStore::empty()).unwrap();
        let config = PushConfig {
            key: PushKey::from_pem(KEY).unwrap(),
            contact: "mailto:club@example.org".to_owned(),
            reach: reach.only_to(service),
            services,
        };
        Desk {
            config: Arc::new(config),
            store: store.clone(),
            clock: Arc::new(NodeClock::new(clock.clone())),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            under_way: Arc::default(),
        }
    }

    fn called() -> Called {
        Called::Friend {
            name: "Piet".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_device_whose_messages_are_always_refused_is_forgotten() {
        let (store, clock) = (
            Arc::new(InMemoryJournal::default()),
            Arc::new(StandingClock::default()),
        );
        let nowhere = ([127, 0, 0, 1], 9).into();
        let others = PushServices::only(vec!["other.example".parse().unwrap()]);
        let desk = desk(&store, &clock, nowhere, others);
        let account = with_devices(&store, 1).await;
        let (session, device) = store.pushes_of(account).await.unwrap().remove(0);
        for _ in 0..LEAST_REFUSALS {
            desk.tell(&session, &device, &called()).await;
        }
        assert_eq!(store.pushes_of(account).await.unwrap().len(), FOR_ONE);
        clock.0.store(REFUSED_MS, Ordering::SeqCst);
        desk.tell(&session, &device, &called()).await;
        let left = store.pushes_of(account).await.unwrap();
        assert_eq!(left.len(), FOR_ONE - 1);
        assert!(left.iter().all(|(there, _)| *there != session));
    }

    /// Each device of an account is called, however many there are; and while they are, nothing more is said to it.
    #[tokio::test]
    async fn a_call_reaches_all_devices() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(InMemoryJournal::default());
        let service = silent.local_addr().unwrap();
        let desk = desk(&store, &Arc::default(), service, PushServices::default());
        let to = with_so_many(&store, 1, 30).await;
        let call = Call {
            to,
            notice: called(),
        };
        let mut messages = JoinSet::new();
        desk.begin(&call, &mut messages).await;
        assert_eq!(messages.len(), 30);
        desk.begin(&call, &mut messages).await;
        assert_eq!(messages.len(), 30);
        messages.shutdown().await;
        assert!(locked(&desk.under_way).is_empty());
        desk.begin(&call, &mut messages).await;
        assert_eq!(messages.len(), 30);
    }

    /// Many accounts whose services never answer: so many messages are under way and no more, and what is called besides waits.
    #[tokio::test]
    async fn what_is_under_way_is_bounded() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(InMemoryJournal::default());
        let service = silent.local_addr().unwrap();
        let desk = desk(&store, &Arc::default(), service, PushServices::default());
        let places = desk.under_way.clone();
        let (calls, waiting) = mpsc::channel(WAITING);
        let accounts = (2 * UNDER_WAY / FOR_ONE) as u16;
        for number in 0..accounts {
            let to = with_devices(&store, number).await;
            let notice = called();
            calls.try_send(Call { to, notice }).unwrap();
        }
        let work = tokio::spawn(desk.work(waiting));
        let under_way = || locked(&places).values().sum::<usize>();
        for _ in 0..200 {
            if under_way() >= UNDER_WAY {
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_millis(200)).await;
        assert_eq!(under_way(), UNDER_WAY);
        let left = WAITING - calls.capacity();
        assert_eq!(left, usize::from(accounts) - UNDER_WAY / FOR_ONE);
        work.abort();
    }
}
