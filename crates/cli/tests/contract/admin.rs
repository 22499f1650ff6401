//! `damier admin`, on the database of a running server.

use serde_json::Value;

use crate::serving::Server;
use crate::{answer, complaint, damier, text};

const PASSWORD: &str = "un cheval bleu";

/// A server and its database.
struct AdminServer {
    folder: tempfile::TempDir,
    server: Server,
}

impl AdminServer {
    fn open() -> AdminServer {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start(folder.path());
        AdminServer { folder, server }
    }

    fn database(&self) -> String {
        format!(
            "sqlite:{}",
            self.folder.path().join("games.sqlite").display()
        )
    }

    fn admin(&self, arguments: &[&str], code: i32) -> (String, String) {
        let database = self.database();
        let mut all = vec!["admin"];
        all.extend(arguments);
        all.extend(["--database", &database]);
        let output = answer(&all, code);
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (text(output.stdout), text(output.stderr))
    }

    fn document(&self, arguments: &[&str]) -> Value {
        let mut all = arguments.to_vec();
        all.push("--json");
        let document: Value = serde_json::from_str(&self.admin(&all, 0).0).expect("JSON");
        assert_eq!(document["schema"], 1);
        document
    }

    fn sign_up(&self, name: &str) {
        let body = format!(r#"{{"name":"{name}","password":"{PASSWORD}"}}"#);
        let made = self.server.request("POST", "/api/v1/account", &body);
        assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    }

    fn sign_in(&self, name: &str) -> String {
        let body = format!(r#"{{"name":"{name}","password":"{PASSWORD}"}}"#);
        self.server.request("POST", "/api/v1/session", &body)
    }
}

#[test]
fn accounts_are_listed_and_shown() {
    let server = AdminServer::open();
    server.sign_up("Zoé");
    server.sign_up("Awa");
    let (listed, stderr) = server.admin(&["users"], 0);
    let names: Vec<_> = listed.lines().map(|line| line.split(' ').next()).collect();
    assert_eq!(names, [Some("name"), Some("Awa"), Some("Zoé")]);
    let heads: Vec<_> = listed
        .lines()
        .take(1)
        .flat_map(str::split_whitespace)
        .collect();
    assert_eq!(
        heads.join(" "),
        "name since last seen sessions tokens games banned until"
    );
    assert_eq!(stderr, "2 accounts.\n");
    assert_eq!(server.admin(&["users", "É"], 0).0.lines().count(), 2);
    let french = server.admin(&["users", "É", "--lang", "fr"], 0).0;
    assert!(
        french.starts_with("nom  ") && french.contains("banni jusqu’au\n"),
        "{french}"
    );
    // Columns are aligned with their headings, also after wide letters.
    server.sign_up("王伟");
    let listed = server.admin(&["users"], 0).0;
    let heads = listed.lines().next().unwrap_or_default();
    let since = heads.find("since").expect("a head");
    for (name, wide) in [("Awa", 0), ("Zoé", 0), ("王伟", 2)] {
        let line = listed.lines().find(|line| line.starts_with(name));
        let before = line.unwrap_or_default().split("20").next();
        let before = before.unwrap_or_default().chars().count();
        assert_eq!(before, since - wide, "{listed}");
    }
    // The log has the search text as typed, not its normalised form.
    server.admin(&["users", "вер"], 0);
    server.admin(&["users", "a\u{202e}b\nc"], 0);
    let log = server.document(&["log"]);
    let sought: Vec<_> = log["actions"].as_array().into_iter().flatten().collect();
    let sought = sought.iter().rev().take(2).map(|action| &action["detail"]);
    assert_eq!(sought.collect::<Vec<_>>(), ["abc", "вер"]);
    server.admin(&["delete", "王伟", "--yes"], 0);
    assert_eq!(
        server.admin(&["users", "nobody"], 0),
        (String::new(), "0 accounts.\n".into())
    );
    let (_, stderr) = server.admin(&["users", "--most", "1"], 0);
    assert_eq!(stderr, "Accounts shown: 1; there are more.\n");

    let facts = server.document(&["user", "zoe"]);
    assert_eq!(
        (&facts["name"], &facts["sessions"]),
        (&"Zoé".into(), &1.into())
    );
    assert_eq!(
        (&facts["games"], &facts["recovery_codes"]),
        (&0.into(), &8.into())
    );
    assert_eq!(facts["banned"], Value::Null);
    assert_eq!(facts["passkeys"], 0);
    let id = facts["id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(id.len(), 32, "as the log has it");
    let (shown, _) = server.admin(&["user", "Zoé"], 0);
    assert!(shown.contains(&id), "{shown}");
    let (shown, _) = server.admin(&["user", "Awa", "--lang", "fr"], 0);
    assert!(
        shown.starts_with("nom\u{a0}: Awa\ndepuis\u{a0}: 20"),
        "{shown}"
    );
    let (_, stderr) = server.admin(&["user", "Piet"], 1);
    assert_eq!(stderr, "No account has the name Piet.\n");
    let (_, stderr) = server.admin(&["user", "Piet", "--lang", "fr"], 1);
    assert_eq!(stderr, "Aucun compte ne porte le nom Piet.\n");
}

#[test]
fn a_banned_account_cannot_sign_in_until_the_ban_is_lifted() {
    let server = AdminServer::open();
    server.sign_up("Awa");
    let (stdout, _) = server.admin(&["sign-out", "Awa"], 0);
    assert_eq!(stdout, "1 session of Awa has ended.\n");
    let ended = server.document(&["sign-out", "Awa"]);
    assert_eq!(ended["ended"], 0);
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 200"));
    let (stdout, _) = server.admin(
        &[
            "ban",
            "awa",
            "--until",
            "2199-12-31",
            "--reason",
            "played with an engine",
        ],
        0,
    );
    assert!(
        stdout.starts_with("Awa is banned until 2200-01-01 00:00 UTC."),
        "{stdout}"
    );
    let refused = server.sign_in("Awa");
    assert!(
        refused.starts_with("HTTP/1.1 403") && refused.contains("played with an engine"),
        "{refused}"
    );
    let listed = server.admin(&["users", "--banned"], 0).0;
    assert!(
        listed.contains("2200-01-01 00:00 played with an engine"),
        "{listed}"
    );
    let facts = server.document(&["user", "Awa"]);
    assert_eq!(facts["banned"]["reason"], "played with an engine");
    assert_eq!(facts["sessions"], 0);
    server.admin(&["unban", "Awa"], 0);
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 200"));
    let (_, stderr) = server.admin(&["unban", "Awa"], 1);
    assert_eq!(stderr, "Awa is not banned.\n");

    server.admin(&["ban", "Awa", "--until", "2001-01-01"], 2);
    for wrong in ["yesterday", "2026-02-30", "01.01.2027"] {
        let (_, stderr) = server.admin(&["ban", "Awa", "--until", wrong], 2);
        assert!(
            stderr.contains("expected a day like 2026-12-31"),
            "{stderr}"
        );
    }
    let long = "a".repeat(201);
    let (_, stderr) = server.admin(&["ban", "Awa", "--reason", &long], 2);
    assert!(
        stderr.contains("at most 200 characters, but found 201"),
        "{stderr}"
    );
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 200"));
}

#[test]
fn a_reset_code_sets_a_password_unknown_to_the_administrator() {
    let server = AdminServer::open();
    server.sign_up("Awa");
    let made = server.document(&["reset", "Awa"]);
    let code = made["code"].as_str().expect("a code");
    let (stdout, _) = server.admin(&["reset", "Awa"], 0);
    assert!(
        stdout.lines().next().is_some_and(|line| line.len() == 27),
        "{stdout}"
    );
    let recover = |code: &str| {
        let body = format!(r#"{{"name":"Awa","code":"{code}","password":"un cheval vert"}}"#);
        server
            .server
            .request("POST", "/api/v1/account/recover", &body)
    };
    assert!(
        recover(code).starts_with("HTTP/1.1 401"),
        "the second is in its place"
    );
    assert!(
        server.sign_in("Awa").starts_with("HTTP/1.1 200"),
        "the old password holds"
    );
    let code = stdout.lines().next().unwrap_or_default();
    assert!(recover(code).starts_with("HTTP/1.1 200"));
    assert!(recover(code).starts_with("HTTP/1.1 401"));
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 401"));
    let log = server.document(&["log"]).to_string();
    assert!(
        !log.contains(code) && log.contains(r#""action":"reset""#),
        "{log}"
    );
}

#[test]
fn an_account_is_renamed_and_deleted_after_confirmation() {
    let server = AdminServer::open();
    server.sign_up("Rude-word");
    server.sign_up("Piet");
    let (_, stderr) = server.admin(&["rename", "Rude-word", "PIET"], 1);
    assert_eq!(
        stderr,
        "The name Piet is taken, or too similar to another account's.\n"
    );
    server.admin(&["rename", "Rude-word", "Admin"], 2);
    let (stdout, _) = server.admin(&["rename", "rudeword", "Awa"], 0);
    assert_eq!(
        stdout,
        "Rude-word is renamed to Awa, including in its games.\n"
    );
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 200"));
    assert!(server.sign_in("Rude-word").starts_with("HTTP/1.1 401"));

    let database = server.database();
    let typed = |line: &str, code: i32| {
        let output = damier(&["admin", "delete", "Awa", "--database", &database])
            .write_stdin(line)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    for no in ["", "y\n", "Piet\n", &"a".repeat(9_000)] {
        let stderr = typed(no, 1);
        assert!(
            stderr.contains("Type the name to confirm") && stderr.contains("Nothing was done."),
            "{stderr}"
        );
    }
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 200"));
    typed("awa\n", 0);
    assert!(server.sign_in("Awa").starts_with("HTTP/1.1 401"));
    let deleted = server.document(&["delete", "Piet", "--yes"]);
    assert_eq!(
        (&deleted["deleted"], &deleted["name"]),
        (&"Piet".into(), &"deleted player 2".into())
    );

    let log = server.document(&["log"]);
    let admin_actions = log["actions"].as_array().expect("a list");
    let logged: Vec<_> = admin_actions
        .iter()
        .map(|action| {
            (
                action["action"].as_str().unwrap_or("?"),
                action["name"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        logged,
        [
            ("rename", Some("deleted player 1")),
            ("delete", Some("deleted player 1")),
            ("delete", Some("deleted player 2")),
        ]
    );
    let text = log.to_string();
    assert!(!text.contains("Rude") && !text.contains("Piet"), "{text}");
    assert!(
        admin_actions
            .iter()
            .all(|action| action["who"].as_str().is_some_and(|who| !who.is_empty()))
    );
    let (shown, _) = server.admin(&["log", "--most", "1"], 0);
    assert!(
        shown.lines().count() == 1 && shown.contains("delete"),
        "{shown}"
    );
}

#[test]
fn stored_data_is_exported() {
    let server = AdminServer::open();
    server.sign_up("Awa");
    let (host, guest) = ("A".repeat(43), "B".repeat(43));
    play(&server.server, &host, &guest);

    let (pdn, _) = server.admin(&["export-games"], 0);
    assert!(
        pdn.contains("[White \"Awa\"]") && pdn.contains("1. 32-28"),
        "{pdn}"
    );
    assert_eq!(pdn.matches("[White ").count(), 1, "{pdn}");
    let file = server.folder.path().join("all.pdn");
    std::fs::write(&file, &pdn).expect("written");
    text(&["pdn", "check", &file.display().to_string()]);
    let (lines, _) = server.admin(&["export-games", "--json"], 0);
    let game: Value = serde_json::from_str(lines.trim_end()).expect("one line");
    assert_eq!(game["record"]["ending"]["reason"], "resignation");
    assert!(!lines.contains(&host) && !lines.contains(&guest));

    let (own, _) = server.admin(&["export", "awa"], 0);
    let own: Value = serde_json::from_str(&own).expect("JSON");
    assert_eq!(
        (&own["name"], &own["games"]),
        (&"Awa".into(), &Value::Array(Vec::new()))
    );
    assert_eq!(own["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(server.admin(&["export", "Awa", "--pdn"], 0).0, "");
}

#[test]
fn a_missing_database_is_not_created() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("typo.sqlite");
    let database = format!("sqlite:{}", file.display());
    let stderr = complaint(&["admin", "users", "--database", &database]);
    assert!(stderr.contains("typo.sqlite does not exist"), "{stderr}");
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        0
    );
    let stderr = complaint(&["admin", "users", "--database", "mysql://x"]);
    assert!(
        stderr.contains("expected a database like sqlite:PATH"),
        "{stderr}"
    );
    let stderr = complaint(&[
        "admin",
        "users",
        "--database",
        "postgres://club:s3cret@localhost:1/x",
    ]);
    assert!(
        stderr.contains("no PostgreSQL server answers") && !stderr.contains("s3cret"),
        "{stderr}"
    );
}

/// A game of Awa against Piet that Piet resigns after a move.
fn play(server: &Server, host: &str, guest: &str) {
    let invitation = "C".repeat(43);
    let id = "00000001-58cc-4372-a567-0e02b2c3d479";
    let offer = format!(
        r#"{{"id":"{id}","invitation":"{invitation}","challenge":{{"variant":"international","host":"Awa","colour":"white",
        "settings":{{"start":null,"clock":{{"initial_ms":300000,"increment_ms":3000}},"white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}},"few_pieces":"fresh"}}}}}}"#
    );
    let ok = |answer: String| assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
    ok(server.request_with(host, "POST", "/api/v1/challenges", &offer));
    let taken = format!(r#"{{"invitation":"{invitation}","name":"Piet"}}"#);
    ok(server.request_with(guest, "POST", "/api/v1/challenge/accept", &taken));
    let act = |seat: &str, number: u32, want: &str| {
        let command =
            format!(r#"{{"id":"{number:08x}-58cc-4372-a567-0e02b2c3d479","want":{want}}}"#);
        ok(server.request_with(seat, "POST", "/api/v1/live/acts", &command));
    };
    act(host, 11, r#"{"act":"move","move":"32-28"}"#);
    act(guest, 12, r#"{"act":"move","move":"19-23"}"#);
    act(guest, 13, r#"{"act":"resign"}"#);
}

#[test]
fn an_operator_is_appointed_and_public_texts_are_removed() {
    let server = AdminServer::open();
    server.sign_up("Zoé");
    assert_eq!(server.admin(&["operators"], 0).0, "");
    let (said, _) = server.admin(&["operator", "zoe"], 0);
    assert!(said.starts_with("Zoé is an operator"), "{said}");
    assert_eq!(server.admin(&["operators"], 0).0, "Zoé\n");
    assert_eq!(server.document(&["operators"])["operators"][0], "Zoé");
    server.admin(&["operator", "Zoé", "--off"], 0);
    let (_, stderr) = server.admin(&["operator", "Zoé", "--off", "--lang", "fr"], 1);
    assert_eq!(stderr, "Zoé n’est pas modérateur.\n");

    let report = r#"{"kind":"account","id":"Zoé","reason":"other","words":"too loud"}"#;
    let reported = server.server.request("POST", "/api/v1/reports", report);
    assert!(reported.starts_with("HTTP/1.1 204"), "{reported}");
    let reports = server.admin(&["reports"], 0).0;
    assert!(reports.starts_with("account Zoé: Zoé\n"), "{reports}");
    assert!(reports.ends_with("other      too loud\n"), "{reports}");
    let reports = server.document(&["reports"]);
    assert_eq!(reports["reports"][0]["number"], 1);
    server.admin(&["dismiss", "account", "Zoé"], 0);
    let (_, stderr) = server.admin(&["dismiss", "account", "Zoé"], 1);
    assert_eq!(stderr, "There are no reports about Zoé.\n");

    let accounts = server.document(&["texts", "account"]);
    assert_eq!(accounts["texts"][0]["lines"][0], "Zoé");
    assert_eq!(server.admin(&["texts"], 0).0, "", "no other public text");
    let (_, stderr) = server.admin(&["remove", "account", "Zoé"], 1);
    assert!(stderr.starts_with("An account is not removed"), "{stderr}");
    let (_, stderr) = server.admin(&["remove", "club", "lyon"], 1);
    assert_eq!(stderr, "There is nothing with the id lyon.\n");
    let (_, stderr) = server.admin(&["remove", "tavern", "lyon"], 2);
    assert!(
        stderr.contains("[possible values: account, broadcast, "),
        "{stderr}"
    );
    let log = server.document(&["log"]);
    let actions = log["actions"].as_array().into_iter().flatten();
    let kinds: Vec<_> = actions
        .map(|it| it["action"].as_str().unwrap_or_default())
        .collect();
    assert_eq!(
        kinds,
        [
            "operator", "operator", "operator", "texts", "texts", "dismiss", "dismiss", "texts",
            "texts"
        ]
    );
}
