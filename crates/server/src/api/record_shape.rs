//! The record of a game as the OpenAPI document describes it. `club` owns the record and reads it; these
//! types only carry its shape into the document, and the tests here hold them to it, since `club` is
//! not to know of OpenAPI.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Everything that is needed to rebuild a game. It is replayed before it is kept.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRecord {
    /// The version of this shape: 1.
    schema: u32,
    /// The id of the variant.
    #[schema(example = "international")]
    variant: String,
    /// The version of the rules that the game was played under: 1.
    rules_version: u32,
    settings: GameSettings,
    /// When the game began, in Unix milliseconds; null or absent where nobody knows.
    #[serde(default)]
    started_ms: Option<u64>,
    /// What was done, in order.
    acts: Vec<Act>,
    /// How the game ended: what the acts lead to. Null while it goes on.
    ending: Option<Ending>,
}

/// What was agreed before the game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct GameSettings {
    /// The start position as FEN; null for the usual start.
    start: Option<String>,
    clock: Option<ClockSettings>,
    white: Player,
    black: Player,
    few_pieces: FewPieces,
    /// The customs of conduct that are kept; absent: none.
    #[serde(default, skip_serializing_if = "Conduct::is_friendly")]
    conduct: Conduct,
}

/// The customs that a game keeps.
#[derive(Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[expect(clippy::struct_excessive_bools, reason = "each custom is kept or not")]
struct Conduct {
    /// A touched piece that can move is played.
    touched_is_played: bool,
    /// A move that was released is not taken back.
    released_stands: bool,
    /// Irregular moves can be made; the opponent corrects them or lets them stand.
    irregular_moves: bool,
    /// The colours were drawn by lot.
    colours_by_lot: bool,
    /// A draw is offered only once both sides have made so many moves.
    offers_from_move: u16,
}

impl Conduct {
    fn is_friendly(&self) -> bool {
        *self == Conduct::default()
    }
}

/// Time for each side, in milliseconds.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ClockSettings {
    /// What each side begins with.
    initial_ms: u64,
    /// What each move adds once it is played.
    increment_ms: u64,
}

/// Who plays one side.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Player {
    /// Somebody, by name; it may be empty.
    Person { name: String },
    /// The engine at a level, 1 to 10.
    Computer { level: u8 },
}

/// How the draw rules for few pieces are read.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum FewPieces {
    Fresh,
    Continued,
}

/// A side.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum Side {
    White,
    Black,
}

/// One thing done in a game, with its time in Unix milliseconds.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(tag = "act", rename_all = "kebab-case", deny_unknown_fields)]
enum Act {
    Move {
        side: Side,
        /// The move in the game's own notation.
        #[schema(example = "32-28")]
        r#move: String,
        at_ms: u64,
    },
    OfferDraw {
        side: Side,
        at_ms: u64,
    },
    AcceptDraw {
        side: Side,
        at_ms: u64,
    },
    DeclineDraw {
        side: Side,
        at_ms: u64,
    },
    TakeBack {
        /// How many moves of either side.
        plies: u32,
        at_ms: u64,
    },
    Resign {
        side: Side,
        at_ms: u64,
    },
    /// The time of a side is up.
    Flag {
        side: Side,
        at_ms: u64,
    },
    /// The side to move touches a piece, which is to be played if it can move.
    Touch {
        side: Side,
        #[schema(example = "32")]
        square: String,
        at_ms: u64,
    },
    /// Pieces are put right until this is said once more.
    Adoube {
        side: Side,
        at_ms: u64,
    },
    /// Something is done on the board that no rule allows.
    Irregular {
        side: Side,
        from: String,
        to: String,
        /// The squares of the pieces that are taken off.
        removed: Vec<String>,
        at_ms: u64,
    },
    /// The opponent has the irregular move undone.
    Correct {
        side: Side,
        at_ms: u64,
    },
    /// The opponent lets the irregular move stand.
    LetStand {
        side: Side,
        at_ms: u64,
    },
    /// The game goes on after an interruption; the present turn begins anew on the clock.
    Resume {
        at_ms: u64,
    },
}

/// How a game ended.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Ending {
    /// Who won; null in a draw.
    winner: Option<Side>,
    reason: EndReason,
}

