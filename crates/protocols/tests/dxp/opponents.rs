//! Tests in which a referee requests moves from a DXP program over a real connection.

use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use damier_notation::fen;
use damier_protocols::dxp::{
    DxpConversation, DxpEvent, DxpOpponent, Frames, Message, Name, Reason, Role, send,
};
use damier_protocols::player::{Answer, Claim, Limits, Patience, Player, PlayerError, TimeLeft};
use damier_rules::{DrawSettings, EndReason, Game, Position, Side, Variant};

/// How the program at the other end behaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// It plays the first legal move, and announces the end of the game.
    Proper,
    /// Like `Proper`, but it resigns instead of its third move.
    Resigns,
    /// Its third move is not legal.
    Cheats,
    /// It disconnects at its third move.
    Leaves,
    /// It never moves.
    Sleeps,
}

/// A follower that listens for a connection. It forwards the chat messages that it receives to the
/// channel.
fn follower(name: &'static str, manner: Manner) -> (String, Receiver<String>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (sender, chats) = channel();
    let running = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut conversation = DxpConversation::new(Role::Follower, Name::new(name));
        let mut frames = Frames::new(stream.try_clone().unwrap());
        while let Ok(Some(frame)) = frames.next_frame() {
            let heard = conversation.receive(&frame);
            for reply in &heard.replies {
                // Sending fails if the other side has disconnected.
                let _ = send(&mut stream, reply);
            }
            for event in heard.events {
                match event {
                    DxpEvent::Asked(_) => {
                        let yes = conversation.accept().unwrap();
                        send(&mut stream, &yes).unwrap();
                    }
                    DxpEvent::Chat(text) => {
                        // Sending fails if the test does not read the channel.
                        let _ = sender.send(text.as_str().to_owned());
                    }
                    _ => {}
                }
            }
            if conversation.is_our_turn() && !turn(&mut conversation, &mut stream, manner) {
                return;
            }
        }
    });
    (address, chats, running)
}

/// Makes the follower's move; `false` if it disconnects instead.
fn turn(conversation: &mut DxpConversation, stream: &mut TcpStream, manner: Manner) -> bool {
    let (game, terms) = (conversation.game().unwrap(), conversation.terms().unwrap());
    let third = game.len() >= 4;
    let first = game.position().legal_moves().first().copied();
    let message = match (game.outcome(), first) {
        (Some(outcome), _) => {
            conversation.end(Reason::of_winner(outcome.winner, terms.ours), false)
        }
        _ if manner == Manner::Sleeps => return true,
        _ if manner == Manner::Leaves && third => return false,
        _ if manner == Manner::Resigns && third => conversation.end(Reason::ILose, false),
        _ if manner == Manner::Cheats && third => Ok(Message::read(b"M0000010200").unwrap()),
        (None, Some(first)) => conversation.play(&first, 2),
        (None, None) => panic!("a game without a move is over"),
    };
    // Sending fails if the other side has disconnected.
    let _ = send(stream, &message.unwrap());
    true
}

fn patience() -> Patience {
    Patience {
        greeting: Duration::from_secs(5),
        ready: Duration::from_secs(5),
        overtime: Duration::from_secs(5),
        untimed: Duration::from_secs(5),
        stop: Duration::from_secs(5),
    }
}

fn clock(seconds: u64) -> Limits {
    Limits::clock(TimeLeft {
        remaining: Duration::from_secs(seconds),
        increment: Duration::ZERO,
        moves_left: None,
    })
}

fn start() -> Game {
    Game::new(
        Position::start(Variant::INTERNATIONAL),
        DrawSettings::default(),
    )
}

/// Plays a game against an opponent, with the last legal move each time, until the game is over or
/// the opponent announces the end.
fn played(
    opponent: &mut DxpOpponent,
    side: Side,
    limits: &Limits,
) -> Result<(Game, Answer), PlayerError> {
    let mut game = start();
    opponent.new_game(&game, side, limits)?;
    loop {
        if let Some(outcome) = game.outcome() {
            opponent.game_over(&game, outcome.winner)?;
            return Ok((game, Answer::Ends(Claim::Unknown)));
        }
        if game.position().side() == side {
            match opponent.play(&game, limits)? {
                Answer::Plays(reply) => {
                    assert_eq!(reply.report.time, Some(Duration::from_secs(2)));
                    game.play(&reply.played).expect("a legal move");
                }
                ends @ Answer::Ends(_) => return Ok((game, ends)),
            }
        } else {
            let last = *game.position().legal_moves().last().expect("a move");
            game.play(&last).expect("a legal move");
        }
    }
}

#[test]
fn whole_games_with_colours_swapped_on_one_connection() {
    let (address, chats, running) = follower("Somebody", Manner::Proper);
    let mut opponent = DxpOpponent::connect(&address, "Damier", patience()).unwrap();
    assert_eq!(opponent.name(), address);
    for side in [Side::White, Side::Black, Side::White] {
        let (game, _) = played(&mut opponent, side, &clock(60)).unwrap();
        assert!(
            game.outcome().is_some() && game.len() > 20,
            "{} plies",
            game.len()
        );
        assert_eq!(opponent.name(), "Somebody");
    }
    drop(opponent);
    running.join().unwrap();
    assert_eq!(chats.try_iter().count(), 0);
}

