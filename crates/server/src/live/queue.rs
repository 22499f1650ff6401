//! The frames that wait to be sent to one client. The room puts them in and never waits; the task of the client takes them out. For a
//! client that does not read, frames are dropped when the queue is full, and it is told so as soon as it reads again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use super::frames::ToClient;

/// How many frames wait for a client at most.
const MOST: usize = 64;

/// The end where frames are put in.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    frames: mpsc::Sender<Utf8Bytes>,
    dropped: Arc<Dropped>,
}

/// The end where frames are taken out.
#[derive(Debug)]
pub(crate) struct QueueReader {
    frames: mpsc::Receiver<Utf8Bytes>,
    dropped: Arc<Dropped>,
}

/// Whether frames were dropped since the client was last told.
#[derive(Debug, Default)]
struct Dropped {
    some: AtomicBool,
    changed: Notify,
}

/// A queue for one client.
pub(crate) fn queue() -> (Queue, QueueReader) {
    let (sender, receiver) = mpsc::channel(MOST);
    let dropped = Arc::new(Dropped::default());
    let reader = QueueReader {
        frames: receiver,
        dropped: dropped.clone(),
    };
    let queue = Queue {
        frames: sender,
        dropped,
    };
    (queue, reader)
}

impl Queue {
    /// Puts a frame in, or drops it where there is no room, and every further one until the client has been told.
    pub(crate) fn put(&self, frame: Utf8Bytes) {
        if self.dropped.some.load(Ordering::SeqCst) {
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(_)) = self.frames.try_send(frame) {
            self.dropped.some.store(true, Ordering::SeqCst);
            self.dropped.changed.notify_one();
        }
    }
}

impl QueueReader {
    /// The next frame; `None` once nobody can put one in any more.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            if self.frames.is_empty() && self.dropped.some.swap(false, Ordering::SeqCst) {
                return Some(ToClient::Behind.text());
            }
            tokio::select! {
                frame = self.frames.recv() => return frame,
                () = self.dropped.changed.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reader_that_is_too_slow_is_told_once_and_goes_on() {
        let (queue, mut reader) = queue();
        for number in 0..MOST + 10 {
            queue.put(format!("{number}").into());
        }
        for number in 0..MOST {
            let frame = reader.next().await.unwrap();
            assert_eq!(frame.as_str(), number.to_string());
        }
        assert_eq!(
            reader.next().await.unwrap().as_str(),
            r#"{"frame":"behind"}"#
        );
        queue.put("after".into());
        assert_eq!(reader.next().await.unwrap().as_str(), "after");
        drop(queue);
        assert_eq!(reader.next().await, None);
    }
}
