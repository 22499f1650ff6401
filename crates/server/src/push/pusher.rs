//! The queue of push notifications. Queueing one never waits; a task of this node takes it, finds
//! the recipient's devices, and sends a message to each. All stages are bounded: notifications
//! beyond are dropped, and the page shows their content when it is opened.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::{AccountId, AccountKey};
use damier_people::push::{PushEndpoint, PushSubscription};
use damier_session::{GameId, SeatKey, Side};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::PushConfig;
use super::delivery::Delivered;
use super::message::encrypted;
use super::notification::{PushNotice, PushText, Recipient};
use super::slots::{IN_FLIGHT, PushSlot, PushSlots};
use crate::clock::WallClock;
use crate::node_clock::NodeClock;

/// The length of the queue.
const WAITING: usize = 1_000;

/// Concurrent messages to devices of accounts by listed services, or by those of common browsers if
/// none is listed.
const AT_ONCE: usize = 64;

/// The same for all other services together, so that slow ones delay only their own users.
const BY_UNLISTED_AT_ONCE: usize = 16;

/// The same for devices at seats without an account.
const FOR_SEATS_AT_ONCE: usize = 16;

/// The pauses before each of the two retries.
const RETRY_PAUSES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

/// A queued notification.
#[derive(Debug, Clone)]
struct Call {
    to: Recipient,
    /// Its content.
    notice: PushNotice,
}

/// A device to notify.
#[derive(Debug, Clone)]
struct Device {
    holder: Holder,
    subscription: PushSubscription,
}

/// The owner of a device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Session(AccountKey),
    Seat(SeatKey),
}

/// The sender of the queue. Without a configured key, notifications are dropped.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pusher(Option<(Arc<PushConfig>, mpsc::Sender<Call>)>);

impl Pusher {
    /// The sender of the queue and the task that delivers, if push is configured.
    pub(crate) fn start(
        config: Option<PushConfig>,
        ports: Ports,
        clock: Arc<NodeClock>,
    ) -> (Self, Option<impl Future<Output = ()> + Send + 'static>) {
        let Some(config) = config.map(Arc::new) else {
            return (Self::default(), None);
        };
        let (sender, calls) = mpsc::channel(WAITING);
        let task = DeliveryTask {
            config: config.clone(),
            ports,
            clock,
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            by_unlisted_at_once: Arc::new(Semaphore::new(BY_UNLISTED_AT_ONCE)),
            for_seats_at_once: Arc::new(Semaphore::new(FOR_SEATS_AT_ONCE)),
            in_flight: PushSlots::default(),
        };
        (Self(Some((config, sender))), Some(task.work(calls)))
    }

    /// The server's public key, for browsers; `None` if push is not configured.
    pub(crate) fn public_key(&self) -> Option<String> {
        self.0.as_ref().map(|(config, _)| config.key.public())
    }

    /// Whether push is configured.
    pub(crate) fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Whether the service with this address may be used for an account.
    pub(crate) fn serves_accounts(&self, endpoint: &PushEndpoint) -> bool {
        let config = self.0.as_ref().map(|(config, _)| config);
        config.is_some_and(|config| config.services.allow(endpoint))
    }

    /// Whether the service with this address may be used for a seat.
    pub(crate) fn serves_seats(&self, endpoint: &PushEndpoint) -> bool {
        let config = self.0.as_ref().map(|(config, _)| config);
        config.is_some_and(|config| config.services.know(endpoint))
    }

    /// Sends a push notification to an account, or to the devices that hold a seat of this side.
    pub(crate) fn notify(&self, to: impl Into<Recipient>, notice: PushNotice) {
        let to = to.into();
        if let Some((_, calls)) = &self.0
            && calls.try_send(Call { to, notice }).is_err()
        {
            tracing::warn!("the queue of push notifications is full; one is dropped");
        }
    }
}

