//! Plays a written game by the rules: its main line, its variations and its setups. An error in one
//! of them does not stop the others.

use damier_rules::{Move, Position, Side, Variant};

use super::ambiguous::{self, Choice, Doubt};
use super::fault::{Fault, FaultCode, Place};
use super::game::{Game, Item};
use super::game_type::{GameKind, game_kind};
use super::hops::{self, Hops};
use super::reader::Parsed;
use super::result::{self, GameResult};
use crate::fen::{self, PositionError};
use crate::move_text::{self, MoveError, Written};
use crate::square_names::Names;
use crate::wording::english::setups::setup_fault;

/// A written game after it was played.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The game of the family.
    pub variant: Variant,
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line, up to the first that is not legal.
    pub moves: Vec<Move>,
    /// The setups within the main line. Each has the number of [`Replay::moves`] before it, and the
    /// position from which the moves after it are played.
    pub setups: Vec<(usize, Position)>,
    /// The position after the last move.
    pub end: Position,
    /// The number of legal moves in variations.
    pub plies_in_variations: usize,
    /// Whether every move of the main line was played.
    pub complete: bool,
    /// The faults, in order.
    pub faults: Vec<Fault>,
}

/// Plays a game by its rules. `default` is the game of the family if the tags do not name one;
/// [`find_game`](super::find_game) can find it from the moves.
///
/// A move that is not legal ends its own line only: earlier moves are kept, and the other lines are
/// played. If a move fits several captures of a piece, the one after which the next moves are legal
/// is played, or the first of several such captures, and this is reported.
///
/// # Errors
/// Why nothing could be played: the program does not support the game, or the start position is not
/// valid.
///
/// ```
/// use damier_notation::pdn::{Reader, replay};
/// use damier_rules::Variant;
/// let parsed = Reader::new("1. 32-28 19-23 2. 99-1 *".as_bytes()).next().expect("a game")?;
/// let replayed = replay(&parsed, Variant::INTERNATIONAL).expect("a game that is known");
/// assert_eq!((replayed.moves.len(), replayed.faults.len()), (2, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replay(parsed: &Parsed, default: Variant) -> Result<Replay, Fault> {
    let game = &parsed.game;
    let variant = match game_kind(game, default) {
        GameKind::Known(variant) => variant,
        GameKind::Other(name) => return Err(unknown_game(parsed, &name)),
    };
    let start = start_of(parsed, variant)?;
    let mut replay = Replay {
        variant,
        start,
        moves: Vec::with_capacity(game.items.len()),
        setups: Vec::new(),
        end: start,
        plies_in_variations: 0,
        complete: true,
        faults: faults_of_result(parsed),
    };
    walk(game, start, |step| replay.take(parsed, &step));
    Ok(replay)
}

/// The most faults that are reported for one game.
const MOST_FAULTS: usize = 100;

impl Replay {
    fn take(&mut self, parsed: &Parsed, step: &Step<'_>) {
        let main_line = step.depth == 0;
        if self.faults.len() < MOST_FAULTS {
            let fault = fault_of(&step.outcome, parsed.item_place(step.index), step.before);
            self.faults
                .extend(fault.filter(|fault| !parsed.reports(fault)));
        }
        match &step.outcome {
            Outcome::Played(played, after, _) => {
                if main_line {
                    self.moves.push(*played);
                    self.end = *after;
                } else {
                    self.plies_in_variations += 1;
                }
            }
            Outcome::Stopped(_) | Outcome::Unknown | Outcome::BadSetup(..) => {
                self.complete &= !main_line;
            }
            Outcome::Setup(position) => {
                if main_line {
                    if self.moves.is_empty() {
                        self.start = *position;
                    } else {
                        self.setups.push((self.moves.len(), *position));
                    }
                    self.end = *position;
                }
            }
        }
    }
}

