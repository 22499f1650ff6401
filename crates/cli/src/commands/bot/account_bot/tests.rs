use clap::Parser;
use damier_client::{AccountToken, ServerAddress};

use super::*;
use crate::args::{Args, Command};

/// A bot whose server is unreachable.
fn bot(options: &[&str]) -> AccountBot {
    bot_of("builtin,level=1,hash=1", options)
}

fn bot_of(player: &str, options: &[&str]) -> AccountBot {
    let url = "http://127.0.0.1:1";
    let typed = ["damier", "bot", url, "--player", player];
    let typed = [&typed[..], &["--token-file", "token.txt"], options].concat();
    let Command::Bot(args) = Args::parse_from(typed).command else {
        panic!("a bot");
    };
    let server: ServerAddress = url.parse().unwrap();
    let token = AccountToken::read("dmr_0123456789").unwrap();
    let bot = Arc::new(Bot::for_test(player));
    let client = BotClient::new(server.clone(), token);
    AccountBot::new(
        bot,
        ChallengeClient::new(server),
        client,
        Filters::of(&args),
        &args,
    )
}

fn plays(game: &str) -> BotEvent {
    BotEvent::GameStart(game.to_owned())
}

/// A challenge that passes the filters.
fn challenge(id: &str) -> BotEvent {
    let line = r#"{"type":"challenge","challenge":{"id":"ID","url":"","status":"created","color":"random","challenger":{"id":"awa",
        "name":"Awa","title":null,"rating":1612,"provisional":false,"account":false},"destUser":{"id":"bot","name":"Bot","title":"BOT",
        "rating":1500,"provisional":true},"variant":{"key":"standard","name":"Standard","short":"Standard"},"perf":{"icon":"",
        "name":"Blitz"},"rated":false,"speed":"blitz","timeControl":{"type":"clock","limit":300,"increment":3}}}"#;
    BotEvent::read(&line.replace("ID", id)).unwrap()
}

/// Gives the bot a seat at a game, so that it needs no server.
fn give_seat(bot: &mut AccountBot, game: &str) -> SeatSecret {
    let (secret, is_taken) = (SeatSecret::generate().unwrap(), true);
    let seat = Seat {
        secret: secret.clone(),
        is_taken,
    };
    bot.seats.put(game.to_owned(), seat);
    secret
}

/// Makes the bot accept the challenge `taken`, release its board because the game is not listed,
/// and take a seat at the game `other`.
async fn lose_place(bot: &mut AccountBot) {
    bot.accepted.insert("taken".to_owned());
    bot.stream_opened();
    assert!(bot.initial_list_complete().await.unwrap());
    give_seat(bot, "other");
    assert!(bot.handle_event(plays("other")).await.unwrap());
    assert!(bot.playing.contains_key("other") && !bot.has_free_board());
}

#[tokio::test]
async fn an_accepted_challenge_holds_its_board_until_the_list_is_complete() {
    let endless: &[&str] = &["--games", "1"];
    let one: &[&str] = &["--games", "2", "--stop-after", "1"];
    for options in [endless, one] {
        let mut bot = bot(options);
        bot.accepted.insert("taken".to_owned());
        bot.stream_opened();
        assert!(!bot.has_free_board(), "{options:?}");
        assert!(bot.handle_event(plays("other")).await.unwrap());
        assert!(bot.elsewhere.waits("other"), "{options:?}");
        // The stream ends before its list is complete, and is reopened.
        bot.stream_opened();
        assert!(!bot.has_free_board(), "{options:?}");
        // The game is over, and not listed.
        assert!(bot.initial_list_complete().await.unwrap());
        assert!(bot.has_free_board(), "{options:?}");
    }
}

#[tokio::test]
async fn it_does_not_end_before_an_accepted_game_begins() {
    let mut bot = bot(&[]);
    bot.accepted.insert("taken".to_owned());
    bot.is_stopped = true;
    assert!(!bot.is_done());
    bot.stream_opened();
    assert!(!bot.is_done());
    assert!(bot.initial_list_complete().await.unwrap());
    assert!(bot.is_done());
}

