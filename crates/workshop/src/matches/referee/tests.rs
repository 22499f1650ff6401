use damier_notation::fen;
use damier_rules::{DrawSettings, EndReason, Position, Variant};

use super::super::adjudication::Adjudication;
use super::super::match_game::{Contestant, MatchGame};
use super::super::runner::Finished;
use super::super::scripted::{Act, Hands, Scripted};
use super::super::tally::Tally;
use super::*;

fn start() -> Game {
    Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    )
}

fn from(text: &str) -> Game {
    let position = fen::read_position(Variant::INTERNATIONAL, text).expect("a position");
    Game::new(position, DrawSettings::default())
}

fn seat(player: &mut Scripted, pace: Pace) -> Seat<'_> {
    Seat {
        player,
        pace,
        thinks_ahead: false,
    }
}

/// Plays a game between two scripts, without limits.
fn ends(game: Game, white: Vec<Act>, black: Vec<Act>) -> Played {
    let hands = Hands::default();
    let (mut white, mut black) = (Scripted::new(&hands, white), Scripted::new(&hands, black));
    let unlimited = Pace::default();
    hands
        .referee()
        .play(
            game,
            seat(&mut white, unlimited),
            seat(&mut black, unlimited),
        )
        .expect("a game")
}

fn by_rule(winner: Option<Side>, reason: EndReason) -> End {
    End::new(winner, Cause::Rule(Rule(reason)))
}

#[test]
fn a_game_ends_by_its_rules() {
    let taken = ends(from("W:W28:B23"), vec![], vec![]);
    assert_eq!(taken.end, by_rule(Some(Side::White), EndReason::NoPieces));
    let shut_in = ends(from("W:W16,17:B6"), vec![Act::Move("16-11")], vec![]);
    assert_eq!(shut_in.end, by_rule(Some(Side::White), EndReason::NoMoves));
    let whole = ends(start(), vec![], vec![]);
    assert!(matches!(whole.end.cause, Cause::Rule(_)), "{:?}", whole.end);
    assert_eq!(whole.thoughts.len(), whole.game.len());
}

