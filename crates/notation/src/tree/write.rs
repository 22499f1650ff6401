//! Writes a tree as a game. Reading the text gives an equal tree again.

use damier_rules::Position;

use super::game_tree::GameTree;
use super::limits::TEXT_BYTES;
use super::nodes::NodeId;
use super::notes::Note;
use super::step::Step;
use super::text;
use super::unplayed;
use crate::pdn::{Game, Item, Layout, TagOrder, write_as};
use crate::{fen, move_text};

/// What is still to be written. It is kept in a list, so variations can be nested to any depth.
enum Task {
    /// A node and what follows it, with the position before it, and whether it is the first of its
    /// line.
    Node(NodeId, Option<Position>, bool),
    /// A variation that begins with this node.
    Variation(NodeId, Option<Position>),
    /// Its end.
    Close,
}

impl GameTree {
    /// The tree as a written game. Each move is in its canonical form, and is followed by its
    /// notes, by its variations and by the next move.
    pub fn to_pdn(&self) -> Game {
        let mut game = Game {
            tags: self.tags().to_vec(),
            items: Vec::with_capacity(2 * self.len()),
            end: self.end().map(str::to_owned),
            first_number: self.first_number,
        };
        if game.end.is_none() && self.tag("Result").is_none() {
            game.end = Some("*".to_owned());
        }
        self.write_notes(NodeId::ROOT, &mut game.items);
        let first = self.main_child(NodeId::ROOT);
        let mut tasks: Vec<Task> = Vec::new();
        tasks.extend(first.map(|first| Task::Node(first, Some(self.start), false)));
        while let Some(task) = tasks.pop() {
            match task {
                Task::Close => game.items.push(Item::Close),
                Task::Variation(id, before) => {
                    game.items.push(Item::Open);
                    tasks.push(Task::Close);
                    tasks.push(Task::Node(id, before, true));
                }
                Task::Node(id, before, begins) => {
                    let after = self.write_node(id, before, begins, &mut game.items);
                    if let Some(next) = self.main_child(id) {
                        tasks.push(Task::Node(next, after, false));
                    }
                    if !begins && let Some(parent) = self.parent(id) {
                        let first = tasks.len();
                        let others = self.children(parent).skip(1);
                        tasks.extend(others.map(|other| Task::Variation(other, before)));
                        tasks[first..].reverse();
                    }
                }
            }
        }
        game
    }

    /// The text of the tree, with its tags in their order. It reads back as an equal tree.
    ///
    /// *Without loss* means that the content is kept: the tags and their order, the result, the
    /// start, the moves, the variations and their order, moves that could not be played, positions
    /// that are set up, signs, comments and the moves that they belong to, and all commands, also
    /// unknown ones. The spelling is not kept: blanks, line ends, move numbers, the signs of
    /// captures, `$1` for `!`, the place of a command within a comment, and comments that repeat
    /// the same words on one move.
    pub fn write_pdn(&self) -> String {
        let layout = Layout {
            tags: TagOrder::AsTheyAre,
            ..Layout::default()
        };
        write_as(&self.to_pdn(), layout)
    }

    /// Writes one step with its notes. Returns the position after it.
    fn write_node(
        &self,
        id: NodeId,
        before: Option<Position>,
        begins: bool,
        items: &mut Vec<Item>,
    ) -> Option<Position> {
        for comment in self.notes(id).before() {
            let comment = comment.to_owned();
            items.push(if begins {
                Item::Comment(comment)
            } else {
                Item::Before(comment)
            });
        }
        let (item, after) = match self.step(id)? {
            Step::Move(played) => {
                let before = before?;
                let written = move_text::written(&before, &played);
                (Item::Move(written), before.play(&played).ok())
            }
            Step::Setup(position) => {
                let text = format!("FEN \"{}\"", fen::write(&position));
                (Item::Setup(text), Some(*position))
            }
            Step::Unplayed(text) => (unplayed::item(&text).unwrap_or(Item::Unknown), None),
        };
        items.push(item);
        self.write_notes(id, items);
        after
    }

    /// Writes what follows a move: signs, comments, and the commands, which are put into the last
    /// comment.
    fn write_notes(&self, id: NodeId, items: &mut Vec<Item>) {
        let notes = self.notes(id);
        // The last comment, and whether commands may be added to it. If its text contains the
        // beginning of a command, they would be read wrongly.
        let mut open: Option<(String, bool)> = None;
        for note in notes.all() {
            match note {
                Note::Before(_) => {}
                Note::Nag(number) => {
                    let sign = text::sign_of(*number);
                    let touches = matches!(items.last(), Some(Item::Move(_)));
                    items.push(match sign.filter(|_| touches) {
                        Some(sign) => Item::Sign(sign.to_owned()),
                        None => Item::Nag(*number),
                    });
                }
                Note::Sign(sign) => items.push(Item::Sign(sign.to_string())),
                Note::Comment(words) => {
                    items.extend(open.take().map(|(text, _)| Item::Comment(text)));
                    open = Some((words.to_string(), !text::opens_command(words)));
                }
                Note::Command(command) => match &mut open {
                    Some((text, true)) if text.len() + command.len() < TEXT_BYTES => {
                        text.push_str(" [%");
                        text.push_str(command);
                        text.push(']');
                    }
                    _ => {
                        items.extend(open.take().map(|(text, _)| Item::Comment(text)));
                        open = Some((format!("[%{command}]"), true));
                    }
                },
            }
        }
        items.extend(open.map(|(text, _)| Item::Comment(text)));
    }
}
