//! The queue of calls. An act puts one in and never waits; a task of this node takes it out, finds the devices of the account, and hands a message for each to
//! its service. Bounded everywhere: what does not fit is dropped, and the page tells it all the same when it is opened.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_club::account::{AccountId, AccountKey};
use damier_club::library::GameId;
use damier_club::live::LiveStore;
use damier_club::push::PushSubscription;
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

/// Messages for one account that are under way at once; further calls are dropped, so that nobody's slow service holds up the others for long.
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
                call = calls.recv() => match call {
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
        for (session, device) in devices {
            let Some(place) = Place::take(&self.under_way, call.to) else {
                return;
            };
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
                Delivered::Taken => return,
                Delivered::Gone => return self.forget(session, device).await,
                Delivered::Refused => {
                    tracing::info!(
                        host = device.endpoint.host(),
                        "a push service takes no message"
                    );
                    return;
                }
                Delivered::Later(rest) => match again.next() {
                    Some(usual) => sleep(rest.unwrap_or(usual)).await,
                    None => return,
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
        } = &*self.config;
        let signed = key.authorization(&device.endpoint, contact, self.clock.now_ms());
        match (signed, encrypted(text, &device.keys)) {
            (Some(signed), Some(message)) => {
                reach.deliver(&device.endpoint, &signed, message).await
            }
            _ => Delivered::Refused,
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
    fn take(of: &Arc<Mutex<HashMap<AccountId, usize>>>, account: AccountId) -> Option<Self> {
        let mut under_way = locked(of);
        let number = under_way.entry(account).or_default();
        if *number >= FOR_ONE {
            return None;
        }
        *number += 1;
        drop(under_way);
        Some(Self {
            of: of.clone(),
            account,
        })
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
