use std::sync::atomic::AtomicUsize;

use damier_protocols::player::{Answer, Limits, Reply, SearchReport};
use damier_rules::{Move, Variant};

use super::super::builtin::Builtin;
use super::super::ending::{Cause, PlayerFault};
use super::super::scripted::{Act, Hands, Scripted};
use super::super::tally::Tally;
use super::*;

fn ballots() -> Vec<Position> {
    let start = Position::start(Variant::INTERNATIONAL);
    let moves = start.legal_moves();
    let after = |index: usize| start.play(&moves[index]).expect("a legal move");
    (0..3).map(after).collect()
}

/// A builtin engine with these settings.
fn builtin(hands: &Hands, settings: &str) -> Entrant<'static> {
    let settings: Builtin = settings.parse().expect("settings");
    let now = hands.now();
    Entrant {
        start: Box::new(move |slot| {
            Ok(Box::new(settings.player(now.clone(), slot as u64)) as Box<dyn Player>)
        }),
        pace: Pace::default(),
        thinks_ahead: false,
    }
}

fn a_match<'m>(entrants: [Entrant<'m>; 2], ballots: &'m [Position], games: usize) -> Match<'m> {
    Match {
        entrants,
        referee: Hands::default().referee(),
        ballots,
        games,
        slots: 2,
    }
}

fn run(the_match: &Match<'_>, done: &HashSet<MatchGame>) -> Vec<Finished> {
    let mut games = Vec::new();
    let never = AtomicBool::new(false);
    the_match
        .run(done, &never, |finished| {
            games.push(finished);
            ControlFlow::Continue(())
        })
        .expect("a match");
    games.sort_by_key(|finished| finished.place);
    games
}

#[test]
fn every_game_is_played_once_from_its_ballot() {
    let (hands, ballots) = (Hands::default(), ballots());
    let entrants = || [300, 100].map(|nodes| builtin(&hands, &format!("hash=1,nodes={nodes}")));
    let the_match = a_match(entrants(), &ballots, 7);
    let games = run(&the_match, &HashSet::new());
    let places: Vec<MatchGame> = games.iter().map(|finished| finished.place).collect();
    assert_eq!(places, (0..7).map(MatchGame::of_number).collect::<Vec<_>>());
    for finished in &games {
        let ballot = &ballots[finished.place.pair % 3];
        assert_eq!(finished.played.game.start(), ballot);
    }
    // The fourth pair begins with the first ballot again, and engines with fixed nodes repeat the
    // game.
    let moves = |index: usize| games[index].played.game.moves().collect::<Vec<_>>();
    assert_eq!(moves(0), moves(6));
    assert_ne!(moves(0), moves(1));
}

#[test]
fn finished_games_are_not_played_again() {
    let (hands, ballots) = (Hands::default(), ballots());
    let entrants = [(); 2].map(|()| builtin(&hands, "hash=1,nodes=50"));
    let the_match = a_match(entrants, &ballots, 6);
    let done: HashSet<MatchGame> = [0, 3, 4].map(MatchGame::of_number).into();
    let places: Vec<MatchGame> = run(&the_match, &done)
        .iter()
        .map(|finished| finished.place)
        .collect();
    assert_eq!(places, [1, 2, 5].map(MatchGame::of_number));
}

#[test]
fn more_nodes_win() {
    let (hands, ballots) = (Hands::default(), ballots());
    let entrants =
        ["hash=1,nodes=2000", "level=1,hash=1"].map(|settings| builtin(&hands, settings));
    let mut tally = Tally::default();
    for finished in run(&a_match(entrants, &ballots, 6), &HashSet::new()) {
        tally.add(finished.place, &finished.played.end);
        tally.add_effort(finished.place, &finished.played);
    }
    assert_eq!((tally.wins, tally.pairs.counts()), (6, [0, 0, 0, 0, 3]));
    assert!(tally.efforts.iter().all(|effort| effort.moves > 50));
    assert!(tally.efforts[0].nodes > tally.efforts[1].nodes);
}

