//! Reads what somebody sends of a round: a file with the games of its boards, as electronic boards and the programs of arbiters write it
//! again and again. The rules judge every move. A game that goes wrong keeps what was good of it, says where and why, and the others go on.
//!
//! The text comes from anybody, so its size and the work of its moves are bounded.

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
use crate::broadcasts::settings::MOST_BOARDS;

/// Games of a text that are looked at, at most. A file may hold all rounds of an event.
const MOST_GAMES: usize = 2_000;

/// How much work the moves of one board may take, in the unit of [`ReplayBudget`](damier_session::ReplayBudget), whose usual amount this is.
const MOST_WORK: u64 = damier_session::ReplayBudget::USUAL.work;

/// How much work all boards of a text may take: a few times what two hundred real games do. It takes a fraction of a second.
const MOST_WORK_OF_A_ROUND: u64 = 1_500_000;

/// How much of one game is read.
const LIMITS: ReadingLimits = ReadingLimits {
    token_bytes: 16 * 1024,
    game_bytes: 256 * 1024,
    tags: 60,
    items: 20_000,
    faults: 10,
};

/// What was read of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoundRead {
    /// The boards, in the order of the text.
    pub boards: Vec<BoardRead>,
    /// How many games are of other rounds, as they say, and were left out.
    pub of_other_rounds: u32,
}

/// What was read of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRead {
    /// The number of the board.
    pub number: u16,
    /// The game as far as it could be read; `None` where nothing could.
    pub game: Option<BoardGame>,
    /// What is wrong first.
    pub fault: Option<BoardFault>,
    /// Whether the game was read to its end: nothing is wrong with its text, and it has a result or `*`. Any other game may be half of one, and
    /// takes no move back ([`BoardGame::after`]).
    pub is_whole: bool,
    /// Where the game breaks off that has neither a result nor `*` at its end. It is told where the board keeps moves that the text has not.
    pub open_end: Option<BoardFault>,
}

impl BoardRead {
    /// Nothing of the text is for the board.
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
    /// A stable code: that of a [`FaultCode`](damier_notation::pdn::FaultCode), or `same-board`, `bad-board`, `other-board`,
    /// `several-games`, `not-ended`, `set-up`, `too-many-moves`.
    pub code: &'static str,
    /// In words.
    pub detail: String,
}

/// Reads the games of a round. A game says by its tag `Board` which board it is, or by a tag `Round` such as `3.12`, or by its place in the
/// text. `variant` is the game of the family where its tags do not say it.
///
/// What has neither a tag nor a move is no game, and a game that breaks off before its first move is not taken, since the tag that says which
/// board it is may be among those that are missing.
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
        left: MOST_WORK_OF_A_ROUND,
    };
    // The errors of a reader are those of its stream, and a text in memory has none.
    let games = Reader::with_limits(text, LIMITS).flatten().take(MOST_GAMES);
    let mut games = games.peekable();
    while let Some(parsed) = games.next() {
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
        let is_last = games.peek().is_none();
        read.boards.push(if is_no_game(&parsed) {
            BoardRead::nothing(number, no_game(Some(&parsed)))
        } else if let Some((code, detail)) = no_place(number, &mut known) {
            BoardRead::nothing(number, at(parsed.tag_place("Board"), code, detail))
        } else {
            let mut board = board_of(&parsed, number, variant, is_last, &mut work);
            if !board.is_whole && !has_a_move(&parsed) {
                board.game = None;
                board.fault = board.fault.or_else(|| board.open_end.clone());
            }
            board
        });
        if read.boards.len() >= 2 * usize::from(MOST_BOARDS) {
            break;
        }
    }
    let has_text = text.iter().any(|byte| !byte.is_ascii_whitespace());
    if read.boards.is_empty() && read.of_other_rounds == 0 && has_text {
        read.boards.push(BoardRead::nothing(1, no_game(None)));
    }
    read
}

