//! Streamed responses: each chunk contains one game, and holds a permit only while it is written.
//! So concurrent downloads do not block other requests, and memory does not grow with the file.
//!
//! If a client does not read, nothing polls the body, and a half-written chunk would keep its
//! permit, database connection and queue slot. (Compression requests the next chunk before it
//! returns the current one.) So each chunk is written in a task of its own, which completes
//! regardless of the client and ends with the connection.

use std::future::Future;

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::task::JoinSet;
use tracing::Instrument;

use crate::guard::load::Permits;

/// A source of chunks.
pub(crate) trait Chunks: Send + 'static {
    /// The next chunk; `None` at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Interrupted>> + Send;
}

/// The response cannot continue. The connection is aborted, so that clients do not take the part
/// for the whole.
#[derive(Debug, thiserror::Error)]
#[error("the download was interrupted")]
pub(crate) struct Interrupted;

/// A response body made of these chunks. A slow reader holds no permit.
pub(crate) fn chunked_body(chunks: impl Chunks, permits: Permits) -> Body {
    let texts = stream::try_unfold((chunks, permits), |(mut chunks, permits)| {
        in_own_task(async move {
            let place = permits.take().await.ok_or(Interrupted)?; // the semaphore is never closed
            let text = chunks.next().await?;
            drop(place);
            Ok::<_, Interrupted>(text.map(|text| (Bytes::from(text), (chunks, permits))))
        })
    });
    Body::from_stream(texts)
}

/// Runs in a task of its own: it continues while it is not polled, and is aborted when the response
/// is dropped.
pub(crate) async fn in_own_task<T: Send + 'static>(
    work: impl Future<Output = Result<T, Interrupted>> + Send + 'static,
) -> Result<T, Interrupted> {
    let mut tasks = JoinSet::new(); // its tasks end with it
    tasks.spawn(work.in_current_span());
    match tasks.join_next().await {
        Some(Ok(done)) => done,
        Some(Err(error)) => {
            tracing::error!(%error, "the task of a download panicked");
            Err(Interrupted)
        }
        None => Err(Interrupted), // there is one task
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use futures_util::FutureExt;
    use http_body_util::BodyExt;
    use tokio::sync::Notify;
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::config::ServerLimits;
    use crate::guard::load::Load;

    /// Three chunks, of which the last may fail.
    struct Three {
        written: u8,
        fails: bool,
    }

    impl Chunks for Three {
        async fn next(&mut self) -> Result<Option<String>, Interrupted> {
            self.written += 1;
            match self.written {
                3 if self.fails => Err(Interrupted),
                1..=3 => Ok(Some(format!("piece {}\n", self.written))),
                _ => Ok(None),
            }
        }
    }

    /// Chunks that take time, and report when they begin.
    struct Slow {
        begun: Arc<Notify>,
        takes: Duration,
    }

    impl Chunks for Slow {
        async fn next(&mut self) -> Result<Option<String>, Interrupted> {
            self.begun.notify_one();
            sleep(self.takes).await;
            Ok(Some("a piece\n".to_owned()))
        }
    }

    /// A body that is polled once, so that a chunk has begun, and not again.
    async fn asked_once(takes: Duration, permits: Permits) -> Body {
        let begun = Arc::new(Notify::new());
        let slow = Slow {
            begun: begun.clone(),
            takes,
        };
        let mut body = chunked_body(slow, permits);
        assert!(body.frame().now_or_never().is_none());
        begun.notified().await;
        body
    }

    /// So many requests at once, one of each address.
    fn load(requests_at_once: u32) -> Load {
        Load::new(ServerLimits {
            requests_at_once,
            requests_at_once_per_address: 1,
            ..ServerLimits::default()
        })
    }

    /// The permits of two clients at different addresses.
    fn two_of(load: &Load) -> [Permits; 2] {
        ["192.0.2.1", "192.0.2.2"].map(|ip| load.of(ip.parse().unwrap()))
    }

    #[tokio::test]
    async fn each_piece_waits_for_a_permit_of_its_address() {
        let [one, other] = two_of(&load(2));
        let three = Three {
            written: 0,
            fails: false,
        };
        let mut body = chunked_body(three, one.clone());
        let first = body.frame().await.unwrap().unwrap();
        assert_eq!(first.into_data().unwrap(), "piece 1\n");
        // Between two chunks the permit is free; while others hold it, nothing is written.
        let held = one.take().await.unwrap();
        let early = timeout(Duration::from_millis(20), body.frame());
        assert!(early.await.is_err(), "it is written without a permit");
        assert!(other.take().await.is_some());
        drop(held);
        let rest = timeout(Duration::from_secs(5), body.collect()).await;
        assert_eq!(rest.unwrap().unwrap().to_bytes(), "piece 2\npiece 3\n");
        let free = timeout(Duration::from_secs(5), one.take()).await;
        assert!(free.unwrap().is_some(), "it is given back at the end");
    }

    #[tokio::test]
    async fn a_failed_file_is_aborted() {
        let three = Three {
            written: 0,
            fails: true,
        };
        let [one, _] = two_of(&load(2));
        assert!(chunked_body(three, one).collect().await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn an_unread_piece_is_written_and_holds_no_permit() {
        let [one, other] = two_of(&load(1));
        let mut body = asked_once(Duration::from_millis(10), one).await;
        let place = timeout(Duration::from_secs(5), other.take()).await;
        let place = place.expect("others wait for whoever does not read");
        // A client that reads again gets it, also while others hold all permits.
        let piece = timeout(Duration::from_secs(5), body.frame()).await;
        let piece = piece.unwrap().unwrap().unwrap();
        assert_eq!(piece.into_data().unwrap(), "a piece\n");
        drop(place.unwrap());
    }

    #[tokio::test(start_paused = true)]
    async fn a_piece_ends_with_its_connection() {
        let [one, other] = two_of(&load(1));
        let body = asked_once(Duration::from_hours(1), one).await;
        let mut next = std::pin::pin!(other.take());
        let early = timeout(Duration::from_secs(5), next.as_mut()).await;
        assert!(early.is_err(), "it is still written");
        drop(body);
        let free = timeout(Duration::from_secs(5), next).await;
        assert!(free.unwrap().is_some());
    }

    struct Buggy;

    impl Chunks for Buggy {
        async fn next(&mut self) -> Result<Option<String>, Interrupted> {
            panic!("a bug")
        }
    }

    #[tokio::test]
    async fn a_panic_in_a_piece_aborts_the_file_and_releases_the_permit() {
        let [one, other] = two_of(&load(1));
        assert!(chunked_body(Buggy, one).collect().await.is_err());
        let free = timeout(Duration::from_secs(5), other.take()).await;
        assert!(free.unwrap().is_some());
    }
}