/// The fault to report for an item, if there is one.
pub(crate) fn fault_of(outcome: &Outcome, place: Place, before: &Position) -> Option<Fault> {
    Some(match outcome {
        Outcome::Played(played, _, remark) => match remark.as_deref()? {
            Remark::Doubt(doubt) => {
                let mut fault = move_fault(place, before, &doubt.error);
                if doubt.choice != Choice::NoneFits {
                    fault.code = FaultCode::Ambiguous;
                }
                fault
            }
            Remark::Hops(hops) => Fault::new(
                place,
                FaultCode::SplitCapture,
                &format!("'{}'", hops.text),
                move_text::text(before, played),
            ),
        },
        Outcome::Stopped(error) => move_fault(place, before, error),
        Outcome::Unknown => {
            let expected = format!("a move of {}", side_word(before));
            Fault::new(place, FaultCode::UnknownMove, "a dash for a move", expected)
        }
        Outcome::Setup(_) => return None,
        Outcome::BadSetup(found, expected) => {
            Fault::new(place, FaultCode::BadPosition, found, expected.clone())
        }
    })
}

/// One step of playing a game.
pub(super) struct Step<'p> {
    /// The index of the item.
    pub(super) index: usize,
    /// How many variations the item is inside of.
    pub(super) depth: usize,
    /// The position before it.
    pub(super) before: &'p Position,
    /// The result of the step.
    pub(super) outcome: Outcome,
}

/// The result of playing one item.
pub(crate) enum Outcome {
    /// A legal move, the position after it, and what is special about its text.
    Played(Move, Position, Option<Box<Remark>>),
    /// A move that cannot be played. The rest of its line is skipped.
    Stopped(MoveError),
    /// A dash in place of a move. The rest of its line is skipped.
    Unknown,
    /// A setup, and its position.
    Setup(Position),
    /// A setup that is not valid: what was found, and what was expected.
    BadSetup(String, String),
}

/// What is special about the text of a legal move.
pub(crate) enum Remark {
    /// It fits several captures.
    Doubt(Doubt),
    /// It is a capture written hop by hop.
    Hops(Hops),
}

impl Outcome {
    /// How many moves behind this one belong to it, because it is a capture written hop by hop.
    pub(crate) fn hops_behind(&self) -> usize {
        match self {
            Outcome::Played(_, _, Some(remark)) => match &**remark {
                Remark::Hops(hops) => hops.behind,
                Remark::Doubt(_) => 0,
            },
            _ => 0,
        }
    }

    /// How many capture states were searched behind the move.
    pub(crate) fn states(&self) -> u64 {
        match self {
            Outcome::Played(_, _, Some(remark)) => match &**remark {
                Remark::Hops(_) => 0,
                Remark::Doubt(doubt) => doubt.states,
            },
            _ => 0,
        }
    }
}

/// One line of moves: the main line, or a variation that is open.
#[derive(Clone, Copy)]
struct Line {
    /// The position before the last move.
    before: Position,
    now: Position,
    /// How many moves were skipped because the line could not be continued, counting the move that
    /// could not be played.
    left_out: u32,
}

impl Line {
    /// The line of a variation, which replaces the last move of this line.
    fn varied(&self) -> Line {
        let start = if self.left_out == 0 {
            self.before
        } else {
            self.now
        };
        Line {
            before: start,
            now: start,
            // If only one move could not be played, the position before it is known.
            left_out: self.left_out.saturating_sub(1),
        }
    }

    fn go_to(&mut self, position: Position) {
        self.before = self.now;
        self.now = position;
    }
}