/// Why a game cannot have the board with this number, which is noted as taken otherwise.
fn no_place(number: u16, known: &mut BTreeSet<u16>) -> Option<(&'static str, String)> {
    if !(1..=MOST_BOARDS).contains(&number) {
        let detail = format!("a round has the boards 1 to {MOST_BOARDS}");
        return Some(("bad-board", detail));
    }
    if !known.insert(number) {
        let detail = format!("the text has another game for board {number}");
        return Some(("same-board", detail));
    }
    None
}

/// Reads the game of a text for one board, whatever round it names. A text with several games, or whose tag `Board` names another board, is for
/// none.
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
    let mut work = Work { left: MOST_WORK };
    let mut board = board_of(&parsed, number, variant, next.is_none(), &mut work);
    if let Some(rest) = &next {
        board.fault = board.fault.or_else(|| Some(no_game(Some(rest))));
    }
    board
}

/// Whether any move is written in a game, in its variations too.
fn has_a_move(parsed: &Parsed) -> bool {
    let mut items = parsed.game.items.iter();
    items.any(|item| matches!(item, Item::Move(_)))
}

/// Whether there is neither a tag nor a move: a page that says that the file is not there, or anything else that is no game.
fn is_no_game(parsed: &Parsed) -> bool {
    parsed.game.tags.is_empty() && !has_a_move(parsed)
}

/// Whether it is a comment between two games, with which nothing is wrong.
fn is_remark(parsed: &Parsed) -> bool {
    is_no_game(parsed) && parsed.faults.is_empty() && !parsed.is_ended
}

/// There is no game where one was looked for, and what is there instead.
fn no_game(found: Option<&Parsed>) -> BoardFault {
    let nothing = "there is no game in the text";
    let fault = found.and_then(|parsed| parsed.faults.first());
    match (found, fault) {
        (_, Some(fault)) => {
            let fault = told(fault);
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

/// Whether the text of a game says where the game ends. At the very end of a text, `1-1` may be what is left of the move `1-12`; a tag that says the
/// same settles it.
fn is_ended(parsed: &Parsed, is_last: bool) -> bool {
    let end = parsed.game.end.as_deref().filter(|_| parsed.is_ended);
    let Some(end) = end else {
        return false;
    };
    let is_told = || {
        let tag = parsed.game.tag("Result").map(GameResult::read);
        tag == Some(GameResult::read(end))
    };
    !is_last || end == "*" || is_told()
}

/// The round and the board that the tags of a game name.
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

fn told(fault: &Fault) -> BoardFault {
    at(
        fault.place,
        fault.code.code(),
        format!("found {}, expected {}", fault.found, fault.expected),
    )
}

/// A game on its board. `is_last` says that nothing comes behind it in the text.
fn board_of(
    parsed: &Parsed,
    number: u16,
    default: Variant,
    is_last: bool,
    work: &mut Work,
) -> BoardRead {
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
    let unread = unread.min_by_key(|fault| fault.place).map(told);
    let open_end = (!is_ended(parsed, is_last)).then(|| {
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
            result: match game.result() {
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

/// How much work judging moves may still take.
struct Work {
    left: u64,
}

/// The main line of a game as it is played; variations are passed over.
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
                left: MOST_WORK.min(work.left),
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
                    let detail = "a dash stands in place of a move".to_owned();
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
        work.left -= MOST_WORK.min(work.left) - line.work.left;
        line
    }

    /// Who made the last move.
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
            // As most programs do that read files: the first of those that it fits. A later move tells whether that was wrong.
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

/// Why a move of a side cannot be played.
fn refused(error: &MoveError, side: Side, place: Place) -> BoardFault {
    let side = match side {
        Side::White => "White",
        Side::Black => "Black",
    };
    let detail = match error {
        MoveError::NotLegal { text } => format!("{} is no legal move of {side}", head(text)),
        error => head(&error.to_string()),
    };
    let code = match error {
        MoveError::Syntax(_) => "unreadable",
        error => error.code(),
    };
    at(place, code, detail)
}
