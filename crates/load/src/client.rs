//! The driver's HTTP and WebSocket client. Each simulated person connects from its own address in
//! 127.0.0.0/8, so the server's limits per address stay enabled.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use damier_wire::live::ClientFrame;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// Time limit for a request, and for opening a socket.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// The source address of a simulated client.
pub(crate) fn client_address(number: usize) -> Ipv4Addr {
    let part = |of: usize| u8::try_from(of % 250 + 1).unwrap_or(1);
    Ipv4Addr::new(127, part(number / 62_500), part(number / 250), part(number))
}

/// Receive buffer of a client that does not read, in bytes: the smallest that the system allows.
const SMALL_BUFFER: u32 = 4 * 1024;

async fn connect(from: Ipv4Addr, to: SocketAddr, is_small: bool) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if is_small {
        socket.set_recv_buffer_size(SMALL_BUFFER)?;
    }
    socket.set_reuseaddr(true)?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The `Retry-After` header, in seconds.
    pub(crate) retry_after_s: Option<u64>,
    pub(crate) body: String,
}

/// Sends a `POST`, authenticated by a seat's secret unless it is empty.
pub(crate) async fn post(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    seat: &str,
    body: &(impl Serialize + Sync),
) -> anyhow::Result<Response> {
    let body = serde_json::to_string(body)?;
    request(from, to, "POST", path, seat, &body).await
}

/// Sends a `GET`, authenticated by a seat's secret unless it is empty.
pub(crate) async fn get(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    seat: &str,
) -> anyhow::Result<Response> {
    request(from, to, "GET", path, seat, "").await
}

/// Sends a request with any body, also one that is not JSON.
pub(crate) async fn request(
    from: Ipv4Addr,
    to: SocketAddr,
    method: &str,
    path: &str,
    seat: &str,
    body: &str,
) -> anyhow::Result<Response> {
    let authorization = if seat.is_empty() {
        String::new()
    } else {
        format!("authorization: Bearer {seat}\r\n")
    };
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\n{authorization}host: {to}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len(),
    );
    let talk = async {
        let mut stream = connect(from, to, false).await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let (head, body) = answer.split_once("\r\n\r\n").context("no answer")?;
        let status = head.split(' ').nth(1).context("no status")?.parse()?;
        let retry_after_s = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            let is_it = name.eq_ignore_ascii_case("retry-after");
            is_it.then(|| value.trim().parse().ok()).flatten()
        });
        Ok(Response {
            status,
            retry_after_s,
            body: body.to_owned(),
        })
    };
    timeout(REQUEST_TIMEOUT, talk)
        .await
        .context("no response in time")?
}

/// What a socket received.
#[derive(Debug)]
pub(crate) enum Received {
    /// A frame.
    Frame(String),
    /// The server closed the socket with this code.
    Closed(Option<u16>),
    /// The connection was lost without a close frame.
    Lost,
}

/// The client's end of a live-game socket.
pub(crate) struct LiveConnection(WebSocketStream<TcpStream>);

impl LiveConnection {
    /// Opens a socket.
    pub(crate) async fn open(from: Ipv4Addr, to: SocketAddr) -> anyhow::Result<Self> {
        Self::open_with(from, to, false).await
    }

    /// Opens a socket with a small receive buffer, so that unread frames queue up at the server.
    pub(crate) async fn open_with_small_buffer(
        from: Ipv4Addr,
        to: SocketAddr,
    ) -> anyhow::Result<Self> {
        Self::open_with(from, to, true).await
    }

    async fn open_with(from: Ipv4Addr, to: SocketAddr, is_small: bool) -> anyhow::Result<Self> {
        // The library allocates the read buffer at once, 128 KiB by default.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0);
        let open = async {
            let stream = connect(from, to, is_small).await?;
            let url = format!("ws://{to}/api/v1/live");
            let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
            Ok(Self(socket))
        };
        timeout(REQUEST_TIMEOUT, open)
            .await
            .context("no socket in time")?
    }

    pub(crate) async fn say(&mut self, frame: &ClientFrame) -> anyhow::Result<()> {
        self.say_text(frame.to_json()).await
    }

    /// Sends any text, also one that is not a frame.
    pub(crate) async fn say_text(&mut self, text: String) -> anyhow::Result<()> {
        self.0.send(Message::text(text)).await?;
        Ok(())
    }

    /// Sends a binary message, which live games do not use.
    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) -> anyhow::Result<()> {
        self.0.send(Message::binary(bytes)).await?;
        Ok(())
    }

    /// Writes bytes below the WebSocket protocol.
    pub(crate) async fn write_raw(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.0.get_mut().write_all(bytes).await?;
        Ok(())
    }

    /// Returns the next frame, or how the connection ended. Cancel safe.
    pub(crate) async fn receive(&mut self) -> Received {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Received::Frame(text.as_str().to_owned()),
                Some(Ok(Message::Close(reason))) => {
                    return Received::Closed(reason.map(|reason| u16::from(reason.code)));
                }
                // The library answers pings with the next read or write.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Received::Lost,
            }
        }
    }

    /// Returns the next frame. Cancel safe.
    pub(crate) async fn next(&mut self) -> anyhow::Result<String> {
        loop {
            match self.0.next().await.context("the socket ended")?? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(reason) => bail!("closed: {reason:?}"),
                // The library answers pings with the next read or write.
                _ => {}
            }
        }
    }

    /// Closes the socket.
    pub(crate) async fn leave(mut self) {
        let _ = timeout(Duration::from_secs(1), self.0.close(None)).await; // gone in any case
    }
}
