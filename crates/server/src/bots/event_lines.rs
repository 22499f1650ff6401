//! A bot's event stream: challenges and beginning games. It stays open; empty lines keep the
//! connection alive.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::time::Duration;

use axum::body::{Body, Bytes};
use damier_wire::bots::BotEventLine;
use futures_util::future::BoxFuture;
use futures_util::stream;
use serde::Serialize;
use tokio::sync::watch;
use tokio::time::timeout;

use super::connected::BotStream;
use super::open_stream::BotEvent;
use super::token::StreamToken;
use crate::connection_permit::ConnectionPermit;
use crate::sockets::SocketPermit;

/// After this long without an event an empty line is sent.
pub(crate) const QUIET: Duration = Duration::from_secs(6);

/// Converts an event to its line; `None` if it is out of date.
pub(crate) type ToLine = Box<dyn Fn(BotEvent) -> BoxFuture<'static, Option<BotEventLine>> + Send>;

/// A value as a line of JSON.
pub(super) fn json_line(value: &impl Serialize) -> Bytes {
    // Numbers, texts and lists only: serialising cannot fail.
    Bytes::from(serde_json::to_string(value).unwrap_or_default() + "\n")
}

struct Events {
    bot: BotStream,
    first: VecDeque<BotEvent>,
    to_line: ToLine,
    token: StreamToken,
    stopping: watch::Receiver<bool>,
    connection: ConnectionPermit,
    _place: SocketPermit,
}

/// The stream of a connected bot: pending events first, then new ones.
pub(crate) fn event_lines(
    bot: BotStream,
    first: Vec<BotEvent>,
    to_line: ToLine,
    token: StreamToken,
    stopping: watch::Receiver<bool>,
    connection: ConnectionPermit,
    place: SocketPermit,
) -> Body {
    let events = Events {
        bot,
        first: first.into(),
        to_line,
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
            if let Some(line) = (self.to_line)(event).await {
                return Some(json_line(&line));
            }
        }
    }
}
