//! Tests of Hub from both sides: transcripts, our controller with our engine, and engines that
//! behave badly.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use damier_protocols::hub::{
    Chosen, HubEngine, HubOneEngine, HubThinker, HubThought, Id, Mode, Param, Settings, Signals,
    Task, game_name, games, serve,
};
use damier_protocols::player::{Answer, Limits, Patience, Player, PlayerError};
use damier_rules::{DrawSettings, Game, Position, Side, Variant};
use proptest::prelude::*;

/// An engine that plays the first legal move. With a limit of one node it thinks until it receives
/// `stop`.
struct First {
    speed: String,
}

fn first() -> First {
    First {
        speed: "1".to_owned(),
    }
}

impl HubThinker for First {
    fn id(&self) -> Id {
        Id {
            name: "First".to_owned(),
            version: "1".to_owned(),
            ..Id::default()
        }
    }

    fn params(&self) -> Vec<Param> {
        vec![Param::int("speed", &self.speed, 1, 9)]
    }

    fn set(&mut self, _: &str, value: &str) {
        value.clone_into(&mut self.speed);
    }

    fn init(&mut self, _: Variant) -> Result<(), String> {
        Ok(())
    }

    fn new_game(&mut self) {}

    fn think(
        &mut self,
        game: &Game,
        task: &Task,
        signals: &Signals,
        tell: &mut dyn FnMut(&HubThought),
    ) -> Chosen {
        let legal = game.position().legal_moves();
        tell(&HubThought {
            depth: 1,
            score: 0.05,
            nodes: 7,
            time: Duration::from_millis(500),
            line: vec![legal[0]],
        });
        let must_stop = || match task.mode {
            Mode::Ponder => signals.stop_or_hit().load(Ordering::Relaxed),
            _ => signals.stop().load(Ordering::Relaxed),
        };
        let endless = task.limits == Limits::nodes(1);
        while endless && !must_stop() {
            thread::sleep(Duration::from_millis(1));
        }
        Chosen {
            played: Some(legal[0]),
            ponder: None,
        }
    }
}

/// An engine served in a thread of its own, with a pipe to write to it and one to read its answers.
fn session() -> (
    PipeWriter,
    BufReader<PipeReader>,
    thread::JoinHandle<io::Result<()>>,
) {
    let (its_input, our_output) = io::pipe().expect("a pipe");
    let (our_input, its_output) = io::pipe().expect("a pipe");
    let running = thread::spawn(move || serve(first(), BufReader::new(its_input), its_output));
    (our_output, BufReader::new(our_input), running)
}

#[test]
fn the_transcript_is_answered_line_by_line() {
    let (mut say, mut hear, running) = session();
    let mut happened = String::new();
    let games: Vec<&str> = games().map(game_name).collect();
    let script = include_str!("session.txt")
        .replace("{every game}", &games.join(" "))
        .replace("{every game, with commas}", &games.join(", "));
    let mut answer = String::new();
    for line in script.lines() {
        if let Some(said) = line.strip_prefix("> ") {
            writeln!(say, "{said}").expect("it listens");
        } else if line.starts_with('<') {
            answer.clear();
            hear.read_line(&mut answer).expect("it answers");
            writeln!(happened, "< {}", answer.trim_end()).expect("memory");
            continue;
        }
        writeln!(happened, "{line}").expect("memory");
    }
    assert_eq!(happened, script);
    running.join().expect("no panic").expect("no error");
    answer.clear();
    hear.read_to_string(&mut answer).expect("the end");
    assert_eq!(answer, "", "nothing more is said");
}

#[test]
fn commands_are_handled_during_a_search() {
    let (mut say, mut hear, running) = session();
    let mut expect = |expected: &str| {
        let mut answer = String::new();
        hear.read_line(&mut answer).expect("it answers");
        assert!(answer.starts_with(expected), "{answer} for {expected}");
    };
    say.write_all(b"init\npos start\nlevel nodes=1\ngo think\n")
        .expect("it listens");
    expect("ready");
    expect("info");
    for _ in 0..100 {
        say.write_all(b"ping\npos start\nponder-hit\n\"\n")
            .expect("it listens");
        expect("pong");
        expect("error message=\"thinking: send stop first\"");
        expect("error message=\"not pondering\"");
        expect("error message=\"column 1");
    }
    // The early `ponder-hit` must not count as a stop.
    say.write_all(b"ping\nstop\n").expect("it listens");
    expect("pong");
    expect("done move=31-26");
    // A controller whose latest `pos` was rejected must not get a move for the position before.
    say.write_all(b"go think\n").expect("it listens");
    expect("error message=\"no position: the last pos was refused\"");
    // A line that is too long is not a position either.
    say.write_all(b"pos start\npos start moves=\"")
        .expect("it listens");
    say.write_all(&b"32-28 ".repeat(20_000))
        .expect("it listens");
    say.write_all(b"\"\ngo think\n").expect("it listens");
    expect("error message=\"a line is longer than 65536 bytes\"");
    expect("error message=\"no position: the last pos was refused\"");
    // The end of the input also ends the search.
    say.write_all(b"pos start\nlevel nodes=1\ngo think\n")
        .expect("it listens");
    expect("info");
    drop(say);
    expect("done");
    running.join().expect("no panic").expect("no error");
}

