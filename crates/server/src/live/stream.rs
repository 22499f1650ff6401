//! The frames of a game as a stream of lines (NDJSON), for programs that use plain HTTP. They act
//! by `POST /live/acts`.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use damier_session::GameId;
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::sleep;

use super::membership::{EnterError, Membership};
use super::queue::{QueueReader, queue};
use super::seats::SeatHolder;
use crate::friends::spectating;
use crate::friends::spectating::SpectatorRight;
use crate::live::actors::GameActors;
use crate::sockets::SocketPermit;

/// After this long without a frame an empty line is sent, so that both ends notice a lost
/// connection.
const QUIET: Duration = Duration::from_secs(15);

/// The state of one stream.
struct Lines {
    reader: QueueReader,
    stopping: watch::Receiver<bool>,
    spectating: Option<SpectatorRight>,
    _membership: Membership,
    _place: SocketPermit,
}

/// The stream of a seat's frames. The welcome is the first.
pub(crate) async fn lines(
    actors: &Arc<GameActors>,
    game: GameId,
    holder: SeatHolder,
    from: IpAddr,
    have: u32,
    stopping: watch::Receiver<bool>,
    place: SocketPermit,
) -> Result<Body, EnterError> {
    let spectating = match holder.key {
        Some(key) => SpectatorRight::from(actors, key, holder.role).await,
        None => Ok(None),
    };
    let spectating = spectating.map_err(|_| EnterError::Unreachable)?;
    let (queue, reader) = queue();
    let membership = Membership::enter(actors, game, holder, have, &queue).await?;
    actors.note_played_from(game, holder.role, from);
    let lines = Lines {
        reader,
        stopping,
        spectating,
        _membership: membership,
        _place: place,
    };
    Ok(Body::from_stream(stream::unfold(
        lines,
        |mut lines| async move {
            let line = lines.next().await?;
            Some((Ok::<Bytes, Infallible>(line), lines))
        },
    )))
}

impl Lines {
    async fn next(&mut self) -> Option<Bytes> {
        if *self.stopping.borrow_and_update() {
            return None;
        }
        let mut quiet = std::pin::pin!(sleep(QUIET));
        loop {
            tokio::select! {
                frame = self.reader.next() => {
                    return frame.map(|frame| Bytes::from(format!("{}\n", frame.text())));
                }
                () = quiet.as_mut() => return Some(Bytes::from_static(b"\n")),
                _ = self.stopping.changed() => return None,
                () = spectating::is_due(&mut self.spectating) => {
                    if spectating::is_over(&mut self.spectating).await {
                        return None;
                    }
                }
            }
        }
    }
}
