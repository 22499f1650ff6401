//! Players of live games for the tests: secrets, challenges and sockets.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{Answer, Running, bearer};

/// How long a test waits for a frame.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A secret with a number.
pub(crate) fn secret(number: u32) -> String {
    format!("{number:_>43}")
}

/// A random UUID with a number in it.
pub(crate) fn uuid(number: u32) -> String {
    format!("{number:08x}-58cc-4372-a567-0e02b2c3d479")
}

/// A challenge with these settings in addition to the usual ones.
pub(crate) fn challenge(variant: &str, more: &Value) -> Value {
    let mut settings = json!({
        "start": null,
        "clock": { "initial_ms": 300_000, "increment_ms": 3_000 },
        "white": { "kind": "person", "name": "" },
        "black": { "kind": "person", "name": "" },
        "few_pieces": "fresh",
    });
    for (key, value) in more.as_object().unwrap() {
        settings[key] = value.clone();
    }
    json!({ "variant": variant, "settings": settings, "host": "Awa", "colour": "white" })
}

impl Running {
    pub(crate) async fn sitting(
        &self,
        seat: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Answer {
        let secret = bearer(seat);
        let headers = [
            ("authorization", secret.as_str()),
            ("content-type", "application/json"),
        ];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.ask_without_secret(method, &format!("/api/v1{path}"), &headers, body)
            .await
    }

    /// Offers game `number` with the secrets `10 * number` (host) and `10 * number + 1`
    /// (invitation).
    pub(crate) async fn offer(&self, number: u32, challenge: &Value) -> Answer {
        let body = json!({ "id": uuid(number), "challenge": challenge, "invitation": secret(10 * number + 1) });
        self.sitting(&secret(10 * number), "POST", "/challenges", &body)
            .await
    }

    /// Accepts it with the secret `10 * number + 2`.
    pub(crate) async fn accept(&self, number: u32) -> Answer {
        let body = json!({ "invitation": secret(10 * number + 1), "name": "Piet" });
        self.sitting(&secret(10 * number + 2), "POST", "/challenge/accept", &body)
            .await
    }

    /// Begins a game with Awa as White against Piet; returns both secrets.
    pub(crate) async fn game(&self, number: u32, challenge: &Value) -> [String; 2] {
        self.offer(number, challenge).await.ok();
        self.accept(number).await.ok();
        [secret(10 * number), secret(10 * number + 2)]
    }

    /// A socket that has not sent a hello yet.
    pub(crate) async fn socket(&self) -> Socket {
        self.socket_from(None).await.unwrap()
    }

    pub(crate) async fn socket_from(&self, origin: Option<&str>) -> Result<Socket, u16> {
        let mut request = format!("ws://{}/api/v1/live", self.address)
            .into_client_request()
            .unwrap();
        if let Some(origin) = origin {
            request
                .headers_mut()
                .insert("origin", origin.parse().unwrap());
        }
        match connect_async(request).await {
            Ok((stream, _)) => Ok(Socket {
                stream,
                commands: 0,
                unread: VecDeque::new(),
            }),
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Advances the clock in steps too short for an outage.
    pub(crate) async fn let_time_pass(&self, ms: u64) {
        let mut left = ms;
        while left > 0 {
            let step = left.min(2_000);
            left -= step;
            self.clock.0.fetch_add(step, Ordering::SeqCst);
            self.wait_for_a_beat().await;
        }
    }

    /// Waits until the server accepts moves at the time of its clock. A heartbeat is stored each
    /// second.
    pub(crate) async fn wait_for_a_beat(&self) {
        let is_late = async || {
            let beat = self.live.heartbeat.last_beat_ms().await.unwrap();
            beat.is_none_or(|beat| beat + 1_000 <= self.clock.0.load(Ordering::SeqCst))
        };
        while is_late().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// A connection that has sent this request, and reads its response incrementally.
    pub(crate) async fn reading(&self, request: &str) -> Reading {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        Reading {
            stream,
            read: String::new(),
        }
    }

    /// A socket that has sent hello, and its welcome.
    pub(crate) async fn enter(&self, seat: &str) -> (Socket, Value) {
        let mut socket = self.socket().await;
        socket
            .say(&json!({ "frame": "hello", "seat": seat, "have": 0 }))
            .await;
        let welcome = socket.wait("welcome").await;
        (socket, welcome)
    }
}

/// A client's end of a socket.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    commands: u32,
    unread: VecDeque<Value>,
}

impl Socket {
    pub(crate) async fn say(&mut self, frame: &Value) {
        self.text(&frame.to_string()).await;
    }

    pub(crate) async fn text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn binary(&mut self, bytes: &'static [u8]) {
        self.stream.send(Message::binary(bytes)).await.unwrap();
    }

    /// The next frame, or `None` when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        if let Some(frame) = self.unread.pop_front() {
            return Some(frame);
        }
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.stream.next());
            match message.await.expect("nothing came") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Reads until the socket is closed, and returns the code and the reason; `None` if it breaks
    /// off without any.
    pub(crate) async fn closed(&mut self) -> Option<(u16, String)> {
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.stream.next());
            match message.await.expect("it stays open") {
                Some(Ok(Message::Close(Some(why)))) => {
                    return Some((why.code.into(), why.reason.to_string()));
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Sends the same message many times, as fast as the system takes them, until the server
    /// closes.
    pub(crate) async fn flood(&mut self, message: &Message, times: u32) {
        for _ in 0..times {
            if self.stream.feed(message.clone()).await.is_err() {
                return;
            }
        }
        let _ = self.stream.flush().await;
    }

    /// Sends a message, unless the server has closed.
    pub(crate) async fn message(&mut self, message: Message) {
        let _ = self.stream.send(message).await;
    }

    /// The next frame of a kind; earlier frames stay in the queue.
    pub(crate) async fn wait(&mut self, kind: &str) -> Value {
        let mut others = VecDeque::new();
        loop {
            let frame = self
                .next()
                .await
                .unwrap_or_else(|| panic!("closed before {kind}; {others:?}"));
            if frame["frame"] == kind {
                others.append(&mut self.unread);
                self.unread = others;
                return frame;
            }
            others.push_back(frame);
        }
    }

    /// The next event.
    pub(crate) async fn event(&mut self) -> Value {
        self.wait("event").await
    }

    /// Sends a command, and returns its `done` or `refused`.
    pub(crate) async fn act(&mut self, want: &Value) -> Value {
        self.commands += 1;
        let id = format!(
            "{:08x}-0000-4000-8000-{:012x}",
            self.commands,
            std::ptr::from_ref(self) as usize & 0xffff_ffff
        );
        self.act_as(&id, want).await
    }

    pub(crate) async fn act_as(&mut self, id: &str, want: &Value) -> Value {
        self.say(&json!({ "frame": "act", "id": id, "want": want }))
            .await;
        let mut others = VecDeque::new();
        loop {
            let frame = self
                .next()
                .await
                .unwrap_or_else(|| panic!("closed; {others:?}"));
            if frame["id"] == id || frame["frame"] == "trouble" {
                others.append(&mut self.unread);
                self.unread = others;
                return frame;
            }
            others.push_back(frame);
        }
    }

    /// Repeats it until the server accepts acts: one that was just started first checks for other
    /// nodes.
    pub(crate) async fn act_when_taken(&mut self, id: &str, want: &Value) -> Value {
        loop {
            let answer = self.act_as(id, want).await;
            if answer["code"] != "unavailable" {
                return answer;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub(crate) async fn play(&mut self, text: &str) -> Value {
        self.act(&json!({ "act": "move", "move": text })).await
    }
}

/// A response that is read incrementally.
pub(crate) struct Reading {
    stream: TcpStream,
    read: String,
}

impl Reading {
    /// Reads until this text arrives.
    pub(crate) async fn until(&mut self, text: &str) {
        self.until_any(&[text]).await;
    }

    /// Reads until one of these texts arrives, and returns it.
    pub(crate) async fn until_any(&mut self, texts: &[&str]) -> usize {
        loop {
            let has = |text: &&str| self.read.contains(*text);
            if let Some(number) = texts.iter().position(has) {
                return number;
            }
            let mut bytes = [0; 4_096];
            let count = tokio::time::timeout(TIMEOUT, self.stream.read(&mut bytes));
            let count = count.await.expect("nothing came").unwrap();
            assert!(count > 0, "closed before {texts:?}: {}", self.read);
            self.read
                .push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    }

    /// Whether this text has arrived.
    pub(crate) fn has(&self, text: &str) -> bool {
        self.read.contains(text)
    }

    /// The received lines that are JSON.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.read.lines().filter(|line| line.starts_with('{'));
        let read = lines.map(serde_json::from_str);
        read.filter_map(Result::ok).collect() // the last one may not be whole
    }

    /// The last received line that contains this, as JSON; it must exist.
    #[track_caller]
    pub(crate) fn line_with(&self, text: &str) -> Value {
        let lines = self.read.lines().rev();
        let mut found = lines.filter(|line| line.starts_with('{') && line.contains(text));
        let line = found
            .next()
            .unwrap_or_else(|| panic!("no {text}: {}", self.read));
        serde_json::from_str(line).unwrap()
    }

    /// Reads until the server has closed the stream.
    pub(crate) async fn ended(&mut self) {
        loop {
            let mut bytes = [0; 4_096];
            let count = tokio::time::timeout(TIMEOUT, self.stream.read(&mut bytes));
            let count = count.await.expect("it does not end").unwrap();
            if count == 0 {
                return;
            }
            self.read
                .push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    }
}
