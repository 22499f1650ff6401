//! DXP, the DamExchange protocol: two programs play international draughts over a stream of bytes,
//! one game after another. It follows the descriptions on mesander.nl/damexchange and the observed
//! behaviour of existing programs.
//!
//! [`Message`] reads and writes messages, [`Frames`] finds them in a stream, and
//! [`DxpConversation`] keeps track of which message is allowed when. The messages can only express
//! the board of international draughts, so other games are not supported.

mod conversation;
mod fields;
mod finished;
mod framing;
mod message;
mod opponent;
mod terms;
mod words;

pub use conversation::{DxpConversation, DxpEvent, NotNow, Received};
pub use fields::MessageError;
pub use finished::{DxpResult, Finished, HowEnded};
pub use framing::{Frame, Frames, LONGEST, send};
pub use message::{
    Acceptance, AcceptanceCode, Back, BackAnswer, DxpMove, End, GameRequest, Message, Reason,
    StartText,
};
pub use opponent::DxpOpponent;
pub use terms::{Role, Terms};
pub use words::{ChatText, GameTime, Name};

/// The port on which DXP programs listen.
pub const PORT: u16 = 27_531;
