//! A game that was read from PDN, with its variations, comments, signs and faults.

use std::sync::Arc;

use damier_notation::pdn::{Fault as Found, ResultStyle, Severity};
use damier_notation::tree::{NodeId, Note, Step};
use damier_notation::{GameTree, fen, wording};
use damier_rules::{DrawSettings, Game as Rules, Move as Played, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arguments::language;
use crate::board::Board;
use crate::errors::parse_error;
use crate::moves::Move;

/// A fault in a file of games: what was found, what was expected, and where.
#[derive(Clone)]
#[pyclass(frozen, module = "damier")]
pub(crate) struct Fault {
    found: Found,
}

#[pymethods]
impl Fault {
    /// The line, from 1.
    #[getter]
    fn line(&self) -> u32 {
        self.found.place.line
    }

    /// The column, from 1.
    #[getter]
    fn column(&self) -> u32 {
        self.found.place.column
    }

    /// The stable code, such as `not-legal`.
    #[getter]
    fn code(&self) -> &'static str {
        self.found.code.code()
    }

    /// `"note"` (nothing is lost), `"not-played"` (a game that this package does not know) or
    /// `"error"`.
    #[getter]
    fn severity(&self) -> &'static str {
        match self.found.severity() {
            Severity::Note => "note",
            Severity::NotPlayed => "not-played",
            Severity::Error => "error",
        }
    }

    /// The fault as one sentence, in English (`"en"`) or French (`"fr"`).
    #[pyo3(signature = (lang = "en"))]
    fn text(&self, lang: &str) -> PyResult<String> {
        Ok(wording::pdn_fault(language(lang)?, &self.found))
    }

    fn __str__(&self) -> String {
        self.found.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Fault('{}')", self.found)
    }
}

/// A game that was read from PDN.
///
/// Nothing of the text is dropped: an illegal move is a node without a position, and `faults` has
/// its place.
///
/// >>> import damier
/// >>> game = next(damier.parse_pdn('[White "Ada"]\n1. 32-28! {usual} (1. 33-28) 1... 19-23 *'))
/// >>> game.white, game.variant, [str(move) for move in game.moves]
/// ('Ada', 'international', ['32-28', '19-23'])
/// >>> [str(node.move) for node in game.root.children]
/// ['32-28', '33-28']
/// >>> game.root.children[0].comment
/// 'usual'
#[pyclass(frozen, module = "damier")]
pub(crate) struct Game {
    pub(crate) variant: Variant,
    tags: Vec<(String, String)>,
    tree: Result<Arc<GameTree>, Found>,
    faults: Vec<Found>,
    line: u32,
}

