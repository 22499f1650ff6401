//! Reads the games of a round from a PDN file, as electronic boards and arbiters' programs export
//! it repeatedly. The rules check every move. A faulty game keeps its valid prefix and reports
//! place and cause; the others are not affected.
//!
//! The text is untrusted, so its size and the work of checking its moves are bounded.

use std::collections::BTreeSet;

use damier_notation::move_text::{Candidates, MoveError, Written};
use damier_notation::pdn::{
    Fault, GameKind, GameResult, Item, Parsed, Place, Reader, ReadingLimits, Severity, game_kind,
};
use damier_notation::{fen, move_text};
use damier_rules::{Position, Side, Variant};
use damier_session::line::is_forbidden;
use damier_session::settings::MAX_NAME;

use crate::broadcasts::game::{BoardGame, BoardResult, Clocks, MOST_PLIES};
use crate::broadcasts::settings::MAX_BOARDS;

/// The maximum number of games read from a text. A file may contain all rounds of an event.
const MAX_GAMES: usize = 2_000;

/// The work budget of one board's moves, in the unit of
/// [`ReplayBudget`](damier_session::ReplayBudget), whose usual amount this is.
const MAX_WORK: u64 = damier_session::ReplayBudget::USUAL.work;

/// The work budget of all boards of a text: a few times what two hundred real games need, and a
/// fraction of a second.
const MAX_WORK_OF_A_ROUND: u64 = 1_500_000;

/// Limits for reading one game.
const LIMITS: ReadingLimits = ReadingLimits {
    token_bytes: 16 * 1024,
    game_bytes: 256 * 1024,
    tags: 60,
    items: 20_000,
    faults: 10,
};

/// The boards read from a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundRead {
    /// The boards, in the order of the text.
    pub boards: Vec<BoardRead>,
    /// How many games name another round in their tags and were skipped.
    pub of_other_rounds: u32,
}

/// A board read from a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRead {
    /// The number of the board.
    pub number: u16,
    /// The game's valid prefix; `None` if there is none.
    pub game: Option<BoardGame>,
    /// The first fault.
    pub fault: Option<BoardFault>,
    /// Whether the game is complete: its text has no fault, and it ends with a result or `*`. An
    /// incomplete game removes no moves ([`BoardGame::after`]).
    pub is_whole: bool,
    /// The end of a game that has neither a result nor `*`. Reported if the board keeps moves that
    /// the text lacks.
    pub open_end: Option<BoardFault>,
}

impl BoardRead {
    /// A board for which the text has nothing.
    fn nothing(number: u16, fault: BoardFault) -> BoardRead {
        BoardRead {
            number,
            game: None,
            fault: Some(fault),
            is_whole: false,
            open_end: None,
        }
    }
}

/// What is wrong with the text of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardFault {
    /// The line of the text, from 1.
    pub line: u32,
    /// The column of the line, from 1.
    pub column: u32,
    /// A stable code: that of a [`FaultCode`](damier_notation::pdn::FaultCode), or `same-board`,
    /// `bad-board`, `other-board`, `several-games`, `not-ended`, `set-up`, `too-many-moves`.
    pub code: &'static str,
    /// The message.
    pub detail: String,
}

