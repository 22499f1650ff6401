//! Whether what tables know to be won is won over the board: `won_endings FOLDER PIECES GAMES POSITIONS-A-MOVE`.
//!
//! International positions drawn by lot that one side wins are played to the end by the rules, both sides with all
//! tables of the folder. The side that wins has to reach the end before the 25 and the 16 moves are over and
//! without a third occurrence; the other one seeks just that.

#![expect(clippy::print_stdout, reason = "it is what an example is for")]

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

/// Any pieces anywhere, neither side without one.
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
        // Men that should be kings are refused.
        if let Ok(position) = Position::from_setup(Variant::INTERNATIONAL, &setup) {
            return position;
        }
    }
}

/// Plays a game to its end by the rules: the plies, and who won.
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
