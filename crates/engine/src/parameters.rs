//! The constants of the search: what each means, its unit, and how it was set. The weights of the
//! evaluation are in the evaluation's own modules.
//!
//! "field" = common in strong engines; "match" = chosen by self-play at fixed nodes or time;
//! "measured" = chosen by timing; "reason" = follows from the text beside it.

use crate::score::Value;

// --- transposition table

/// Entries of one bucket: four of 16 bytes fill a cache line. (reason)
pub(crate) const BUCKET: usize = 4;

/// The largest table, in megabytes of 2^20 bytes; a browser's address space holds 4 GB in all.
/// (reason)
pub(crate) const MAX_HASH_MB: usize = if cfg!(target_pointer_width = "32") {
    1 << 10
} else {
    1 << 16
};

/// How much the worth of an entry falls with every search since it was written, in plies of depth.
/// (field)
pub(crate) const AGE_WEIGHT: i32 = 4;

// --- shape of the tree

/// The longest line in plies, forced moves included. Beyond it a position is only evaluated.
/// (reason: far above any depth that a search reaches)
pub(crate) const MAX_PLY: usize = 240;

/// The largest depth of an iteration, in plies. (reason: half the longest line)
pub(crate) const MAX_DEPTH: i32 = 100;

/// Half the aspiration window around the last iteration's value, in hundredths. (field)
pub(crate) const ASPIRATION_WINDOW: Value = 12;

/// From this depth on an iteration starts with a narrow window. (field)
pub(crate) const ASPIRATION_DEPTH: i32 = 4;

/// An aspiration window that grows beyond this is opened completely, in hundredths. (field)
pub(crate) const ASPIRATION_WIDEST: Value = 300;

/// Late move reductions: the least depth at which late moves are reduced. (field)
pub(crate) const LMR_DEPTH: i32 = 2;

/// From this move on (0 = first), outside the principal variation, the depth is reduced by one ply.
/// (field)
pub(crate) const LMR_FROM: usize = 1;

/// From this move on, outside the principal variation, it is reduced by two plies. (field)
pub(crate) const LMR_TWO_PLIES_FROM: usize = 4;

/// From this move on, in the principal variation, it is reduced by one ply. (field)
pub(crate) const LMR_PV_FROM: usize = 3;

/// ProbCut: the least depth at which it is tried. (field)
pub(crate) const PROBCUT_DEPTH: i32 = 3;

/// ProbCut: by how much the shallow search must exceed beta, in hundredths for each ply of depth.
/// (match: docs/results/engine-search.md)
pub(crate) const PROBCUT_MARGIN: Value = 6;

/// ProbCut: the depth of its shallow search, in tenths of the depth. (match:
/// docs/results/engine-search.md)
pub(crate) const PROBCUT_DEPTH_TENTHS: i32 = 5;

/// Reverse futility pruning: the largest depth at which it is tried. (match:
/// docs/results/engine-search.md)
pub(crate) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Reverse futility pruning: how far the evaluation must lie above beta, in hundredths for each ply
/// of depth. (match: docs/results/engine-search.md)
pub(crate) const REVERSE_FUTILITY_MARGIN: Value = 20;

/// Offers of men that one line of the quiescence may try. (match)
pub(crate) const QUIET_OFFERS: u32 = 1;

/// An offer is tried only if the evaluation lies at most this far below the window, in hundredths.
/// (reason: more than a good exchange wins)
pub(crate) const OFFER_MARGIN: Value = 150;

/// Successive captures that one line of the quiescence search tries where capturing is optional:
/// with no forced captures the tree would grow too large. (match)
pub(crate) const FREE_CAPTURES: u32 = 4;

/// What a leaf that may leave a capture undone is expected to lose: the huffed piece, in
/// hundredths. (reason)
pub(crate) const HUFFED: Value = 100;

/// The fraction (one over this) of its value that a position of at most four pieces keeps if the
/// better side faces a king, without tables. (match: docs/results/engine-search.md)
pub(crate) const RARELY_WON_PART: Value = 8;

// --- caches

/// Entries of the quiescence cache, 16 bytes each. (measured: docs/results/engine-search.md)
pub(crate) const QUIESCENCE_CACHE_ENTRIES: usize = 1 << 12;

/// Entries of the evaluation cache, 8 bytes each. (measured: from 2^12 to 2^16 the speed is the
/// same within a few hundredths, above that the cache does not fit the CPU's:
/// docs/results/engine-search.md)
pub(crate) const EVALUATION_CACHE_ENTRIES: usize = 1 << 12;

// --- endgame tables

/// The value of a position that endgame tables know to be won, when the material has not changed
/// since the root, in hundredths of a man. It lies between an estimated value and a known win with
/// fewer pieces. (reason)
pub(crate) const TABLE_WIN: Value = 5_500;

/// Added to that value for each row that a man of the winner has advanced, in hundredths; a king
/// counts as having advanced all rows. (measured: docs/results/engine-search.md)
pub(crate) const TABLE_WIN_ROW: Value = 50;

/// The most that the evaluation can add to that value or subtract from it, in hundredths. (reason:
/// with five pieces of the winner and nine rows it remains an ordinary value)
pub(crate) const TABLE_WIN_SPREAD: Value = 800;

/// The evaluation of a position that tables know to be drawn is divided by this, so that the
/// better-looking side still tries to win. (reason)
pub(crate) const TABLE_DRAW_DIVISOR: Value = 8;

// --- draw counts

/// Plies by kings only from which the counts become part of a position's key. (reason: the
/// 25 move rule draws at 50; before this the draw lies outside of most trees)
pub(crate) const COUNTS_MATTER: u16 = 24;

/// The number of plies without an irreversible move after which a position's value begins to fade.
/// (reason: beyond the fifty and eighty plies at which most games are drawn by rule, and beyond any
/// winning plan seen)
pub(crate) const FADES_FROM: u16 = 100;

/// The number of plies over which the value fades to zero. (reason: slow enough to prefer progress
/// at every move)
pub(crate) const FADING: Value = 100;

// --- move ordering

/// How quickly the history adapts: a cutoff moves a counter by 1 / 2^this of the remaining
/// distance. (field)
pub(crate) const HISTORY_SHIFT: u32 = 5;

/// The largest history counter: counters are probabilities in fixed point, and start in the middle.
/// (field)
pub(crate) const HISTORY_MAX: i32 = 4096;
