//! The bus of several servers in one process. A single server needs none.

use async_trait::async_trait;
use damier_people::live::{Bus, BusListener, LONGEST_MESSAGE, Topic};
use tokio::sync::broadcast;

/// How many messages are queued for a slow listener; beyond that the oldest are dropped.
const WAITING: usize = 1024;

/// A bus within this process. Clones are the same bus.
#[derive(Clone, Debug)]
pub struct InProcessBus(broadcast::Sender<Vec<u8>>);

impl Default for InProcessBus {
    fn default() -> Self {
        Self(broadcast::channel(WAITING).0)
    }
}

#[async_trait]
impl Bus for InProcessBus {
    fn publish(&self, _topic: Topic, message: Vec<u8>) {
        if message.len() <= LONGEST_MESSAGE {
            let _ = self.0.send(message); // without listeners the message is lost
        }
    }

    async fn listen(&self) -> Box<dyn BusListener> {
        Box::new(InProcessListener(self.0.subscribe()))
    }
}

struct InProcessListener(broadcast::Receiver<Vec<u8>>);

#[async_trait]
impl BusListener for InProcessListener {
    async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            match self.0.recv().await {
                Ok(message) => return Some(message),
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => return None,
            }
        }
    }
}
