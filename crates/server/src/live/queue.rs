//! The queue of frames to one client. The actor never waits for it. If a client does not read,
//! frames are dropped once the queue is full, by number or bytes, and the client is notified of the
//! loss when it reads again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use damier_wire::live::ServerFrame;
use tokio::sync::{Notify, mpsc};

use super::shared_frame::SharedFrame;

/// The maximum number of queued frames.
const MAX_QUEUED_FRAMES: usize = 64;

/// The maximum number of queued bytes. A frame into an empty queue is always accepted, since a
/// whole game may be longer.
const MAX_BYTES: usize = 64 * 1024;

/// The actor's end.
#[derive(Debug, Clone)]
pub(crate) struct Queue {
    frames: mpsc::Sender<SharedFrame>,
    state: Arc<QueueState>,
}

/// The end of the client's task.
#[derive(Debug)]
pub(crate) struct QueueReader {
    frames: mpsc::Receiver<SharedFrame>,
    state: Arc<QueueState>,
}

/// The state that both ends share.
#[derive(Debug, Default)]
struct QueueState {
    /// How many bytes wait.
    bytes: AtomicUsize,
    /// Whether frames were dropped since the client was last notified of a loss.
    dropped: AtomicBool,
    changed: Notify,
}

/// A queue for one client.
pub(crate) fn queue() -> (Queue, QueueReader) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED_FRAMES);
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
    /// Adds a frame, or drops it and all further ones until the client is notified of the loss.
    pub(crate) fn put(&self, frame: SharedFrame) {
        let state = &self.state;
        if state.dropped.load(Ordering::SeqCst) {
            return;
        }
        let (bytes, waiting) = (frame.text().len(), state.bytes.load(Ordering::SeqCst));
        let has_room = waiting == 0 || waiting + bytes <= MAX_BYTES;
        // Counted before it is added, so that the reader never subtracts uncounted bytes.
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
    /// All queued frames.
    pub(crate) fn waiting(&mut self) -> Vec<SharedFrame> {
        let count = self.frames.len();
        let frames = std::iter::from_fn(|| self.frames.try_recv().ok());
        let waiting: Vec<SharedFrame> = frames.take(count).collect();
        let bytes = waiting.iter().map(|frame| frame.text().len()).sum();
        self.state.bytes.fetch_sub(bytes, Ordering::SeqCst);
        waiting
    }

    /// The next frame; `None` once the actor has dropped its end.
    pub(crate) async fn next(&mut self) -> Option<SharedFrame> {
        loop {
            if self.frames.is_empty() && self.state.dropped.swap(false, Ordering::SeqCst) {
                return Some(ServerFrame::Behind.into());
            }
            tokio::select! {
                frame = self.frames.recv() => {
                    let frame = frame?;
                    self.state.bytes.fetch_sub(frame.text().len(), Ordering::SeqCst);
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

    fn pong(number: usize) -> SharedFrame {
        let number = number as u64;
        ServerFrame::Pong { number, now_ms: 0 }.into()
    }

    /// A frame of this many bytes.
    fn long(bytes: usize) -> SharedFrame {
        let error_frame = |detail| ServerFrame::Trouble {
            code: String::new(),
            detail,
            retry_after_ms: None,
        };
        let overhead = error_frame(String::new()).to_json().len();
        error_frame("x".repeat(bytes - overhead)).into()
    }

    /// The next frame of a reader; `None` at the end of its queue.
    async fn next(reader: &mut QueueReader) -> Option<ServerFrame> {
        Some(reader.next().await?.frame().clone())
    }

    async fn next_len(reader: &mut QueueReader) -> usize {
        reader.next().await.unwrap().text().len()
    }

    #[tokio::test]
    async fn a_slow_reader_is_notified_once_of_dropped_frames() {
        let (queue, mut reader) = queue();
        for number in 0..MAX_QUEUED_FRAMES + 10 {
            queue.put(pong(number));
        }
        for number in 0..MAX_QUEUED_FRAMES {
            let expected = pong(number).frame().clone();
            assert_eq!(next(&mut reader).await, Some(expected));
        }
        assert_eq!(next(&mut reader).await, Some(ServerFrame::Behind));
        queue.put(pong(100));
        let after = pong(100).frame().clone();
        assert_eq!(next(&mut reader).await, Some(after));
        drop(queue);
        assert_eq!(next(&mut reader).await, None);
    }

    #[tokio::test]
    async fn waiting_frames_are_read_at_once() {
        let (queue, mut reader) = queue();
        assert!(reader.waiting().is_empty());
        queue.put(pong(1));
        queue.put(pong(2));
        let waiting = reader.waiting();
        let waiting: Vec<&ServerFrame> = waiting.iter().map(SharedFrame::frame).collect();
        assert_eq!(waiting, [pong(1).frame(), pong(2).frame()]);
        assert!(reader.waiting().is_empty());
        // Frames that were read make room for others.
        queue.put(long(MAX_BYTES));
        assert_eq!(next_len(&mut reader).await, MAX_BYTES);
        assert_eq!(reader.state.bytes.load(Ordering::SeqCst), 0);
    }

    #[tokio::test]
    async fn bytes_of_long_frames_are_bounded() {
        let (queue, mut reader) = queue();
        queue.put(long(2 * MAX_BYTES)); // a whole game
        queue.put(pong(1)); // dropped
        assert_eq!(next_len(&mut reader).await, 2 * MAX_BYTES);
        let sent = reader.next().await.unwrap();
        assert_eq!(sent.text().as_str(), r#"{"frame":"behind"}"#);
        for _ in 0..3 {
            queue.put(long(MAX_BYTES / 3));
        }
        for _ in 0..3 {
            assert_eq!(next_len(&mut reader).await, MAX_BYTES / 3);
        }
        queue.put(pong(2));
        let after = pong(2).frame().clone();
        assert_eq!(next(&mut reader).await, Some(after));
    }

    #[tokio::test]
    async fn receivers_of_one_frame_share_its_text() {
        let (first, mut first_reader) = queue();
        let (second, mut second_reader) = queue();
        let frame = long(1_000);
        first.put(frame.clone());
        second.put(frame);
        let first = first_reader.next().await.unwrap();
        let second = second_reader.next().await.unwrap();
        assert_eq!(
            first.text().as_str().as_ptr(),
            second.text().as_str().as_ptr()
        );
    }
}
