//! A game as the page shows it, at any of its plies: position, history, clock, offer, ending. Built
//! by the exported game from the club's session; nothing is decided here.

use damier_club::{Conduct, Player, Session, words};
use damier_notation::wording::Language;
use damier_notation::{fen, manoury};
use damier_rules::{Game, Position, Side, Square};
use serde::Serialize;

use super::game::conduct::IrregularMove;
use crate::outcome_view::{Captured, OutcomeView};
use crate::view::{BoardLayout, MoveView, PieceView, pieces, set};

/// A game at one of its plies.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    /// The stable name of the game.
    pub variant: String,
    /// The board.
    pub board: BoardLayout,
    /// The ply that is shown: 0 is the start.
    pub ply: usize,
    /// Plies played.
    pub plies: usize,
    /// The side that begins a game of this kind.
    #[serde(with = "words")]
    #[cfg_attr(test, ts(type = "Side"))]
    pub first: Side,
    /// The side to move in the position shown.
    #[serde(with = "words")]
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// The position shown, as FEN.
    pub fen: String,
    /// Its pieces.
    pub pieces: Vec<PieceView>,
    /// The moves that can be played: none once the game is over, none in an earlier position.
    pub moves: Vec<MoveView>,
    /// Pieces that may be huffed before the next move; none once the game is over.
    pub huffable: Vec<u8>,
    /// The king that may only capture now, after too many quiet moves in a row (Frisian).
    pub tired_king: Option<u8>,
    /// Every move of the game.
    pub history: Vec<PlayedMove>,
    /// Pieces lost so far in the position shown.
    pub captured: Captured,
    /// The clock now, if the game has one.
    pub clock: Option<ClockView>,
    /// Who has offered a draw, while the offer stands.
    #[serde(with = "words::maybe")]
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub offer: Option<Side>,
    /// How the game ended.
    pub outcome: Option<OutcomeView>,
    /// Who plays.
    pub players: Players,
    /// How near a draw by rule is, in the position shown.
    pub draw_counters: DrawCounters,
    /// Whether the side to move may offer a draw now, as far as turns and customs go.
    pub may_offer: bool,
    /// The customs of conduct that are kept; absent in a friendly game.
    pub conduct: Option<Conduct>,
    /// The piece of the side to move that was touched and is to be played: `moves` are its own then.
    pub touched: Option<u8>,
    /// Who has said *j'adoube* and is putting pieces right.
    #[cfg_attr(test, ts(type = "Array<Side>"))]
    pub adoube: Vec<&'static str>,
    /// The irregular move that stands last, while the opponent may have it corrected.
    pub fault: Option<IrregularMove>,
}

/// A move of the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PlayedMove {
    /// The number of the pair of moves it belongs to, from 1.
    pub number: usize,
    /// Who played it.
    #[serde(with = "words")]
    #[cfg_attr(test, ts(type = "Side"))]
    pub side: Side,
    /// The move as it is written: short, or long where the short form is ambiguous.
    pub text: String,
    /// The move in the Manoury way: Black's in brackets.
    pub bracketed: String,
    /// Where the piece started.
    pub from: u8,
    /// Where it ended.
    pub to: u8,
    /// Every landing, `from` and `to` included.
    pub path: Vec<u8>,
    /// The captured pieces in the order of taking.
    pub captured: Vec<u8>,
    /// Whether a man became a king.
    pub promotes: bool,
    /// The piece of the other side that was huffed before the move.
    pub huff: Option<u8>,
    /// Whether it was no legal move, and stands all the same.
    pub irregular: bool,
    /// When it was played, in Unix milliseconds; 0 where nobody knows.
    pub at_ms: u64,
}

/// What both sides have left, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockView {
    /// White's time.
    pub white_ms: u64,
    /// Black's time.
    pub black_ms: u64,
    /// Whose time is running; nobody's once the game is over.
    #[serde(with = "words::maybe")]
    #[cfg_attr(test, ts(type = "Side | null"))]
    pub running: Option<Side>,
}

/// Who plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Players {
    /// White.
    pub white: Player,
    /// Black.
    pub black: Player,
}

/// How near a draw by rule is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DrawCounters {
    /// Plies in a row by kings only, without a capture.
    pub kings_only_plies: u16,
    /// Plies until a count of few pieces draws; absent while no such count runs.
    pub few_pieces_left: Option<u16>,
    /// How often the position has stood with the same side to move, this time included.
    pub occurrences: usize,
}

impl GameView {
    /// The view after `ply` plies, at this time; `None` where the game has fewer.
    pub(crate) fn of(
        session: &Session,
        ply: usize,
        now_ms: u64,
        language: Language,
    ) -> Option<GameView> {
        let shown = game_after(session.game(), ply)?;
        let position = shown.position();
        let plies = session.game().len();
        let open = ply == plies && session.outcome().is_none();
        let settings = session.settings();
        Some(GameView {
            variant: session.variant().id().to_owned(),
            board: BoardLayout::of(session.variant()),
            ply,
            plies,
            first: session.variant().table().first,
            side: position.side(),
            fen: fen::write(position),
            pieces: pieces(position),
            moves: if open { moves(session) } else { Vec::new() },
            huffable: if open {
                set(position.huffable())
            } else {
                Vec::new()
            },
            tired_king: position.tired_king().map(Square::number),
            history: history(session),
            captured: Captured::between(shown.start(), position),
            clock: session.clock().map(|clock| ClockView {
                white_ms: clock.left_ms(Side::White, now_ms),
                black_ms: clock.left_ms(Side::Black, now_ms),
                running: clock.running(),
            }),
            offer: session.offer(),
            outcome: session
                .outcome()
                .map(|outcome| OutcomeView::of(session.variant(), &outcome, language)),
            players: Players {
                white: settings.white.clone(),
                black: settings.black.clone(),
            },
            draw_counters: DrawCounters {
                kings_only_plies: shown.counts().kings_only_plies(),
                few_pieces_left: shown.few_pieces_left(),
                occurrences: shown.occurrences(),
            },
            may_offer: open && session.may_offer_draw(position.side(), now_ms),
            conduct: Some(settings.conduct).filter(|conduct| !conduct.is_friendly()),
            touched: session.touched().filter(|_| open).map(Square::number),
            adoube: Side::ALL
                .into_iter()
                .filter(|&side| open && session.adoube(side))
                .map(Side::code)
                .collect(),
            fault: open.then(|| IrregularMove::of(session, language)).flatten(),
        })
    }
}

/// The moves that can be played now: of the touched piece alone, where one is bound to it.
fn moves(session: &Session) -> Vec<MoveView> {
    let mut moves = MoveView::all(session.position());
    if let Some(touched) = session.touched() {
        moves.retain(|played| played.from == touched.number());
    }
    moves
}

/// The game as it stood after so many plies.
fn game_after(game: &Game, plies: usize) -> Option<Game> {
    let later = game.len().checked_sub(plies)?;
    let mut earlier = game.clone();
    for _ in 0..later {
        earlier.take_back();
    }
    Some(earlier)
}

fn history(session: &Session) -> Vec<PlayedMove> {
    let game = session.game();
    // Where the other side begins, the first place of the first pair stays empty.
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
        // An irregular move may be made out of turn: who has made it is not to move after it.
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
        .map(view)
        .collect()
}