/// The state of the delivering task.
#[derive(Clone)]
struct DeliveryTask {
    config: Arc<PushConfig>,
    ports: Ports,
    clock: Arc<NodeClock>,
    at_once: Arc<Semaphore>,
    by_unlisted_at_once: Arc<Semaphore>,
    for_seats_at_once: Arc<Semaphore>,
    in_flight: PushSlots,
}

impl DeliveryTask {
    async fn work(self, mut calls: mpsc::Receiver<Call>) {
        let mut in_flight = JoinSet::new(); // aborted with this task
        loop {
            tokio::select! {
                call = calls.recv(), if in_flight.len() < IN_FLIGHT => match call {
                    Some(call) => self.begin(&call, &mut in_flight).await,
                    None => return,
                },
                Some(_) = in_flight.join_next() => {}
            }
        }
    }

    async fn begin(&self, call: &Call, in_flight: &mut JoinSet<()>) {
        let (whom, devices) = match self.recipient(call.to).await {
            Ok(recipient) => recipient,
            Err(error) => {
                tracing::warn!(
                    error = &error as &dyn std::error::Error,
                    "cannot read the recipient of a push notification"
                );
                return;
            }
        };
        let slots = self.slots_for(whom, &devices);
        for (device, slot) in devices.into_iter().zip(slots) {
            let Some(slot) = slot else { continue };
            let (task, notice) = (self.clone(), call.notice.clone());
            in_flight.spawn(async move {
                task.deliver(&device, &notice).await;
                drop(slot);
            });
        }
    }

    fn slots_for(&self, whom: Recipient, devices: &[Device]) -> Vec<Option<PushSlot>> {
        let services = &self.config.services;
        let endpoints = devices.iter().map(|device| &device.subscription.endpoint);
        let counted: Vec<Option<&str>> = endpoints
            .map(|endpoint| (!services.know(endpoint)).then(|| endpoint.host()))
            .collect();
        self.in_flight.take(whom, &counted)
    }

    /// The account or the side that is notified, and its devices, each address once: a browser may
    /// hold several seats of a side.
    async fn recipient(&self, whom: Recipient) -> Result<(Recipient, Vec<Device>), StoreError> {
        let (whom, mut devices) = match whom {
            Recipient::Account(account) => (whom, self.devices_of_account(account).await?),
            Recipient::Side(game, side) => (whom, self.devices_at_seats(game, side).await?),
            Recipient::Player(game, side) => {
                if let Some(account) = self.owner(game, side).await? {
                    let devices = self.devices_of_account(account).await?;
                    (Recipient::Account(account), devices)
                } else {
                    let devices = self.devices_at_seats(game, side).await?;
                    (Recipient::Side(game, side), devices)
                }
            }
        };
        let mut seen = HashSet::new();
        devices.retain(|device| seen.insert(device.subscription.endpoint.clone()));
        Ok((whom, devices))
    }

    /// The account that a side belongs to, unless it is deleted.
    async fn owner(&self, game: GameId, side: Side) -> Result<Option<AccountId>, StoreError> {
        let owners = self.ports.owned_seats.players_of(game).await?;
        let owner = owners[side.index()].as_ref();
        let owner = owner.filter(|account| !account.is_deleted);
        Ok(owner.map(|account| account.id))
    }

    async fn devices_of_account(&self, account: AccountId) -> Result<Vec<Device>, StoreError> {
        let found = self.ports.pushes.pushes_of(account).await?;
        Ok(found.into_iter().map(Device::of_a_session).collect())
    }

    async fn devices_at_seats(&self, game: GameId, side: Side) -> Result<Vec<Device>, StoreError> {
        let found = self.ports.seat_pushes.seat_pushes_of(game, side).await?;
        Ok(found.into_iter().map(Device::at_a_seat).collect())
    }

