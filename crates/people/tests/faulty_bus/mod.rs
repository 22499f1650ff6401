//! A bus for tests that decide for each message whether it arrives late, twice, out of order, or
//! never.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use damier_people::live::{Bus, BusListener, Topic};

/// The queued messages of one listener.
type Waiting = Arc<Mutex<Vec<Vec<u8>>>>;

/// The bus.
#[derive(Default)]
pub(crate) struct FaultyBus {
    listeners: Mutex<Vec<Waiting>>,
}

/// A listener, controlled by the test.
pub(crate) struct FaultyListener(Waiting);

impl FaultyBus {
    /// Subscribes from now on.
    pub(crate) fn join(&self) -> FaultyListener {
        let waiting = Waiting::default();
        self.listeners.lock().unwrap().push(waiting.clone());
        FaultyListener(waiting)
    }
}

#[async_trait]
impl Bus for FaultyBus {
    fn publish(&self, _topic: Topic, message: Vec<u8>) {
        for waiting in &*self.listeners.lock().unwrap() {
            waiting.lock().unwrap().push(message.clone());
        }
    }

    async fn listen(&self) -> Box<dyn BusListener> {
        Box::new(self.join())
    }
}

#[async_trait]
impl BusListener for FaultyListener {
    async fn next(&mut self) -> Option<Vec<u8>> {
        self.hear(0, false)
    }
}

impl FaultyListener {
    /// Delivers one of the queued messages, chosen by a number; it stays queued if `keep` is set.
    pub(crate) fn hear(&self, which: usize, keep: bool) -> Option<Vec<u8>> {
        let mut waiting = self.0.lock().unwrap();
        if waiting.is_empty() {
            return None;
        }
        let at = which % waiting.len();
        Some(if keep {
            waiting[at].clone()
        } else {
            waiting.remove(at)
        })
    }

    /// Drops the queued messages.
    pub(crate) fn lose(&self) {
        self.0.lock().unwrap().clear();
    }
}
