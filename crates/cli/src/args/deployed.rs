//! Checks that the command lines in `deploy/` and `docs/operating.md` are valid.

use std::net::SocketAddr;
use std::path::Path;

use clap::Parser;
use damier_storage::Database;

use super::value::network;
use super::{Args, Command, LogStyle, ServeArgs};

/// Reads a file of the project.
fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Parses a command line that begins with `serve`.
fn served(words: &[&str]) -> ServeArgs {
    let line = std::iter::once("damier").chain(words.iter().copied());
    match Args::try_parse_from(line) {
        Ok(Args {
            command: Command::Serve(args),
        }) => args,
        Ok(other) => panic!("{words:?} is no server: {other:?}"),
        Err(error) => panic!("{words:?}: {error}"),
    }
}

/// The database of a command line.
fn database(args: &ServeArgs) -> Database {
    let named = args.database.as_deref().expect("a database is named");
    named
        .parse::<Database>()
        .unwrap_or_else(|error| panic!("{named}: {error}"))
}

/// The options in a line such as `Environment=DAMIER_OPTIONS="..."`.
fn options(line: &str) -> Option<&str> {
    line.strip_prefix("Environment=DAMIER_OPTIONS=\"")?
        .strip_suffix('"')
}

/// The command line that systemd runs with these options; it splits `$DAMIER_OPTIONS` into words.
fn started(unit: &str, options: &str) -> ServeArgs {
    let line = unit
        .lines()
        .find_map(|line| line.strip_prefix("ExecStart=/usr/local/bin/damier "))
        .expect("the unit starts damier")
        .replace("${STATE_DIRECTORY}", "/var/lib/damier")
        .replace("$DAMIER_OPTIONS", options);
    assert!(!line.contains('$'), "{line}");
    served(&line.split_whitespace().collect::<Vec<_>>())
}

#[test]
fn the_unit_of_systemd_starts_a_server() {
    let unit = file("deploy/damier.service");
    let usual = unit.lines().find_map(options).expect("usual options");
    let args = started(&unit, usual);
    let listen: SocketAddr = "127.0.0.1:8110".parse().expect("an address");
    assert_eq!(args.listen, listen);
    assert_eq!(args.proxy, [network("127.0.0.1").expect("an address")]);
    assert_eq!(args.log, LogStyle::Json);
    assert!(matches!(database(&args), Database::Sqlite(_)));

    // The options of an override; the document has a complete example.
    let document = file("docs/operating.md");
    let overrides = document
        .lines()
        .filter_map(options)
        .filter(|options| !options.contains("..."));
    let mut count = 0;
    for options in overrides {
        let args = started(&unit, options);
        assert!(args.tls_certificate.is_some(), "{options}");
        assert_eq!(args.host_name, ["draughts.example.org"]);
        count += 1;
    }
    assert!(count > 0, "the document shows no options");
}

#[test]
fn the_compose_file_starts_servers() {
    let compose = file("deploy/compose.yaml");
    let words: Vec<String> = compose
        .lines()
        .skip_while(|line| line.trim() != "command: &command")
        .skip(1)
        .map_while(|line| line.trim().strip_prefix("- "))
        .map(|word| match word.split_once("${DAMIER_NAME") {
            Some((option, _)) => format!("{option}draughts.example.org"),
            None => word.to_owned(),
        })
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let args = served(&words);
    assert!(args.listen.ip().is_unspecified(), "{}", args.listen);
    assert!(matches!(database(&args), Database::Postgres(_)));
    assert_eq!(args.bus.as_deref(), Some("nats://bus:4222"));
    assert_eq!(args.host_name, ["draughts.example.org"]);
    assert_eq!(args.log, LogStyle::Json);
    // The trusted proxy has an address in the shared network.
    let subnet = compose
        .lines()
        .find_map(|line| line.trim().strip_prefix("- subnet: "))
        .expect("a network");
    assert_eq!(args.proxy, [network(subnet).expect("a network")]);
}

#[test]
fn the_image_starts_a_server() {
    let image = file("Containerfile");
    let command = image
        .lines()
        .find_map(|line| line.strip_prefix("CMD "))
        .expect("the image has a command");
    let words: Vec<String> = serde_json::from_str(command).expect("a list of words");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let args = served(&words);
    assert!(args.listen.ip().is_unspecified(), "{}", args.listen);
    assert!(matches!(database(&args), Database::Sqlite(_)));
}
