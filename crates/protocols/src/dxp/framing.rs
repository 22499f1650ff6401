//! Splits a stream of bytes into messages. Each message ends with a NUL; it may arrive in pieces,
//! or together with others.

use std::io::{self, ErrorKind, Read, Write};

use super::message::Message;

/// The longest message that the protocol allows, in bytes without the NUL.
pub const LONGEST: usize = 127;

/// A stream that has no NUL within this many bytes is not DXP.
const ENDLESS: usize = 64 * 1024;

/// A frame read from a stream.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// The bytes of a message, without the NUL.
    Whole(Vec<u8>),
    /// More bytes than a message can have. These are the first of them; the rest is skipped.
    TooLong(Vec<u8>),
}

/// Reads messages from a stream.
///
/// ```
/// use damier_protocols::dxp::{Frame, Frames};
///
/// let mut frames = Frames::new(&b"E10\0Cgood game\0E0"[..]);
/// assert_eq!(frames.next_frame()?, Some(Frame::Whole(b"E10".to_vec())));
/// assert_eq!(frames.next_frame()?, Some(Frame::Whole(b"Cgood game".to_vec())));
/// assert!(frames.next_frame().is_err(), "a message broken off");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Frames<R> {
    stream: R,
    buffer: [u8; 512],
    /// The bytes of the buffer that have not been used yet.
    unread: std::ops::Range<usize>,
}

impl<R: Read> Frames<R> {
    /// Reads a stream.
    pub fn new(stream: R) -> Frames<R> {
        Frames {
            stream,
            buffer: [0; 512],
            unread: 0..0,
        }
    }

    /// The next message; `None` if the stream ends between two messages. Empty messages are
    /// skipped.
    ///
    /// # Errors
    /// Those of the stream. It is also an error if the stream ends within a message, or if a
    /// message does not end. After an error, the stream must not be read again.
    pub fn next_frame(&mut self) -> io::Result<Option<Frame>> {
        let mut message = Vec::new();
        let mut seen = 0_usize;
        loop {
            if self.unread.is_empty() && !self.fill()? {
                if seen == 0 {
                    return Ok(None);
                }
                let text = "the connection ends inside of a message";
                return Err(io::Error::new(ErrorKind::UnexpectedEof, text));
            }
            let arrived = &self.buffer[self.unread.clone()];
            let nul = arrived.iter().position(|&byte| byte == 0);
            let piece = &arrived[..nul.unwrap_or(arrived.len())];
            seen += piece.len();
            let room = LONGEST - message.len();
            message.extend_from_slice(&piece[..piece.len().min(room)]);
            self.unread.start += piece.len() + usize::from(nul.is_some());
            if seen > ENDLESS {
                let text = "a message does not end: this is not DXP";
                return Err(io::Error::new(ErrorKind::InvalidData, text));
            }
            if nul.is_some() && seen > LONGEST {
                return Ok(Some(Frame::TooLong(message)));
            }
            if nul.is_some() && seen > 0 {
                return Ok(Some(Frame::Whole(message)));
            }
        }
    }

    /// Waits for bytes; `false` at the end of the stream.
    fn fill(&mut self) -> io::Result<bool> {
        loop {
            match self.stream.read(&mut self.buffer) {
                Ok(count) => {
                    self.unread = 0..count;
                    return Ok(count > 0);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// Sends a message with a single write.
///
/// # Errors
/// Those of the stream.
///
/// ```
/// use damier_protocols::dxp::{ChatText, Message, send};
///
/// let mut sent = Vec::new();
/// send(&mut sent, &Message::Chat(ChatText::new("Good luck")))?;
/// assert_eq!(sent, b"CGood luck\0");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn send(stream: &mut impl Write, message: &Message) -> io::Result<()> {
    let mut bytes = message.to_string().into_bytes();
    bytes.push(0);
    stream.write_all(&bytes)?;
    stream.flush()
}
