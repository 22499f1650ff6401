//! JSON shapes of a broadcast: the visible part for the public, everything for the broadcaster.

use std::collections::BTreeMap;

use damier_people::broadcasts::{
    BoardGame, BoardLog, BoardResult, BroadcastSettings, Correction, KEPT_MS, StoredBoard,
    StoredBroadcast,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A broadcast as its broadcaster sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnBroadcast {
    /// Its id in addresses.
    #[schema(example = "salou-2026")]
    pub(crate) id: String,
    /// Its settings.
    pub(crate) settings: BroadcastSettings,
    /// When it was opened, in Unix milliseconds.
    pub(crate) made_ms: u64,
    /// When it was last changed, in Unix milliseconds.
    pub(crate) changed_ms: u64,
    /// When it is removed unless it changes, in Unix milliseconds.
    pub(crate) until_ms: u64,
}

/// A broadcast as the public sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BroadcastView {
    /// Its id in addresses.
    #[schema(example = "salou-2026")]
    id: String,
    /// Its settings.
    settings: BroadcastSettings,
    /// The rounds with visible boards.
    results: Vec<RoundResults>,
    /// The time on the server, in Unix milliseconds.
    now_ms: u64,
}

/// The boards of a round, without their moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundResults {
    /// The round's number.
    round: u8,
    /// Its boards, by their numbers.
    boards: Vec<ResultNow>,
}

/// The visible state of a board.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResultNow {
    /// Its number.
    board: u16,
    /// White's name; empty if unknown.
    white: String,
    /// Black's name.
    black: String,
    /// How the game ended; null if unfinished.
    result: Option<BoardResult>,
    /// The number of visible plies.
    plies: usize,
}

/// The boards of a round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundView {
    /// The broadcast's id.
    id: String,
    /// The round's number.
    round: u8,
    /// Its boards, by their numbers.
    boards: Vec<BroadcastBoardView>,
    /// The time on the server, in Unix milliseconds.
    now_ms: u64,
}

/// A board with its moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BroadcastBoardView {
    /// Its number.
    board: u16,
    /// The game.
    #[serde(flatten)]
    game: BoardGame,
    /// The position after the moves, as FEN.
    fen: Option<String>,
    /// When its visible state last changed, in Unix milliseconds.
    changed_ms: u64,
    /// The last replacement of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<Correction>,
}

/// A broadcast for its broadcaster.
pub(crate) fn own(kept: StoredBroadcast) -> OwnBroadcast {
    OwnBroadcast {
        id: kept.id.to_string(),
        settings: kept.settings,
        made_ms: kept.made_ms,
        changed_ms: kept.changed_ms,
        until_ms: kept.changed_ms.saturating_add(KEPT_MS),
    }
}

/// The time up to which changes are public.
pub(crate) fn public_view(settings: &BroadcastSettings, now_ms: u64) -> u64 {
    now_ms.saturating_sub(settings.delay_ms())
}

/// A board as of a time; `None` before its first game.
pub(crate) fn board_view(board: u16, log: &BoardLog, moment_ms: u64) -> Option<BroadcastBoardView> {
    let shown = log.at(moment_ms)?;
    Some(BroadcastBoardView {
        board,
        fen: shown.game.fen(),
        game: shown.game,
        changed_ms: shown.changed_ms,
        corrected: shown.corrected,
    })
}

/// A round as of a time; boards of other rounds are skipped.
pub(crate) fn round_view(
    kept: &StoredBroadcast,
    round: u8,
    boards: &[StoredBoard],
    moment_ms: u64,
    now_ms: u64,
) -> RoundView {
    let boards = boards.iter().filter(|board| board.round == round);
    let boards = boards.filter_map(|board| board_view(board.number, &board.log, moment_ms));
    RoundView {
        id: kept.id.to_string(),
        round,
        boards: boards.collect(),
        now_ms,
    }
}

/// A broadcast with its visible results.
pub(crate) fn results(kept: StoredBroadcast, boards: &[StoredBoard], now_ms: u64) -> BroadcastView {
    let moment_ms = public_view(&kept.settings, now_ms);
    let mut rounds: BTreeMap<u8, Vec<ResultNow>> = BTreeMap::new();
    for board in boards {
        if let Some(shown) = board.log.at(moment_ms) {
            rounds.entry(board.round).or_default().push(ResultNow {
                board: board.number,
                white: shown.game.white,
                black: shown.game.black,
                result: shown.game.result,
                plies: shown.game.moves.len(),
            });
        }
    }
    BroadcastView {
        id: kept.id.to_string(),
        settings: kept.settings,
        results: rounds
            .into_iter()
            .map(|(round, boards)| RoundResults { round, boards })
            .collect(),
        now_ms,
    }
}