#[test]
fn the_third_occurrence_draws() {
    let kings = |moves: [&'static str; 2]| moves.repeat(4).into_iter().map(Act::Move).collect();
    let played = ends(
        from("W:WK46,K50:BK5,K4,K3,K2"),
        kings(["50-45", "45-50"]),
        kings(["4-9", "9-4"]),
    );
    assert_eq!(played.end, by_rule(None, EndReason::Occurrence(3)));
    assert_eq!(played.game.len(), 8);
}

#[test]
fn five_moves_of_king_against_king_draw() {
    let to_and_fro = |moves: &[&'static str]| moves.iter().copied().map(Act::Move).collect();
    let played = ends(
        from("W:WK46:BK45"),
        to_and_fro(&["46-41", "41-36", "36-41", "41-46", "46-41"]),
        to_and_fro(&["45-50", "50-45", "45-34", "34-30", "30-35"]),
    );
    assert_eq!(played.end, by_rule(None, EndReason::LoneKing(5)));
    assert_eq!(played.game.len(), 10);
}

#[test]
fn an_illegal_move_loses() {
    // A legal move of another position, played as if it were legal here.
    let legal_elsewhere = from("W:W28:B1").position().legal_moves()[0];
    let played = ends(
        start(),
        vec![Act::Answer(Answer::of(legal_elsewhere))],
        vec![],
    );
    assert_eq!(played.end.winner, Some(Side::Black));
    assert_eq!(
        played.end.cause,
        Cause::PlayerFault(PlayerFault::IllegalMove)
    );
    assert_eq!(played.broken, [true, false]);
    assert!(played.game.is_empty());
    let text = "99-1".to_owned();
    let said = ends(
        start(),
        vec![],
        vec![Act::Fails(PlayerError::Illegal { text })],
    );
    assert_eq!(said.end.winner, Some(Side::White));
    assert_eq!(said.end.cause, Cause::PlayerFault(PlayerFault::IllegalMove));
    assert!(said.end.detail.expect("a detail").contains("99-1"));
    assert_eq!(said.broken, [false, true]);
}

#[test]
fn a_player_that_crashes_or_hangs_loses() {
    let gone = || PlayerError::Gone {
        detail: "exit status 139".to_owned(),
    };
    let silent = || PlayerError::Silent {
        awaited: "move",
        waited: Duration::from_secs(5),
    };
    for (error, fault) in [
        (gone(), PlayerFault::Crash),
        (silent(), PlayerFault::Hang),
        (PlayerError::NoMove, PlayerFault::NoMove),
    ] {
        let played = ends(start(), vec![Act::Move("32-28"), Act::Fails(error)], vec![]);
        assert_eq!(played.end.winner, Some(Side::Black));
        assert_eq!(played.end.cause, Cause::PlayerFault(fault));
        assert_eq!(played.broken, [true, false]);
        assert_eq!(played.game.len(), 2, "what was played is kept");
    }
}

#[test]
fn a_claim_that_the_game_is_over_can_lose_or_draw() {
    let claim = |claim| vec![Act::Answer(Answer::Ends(claim))];
    let end = |claimed| ends(start(), claim(claimed), vec![]).end;
    let resigned = End::new(Some(Side::Black), Cause::Resigned);
    assert_eq!(end(Claim::Loses), resigned);
    assert_eq!(end(Claim::Draws), End::new(None, Cause::ClaimedDraw));
    for unfounded in [Claim::Wins, Claim::Unknown] {
        assert_eq!(
            end(unfounded).cause,
            Cause::PlayerFault(PlayerFault::NoMove)
        );
        assert_eq!(end(unfounded).winner, Some(Side::Black));
    }
}

#[test]
fn a_clock_runs_and_its_end_loses() {
    let hands = Hands::default();
    let pace = Pace {
        clock: Some(ClockSetting {
            time: Duration::from_millis(100),
            increment: Duration::from_millis(10),
        }),
        ..Pace::default()
    };
    let (mut white, mut black) = (Scripted::new(&hands, vec![]), Scripted::new(&hands, vec![]));
    white.ms_a_move = 40;
    let played = hands
        .referee()
        .play(start(), seat(&mut white, pace), seat(&mut black, pace))
        .expect("a game");
    // 100, 70 and 40 ms; then 10 ms are left, and a move of 40 ms is 30 ms too long.
    let left: Vec<u128> = white
        .limits
        .iter()
        .map(|limits| limits.clock.expect("a clock").remaining.as_millis())
        .collect();
    assert_eq!(left, [100, 70, 40, 10]);
    assert_eq!(played.end.cause, Cause::PlayerFault(PlayerFault::Time));
    assert_eq!(played.end.winner, Some(Side::Black));
    assert_eq!(played.broken, [false, false], "it was slow, not broken");
    assert_eq!(
        played.thoughts.last().expect("a move").overtime.as_millis(),
        30
    );
    assert_eq!(black.games_over, [Some(Side::Black)]);
    assert_eq!(white.games_over, [Some(Side::Black)]);
}

#[test]
fn the_time_of_a_move_has_a_margin() {
    let pace = Pace {
        move_time: Some(Duration::from_millis(50)),
        ..Pace::default()
    };
    for (ms, cause) in [
        (60, Cause::TooLong),
        (61, Cause::PlayerFault(PlayerFault::Time)),
    ] {
        let hands = Hands::default();
        let (mut white, mut black) = (Scripted::new(&hands, vec![]), Scripted::new(&hands, vec![]));
        white.ms_a_move = ms;
        let referee = Referee {
            longest: 10,
            ..hands.referee()
        };
        let played = referee
            .play(start(), seat(&mut white, pace), seat(&mut black, pace))
            .expect("a game");
        assert_eq!(played.end.cause, cause, "{ms} ms");
        assert!(
            played
                .thoughts
                .iter()
                .any(|thought| !thought.overtime.is_zero())
        );
    }
}

#[test]
fn pondering_uses_the_clock_after_the_move() {
    let pace: Pace = "clock=1".parse().expect("a pace");
    let play = |allowed: [bool; 2], goes| {
        let hands = Hands::default();
        let script = || vec![Act::Foresees("32-28", "19-23"), Act::Move("37-32")];
        let (mut white, mut black) = (
            Scripted::new(&hands, script()),
            Scripted::new(&hands, vec![Act::Foresees("20-24", "37-32")]),
        );
        (white.ms_a_move, white.goes_while_ahead) = (40, goes);
        let mut seats = [seat(&mut white, pace), seat(&mut black, pace)];
        for (seat, allowed) in seats.iter_mut().zip(allowed) {
            seat.thinks_ahead = allowed;
        }
        let [first, second] = seats;
        let referee = Referee {
            longest: 3,
            ..hands.referee()
        };
        let played = referee.play(start(), first, second).expect("a game");
        let pondered = |player: &Scripted| -> Vec<(usize, String, u128)> {
            let tasks = player.ahead.iter().map(|(plies, expected, limits)| {
                let left = limits.clock.expect("a clock").remaining;
                let text = format!("{}-{}", expected.from, expected.to);
                (*plies, text, left.as_millis())
            });
            tasks.collect()
        };
        (played.end, [pondered(&white), pondered(&black)])
    };
    let (_, pondered) = play([true, false], false);
    assert_eq!(pondered, [vec![(1, "19-23".to_owned(), 960)], vec![]]);
    let (_, pondered) = play([false, true], false);
    assert_eq!(pondered, [vec![], vec![(2, "37-32".to_owned(), 1_000)]]);
    let (end, pondered) = play([false, false], false);
    assert_eq!(pondered, [vec![], vec![]]);
    assert_ne!(end.cause, Cause::PlayerFault(PlayerFault::Crash));
    let (end, _) = play([true, true], true);
    assert_eq!(end.cause, Cause::PlayerFault(PlayerFault::Crash));
    assert_eq!(end.winner, Some(Side::Black));
}

#[test]
fn agreed_scores_end_a_game_only_if_enabled() {
    let adjudication = Adjudication {
        win: Some("4,2".parse().expect("a rule")),
        draw: None,
    };
    let hands = Hands::default();
    let (mut one, mut other) = (
        Scripted::new(&hands, vec![Act::Scored("33-28", 5.0)]),
        Scripted::new(&hands, vec![Act::Scored("18-23", -5.0)]),
    );
    let referee = Referee {
        adjudication,
        ..hands.referee()
    };
    let unlimited = Pace::default();
    let played = referee
        .play(
            start(),
            seat(&mut one, unlimited),
            seat(&mut other, unlimited),
        )
        .expect("a game");
    assert_eq!(played.end, End::new(Some(Side::White), Cause::Adjudicated));
    assert_eq!(played.game.len(), 2);
    let unasked = ends(from("W:W28,32,31,37,38:B19,14,10,9,4"), vec![], vec![]);
    assert_ne!(unasked.end.cause, Cause::Adjudicated);
}

#[test]
fn tables_end_a_game_only_if_enabled() {
    // White's king on the long diagonal captures the man wherever it moves.
    let won = || from("B:WK46:B4");
    let unlimited = Pace::default();
    let play = |referee: &Referee, hands: &Hands| {
        let (mut white, mut black) = (Scripted::new(hands, vec![]), Scripted::new(hands, vec![]));
        referee
            .play(
                won(),
                seat(&mut white, unlimited),
                seat(&mut black, unlimited),
            )
            .expect("a game")
    };
    let hands = Hands::default();
    let referee = Referee {
        endings: Some(crate::tables_of_two()),
        ..hands.referee()
    };
    let played = play(&referee, &hands);
    assert_eq!(played.end, End::new(Some(Side::White), Cause::Tables));
    assert_eq!(played.game.len(), 0);
    assert_ne!(play(&hands.referee(), &hands).end.cause, Cause::Tables);
}

#[test]
fn the_player_that_refuses_to_begin_is_named() {
    let hands = Hands::default();
    let (mut white, mut black) = (Scripted::new(&hands, vec![]), Scripted::new(&hands, vec![]));
    black.refuses = true;
    let unlimited = Pace::default();
    let not_begun = hands
        .referee()
        .play(
            start(),
            seat(&mut white, unlimited),
            seat(&mut black, unlimited),
        )
        .expect_err("Black refuses");
    assert_eq!(not_begun.side, Side::Black);
}

#[test]
fn a_damaged_answer_is_played_and_counted() {
    let damaged = from("B:W28:B1").position().legal_moves()[0];
    let answer = Reply {
        played: damaged,
        ponder: None,
        report: SearchReport::default(),
        line: Vec::new(),
        damage: Some("done move=1-6 ponder=".to_owned()),
    };
    let black = vec![Act::Answer(Answer::Plays(answer))];
    let played = ends(from("W:W28:B1"), vec![Act::Move("28-22")], black);
    assert!(played.game.len() > 2);
    let place = MatchGame::of_number(0); // A has White
    let mut tally = Tally::default();
    tally.add_effort(place, &played);
    assert_eq!(tally.efforts.map(|effort| effort.damaged), [0, 1]);
    let names = ["A", "B"].map(str::to_owned);
    let finished = Finished {
        place,
        names,
        played,
    };
    assert_eq!(finished.damage_of(Contestant::A).count(), 0);
    let damage: Vec<&str> = finished.damage_of(Contestant::B).collect();
    assert_eq!(damage, ["done move=1-6 ponder="]);
}
