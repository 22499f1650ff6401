//! PDN: the text format of whole games in files and other programs.
//!
//! Reading has two steps. [`Reader`] turns a stream into games, one at a time, and checks only the
//! syntax, so it also reads games that this program does not support. [`replay`] then plays a game
//! by the rules. Neither stops at damaged text: valid parts are kept, faults are reported with
//! their place, and reading continues.
//!
//! A game is a list of [`Item`]s in the order of the text, with marks where variations open and
//! close. So nothing here is recursive, however deep a file nests.
//!
//! ```
//! use damier_notation::pdn::{Reader, replay};
//! use damier_rules::Variant;
//!
//! let file = "[White \"Woldouby\"]\n1. 32-28 19-23 (1... 18-23) 2. 28x19 14x23 *";
//! let parsed = Reader::new(file.as_bytes()).next().expect("a game")?;
//! assert_eq!(parsed.game.tag("White"), Some("Woldouby"));
//!
//! let replayed = replay(&parsed, Variant::INTERNATIONAL).expect("a game to be played");
//! assert_eq!((replayed.moves.len(), replayed.plies_in_variations), (4, 1));
//! # Ok::<(), std::io::Error>(())
//! ```

mod ambiguous;
mod clock;
mod convert;
mod encoding;
mod fault;
mod fit;
mod game;
mod game_result;
mod game_type;
mod hops;
mod limits;
mod of_moves;
mod reader;
mod replay;
mod result;
mod source;
mod summary;
mod tokens;
mod which_game;
mod writer;

pub(crate) use clock::seconds;
pub use clock::{ClockReading, CommentCommand, SideClock, commands};
pub use convert::normalised;
pub use encoding::{Encoding, UnknownEncoding};
pub use fault::{Fault, FaultCode, Place, Severity};
pub use game::{Game, Item, Tag};
pub use game_type::{GameKind, game_kind, long_form, tag_text};
pub(crate) use game_type::{set_kind, tagged_kind};
pub(crate) use hops::searches;
pub use limits::ReadingLimits;
pub use reader::{Parsed, Reader};
pub(crate) use replay::{
    Outcome, fault_of, faults_of_result, main_line, outcome, setup_position, start_of, unknown_game,
};
pub use replay::{Replay, replay};
pub(crate) use result::stands_alone;
pub use result::{GameResult, ResultStyle};
pub use summary::Summary;
pub(crate) use tokens::{is_evaluation, is_in_tag_name, is_setup};
pub use which_game::{FoundBy, GameFound, Games, find_game};
pub use writer::{EndToken, Layout, TagOrder, write, write_as};
