//! Every constant of the search, the clock and the draw offers: what it means, its unit, and how it
//! was set. The evaluation's weights stand with the evaluation.
//!
//! "field" = taken over from what is known of strong engines; "match" = chosen by self-play at fixed
//! nodes or time; "reason" = follows from the text beside it.

use crate::score::Value;

// --- transposition table

/// Entries of one bucket: four of 16 bytes fill a cache line. (reason)
pub(crate) const BUCKET: usize = 4;

/// The largest table, in megabytes of 2^20 bytes; a browser's address space holds 4 GB in all.
/// (reason)
pub(crate) const LARGEST_TABLE_MB: usize = if cfg!(target_pointer_width = "32") {
    1 << 10
} else {
    1 << 16
};

/// Plies of depth that an entry loses in worth with every search since it was written. (field)
pub(crate) const AGE_WEIGHT: i32 = 4;

// --- shape of the tree

/// The longest line in plies, forced moves included. Beyond it a position is only evaluated. (reason:
/// far above any depth that a search reaches)
pub(crate) const LONGEST_LINE: usize = 240;

/// The largest depth of an iteration, in plies. (reason: half the longest line)
pub(crate) const DEEPEST: i32 = 100;

/// Half the first window around the last iteration's value, in hundredths. (field)
pub(crate) const ASPIRATION: Value = 12;

/// From this depth on an iteration starts with a narrow window. (field)
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// A window that grew beyond this is opened altogether, in hundredths. (field)
pub(crate) const ASPIRATION_WIDEST: Value = 300;

/// The least depth at which late moves are searched shallower. (field)
pub(crate) const REDUCTION_DEPTH: i32 = 2;

/// From this move on (0 = first), outside the main line, one ply is saved. (field)
pub(crate) const REDUCE_FROM: usize = 1;

/// From this move on, outside the main line, two plies are saved. (field)
pub(crate) const REDUCE_MORE_FROM: usize = 4;

/// From this move on, in the main line, one ply is saved. (field)
pub(crate) const REDUCE_MAIN_LINE_FROM: usize = 3;

/// The least depth of the cut that asks a shallow search first. (field)
pub(crate) const CUT_DEPTH: i32 = 3;

/// By how much the shallow search must exceed the window, in hundredths for each ply of depth. (match:
/// docs/results/2026-11-22-search.md)
pub(crate) const CUT_MARGIN: Value = 6;

/// The depth of that shallow search, in tenths of the depth. (match: the same)
pub(crate) const CUT_TENTHS: i32 = 5;

/// The largest depth at which a quiet position is not searched where its side stands far above the window.
/// (match: docs/results/2026-11-22-search.md)
pub(crate) const STANDS_WELL_DEPTH: i32 = 8;

/// How far it must stand above it, in hundredths for each ply of depth. (match: the same)
pub(crate) const STANDS_WELL_MARGIN: Value = 20;

/// Offers of men that one line of the quiescence may try. (match)
pub(crate) const QUIET_OFFERS: u32 = 1;

/// An offer is tried only if the evaluation lies at most this far below the window, in hundredths.
/// (reason: more than a good exchange wins)
pub(crate) const OFFER_MARGIN: Value = 150;

/// Captures in a row that one line of the quiescence tries where nobody must capture: with nothing
/// forced the tree of captures would not end in time. (match)
pub(crate) const FREE_CAPTURES: u32 = 4;

/// What a leaf that may leave a capture undone expects to lose for it: the piece that is huffed, in
/// hundredths. (reason)
pub(crate) const HUFFED: Value = 100;

/// The part of its value that a position of four pieces at most keeps where the better side faces a king, without
/// tables. (match: docs/results/2026-11-22-search.md)
pub(crate) const RARELY_WON_PART: Value = 8;

// --- what was judged lately

/// Leaves whose worth a search remembers, 16 bytes each. (measured: docs/results/2026-11-22-search.md)
pub(crate) const LEAVES: usize = 1 << 12;

/// Boards whose worth a search remembers, 8 bytes each. (measured: from 2^12 to 2^16 the speed is the same
/// within a few hundredths, beyond that they fall out of the processor's memory: the same)
pub(crate) const JUDGEMENTS: usize = 1 << 12;

// --- endgame tables

/// What a position counts that tables know to be won where that alone is no progress: between an estimate
/// and a known win with fewer pieces, in hundredths. (reason)
pub(crate) const HELD_WIN: Value = 5_500;

/// What each row adds there that a man of the winner has behind it, in hundredths; a king has all of them behind
/// it. (measured: docs/results/2026-11-23-engine.md)
pub(crate) const HELD_ROW: Value = 50;

/// By how much its evaluation moves it up or down at most, in hundredths. (reason: with five pieces of the winner and nine
/// rows it stays an ordinary value)
pub(crate) const HELD_SPREAD: Value = 800;

/// The part of its evaluation that a position counts where tables know it to be drawn: the tries of the side
/// that looks better, and no hope. (reason)
pub(crate) const HELD_DRAW_PART: Value = 8;

// --- draw counts

/// Plies by kings only from which the counts become part of a position's key. (reason: the
/// 25 move rule draws at 50; before this the draw lies outside of most trees)
pub(crate) const COUNTS_MATTER: u16 = 24;

/// Plies that can all be undone after which a position begins to lose its worth. (reason: beyond the
/// fifty and eighty plies at which most games are drawn by rule, and beyond any winning plan seen)
pub(crate) const FADES_FROM: u16 = 100;

/// The plies in which it loses all of it. (reason: slow enough to prefer progress at every move)
pub(crate) const FADING: Value = 100;

// --- move ordering

/// How quickly a history counter learns: a cut moves it by 1 / 2^this of its way. (field)
pub(crate) const HISTORY_SHIFT: u32 = 5;

/// The largest history counter: they are probabilities in fixed point, and start in the middle.
/// (field)
pub(crate) const HISTORY_FULL: i32 = 4096;
