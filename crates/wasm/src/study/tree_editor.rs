//! The JavaScript object of a tree of moves that the user edits: a tree of `notation`, with the
//! changes that can be undone. The analysis page calls it through `web/src/rules/tree-editor.ts`.
//! `rules` decides which moves are legal; a refusal has the same text as in a game.

use damier_notation::GameTree;
use damier_notation::pdn::{Parsed, Reader};
use damier_notation::tree::{Edit, NodeId, NodePath, note_of_sign};
use damier_rules::{Explanation, Position, Refusal, Variant, explain};
use damier_session::{GameRecord, Session, pdn};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use super::tree_position::TreePosition;
use super::tree_view::{MarkView, TagView, Touched, TreeChange, TreeNode};
use crate::arguments::{self, language, read, square, write};
use crate::error::DoorError;
use crate::move_input::MoveInputView;
use crate::refusal_view::RefusalView;
use crate::view::MoveView;

/// The most changes that can be undone.
const MAX_UNDO: usize = 1_000;

/// A tree of moves that is being edited. Every failed call throws an `Error` whose message is the
/// JSON text `{"code","message"}`, and leaves the tree as it was.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct TreeEditor {
    tree: GameTree,
    /// The edits that undo the changes; the last change is at the end.
    undo: Vec<Edit>,
    /// The edits that redo undone changes; the one undone last is at the end.
    redo: Vec<Edit>,
    /// The node whose comment was written by the last change.
    written: Option<NodeId>,
}

/// The answer to a move input.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum TreePlayReply {
    /// The move is in the tree; it may have been there before.
    Played {
        /// The move.
        played: MoveView,
        /// How the tree has changed.
        change: TreeChange,
    },
    /// Nothing was played, for this reason.
    Refused(RefusalView),
    /// Nothing was played: the input fits several moves with different captured sets.
    Ambiguous(Vec<MoveView>),
}

/// The main line of a tree as the record of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeLine {
    /// The record, up to the first move that cannot be played in a game.
    pub record: GameRecord,
    /// The number of plies in it.
    pub plies: usize,
}

#[wasm_bindgen]
impl TreeEditor {
    /// A tree without moves: from the start of a game (its id; a reading of the rules other than
    /// the usual one follows after a colon), or from a position.
    ///
    /// # Errors
    /// `unknown-variant`, `bad-position`.
    #[wasm_bindgen(constructor)]
    pub fn new(variant_id: &str, fen: Option<String>) -> Result<TreeEditor, DoorError> {
        let variant = arguments::variant(variant_id)?;
        let start = match fen {
            None => Position::start(variant),
            Some(fen) => damier_notation::fen::read_position(variant, &fen)
                .map_err(|error| DoorError::new("bad-position", error))?,
        };
        Ok(TreeEditor::of(GameTree::new(start)))
    }

    /// Opens a stored game: its record (JSON of `GameRecord`), and the tree stored with it, as PDN.
    /// Moves that were played after the tree was stored are added to it.
    ///
    /// # Errors
    /// `bad-json`, the code of the first place where the record is not the record of a game,
    /// `unreadable`.
    pub fn from_record(record_json: &str, tree: Option<String>) -> Result<TreeEditor, DoorError> {
        let record: GameRecord = read("the record", record_json)?;
        let session = Session::replay(&record)?;
        let tree = match tree {
            Some(text) => pdn::annotated(&session, &text)
                .ok_or_else(|| DoorError::new("unreadable", "the kept tree is no game"))?,
            None => tree_of_text(&pdn::write(&session), session.variant())?,
        };
        Ok(TreeEditor::of(tree))
    }

    /// The tree as PDN.
    pub fn pdn(&self) -> String {
        self.tree.write_pdn()
    }

    /// The main line as a record: JSON of `TreeLine`.
    ///
    /// # Errors
    /// `unreadable`, which is not known to happen.
    pub fn line(&self) -> Result<String, DoorError> {
        let parsed = parsed(&self.tree.write_pdn())?;
        let imported = pdn::from_pdn(&parsed, self.tree.variant())
            .map_err(|fault| DoorError::new("unreadable", format_args!("{fault:?}")))?;
        write(&TreeLine {
            plies: imported.session.game().len(),
            record: imported.session.record(),
        })
    }

