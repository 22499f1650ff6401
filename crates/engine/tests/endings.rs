//! The engine with endgame tables wins positions that the tables call won and holds those that they
//! call drawn.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use damier_endgame::{Builder, Distance, Material, Tables, Wdl};
use damier_engine::{Endings, Engine, Level, Limits, Score};
use damier_rules::{
    AnyPieces, DrawSettings, Game, International, Kind, Piece, Position, Setup, Side, Square,
    Variant,
};

/// Tables of up to this many pieces, with distances for up to this many.
fn tables(pieces: u8, distances: u8) -> Tables {
    let mut builder = Builder::new(&International, distances, 2).expect("a game with tables");
    let mut tables = Tables::new(&International).expect("a game with tables");
    for material in (2..=pieces).flat_map(Material::of_pieces) {
        if builder.has(material) {
            continue;
        }
        for made in builder.solve(material).expect("solved") {
            let counted = made.distances.filter(|_| material.pieces() <= distances);
            for bytes in std::iter::once(made.outcomes).chain(counted) {
                tables.add(&(Arc::new(bytes) as _)).expect("sound");
            }
        }
    }
    tables
}

/// All positions of two and three pieces, with distances.
fn three() -> &'static Tables {
    static THREE: OnceLock<Tables> = OnceLock::new();
    THREE.get_or_init(|| tables(3, 3))
}

fn engine(tables: &Tables) -> Engine {
    Engine::new(1).with_endings(Endings::new(tables.clone()))
}

fn raw(position: &Position) -> damier_rules::Pieces<u64> {
    match position.raw() {
        AnyPieces::Narrow(pieces) => pieces,
        AnyPieces::Wide(_) => panic!("international draughts fits 64 bits"),
    }
}

/// Random positions with a given number of pieces, any of which may be a king, either side to move,
/// and at least one piece per side.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, bound: u64) -> u64 {
        // Marsaglia's xorshift.
        for (left, shift) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left {
                self.0 << shift
            } else {
                self.0 >> shift
            };
        }
        self.0 % bound
    }

    fn one_of<T: Copy>(&mut self, both: [T; 2]) -> T {
        both[self.below(2) as usize]
    }

    fn game(&mut self, pieces: u64) -> Game {
        loop {
            let mut setup = Setup::new();
            setup.side = Some(self.one_of([Side::White, Side::Black]));
            let mut free: Vec<u8> = (1..=50).collect();
            for number in 0..pieces {
                let side = match number {
                    0 => Side::White,
                    1 => Side::Black,
                    _ => self.one_of([Side::White, Side::Black]),
                };
                let kind = self.one_of([Kind::Man, Kind::King]);
                let place = self.below(free.len() as u64) as usize;
                let square = Square::new(free.swap_remove(place)).expect("a square");
                setup.put(square, Piece::new(side, kind));
            }
            // The setup is rejected if a man stands on its promotion row.
            if let Ok(position) = Position::from_setup(Variant::INTERNATIONAL, &setup) {
                let game = Game::new(position, DrawSettings::default());
                if game.outcome().is_none() {
                    return game;
                }
            }
        }
    }
}

/// Plays a game to its end by the rules and returns the number of plies and the winner.
fn play_out(mut game: Game, white: &Engine, black: &Engine, nodes: u64) -> (usize, Option<Side>) {
    let from = game.len();
    loop {
        if let Some(outcome) = game.outcome() {
            return (game.len() - from, outcome.winner);
        }
        let engine = match game.position().side() {
            Side::White => white,
            Side::Black => black,
        };
        let never = AtomicBool::new(false);
        let answer = engine.analyse(&game, &Limits::nodes(nodes), &|| 0, &never, |_| {});
        game.play(&answer.best.expect("a move"))
            .expect("a legal move");
    }
}

