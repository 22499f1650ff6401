//! `damier admin`, on the database of a server that runs.

use serde_json::Value;

use crate::serving::Server;
use crate::{answer, complaint, damier, text};

const PASSWORD: &str = "un cheval bleu";

/// A server, and commands on its database.
struct House {
    folder: tempfile::TempDir,
    server: Server,
}

impl House {
    fn open() -> House {
        let folder = tempfile::tempdir().expect("a folder");
        let server = Server::start(folder.path());
        House { folder, server }
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
        let made = self.server.ask("POST", "/api/v1/account", &body);
        assert!(made.starts_with("HTTP/1.1 201"), "{made}");
    }

    fn sign_in(&self, name: &str) -> String {
        let body = format!(r#"{{"name":"{name}","password":"{PASSWORD}"}}"#);
        self.server.ask("POST", "/api/v1/session", &body)
    }
}

#[test]
fn accounts_are_listed_and_looked_at() {
    let house = House::open();
    house.sign_up("Zoé");
    house.sign_up("Awa");
    let (listed, told) = house.admin(&["users"], 0);
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
    assert_eq!(told, "2 accounts.\n");
    assert_eq!(house.admin(&["users", "É"], 0).0.lines().count(), 2);
    let french = house.admin(&["users", "É", "--lang", "fr"], 0).0;
    assert!(
        french.starts_with("nom  ") && french.contains("banni jusqu’au\n"),
        "{french}"
    );
    // The columns stand under their heads, also behind wide letters.
    house.sign_up("王伟");
    let listed = house.admin(&["users"], 0).0;
    let heads = listed.lines().next().unwrap_or_default();
    let since = heads.find("since").expect("a head");
    for (name, wide) in [("Awa", 0), ("Zoé", 0), ("王伟", 2)] {
        let line = listed.lines().find(|line| line.starts_with(name));
        let before = line.unwrap_or_default().split("20").next();
        let before = before.unwrap_or_default().chars().count();
        assert_eq!(before, since - wide, "{listed}");
    }
    // The log keeps what was typed, not what it is compared by.
    house.admin(&["users", "вер"], 0);
    house.admin(&["users", "a\u{202e}b\nc"], 0);
    let log = house.document(&["log"]);
    let sought: Vec<_> = log["deeds"].as_array().into_iter().flatten().collect();
    let sought = sought.iter().rev().take(2).map(|deed| &deed["detail"]);
    assert_eq!(sought.collect::<Vec<_>>(), ["abc", "вер"]);
    house.admin(&["delete", "王伟", "--yes"], 0);
    assert_eq!(
        house.admin(&["users", "nobody"], 0),
        (String::new(), "0 accounts.\n".into())
    );
    let (_, told) = house.admin(&["users", "--most", "1"], 0);
    assert_eq!(told, "The first 1 accounts; there are more.\n");

    let facts = house.document(&["user", "zoe"]);
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
    let (shown, _) = house.admin(&["user", "Zoé"], 0);
    assert!(shown.contains(&id), "{shown}");
    let (shown, _) = house.admin(&["user", "Awa", "--lang", "fr"], 0);
    assert!(
        shown.starts_with("nom\u{a0}: Awa\ndepuis\u{a0}: 20"),
        "{shown}"
    );
    let (_, told) = house.admin(&["user", "Piet"], 1);
    assert_eq!(told, "No account has the name Piet.\n");
    let (_, told) = house.admin(&["user", "Piet", "--lang", "fr"], 1);
    assert_eq!(told, "Aucun compte n’a le nom Piet.\n");
}

#[test]
fn a_banned_account_stays_out_until_it_is_lifted() {
    let house = House::open();
    house.sign_up("Awa");
    let (told, _) = house.admin(&["sign-out", "Awa"], 0);
    assert_eq!(told, "1 session of Awa has ended.\n");
    let ended = house.document(&["sign-out", "Awa"]);
    assert_eq!(ended["ended"], 0);
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 200"));
    let (told, _) = house.admin(
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
        told.starts_with("Awa is banned until 2200-01-01 00:00 UTC."),
        "{told}"
    );
    let refused = house.sign_in("Awa");
    assert!(
        refused.starts_with("HTTP/1.1 403") && refused.contains("played with an engine"),
        "{refused}"
    );
    let listed = house.admin(&["users", "--banned"], 0).0;
    assert!(
        listed.contains("2200-01-01 00:00 played with an engine"),
        "{listed}"
    );
    let facts = house.document(&["user", "Awa"]);
    assert_eq!(facts["banned"]["reason"], "played with an engine");
    assert_eq!(facts["sessions"], 0);
    house.admin(&["unban", "Awa"], 0);
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 200"));
    let (_, told) = house.admin(&["unban", "Awa"], 1);
    assert_eq!(told, "Awa is not banned.\n");

    house.admin(&["ban", "Awa", "--until", "2001-01-01"], 2);
    for wrong in ["yesterday", "2026-02-30", "01.01.2027"] {
        let (_, told) = house.admin(&["ban", "Awa", "--until", wrong], 2);
        assert!(told.contains("expected a day like 2026-12-31"), "{told}");
    }
    let long = "a".repeat(201);
    let (_, told) = house.admin(&["ban", "Awa", "--reason", &long], 2);
    assert!(
        told.contains("at most 200 characters, but found 201"),
        "{told}"
    );
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 200"));
}

#[test]
fn somebody_is_helped_back_in_and_the_administrator_knows_no_password() {
    let house = House::open();
    house.sign_up("Awa");
    let made = house.document(&["reset", "Awa"]);
    let code = made["code"].as_str().expect("a code");
    let (told, _) = house.admin(&["reset", "Awa"], 0);
    assert!(
        told.lines().next().is_some_and(|line| line.len() == 27),
        "{told}"
    );
    let recover = |code: &str| {
        let body = format!(r#"{{"name":"Awa","code":"{code}","password":"un cheval vert"}}"#);
        house.server.ask("POST", "/api/v1/account/recover", &body)
    };
    assert!(
        recover(code).starts_with("HTTP/1.1 401"),
        "the second is in its place"
    );
    assert!(
        house.sign_in("Awa").starts_with("HTTP/1.1 200"),
        "the old password holds"
    );
    let code = told.lines().next().unwrap_or_default();
    assert!(recover(code).starts_with("HTTP/1.1 200"));
    assert!(recover(code).starts_with("HTTP/1.1 401"));
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 401"));
    let log = house.document(&["log"]).to_string();
    assert!(
        !log.contains(code) && log.contains(r#""deed":"reset""#),
        "{log}"
    );
}

#[test]
fn an_account_is_renamed_and_deleted_after_a_question() {
    let house = House::open();
    house.sign_up("Rude-word");
    house.sign_up("Piet");
    let (_, told) = house.admin(&["rename", "Rude-word", "PIET"], 1);
    assert_eq!(
        told,
        "Piet is the name of another account, or looks like it.\n"
    );
    house.admin(&["rename", "Rude-word", "Admin"], 2);
    let (told, _) = house.admin(&["rename", "rudeword", "Awa"], 0);
    assert_eq!(told, "Rude-word is called Awa now, also in the games.\n");
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 200"));
    assert!(house.sign_in("Rude-word").starts_with("HTTP/1.1 401"));

    let database = house.database();
    let typed = |line: &str, code: i32| {
        let output = damier(&["admin", "delete", "Awa", "--database", &database])
            .write_stdin(line)
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(code), "{output:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    for no in ["", "y\n", "Piet\n", &"a".repeat(9_000)] {
        let told = typed(no, 1);
        assert!(
            told.contains("Type the name to go on") && told.contains("Nothing was done."),
            "{told}"
        );
    }
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 200"));
    typed("awa\n", 0);
    assert!(house.sign_in("Awa").starts_with("HTTP/1.1 401"));
    let deleted = house.document(&["delete", "Piet", "--yes"]);
    assert_eq!(
        (&deleted["deleted"], &deleted["name"]),
        (&"Piet".into(), &"deleted player 2".into())
    );

    let log = house.document(&["log"]);
    let deeds = log["deeds"].as_array().expect("a list");
    let told: Vec<_> = deeds
        .iter()
        .map(|deed| (deed["deed"].as_str().unwrap_or("?"), deed["name"].as_str()))
        .collect();
    assert_eq!(
        told,
        [
            ("rename", Some("deleted player 1")),
            ("delete", Some("deleted player 1")),
            ("delete", Some("deleted player 2")),
        ]
    );
    let told = log.to_string();
    assert!(!told.contains("Rude") && !told.contains("Piet"), "{told}");
    assert!(
        deeds
            .iter()
            .all(|deed| deed["who"].as_str().is_some_and(|who| !who.is_empty()))
    );
    let (shown, _) = house.admin(&["log", "--most", "1"], 0);
    assert!(
        shown.lines().count() == 1 && shown.contains("delete"),
        "{shown}"
    );
}

#[test]
fn what_is_kept_is_taken_along() {
    let house = House::open();
    house.sign_up("Awa");
    let (host, guest) = ("A".repeat(43), "B".repeat(43));
    play(&house.server, &host, &guest);

    let (pdn, _) = house.admin(&["export-games"], 0);
    assert!(
        pdn.contains("[White \"Awa\"]") && pdn.contains("1. 32-28"),
        "{pdn}"
    );
    assert_eq!(pdn.matches("[White ").count(), 1, "{pdn}");
    let file = house.folder.path().join("all.pdn");
    std::fs::write(&file, &pdn).expect("written");
    text(&["pdn", "check", &file.display().to_string()]);
    let (lines, _) = house.admin(&["export-games", "--json"], 0);
    let game: Value = serde_json::from_str(lines.trim_end()).expect("one line");
    assert_eq!(game["record"]["ending"]["reason"], "resignation");
    assert!(!lines.contains(&host) && !lines.contains(&guest));

    let (own, _) = house.admin(&["export", "awa"], 0);
    let own: Value = serde_json::from_str(&own).expect("JSON");
    assert_eq!(
        (&own["name"], &own["games"]),
        (&"Awa".into(), &Value::Array(Vec::new()))
    );
    assert_eq!(own["sessions"].as_array().map(Vec::len), Some(1));
    assert_eq!(house.admin(&["export", "Awa", "--pdn"], 0).0, "");
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("typo.sqlite");
    let database = format!("sqlite:{}", file.display());
    let told = complaint(&["admin", "users", "--database", &database]);
    assert!(told.contains("typo.sqlite does not exist"), "{told}");
    assert_eq!(
        std::fs::read_dir(folder.path()).expect("a folder").count(),
        0
    );
    let told = complaint(&["admin", "users", "--database", "mysql://x"]);
    assert!(
        told.contains("expected a database like sqlite:PATH"),
        "{told}"
    );
    let told = complaint(&[
        "admin",
        "users",
        "--database",
        "postgres://club:s3cret@localhost:1/x",
    ]);
    assert!(
        told.contains("no PostgreSQL server answers") && !told.contains("s3cret"),
        "{told}"
    );
}

/// A game of Awa against Piet that Piet gives up after a move.
fn play(server: &Server, host: &str, guest: &str) {
    let invitation = "C".repeat(43);
    let id = "00000001-58cc-4372-a567-0e02b2c3d479";
    let offer = format!(
        r#"{{"id":"{id}","invitation":"{invitation}","challenge":{{"variant":"international","host":"Awa","colour":"white",
        "settings":{{"start":null,"clock":{{"initial_ms":300000,"increment_ms":3000}},"white":{{"kind":"person","name":""}},"black":{{"kind":"person","name":""}},"few_pieces":"fresh"}}}}}}"#
    );
    let ok = |answer: String| assert!(answer.starts_with("HTTP/1.1 20"), "{answer}");
    ok(server.ask_with(host, "POST", "/api/v1/challenges", &offer));
    let taken = format!(r#"{{"invitation":"{invitation}","name":"Piet"}}"#);
    ok(server.ask_with(guest, "POST", "/api/v1/challenge/accept", &taken));
    let act = |seat: &str, number: u32, want: &str| {
        let command =
            format!(r#"{{"id":"{number:08x}-58cc-4372-a567-0e02b2c3d479","want":{want}}}"#);
        ok(server.ask_with(seat, "POST", "/api/v1/live/acts", &command));
    };
    act(host, 11, r#"{"act":"move","move":"32-28"}"#);
    act(guest, 12, r#"{"act":"move","move":"19-23"}"#);
    act(guest, 13, r#"{"act":"resign"}"#);
}
