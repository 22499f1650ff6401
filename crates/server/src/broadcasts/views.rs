//! JSON shapes of a broadcast: what is due for the public, everything for the broadcaster.

use std::collections::BTreeMap;

use damier_people::broadcasts::{
    BoardGame, BoardLog, BoardResult, BroadcastSettings, Correction, KEPT_MS, KeptBroadcast,
    StoredBoard,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A broadcast as its broadcaster sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnBroadcast {
    /// What it is called in addresses.
    #[schema(example = "salou-2026")]
    pub(crate) id: String,
    /// What was agreed.
    pub(crate) settings: BroadcastSettings,
    /// When it was opened, in Unix milliseconds.
    pub(crate) made_ms: u64,
    /// When it was changed last, in Unix milliseconds.
    pub(crate) changed_ms: u64,
    /// When it is removed unless it changes, in Unix milliseconds.
    pub(crate) until_ms: u64,
}

/// A broadcast as the public sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BroadcastView {
    /// What it is called in addresses.
    #[schema(example = "salou-2026")]
    id: String,
    /// What was agreed.
    settings: BroadcastSettings,
    /// The rounds of which something is shown.
    results: Vec<RoundResults>,
    /// The time on the server, in Unix milliseconds.
    now_ms: u64,
}

/// The boards of a round, without their moves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundResults {
    /// Which round.
    round: u8,
    /// Its boards, by their numbers.
    boards: Vec<ResultNow>,
}

/// How a board stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ResultNow {
    /// Its number.
    board: u16,
    /// Who plays White; empty where that is not known.
    white: String,
    /// Who plays Black.
    black: String,
    /// How the game ended; null while it goes on.
    result: Option<BoardResult>,
    /// How many moves of both sides are shown.
    plies: usize,
}

/// The boards of a round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundView {
    /// Which broadcast.
    id: String,
    /// Which round.
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
    /// When what is shown of it was changed last, in Unix milliseconds.
    changed_ms: u64,
    /// The last time that moves were replaced by others.
    #[serde(skip_serializing_if = "Option::is_none")]
    corrected: Option<Correction>,
}

/// A broadcast for its broadcaster.
pub(crate) fn own(kept: KeptBroadcast) -> OwnBroadcast {
    OwnBroadcast {
        id: kept.id.to_string(),
        settings: kept.settings,
        made_ms: kept.made_ms,
        changed_ms: kept.changed_ms,
        until_ms: kept.changed_ms.saturating_add(KEPT_MS),
    }
}

/// The moment up to which a broadcast is public.
pub(crate) fn public_view(settings: &BroadcastSettings, now_ms: u64) -> u64 {
    now_ms.saturating_sub(settings.delay_ms())
}

/// A board as it was at a moment; `None` where there was none.
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

/// A round as it was at a moment, from boards of this round and perhaps of others.
pub(crate) fn round_view(
    kept: &KeptBroadcast,
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

/// A broadcast with the results that are due.
pub(crate) fn results(kept: KeptBroadcast, boards: &[StoredBoard], now_ms: u64) -> BroadcastView {
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