/// Checks a sample of positions against these tables, which have their distances.
fn won_is_won_and_drawn_is_held(tables: &Tables, pieces: u64, games: usize) {
    let knows = engine(tables);
    let judges = Engine::new(1);
    let mut drawn = Drawn(0x2545_F491_4F6C_DD1D ^ pieces);
    let mut seen = [0; 3];
    for number in 0..games {
        let game = drawn.game(pieces);
        let position = *game.position();
        let distance = tables
            .distance(&International, &raw(&position))
            .expect("known");
        let side = position.side();
        let winner = match distance.wdl() {
            Wdl::Loss => Some(side.opponent()),
            Wdl::Draw => None,
            Wdl::Win => Some(side),
        };
        seen[distance.wdl() as usize] += 1;
        let (plies, won_by) = play_out(game.clone(), &knows, &knows, 300);
        assert_eq!(won_by, winner, "{position:?}");
        if let Some(best) = distance.plies() {
            assert_eq!(plies, usize::from(best), "{position:?}");
        }
        // Against an engine without tables: wins take at most as long, and draws are not lost.
        let ours = winner.unwrap_or(if number % 2 == 0 {
            Side::White
        } else {
            Side::Black
        });
        let (white, black) = match ours {
            Side::White => (&knows, &judges),
            Side::Black => (&judges, &knows),
        };
        let (plies, won_by) = play_out(game, white, black, 300);
        match distance.plies() {
            Some(best) => {
                assert_eq!(won_by, winner, "{position:?}");
                assert!(plies <= usize::from(best), "{position:?}: {plies} > {best}");
            }
            None => assert_ne!(won_by, Some(ours.opponent()), "{position:?}"),
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn two_and_three_pieces_are_played_as_the_tables_say() {
    won_is_won_and_drawn_is_held(three(), 2, 30);
    won_is_won_and_drawn_is_held(three(), 3, 40);
}

#[test]
#[ignore = "makes all tables of four pieces"]
fn four_pieces_are_played_as_the_tables_say() {
    won_is_won_and_drawn_is_held(&tables(4, 4), 4, 400);
}

/// With outcomes only, the search must find the way to the win.
#[test]
fn without_distances_won_is_won_too() {
    let outcomes = tables(3, 2);
    assert!(!outcomes.has_distances("kk-k".parse().expect("a material")));
    let knows = engine(&outcomes);
    let mut drawn = Drawn(0x9E37_79B9_7F4A_7C15);
    let mut won = 0;
    while won < 20 {
        let game = drawn.game(3);
        let pieces = raw(game.position());
        let distance = three().distance(&International, &pieces).expect("known");
        if distance.wdl() != Wdl::Win {
            continue;
        }
        won += 1;
        let ours = game.position().side();
        let defends = engine(three());
        let (white, black) = match ours {
            Side::White => (&knows, &defends),
            Side::Black => (&defends, &knows),
        };
        let position = *game.position();
        let (_, won_by) = play_out(game, white, black, 20_000);
        assert_eq!(won_by, Some(ours), "{position:?}");
    }
}

#[test]
fn the_score_counts_the_plies_of_the_tables() {
    let knows = engine(three());
    let mut drawn = Drawn(7);
    for _ in 0..60 {
        let game = drawn.game(3);
        let distance = three()
            .distance(&International, &raw(game.position()))
            .expect("known");
        let never = AtomicBool::new(false);
        let answer = knows.analyse(&game, &Limits::nodes(2_000), &|| 0, &never, |_| {});
        let score = answer.progress.score().expect("a score");
        match (distance.wdl(), distance.plies()) {
            (Wdl::Win, Some(plies)) => assert_eq!(score, Score::Win(plies.into())),
            (Wdl::Loss, Some(plies)) => assert_eq!(score, Score::Loss(plies.into())),
            _ => {
                assert_eq!(distance, Distance::DRAW);
                assert!(
                    matches!(score, Score::Hundredths(-1000..=1000)),
                    "{score:?}"
                );
            }
        }
    }
}

#[test]
fn weaker_levels_do_not_probe_tables() {
    let mut drawn = Drawn(11);
    let game = drawn.game(3);
    let think = |engine: &Engine, level: u8| {
        engine.forget();
        let limits = Limits::level(Level::new(level).expect("a level"), 5);
        let never = AtomicBool::new(false);
        engine.analyse(&game, &limits, &|| 0, &never, |_| {})
    };
    let (knows, judges) = (engine(three()), Engine::new(1));
    for level in 1..10 {
        assert_eq!(think(&knows, level), think(&judges, level), "level {level}");
    }
    assert_ne!(think(&knows, 10), think(&judges, 10));
}

#[test]
fn tables_of_another_game_are_not_probed() {
    let game = Game::new(Position::start(Variant::RUSSIAN), DrawSettings::default());
    let think = |engine: &Engine| {
        let never = AtomicBool::new(false);
        engine.analyse(&game, &Limits::nodes(5_000), &|| 0, &never, |_| {})
    };
    assert_eq!(think(&engine(three())), think(&Engine::new(1)));
    let none = Tables::new(&International).expect("a game with tables");
    assert!(Endings::new(none).is_none());
}
