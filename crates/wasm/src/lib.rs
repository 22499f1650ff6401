//! The door inside the page: rules, notation, games in progress and the engine, for JavaScript.
//!
//! [`Game`] is a game in progress and [`Thinker`] the engine, which lives in a worker; the functions
//! answer questions about positions and texts. Complex values pass as JSON text whose shapes are the
//! structs of this crate, described in TypeScript in `web/src/rules/types`. A call that fails throws
//! an `Error` whose message is JSON too: [`DoorError`]. Squares are numbers, languages are `fr` and
//! `en`, times are milliseconds as `Date.now()` gives them.
//!
//! The same functions run natively in the tests. No rule is written here.

mod arguments;
mod browser;
mod editor;
mod endings;
mod error;
#[cfg(test)]
mod family;
mod game;
mod game_view;
mod reading;
mod refusal_view;
mod sentences;
mod thinker;
mod thought;
#[cfg(test)]
mod types;
mod view;

pub use editor::{FaultView, FenReply, check_fen, start_view};
pub use endings::Verdict;
pub use error::DoorError;
pub use game::conduct::IrregularMove;
pub use game::{Game, PlayReply, WishView};
pub use game_view::{
    Captured, ClockView, DrawCounters, GameView, OutcomeView, PlayedMove, Players,
};
pub use reading::{PdnError, PdnGame, PdnReply, read_pdn};
pub use refusal_view::{RefusalSquares, RefusalView};
pub use thinker::Thinker;
pub use thought::{Judgement, LineView, ScoreView, ThinkClock, ThinkLimits, Thought};
pub use view::{BoardLayout, LayoutSquare, MoveView, PieceView, PositionView};