    /// Every node: JSON of `TreeNode[]`.
    ///
    /// # Errors
    /// None are known.
    pub fn nodes(&self) -> Result<String, DoorError> {
        let nodes = self
            .tree
            .nodes()
            .filter_map(|id| TreeNode::of(&self.tree, id));
        write(&nodes.collect::<Vec<_>>())
    }

    /// The tags in order: JSON of `TagView[]`.
    ///
    /// # Errors
    /// None are known.
    pub fn tags(&self) -> Result<String, DoorError> {
        let view = |tag: &damier_notation::pdn::Tag| TagView {
            name: tag.name.clone(),
            value: tag.value.clone(),
        };
        write(&self.tree.tags().iter().map(view).collect::<Vec<_>>())
    }

    /// The last node of the main line.
    pub fn end(&self) -> u32 {
        let last = self.tree.main_line().last().copied();
        last.unwrap_or(NodeId::ROOT).number()
    }

    /// The position at a node: JSON of `TreePosition`.
    ///
    /// # Errors
    /// `no-such-node`, `unknown-language`.
    pub fn position(&self, node: u32, lang: &str) -> Result<String, DoorError> {
        let id = self.node(node)?;
        let view = TreePosition::of(&self.tree, id, language(lang)?);
        write(&view.ok_or_else(|| no_such_node(node))?)
    }

    /// Plays a move input (JSON of `MoveInputView`) after a node, if it fits exactly one legal
    /// move: JSON of `TreePlayReply`. If the move is already in the tree, its node is returned;
    /// otherwise it becomes a new variation.
    ///
    /// # Errors
    /// `no-such-node`, `bad-json`, `unknown-language`, `no-such-square`, `too-much`.
    pub fn play(&mut self, node: u32, input_json: &str, lang: &str) -> Result<String, DoorError> {
        let language = language(lang)?;
        let id = self.node(node)?;
        let input: MoveInputView = read("the move input", input_json)?;
        let input = input.read(self.tree.variant())?;
        let position = self.tree.position(id).ok_or_else(|| no_such_node(node))?;
        let refused = |refusal: &Refusal| {
            TreePlayReply::Refused(RefusalView::of(&position, refusal, language))
        };
        if let Some(outcome) = position.outcome() {
            return write(&refused(&Refusal::GameOver { outcome }));
        }
        let reply = match explain(&position, &input) {
            Explanation::Legal(played) => {
                let edit = self.tree.edit_add(id, &played)?;
                TreePlayReply::Played {
                    played: MoveView::of(&position, &played),
                    change: self.change(&edit)?,
                }
            }
            Explanation::Refused(refusal) => refused(&refusal),
            Explanation::Ambiguous(moves) => TreePlayReply::Ambiguous(
                moves
                    .iter()
                    .map(|played| MoveView::of(&position, played))
                    .collect(),
            ),
        };
        write(&reply)
    }

    /// Why the piece on this square cannot be moved at a node: JSON of `RefusalView`, or nothing if
    /// it can.
    ///
    /// # Errors
    /// `no-such-node`, `no-such-square`, `unknown-language`.
    pub fn why_not(&self, node: u32, number: u32, lang: &str) -> Result<Option<String>, DoorError> {
        let language = language(lang)?;
        let square = square(self.tree.variant(), number)?;
        let Some(position) = self.tree.position(self.node(node)?) else {
            return Ok(None);
        };
        let refusal = match position.outcome() {
            Some(outcome) => Some(Refusal::GameOver { outcome }),
            None => damier_rules::why_not(&position, square),
        };
        refusal
            .map(|refusal| write(&RefusalView::of(&position, &refusal, language)))
            .transpose()
    }

    /// Moves the variation that contains a node in front of the line that it varies: JSON of
    /// `TreeChange`.
    ///
    /// # Errors
    /// `no-such-node`.
    pub fn promote(&mut self, node: u32) -> Result<String, DoorError> {
        let edit = self.tree.edit_promote(self.node(node)?)?;
        self.edited(&edit)
    }

