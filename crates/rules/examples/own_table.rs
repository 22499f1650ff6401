//! A game defined by its own table in twenty lines: draughts on seven rows of eight, where kings go
//! one square and the most pieces must be captured. Run it with
//! `cargo run -p damier-rules --example own_table`.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use damier_rules::variant::rule_table::{Precedence, Range, Start};
use damier_rules::{Board, DrawSettings, Game, Position, RuleTable, Variant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let russian = *Variant::RUSSIAN.table();
    let mut table = RuleTable {
        id: "seven-rows",
        board: Board {
            height: 7,
            ..russian.board
        },
        start: Start::Rows { full: 2, behind: 0 },
        precedence: &[Precedence::MostPieces],
        game_type: None,
        ..russian
    };
    table.king.range = Range::One;
    let own = Variant::of_table(table)?;
    let mut game = Game::new(Position::start(own), DrawSettings::default());

    // Play the first legal move until the game ends.
    while game.outcome().is_none() {
        let played = game.position().legal_moves()[0];
        game.play(&played)?;
    }
    let ending = game.outcome().map(|outcome| outcome.reason.code());
    println!("{} plies, {}", game.len(), ending.unwrap_or_default());
    println!("{:?}", game.position());

    // An invalid table is an error, not a panic.
    table.start = Start::Rows { full: 4, behind: 0 };
    let refused = Variant::of_table(table);
    println!("four rows each: {}", refused.expect_err("they meet"));
    Ok(())
}