/// Reads the games of a round. A game's board is given by its tag `Board`, by a tag `Round` such as
/// `3.12`, or by its position in the text. `variant` applies to games whose tags name none.
///
/// Text without tags and moves is not a game. A game that breaks off before its first move is
/// skipped, since the tag that names its board may be missing.
///
/// ```
/// use damier_people::broadcasts::read_round;
/// use damier_rules::Variant;
///
/// let file = "[White \"Sijbrands\"]\n[Black \"Wiersma\"]\n1. 32-28 19-23 2. 28x19 *\n\n[White \"A\"]\n1. 32-28 19-99 *";
/// let round = read_round(file.as_bytes(), 1, Variant::INTERNATIONAL);
/// let [first, second] = round.boards.as_slice() else { panic!() };
/// assert_eq!((first.number, first.game.as_ref().unwrap().moves.len()), (1, 3));
/// assert_eq!((second.number, second.game.as_ref().unwrap().moves.len()), (2, 1));
/// assert_eq!(second.fault.as_ref().unwrap().code, "no-such-square");
/// ```
pub fn read_round(text: &[u8], round: u8, variant: Variant) -> RoundRead {
    let mut read = RoundRead::default();
    let mut known = BTreeSet::new();
    let mut place = 0_u16;
    let mut work = Work {
        left: MAX_WORK_OF_A_ROUND,
    };
    // Reading from memory cannot fail.
    let games = Reader::with_limits(text, LIMITS).flatten().take(MAX_GAMES);
    for parsed in games {
        if is_remark(&parsed) {
            continue;
        }
        let (of, board) = where_it_is(&parsed);
        if of.is_some_and(|of| of != u32::from(round)) {
            read.of_other_rounds += 1;
            continue;
        }
        place = place.saturating_add(1);
        let number = board.unwrap_or(u32::from(place));
        let number = u16::try_from(number).unwrap_or(0);
        read.boards.push(if is_no_game(&parsed) {
            BoardRead::nothing(number, no_game(Some(&parsed)))
        } else if let Some((code, detail)) = no_place(number, &mut known) {
            BoardRead::nothing(number, at(parsed.tag_place("Board"), code, detail))
        } else {
            let mut board = board_of(&parsed, number, variant, &mut work);
            if !board.is_whole && !has_a_move(&parsed) {
                board.game = None;
                board.fault = board.fault.or_else(|| board.open_end.clone());
            }
            board
        });
        if read.boards.len() >= 2 * usize::from(MAX_BOARDS) {
            break;
        }
    }
    let has_text = text.iter().any(|byte| !byte.is_ascii_whitespace());
    if read.boards.is_empty() && read.of_other_rounds == 0 && has_text {
        read.boards.push(BoardRead::nothing(1, no_game(None)));
    }
    read
}

/// Why a game cannot have the board with this number; otherwise marks the number as used.
fn no_place(number: u16, known: &mut BTreeSet<u16>) -> Option<(&'static str, String)> {
    if !(1..=MAX_BOARDS).contains(&number) {
        let detail = format!("a round has the boards 1 to {MAX_BOARDS}");
        return Some(("bad-board", detail));
    }
    if !known.insert(number) {
        let detail = format!("the text has another game for board {number}");
        return Some(("same-board", detail));
    }
    None
}

/// Reads the game of a text for one board, ignoring its round. Rejects a text with several games,
/// or whose tag `Board` names another board.
pub fn read_board(text: &[u8], number: u16, variant: Variant) -> BoardRead {
    let games = Reader::with_limits(text, LIMITS).flatten();
    let mut games = games.filter(|parsed| !is_remark(parsed));
    let Some(parsed) = games.next().filter(|parsed| !is_no_game(parsed)) else {
        return BoardRead::nothing(number, no_game(None));
    };
    let next = games.next();
    if let Some(other) = next.as_ref().filter(|next| !is_no_game(next)) {
        let detail = "one board takes one game, and the text has another one here".to_owned();
        return BoardRead::nothing(number, at(other.place, "several-games", detail));
    }
    if let Some(named) = where_it_is(&parsed).1
        && parsed.game.tag("Board").is_some()
        && named != u32::from(number)
    {
        let detail = format!("the game is for board {named}, and was sent for board {number}");
        return BoardRead::nothing(number, at(parsed.tag_place("Board"), "other-board", detail));
    }
    let mut work = Work { left: MAX_WORK };
    let mut board = board_of(&parsed, number, variant, &mut work);
    if let Some(rest) = &next {
        board.fault = board.fault.or_else(|| Some(no_game(Some(rest))));
    }
    board
}

/// Whether a game contains any move, also in its variations.
fn has_a_move(parsed: &Parsed) -> bool {
    let mut items = parsed.game.items.iter();
    items.any(|item| matches!(item, Item::Move(_)))
}

/// Whether it has neither a tag nor a move, such as an HTML error page.
fn is_no_game(parsed: &Parsed) -> bool {
    parsed.game.tags.is_empty() && !has_a_move(parsed)
}

/// Whether it is a comment between two games, which is not a fault.
fn is_remark(parsed: &Parsed) -> bool {
    is_no_game(parsed) && parsed.faults.is_empty() && !parsed.is_ended
}

