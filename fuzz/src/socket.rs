//! The client's end of a WebSocket, which sends payloads without checking them.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::server::{Served, read_head};

/// A WebSocket connection.
pub struct Socket {
    stream: TcpStream,
    unread: Vec<u8>,
}

/// A received message.
#[derive(Debug)]
pub enum Message {
    /// A text message.
    Text(String),
    /// The connection was closed, with the close code if there is one.
    Closed(Option<u16>),
}

impl Socket {
    /// Opens a socket for live play.
    pub fn open(served: &Served) -> Self {
        let mut stream = served.connect();
        let request = format!(
            "GET /api/v1/live HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            served.address
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let (head, unread) = read_head(&mut stream);
        assert!(head.starts_with("HTTP/1.1 101"), "{head}");
        Self { stream, unread }
    }

    /// Sends a text or binary message. Errors are ignored, since the server may have closed the
    /// connection.
    pub fn send(&mut self, is_text: bool, payload: &[u8]) {
        let mut frame = vec![if is_text { 0x81 } else { 0x82 }];
        match payload.len() {
            length @ 0..126 => frame.push(0x80 | length as u8),
            length @ 126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend_from_slice(&(length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend_from_slice(&(length as u64).to_be_bytes());
            }
        }
        frame.extend_from_slice(&[0; 4]); // a mask that changes nothing
        frame.extend_from_slice(payload);
        let _ = self.stream.write_all(&frame);
    }

    /// Waits for the next message.
    pub fn receive(&mut self) -> Message {
        loop {
            let Some(head) = self.take(2) else {
                return Message::Closed(None);
            };
            let (first, second) = (head[0], head[1]);
            let mut length = u64::from(second & 0x7f);
            if length >= 126 {
                let Some(bytes) = self.take(if length == 126 { 2 } else { 8 }) else {
                    return Message::Closed(None);
                };
                length = bytes
                    .iter()
                    .fold(0, |length, byte| length << 8 | u64::from(*byte));
            }
            let Some(payload) = self.take(length as usize) else {
                return Message::Closed(None);
            };
            match first & 0x0f {
                1 => return Message::Text(String::from_utf8(payload).expect("text")),
                8 => {
                    let code = payload.first_chunk().map(|code| u16::from_be_bytes(*code));
                    return Message::Closed(code);
                }
                _ => {} // a ping, which need not be answered soon
            }
        }
    }

    fn take(&mut self, count: usize) -> Option<Vec<u8>> {
        while self.unread.len() < count {
            let mut part = [0; 4_096];
            match self.stream.read(&mut part) {
                Ok(0) => return None,
                Ok(read) => self.unread.extend_from_slice(&part[..read]),
                Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => return None,
                Err(error) => panic!("no answer: {error}"),
            }
        }
        let rest = self.unread.split_off(count);
        Some(std::mem::replace(&mut self.unread, rest))
    }
}