#[test]
fn a_failed_player_is_restarted() {
    let (hands, ballots) = (Hands::default(), ballots());
    let started = AtomicUsize::new(0);
    let crashing = Entrant {
        start: Box::new(|_| {
            started.fetch_add(1, Ordering::Relaxed);
            let gone = PlayerError::Gone {
                detail: "exit status 1".into(),
            };
            let script = vec![Act::Fails(gone)];
            Ok(Box::new(Scripted::new(&hands, script)) as Box<dyn Player>)
        }),
        pace: Pace::default(),
        thinks_ahead: false,
    };
    let entrants = [builtin(&hands, "hash=1,nodes=50"), crashing];
    let games = run(&a_match(entrants, &ballots, 4), &HashSet::new());
    assert_eq!(games.len(), 4);
    for finished in &games {
        let end = &finished.played.end;
        assert_eq!(end.cause, Cause::PlayerFault(PlayerFault::Crash));
        assert_eq!(finished.place.half_points(end.winner), 2);
    }
    assert_eq!(started.load(Ordering::Relaxed), 4);
}

/// A player that plays the first legal move, expects the first reply, and counts how often it
/// starts to ponder.
struct Foresees<'c>(&'c AtomicUsize);

impl Player for Foresees<'_> {
    fn name(&self) -> &'static str {
        "foresees"
    }

    fn new_game(&mut self, _: &Game, _: Side, _: &Limits) -> Result<(), PlayerError> {
        Ok(())
    }

    fn play(&mut self, game: &Game, _: &Limits) -> Result<Answer, PlayerError> {
        let played = game.position().legal_moves()[0];
        let after = game.position().play(&played).expect("a legal move");
        Ok(Answer::Plays(Reply {
            played,
            ponder: after.legal_moves().first().copied(),
            report: SearchReport::default(),
            line: Vec::new(),
            damage: None,
        }))
    }

    fn think_ahead(&mut self, _: &Game, _: &Move, _: &Limits) -> Result<(), PlayerError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

#[test]
fn players_ponder_with_either_colour() {
    for allowed in [[true, false], [false, true], [true, true], [false, false]] {
        let counts: &'static [AtomicUsize; 2] = Box::leak(Box::default());
        let entrant = |who: usize| Entrant {
            start: Box::new(move |_| Ok(Box::new(Foresees(&counts[who])) as Box<dyn Player>)),
            pace: Pace::default(),
            thinks_ahead: allowed[who],
        };
        let ballots = ballots();
        let mut the_match = a_match([entrant(0), entrant(1)], &ballots, 2);
        the_match.referee.longest = 10;
        run(&the_match, &HashSet::new());
        let pondered = counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        // Each player makes five moves in each of two games. The tenth ply ends a game, so after it
        // there is nothing to ponder.
        let expected = 9;
        for who in [0, 1] {
            assert_eq!(
                pondered[who],
                if allowed[who] { expected } else { 0 },
                "{allowed:?}"
            );
        }
    }
}

#[test]
fn a_player_that_cannot_start_ends_the_match() {
    let (hands, ballots) = (Hands::default(), ballots());
    let missing = Entrant {
        start: Box::new(|_| {
            Err(PlayerError::Start {
                command: "no-such-program".into(),
                source: std::io::ErrorKind::NotFound.into(),
            })
        }),
        pace: Pace::default(),
        thinks_ahead: false,
    };
    let the_match = a_match([missing, builtin(&hands, "nodes=50")], &ballots, 4);
    let never = AtomicBool::new(false);
    let error = the_match
        .run(&HashSet::new(), &never, |_| ControlFlow::Continue(()))
        .expect_err("nobody there");
    assert_eq!(error.who, "A");
    assert!(error.to_string().contains("no-such-program"), "{error}");
}

#[test]
fn a_match_stops_on_request() {
    let (hands, ballots) = (Hands::default(), ballots());
    let entrants = [(); 2].map(|()| builtin(&hands, "hash=1,nodes=50"));
    let the_match = a_match(entrants, &ballots, 1_000);
    let never = AtomicBool::new(false);
    let mut games = 0;
    the_match
        .run(&HashSet::new(), &never, |_| {
            games += 1;
            if games >= 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })
        .expect("a match");
    assert!((3..30).contains(&games), "{games} games");
}
