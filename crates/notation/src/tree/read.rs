//! Builds a tree from a written game. Nothing is dropped: a legal move becomes a move of the tree,
//! an illegal one is kept as written, and the fault is reported.

use damier_rules::{Position, Variant};

use super::error::EditError;
use super::game_tree::GameTree;
use super::limits::MOST_FAULTS;
use super::nodes::NodeId;
use super::notes::{Note, note_of_sign, notes_of_comment};
use super::text;
use super::unplayed;
use crate::fen;
use crate::pdn::{
    Fault, FaultCode, Game, GameKind, Item, Outcome, Parsed, Place, fault_of, faults_of_result,
    find_game, outcome, searches, set_kind, start_of, tagged_kind, unknown_game,
};

/// A tree that was read, with the faults of the game.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ReadTree {
    /// The tree.
    pub tree: GameTree,
    /// Faults in order, at most a hundred: illegal moves, and content beyond the limits of a tree.
    /// Faults in the text itself are in [`Parsed::faults`].
    pub faults: Vec<Fault>,
}

impl GameTree {
    /// Builds the tree of a written game, with its variations, comments, signs, commands and tags.
    /// If the tags do not name the game of the family, [`find_game`] finds it; `default` is tried
    /// first.
    ///
    /// A variation that begins with the move that it varies is merged with it. A comment after a
    /// variation belongs to the next move. If a move fits several captures, one is chosen as
    /// in [`replay`](crate::pdn::replay).
    ///
    /// # Errors
    /// Why there is no tree: this program does not support the game, or the start position is not
    /// valid.
    pub fn from_pdn(parsed: &Parsed, default: Variant) -> Result<ReadTree, Fault> {
        if let Some(GameKind::Other(name)) = tagged_kind(&parsed.game) {
            return Err(unknown_game(parsed, &name));
        }
        let variant = find_game(&parsed.game, default).variant;
        GameTree::read(parsed, variant, u64::MAX)
    }

    /// The same as [`GameTree::from_pdn`], for games of unknown origin. The game of the family is
    /// known. Reading stops if the captures of the positions on the way have more than
    /// `most_states` states together ([`Position::capture_states`]). A real game with many
    /// variations and comments has about ten thousand.
    /// # Errors
    /// The same errors, and also too many states.
    pub fn from_pdn_within(
        parsed: &Parsed,
        variant: Variant,
        most_states: u64,
    ) -> Result<ReadTree, Fault> {
        if let Some(GameKind::Other(name)) = tagged_kind(&parsed.game) {
            return Err(unknown_game(parsed, &name));
        }
        GameTree::read(parsed, variant, most_states)
    }

    fn read(parsed: &Parsed, variant: Variant, most_states: u64) -> Result<ReadTree, Fault> {
        let start = start_of(parsed, variant)?;
        let mut tree = GameTree::with_tags(start, tags(&parsed.game, &start));
        tree.end = parsed.game.end.as_deref().map(Into::into);
        tree.first_number = parsed.game.first_number;
        let mut reading = Reading {
            line: Line::begin(NodeId::ROOT, Some(start), true),
            outer: Vec::new(),
            tree,
            faults: faults_of_result(parsed),
        };
        let mut left = most_states;
        for (index, item) in parsed.game.items.iter().enumerate() {
            let place = parsed.item_place(index);
            let too_many = || {
                let expected = format!("at most {most_states} states of captures on the way");
                Fault::new(place, FaultCode::TooLong, "still more captures", expected)
            };
            let behind = &parsed.game.items[index + 1..];
            left = left
                .checked_sub(reading.states(item, behind, left))
                .ok_or_else(too_many)?;
            let searched = reading.take(item, behind, place);
            left = left.checked_sub(searched).ok_or_else(too_many)?;
        }
        reading.finish(parsed.place);
        reading.faults.retain(|fault| !parsed.reports(fault));
        Ok(ReadTree {
            tree: reading.tree,
            faults: reading.faults,
        })
    }
}

/// The tags of a game. They include the game of the family and the side to move, even if the text
/// does not state them.
fn tags(game: &Game, start: &Position) -> Vec<crate::pdn::Tag> {
    let mut tagged = Game {
        tags: game.tags.clone(),
        ..Game::default()
    };
    if tagged_kind(game).is_none() {
        set_kind(&mut tagged, start.variant());
    }
    if let Some(text) = game.tag("FEN")
        && fen::read_position(start.variant(), text.trim()).ok() != Some(*start)
        && !text.trim().is_empty()
    {
        tagged.set_tag("FEN", fen::write(start));
    }
    tagged.tags
}

/// A line of moves that is being read: the main line, or an open variation.
struct Line {
    /// The last node of the line, and its position if one is known.
    at: NodeId,
    now: Option<Position>,
    /// Where the last step began. A variation of that step begins there.
    before: NodeId,
    position_before: Option<Position>,
    /// Whether the line has had a step of its own.
    moved: bool,
    /// Whether the next step continues the line of the last node, instead of being a variation of
    /// what is there.
    goes_on: bool,
    state: State,
    /// How many of the next moves are hops of the last step.
    hops: usize,
    /// The notes for the next step.
    pending: Vec<Note>,
}

/// What may come next in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Any item.
    Open,
    /// Any item, and a variation has been closed since the last step.
    AfterVariation,
    /// The tree is full, so nothing more of this line is kept.
    Full,
}

