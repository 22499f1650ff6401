//! A bus on which a test decides what comes of each message: it is heard at any time, twice, out of
//! order, or never.

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use damier_people::live::{Bus, BusListener, Topic};

/// What waits for one listener.
type Waiting = Arc<Mutex<Vec<Vec<u8>>>>;

/// The bus.
#[derive(Default)]
pub(crate) struct FaultyBus {
    listeners: Mutex<Vec<Waiting>>,
}

/// The end of one listener, which the test holds.
pub(crate) struct FaultyListener(Waiting);

impl FaultyBus {
    /// Listens from now on.
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
    /// One of the messages that wait, by a number; it is heard again later if it is kept.
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

    /// What waits is lost.
    pub(crate) fn lose(&self) {
        self.0.lock().unwrap().clear();
    }
}