    /// Delivers a message to a device, with retries if its service rejects it temporarily.
    async fn deliver(&self, device: &Device, notice: &PushNotice) {
        let content = PushText {
            language: device.subscription.language.code(),
            notice,
        };
        let Ok(text) = serde_json::to_vec(&content) else {
            return;
        };
        let mut again = RETRY_PAUSES.into_iter();
        loop {
            match self.send_once(device, &text).await {
                Delivered::Taken => return self.note(device, true).await,
                Delivered::Gone => return self.forget(device).await,
                Delivered::Refused => {
                    tracing::info!(
                        host = device.subscription.endpoint.host(),
                        "a push service refused a message"
                    );
                    return self.note(device, false).await;
                }
                Delivered::Later(rest) => match again.next() {
                    Some(usual) => sleep(rest.unwrap_or(usual)).await,
                    None => return self.note(device, false).await,
                },
            }
        }
    }

    async fn send_once(&self, device: &Device, text: &[u8]) -> Delivered {
        let is_known = self.config.services.know(&device.subscription.endpoint);
        let at_once = match device.holder {
            Holder::Session(_) if is_known => &self.at_once,
            Holder::Session(_) => &self.by_unlisted_at_once,
            Holder::Seat(_) => &self.for_seats_at_once,
        };
        // A retry holds no slot while it waits.
        let Ok(_permit) = at_once.acquire().await else {
            return Delivered::Refused;
        };
        let holder = device.holder;
        let device = &device.subscription;
        let PushConfig {
            key,
            contact,
            network,
            services,
        } = &*self.config;
        let is_called = match holder {
            Holder::Session(_) => services.allow(&device.endpoint),
            Holder::Seat(_) => is_known,
        };
        if !is_called {
            return Delivered::Refused; // subscribed before its host was listed
        }
        let signed = key.authorization(&device.endpoint, contact, self.clock.now_ms());
        match (signed, encrypted(text, &device.keys)) {
            (Some(signed), Some(message)) => {
                network.deliver(&device.endpoint, &signed, message).await
            }
            _ => Delivered::Refused,
        }
    }

    /// Records whether a message was accepted, so that permanently failing subscriptions are
    /// removed.
    async fn note(&self, device: &Device, is_taken: bool) {
        let (endpoint, now_ms) = (&device.subscription.endpoint, self.clock.now_ms());
        let noted = match &device.holder {
            Holder::Session(key) => {
                self.ports
                    .pushes
                    .note_push(key, endpoint, is_taken, now_ms)
                    .await
            }
            Holder::Seat(key) => {
                self.ports
                    .seat_pushes
                    .note_seat_push(key, endpoint, is_taken, now_ms)
                    .await
            }
        };
        match noted {
            Ok(true) => tracing::info!(
                host = endpoint.host(),
                "removed a push subscription: its service rejected every message for two weeks"
            ),
            Ok(false) => {}
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot store the result of a push message"
            ),
        }
    }

    async fn forget(&self, device: &Device) {
        let endpoint = &device.subscription.endpoint;
        let forgotten = match &device.holder {
            Holder::Session(key) => self.ports.pushes.drop_push(key, Some(endpoint)).await,
            Holder::Seat(key) => self.ports.seat_pushes.drop_seat_push(key, endpoint).await,
        };
        if let Err(error) = forgotten {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot delete an expired push subscription"
            );
        }
    }
}

impl Device {
    fn of_a_session((key, subscription): (AccountKey, PushSubscription)) -> Self {
        Self {
            holder: Holder::Session(key),
            subscription,
        }
    }

