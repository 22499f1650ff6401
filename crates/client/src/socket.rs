//! One connection to the live games of a server: frames in, frames out.

use std::time::Duration;

use damier_wire::live::ServerFrame;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::connection::{Connection, Connector};

/// How long opening it may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(1);

/// The longest frame of a server, in bytes: a whole game of thousands of acts.
const LONGEST: usize = 4 * 1024 * 1024;

/// A socket.
pub(crate) struct LiveSocket(WebSocketStream<Connection>);

impl LiveSocket {
    /// Opens one; the error says why not.
    pub(crate) async fn open(connector: &Connector) -> Result<Self, String> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST));
        let open = async {
            let stream = connector.open().await;
            let stream = stream.map_err(|error| error.to_string())?;
            // The scheme is only words here: the stream is encrypted already, or not.
            let url = format!("ws://{}/api/v1/live", connector.server().authority());
            let opened = client_async_with_config(url, stream, Some(config)).await;
            let (socket, _) = opened.map_err(|error| error.to_string())?;
            Ok(Self(socket))
        };
        timeout(PATIENCE, open)
            .await
            .unwrap_or_else(|_| Err("no answer in time".to_owned()))
    }

    pub(crate) async fn say(&mut self, frame: &Value) -> Result<(), String> {
        let sent = self.0.send(Message::text(frame.to_string()));
        timeout(PATIENCE, sent)
            .await
            .map_err(|_| "nothing is taken".to_owned())?
            .map_err(|error| error.to_string())
    }

    /// The next frame. May be given up at any time without losing one.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => match ServerFrame::from_json(text.as_str()) {
                    Ok(Some(frame)) => return Ok(frame),
                    Ok(None) => {}
                    Err(error) => return Err(format!("a frame cannot be read: {error}")),
                },
                Some(Ok(Message::Close(_))) | None => return Err("it was closed".to_owned()),
                // A ping is answered with the next thing that is read or written, so at once.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
            }
        }
    }

    /// Says that it goes.
    pub(crate) async fn leave(mut self) {
        let _ = timeout(GOODBYE, self.0.close(None)).await; // gone in any case
    }
}
