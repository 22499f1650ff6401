//! A round as a stream of lines (NDJSON): all boards first, then each changed board once it is
//! visible. A slow reader gets the latest state of each board and delays no one.
//! no one.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use damier_people::broadcasts::BroadcastId;
use futures_util::stream;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::broadcasts::rounds::{Line, OpenRounds, VisibleRound};
use crate::clock::WallClock;
use crate::connection_permit::ConnectionPermit;
use crate::live::actors::GameActors;
use crate::sockets::SocketPermit;

/// After this long without a line an empty one is sent, so that both ends notice a broken
/// connection.
const QUIET: Duration = Duration::from_secs(10);

/// Resources held while a stream is open.
pub(crate) struct StreamPermits {
    pub(crate) stopping: watch::Receiver<bool>,
    pub(crate) connection: ConnectionPermit,
    pub(crate) _place: SocketPermit,
}

struct Lines {
    held: StreamPermits,
    clock: Arc<dyn WallClock>,
    due: watch::Receiver<Arc<VisibleRound>>,
    sent: VisibleRound,
    waiting: VecDeque<Bytes>,
}

/// The lines of a round; `None` if too many rounds are open.
pub(crate) fn round_lines(
    open_rounds: &Arc<OpenRounds>,
    actors: &Arc<GameActors>,
    id: &BroadcastId,
    round: u8,
    held: StreamPermits,
) -> Option<Body> {
    let lines = Lines {
        held,
        clock: actors.clock.clone(),
        due: open_rounds.enter(actors, id, round)?,
        sent: VisibleRound::default(),
        waiting: VecDeque::new(),
    };
    Some(Body::from_stream(stream::unfold(
        lines,
        |mut lines| async move {
            let line = lines.next().await?;
            Some((Ok::<Bytes, Infallible>(line), lines))
        },
    )))
}

impl Lines {
    async fn next(&mut self) -> Option<Bytes> {
        self.held.connection.is_taken();
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Some(line);
            }
            if self.sent.is_over || *self.held.stopping.borrow_and_update() {
                return None;
            }
            let due = self.due.borrow_and_update().clone();
            self.queue(&due);
            if !self.waiting.is_empty() || self.sent.is_over {
                continue;
            }
            tokio::select! {
                changed = timeout(QUIET, self.due.changed()) => match changed {
                    Ok(Ok(())) => {}
                    // The task of the round has ended, as it does when the broadcast is over:
                    // clients reconnect.
                    Ok(Err(_)) => return None,
                    Err(_) => return Some(Bytes::from_static(b"\n")),
                },
                _ = self.held.stopping.changed() => return None,
            }
        }
    }

    /// Queues what is new.
    fn queue(&mut self, due: &VisibleRound) {
        if due.is_over {
            self.waiting.push_back(Line::Over.bytes());
            self.sent = due.clone();
            return;
        }
        if due.head.is_empty() {
            return; // not read yet
        }
        let is_first = self.sent.head.is_empty();
        if self.sent.head != due.head {
            self.waiting.push_back(due.head.clone());
        }
        for (board, line) in &due.boards {
            if self.sent.boards.get(board) != Some(line) {
                self.waiting.push_back(line.clone());
            }
        }
        let gone = self
            .sent
            .boards
            .keys()
            .filter(|board| !due.boards.contains_key(board));
        let gone = gone.map(|board| Line::Gone { board: *board }.bytes());
        self.waiting.extend(gone);
        if is_first {
            let now_ms = self.clock.now_ms();
            self.waiting.push_back(Line::Ready { now_ms }.bytes());
        }
        self.sent = due.clone();
    }
}
