//! The English sentences of a rule sheet. Each one says one fact of a rule table. None depends on
//! which game it is.

use damier_rules::variant::rule_table::{
    Corner, Goal, KingFacts, Landing, ManFacts, Naming, Obligation, Passing, Precedence, Range,
    Removal, ResultStyle, ShorterRoute, Start,
};
use damier_rules::variant::{Lines, Reach};
use damier_rules::{Cells, RuleTable};

use super::{draws, number, side};
use crate::square_names;
use crate::wording::rule_facts::{Facts, Section, has_kings};

pub(in crate::wording) const fn title(section: Section) -> &'static str {
    match section {
        Section::Board => "The board",
        Section::Men => "Men",
        Section::Kings => "Kings",
        Section::Capturing => "Capturing",
        Section::Choice => "Which capture",
        Section::Promotion => "Promotion",
        Section::End => "Winning",
        Section::Draws => "Draws",
        Section::Notation => "Writing it down",
    }
}

pub(in crate::wording) fn sentences(section: Section, facts: &Facts) -> Vec<String> {
    let table = facts.table;
    match section {
        Section::Board => board(facts),
        Section::Men => men(table),
        Section::Kings => kings(table),
        Section::Capturing => capturing(table),
        Section::Choice => choice(table),
        Section::Promotion => promotion(table),
        Section::End => end(table.goal),
        Section::Draws => draw_rules(table),
        Section::Notation => notation(facts),
    }
}

fn board(facts: &Facts) -> Vec<String> {
    let board = facts.table.board;
    let (width, height, count) = (board.width, board.height, board.square_count());
    let mut said = match board.cells {
        Cells::Dark { bottom_left } => {
            let hand = if bottom_left { "left" } else { "right" };
            let article = if width == 8 { "an" } else { "a" };
            vec![
                format!(
                    "The game is played on the {count} squares of one colour of {article} {width} \
                     × {height} board."
                ),
                format!(
                    "The board is placed so that each player has one of these squares in the \
                     {hand}-hand corner."
                ),
            ]
        }
        Cells::All => vec![format!(
            "The game is played on all {count} squares of a board of {width} × {height}."
        )],
        Cells::Lines => vec![format!(
            "The game is played on {count} points, {height} rows of {width}, along the lines \
             that join them."
        )],
    };
    let men = facts.men;
    said.push(match facts.table.start {
        Start::Rows { full: 1, behind: 0 } => {
            format!("Each side begins with {men} men on the row nearest to it.")
        }
        Start::Rows { full, behind: 0 } => {
            let rows = number(full);
            format!("Each side begins with {men} men on the {rows} rows nearest to it.")
        }
        Start::Rows { full, behind } => format!(
            "Each side begins with {men} men on {} rows, with {} empty behind them.",
            number(full),
            number(behind)
        ),
        Start::Squares { .. } => {
            let name = |square| square_names::name(facts.variant, square).to_string();
            let empty: Vec<String> = facts.empty.iter().map(|&square| name(square)).collect();
            format!(
                "Each side begins with {men} men; only {} is left empty.",
                empty.join(", ")
            )
        }
    });
    let first = side(facts.table.first);
    said.push(format!(
        "{first} moves first, and then the sides move in turn."
    ));
    said
}

/// `one square diagonally`, `one square straight`, `along a line to the next point`.
const fn one_step(lines: Lines) -> &'static str {
    match lines {
        Lines::Diagonals => "one square diagonally",
        Lines::RowsAndColumns => "one square straight",
        Lines::EightDirections => "one square straight or diagonally",
        Lines::Drawn => "along a line to the next point",
    }
}

const fn reach(reach: Reach) -> &'static str {
    match reach {
        Reach::Forward => " forward",
        Reach::ForwardAndSideways => " forward or sideways",
        Reach::Everywhere => ", in any direction",
    }
}

fn men(table: &RuleTable) -> Vec<String> {
    let ManFacts {
        steps,
        first_capture,
        later_capture,
        takes_kings,
    } = table.man;
    let place = place(table);
    let mut said = vec![
        format!(
            "A man steps {}{}.",
            one_step(table.man_quiet_lines()),
            reach(Reach::of(steps))
        ),
        format!(
            "It captures an opposing piece next to it by passing over it to the free {place} \
             right behind."
        ),
    ];
    if table.capture_lines() == Lines::EightDirections && table.board.cells != Cells::All {
        said.push(
            "Along a diagonal, “next to it” means the next square; along a row or a column, the \
             next square of the same colour."
                .to_owned(),
        );
    }
    said.push(
        match (Reach::of(first_capture), Reach::of(later_capture)) {
            (Reach::Forward, Reach::Forward) => "It captures forward only.",
            (Reach::ForwardAndSideways, _) => match (
                table.man_quiet_lines(),
                table.man_capture_lines(),
            ) {
                (_, Lines::EightDirections) => {
                    "It captures in five directions: straight and diagonally forward, and sideways; never backward."
                }
                (Lines::EightDirections, _) => {
                    "It captures straight forward and sideways, never diagonally and never backward."
                }
                _ => "It captures forward and sideways, never backward.",
            },
            (Reach::Forward, _) => {
                "The first capture of a move goes forward; the next ones may also go backward."
            }
            (Reach::Everywhere, _) if table.capture_lines() == Lines::EightDirections => {
                "It captures in all eight directions: along diagonals, rows and columns, forward \
                 and backward."
            }
            (Reach::Everywhere, _) => "It captures forward and backward alike.",
        }
        .to_owned(),
    );
    if !takes_kings {
        said.push("A man cannot capture a king.".to_owned());
    }
    said
}

