//! How the driver reaches the server: sockets and requests, each from an address of its own in 127.0.0.0/8. So a machine alone is to the server
//! what it is for: many people at many places, each within the limits of one address, which stay as they are.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use anyhow::{Context, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// How long a request and its answer, or opening a socket, may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The address of a person with a number.
pub(crate) fn home(number: usize) -> Ipv4Addr {
    let part = |of: usize| u8::try_from(of % 250 + 1).unwrap_or(1);
    Ipv4Addr::new(127, part(number / 62_500), part(number / 250), part(number))
}

/// How much of what was sent may wait in the operating system of somebody who does not read, in bytes: as little as it allows.
const NARROW: u32 = 4 * 1024;

async fn connect(from: Ipv4Addr, to: SocketAddr, is_narrow: bool) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    if is_narrow {
        socket.set_recv_buffer_size(NARROW)?;
    }
    socket.set_reuseaddr(true)?;
    socket.bind((from, 0).into())?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// An answer to a request.
#[derive(Debug)]
pub(crate) struct Answered {
    pub(crate) status: u16,
    /// When to come back, in seconds, where the server says so.
    pub(crate) retry_after_s: Option<u64>,
    pub(crate) body: String,
}

/// Sends a request with the secret of a seat; without one if it is empty.
pub(crate) async fn post(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    seat: &str,
    body: &Value,
) -> anyhow::Result<Answered> {
    request(from, to, "POST", path, seat, &body.to_string()).await
}

/// Asks for something with the secret of a seat; without one if it is empty.
pub(crate) async fn get(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
    seat: &str,
) -> anyhow::Result<Answered> {
    request(from, to, "GET", path, seat, "").await
}

/// Sends a request whose body is any text, also one that is no JSON.
pub(crate) async fn request(
    from: Ipv4Addr,
    to: SocketAddr,
    method: &str,
    path: &str,
    seat: &str,
    body: &str,
) -> anyhow::Result<Answered> {
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
        Ok(Answered {
            status,
            retry_after_s,
            body: body.to_owned(),
        })
    };
    timeout(PATIENCE, talk).await.context("no answer in time")?
}

/// What was heard at a socket.
#[derive(Debug)]
pub(crate) enum Heard {
    /// A frame.
    Frame(String),
    /// The server has closed it, with this code.
    Closed(Option<u16>),
    /// The connection was lost without a word.
    Lost,
}

/// One end of a socket of live play.
pub(crate) struct LiveConnection(WebSocketStream<TcpStream>);

impl LiveConnection {
    /// Opens one.
    pub(crate) async fn open(from: Ipv4Addr, to: SocketAddr) -> anyhow::Result<Self> {
        Self::open_with(from, to, false).await
    }

    /// Opens one whose end takes little before it is read, so that what is not read waits at the server.
    pub(crate) async fn open_narrow(from: Ipv4Addr, to: SocketAddr) -> anyhow::Result<Self> {
        Self::open_with(from, to, true).await
    }

    async fn open_with(from: Ipv4Addr, to: SocketAddr, is_narrow: bool) -> anyhow::Result<Self> {
        // The library reserves what it reads at once, and its own choice is 128 KiB.
        let config = WebSocketConfig::default()
            .read_buffer_size(4 * 1024)
            .write_buffer_size(0);
        let open = async {
            let stream = connect(from, to, is_narrow).await?;
            let url = format!("ws://{to}/api/v1/live");
            let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
            Ok(Self(socket))
        };
        timeout(PATIENCE, open).await.context("no socket in time")?
    }

    pub(crate) async fn say(&mut self, frame: &Value) -> anyhow::Result<()> {
        self.say_text(frame.to_string()).await
    }

    /// Sends any text, also one that is no frame.
    pub(crate) async fn say_text(&mut self, text: String) -> anyhow::Result<()> {
        self.0.send(Message::text(text)).await?;
        Ok(())
    }

    /// Sends bytes as a message of their own kind, which live play has no use for.
    pub(crate) async fn say_bytes(&mut self, bytes: Vec<u8>) -> anyhow::Result<()> {
        self.0.send(Message::binary(bytes)).await?;
        Ok(())
    }

    /// Writes bytes below the protocol of sockets.
    pub(crate) async fn write_raw(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.0.get_mut().write_all(bytes).await?;
        Ok(())
    }

    /// The next frame, or how the connection ended. May be given up at any time without losing one.
    pub(crate) async fn hear(&mut self) -> Heard {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Heard::Frame(text.as_str().to_owned()),
                Some(Ok(Message::Close(reason))) => {
                    return Heard::Closed(reason.map(|reason| u16::from(reason.code)));
                }
                // A ping is answered with the next thing that is read or written, so at once.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Heard::Lost,
            }
        }
    }

    /// The next frame. May be given up at any time without losing one.
    pub(crate) async fn next(&mut self) -> anyhow::Result<String> {
        loop {
            match self.0.next().await.context("the socket ended")?? {
                Message::Text(text) => return Ok(text.as_str().to_owned()),
                Message::Close(reason) => bail!("closed: {reason:?}"),
                // A ping is answered with the next thing that is read or written, so at once.
                _ => {}
            }
        }
    }

    /// Says that it goes.
    pub(crate) async fn leave(mut self) {
        let _ = timeout(Duration::from_secs(1), self.0.close(None)).await; // gone in any case
    }
}
