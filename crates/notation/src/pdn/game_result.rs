//! The result of a written game, which depends on the side that begins.

use damier_rules::Variant;

use super::game::Game;
use super::game_type::black_first;
use super::result::{GameResult, ResultStyle};

impl Game {
    /// The result of the game. Which side `1-0` names first depends on the game of the family, as
    /// the tags name it ([`Game::result_in`] if they do not). The standard requires the result in
    /// the tag; a result that is only after the moves is used otherwise.
    pub fn result(&self) -> GameResult {
        self.result_as(if black_first(self) {
            ResultStyle::BlackFirst
        } else {
            ResultStyle::Default
        })
    }

    /// The result of the game, if it is this game of the family, whatever its tags name.
    pub fn result_in(&self, variant: Variant) -> GameResult {
        self.result_as(ResultStyle::of(variant))
    }

    fn result_as(&self, style: ResultStyle) -> GameResult {
        let read = |text| GameResult::read_as(text, style);
        let tag = self.tag("Result").map(read);
        let end = self.end.as_deref().map(read);
        match (tag, end) {
            (Some(GameResult::Unknown) | None, Some(end)) => end,
            (Some(tag), _) => tag,
            (None, None) => GameResult::Unknown,
        }
    }
}
