//! Explains a move: one sentence about an engine move or a hint, from the same parts as the report.
//! Results of a search alone are attributed to the engine.

use damier_engine::Score;
use damier_notation::wording::{self, Language};
use damier_rules::{Game, Position};

pub use crate::reason::Reason;
use crate::report::{Course, Seen, chance, words};
use crate::report::{TOLERANCE, only_if_others_lose, shot_line, winning};

/// The difference to the second line from which the first one is the only good move.
const ALONE: f64 = 0.25;

/// The reason for the first move of the first line, in the current position of a game; the earlier
/// captures of the game distinguish a shot from the end of an exchange. `lines` are lines of an
/// engine; the line of the move to explain comes first, even if another one is better, and more
/// lines allow more reasons. `None` if the line is empty or not legal here.
///
/// ```
/// use damier_coach::report::Seen;
/// use damier_coach::why::{Reason, why};
/// use damier_engine::Score;
/// use damier_notation::{fen, move_text};
/// use damier_rules::{DrawSettings, Game, Variant};
///
/// let position = fen::read_position(Variant::INTERNATIONAL, "W:W32:B28,9")?;
/// let game = Game::new(position, DrawSettings::default());
/// let played = move_text::read(&position, "32x23")?;
/// let line = Seen { score: Score::Hundredths(0), moves: vec![played] };
/// assert_eq!(why(&game, &[line]), Some(Reason::OnlyMove));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn why(game: &Game, lines: &[Seen]) -> Option<Reason> {
    let position = game.position();
    let line = lines.first()?;
    let played = line.moves.first()?;
    let legal = position.legal_moves();
    if !legal.contains(played) {
        return None;
    }
    if legal.len() == 1 {
        return Some(Reason::OnlyMove);
    }
    let won_before = Course::exchanged(game, game.len(), game.len()).unwrap_or(0);
    let shot = shot_line(*position, &line.moves, Some(line.score))
        .filter(|found| found.wins_with(won_before));
    if let Some(found) = shot {
        return Some(Reason::Shot(Box::new(found)));
    }
    if let Some(at_least) = only_if_others_lose(position, played) {
        return Some(Reason::OthersLose { at_least });
    }
    if let Score::Win(plies) = line.score {
        return Some(Reason::WinSeen { plies });
    }
    let own = chance(line.score);
    let other = lines[1..]
        .iter()
        .max_by(|a, b| chance(a.score).total_cmp(&chance(b.score)));
    let ahead = other.map_or(f64::NEG_INFINITY, |other| chance(other.score) - own);
    let better = other
        .and_then(|other| other.moves.first())
        .filter(|better| ahead > TOLERANCE && legal.contains(better));
    if let Some(&better) = better {
        return Some(Reason::Better { better });
    }
    let wins = winning(*position, &line.moves);
    if let Some(course) = wins.filter(|course| course.net() + won_before > 0) {
        return Some(Reason::Wins(course));
    }
    Some(if ahead > 0.0 {
        Reason::NoneBetter
    } else if other.is_some() && -ahead >= ALONE {
        Reason::OnlyGood
    } else {
        Reason::Best
    })
}

/// The sentence for a reason, with the moves that show it, if there are any.
pub fn sentence(language: Language, position: &Position, reason: &Reason) -> String {
    wording::typeset(language, &words::reason(language, position, reason))
}

#[cfg(test)]
mod tests {
    use damier_notation::{fen, move_text};
    use damier_rules::{DrawSettings, Move, Variant};

    use super::*;

    fn game(position: Position) -> Game {
        Game::new(position, DrawSettings::default())
    }

    fn explained(start: &str, score: i32, texts: &[&str], others: &[&str]) -> [String; 2] {
        let position = fen::read_position(Variant::INTERNATIONAL, start).expect("a position");
        let mut at = position;
        let mut moves: Vec<Move> = Vec::new();
        for text in texts {
            let played = move_text::read(&at, text).expect("a move");
            at = at.play(&played).expect("legal");
            moves.push(played);
        }
        let mut lines = vec![Seen {
            score: Score::Hundredths(score),
            moves,
        }];
        lines.extend(others.iter().map(|text| Seen {
            score: Score::Hundredths(-150),
            moves: vec![move_text::read(&position, text).expect("a move")],
        }));
        let reason = why(&game(position), &lines).expect("a reason");
        Language::ALL.map(|language| {
            let text = sentence(language, &position, &reason);
            text.replace('\u{a0}', " ").replace('’', "'")
        })
    }

    #[test]
    fn a_shot_is_named() {
        let start = "W:W33,38,39,40,45:B12,13,14,23,24";
        assert_eq!(
            explained(start, 300, &["33-28", "23x34", "40x7"], &[]),
            [
                "C'est le début d'un coup royal : 3 pour 5.",
                "It begins a coup royal: give 3, take 5."
            ]
        );
    }