    /// Makes the line to a node the main line: JSON of `TreeChange`.
    ///
    /// # Errors
    /// `no-such-node`.
    pub fn make_main(&mut self, node: u32) -> Result<String, DoorError> {
        let edit = self.tree.edit_make_main(self.node(node)?)?;
        self.edited(&edit)
    }

    /// Removes a node and everything after it: JSON of `TreeChange`.
    ///
    /// # Errors
    /// `no-such-node`, `root`.
    pub fn remove(&mut self, node: u32) -> Result<String, DoorError> {
        let edit = self.tree.edit_remove(self.node(node)?)?;
        self.edited(&edit)
    }

    /// Sets the comment after a node's move; an empty text removes it: JSON of `TreeChange`.
    /// `goes_on` means that the comment is still being typed: it replaces the comment of the last
    /// call, and both are undone together.
    ///
    /// # Errors
    /// `no-such-node`, `too-much`.
    pub fn set_comment(
        &mut self,
        node: u32,
        text: &str,
        goes_on: bool,
    ) -> Result<String, DoorError> {
        let id = self.node(node)?;
        if goes_on
            && self.written == Some(id)
            && let Some(undo) = self.undo.pop()
        {
            self.tree.apply(&undo)?;
        }
        let edit = self.tree.edit_comment(id, text)?;
        let before = self.undo.len();
        let answer = self.edited(&edit);
        self.written = (self.undo.len() > before).then_some(id);
        answer
    }

    /// Sets the signs of a node (JSON of `string[]`, `!` or `$7`): JSON of `TreeChange`.
    ///
    /// # Errors
    /// `no-such-node`, `bad-json`, `no-such-sign`.
    pub fn set_signs(&mut self, node: u32, signs_json: &str) -> Result<String, DoorError> {
        let signs: Vec<String> = read("the signs", signs_json)?;
        let notes: Option<Vec<_>> = signs.iter().map(|sign| note_of_sign(sign)).collect();
        let notes =
            notes.ok_or_else(|| DoorError::new("no-such-sign", "a sign is none of PDN's"))?;
        let edit = self.tree.edit_signs(self.node(node)?, notes)?;
        self.edited(&edit)
    }

    /// Sets the arrows and marked squares of a node (JSON of `MarkView[]`): JSON of `TreeChange`.
    ///
    /// # Errors
    /// `no-such-node`, `bad-json`, `no-such-mark`, `too-much`.
    pub fn set_marks(&mut self, node: u32, marks_json: &str) -> Result<String, DoorError> {
        let views: Vec<MarkView> = read("the marks", marks_json)?;
        let variant = self.tree.variant();
        let marks: Option<Vec<_>> = views.iter().map(|view| view.mark(variant)).collect();
        let marks =
            marks.ok_or_else(|| DoorError::new("no-such-mark", "a colour or a square is none"))?;
        let edit = self.tree.edit_marks(self.node(node)?, &marks)?;
        self.edited(&edit)
    }

    /// Sets the evaluation of a node, written as in PDN (`0.35,18`, `#-3`); an empty text removes
    /// it: JSON of `TreeChange`.
    ///
    /// # Errors
    /// `no-such-node`, `no-evaluation`.
    pub fn set_evaluation(&mut self, node: u32, text: &str) -> Result<String, DoorError> {
        let evaluation = match text {
            "" => None,
            text => Some(
                text.parse()
                    .map_err(|_| DoorError::new("no-evaluation", "the text is no evaluation"))?,
            ),
        };
        let edit = self.tree.edit_evaluation(self.node(node)?, evaluation)?;
        self.edited(&edit)
    }