#[pymethods]
impl Game {
    /// The id of the game of the family. Where no tag names it, it is found from the moves.
    #[getter]
    fn variant(&self) -> &'static str {
        self.variant.id()
    }

    /// The tags: a dictionary from names to values.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tags = PyDict::new(py);
        for (name, value) in &self.tags {
            tags.set_item(name, value)?;
        }
        Ok(tags)
    }

    /// The player of White; `None` if it is not known.
    #[getter]
    fn white(&self) -> Option<&str> {
        self.tag("White")
    }

    /// The player of Black; `None` if it is not known.
    #[getter]
    fn black(&self) -> Option<&str> {
        self.tag("Black")
    }

    /// The event; `None` if it is not known.
    #[getter]
    fn event(&self) -> Option<&str> {
        self.tag("Event")
    }

    /// The date as the file has it, such as `2026.11.30`; `None` if it is not known.
    #[getter]
    fn date(&self) -> Option<&str> {
        self.tag("Date")
    }

    /// The result, such as `2-0`; `*` if it is not known. In games in which Black begins, the first
    /// number is Black's.
    #[getter]
    fn result(&self) -> String {
        match &self.tree {
            Ok(tree) => tree.result().write(ResultStyle::of(self.variant)),
            Err(_) => self.tag("Result").unwrap_or("*").to_owned(),
        }
    }

    /// The line of the file where the game begins, from 1.
    #[getter]
    fn line(&self) -> u32 {
        self.line
    }

    /// The faults of the text, in order; at most about 200.
    #[getter]
    fn faults(&self) -> Vec<Fault> {
        let fault = |found: &Found| Fault {
            found: found.clone(),
        };
        self.faults.iter().map(fault).collect()
    }

    /// The start of the game: a node without a move.
    ///
    /// Raises:
    ///     ParseError: the game has no start that can be played, such as a game that this package
    ///         does not know. `faults` says the same.
    #[getter]
    fn root(&self, py: Python<'_>) -> PyResult<Node> {
        Ok(Node {
            tree: Arc::clone(self.tree(py)?),
            id: NodeId::ROOT,
        })
    }

    /// The nodes of the main line, without the root.
    ///
    /// Raises:
    ///     ParseError: as for `root`.
    #[getter]
    fn mainline(&self, py: Python<'_>) -> PyResult<Vec<Node>> {
        let tree = self.tree(py)?;
        let node = |id| Node {
            tree: Arc::clone(tree),
            id,
        };
        Ok(tree.main_line().into_iter().map(node).collect())
    }

    /// The legal moves of the main line, up to the first move that cannot be played or the first
    /// position that is set up.
    ///
    /// Raises:
    ///     ParseError: as for `root`.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<Move>> {
        let tree = self.tree(py)?;
        Ok(Move::line(tree.start(), &played(tree, &tree.main_line())))
    }

    /// The board at the end of `moves`. A game that continues after a draw by rule continues on the
    /// board too, with its counts starting again.
    ///
    /// Raises:
    ///     ParseError: as for `root`.
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        let tree = self.tree(py)?;
        let moves = played(tree, &tree.main_line());
        Ok(Board {
            game: replayed(tree, &moves),
        })
    }

    /// The game as PDN, with its variations and comments.
    ///
    /// Raises:
    ///     ParseError: as for `root`.
    fn pdn(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.tree(py)?.write_pdn())
    }

    fn __repr__(&self) -> String {
        let name = |name: Option<&str>| name.unwrap_or("?").to_owned();
        let (white, black) = (name(self.white()), name(self.black()));
        format!(
            "Game('{}', '{white} - {black}', '{}')",
            self.variant(),
            self.result()
        )
    }
}

impl Game {
    pub(crate) fn new(
        variant: Variant,
        tags: Vec<(String, String)>,
        tree: Result<GameTree, Found>,
        mut faults: Vec<Found>,
        line: u32,
    ) -> Game {
        if let Err(fault) = &tree
            && !faults.contains(fault)
        {
            faults.push(fault.clone());
        }
        faults.sort_by_key(|fault| (fault.place.line, fault.place.column));
        Game {
            variant,
            tags,
            tree: tree.map(Arc::new),
            faults,
            line,
        }
    }

    /// The main line as a game of the rules.
    pub(crate) fn rules(&self, py: Python<'_>) -> PyResult<Rules> {
        let tree = self.tree(py)?;
        let mut game = Rules::new(*tree.start(), DrawSettings::default());
        for played in played(tree, &tree.main_line()) {
            if game.play(&played).is_err() {
                break; // the players went on after a draw by rule
            }
        }
        Ok(game)
    }

    /// The first fault that is an error, as an exception.
    pub(crate) fn error(&self, py: Python<'_>) -> Option<PyErr> {
        let mut faults = self.faults.iter();
        let fault = faults.find(|fault| fault.severity() != Severity::Note)?;
        Some(fault_error(py, fault))
    }

    fn tree(&self, py: Python<'_>) -> PyResult<&Arc<GameTree>> {
        self.tree.as_ref().map_err(|fault| fault_error(py, fault))
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let (_, value) = self.tags.iter().find(|(tag, _)| tag == name)?;
        let value = value.trim();
        (!value.is_empty() && !value.starts_with('?')).then_some(value)
    }
}

fn fault_error(py: Python<'_>, fault: &Found) -> PyErr {
    let column = fault.place.column as usize;
    let line = Some(fault.place.line);
    parse_error(py, fault.to_string(), fault.code.code(), line, Some(column))
}

/// The legal moves of a line of nodes, up to the first other step.
fn played(tree: &GameTree, line: &[NodeId]) -> Vec<Played> {
    line.iter().map_while(|id| tree.played(*id)).collect()
}

/// A game with these moves. Where the rules have ended it as a draw, the counts start again.
fn replayed(tree: &GameTree, moves: &[Played]) -> Rules {
    let mut game = Rules::new(*tree.start(), DrawSettings::default());
    for played in moves {
        if game.play(played).is_err() {
            let Ok(next) = game.position().play(played) else {
                break;
            };
            game = Rules::new(next, DrawSettings::default());
        }
    }
    game
}

