//! The stream of what happens to a bot: who challenges it, which games begin. It stays open; empty lines show that both ends are there.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use damier_club::account::Account;
use futures_util::stream;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::timeout;

use super::connected::{BotStream, Bots};
use super::token::StreamToken;
use crate::connection_place::ConnectionPlace;
use crate::sockets::SocketPlace;

/// After this long without an event an empty line is sent.
pub(super) const QUIET: Duration = Duration::from_secs(6);

struct Events {
    bot: BotStream,
    first: VecDeque<String>,
    token: StreamToken,
    stopping: watch::Receiver<bool>,
    connection: ConnectionPlace,
    _place: SocketPlace,
}

/// The stream of a bot, which is connected from now on.
pub(crate) async fn event_lines(
    bots: &Bots,
    account: &Account,
    first: impl AsyncFnOnce() -> Vec<Value>,
    token: StreamToken,
    stopping: watch::Receiver<bool>,
    connection: ConnectionPlace,
    place: SocketPlace,
) -> Body {
    // It is connected before it is asked what waits, so that nothing falls between.
    let bot = bots.connect(account);
    let first = first().await;
    let events = Events {
        bot,
        first: first.iter().map(Value::to_string).collect(),
        token,
        stopping,
        connection,
        _place: place,
    };
    Body::from_stream(stream::unfold(events, |mut events| async move {
        let line = events.next().await?;
        Some((Ok::<Bytes, Infallible>(line), events))
    }))
}

impl Events {
    async fn next(&mut self) -> Option<Bytes> {
        self.connection.is_taken();
        if *self.stopping.borrow_and_update() || !self.token.is_good().await {
            return None;
        }
        if let Some(line) = self.first.pop_front() {
            return Some(Bytes::from(line + "\n"));
        }
        tokio::select! {
            line = timeout(QUIET, self.bot.lines.recv()) => match line {
                Ok(line) => line.map(|line| Bytes::from(line + "\n")),
                Err(_) => Some(Bytes::from_static(b"\n")),
            },
            _ = self.stopping.changed() => None,
        }
    }
}
