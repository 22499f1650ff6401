//! The queue of frames to one client. The actor never waits for it. Where a client does not read,
//! frames are dropped once the queue is full, by their number or by their bytes, and it is sent a
//! frame that says so as soon as it reads again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use super::frames::ToClient;

/// How many frames wait for a client at most.
const MOST: usize = 64;

/// From how many waiting bytes on no further frame is taken. The first one is always taken, since a
/// whole game may be longer.
const MOST_BYTES: usize = 64 * 1024;

/// The end of the actor.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    frames: mpsc::Sender<Utf8Bytes>,
    state: Arc<QueueState>,
}

/// The end of the client's task.
#[derive(Debug)]
pub(crate) struct QueueReader {
    frames: mpsc::Receiver<Utf8Bytes>,
    state: Arc<QueueState>,
}

/// What both ends share.
#[derive(Debug, Default)]
struct QueueState {
    /// How many bytes wait.
    bytes: AtomicUsize,
    /// Whether frames were dropped since the client was last sent that they were.
    dropped: AtomicBool,
    changed: Notify,
}

/// A queue for one client.
pub(crate) fn queue() -> (Queue, QueueReader) {
    let (sender, receiver) = mpsc::channel(MOST);
    let state = Arc::new(QueueState::default());
    let reader = QueueReader {
        frames: receiver,
        state: state.clone(),
    };
    let queue = Queue {
        frames: sender,
        state,
    };
    (queue, reader)
}

impl Queue {
    /// Adds a frame, or drops it and every further one until the client was sent that frames were
    /// dropped.
    pub(crate) fn put(&self, frame: Utf8Bytes) {
        let state = &self.state;
        if state.dropped.load(Ordering::SeqCst) {
            return;
        }
        let (bytes, waiting) = (frame.len(), state.bytes.load(Ordering::SeqCst));
        let has_room = waiting == 0 || waiting + bytes <= MOST_BYTES;
        // Counted before it is added, so that the reader never subtracts what is not counted yet.
        state.bytes.fetch_add(bytes, Ordering::SeqCst);
        if has_room && self.frames.try_send(frame).is_ok() {
            return;
        }
        state.bytes.fetch_sub(bytes, Ordering::SeqCst);
        state.dropped.store(true, Ordering::SeqCst);
        state.changed.notify_one();
    }
}

impl QueueReader {
    /// The frames that wait now.
    pub(crate) fn waiting(&mut self) -> Vec<Utf8Bytes> {
        let count = self.frames.len();
        let frames = std::iter::from_fn(|| self.frames.try_recv().ok());
        let waiting: Vec<Utf8Bytes> = frames.take(count).collect();
        let bytes = waiting.iter().map(|frame| frame.len()).sum();
        self.state.bytes.fetch_sub(bytes, Ordering::SeqCst);
        waiting
    }

    /// The next frame; `None` once the actor has dropped its end.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            if self.frames.is_empty() && self.state.dropped.swap(false, Ordering::SeqCst) {
                return Some(ToClient::Behind.text());
            }
            tokio::select! {
                frame = self.frames.recv() => {
                    let frame = frame?;
                    self.state.bytes.fetch_sub(frame.len(), Ordering::SeqCst);
                    return Some(frame);
                }
                () = self.state.changed.notified() => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_slow_reader_is_sent_once_that_frames_were_dropped() {
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

    #[tokio::test]
    async fn waiting_frames_are_read_at_once() {
        let (queue, mut reader) = queue();
        assert!(reader.waiting().is_empty());
        queue.put("one".into());
        queue.put("two".into());
        let waiting = reader.waiting();
        let waiting: Vec<&str> = waiting.iter().map(Utf8Bytes::as_str).collect();
        assert_eq!(waiting, ["one", "two"]);
        assert!(reader.waiting().is_empty());
        // Frames that were read leave space for others.
        queue.put("x".repeat(MOST_BYTES).into());
        assert_eq!(reader.next().await.unwrap().len(), MOST_BYTES);
        assert_eq!(reader.state.bytes.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn bytes_of_long_frames_are_bounded() {
        let (queue, mut reader) = queue();
        let whole_game = "x".repeat(2 * MOST_BYTES);
        queue.put(whole_game.clone().into());
        queue.put("dropped".into());
        assert_eq!(reader.next().await.unwrap().len(), whole_game.len());
        let sent = reader.next().await.unwrap();
        assert_eq!(sent.as_str(), r#"{"frame":"behind"}"#);
        for _ in 0..3 {
            queue.put("x".repeat(MOST_BYTES / 3).into());
        }
        for _ in 0..3 {
            assert_eq!(reader.next().await.unwrap().len(), MOST_BYTES / 3);
        }
        queue.put("after".into());
        assert_eq!(reader.next().await.unwrap().as_str(), "after");
    }
}