impl Line {
    fn begin(at: NodeId, position: Option<Position>, goes_on: bool) -> Line {
        Line {
            at,
            now: position,
            before: at,
            position_before: position,
            moved: false,
            goes_on,
            state: State::Open,
            hops: 0,
            pending: Vec::new(),
        }
    }
}

struct Reading {
    tree: GameTree,
    line: Line,
    /// The open lines around it.
    outer: Vec<Line>,
    faults: Vec<Fault>,
}

impl Reading {
    /// How many states of captures are searched to play an item. The states of a position are
    /// counted up to `left`, plus one.
    fn states(&self, item: &Item, behind: &[Item], left: u64) -> u64 {
        match (item, &self.line.now) {
            (Item::Move(written), Some(before)) if left < u64::MAX => {
                let most = usize::try_from(left + 1).unwrap_or(usize::MAX);
                let states = before.capture_states(most) as u64;
                states.saturating_mul(searches(written, behind))
            }
            _ => 0,
        }
    }

    /// Takes an item. Returns how many states of captures were searched behind it.
    fn take(&mut self, item: &Item, behind: &[Item], place: Place) -> u64 {
        match item {
            Item::Open => {
                let (at, position) = (self.line.before, self.line.position_before);
                let mut inner = Line::begin(at, position, false);
                if self.line.state == State::Full {
                    inner.state = State::Full;
                }
                self.outer.push(std::mem::replace(&mut self.line, inner));
            }
            Item::Close => self.close(place),
            _ if self.line.state == State::Full => {}
            Item::Move(_) if self.line.hops > 0 => self.line.hops -= 1,
            Item::Move(_) | Item::Unknown | Item::Setup(_) => {
                return self.step(item, behind, place);
            }
            Item::Nag(number) => self.sign(Note::Nag(*number), place),
            Item::Sign(sign) => {
                if let Some(note) = note_of_sign(sign) {
                    self.sign(note, place);
                }
            }
            Item::Before(comment) if self.line.hops == 0 => self.before(&text::plain(comment)),
            Item::Before(comment) | Item::Comment(comment) => self.comment(comment, place),
        }
        0
    }

    fn step(&mut self, item: &Item, behind: &[Item], place: Place) -> u64 {
        let outcome = self.line.now.and_then(|now| outcome(&now, item, behind));
        let searched = outcome.as_ref().map_or(0, Outcome::states);
        self.line.hops = outcome.as_ref().map_or(0, Outcome::hops_behind);
        if let (Some(before), Some(outcome)) = (&self.line.now, &outcome)
            && let Some(fault) = fault_of(outcome, place, before)
        {
            self.tell(fault);
        }
        let (step, after) = unplayed::step_of(self.tree.variant(), outcome.as_ref(), item);
        let (at, main) = (self.line.at, self.line.goes_on);
        match self.tree.add_known(at, &step, after.as_ref(), main) {
            Ok((id, new)) => {
                let line = &mut self.line;
                (line.before, line.position_before) = (line.at, line.now);
                (line.at, line.now) = (id, after);
                line.goes_on |= new;
                line.moved = true;
                line.state = State::Open;
                let pending = std::mem::take(&mut line.pending);
                self.note(id, pending, place);
            }
            Err(error) => {
                self.line.state = State::Full;
                self.too_much(&error, place);
            }
        }
        searched
    }

    fn sign(&mut self, note: Note, place: Place) {
        if self.line.moved || self.outer.is_empty() {
            self.note(self.line.at, vec![note], place);
        } else {
            self.line.pending.push(note);
        }
    }

    fn before(&mut self, comment: &str) {
        if !comment.is_empty() {
            self.line.pending.push(Note::Before(comment.into()));
        }
    }

    fn comment(&mut self, comment: &str, place: Place) {
        if !self.line.moved && !self.outer.is_empty() {
            self.before(&text::plain(comment));
            return;
        }
        let mut notes = notes_of_comment(comment);
        if self.line.state == State::AfterVariation {
            // A comment after a variation belongs to the next move. Commands belong to the last
            // move that was made.
            for note in &notes {
                if let Note::Comment(words) = note {
                    self.before(words);
                }
            }
            notes.retain(|note| !matches!(note, Note::Comment(_)));
        }
        self.note(self.line.at, notes, place);
    }

    fn close(&mut self, place: Place) {
        let Some(outer) = self.outer.pop() else {
            return;
        };
        let inner = std::mem::replace(&mut self.line, outer);
        let at = if inner.moved { inner.at } else { self.line.at };
        self.behind(at, inner.pending, place);
        if self.line.state == State::Open {
            self.line.state = State::AfterVariation;
        }
    }

    /// Notes for a missing step are added to the last step of the line.
    fn behind(&mut self, at: NodeId, pending: Vec<Note>, place: Place) {
        for note in pending {
            let notes = match note {
                Note::Before(words) => notes_of_comment(&words),
                other => vec![other],
            };
            self.note(at, notes, place);
        }
    }

    fn finish(&mut self, place: Place) {
        while !self.outer.is_empty() {
            self.close(place);
        }
        let pending = std::mem::take(&mut self.line.pending);
        self.behind(self.line.at, pending, place);
    }

    fn note(&mut self, at: NodeId, notes: Vec<Note>, place: Place) {
        for note in notes {
            if let Err(error) = self.tree.put_note(at, usize::MAX, note) {
                self.too_much(&error, place);
            }
        }
    }

    fn too_much(&mut self, error: &EditError, place: Place) {
        let found = "still more of this game";
        self.tell(Fault::new(
            place,
            FaultCode::TooLong,
            found,
            error.to_string(),
        ));
    }

    fn tell(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }
}