/// Plays a game and calls `tell` for each step. The open lines are kept in a list, so this is not
/// recursive.
pub(super) fn walk(game: &Game, start: Position, mut tell: impl FnMut(Step<'_>)) {
    walk_while(game, start, |step| {
        tell(step);
        true
    });
}

/// The same as [`walk`], but stops when `tell` returns `false`.
pub(super) fn walk_while(game: &Game, start: Position, mut tell: impl FnMut(Step<'_>) -> bool) {
    let mut line = Line {
        before: start,
        now: start,
        left_out: 0,
    };
    let mut outer: Vec<Line> = Vec::new();
    // The next moves that were played already, as hops of a capture.
    let mut hops = 0_usize;
    for (index, item) in game.items.iter().enumerate() {
        let outcome = match item {
            Item::Open => {
                outer.push(line);
                line = line.varied();
                continue;
            }
            Item::Close => {
                line = outer.pop().unwrap_or(line);
                continue;
            }
            Item::Move(_) if hops > 0 => {
                hops -= 1;
                continue;
            }
            Item::Move(_) | Item::Unknown if line.left_out > 0 => {
                line.left_out = line.left_out.saturating_add(1);
                continue;
            }
            other => match outcome(&line.now, other, &game.items[index + 1..]) {
                Some(outcome) => outcome,
                None => continue,
            },
        };
        let before = line.now;
        hops = outcome.hops_behind();
        match &outcome {
            Outcome::Played(_, after, _) => line.go_to(*after),
            Outcome::Setup(position) => {
                line.go_to(*position);
                line.left_out = 0;
            }
            Outcome::Stopped(_) | Outcome::Unknown | Outcome::BadSetup(..) => {
                line.left_out = line.left_out.saturating_add(1);
            }
        }
        let goes_on = tell(Step {
            index,
            depth: outer.len(),
            before: &before,
            outcome,
        });
        if !goes_on {
            return;
        }
    }
}

/// The legal moves of the main line: for each, the index of its item, the position before it, and
/// the move.
pub(crate) fn main_line(game: &Game, start: Position) -> Vec<(usize, Position, Move)> {
    let mut moves = Vec::new();
    walk(game, start, |step| {
        if let (0, Outcome::Played(played, ..)) = (step.depth, &step.outcome) {
            moves.push((step.index, *step.before, *played));
        }
    });
    moves
}

/// Plays one item in this position. `None` for an item that does not change the position. The items
/// behind it decide between several captures that it may mean.
pub(crate) fn outcome(position: &Position, item: &Item, behind: &[Item]) -> Option<Outcome> {
    match item {
        Item::Move(written) => Some(play(position, written, behind)),
        Item::Unknown => Some(Outcome::Unknown),
        Item::Setup(text) => Some(match setup_position(position.variant(), text) {
            Ok(position) => Outcome::Setup(position),
            Err(error) => Outcome::BadSetup(
                error.quoted(text),
                format!(
                    "a position to go on from ({})",
                    reason(position.variant(), &error)
                ),
            ),
        }),
        _ => None,
    }
}

fn play(position: &Position, written: &Written, behind: &[Item]) -> Outcome {
    // The next item decides for nearly every move.
    let is_other = matches!(behind.first(), Some(Item::Move(next)) if next.from != written.to);
    if !is_other && let Some((played, after, hops)) = hops::join(position, written, behind) {
        return Outcome::Played(played, after, Some(Box::new(Remark::Hops(hops))));
    }
    match move_text::play(position, written) {
        Ok((played, after)) => Outcome::Played(played, after, None),
        Err(error) => {
            let chosen = match &error {
                // Short notation that fits several pieces would be a guess about the piece.
                MoveError::Ambiguous { moves, .. } if ambiguous::is_one_piece(moves) => {
                    ambiguous::choose(position, moves, behind)
                }
                _ => None,
            };
            match chosen {
                Some((played, after, choice, states)) => {
                    let doubt = Doubt {
                        error,
                        choice,
                        states,
                    };
                    Outcome::Played(played, after, Some(Box::new(Remark::Doubt(doubt))))
                }
                None => Outcome::Stopped(error),
            }
        }
    }
}

/// The position of a setup in the text, such as `FEN "..."`.
pub(crate) fn setup_position(variant: Variant, text: &str) -> Result<Position, PositionError> {
    let value = text.trim();
    let value = value.strip_prefix("FEN").unwrap_or(value).trim();
    let value = value.strip_prefix('"').unwrap_or(value);
    let value = value.strip_suffix('"').unwrap_or(value);
    fen::read_position(variant, value)
}

/// The position before the first move. If the tag `FEN` is not valid, the fault has the place of
/// the tag.
pub(crate) fn start_of(parsed: &Parsed, variant: Variant) -> Result<Position, Fault> {
    start_position(&parsed.game, variant).map_err(|error| {
        let text = parsed.game.tag("FEN").unwrap_or_default().trim();
        Fault::new(
            parsed.tag_place("FEN"),
            FaultCode::BadPosition,
            &error.quoted(text),
            format!("a position to start from ({})", reason(variant, &error)),
        )
    })
}

/// Why a position cannot be played, in words.
fn reason(variant: Variant, error: &PositionError) -> String {
    match error {
        PositionError::Setup(faults) => {
            let names = Names::of(variant);
            let sentences = faults
                .faults()
                .iter()
                .map(|fault| setup_fault(names, fault));
            sentences.collect::<Vec<_>>().join(" ")
        }
        PositionError::Text(error) => error.to_string(),
    }
}

/// The position before the first move.
pub(super) fn start_position(game: &Game, variant: Variant) -> Result<Position, PositionError> {
    let text = match game.tag("FEN").map(str::trim) {
        None | Some("") => return Ok(Position::start(variant)),
        Some(text) => text,
    };
    let mut setup = fen::read(variant, text)?;
    if setup.side.is_none() {
        // With `?` for the side to move, it is the side of the piece that moves first, or else
        // White.
        let names = Names::of(variant);
        let first = game.items.iter().find_map(|item| match item {
            Item::Move(written) => Some(names.square(written.from)),
            _ => None,
        });
        let piece = first.flatten().and_then(|square| setup.at(square));
        setup.side = Some(piece.map_or(Side::White, |piece| piece.side));
    }
    Ok(Position::from_setup(variant, &setup)?)
}

pub(crate) fn unknown_game(parsed: &Parsed, name: &str) -> Fault {
    let tag = if parsed.game.tag("GameType").is_some() {
        "GameType"
    } else {
        "Variant"
    };
    let known: Vec<&str> = Variant::ALL.iter().map(|variant| variant.id()).collect();
    Fault::new(
        parsed.tag_place(tag),
        FaultCode::UnknownGame,
        name,
        format!("one of: {}", known.join(", ")),
    )
}

/// The faults of the result: a remark in the tag, and two results that differ.
pub(crate) fn faults_of_result(parsed: &Parsed) -> Vec<Fault> {
    let tag = parsed.game.tag("Result");
    let remark = tag.and_then(|tag| result::remark(tag)).map(|remark| {
        let found = format!("'{remark}' behind the result");
        let place = parsed.tag_place("Result");
        Fault::new(place, FaultCode::Superfluous, &found, "the result alone")
    });
    remark.into_iter().chain(two_results(parsed)).collect()
}

pub(super) fn two_results(parsed: &Parsed) -> Option<Fault> {
    let tag = parsed.game.tag("Result")?;
    let end = parsed.game.end.as_deref()?;
    let (in_tag, at_end) = (GameResult::read(tag), GameResult::read(end));
    let known = |result: &GameResult| *result != GameResult::Unknown;
    let differ = !in_tag.agrees_with(&at_end) && known(&in_tag) && known(&at_end);
    differ.then(|| {
        Fault::new(
            parsed.tag_place("Result"),
            FaultCode::TwoResults,
            &format!("'{tag}' in the tag and '{end}' behind the moves"),
            "the same result",
        )
    })
}

fn move_fault(place: Place, before: &Position, error: &MoveError) -> Fault {
    let side = side_word(before);
    match error {
        MoveError::Ambiguous { text, moves } => {
            let choices: Vec<String> = moves
                .iter()
                .take(6)
                .map(|played| move_text::long(before, played))
                .collect();
            Fault::new(
                place,
                FaultCode::Undecided,
                &format!("'{text}'"),
                format!("one of {}", choices.join(", ")),
            )
        }
        MoveError::NotLegal { text } => Fault::new(
            place,
            FaultCode::NotLegal,
            &format!("'{text}'"),
            // The position is not quoted: its text would list forty pieces, and the place of the
            // fault is enough.
            format!("a legal move of {side}"),
        ),
        MoveError::NoSuchSquare { name, count } => Fault::new(
            place,
            FaultCode::NoSuchSquare,
            &format!("'{name}'"),
            format!("one of the board's {count} squares"),
        ),
        MoveError::Syntax(error) => {
            Fault::new(place, FaultCode::Unreadable, &error.found, error.expected)
        }
    }
}

fn side_word(position: &Position) -> &'static str {
    match position.side() {
        Side::White => "White",
        Side::Black => "Black",
    }
}
