//! `damier variants`: the games this program knows, and every fact of their tables.

use std::io::Write;

use damier_rules::variant::rule_table::{
    Balance, Corner, DrawRule, Landing, Naming, Passing, Precedence, Range, Removal,
};
use damier_rules::{Board, Cells, Kind, Position, RuleTable, Side, Variant, Vector};
use serde_json::{Value, json};

use crate::Answer;
use crate::args::VariantsArgs;
use crate::json::SCHEMA;
use crate::output::Output;

pub(crate) fn run(args: &VariantsArgs) -> anyhow::Result<Answer> {
    let mut output = Output::new();
    if args.json {
        let tables: Vec<Value> = Variant::ALL
            .iter()
            .map(|game| facts(game.table()))
            .collect();
        output.json(&json!({ "schema": SCHEMA, "variants": tables }))?;
    } else {
        for variant in Variant::ALL {
            let table = variant.table();
            let Board { width, height, .. } = table.board;
            let start = Position::start(*variant);
            let men = start.squares(Side::White, Kind::Man).len();
            let game_type = table
                .game_type
                .map_or(String::new(), |own| format!(", GameType {}", own.number));
            writeln!(
                output,
                "{:<16}{width}x{height}, {men} men a side{game_type}",
                table.id
            )?;
        }
    }
    output.finish()?;
    Ok(Answer::Done)
}

/// A table as JSON: the same facts that the generator reads.
fn facts(table: &RuleTable) -> Value {
    json!({
        "id": table.id,
        "board": board(table.board),
        "family": table.family.code(),
        "pieces_per_side": table.pieces_per_side,
        "first": table.first.code(),
        "man": {
            "steps": vectors(table.man.steps),
            "first_capture": vectors(table.man.first_capture),
            "later_capture": vectors(table.man.later_capture),
            "takes_kings": table.man.takes_kings,
        },
        "king": {
            "steps": vectors(table.king.steps),
            "captures": vectors(table.king.captures),
            "range": match table.king.range {
                Range::One => "one",
                Range::Line => "line",
            },
            "landing": match table.king.landing {
                Landing::Free => "free",
                Landing::Behind => "behind",
                Landing::BehindLastKing => "behind-last-king",
            },
        },
        "removal": match table.removal {
            Removal::AfterMove => "after-move",
            Removal::AtOnce => "at-once",
        },
        "half_turn": table.half_turn,
        "passing": match table.passing {
            Passing::StaysMan => "stays-man",
            Passing::Promotes => "promotes",
            Passing::EndsMove => "ends-move",
            Passing::NoPromotion => "no-promotion",
        },
        "precedence": table.precedence.iter().copied().map(precedence).collect::<Vec<_>>(),
        "draws": table.draws.iter().copied().map(draw).collect::<Vec<_>>(),
        "naming": match table.naming {
            Naming::Letters => json!({ "by": "letters" }),
            Naming::Numbers { first } => json!({
                "by": "numbers",
                "first": match first {
                    Corner::TopLeft => "top-left",
                    Corner::BottomRight => "bottom-right",
                },
            }),
        },
        "capture_sign": table.capture_sign.to_string(),
        "game_type": table.game_type.map(|own| own.number),
        "sources": table.sources,
    })
}

fn board(board: Board) -> Value {
    let cells = match board.cells {
        Cells::Dark { bottom_left } => json!({ "cells": "dark", "bottom_left": bottom_left }),
        Cells::All => json!({ "cells": "all" }),
        Cells::Lines => json!({ "cells": "lines" }),
    };
    json!({
        "width": board.width,
        "height": board.height,
        "squares": board.square_count(),
        "playing": cells,
    })
}

/// Directions as pairs of rows down and columns to the right, for White.
fn vectors(vectors: &[Vector]) -> Value {
    vectors
        .iter()
        .map(|vector| json!([vector.rows, vector.cols]))
        .collect()
}

fn precedence(ground: Precedence) -> Value {
    match ground {
        Precedence::MostPieces => json!("most-pieces"),
        Precedence::GreatestValue { man, king } => {
            json!({ "greatest-value": { "man": man, "king": king } })
        }
        Precedence::ByKing => json!("by-king"),
        Precedence::MostKings => json!("most-kings"),
        Precedence::KingsEarliest => json!("kings-earliest"),
    }
}

fn draw(rule: DrawRule) -> Value {
    match rule {
        DrawRule::Occurrences { times, reason } => {
            json!({ "rule": "occurrences", "times": times, "reason": reason.code() })
        }
        DrawRule::KingMoves { moves, reason } => {
            json!({ "rule": "king-moves", "moves": moves, "reason": reason.code() })
        }
        DrawRule::Standing {
            balance,
            moves,
            reason,
        } => json!({
            "rule": "standing",
            "balance": standing(balance),
            "moves": moves,
            "reason": reason.code(),
        }),
    }
}

fn standing(balance: Balance) -> Value {
    match balance {
        Balance::LoneKing {
            at_least,
            at_most,
            kings_only,
            on_main_road,
        } => json!({
            "lone_king_against": [at_least, at_most],
            "kings_only": kings_only,
            "on_main_road": on_main_road,
        }),
        Balance::KingsOnBothSides { at_least, at_most } => {
            json!({ "kings_on_both_sides_with": [at_least, at_most] })
        }
    }
}