fn kings(table: &RuleTable) -> Vec<String> {
    let KingFacts { range, landing, .. } = table.king;
    let place = place(table);
    let along = match table.quiet_lines() {
        Lines::Diagonals => "a diagonal",
        Lines::RowsAndColumns => "a row or a column",
        Lines::EightDirections => "a diagonal, a row or a column",
        Lines::Drawn => "a line",
    };
    let mut said = Vec::new();
    match range {
        Range::One => {
            said.push(format!(
                "A king steps {}, forward or backward.",
                one_step(table.quiet_lines())
            ));
            said.push(format!(
                "It captures a piece next to it in any of these directions, and lands on the \
                 {place} right behind."
            ));
        }
        Range::Line => {
            said.push(format!(
                "A king goes any number of free {place}s along {along}, forward or backward."
            ));
            said.push(match landing {
                Landing::Free | Landing::BehindLastKing => format!(
                    "It captures a piece at any distance, if the way to it is free, and lands on \
                     any free {place} behind it."
                ),
                Landing::Behind => format!(
                    "It captures a piece at any distance, if the way to it is free, and lands on \
                     the {place} right behind it."
                ),
            });
            if table.capture_lines() == Lines::EightDirections
                && table.quiet_lines() != Lines::EightDirections
            {
                said.push(
                    "It captures in all eight directions: along diagonals, rows and columns."
                        .to_owned(),
                );
            }
            if table.capture_lines() != table.lines() {
                said.push("It captures along rows and columns only.".to_owned());
            }
            if landing != Landing::Behind && table.obligation == Obligation::Compulsory {
                said.push(format!(
                    "If it can go on capturing from some of these {place}s, it lands on one of \
                     them."
                ));
            }
            if landing == Landing::BehindLastKing {
                said.push(format!(
                    "If the last piece that it captures is a king, it stops on the {place} right \
                     behind it."
                ));
            }
        }
    }
    if let Some(most) = table.king_run {
        said.push(format!(
            "A side that also has men makes at most {} moves in a row with the same king without \
             capturing.",
            number(most)
        ));
    }
    said
}

fn capturing(table: &RuleTable) -> Vec<String> {
    let mut said = Vec::new();
    match table.obligation {
        Obligation::Compulsory => {
            said.push("Capturing is compulsory: a side that can capture must.".to_owned());
            said.push(
                "A piece that has captured goes on as long as it can capture more; all of it is \
                 one move."
                    .to_owned(),
            );
        }
        Obligation::Huffing { shorter_route } => {
            said.push(
                "A player who can capture may do something else, or stop a capture early, and \
                 risks being huffed for it."
                    .to_owned(),
            );
            said.push(
                "If nothing was captured, the opponent may take off one of the pieces that could \
                 have captured; if a capture stopped early, the piece that stopped."
                    .to_owned(),
            );
            said.push(
                "The opponent huffs before moving, never more than one piece, and moves all the \
                 same."
                    .to_owned(),
            );
            said.push(
                match shorter_route {
                    ShorterRoute::Safe => {
                        "A capture that went on to its end is safe, even if another way would \
                         have taken more."
                    }
                    ShorterRoute::Huffable => {
                        "A piece that could have taken more by another way may be huffed too."
                    }
                }
                .to_owned(),
            );
        }
    }
    let flies = has_kings(table) && table.king.range == Range::Line;
    match table.removal {
        Removal::AfterMove => said.push(
            "Captured pieces leave the board when the move is over: until then they stand in the \
             way, and none is passed over twice."
                .to_owned(),
        ),
        Removal::AtOnce => said.push(format!(
            "Each captured piece leaves the board at once, so its {} is free for the rest of the \
             move.",
            place(table)
        )),
    }
    if table.removal == Removal::AtOnce && flies {
        said.push(
            if table.half_turn {
                "A capture may turn straight back the way it came."
            } else {
                "A capture may not turn straight back the way it came."
            }
            .to_owned(),
        );
    }
    said
}

