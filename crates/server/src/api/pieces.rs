//! Files that are written while they are sent, piece by piece: each piece is a game or so, and takes a place among the requests while it is written.
//! So many files at once leave places to everybody else, and a large one needs no more memory than a small one.

use std::future::Future;

use axum::body::{Body, Bytes};
use futures_util::stream;

use crate::guard::load::Permits;

/// What is written piece by piece.
pub(super) trait Pieces: Send + 'static {
    /// The next piece; `None` at the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Interrupted>> + Send;
}

/// The file cannot go on. The connection is cut, so that nobody takes the part that was sent for the whole.
#[derive(Debug, thiserror::Error)]
#[error("the file cannot go on")]
pub(super) struct Interrupted;

/// The body of a response with these pieces. Whoever reads slowly holds no place meanwhile.
pub(super) fn in_pieces(pieces: impl Pieces, permits: Permits) -> Body {
    let texts = stream::try_unfold((pieces, permits), async |(mut pieces, permits)| {
        let place = permits.take().await.ok_or(Interrupted)?; // nothing closes the places
        let text = pieces.next().await?;
        drop(place);
        Ok::<_, Interrupted>(text.map(|text| (Bytes::from(text), (pieces, permits))))
    });
    Body::from_stream(texts)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use http_body_util::BodyExt;
    use tokio::time::timeout;

    use super::*;
    use crate::config::ServerLimits;
    use crate::guard::load::Load;

    /// Three pieces, of which the last may fail.
    struct Three {
        written: u8,
        fails: bool,
    }

    impl Pieces for Three {
        async fn next(&mut self) -> Result<Option<String>, Interrupted> {
            self.written += 1;
            match self.written {
                3 if self.fails => Err(Interrupted),
                1..=3 => Ok(Some(format!("piece {}\n", self.written))),
                _ => Ok(None),
            }
        }
    }

    fn load() -> Load {
        Load::new(ServerLimits {
            requests_at_once: 2,
            requests_at_once_per_address: 1,
            ..ServerLimits::default()
        })
    }

    #[tokio::test]
    async fn each_piece_waits_for_a_place_among_the_requests_of_its_address() {
        let load = load();
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|ip| load.of(ip.parse().unwrap()));
        let three = Three {
            written: 0,
            fails: false,
        };
        let mut body = in_pieces(three, one.clone());
        let first = body.frame().await.unwrap().unwrap();
        assert_eq!(first.into_data().unwrap(), "piece 1\n");
        // Between two pieces the place is free; while others have it, nothing is written.
        let held = one.take().await.unwrap();
        let early = timeout(Duration::from_millis(20), body.frame());
        assert!(early.await.is_err(), "it is written without a place");
        assert!(other.take().await.is_some());
        drop(held);
        let rest = timeout(Duration::from_secs(5), body.collect()).await;
        assert_eq!(rest.unwrap().unwrap().to_bytes(), "piece 2\npiece 3\n");
        let free = timeout(Duration::from_secs(5), one.take()).await;
        assert!(free.unwrap().is_some(), "it is given back at the end");
    }

    #[tokio::test]
    async fn what_cannot_go_on_is_cut() {
        let three = Three {
            written: 0,
            fails: true,
        };
        let load = load();
        let body = in_pieces(three, load.of("192.0.2.1".parse().unwrap()));
        assert!(body.collect().await.is_err());
    }
}