fn our_engine(game: Variant) -> HubEngine {
    let (say, hear, _) = session();
    let settings = Settings {
        game,
        params: vec![("speed".to_owned(), "3".to_owned())],
        ..Settings::default()
    };
    HubEngine::over(hear, say, &settings).expect("it gets ready")
}

#[test]
fn our_controller_plays_whole_games_with_our_engine() {
    for game in [
        Variant::INTERNATIONAL,
        Variant::FRYSK,
        Variant::RUSSIAN,
        Variant::CANADIAN,
    ] {
        let mut engine = our_engine(game);
        assert_eq!(engine.name(), "First");
        assert_eq!(engine.params()[1].value, "3");
        let mut played = Game::new(Position::start(game), DrawSettings::default());
        let limits = Limits::depth(1);
        engine
            .new_game(&played, Side::White, &limits)
            .expect("a new game");
        while played.outcome().is_none() && played.len() < 200 {
            let Ok(Answer::Plays(reply)) = engine.play(&played, &limits) else {
                panic!("a move in {:?}", played.position());
            };
            assert_eq!(Some(&reply.played), played.position().legal_moves().first());
            played.play(&reply.played).expect("a legal move");
        }
        assert!(played.len() > 20);
    }
}

#[test]
fn pondering_handles_a_hit_and_a_miss() {
    let mut engine = our_engine(Variant::INTERNATIONAL);
    let mut game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    // With this limit the engine thinks until it receives `stop`.
    let limits = Limits::nodes(1);
    for right in [true, false, true] {
        let first = game.position().legal_moves()[0];
        game.play(&first).expect("legal");
        let answers = game.position().legal_moves();
        engine
            .think_ahead(&game, &answers[0], &limits)
            .expect("it does");
        game.play(&answers[usize::from(!right)]).expect("legal");
        let limits = if right { limits } else { Limits::depth(1) };
        let Ok(Answer::Plays(reply)) = engine.play(&game, &limits) else {
            panic!("a move");
        };
        game.play(&reply.played).expect("legal");
        game.play(&game.position().legal_moves()[0].clone())
            .expect("legal");
    }
    engine.game_over(&game, None).expect("it is there");
}

/// An engine that answers each line with a text.
fn scripted(answer: fn(&str) -> String) -> (BufReader<PipeReader>, PipeWriter) {
    let (its_input, our_output) = io::pipe().expect("a pipe");
    let (our_input, mut its_output) = io::pipe().expect("a pipe");
    thread::spawn(move || {
        for line in BufReader::new(its_input).lines().map_while(Result::ok) {
            let answer = answer(&line);
            if answer == "die" || its_output.write_all(answer.as_bytes()).is_err() {
                break;
            }
        }
    });
    (BufReader::new(our_input), our_output)
}

fn impatient() -> Settings {
    let short = Duration::from_millis(300);
    Settings {
        patience: Patience {
            greeting: short,
            ready: short,
            overtime: short,
            untimed: short,
            stop: short,
        },
        ..Settings::default()
    }
}

fn greeting(line: &str) -> Option<&'static str> {
    Some(match line {
        "hub" => "id name=X version=1\nwait\n",
        "init" => "loading\nready\n",
        "ping" => "pong\n",
        _ => return None,
    })
}

/// What an engine that answers so plays in the start position.
fn played(answer: fn(&str) -> String) -> Result<Answer, PlayerError> {
    let (hear, say) = scripted(answer);
    let mut engine = HubEngine::over(hear, say, &impatient())?;
    let game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    let limits = Limits::move_time(Duration::from_millis(50));
    engine.new_game(&game, Side::White, &limits)?;
    engine.play(&game, &limits)
}

fn failure(answer: fn(&str) -> String) -> PlayerError {
    played(answer).expect_err("it behaves badly")
}

/// The answers of a well-behaved engine, with this answer to `go think`.
macro_rules! to_go {
    ($answer:expr) => {
        |line| match greeting(line) {
            Some(answer) => answer.to_owned(),
            None if line == "go think" => $answer.to_owned(),
            None => String::new(),
        }
    };
}

/// Found with an engine that ends its answers with an empty argument.
#[test]
fn a_move_before_a_damaged_argument_is_played_and_the_damage_reported() {
    let reply = |answer| match played(answer) {
        Ok(Answer::Plays(reply)) => reply,
        other => panic!("{other:?}"),
    };
    let damaged = reply(to_go!("done move=32-28 ponder=\n"));
    assert_eq!((damaged.played.from.number(), damaged.ponder), (32, None));
    assert_eq!(
        damaged.damage.as_deref(),
        Some("done move=32-28 ponder=: column 24: found the end, expected a value")
    );
    assert_eq!(reply(to_go!("done move=32-28\n")).damage, None);
}

