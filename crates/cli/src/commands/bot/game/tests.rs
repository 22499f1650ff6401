//! Tests of a bot's game, without a server.

use damier_client::{Presence, ServerAddress, State, Welcome};
use damier_session::{Actor, Command, GameSettings, SeatRole};
use tokio::sync::watch;
use tokio::time::timeout;

use super::*;

/// Time limit of a test.
const TEST_TIMEOUT: Duration = Duration::from_mins(1);

/// A game whose server is unreachable.
fn game(bot: Bot) -> PlayedGame {
    let server: ServerAddress = "http://127.0.0.1:1".parse().unwrap();
    let challenges = ChallengeClient::new(server.clone());
    let secret = SeatSecret::generate().unwrap();
    let seat = SeatConnection::connect(server, secret.clone());
    PlayedGame::new(Arc::new(bot), challenges, seat, secret, 0)
}

/// The same game, started by the account elsewhere.
fn elsewhere() -> PlayedGame {
    let bot = Bot::for_test("builtin,level=1,hash=1");
    game(bot).started_elsewhere(vec![Variant::INTERNATIONAL])
}

fn session() -> Session {
    let settings = GameSettings::friendly("Awa", "Scan");
    Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
}

/// A `welcome` to this game, with the bot as Black.
fn welcome(session: &Session) -> Update {
    Update::Welcome(Box::new(Welcome {
        game: "g".to_owned(),
        role: SeatRole::Player(Side::Black),
        setup: session.record(),
        events: Vec::new(),
        state: State {
            clock: None,
            at_ms: 0,
            turn: Some(Side::White),
            offer: None,
            asked: Vec::new(),
            paused_until_ms: None,
            held: false,
            awaits_first_moves: false,
            first_move_by_ms: None,
            ending: None,
        },
        present: Presence {
            white: true,
            black: true,
            watching: 0,
            absent: None,
        },
        rematch: None,
    }))
}

fn lost(is_unreadable: bool) -> Update {
    Update::Lost {
        reason: "no".to_owned(),
        is_unreadable,
    }
}

/// Why a game is not played after these updates.
fn why_not(mut game: PlayedGame, updates: &[Update]) -> Option<NotPlayed> {
    updates
        .iter()
        .find_map(|update| match game.handle_update(update) {
            Ok(()) => None,
            Err(GameEnd::NotPlayed { why }) => Some(why),
            Err(other) => panic!("it ends otherwise: {other:?}"),
        })
}

#[tokio::test]
async fn an_unreadable_game_started_elsewhere_is_left() {
    let unreadable = Some(NotPlayed::Unreadable);
    assert_eq!(why_not(elsewhere(), &[lost(true)]), unreadable);
    assert_eq!(why_not(elsewhere(), &[lost(false), lost(true)]), unreadable);
    // A server that is down, a game that was received, and one that the bot started.
    assert_eq!(why_not(elsewhere(), &[lost(false)]), None);
    assert_eq!(
        why_not(elsewhere(), &[welcome(&session()), lost(true)]),
        None
    );
    let wanted = game(Bot::for_test("builtin,level=1,hash=1"));
    assert_eq!(why_not(wanted, &[lost(true)]), None);
}

#[tokio::test]
async fn a_finished_game_is_over_and_not_left() {
    let mut session = session();
    let resigns = Command {
        id: CommandId::from_bits(1),
        actor: Actor::Player(Side::White),
        want: Want::Resign,
    };
    let event = session.decide(&resigns, 1).unwrap();
    session.apply(&event).unwrap();
    assert_eq!(
        why_not(elsewhere(), &[welcome(&session)]),
        Some(NotPlayed::Over)
    );
}

#[tokio::test]
async fn a_second_stop_leaves_an_unreadable_game() {
    let (_stopper, stop) = watch::channel(2);
    let bot = Bot {
        stop,
        ..Bot::for_test("builtin,level=1,hash=1")
    };
    let end = timeout(TEST_TIMEOUT, game(bot).play()).await;
    assert!(matches!(end, Ok(GameEnd::Left)));
}
