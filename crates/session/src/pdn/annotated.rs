//! Merges a game with its stored tree of variations and comments, which may be older than the game.
//! Used when the analysis page opens a stored game, and for exports.

use damier_notation::GameTree;
use damier_notation::pdn::{GameResult, Reader};
use damier_notation::tree::{Edit, NodeId, Note};

use crate::pdn::export::{TERMINATION_CODE, write};
use crate::session::Session;

/// Merges a session with the stored PDN of its variations and comments. Moves played since come
/// first at their place; everything else stays as written. `None` if the text is not a readable
/// game.
///
/// ```
/// use damier_session::{GameSettings, Session, pdn};
/// use damier_rules::Variant;
///
/// let settings = GameSettings::friendly("", "");
/// let mut session = Session::new(Variant::INTERNATIONAL, settings, None)?;
/// let first = session.position().legal_moves()[0];
/// session.play(&first, 1_000)?;
/// let stored = "[GameType \"20\"]\n\n1. 32-28 {Played elsewhere.} *";
/// let tree = pdn::annotated(&session, stored).ok_or("a game")?;
/// assert!(tree.write_pdn().contains("1. 31-26 ( 1. 32-28"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn annotated(session: &Session, kept: &str) -> Option<GameTree> {
    let parsed = Reader::new(kept.as_bytes()).find_map(Result::ok)?;
    let kept = GameTree::from_pdn(&parsed, session.variant()).ok()?;
    merged(session, kept.tree)
}

/// As [`annotated`], for untrusted trees: `None` also if the captures of the text's positions have
/// more than `most_states` states together ([`GameTree::from_pdn_within`]).
pub fn annotated_within(session: &Session, kept: &str, most_states: u64) -> Option<GameTree> {
    let parsed = Reader::new(kept.as_bytes()).find_map(Result::ok)?;
    let kept = GameTree::from_pdn_within(&parsed, session.variant(), most_states).ok()?;
    merged(session, kept.tree)
}

fn merged(session: &Session, kept: GameTree) -> Option<GameTree> {
    let parsed = Reader::new(write(session).as_bytes()).find_map(Result::ok)?;
    let played = GameTree::from_pdn(&parsed, session.variant()).ok()?;
    Some(merge_trees(kept, &played.tree))
}

/// `played` is the game without variations.
fn merge_trees(mut kept: GameTree, played: &GameTree) -> GameTree {
    if kept.start() != played.start() {
        return kept; // a study of another position: nothing of the game belongs in it
    }
    let mut at = NodeId::ROOT;
    let mut new = false;
    for source in played.main_line() {
        let (Some(step), Some(place)) = (played.step(source), kept.path(at)) else {
            break;
        };
        if kept.child(at, &step).is_none() {
            let add = Edit::Add {
                at: place.clone(),
                step: step.clone(),
            };
            if kept.apply(&add).is_err() {
                break; // the tree is full
            }
            new = true;
        }
        let Some(child) = kept.child(at, &step) else {
            break;
        };
        at = child;
        if new {
            add_notes(&mut kept, at, played.notes(source).all());
        }
    }
    if new && let Ok(edit) = kept.edit_make_main(at) {
        // Editing a node that was just added cannot fail.
        let _ = kept.apply(&edit);
    }
    if kept.result() == GameResult::Unknown {
        for name in ["Result", "Termination", TERMINATION_CODE] {
            if let Ok(edit) = kept.edit_tag(name, played.tag(name))
                && played.tag(name).is_some()
            {
                let _ = kept.apply(&edit);
            }
        }
    }
    kept
}

fn add_notes(tree: &mut GameTree, node: NodeId, notes: &[Note]) {
    let Some(at) = tree.path(node) else {
        return;
    };
    for note in notes {
        let add = Edit::Note {
            at: at.clone(),
            index: usize::MAX,
            old: None,
            new: Some(note.clone()),
        };
        // A comment that exceeds the tree's limit is dropped.
        let _ = tree.apply(&add);
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;

    use super::*;
    use crate::pdn::import::from_pdn;

    fn session(moves: &str) -> Session {
        let text = format!("[GameType \"20\"]\n\n{moves}");
        let parsed = Reader::new(text.as_bytes())
            .next()
            .expect("a game")
            .expect("text");
        from_pdn(&parsed, Variant::INTERNATIONAL)
            .expect("a game that is known")
            .session
    }

    fn out(moves: &str, kept: &str) -> String {
        let kept = format!("[Event \"kept\"]\n[GameType \"20\"]\n\n{kept}");
        let tree = annotated(&session(moves), &kept).expect("a tree");
        tree.write_pdn().replace('\n', " ")
    }

    #[test]
    fn a_tree_that_contains_the_game_is_unchanged() {
        let text = out("1. 32-28 19-23 *", "1. 33-28 (1. 32-28 {said} 19-23) *");
        assert!(
            text.contains("1. 33-28 ( 1. 32-28 {said} 1... 19-23 )"),
            "{text}"
        );
        assert!(text.contains("[Event \"kept\"]"), "{text}");
    }

    #[test]
    fn newer_moves_extend_the_main_line() {
        let text = out(
            "1. 32-28 19-23 2. 28x19 *",
            "1. 32-28 {said} (1. 33-28) 18-23 *",
        );
        assert!(
            text.contains("1. 32-28 {said} ( 1. 33-28 ) 1... 19-23 ( 1... 18-23 ) 2. 28x19"),
            "{text}"
        );
    }

    #[test]
    fn a_text_without_a_game_is_rejected() {
        assert!(annotated(&session("1. 32-28 *"), "").is_none());
    }

    #[test]
    fn the_size_of_a_tree_from_outside_is_bounded() {
        let played = session("1. 32-28 19-23 2. 28x19 14x23 *");
        let tree = "[GameType \"20\"]\n\n1. 32-28 19-23 2. 28x19 14x23 (2... 13x24) *";
        let within = |most| annotated_within(&played, tree, most).map(|tree| tree.len());
        assert_eq!(
            within(1_000),
            annotated(&played, tree).map(|tree| tree.len())
        );
        assert_eq!(within(2), None, "there are more captures in it");
    }
}