/// The fault for a text without a game.
fn no_game(found: Option<&Parsed>) -> BoardFault {
    let nothing = "there is no game in the text";
    let fault = found.and_then(|parsed| parsed.faults.first());
    match (found, fault) {
        (_, Some(fault)) => {
            let fault = board_fault(fault);
            let detail = format!("{nothing}: {}", fault.detail);
            BoardFault { detail, ..fault }
        }
        (Some(parsed), None) => at(parsed.place, "unreadable", nothing.to_owned()),
        (None, None) => at(
            Place { line: 1, column: 1 },
            "unreadable",
            nothing.to_owned(),
        ),
    }
}

/// Whether the text marks the end of the game. At the very end of a text, `1-1` may be a truncated
/// `1-12`, unless a tag has the same result.
fn is_ended(parsed: &Parsed) -> bool {
    let end = parsed.game.end.as_deref().filter(|_| parsed.is_ended);
    let Some(end) = end else {
        return false;
    };
    let is_in_tag = || {
        let tag = parsed.game.tag("Result").map(GameResult::read);
        tag == Some(GameResult::read(end))
    };
    !parsed.ends_text || end == "*" || is_in_tag()
}

/// The round and the board named by a game's tags.
fn where_it_is(parsed: &Parsed) -> (Option<u32>, Option<u32>) {
    let number = |text: &str| text.trim().parse::<u32>().ok();
    let round = parsed.game.tag("Round").unwrap_or_default();
    let (round, inner) = round.split_once('.').unwrap_or((round, ""));
    let board = parsed.game.tag("Board").and_then(number);
    (number(round), board.or_else(|| number(inner)))
}

fn at(place: Place, code: &'static str, detail: String) -> BoardFault {
    BoardFault {
        line: place.line,
        column: place.column,
        code,
        detail,
    }
}

fn board_fault(fault: &Fault) -> BoardFault {
    at(
        fault.place,
        fault.code.code(),
        format!("found {}, expected {}", fault.found, fault.expected),
    )
}

/// The board of a game.
fn board_of(parsed: &Parsed, number: u16, default: Variant, work: &mut Work) -> BoardRead {
    let game = &parsed.game;
    let nothing = |fault: BoardFault| BoardRead::nothing(number, fault);
    let variant = match game_kind(game, default) {
        GameKind::Known(variant) => variant,
        GameKind::Other(name) => {
            let detail = format!("this program does not play {}", head(&name));
            return nothing(at(parsed.tag_place("GameType"), "unknown-game", detail));
        }
    };
    let start = match game
        .tag("FEN")
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        None => Position::start(variant),
        Some(text) => match fen::read_position(variant, text) {
            Ok(position) => position,
            Err(error) => {
                return nothing(at(
                    parsed.tag_place("FEN"),
                    "bad-position",
                    error.to_string(),
                ));
            }
        },
    };
    let line = Line::play(parsed, start, work);
    let unread = parsed
        .faults
        .iter()
        .filter(|fault| fault.severity() == Severity::Error);
    let unread = unread.min_by_key(|fault| fault.place).map(board_fault);
    let open_end = (!is_ended(parsed)).then(|| {
        let place = parsed.item_places.last().copied();
        let detail = "the game has neither a result nor `*` at its end, so the board keeps the moves that it has";
        at(place.unwrap_or(parsed.place), "not-ended", detail.to_owned())
    });
    let is_whole = line.fault.is_none() && unread.is_none() && open_end.is_none();
    let fault = match (line.fault, unread) {
        (Some(one), Some(other)) if (other.line, other.column) < (one.line, one.column) => {
            Some(other)
        }
        (one, other) => one.or(other),
    };
    BoardRead {
        number,
        game: Some(BoardGame {
            variant: variant.id().to_owned(),
            start: (start != Position::start(variant)).then(|| fen::write(&start)),
            white: name(game.tag("White")),
            black: name(game.tag("Black")),
            moves: line.moves,
            result: match game.result_in(variant) {
                GameResult::WhiteWin => Some(BoardResult::White),
                GameResult::BlackWin => Some(BoardResult::Black),
                GameResult::Draw => Some(BoardResult::Draw),
                GameResult::DoubleLoss => Some(BoardResult::Nobody),
                GameResult::Unknown | GameResult::Other(_) => None,
            },
            clocks: line.clocks,
        }),
        fault,
        is_whole,
        open_end,
    }
}

