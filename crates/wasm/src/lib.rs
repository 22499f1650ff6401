//! The JavaScript bindings for the page: rules, notation, games in progress and the engine.
//!
//! The page loads them as five modules, each when it is needed, and each built from a feature of
//! this crate: `play` ([`Game`], and single positions), `engine` ([`Thinker`] and its [`Search`]es,
//! which live in a worker), `study` (files of games, and [`TreeEditor`], a tree of moves), `coach`
//! (shots by name, and reports on games), and `paper` (printable sheets). For the reasons and the
//! sizes see `docs/decisions/0028-wasm-modules-by-use.md`. A sixth module, `npm`, has the rules for
//! the npm package in `bindings/npm`: [`Board`].
//!
//! Complex values pass as JSON text. Their shapes are the structs of this crate;
//! `web/src/rules/types` describes them in TypeScript. A call that fails throws an `Error` whose
//! message is also JSON: [`DoorError`]. Squares are numbers, languages are `fr` and `en`, and times
//! are milliseconds as returned by `Date.now()`.
//!
//! The tests run the same functions natively. This crate contains no rules.

#![cfg_attr(
    not(all(
        feature = "play",
        feature = "engine",
        feature = "study",
        feature = "coach",
        feature = "paper",
        feature = "npm"
    )),
    allow(
        dead_code,
        reason = "code shared by the modules is checked with all features together"
    )
)]

mod arguments;
mod error;
#[cfg(all(
    test,
    feature = "play",
    feature = "engine",
    feature = "study",
    feature = "coach",
    feature = "paper",
    feature = "npm"
))]
mod family;
mod move_input;
mod outcome_view;
mod refusal_view;
mod score;
mod sentences;
#[cfg(all(
    test,
    feature = "play",
    feature = "engine",
    feature = "study",
    feature = "coach",
    feature = "paper",
    feature = "npm"
))]
mod types;
mod view;

#[cfg(feature = "coach")]
mod coach;
#[cfg(feature = "engine")]
mod engine;
#[cfg(any(feature = "coach", feature = "paper"))]
mod lexicon;
#[cfg(feature = "npm")]
mod npm;
#[cfg(feature = "paper")]
mod paper;
#[cfg(any(feature = "play", feature = "npm"))]
mod play;
#[cfg(feature = "study")]
mod study;

#[cfg(feature = "coach")]
pub use coach::{
    report::{ReportMaker, ReportProgress, ReportQuestion},
    report_view::{MomentView, ReportView, SideView, StrengthView},
    shot::{ShotView, WordView, name_shot, shot_words},
    strength::{RatedResult, strength_after},
    why::why_move,
};
#[cfg(feature = "engine")]
pub use engine::{
    endings::VerdictView,
    search::Search,
    thinker::Thinker,
    thought::{Judgement, LineView, ThinkClock, ThinkLimits, Thought},
};
pub use error::DoorError;
#[cfg(any(feature = "coach", feature = "paper"))]
pub use lexicon::{EntryView, shot_lexicon};
pub use move_input::MoveInputView;
#[cfg(feature = "npm")]
pub use npm::{
    board::{
        Board, BoardReply, EndView, HistoryView, LoadReply, PdnFault, VariantView, board_layout,
        variants,
    },
    reason::Reason,
};
pub use outcome_view::{Captured, OutcomeView};
#[cfg(feature = "paper")]
pub use paper::{
    PrintedPage, Reached, SheetOrder, exam_drawn, exam_questions, print_html, print_pages,
};
#[cfg(any(feature = "play", feature = "npm"))]
pub use play::editor::{FaultView, FenReply, check_fen, start_view};
#[cfg(feature = "play")]
pub use play::{
    game::{Game, PlayReply},
    game_view::{
        ClockView, DrawCounters, GameChange, GameHead, PlayedMove, Players, PlyView, RecordTail,
    },
    irregular_move::IrregularMove,
};
pub use refusal_view::{RefusalSquares, RefusalView};
pub use score::ScoreView;
#[cfg(feature = "study")]
pub use study::{
    importing::{ByteSource, GameFile, ImportBatch, ImportedGame, ReadGame},
    positions::{has_position, position_number, position_numbers},
    reading::{PdnError, PdnGame, PdnReply, read_pdn},
    tree_editor::{TreeEditor, TreeLine, TreePlayReply},
    tree_position::TreePosition,
    tree_view::{ClockReadingView, MarkView, TagView, TreeChange, TreeNode},
};
pub use view::{BoardLayout, LayoutSquare, MoveView, PieceView, PositionView};
