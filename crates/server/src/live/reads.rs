//! Reads the messages of a socket, and notices a client that sends fragments of a message without
//! end: the library bounds their bytes and not their number.

use std::future::poll_fn;
use std::num::NonZeroU32;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker};

use axum::extract::ws::{Message, WebSocket};
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::task::coop::has_budget_remaining;

/// The burst of turns of the reader that do not complete a message, before the socket is closed. A
/// frame of a client of ours comes in one turn, rarely in a few. A turn in which the runtime had to
/// stop the reader (after 128 reads of 512 bytes) counts [`COST_OF_BUSY_TURN`].
const UNFINISHED_BURST: NonZeroU32 = const { NonZeroU32::new(200).unwrap() };

/// What a turn counts that ended because the client had sent nothing more.
const ONE: NonZeroU32 = const { NonZeroU32::new(1).unwrap() };

/// What a turn counts that the runtime ended while there was more to read.
const COST_OF_BUSY_TURN: NonZeroU32 = const { NonZeroU32::new(100).unwrap() };

/// The rate per second at which such turns may go on.
const PER_SECOND: NonZeroU32 = const { NonZeroU32::new(4).unwrap() };

/// The client sends fragments without ever completing a message.
pub(super) struct FragmentFlood;

/// Reads the messages of a socket.
pub(super) struct Reads {
    waker: Arc<ReadWaker>,
    /// The rate of reads that do not complete a message.
    unfinished_rate: DefaultDirectRateLimiter,
}

/// Wakes the task of a socket, and remembers that there is something to read. The task is also
/// woken for other reasons.
struct ReadWaker {
    has_data: AtomicBool,
    task: Waker,
}

impl Wake for ReadWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.has_data.store(true, Ordering::Release);
        self.task.wake_by_ref();
    }
}

impl Reads {
    /// The reads of a socket that the current task serves.
    pub(super) async fn of_this_task() -> Reads {
        let task = poll_fn(|context| Poll::Ready(context.waker().clone())).await;
        Reads {
            waker: Arc::new(ReadWaker {
                has_data: AtomicBool::new(true),
                task,
            }),
            unfinished_rate: RateLimiter::direct(
                Quota::per_second(PER_SECOND).allow_burst(UNFINISHED_BURST),
            ),
        }
    }

    /// The next message; `Err` if the client sends fragments without end.
    pub(super) async fn next(
        &self,
        socket: &mut WebSocket,
    ) -> Result<Option<Result<Message, axum::Error>>, FragmentFlood> {
        let waker = Waker::from(Arc::clone(&self.waker));
        poll_fn(|_| {
            if !self.waker.has_data.swap(false, Ordering::AcqRel) {
                return Poll::Pending;
            }
            match pin!(socket.recv()).poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(message) => {
                    // The library may have read more than one.
                    self.waker.has_data.store(true, Ordering::Release);
                    Poll::Ready(Ok(message))
                }
                Poll::Pending => {
                    let count = if has_budget_remaining() {
                        ONE
                    } else {
                        COST_OF_BUSY_TURN
                    };
                    match self.unfinished_rate.check_n(count) {
                        Ok(Ok(())) => Poll::Pending,
                        _ => Poll::Ready(Err(FragmentFlood)),
                    }
                }
            }
        })
        .await
    }
}