    fn at_a_seat((key, subscription): (SeatKey, PushSubscription)) -> Self {
        Self {
            holder: Holder::Seat(key),
            subscription,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::atomic::Ordering;

    use damier_people::accounts::{AccountGrant, AccountId, AccountKeys, DeviceName, GrantKind};
    use damier_people::in_memory::InMemoryStore;
    use damier_people::push::{LEAST_REFUSALS, PushKeys, PushLanguage, Pushes, REFUSED_MS};
    use ring::agreement::{ECDH_P256, EphemeralPrivateKey};
    use ring::rand::SystemRandom;
    use tokio::net::TcpListener;
    use tokio_rustls::rustls::RootCertStore;

    use super::super::slots::{FOR_ONE, FOR_ONE_HOST};
    use super::super::{PushKey, PushNetwork, PushServices};
    use super::*;
    use crate::test_support::{SetClock, store_account};

    /// For tests only.
    const KEY: &[u8] = include_bytes!("../../tests/all/certificates/push.key.pem");

    /// An account with as many devices as there may be messages for it in flight.
    async fn with_devices(store: &InMemoryStore, number: u16) -> AccountId {
        with_so_many(store, number, FOR_ONE as u8, "push.example").await
    }

    async fn with_so_many(
        store: &InMemoryStore,
        number: u16,
        devices: u8,
        host: &str,
    ) -> AccountId {
        let account = store_account(store, number.into(), &format!("Awa-{number}")).await;
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
                endpoint: format!("https://{host}/{number}/{device}").parse().unwrap(),
                keys: PushKeys {
                    public: public.as_ref().try_into().unwrap(),
                    auth: [1; 16],
                },
                language: PushLanguage::English,
            };
            assert!(store.store_push(&session, &subscription).await.unwrap());
        }
        account
    }

    fn task(
        store: &Arc<InMemoryStore>,
        clock: &Arc<SetClock>,
        service: SocketAddr,
        services: PushServices,
    ) -> DeliveryTask {
        let network = PushNetwork::public(RootCertStore::empty()).unwrap();
        let config = PushConfig {
            key: PushKey::from_pem(KEY).unwrap(),
            contact: "mailto:club@example.org".to_owned(),
            network: network.only_to(service),
            services,
        };
        DeliveryTask {
            config: Arc::new(config),
            ports: Ports::of(store),
            clock: Arc::new(NodeClock::new(clock.clone())),
            at_once: Arc::new(Semaphore::new(AT_ONCE)),
            by_unlisted_at_once: Arc::new(Semaphore::new(BY_UNLISTED_AT_ONCE)),
            for_seats_at_once: Arc::new(Semaphore::new(FOR_SEATS_AT_ONCE)),
            in_flight: PushSlots::default(),
        }
    }

    fn notice() -> PushNotice {
        PushNotice::Friend {
            name: "Piet".to_owned(),
        }
    }

    #[tokio::test]
    async fn a_device_that_always_rejects_messages_is_removed() {
        let (store, clock) = (
            Arc::new(InMemoryStore::default()),
            Arc::new(SetClock::default()),
        );
        let nowhere = ([127, 0, 0, 1], 9).into();
        let others = PushServices::only(vec!["other.example".parse().unwrap()]);
        let task = task(&store, &clock, nowhere, others);
        let account = with_devices(&store, 1).await;
        let (session, subscription) = store.pushes_of(account).await.unwrap().remove(0);
        let device = Device::of_a_session((session, subscription));
        for _ in 0..LEAST_REFUSALS {
            task.deliver(&device, &notice()).await;
        }
        assert_eq!(store.pushes_of(account).await.unwrap().len(), FOR_ONE);
        clock.0.store(REFUSED_MS, Ordering::SeqCst);
        task.deliver(&device, &notice()).await;
        let left = store.pushes_of(account).await.unwrap();
        assert_eq!(left.len(), FOR_ONE - 1);
        assert!(left.iter().all(|(there, _)| *there != session));
    }