/// A place in the tree of a game: a move of the main line or of a variation, or the root.
#[pyclass(frozen, module = "damier")]
pub(crate) struct Node {
    tree: Arc<GameTree>,
    id: NodeId,
}

#[pymethods]
impl Node {
    /// The move that leads here; `None` for the root, for a position that is set up, and for a move
    /// that cannot be played (`text` has what is written).
    #[getter]
    fn r#move(&self) -> Option<Move> {
        let played = self.tree.played(self.id)?;
        let before = self.tree.position(self.tree.parent(self.id)?)?;
        Some(Move::new(&before, &played))
    }

    /// The move as text; for a move that cannot be played the text of the file; empty for the root.
    #[getter]
    fn text(&self) -> String {
        match self.tree.step(self.id) {
            Some(Step::Unplayed(text)) => text.into(),
            _ => self.tree.move_text(self.id).unwrap_or_default(),
        }
    }

    /// The comment after the move; several comments are joined by line feeds. `None` without one.
    #[getter]
    fn comment(&self) -> Option<String> {
        joined(self.tree.notes(self.id).comments())
    }

    /// The comment before the move, at the beginning of a variation. `None` without one.
    #[getter]
    fn comment_before(&self) -> Option<String> {
        joined(self.tree.notes(self.id).before())
    }

    /// The signs of the move as numbers: 1 to 6 are `!`, `?`, `!!`, `??`, `!?`, `?!`.
    #[getter]
    fn nags(&self) -> Vec<u32> {
        self.tree.notes(self.id).nags().collect()
    }

    /// The commands in the comments, without their brackets: `clk 0:49:11`, `eval 0.3`.
    #[getter]
    fn commands(&self) -> Vec<String> {
        let notes = self.tree.notes(self.id).all().iter();
        let commands = notes.filter_map(|note| match note {
            Note::Command(text) => Some(text.to_string()),
            _ => None,
        });
        commands.collect()
    }

    /// The next nodes: the main continuation first, then the variations.
    #[getter]
    fn children(&self) -> Vec<Node> {
        self.tree.children(self.id).map(|id| self.at(id)).collect()
    }

    /// The node before; `None` for the root.
    #[getter]
    fn parent(&self) -> Option<Node> {
        self.tree.parent(self.id).map(|id| self.at(id))
    }

    /// The number of steps from the root.
    #[getter]
    fn ply(&self) -> usize {
        self.tree.depth(self.id)
    }

    /// Whether the node is on the main line.
    #[getter]
    fn is_mainline(&self) -> bool {
        self.tree.is_main_line(self.id)
    }

    /// The position here as FEN; `None` after a move that cannot be played.
    #[getter]
    fn fen(&self) -> Option<String> {
        self.tree.position(self.id).as_ref().map(fen::write)
    }

    /// The board here, with the moves that lead to it.
    ///
    /// Raises:
    ///     ValueError: no position is known after a move that cannot be played.
    fn board(&self) -> PyResult<Board> {
        let unknown =
            || PyValueError::new_err("no position is known after a move that cannot be played");
        let position = self.tree.position(self.id).ok_or_else(unknown)?;
        let mut line: Vec<NodeId> = Vec::with_capacity(self.ply());
        let mut at = self.id;
        while let Some(parent) = self.tree.parent(at) {
            line.push(at);
            at = parent;
        }
        line.reverse();
        let moves = played(&self.tree, &line);
        if moves.len() < line.len() {
            return Ok(Board::starting(position)); // a position was set up on the way
        }
        Ok(Board {
            game: replayed(&self.tree, &moves),
        })
    }

    fn __eq__(&self, other: PyRef<'_, Node>) -> bool {
        Arc::ptr_eq(&self.tree, &other.tree) && self.id == other.id
    }

    fn __hash__(&self) -> u64 {
        (Arc::as_ptr(&self.tree) as usize as u64).rotate_left(20) ^ u64::from(self.id.number())
    }

    fn __repr__(&self) -> String {
        format!("Node({:?})", self.text())
    }
}

impl Node {
    fn at(&self, id: NodeId) -> Node {
        Node {
            tree: Arc::clone(&self.tree),
            id,
        }
    }
}

fn joined<'t>(texts: impl Iterator<Item = &'t str>) -> Option<String> {
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}