fn choice(table: &RuleTable) -> Vec<String> {
    let precedence = table.precedence;
    if precedence.is_empty() {
        return vec![
            "Among several captures the player is free to choose; the chosen one is carried to \
             its end."
                .to_owned(),
        ];
    }
    let plain = precedence
        .iter()
        .any(|ground| !matches!(ground, Precedence::MostPieces))
        || !has_kings(table);
    let mut said: Vec<String> = precedence
        .iter()
        .enumerate()
        .map(|(place, ground)| {
            let among = if place == 0 {
                "Among several captures"
            } else {
                "If these are equal"
            };
            match *ground {
                Precedence::MostPieces if plain => {
                    format!("{among}, the one that takes the most pieces is played.")
                }
                Precedence::MostPieces => format!(
                    "{among}, the one that takes the most pieces is played; a king counts as one \
                     piece, like a man."
                ),
                Precedence::GreatestValue { man, king } => format!(
                    "{among}, the one of the greatest value is played; {}.",
                    worth(man, king)
                ),
                Precedence::ByKing => {
                    format!("{among}, a capture by a king comes before one by a man.")
                }
                Precedence::MostKings => {
                    format!("{among}, the one that takes the most kings is played.")
                }
                Precedence::KingsEarliest => {
                    format!("{among}, the one that meets a king earliest is played.")
                }
            }
        })
        .collect();
    said.push(
        "If captures are equal in all these respects, the player is free to choose.".to_owned(),
    );
    said
}

/// How many men a king counts for.
pub(super) fn worth(man: u16, king: u16) -> String {
    if king < 2 * man && 2 * man - king <= man / 10 {
        "a king is worth just under two men".to_owned()
    } else {
        format!("a man counts {man} and a king {king}")
    }
}

fn promotion(table: &RuleTable) -> Vec<String> {
    let said: &[&str] = match table.passing {
        Passing::StaysMan => &[
            "A man whose move ends on the row furthest from its side becomes a king.",
            "A man that only passes that row in a capture stays a man.",
        ],
        Passing::Promotes => &[
            "A man that reaches the row furthest from its side becomes a king.",
            "If it gets there in the middle of a capture, it goes on capturing as a king.",
        ],
        Passing::EndsMove => &[
            "A man that reaches the row furthest from its side becomes a king, and its move ends \
             there.",
        ],
        Passing::NoPromotion => &["There are no kings: a man stays a man wherever it goes."],
    };
    said.iter().map(|&sentence| sentence.to_owned()).collect()
}

fn end(goal: Goal) -> Vec<String> {
    let said: &[&str] = match goal {
        Goal::Immobilise => {
            &["A side that has no pieces left, or no legal move on its turn, has lost."]
        }
        Goal::GiveAway => &[
            "A side that has no pieces left, or no legal move on its turn, has won: the aim is to \
             lose everything.",
        ],
        Goal::Promote => &[
            "The side that first has a king has won.",
            "A side that has no pieces left, or no legal move on its turn, has lost.",
        ],
    };
    said.iter().map(|&sentence| sentence.to_owned()).collect()
}

fn draw_rules(table: &RuleTable) -> Vec<String> {
    let mut said: Vec<String> = table
        .draws
        .iter()
        .map(|rule| format!("The game is drawn {}.", draws::when(*rule, table)))
        .collect();
    if said.is_empty() {
        said.push("No rule ends this game in a draw.".to_owned());
    }
    said.push("The players may agree on a draw.".to_owned());
    said
}

fn notation(facts: &Facts) -> Vec<String> {
    let table = facts.table;
    let count = table.board.square_count();
    let mut said = vec![match table.naming {
        Naming::Numbers { first } => {
            let corner = match first {
                Corner::TopLeft => "top left",
                Corner::BottomRight => "bottom right",
            };
            format!(
                "Squares are numbered row by row from 1 to {count}, beginning at the {corner} \
                 with White at the bottom."
            )
        }
        Naming::Letters => format!(
            "Each {} has a letter for its column and a number for its row; a1 is the corner at \
             White's left hand.",
            place(table)
        ),
    }];
    if let Some((quiet, capture)) = &facts.examples {
        said.push(format!(
            "A move without a capture is written like {quiet}, a capture like {capture}."
        ));
    }
    if table.obligation != Obligation::Compulsory {
        said.push(format!(
            "A huff is written before the move: an s and the {} of the huffed piece.",
            place(table)
        ));
    }
    said.push(
        match table.results {
            ResultStyle::Points => "A win is written 2-0 or 0-2, a draw 1-1.",
            ResultStyle::Halves => "A win is written 1-0 or 0-1, a draw 1/2-1/2.",
        }
        .to_owned(),
    );
    said.push(match table.game_type {
        Some(game_type) => format!(
            "PDN files identify the game by GameType {}.",
            game_type.number
        ),
        None => format!(
            "PDN files identify the game by the Variant tag, with the value {}.",
            table.id
        ),
    });
    said
}

/// What a cell of the board is called.
pub(super) fn place(table: &RuleTable) -> &'static str {
    match table.board.cells {
        Cells::Dark { .. } | Cells::All => "square",
        Cells::Lines => "point",
    }
}