fn name(tag: Option<&str>) -> String {
    let name = tag.unwrap_or_default().trim();
    let plain = name.chars().filter(|&character| !is_forbidden(character));
    if name == "?" {
        String::new()
    } else {
        plain.take(MAX_NAME).collect()
    }
}

fn head(text: &str) -> String {
    text.chars().take(100).collect()
}

/// The remaining work budget.
struct Work {
    left: u64,
}

/// The main line of a game; variations are skipped.
struct Line {
    position: Position,
    moves: Vec<String>,
    clocks: Clocks,
    work: Work,
    fault: Option<BoardFault>,
}

impl Line {
    fn play(parsed: &Parsed, start: Position, work: &mut Work) -> Line {
        let mut line = Line {
            position: start,
            moves: Vec::new(),
            clocks: Clocks::default(),
            work: Work {
                left: MAX_WORK.min(work.left),
            },
            fault: None,
        };
        let mut depth = 0_usize;
        for (index, item) in parsed.game.items.iter().enumerate() {
            match item {
                Item::Open => depth += 1,
                Item::Close => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                Item::Comment(comment) => {
                    if let Some(mover) = line.mover() {
                        line.clocks.read(comment, mover);
                    }
                }
                Item::Move(written) => {
                    line.fault = line.step(written.clone(), parsed.item_place(index)).err();
                }
                Item::Unknown => {
                    let detail = "a dash instead of a move".to_owned();
                    line.fault = Some(at(parsed.item_place(index), "unknown-move", detail));
                }
                Item::Setup(_) => {
                    let detail = "a position is set up in the middle of the game".to_owned();
                    line.fault = Some(at(parsed.item_place(index), "set-up", detail));
                }
                _ => {}
            }
            if line.fault.is_some() {
                break;
            }
        }
        work.left -= MAX_WORK.min(work.left) - line.work.left;
        line
    }

    /// The side of the last move.
    fn mover(&self) -> Option<Side> {
        (!self.moves.is_empty()).then(|| self.position.side().opponent())
    }

    /// Plays one move.
    fn step(&mut self, written: Written, place: Place) -> Result<(), BoardFault> {
        if self.moves.len() >= MOST_PLIES {
            let detail = format!("a board has {MOST_PLIES} moves at most");
            return Err(at(place, "too-many-moves", detail));
        }
        let too_long = || {
            let detail = "the moves take too much work to be judged".to_owned();
            at(place, "too-long", detail)
        };
        if self.work.left == 0 {
            return Err(too_long());
        }
        let refused = |error: &MoveError| refused(error, self.position.side(), place);
        let candidates =
            Candidates::of(&self.position, written).map_err(|error| refused(&error))?;
        let work = candidates
            .work()
            .saturating_add(candidates.work_to_choose());
        let within = work <= self.work.left;
        self.work.left = self.work.left.saturating_sub(work);
        if !within {
            return Err(too_long());
        }
        let (text, after) = match candidates.choose() {
            Ok(chosen) => (chosen.text, chosen.after),
            // Takes the first matching move, as most programs do; a later move shows whether it was
            // wrong.
            Err(MoveError::Ambiguous { ref moves, .. }) if !moves.is_empty() => {
                let first = moves[0];
                let text = move_text::text(&self.position, &first);
                let after = self.position.play(&first);
                let after = after
                    .map_err(|_| at(place, "ambiguous", "it fits several captures".to_owned()))?;
                (text, after)
            }
            Err(error) => return Err(refused(&error)),
        };
        self.moves.push(text);
        self.position = after;
        Ok(())
    }
}

/// The fault for a rejected move.
fn refused(error: &MoveError, side: Side, place: Place) -> BoardFault {
    let side = match side {
        Side::White => "White",
        Side::Black => "Black",
    };
    let detail = match error {
        MoveError::NotLegal { text } => format!("{} is not a legal move for {side}", head(text)),
        error => head(&error.to_string()),
    };
    let code = match error {
        MoveError::Syntax(_) => "unreadable",
        error => error.code(),
    };
    at(place, code, detail)
}