    /// Every device of an account is notified, however many there are; meanwhile further
    /// notifications are dropped.
    #[tokio::test]
    async fn a_notification_reaches_all_devices() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(InMemoryStore::default());
        let service = silent.local_addr().unwrap();
        let task = task(&store, &Arc::default(), service, PushServices::default());
        let to = with_so_many(&store, 1, 30, "push.example").await;
        let call = Call {
            to: to.into(),
            notice: notice(),
        };
        let mut messages = JoinSet::new();
        task.begin(&call, &mut messages).await;
        assert_eq!(messages.len(), 30);
        task.begin(&call, &mut messages).await;
        assert_eq!(messages.len(), 30);
        messages.shutdown().await;
        assert_eq!(task.in_flight.number(), 0);
        task.begin(&call, &mut messages).await;
        assert_eq!(messages.len(), 30);
    }

    /// Many accounts with devices at one unlisted service that never responds.
    #[tokio::test]
    async fn an_unlisted_service_gets_few_slots() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(InMemoryStore::default());
        let service = silent.local_addr().unwrap();
        let task = task(&store, &Arc::default(), service, PushServices::default());
        let mut messages = JoinSet::new();
        for number in 0..10 {
            let call = Call {
                to: with_devices(&store, number).await.into(),
                notice: notice(),
            };
            task.begin(&call, &mut messages).await;
        }
        assert_eq!(messages.len(), FOR_ONE_HOST);
        assert_eq!(task.in_flight.number(), FOR_ONE_HOST);
        messages.shutdown().await;
        assert_eq!(task.in_flight.number(), 0);
    }

    /// Services of one owner that never respond, and one of a browser, whose users do not wait for
    /// them.
    #[tokio::test]
    async fn unlisted_services_do_not_delay_others() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(InMemoryStore::default());
        let service = silent.local_addr().unwrap();
        let task = task(&store, &Arc::default(), service, PushServices::default());
        let mut messages = JoinSet::new();
        for number in 0..10 {
            let host = format!("{number}.evil.example");
            let to = with_so_many(&store, number, FOR_ONE as u8, &host).await;
            let call = Call {
                to: to.into(),
                notice: notice(),
            };
            task.begin(&call, &mut messages).await;
        }
        assert_eq!(messages.len(), 10 * FOR_ONE);
        has(&task.by_unlisted_at_once, 0).await;
        assert_eq!(task.at_once.available_permits(), AT_ONCE);
        let to = with_so_many(&store, 10, 3, "fcm.googleapis.com").await;
        let call = Call {
            to: to.into(),
            notice: notice(),
        };
        task.begin(&call, &mut messages).await;
        has(&task.at_once, AT_ONCE - 3).await;
        messages.shutdown().await;
    }

    /// Waits until this many more messages could be sent.
    async fn has(at_once: &Semaphore, permits: usize) {
        for _ in 0..1_000 {
            if at_once.available_permits() == permits {
                return;
            }
            sleep(Duration::from_millis(5)).await;
        }
        panic!("{} are free", at_once.available_permits());
    }

    /// Many accounts whose services never respond: the number of messages in flight is bounded, and
    /// the rest waits.
    #[tokio::test]
    async fn messages_in_flight_are_bounded() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let store = Arc::new(InMemoryStore::default());
        let service = silent.local_addr().unwrap();
        let listed = PushServices::only(vec!["push.example".parse().unwrap()]);
        let task = task(&store, &Arc::default(), service, listed);
        let slots = task.in_flight.clone();
        let (calls, waiting) = mpsc::channel(WAITING);
        let accounts = (2 * IN_FLIGHT / FOR_ONE) as u16;
        for number in 0..accounts {
            let to = with_devices(&store, number).await;
            let notice = notice();
            let to = to.into();
            calls.try_send(Call { to, notice }).unwrap();
        }
        let work = tokio::spawn(task.work(waiting));
        let in_flight = || slots.number();
        for _ in 0..200 {
            if in_flight() >= IN_FLIGHT {
                break;
            }
            sleep(Duration::from_millis(10)).await;
        }
        sleep(Duration::from_millis(200)).await;
        assert_eq!(in_flight(), IN_FLIGHT);
        let left = WAITING - calls.capacity();
        assert_eq!(left, usize::from(accounts) - IN_FLIGHT / FOR_ONE);
        work.abort();
    }
}
