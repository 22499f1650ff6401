//! Makes a PDN game from moves that were played.

use damier_rules::{Move, NotLegal, Position};

use super::game::{Game, Item};
use super::game_type::set_kind;
use crate::{fen, move_text};

impl Game {
    /// Makes a game from these moves. It gets the tag `GameType` or `Variant`, the tag `FEN` unless
    /// it begins from the usual start, and each move in its canonical form.
    ///
    /// # Errors
    /// The first move that is not legal in its position.
    ///
    /// ```
    /// use damier_notation::pdn::{Game, write};
    /// use damier_rules::{Position, Variant};
    ///
    /// let start = Position::start(Variant::INTERNATIONAL);
    /// let game = Game::of_moves(&start, &start.legal_moves()[..1])?;
    /// assert_eq!(write(&game), "[GameType \"20\"]\n\n1. 31-26 *\n");
    /// # Ok::<(), damier_rules::NotLegal>(())
    /// ```
    pub fn of_moves(start: &Position, moves: &[Move]) -> Result<Game, NotLegal> {
        let variant = start.variant();
        let mut game = Game {
            end: Some("*".to_owned()),
            ..Game::default()
        };
        set_kind(&mut game, variant);
        if *start != Position::start(variant) {
            game.set_tag("FEN", fen::write(start));
        }
        let mut position = *start;
        for played in moves {
            let next = position.play(played)?;
            game.items
                .push(Item::Move(move_text::written(&position, played)));
            position = next;
        }
        Ok(game)
    }
}