/// The rule that ended a game.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum EndReason {
    NoPieces,
    NoMoves,
    Promotion,
    Resignation,
    Time,
    Agreement,
    ThirdOccurrence,
    FourthOccurrence,
    TwentyFiveMoves,
    FifteenKingMoves,
    TwentyMoves,
    ThirtyMoves,
    FortyMoves,
    SixteenMoves,
    FifteenMoves,
    ThirteenMoves,
    SevenMoves,
    FiveMoves,
    MainRoad,
    TwoMoves,
    OneMove,
    BalanceThirtyMoves,
    BalanceSixtyMoves,
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_club::Act as ClubAct;
    use serde_json::{Value, json};

    /// The same JSON is read and written by `club` and by the described shape.
    fn agree(record: &Value) {
        let ours: GameRecord = serde_json::from_value(record.clone()).unwrap();
        let clubs: damier_club::GameRecord = serde_json::from_value(record.clone()).unwrap();
        assert_eq!(
            serde_json::to_value(ours).unwrap(),
            serde_json::to_value(clubs).unwrap()
        );
    }

    fn record(change: impl FnOnce(&mut Value)) -> Value {
        let mut record = json!({
            "schema": 1, "variant": "international", "rules_version": 1, "started_ms": 5,
            "settings": {
                "start": "W:W31:B20", "clock": {"initial_ms": 300_000, "increment_ms": 3_000},
                "white": {"kind": "person", "name": "Awa"}, "black": {"kind": "computer", "level": 3},
                "few_pieces": "fresh",
            },
            "acts": [], "ending": null,
        });
        change(&mut record);
        record
    }

    #[test]
    fn describes_every_act() {
        let of_a_side = |act: &str| json!({"act": act, "side": "white", "at_ms": 1});
        let acts = [
            json!({"act": "move", "side": "black", "move": "20-24", "at_ms": 1}),
            of_a_side("offer-draw"),
            of_a_side("accept-draw"),
            of_a_side("decline-draw"),
            json!({"act": "take-back", "plies": 2, "at_ms": 1}),
            of_a_side("resign"),
            of_a_side("flag"),
            json!({"act": "resume", "at_ms": 1}),
            json!({"act": "touch", "side": "white", "square": "32", "at_ms": 1}),
            of_a_side("adoube"),
            json!({"act": "irregular", "side": "white", "from": "32", "to": "23", "removed": ["20"],
                "at_ms": 1}),
            of_a_side("correct"),
            of_a_side("let-stand"),
        ];
        let mut seen = [false; 13];
        for act in acts {
            agree(&record(|record| record["acts"] = json!([act])));
            // An act that is new in `club` fails to compile here until it is described above.
            let kind = match serde_json::from_value(act).unwrap() {
                ClubAct::Move { .. } => 0,
                ClubAct::OfferDraw { .. } => 1,
                ClubAct::AcceptDraw { .. } => 2,
                ClubAct::DeclineDraw { .. } => 3,
                ClubAct::TakeBack { .. } => 4,
                ClubAct::Resign { .. } => 5,
                ClubAct::Flag { .. } => 6,
                ClubAct::Resume { .. } => 7,
                ClubAct::Touch { .. } => 8,
                ClubAct::Adoube { .. } => 9,
                ClubAct::Irregular { .. } => 10,
                ClubAct::Correct { .. } => 11,
                ClubAct::LetStand { .. } => 12,
            };
            seen[kind] = true;
        }
        assert_eq!(seen, [true; 13]);
    }

    #[test]
    fn describes_every_word() {
        use damier_rules::{EndReason as Reason, FewPieces as Reading};
        for reason in Reason::known() {
            for winner in [json!(null), json!("white"), json!("black")] {
                let ending = json!({"winner": winner, "reason": reason.code()});
                agree(&record(|record| record["ending"] = ending));
            }
        }
        for reading in [Reading::Fresh, Reading::Continued] {
            agree(&record(|record| {
                record["settings"]["few_pieces"] = json!(reading.code());
            }));
        }
        agree(&record(|record| {
            record.as_object_mut().unwrap().remove("started_ms");
            record["settings"]["start"] = json!(null);
            record["settings"]["clock"] = json!(null);
        }));
    }

    /// What the described shape does not know, `club` does not know either, and the other way round.
    #[test]
    fn refuses_the_same() {
        for change in [
            (|record: &mut Value| record["more"] = json!(1)) as fn(&mut Value),
            |record| record["settings"]["more"] = json!(1),
            |record| record["settings"]["clock"]["more"] = json!(1),
            |record| record["settings"]["white"] = json!({"kind": "person"}),
            |record| record["settings"]["white"] = json!({"kind": "ghost"}),
            |record| record["acts"] = json!([{"act": "dance", "at_ms": 1}]),
            |record| record["ending"] = json!({"winner": "grey", "reason": "time"}),
            |record| record["schema"] = json!("1"),
        ] {
            let record = record(change);
            assert!(
                serde_json::from_value::<GameRecord>(record.clone()).is_err(),
                "{record}"
            );
            let clubs = serde_json::from_value::<damier_club::GameRecord>(record.clone());
            assert!(clubs.is_err(), "{record}");
        }
    }
}