#[test]
fn moby_dam_takes_the_time_of_a_move_by_chat() {
    let (address, chats, running) = follower("Moby Dam (a double)", Manner::Proper);
    let mut opponent = DxpOpponent::connect(&address, "Damier", patience()).unwrap();
    let limits = Limits::move_time(Duration::from_millis(100));
    played(&mut opponent, Side::White, &limits).unwrap();
    played(&mut opponent, Side::Black, &limits).unwrap();
    played(&mut opponent, Side::Black, &Limits::depth(8)).unwrap();
    drop(opponent);
    running.join().unwrap();
    let heard: Vec<String> = chats.iter().collect();
    assert_eq!(
        heard,
        ["console time 100", "console time 0", "console depth 8"]
    );
}

#[test]
fn limits_and_games_that_dxp_cannot_express_are_rejected() {
    let refused = |name, limits: &Limits, game: &Game| {
        let (address, _, running) = follower(name, Manner::Proper);
        let mut opponent = DxpOpponent::connect(&address, "Damier", patience()).unwrap();
        let error = opponent.new_game(game, Side::White, limits).unwrap_err();
        drop(opponent);
        running.join().unwrap();
        error.to_string()
    };
    assert_eq!(
        refused("Moby Dam", &Limits::nodes(1_000), &start()),
        "DXP does not support a limit of positions"
    );
    assert_eq!(
        refused(
            "Somebody",
            &Limits::move_time(Duration::from_secs(1)),
            &start()
        ),
        "DXP does not support a time per move or a depth; Moby Dam takes them by chat"
    );
    let frisian = Variant::from_id("frisian").expect("a game");
    let other = Game::new(Position::start(frisian), DrawSettings::default());
    assert_eq!(
        refused("Somebody", &clock(60), &other),
        "DXP does not support this game"
    );
}

#[test]
fn each_way_an_opponent_ends_a_game_is_reported() {
    let result = |manner| {
        let (address, _, running) = follower("Somebody", manner);
        let mut opponent = DxpOpponent::connect(&address, "Damier", patience()).unwrap();
        let limits = clock(60);
        let result = played(&mut opponent, Side::White, &limits);
        drop(opponent);
        running.join().unwrap();
        result
    };
    let (game, answer) = result(Manner::Resigns).unwrap();
    assert_eq!((game.len(), answer), (4, Answer::Ends(Claim::Loses)));
    assert!(
        matches!(result(Manner::Cheats), Err(PlayerError::Illegal { text }) if text == "M0000010200")
    );
    assert!(matches!(
        result(Manner::Leaves),
        Err(PlayerError::Gone { .. })
    ));
}

#[test]
fn nobody_waits_for_ever() {
    let (address, _, running) = follower("Somebody", Manner::Sleeps);
    let short = Patience {
        untimed: Duration::from_millis(100),
        overtime: Duration::from_millis(100),
        ..patience()
    };
    let mut opponent = DxpOpponent::connect(&address, "Damier", short).unwrap();
    let limits = Limits {
        move_time: Some(Duration::from_millis(1)),
        ..clock(60)
    };
    opponent.new_game(&start(), Side::White, &limits).unwrap();
    let error = opponent.play(&start(), &limits).unwrap_err();
    assert!(
        matches!(
            error,
            PlayerError::Silent {
                awaited: "move",
                ..
            }
        ),
        "{error}"
    );
    drop(opponent);
    running.join().unwrap();
}

/// A referee may end a game early. The other side is notified, and the next game can begin.
#[test]
fn an_adjudicated_game_is_ended_over_dxp_too() {
    let (address, _, running) = follower("Somebody", Manner::Proper);
    let mut opponent = DxpOpponent::connect(&address, "Damier", patience()).unwrap();
    let mut game = start();
    opponent.new_game(&game, Side::White, &clock(60)).unwrap();
    let Answer::Plays(reply) = opponent.play(&game, &clock(60)).unwrap() else {
        panic!("a move");
    };
    game.play(&reply.played).unwrap();
    opponent.game_over(&game, Some(Side::White)).unwrap();
    // A second game starts from another position, and ends with a move that the referee does not
    // send.
    let position = fen::read_position(Variant::INTERNATIONAL, "W:W28:B23,K5").unwrap();
    let mut game = Game::new(position, DrawSettings::default());
    opponent.new_game(&game, Side::Black, &clock(60)).unwrap();
    let capture = game.position().legal_moves()[0];
    game.play(&capture).unwrap();
    let Answer::Plays(reply) = opponent.play(&game, &clock(60)).unwrap() else {
        panic!("a move");
    };
    game.play(&reply.played).unwrap();
    assert_eq!(
        game.outcome().map(|outcome| outcome.reason),
        Some(EndReason::NoPieces)
    );
    opponent.game_over(&game, Some(Side::Black)).unwrap();
    assert!(played(&mut opponent, Side::White, &clock(60)).is_ok());
    drop(opponent);
    running.join().unwrap();
}
