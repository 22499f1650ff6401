//! A game as the page shows it: its fixed data, the data that change with each act, and the
//! position at any of its plies. The exported game builds it from its `damier_session::Session`;
//! nothing is decided here. After an act, only the changes are sent to JavaScript, and the page
//! puts the parts together again (`web/src/rules/game.ts`).

use damier_notation::wording::Language;
use damier_notation::{fen, manoury};
use damier_rules::{Game, Position, Side, Square};
use damier_session::{Act, Conduct, Ending, Player, Session};
use serde::Serialize;

use super::irregular_move::IrregularMove;
use crate::outcome_view::{Captured, OutcomeView};
use crate::view::{BoardLayout, MoveView, piece_letters, set};

/// The data that do not change from the beginning of a game to its end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameHead {
    /// The id of the game.
    pub variant: String,
    /// The board.
    pub board: BoardLayout,
    /// The side that moves first in games of this variant.
    #[cfg_attr(test, ts(type = "Side"))]
    pub first: Side,
    /// The players.
    pub players: Players,
    /// The conduct rules of the game; absent in a friendly game.
    pub conduct: Option<Conduct>,
}

/// The position at one ply of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlyView {
    /// The number of plies before it: 0 is the start.
    pub ply: usize,
    /// The side to move.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// The position as FEN.
    pub fen: String,
    /// What is on each square, in the order of the squares' numbers: `w` and `b` are men, `W` and
    /// `B` are kings, `.` is an empty square.
    pub pieces: String,
    /// The king that may only capture now, after too many quiet moves in a row (Frisian).
    pub tired_king: Option<u8>,
    /// The pieces that each side has lost since the start.
    pub captured: Captured,
    /// How close the game is to a draw by rule.
    pub draw_counters: DrawCounters,
}

/// The changes since the page's last request: the current state of the game, and the moves that the
/// page does not have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameChange {
    /// How many of the page's moves, from the first on, are still part of the game.
    pub kept: usize,
    /// The moves after those.
    pub history: Vec<PlayedMove>,
    /// The current position.
    pub now: PlyView,
    /// The moves that can be played; empty when the game is over.
    pub moves: Vec<MoveView>,
    /// Pieces that may be huffed before the next move; empty when the game is over.
    pub huffable: Vec<u8>,
    /// The clock now, if the game has one.
    pub clock: Option<ClockView>,
    /// The side that has offered a draw, while the offer is open.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub offer: Option<Side>,
    /// How the game ended.
    pub outcome: Option<OutcomeView>,
    /// Whether turns and conduct rules allow the side to move to offer a draw now.
    pub may_offer: bool,
    /// The piece of the side to move that was touched and must be played; `moves` then contains
    /// only its moves.
    pub touched: Option<u8>,
    /// The sides that have announced *j'adoube* and are adjusting pieces.
    #[cfg_attr(test, ts(type = "Array<Side>"))]
    pub adoube: Vec<&'static str>,
    /// The last move, if it was irregular and the opponent can still have it corrected.
    pub fault: Option<IrregularMove>,
}

/// The end of a game's record, from some act on. Acts are only ever appended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RecordTail {
    /// The acts.
    pub acts: Vec<Act>,
    /// How the game ended; absent while it is in progress.
    pub ending: Option<Ending>,
}

/// A move of the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMove {
    /// The number of the pair of moves that it belongs to, from 1.
    pub number: usize,
    /// The side that played it.
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// The move in the notation of the game: short, or long if the short form is ambiguous.
    pub text: String,
    /// The move as in Manoury's notation: Black's moves are in brackets.
    pub bracketed: String,
    /// Where the piece started.
    pub from: u8,
    /// Where it ended.
    pub to: u8,
    /// Every square where the piece landed, `from` and `to` included.
    pub path: Vec<u8>,
    /// The captured pieces in the order of capture.
    pub captured: Vec<u8>,
    /// Whether a man became a king.
    pub promotes: bool,
    /// The piece of the other side that was huffed before the move.
    pub huff: Option<u8>,
    /// Whether it was not a legal move but was allowed to stand.
    pub irregular: bool,
    /// When it was played, in Unix milliseconds; 0 if unknown.
    pub at_ms: u64,
}

/// How much time both sides have left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockView {
    /// White's time.
    pub white_ms: u64,
    /// Black's time.
    pub black_ms: u64,
    /// The side whose time is running. Absent when the game is over, and while the clock waits for
    /// the first move of a game whose starting time is not known.
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub running: Option<Side>,
    /// How long the running turn is still free of charge, in milliseconds; only in a game with a
    /// delay.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub delay_ms: Option<u64>,
}

/// The players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Players {
    /// White.
    pub white: Player,
    /// Black.
    pub black: Player,
}

/// How close the game is to a draw by rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawCounters {
    /// The number of plies in a row that were made by kings and captured nothing.
    pub kings_only_plies: u16,
    /// Plies until the game is drawn because few pieces are left; absent while no such count is
    /// running.
    pub few_pieces_left: Option<u16>,
    /// How often the position has occurred with the same side to move, this time included.
    pub occurrences: usize,
}