#[test]
fn each_failure_of_an_engine_has_its_own_error() {
    assert!(matches!(
        failure(|_| String::new()),
        PlayerError::Silent {
            awaited: "greeting",
            ..
        }
    ));
    assert!(matches!(
        failure(|_| "die".to_owned()),
        PlayerError::Gone { .. }
    ));
    assert!(matches!(
        failure(|_| "y\n".repeat(20_000)),
        PlayerError::Nonsense { .. }
    ));
    assert!(matches!(
        failure(|_| "y".repeat(1 << 20) + "\n"),
        PlayerError::Nonsense { .. }
    ));
    assert!(matches!(
        failure(to_go!("")),
        PlayerError::Silent {
            awaited: "move",
            ..
        }
    ));
    assert!(matches!(
        failure(to_go!("info depth=1\n")),
        PlayerError::Silent { .. }
    ));
    assert!(matches!(failure(to_go!("die")), PlayerError::Gone { .. }));
    assert!(matches!(failure(to_go!("done\n")), PlayerError::NoMove));
    assert!(matches!(
        failure(to_go!("done move=1-2\n")),
        PlayerError::Illegal { .. }
    ));
    assert!(matches!(
        failure(to_go!("done move=castles\n")),
        PlayerError::Illegal { .. }
    ));
    let refused = failure(to_go!("error message=\"bad position\"\n"));
    assert_eq!(refused.to_string(), "it refused: bad position");
}

#[test]
fn unsupported_games_and_parameters_fail_before_the_first_move() {
    let with = |game, params: &[(&str, &str)]| {
        let (say, hear, _) = session();
        let params = params
            .iter()
            .map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let settings = Settings {
            game,
            params: params.collect(),
            ..Settings::default()
        };
        HubEngine::over(hear, say, &settings)
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(with(Variant::KILLER, &[]), None);
    assert_eq!(
        with(Variant::KILLER, &[("sped", "3")]).as_deref(),
        Some("this engine does not support a parameter sped; it has variant, speed")
    );
    assert!(with(Variant::KILLER, &[("speed", "10")]).is_some());
    assert!(with(Variant::FRENCH_1754, &[]).is_some());
}

#[test]
fn version_one_matches_scan_2() {
    let (hear, say) = scripted(|line| {
        match line {
            "hub" => "name Scan 2.0\nauthor Fabien Letouzey\nwait\n",
            "set book false" | "move 32-28" | "time 100" | "new" => "",
            "init" => "init eval\nready\n",
            "ping" => "pong\n",
            "pos wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww" => "input \"pos\"\n",
            "go" => "info 13 15.0 -2 366789 0.10 3.6 18-23 38-32\nmove 18-23 38-32\n",
            _ => "error bad command\n",
        }
        .to_owned()
    });
    let settings = Settings {
        params: vec![("book".to_owned(), "false".to_owned())],
        ..impatient()
    };
    let mut engine = HubOneEngine::over(hear, say, &settings).expect("it gets ready");
    assert_eq!(engine.name(), "Scan 2.0");
    let mut game = Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    );
    let first = damier_notation::hub_text::read_move(game.position(), "32-28").expect("a move");
    game.play(&first).expect("legal");
    let limits = Limits::move_time(Duration::from_millis(100));
    engine
        .new_game(&game, Side::Black, &limits)
        .expect("a new game");
    let Ok(Answer::Plays(reply)) = engine.play(&game, &limits) else {
        panic!("a move");
    };
    assert_eq!(reply.report.score, Some(-0.02));
    assert_eq!(reply.report.depth, Some(13));
    assert!(reply.ponder.is_some());
    assert!(matches!(
        engine.play(&game, &Limits::nodes(5)),
        Err(PlayerError::CannotTell { .. })
    ));
    // A game with limits that the protocol cannot express fails at its start, not at the first
    // move.
    let begins = |engine: &mut HubOneEngine, limits| {
        let begun = engine.new_game(&game, Side::Black, &limits);
        begun.map_err(|error| error.to_string())
    };
    assert_eq!(
        begins(&mut engine, Limits::nodes(5)),
        Err("Hub 1 does not support a limit of positions".to_owned())
    );
    assert_eq!(
        begins(&mut engine, Limits::depth(5)),
        Err("it refused: bad command, when given a depth".to_owned())
    );
    // This engine does not know the command for a depth.
    assert!(matches!(
        engine.play(&game, &Limits::depth(5)),
        Err(PlayerError::Refuses { .. })
    ));
}

proptest! {
    /// Arbitrary lines do not end the connection: the engine answers the last `ping`.
    #[test]
    fn no_line_ends_the_connection(lines in prop::collection::vec(
        "\\PC{0,40}|(hub|init|pos|level|go|set-param|stop|new-game|ponder-hit)( (pos|moves|depth|time|inc|name|value|think|ponder|start|infinite)(=(\"[^\"\n]{0,12}\"|[a-zA-Z0-9.-]{0,52}))?){0,3}",
        0..30,
    )) {
        let mut input = lines.join("\n").replace("quit", "quiet");
        input.push_str("\nstop\nping\n");
        let mut output = Vec::new();
        serve(first(), input.as_bytes(), &mut output).expect("memory can be written");
        let output = String::from_utf8(output).expect("text");
        prop_assert!(output.lines().any(|line| line == "pong"), "{}", output);
    }
}