    /// Sets the first tag with this name; an empty value removes it: JSON of `TreeChange`.
    ///
    /// # Errors
    /// The code of the reason why PDN cannot write the tag, or why the tree has another.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<String, DoorError> {
        let value = (!value.is_empty()).then_some(value);
        let edit = self.tree.edit_tag(name, value)?;
        self.edited(&edit)
    }

    /// Undoes the last change: JSON of `TreeChange`, or nothing if there is none.
    ///
    /// # Errors
    /// None are known.
    pub fn undo(&mut self) -> Result<Option<String>, DoorError> {
        self.written = None;
        let Some(edit) = self.undo.pop() else {
            return Ok(None);
        };
        let inverse = self.tree.apply(&edit)?;
        self.redo.push(inverse);
        self.change_json(&edit).map(Some)
    }

    /// Redoes the change that was undone last: JSON of `TreeChange`, or nothing if there is none.
    ///
    /// # Errors
    /// None are known.
    pub fn redo(&mut self) -> Result<Option<String>, DoorError> {
        self.written = None;
        let Some(edit) = self.redo.pop() else {
            return Ok(None);
        };
        let inverse = self.tree.apply(&edit)?;
        self.undo.push(inverse);
        self.change_json(&edit).map(Some)
    }

    /// The path to a node, which remains valid when the tree is opened again: JSON of `string[]`.
    ///
    /// # Errors
    /// `no-such-node`.
    pub fn path(&self, node: u32) -> Result<String, DoorError> {
        let path = self.tree.path(self.node(node)?);
        write(&path.ok_or_else(|| no_such_node(node))?)
    }

    /// The node at the end of a path (JSON of `string[]`); nothing if there is none.
    ///
    /// # Errors
    /// `bad-json`.
    pub fn find(&self, path_json: &str) -> Result<Option<u32>, DoorError> {
        let path: NodePath = read("the path", path_json)?;
        Ok(self.tree.find(&path).map(NodeId::number))
    }
}

impl TreeEditor {
    fn of(tree: GameTree) -> TreeEditor {
        TreeEditor {
            tree,
            undo: Vec::new(),
            redo: Vec::new(),
            written: None,
        }
    }

    fn node(&self, number: u32) -> Result<NodeId, DoorError> {
        let id = NodeId::from_number(number);
        if self.tree.contains(id) {
            Ok(id)
        } else {
            Err(no_such_node(number))
        }
    }

    fn edited(&mut self, edit: &Edit) -> Result<String, DoorError> {
        write(&self.change(edit)?)
    }

    /// Makes a change that can be undone.
    fn change(&mut self, edit: &Edit) -> Result<TreeChange, DoorError> {
        let inverse = self.tree.apply(edit)?;
        self.written = None;
        if inverse != Edit::NOTHING {
            self.undo.push(inverse);
            self.redo.clear();
            if self.undo.len() > MAX_UNDO {
                self.undo.remove(0);
            }
        }
        Ok(self.after(edit))
    }

    fn change_json(&self, edit: &Edit) -> Result<String, DoorError> {
        write(&self.after(edit))
    }

    /// The changes that an edit makes in the tree.
    fn after(&self, edit: &Edit) -> TreeChange {
        let touched = Touched::by(&self.tree, edit);
        let nodes = touched.nodes.iter();
        TreeChange {
            nodes: nodes
                .filter_map(|&id| TreeNode::of(&self.tree, id))
                .collect(),
            at: touched.at.unwrap_or(NodeId::ROOT).number(),
            can_undo: !self.undo.is_empty(),
            can_redo: !self.redo.is_empty(),
        }
    }
}

fn no_such_node(number: u32) -> DoorError {
    DoorError::new(
        "no-such-node",
        format_args!("the tree has no node {number}"),
    )
}

fn parsed(text: &str) -> Result<Parsed, DoorError> {
    let first = Reader::new(text.as_bytes()).find_map(Result::ok);
    first.ok_or_else(|| DoorError::new("unreadable", "there is no game in the text"))
}

/// The tree of the first game of a text.
pub(crate) fn tree_of_text(text: &str, variant: Variant) -> Result<GameTree, DoorError> {
    let read = GameTree::from_pdn(&parsed(text)?, variant);
    read.map(|read| read.tree)
        .map_err(|fault| DoorError::new("unreadable", format_args!("{fault:?}")))
}
