//! The stream of what happens to a bot: who challenges it, which games begin. It stays open; empty
//! lines show that both ends are there.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::future::BoxFuture;
use futures_util::stream;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::timeout;

use super::connected::BotStream;
use super::open_stream::BotEvent;
use super::token::StreamToken;
use crate::connection_permit::ConnectionPlace;
use crate::sockets::SocketPlace;

/// After this long without an event an empty line is sent.
pub(crate) const QUIET: Duration = Duration::from_secs(6);

/// Converts an event to JSON of the Bot API; `None` if it is out of date.
pub(crate) type Told = Box<dyn Fn(BotEvent) -> BoxFuture<'static, Option<Value>> + Send>;

struct Events {
    bot: BotStream,
    first: VecDeque<BotEvent>,
    told: Told,
    token: StreamToken,
    stopping: watch::Receiver<bool>,
    connection: ConnectionPlace,
    _place: SocketPlace,
}

/// The stream of a bot that is connected: what waits for it, then what happens.
pub(crate) fn event_lines(
    bot: BotStream,
    first: Vec<BotEvent>,
    told: Told,
    token: StreamToken,
    stopping: watch::Receiver<bool>,
    connection: ConnectionPlace,
    place: SocketPlace,
) -> Body {
    let events = Events {
        bot,
        first: first.into(),
        told,
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
        loop {
            if *self.stopping.borrow_and_update() || !self.token.is_good().await {
                return None;
            }
            let event = if let Some(event) = self.first.pop_front() {
                event
            } else {
                tokio::select! {
                    event = timeout(QUIET, self.bot.events.recv()) => match event {
                        Ok(event) => event?,
                        Err(_) => return Some(Bytes::from_static(b"\n")),
                    },
                    _ = self.stopping.changed() => return None,
                }
            };
            if let Some(told) = (self.told)(event).await {
                return Some(Bytes::from(told.to_string() + "\n"));
            }
        }
    }
}