    #[test]
    fn only_move_that_loses_nothing_is_reported() {
        // 32-27 and 32-28 would be captured.
        let [french, english] = explained("W:W32,37:B18,22,21", 0, &["37-31"], &[]);
        assert_eq!(english, "Every other move loses a man or more at once.");
        assert_eq!(french, "Tout autre coup perd aussitôt au moins un pion.");
        // 31-26 loses nothing either.
        let [_, english] = explained("W:W31,42:B8,12,22", 0, &["42-37"], &[]);
        assert!(english.starts_with("The engine"), "{english}");
    }

    #[test]
    fn only_good_move_is_attributed_to_the_engine() {
        let [french, english] = explained("W:W31,42,46:B8,12,22", 0, &["42-37"], &["31-27"]);
        assert_eq!(english, "The engine sees no other good move.");
        assert_eq!(french, "L'ordinateur ne voit pas d'autre bon coup.");
    }

    #[test]
    fn only_the_best_move_is_called_best() {
        let position =
            fen::read_position(Variant::INTERNATIONAL, "W:W31,42,46:B8,12,22").expect("a position");
        let line = |text: &str, score| Seen {
            score: Score::Hundredths(score),
            moves: vec![move_text::read(&position, text).expect("a move")],
        };
        let sentences = |lines: &[Seen]| {
            let reason = why(&game(position), lines).expect("a reason");
            Language::ALL.map(|language| {
                let text = sentence(language, &position, &reason);
                text.replace('\u{a0}', " ").replace('’', "'")
            })
        };
        assert_eq!(
            sentences(&[line("42-37", 0), line("42-38", 60), line("46-41", 90)]),
            [
                "En cherchant plus longtemps, l'ordinateur préfère 46-41.",
                "Given more time, the engine prefers 46-41."
            ]
        );
        assert_eq!(
            sentences(&[line("42-37", 0), line("42-38", 10)]),
            [
                "L'ordinateur ne voit pas de meilleur coup.",
                "The engine sees no better move."
            ]
        );
        let [_, best] = sentences(&[line("42-37", 10), line("42-38", 10)]);
        assert_eq!(best, "The engine judges it best.");
        // A line that is illegal in this position is not preferred.
        let elsewhere = Seen {
            score: Score::Hundredths(500),
            moves: Vec::new(),
        };
        let [_, none] = sentences(&[line("42-37", 0), elsewhere]);
        assert_eq!(none, "The engine sees no better move.");
    }

    #[test]
    fn end_of_an_exchange_is_no_shot_and_wins_nothing() {
        let start = "W:W27,28,33,38,39,47:B1,2,3,6,18,19";
        let position = fen::read_position(Variant::INTERNATIONAL, start).expect("a position");
        let mut exchange = game(position);
        let mut reasons = Vec::new();
        // The second half of an exchange of two for two gives one and takes two; the last capture
        // takes and loses nothing.
        let texts = ["27-22", "18x27", "28-23", "19x28", "33x31"];
        for from in 0..texts.len() {
            let mut at = *exchange.position();
            let mut moves = Vec::new();
            for text in &texts[from..] {
                let played = move_text::read(&at, text).expect("a move");
                at = at.play(&played).expect("legal");
                moves.push(played);
            }
            let line = Seen {
                score: Score::Hundredths(0),
                moves: moves.clone(),
            };
            reasons.push(why(&exchange, &[line]).expect("a reason"));
            exchange.play(&moves[0]).expect("legal");
        }
        assert!(
            !matches!(reasons[2], Reason::Shot(_) | Reason::Wins(_)),
            "{:?}",
            reasons[2]
        );
        assert!(!matches!(reasons[4], Reason::Wins(_)), "{:?}", reasons[4]);
        // Without the earlier moves of the game, the same move begins a shot.
        let alone = fen::read_position(Variant::INTERNATIONAL, "W:W28,33,38,39,47:B1,2,3,6,19,27");
        let alone = alone.expect("a position");
        let mut at = alone;
        let mut moves = Vec::new();
        for text in &texts[2..] {
            let played = move_text::read(&at, text).expect("a move");
            at = at.play(&played).expect("legal");
            moves.push(played);
        }
        let line = Seen {
            score: Score::Hundredths(100),
            moves,
        };
        assert!(matches!(why(&game(alone), &[line]), Some(Reason::Shot(_))));
    }

    #[test]
    fn illegal_line_has_no_reason() {
        let position = Position::start(Variant::INTERNATIONAL);
        let mut played = position.legal_moves()[0];
        std::mem::swap(&mut played.from, &mut played.to);
        let line = Seen {
            score: Score::Hundredths(0),
            moves: vec![played],
        };
        assert_eq!(why(&game(position), &[line]), None);
        assert_eq!(why(&game(position), &[]), None);
    }
}
