//! Checks that the engine wins the positions that endgame tables know to be won: `won_endings
//! FOLDER PIECES GAMES POSITIONS-A-MOVE`.
//!
//! Random won positions of international draughts are played to the end by the rules; both sides
//! probe all tables of the folder. The winning side must finish before the 25-move and 16-move
//! rules and the third occurrence of a position draw the game, and the losing side plays for such a
//! draw.

#![expect(clippy::print_stdout, reason = "a command-line program")]

use std::sync::atomic::AtomicBool;

use damier_endgame::{Folder, Tables};
use damier_engine::{Endings, Engine, Limits, Verdict};
use damier_rules::{
    DrawSettings, Game, International, Kind, Piece, Position, Setup, Side, Square, Variant,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let usage = "won_endings FOLDER PIECES GAMES POSITIONS-A-MOVE";
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, pieces, games, nodes] = arguments.as_slice() else {
        return Err(usage.into());
    };
    let (pieces, games, nodes): (u32, u32, u64) = (pieces.parse()?, games.parse()?, nodes.parse()?);
    let (tables, faults) = Folder::new(folder).tables(&International)?;
    for fault in faults {
        println!("{fault}");
    }
    if pieces < 2 || u32::from(tables.most_pieces()) < pieces {
        return Err(format!("the folder does not hold all tables of {pieces} pieces").into());
    }
    let mut dice = Dice(0x2545_F491_4F6C_DD1D);
    let (mut played, mut won, mut longest) = (0, 0, 0);
    while played < games {
        let position = draw_by_lot(&mut dice, pieces);
        let game = Game::new(position, DrawSettings::default());
        let verdict = endings(&tables)?.verdict(&position);
        let (Some(Verdict::Won(winner)), None) = (verdict, game.outcome()) else {
            continue;
        };
        played += 1;
        let (plies, by) = play_out(game, &tables, nodes)?;
        if by == Some(winner) {
            won += 1;
            longest = longest.max(plies);
        } else {
            println!("{by:?} after {plies} plies: {position:?}");
        }
    }
    println!("{won} of {played} won, {nodes} positions a move, the longest in {longest} plies");
    Ok(())
}

fn endings(tables: &Tables) -> Result<Endings, &'static str> {
    Endings::new(tables.clone()).ok_or("no tables")
}

/// Marsaglia's xorshift.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one_of<T: Copy>(&mut self, all: [T; 2]) -> T {
        all[self.below(2)]
    }
}

/// A random position with pieces of any kind on any squares; both sides have at least one.
fn draw_by_lot(dice: &mut Dice, pieces: u32) -> Position {
    loop {
        let mut setup = Setup::new();
        setup.side = Some(dice.one_of(Side::ALL));
        let mut free: Vec<u8> = (1..=50).collect();
        for number in 0..pieces {
            let side = match number {
                0 => Side::White,
                1 => Side::Black,
                _ => dice.one_of(Side::ALL),
            };
            let kind = dice.one_of([Kind::Man, Kind::King]);
            let place = dice.below(free.len());
            let square = Square::new(free.swap_remove(place)).expect("a square");
            setup.put(square, Piece::new(side, kind));
        }
        // The setup is rejected if a man stands on its promotion row.
        if let Ok(position) = Position::from_setup(Variant::INTERNATIONAL, &setup) {
            return position;
        }
    }
}

/// Plays a game to its end by the rules. Returns the number of plies and the winner.
fn play_out(
    mut game: Game,
    tables: &Tables,
    nodes: u64,
) -> Result<(usize, Option<Side>), Box<dyn std::error::Error>> {
    let [white, black] = [(); 2].map(|()| Engine::new(1));
    let (white, black) = (
        white.with_endings(Some(endings(tables)?)),
        black.with_endings(Some(endings(tables)?)),
    );
    loop {
        if let Some(outcome) = game.outcome() {
            return Ok((game.len(), outcome.winner));
        }
        let engine = match game.position().side() {
            Side::White => &white,
            Side::Black => &black,
        };
        let never = AtomicBool::new(false);
        let answer = engine.analyse(&game, &Limits::nodes(nodes), &|| 0, &never, |_| {});
        let best = answer.best.ok_or("no move")?;
        game.play(&best)?;
    }
}