impl GameHead {
    /// The fixed data of this game.
    pub(crate) fn of(session: &Session) -> GameHead {
        let settings = session.settings();
        GameHead {
            variant: session.variant().id().to_owned(),
            board: BoardLayout::of(session.variant()),
            first: session.variant().table().first,
            players: Players {
                white: settings.white.clone(),
                black: settings.black.clone(),
            },
            conduct: Some(settings.conduct).filter(|conduct| !conduct.is_friendly()),
        }
    }
}

impl PlyView {
    /// The position after `ply` plies; `None` if the game has fewer.
    pub(crate) fn of(game: &Game, ply: usize) -> Option<PlyView> {
        if ply == game.len() {
            return Some(PlyView::now(game));
        }
        game_after(game, ply).as_ref().map(PlyView::now)
    }

    fn now(game: &Game) -> PlyView {
        let position = game.position();
        PlyView {
            ply: game.len(),
            side: position.side(),
            fen: fen::write(position),
            pieces: piece_letters(position),
            tired_king: position.tired_king().map(Square::number),
            captured: Captured::between(game.start(), position),
            draw_counters: DrawCounters {
                kings_only_plies: game.counts().kings_only_plies(),
                few_pieces_left: game.few_pieces_left(),
                occurrences: game.occurrences(),
            },
        }
    }
}

impl GameChange {
    /// The game at this time, without its first `kept` moves.
    pub(crate) fn of(
        session: &Session,
        kept: usize,
        now_ms: u64,
        language: Language,
    ) -> GameChange {
        let game = session.game();
        let position = game.position();
        let open = session.ending().is_none();
        GameChange {
            kept,
            history: history_from(session, kept),
            now: PlyView::now(game),
            moves: if open { moves(session) } else { Vec::new() },
            huffable: if open {
                set(position.huffable())
            } else {
                Vec::new()
            },
            clock: session.clock().map(|clock| ClockView {
                white_ms: clock.left_ms(Side::White, now_ms),
                black_ms: clock.left_ms(Side::Black, now_ms),
                // With unlimited time, a running clock always runs out.
                running: clock.flagged(u64::MAX),
                delay_ms: Some(clock.delay_ms(now_ms)).filter(|&ms| ms > 0),
            }),
            offer: session.offer(),
            outcome: session
                .ending()
                .map(|ending| OutcomeView::of(session.variant(), ending, language)),
            may_offer: open && session.may_offer_draw(position.side(), now_ms),
            touched: session.touched().filter(|_| open).map(Square::number),
            adoube: Side::ALL
                .into_iter()
                .filter(|&side| open && session.adoube(side))
                .map(Side::code)
                .collect(),
            fault: open.then(|| IrregularMove::of(session, language)).flatten(),
        }
    }
}

impl RecordTail {
    /// The record of this game without its first `known` acts.
    pub(crate) fn of(session: &Session, known: usize) -> RecordTail {
        let acts = session.acts();
        RecordTail {
            acts: acts[known.min(acts.len())..].to_vec(),
            ending: session.ending(),
        }
    }
}

/// The moves that can be played now. If a piece was touched and must be played, only its moves.
fn moves(session: &Session) -> Vec<MoveView> {
    let mut moves = MoveView::all(session.position());
    if let Some(touched) = session.touched() {
        moves.retain(|played| played.from == touched.number());
    }
    moves
}

/// The game as it was after this many plies.
fn game_after(game: &Game, plies: usize) -> Option<Game> {
    let later = game.len().checked_sub(plies)?;
    let mut earlier = game.clone();
    for _ in 0..later {
        earlier.take_back();
    }
    Some(earlier)
}

/// The moves of the game, without the first `kept`.
fn history_from(session: &Session, kept: usize) -> Vec<PlayedMove> {
    let game = session.game();
    // If the other side begins, the first place of the first pair stays empty.
    let first = session.variant().table().first;
    let skipped = usize::from(game.start().side() != first);
    let view = |(index, ((position, played), at_ms)): (usize, ((&Position, _), u64))| {
        let MoveView {
            text,
            from,
            to,
            path,
            captured,
            promotes,
            huff,
            ..
        } = MoveView::of(position, &played);
        // An irregular move may be made out of turn, so its side is found from the position after
        // it: the side that is not to move there.
        let after = game.position_after(index + 1).unwrap_or(position);
        let side = after.side().opponent();
        PlayedMove {
            number: (index + skipped + 2) / 2,
            side,
            bracketed: manoury::bracketed(side, &text),
            text,
            from,
            to,
            path,
            captured,
            promotes,
            huff,
            irregular: !game.is_regular(index),
            at_ms,
        }
    };
    game.positions()
        .zip(game.moves())
        .zip(session.played_ms())
        .enumerate()
        .skip(kept)
        .map(view)
        .collect()
}
