//! All facts of a game in one serialisable form, for programs that show tables: the command
//! `variants --json`, and pages that compare games. The facts are read from the rule table that the
//! move generator uses, so the tables cannot differ from the rules in play.

mod shapes;

pub use shapes::{
    BoardFacts, DrawFacts, GameTypeFacts, KingFacts, ManFacts, NamingFacts, ObligationFacts,
    PlayingFacts, PrecedenceFacts, StartFacts, WordFacts,
};

use damier_rules::Variant;
use damier_rules::variant::rule_table::{Goal, Passing, Removal, ResultStyle};
use serde::Serialize;

use crate::hub_text;
use crate::wording::{self, Language};

/// The facts of a game in one of its readings, with the names that the JSON uses.
///
/// ```
/// use damier_notation::facts::Facts;
/// use damier_rules::Variant;
///
/// let facts = Facts::of(Variant::SPANISH);
/// assert_eq!(facts.start.white[..3], ["1", "2", "3"]);
/// assert_eq!(facts.game_type.map(|own| own.long), Some("24,W,8,8,N1,1".to_owned()));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Facts {
    /// The stable id. A reading other than the usual one follows after a colon.
    pub id: &'static str,
    /// The stable id of the game in its usual reading.
    pub game: &'static str,
    /// The stable code of the reading; null for the usual one.
    pub reading: Option<&'static str>,
    /// The ids of the other readings of the same game.
    pub readings: Vec<&'static str>,
    /// Its names in French.
    pub fr: WordFacts,
    /// Its names in English.
    pub en: WordFacts,
    /// The branch of the family.
    pub family: &'static str,
    /// The board.
    pub board: BoardFacts,
    /// The squares of the men at the start, as the game names them.
    pub start: StartFacts,
    /// The most pieces that one side can have.
    pub pieces_per_side: u8,
    /// The side that begins.
    pub first: &'static str,
    /// Who wins if a side cannot move, and what else wins: `immobilise`, `give-away`, `promote`.
    pub goal: &'static str,
    /// How the rules make a player capture.
    pub obligation: ObligationFacts,
    /// How men move and capture.
    pub man: ManFacts,
    /// How kings move and capture.
    pub king: KingFacts,
    /// When captured pieces leave the board: `after-move`, `at-once`.
    pub removal: &'static str,
    /// Whether two captures in a row within one move may go in exactly opposite directions.
    pub half_turn: bool,
    /// What happens when a man reaches its last row in the middle of a capture: `stays-man`,
    /// `promotes`, `ends-move`, `no-promotion`.
    pub passing: &'static str,
    /// The rules by which one capture comes before another, in order.
    pub precedence: Vec<PrecedenceFacts>,
    /// The most quiet moves in a row that one king may make while its side has men.
    pub king_run: Option<u8>,
    /// The rules by which a game is drawn.
    pub draws: Vec<DrawFacts>,
    /// How squares are named.
    pub naming: NamingFacts,
    /// The sign between the squares of a written capture.
    pub capture_sign: char,
    /// How results are written: `points` (2-0, 1-1), `halves` (1-0, 1/2-1/2).
    pub results: &'static str,
    /// The game's tag in PDN, if the standard has a number for it.
    pub game_type: Option<GameTypeFacts>,
    /// The game's name in the Hub protocol, if its engines play it.
    pub hub: Option<&'static str>,
    /// The sources of these facts.
    pub sources: &'static [&'static str],
}

impl Facts {
    /// Reads the facts of a game from its rule table.
    pub fn of(variant: Variant) -> Facts {
        let table = variant.table();
        let words = |language| WordFacts::of(language, variant);
        Facts {
            id: table.id,
            game: variant.game().id(),
            reading: variant.reading(),
            readings: variant.readings().map(Variant::id).collect(),
            fr: words(Language::French),
            en: words(Language::English),
            family: table.family.code(),
            board: BoardFacts::of(table.board),
            start: StartFacts::of(variant),
            pieces_per_side: table.pieces_per_side,
            first: table.first.code(),
            goal: match table.goal {
                Goal::Immobilise => "immobilise",
                Goal::GiveAway => "give-away",
                Goal::Promote => "promote",
            },
            obligation: ObligationFacts::of(table.obligation),
            man: ManFacts::of(&table.man),
            king: KingFacts::of(&table.king),
            removal: match table.removal {
                Removal::AfterMove => "after-move",
                Removal::AtOnce => "at-once",
            },
            half_turn: table.half_turn,
            passing: match table.passing {
                Passing::StaysMan => "stays-man",
                Passing::Promotes => "promotes",
                Passing::EndsMove => "ends-move",
                Passing::NoPromotion => "no-promotion",
            },
            precedence: table
                .precedence
                .iter()
                .copied()
                .map(PrecedenceFacts::of)
                .collect(),
            king_run: table.king_run,
            draws: table.draws.iter().copied().map(DrawFacts::of).collect(),
            naming: NamingFacts::of(table.naming),
            capture_sign: table.capture_sign,
            results: match table.results {
                ResultStyle::Points => "points",
                ResultStyle::Halves => "halves",
            },
            game_type: GameTypeFacts::of(variant),
            hub: hub_text::variant_name(variant),
            sources: table.sources,
        }
    }
}

impl WordFacts {
    fn of(language: Language, variant: Variant) -> WordFacts {
        WordFacts {
            name: wording::game_title(language, variant),
            family: wording::family_name(language, variant.table().family),
            sentence: wording::game_sentence(language, variant),
            reading: wording::reading_name(language, variant),
            reading_sentence: wording::reading_sentence(language, variant),
        }
    }
}