#[tokio::test]
async fn a_second_stop_waits_for_no_game_that_has_not_started() {
    let mut bot = bot(&[]);
    bot.accepted.insert("taken".to_owned());
    let (_stopper, mut stop) = watch::channel(2);
    let hour = Duration::from_hours(1);
    let attended = tokio::time::timeout(Duration::from_mins(1), bot.attend(None, hour, &mut stop));
    let answer = attended.await.expect("it ends").unwrap();
    assert_eq!(answer, Some(Answer::Interrupted));
}

#[tokio::test]
async fn an_accepted_game_listed_late_is_played_at_once() {
    let mut bot = bot(&["--games", "1", "--stop-after", "1"]);
    lose_place(&mut bot).await;
    give_seat(&mut bot, "taken");
    assert!(bot.handle_event(plays("taken")).await.unwrap());
    assert_eq!(bot.playing["other"].board_number, 0);
    assert_eq!(bot.playing["taken"].board_number, 1);
    // It did not count for the limit, so the limit is unchanged.
    let why = NotPlayed::Over;
    bot.end("taken".to_owned(), GameEnd::NotPlayed { why });
    assert_eq!(bot.left, Some(0));
    let why = NotPlayed::Over;
    bot.end("other".to_owned(), GameEnd::NotPlayed { why });
    assert_eq!(bot.left, Some(1));
}

#[tokio::test]
async fn an_accepted_game_listed_late_stays_accepted() {
    let mut bot = bot(&["--games", "1"]);
    lose_place(&mut bot).await;
    // The server does not respond.
    assert!(!bot.handle_event(plays("taken")).await.unwrap());
    assert!(bot.accepted.has("taken") && !bot.elsewhere.waits("taken"));
}

#[tokio::test]
async fn a_late_game_waits_for_a_free_engine() {
    let mut bot = bot_of("dxp:127.0.0.1:27531", &["--games", "1"]);
    lose_place(&mut bot).await;
    assert!(bot.handle_event(plays("taken")).await.unwrap());
    assert!(bot.elsewhere.waits("taken") && bot.accepted.is_released("taken"));
    bot.end("other".to_owned(), GameEnd::Over { rematch: None });
    // The server does not respond, and the challenge is still accepted.
    assert!(!bot.fill().await.unwrap());
    assert!(bot.accepted.has("taken") && !bot.elsewhere.waits("taken"));
}

#[tokio::test]
async fn an_accepted_challenge_starts_at_once() {
    let mut bot = bot(&[]);
    bot.accepted.insert("7".to_owned());
    bot.stream_opened();
    for id in ["7", "8", "8"] {
        assert!(bot.handle_event(challenge(id)).await.unwrap());
    }
    let waiting: Vec<&str> = bot
        .waiting
        .iter()
        .map(|challenge| challenge.id.as_str())
        .collect();
    assert_eq!(waiting, ["8"]);
}

#[tokio::test]
async fn a_repeated_seat_request_uses_the_same_secret() {
    let mut bot = bot(&[]);
    let mut secrets = Vec::new();
    for _ in 0..2 {
        bot.stream_opened();
        assert!(!bot.handle_event(plays("game")).await.unwrap());
        let seat = bot.seats.pop("game").unwrap();
        assert!(!seat.is_taken);
        secrets.push(seat.secret.clone());
        bot.seats.put("game".to_owned(), seat);
    }
    assert_eq!(secrets[0], secrets[1]);
}

#[tokio::test]
async fn no_new_seat_is_requested_in_an_unreadable_game() {
    let mut bot = bot(&[]);
    let secret = give_seat(&mut bot, "game");
    for _ in 0..3 {
        bot.stream_opened();
        // The bot sends no request to the unreachable server.
        assert!(bot.handle_event(plays("game")).await.unwrap());
        assert_eq!(bot.playing["game"].secret, secret);
        let why = NotPlayed::Unreadable;
        bot.end("game".to_owned(), GameEnd::NotPlayed { why });
    }
    bot.stream_opened();
    assert!(bot.handle_event(plays("game")).await.unwrap());
    let detail = String::new();
    bot.end("game".to_owned(), GameEnd::Gone { detail });
    // The seat was gone, so the bot asks the server whether it exists.
    let seat = bot.seats.pop("game").unwrap();
    assert_eq!((seat.secret, seat.is_taken), (secret, false));
}
