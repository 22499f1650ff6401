//! `damier bot` under an account: filters, challenges, and games that the account starts itself.

use std::path::Path;

#[cfg(unix)]
use crate::bot::frail;
use crate::bot::{Bot, FIVE, signed_up, token, token_of};
use crate::dxp::Playing;
use crate::serving::Server;
use crate::{answer, complaint};

#[test]
fn an_account_bot_filters_challenges_and_resumes_its_game_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let file = folder.path().join("token.txt");
    std::fs::write(&file, token(&server, "Scan-3", r#"["bot","play:write"]"#)).expect("written");
    let start = || {
        Bot::start(&[
            &url,
            "--player",
            "builtin,level=1,hash=1",
            "--token-file",
            file.to_str().expect("a path"),
            "--speed",
            "blitz",
            "--speed",
            "rapid",
            "--stop-after",
            "1",
        ])
    };
    let mut bot = start();
    bot.expect_output("Scan-3 accepts challenges on");
    let calls = |number: u32, secret: &str, minutes: u32| {
        let body = format!(
            r#"{{"id":"01932c07-3f1a-7000-8000-00000000000{number}","to":"Scan-3","challenge":{{"variant":"international",
            "settings":{{"clock":{{"initial_ms":{},"increment_ms":3000}},"seating":"apart","few_pieces":"fresh",
            "white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}}}},"host":"Awa","colour":"white"}}}}"#,
            minutes * 60_000
        );
        let stderr = server.request_with(secret, "POST", "/api/v1/bots/challenge", &body);
        assert!(
            stderr.starts_with("HTTP/1.1 200") || stderr.starts_with("HTTP/1.1 201"),
            "{stderr}"
        );
    };
    let secrets = ["A".repeat(43), "B".repeat(43)];
    calls(1, &secrets[0], 90);
    let reason = bot.expect_output("declined: international by Awa: ");
    assert_eq!(reason, "speed not accepted (--speed)");
    calls(2, &secrets[1], 5);
    bot.expect_output(": international against Awa, black");

    // A restarted bot continues its game.
    bot.child.kill().expect("it runs");
    bot.child.wait().expect("it ends");
    let mut bot = start();
    bot.expect_output(": international against Awa, black");
    let seat = format!("{url}/#/live/{}", secrets[1]);
    let guest = Bot::start(&[&seat, "--player", "builtin,level=1,hash=1", "--no-rematch"]);
    let (of_the_guest, code) = guest.finish();
    assert_eq!(code, Some(0));
    assert!(of_the_guest.contains("Scan-3"), "{of_the_guest}");
    assert!(
        !of_the_guest.contains("time"),
        "nobody lost on time: {of_the_guest}"
    );
    let (of_the_bot, code) = bot.finish();
    assert_eq!((of_the_bot, code), (of_the_guest, Some(0)));
}

#[test]
fn invalid_options_of_an_account_bot_are_rejected() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("written");
        path.to_str().expect("a path").to_owned()
    };
    let seat = format!("{url}/#/live/{}", "A".repeat(43));
    let not_for_bots = file("see.txt", &token(&server, "Awa", r#"["play:read"]"#));
    let wrong = file("wrong.txt", "dmr_0123456789");
    let empty = file("empty.txt", "\n");
    let player = ["--player", "builtin,level=1,hash=1"];
    for (arguments, stderr) in [
        (vec![url.as_str(), "--token-file", &empty], "has no token"),
        (
            vec![url.as_str(), "--token-file", "/nowhere/token.txt"],
            "cannot read /nowhere/token.txt",
        ),
        (
            vec![url.as_str(), "--token-file", &wrong],
            "Play as a program",
        ),
        (
            vec![url.as_str(), "--token-file", &not_for_bots],
            "Play as a program",
        ),
        (
            vec![seat.as_str(), "--token-file", &empty],
            "the address of the server only",
        ),
        (vec![url.as_str(), "--rating", "1500-2000"], "--token-file"),
        (
            vec![
                url.as_str(),
                "--token-file",
                &empty,
                "--rating",
                "2000-1500",
            ],
            "the smaller number first",
        ),
        (
            vec![url.as_str(), "--token-file", &empty, "--name", "Scan"],
            "--name",
        ),
    ] {
        let arguments = [&["bot"], &player[..], &arguments].concat();
        let complaint = complaint(&arguments);
        assert!(complaint.contains(stderr), "{arguments:?}: {complaint}");
    }
}

#[test]
fn the_programs_option_selects_bots_or_people() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let start = |name: &str, more: &[&str]| {
        let cookie = signed_up(&server, name);
        let token = token_of(&server, &cookie, r#"["bot","play:write"]"#);
        let file = folder.path().join(name);
        std::fs::write(&file, token).expect("written");
        let file = file.to_str().expect("a path").to_owned();
        let player = "builtin,level=1,hash=1";
        let own = [url.as_str(), "--player", player, "--token-file", &file];
        let arguments = [&own[..], more].concat();
        let mut bot = Bot::start(&arguments);
        bot.expect_output("accepts challenges on");
        (bot, cookie)
    };
    let (mut alone, _) = start("People-1", &["--programs", "no"]);
    let (mut choosy, _) = start("Programs-1", &["--programs", "only"]);
    let (mut other, cookie) = start("Other-1", &[]);
    let calls = |number: u32, to: &str, secret: &str, account: Option<&str>| {
        let host = if account.is_some() { "Other-1" } else { "Awa" };
        let body = format!(
            r#"{{"id":"01932c07-3f1a-7000-8000-00000000002{number}","to":"{to}","account":{},"challenge":{{"variant":"international",
            "settings":{{"clock":{{"initial_ms":300000,"increment_ms":3000}},"seating":"apart","few_pieces":"fresh",
            "white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}}}},"host":"{host}","colour":"white"}}}}"#,
            account.is_some()
        );
        let path = "/api/v1/bots/challenge";
        let stderr = match account {
            None => server.request_with(secret, "POST", path, &body),
            Some(cookie) => server.request_with_both(secret, cookie, "POST", path, &body),
        };
        assert!(stderr.starts_with("HTTP/1.1 20"), "{stderr}");
    };
    let secrets = ["A", "B", "C", "D"].map(|letter| letter.repeat(43));
    calls(1, "People-1", &secrets[0], Some(cookie.as_str()));
    let why = alone.expect_output("declined: international by Other-1: ");
    assert_eq!(why, "bots not accepted (--programs)");
    calls(2, "People-1", &secrets[1], None);
    alone.expect_output(": international against Awa, black");
    calls(3, "Programs-1", &secrets[2], None);
    let why = choosy.expect_output("declined: international by Awa: ");
    assert_eq!(why, "bots only (--programs)");
    calls(4, "Programs-1", &secrets[3], Some(cookie.as_str()));
    choosy.expect_output(": international against Other-1, black");
    for bot in [&mut alone, &mut choosy, &mut other] {
        bot.child.kill().expect("it runs");
        bot.child.wait().expect("it ends");
    }
}

/// The owner of an account starts a game on the page, and Awa accepts it and is to move. Returns
/// its id and Awa's seat.
fn begun_on_a_page(
    server: &Server,
    cookie: &str,
    number: usize,
    variant: &str,
    clock: &str,
) -> (String, String) {
    let letters = ["ABC", "DEF", "GHI", "JKL"][number];
    let secret = |at: usize| letters[at..=at].repeat(43);
    let (host, invitation, guest) = (secret(0), secret(1), secret(2));
    let id = format!("01932c07-3f1a-7000-8000-00000000003{number}");
    let offer = format!(
        r#"{{"id":"{id}","challenge":{{"variant":"{variant}","settings":{{"clock":{clock},"seating":"apart","few_pieces":"fresh",
        "white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}}}},"host":"","colour":"black"}},
        "invitation":"{invitation}","public":false,"account":true}}"#
    );
    let made = server.request_with_both(&host, cookie, "POST", "/api/v1/challenges", &offer);
    assert!(made.starts_with("HTTP/1.1 20"), "{made}");
    let accepts = format!(r#"{{"invitation":"{invitation}","name":"Awa"}}"#);
    let taken = server.request_with(&guest, "POST", "/api/v1/challenge/accept", &accepts);
    assert!(taken.starts_with("HTTP/1.1 20"), "{taken}");
    (id, guest)
}

#[test]
fn games_not_begun_by_the_bot_are_played_queued_or_ignored() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let (listener, address) = Playing::listening(&[]);
    let dxp = format!("dxp:{address}");
    let cookie = signed_up(&server, "Phone-2");
    let token = token_of(&server, &cookie, r#"["bot","play:write"]"#);
    let file = folder.path().join("token.txt");
    std::fs::write(&file, &token).expect("written");
    let file = file.to_str().expect("a path");
    let mut bot = Bot::start(&[&url, "--player", &dxp, "--token-file", file]);
    bot.expect_output("Phone-2 accepts challenges on");

    let begins = |number, variant, clock| begun_on_a_page(&server, &cookie, number, variant, clock);
    let counted = r#"{"initial_ms":300000,"increment_ms":0,"moves":40,"then":[{"initial_ms":60000,"increment_ms":0}]}"#;

    let (frisian, guest) = begins(0, "frisian", FIVE);
    let why = bot.expect_output(&format!("game {frisian} is left to the account's owner: "));
    assert_eq!(why, "variant not accepted (--variant)");
    let (by_moves, _) = begins(1, "international", counted);
    let why = bot.expect_output(&format!("game {by_moves} is left to the account's owner: "));
    assert_eq!(why, "DXP does not support a clock that is given more time");
    let seat = format!("{url}/#/live/{guest}");
    let stderr = complaint(&["bot", "--player", &dxp, &seat]);
    assert!(
        stderr.contains("of this seat: DXP does not support this game"),
        "{stderr}"
    );

    // There is one board.
    let (first, _) = begins(2, "international", FIVE);
    bot.expect_output(&format!("game {first}: international against Awa, black"));
    let (second, _) = begins(3, "international", FIVE);
    bot.expect_output(&format!("game {second} waits for a free board (--games)"));
    let playing = server.request_with(&token, "GET", "/api/account/playing", "");
    for game in [&frisian, &by_moves, &first, &second] {
        assert!(
            playing.contains(game.as_str()),
            "no game was resigned: {playing}"
        );
    }
    let path = format!("/api/bot/game/{first}/resign");
    let resigned = server.request_with(&token, "POST", &path, "");
    assert!(resigned.starts_with("HTTP/1.1 200"), "{resigned}");
    bot.expect_output(&format!("game {second}: international against Awa, black"));
    bot.child.kill().expect("it runs");
    bot.child.wait().expect("it ends");
    listener.kill();
}

#[cfg(unix)]
#[test]
fn a_game_begun_by_the_owner_is_not_resigned_if_the_engine_dies() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let url = format!("http://{}", server.address);
    let (player, _) = frail(folder.path());
    let cookie = signed_up(&server, "Frail-1");
    let token = token_of(&server, &cookie, r#"["bot","play:write"]"#);
    let file = folder.path().join("token.txt");
    std::fs::write(&file, &token).expect("written");
    let file = file.to_str().expect("a path");
    let mut bot = Bot::start(&[&url, "--player", &player, "--token-file", file]);
    bot.expect_output("Frail-1 accepts challenges on");
    let (game, awa) = begun_on_a_page(&server, &cookie, 0, "international", FIVE);
    bot.expect_output(&format!("game {game}: international against Awa, black"));
    let act =
        r#"{"id":"01932c07-3f1a-7000-8000-000000000041","want":{"act":"move","move":"32-28"}}"#;
    let moved = server.request_with(&awa, "POST", "/api/v1/live/acts", act);
    assert!(moved.starts_with("HTTP/1.1 20"), "{moved}");
    bot.expect_output("the engine failed twice, the game is left to the account's owner");
    let (_, code) = bot.finish();
    assert_eq!(code, Some(2), "a bot without an engine plays no more games");
    let playing = server.request_with(&token, "GET", "/api/account/playing", "");
    assert!(playing.contains(&game), "it goes on: {playing}");
}

#[test]
fn an_unreadable_game_uses_no_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = |folder: &Path| format!("sqlite:{}", folder.join("games.sqlite").display());
    let server = Server::start(folder.path());
    let cookie = signed_up(&server, "Scan-3");
    let token = token_of(&server, &cookie, r#"["bot","play:write"]"#);
    let file = folder.path().join("token.txt");
    std::fs::write(&file, &token).expect("written");
    let file = file.to_str().expect("a path");
    let clock = r#"{"initial_ms":300000,"increment_ms":7000}"#;
    let (unreadable, _) = begun_on_a_page(&server, &cookie, 0, "international", clock);
    let elsewhere = tempfile::tempdir().expect("a folder");
    let copy = elsewhere.path().join("games.sqlite");
    let to = copy.to_str().expect("a path");
    answer(&["backup", to, "--database", &database(folder.path())], 0);
    drop(server);

    // Replaces the variant's name by an unknown one, as a newer version might write it.
    let mut bytes = std::fs::read(&copy).expect("a file");
    let known = br#""increment_ms":7000"#;
    let mut found = 0;
    for place in 0..bytes.len() - known.len() {
        if bytes[place..].starts_with(known) {
            bytes[place + 1..=place + "increment_ms".len()].fill(b'x');
            found += 1;
        }
    }
    assert_ne!(found, 0);
    std::fs::write(&copy, bytes).expect("written");

    let server = Server::start(elsewhere.path());
    let url = format!("http://{}", server.address);
    let player = "builtin,level=1,hash=1";
    let options = ["--token-file", file, "--games", "1"];
    let mut bot = Bot::start(&[&[url.as_str(), "--player", player][..], &options].concat());
    let why = bot.expect_output(&format!("not playing game {unreadable} for now: "));
    assert_eq!(why, "the server cannot read it");
    let (other, _) = begun_on_a_page(&server, &cookie, 1, "international", FIVE);
    bot.expect_output(&format!("game {other}: international against Awa, black"));
    bot.child.kill().expect("it runs");
    bot.child.wait().expect("it ends");
}
