//! A WebSocket connection to the live games of a server.

use std::time::Duration;

use damier_wire::live::{ClientFrame, ServerFrame};
use futures_util::{SinkExt, StreamExt};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::connection::{Connection, Connector};

/// Time limit for opening the socket and for sending a frame.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// Time limit for closing the socket.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The longest frame of a server, in bytes: a whole game of thousands of acts.
const MAX_FRAME_BYTES: usize = 4 * 1024 * 1024;

/// A WebSocket that reads and writes JSON frames.
pub(crate) struct LiveSocket(WebSocketStream<Connection>);

impl LiveSocket {
    /// Opens a socket; the error is the reason for the failure.
    pub(crate) async fn open(connector: &Connector) -> Result<Self, String> {
        let config = WebSocketConfig::default()
            .max_message_size(Some(MAX_FRAME_BYTES))
            .max_frame_size(Some(MAX_FRAME_BYTES));
        let open = async {
            let stream = connector.open().await;
            let stream = stream.map_err(|error| error.to_string())?;
            // The scheme has no effect: the stream is already encrypted or plain.
            let url = format!("ws://{}/api/v1/live", connector.server().authority());
            let opened = client_async_with_config(url, stream, Some(config)).await;
            let (socket, _) = opened.map_err(|error| error.to_string())?;
            Ok(Self(socket))
        };
        timeout(SEND_TIMEOUT, open)
            .await
            .unwrap_or_else(|_| Err("no response in time".to_owned()))
    }

    pub(crate) async fn send(&mut self, frame: &ClientFrame) -> Result<(), String> {
        let sent = self.0.send(Message::text(frame.to_json()));
        timeout(SEND_TIMEOUT, sent)
            .await
            .map_err(|_| "sending timed out".to_owned())?
            .map_err(|error| error.to_string())
    }

    /// Returns the next frame. Cancel safe.
    pub(crate) async fn next(&mut self) -> Result<ServerFrame, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => match ServerFrame::from_json(text.as_str()) {
                    Ok(Some(frame)) => return Ok(frame),
                    Ok(None) => {}
                    Err(error) => return Err(format!("invalid frame: {error}")),
                },
                Some(Ok(Message::Close(_))) | None => {
                    return Err("the server closed the connection".to_owned());
                }
                // The library answers pings with the next read or write.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
            }
        }
    }

    /// Closes the socket.
    pub(crate) async fn close(mut self) {
        let _ = timeout(CLOSE_TIMEOUT, self.0.close(None)).await; // gone in any case
    }
}
