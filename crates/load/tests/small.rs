//! Every scenario in a small form, in real time. The test executable runs itself as the server
//! under test. Tests whose faults another test injects, too, are marked as long.

use std::sync::Arc;

use damier_load::scenarios::{
    Common, acts, cluster, day, faults, idle, kill, logins, silent, watchers,
};
use damier_load::{DatabaseKind, Figures, ServerProgram};
use damier_server::{Config, NatsBus, NatsLogin, Stores, SystemClock, WallClock, bind, serve};
use damier_storage::Store;
use damier_temporary_servers::{Nats, Postgres, is_installed_or_skip};

/// A clock that is this many milliseconds ahead, or behind if negative.
struct AheadBy(i64);

impl WallClock for AheadBy {
    fn now_ms(&self) -> u64 {
        SystemClock.now_ms().saturating_add_signed(self.0)
    }
}

/// Runs the server that the other tests start as a child process; checks nothing itself.
#[tokio::test(flavor = "multi_thread")]
async fn server() {
    let described = ["DAMIER_LOAD_LISTEN", "DAMIER_LOAD_DATABASE"].map(std::env::var);
    let [Ok(listen), Ok(database)] = described else {
        return;
    };
    let store = Store::open(&database.parse().unwrap()).await.unwrap();
    let listener = bind(listen.parse().unwrap()).await.unwrap();
    let stores = Stores {
        live: store.live.clone(),
        library: Arc::clone(&store.library),
    };
    let mut config = Config::default();
    if let Ok(bus) = std::env::var("DAMIER_LOAD_BUS") {
        let bus = NatsBus::connect(&bus.parse().unwrap(), NatsLogin::None, None).await;
        config.bus = Some(Arc::new(bus.unwrap()));
    }
    if let Ok(skew_ms) = std::env::var("DAMIER_LOAD_SKEW_MS") {
        config.clock = Arc::new(AheadBy(skew_ms.parse().unwrap()));
    }
    serve(config, stores, listener, std::future::pending())
        .await
        .unwrap();
}

fn common(variant: &str) -> Common {
    Common {
        program: ServerProgram::Test(std::env::current_exe().unwrap(), "server"),
        database: DatabaseKind::Sqlite,
        nodes: 1,
        variant: variant.to_owned(),
        seed: 7,
    }
}

fn value(figures: &Figures, name: &str) -> f64 {
    let value = figures.value(name);
    value.unwrap_or_else(|| panic!("no {name}: {}", figures.table()))
}

/// Checks that no invariant was violated; durations depend on the machine and are not checked.
fn is_sound(figures: &Figures) {
    assert!(figures.violations.is_empty(), "{}", figures.table());
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_sockets_are_opened_and_measured() {
    let size = idle::Idle {
        sockets: 40,
        seconds: 1,
        most_kib: 1_000.0,
    };
    let figures = idle::run(&common("russian"), &size).await.unwrap();
    is_sound(&figures);
    assert!(figures.are_met(), "{}", figures.table());
    assert!(value(&figures, "peak memory per socket") > 1.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_reach_the_opponent_and_the_journal() {
    let size = acts::Acts {
        games: 8,
        rate: 40.0,
        seconds: 4,
        warm_up: 0,
        p99_ms: 10_000.0,
    };
    let figures = acts::run(&common("russian"), &size).await.unwrap();
    is_sound(&figures);
    assert!(value(&figures, "sending to receipt, median") > 0.0);
    assert!(value(&figures, "events in the journal") > 60.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_receive_every_move() {
    let size = watchers::Watchers {
        watchers: 20,
        rate: 4.0,
        seconds: 3,
        p99_ms: 10_000.0,
    };
    let figures = watchers::run(&common("russian"), &size).await.unwrap();
    is_sound(&figures);
    assert!(figures.are_met(), "{}", figures.table());
    assert!(value(&figures, "moves") > 4.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_that_do_not_read_use_little_memory() {
    let size = silent::SilentNode {
        readers: 10,
        hellos: 40,
        played: 6,
        seconds: 1,
        most_mib: 20.0,
    };
    let figures = silent::run(&common("international"), &size).await.unwrap();
    is_sound(&figures);
    assert!(figures.are_met(), "{}", figures.table());
    assert!(value(&figures, "acts in their game") > 10.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn password_guessing_does_not_slow_other_clients() {
    let size = logins::Logins {
        guesses: 10,
        names: 3,
        games: 8,
        rate: 40.0,
        seconds: 8,
        p99_ms: 10_000.0,
        right_s: 60.0,
    };
    let figures = logins::run(&common("russian"), &size).await.unwrap();
    is_sound(&figures);
    assert!(figures.are_met(), "{}", figures.table());
    assert!(value(&figures, "guesses throttled") > 50.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_games_stay_readable_after_a_restart() {
    let size = day::Day {
        games: 12,
        moves: 10,
        at_once: 4,
        idle: 1,
        read: 5,
        seconds: 300,
    };
    let figures = day::run(&common("russian"), &size).await.unwrap();
    is_sound(&figures);
    assert!(figures.are_met(), "{}", figures.table());
    assert!(value(&figures, "acts stored") >= 12.0 * 2.0);
    let found = value(&figures, "acknowledged acts, each stored once");
    assert!((found - value(&figures, "acts stored")).abs() < 0.5);
    assert!(value(&figures, "disk per act") > 10.0);
    assert!(value(&figures, "opening a game by its link, median") > 0.0);
    assert!(value(&figures, "memory after the restart") > 1.0);
}

fn all_faults() -> faults::Faults {
    faults::Faults {
        bots: 16,
        games: 1,
        longest: 40,
        rate: 0.5,
        kills: 0,
        between_ms: 1_500,
        away_ms: 500,
        nats: false,
        seconds: 400,
    }
}

/// Checks that every fault was injected and none caused a violation.
fn faults_caused_no_violation(figures: &Figures) {
    is_sound(figures);
    assert!(figures.are_met(), "{}", figures.table());
    for fault in [
        "connections dropped",
        "partial frames",
        "oversized frames",
        "hellos that claim more events",
        "repeated old commands",
        "illegal moves",
        "moves for an outdated version",
        "moves in the other side's turn",
        "moves sent twice",
        "moves sent over socket and HTTP",
        "moves sent before a dropped connection",
    ] {
        assert!(value(figures, fault) > 0.0, "{}", figures.table());
    }
    assert!(value(figures, "acts acknowledged") > 50.0);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: the same faults as with kills"]
async fn client_faults_cause_no_violation() {
    let figures = faults::run(&common("international"), &all_faults())
        .await
        .unwrap();
    faults_caused_no_violation(&figures);
}

#[tokio::test(flavor = "multi_thread")]
async fn client_faults_and_kills_cause_no_violation() {
    let size = faults::Faults {
        kills: 3,
        ..all_faults()
    };
    let figures = faults::run(&common("russian"), &size).await.unwrap();
    faults_caused_no_violation(&figures);
    assert!(value(&figures, "kills") > 0.0);
}

fn kills(victim: kill::Victim) -> kill::Kill {
    kill::Kill {
        games: 20,
        rate: 60.0,
        kills: 3,
        victim,
        between_ms: 1_000,
        away_ms: 500,
        compare_every: 2,
        sync_s: 60.0,
        sync_after_nats_s: 60.0,
        clock: vec![30, 2],
    }
}

fn nothing_was_lost(figures: &Figures) {
    is_sound(figures);
    assert!(figures.are_met(), "{}", figures.table());
    assert!(value(figures, "acknowledged acts, each stored once") > 50.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_loses_no_acknowledged_act() {
    let size = kills(kill::Victim::Server);
    let figures = kill::run(&common("russian"), &size).await.unwrap();
    nothing_was_lost(&figures);
    assert!(value(&figures, "outages credited to a clock") > 0.0);
}

fn has_postgres() -> bool {
    is_installed_or_skip(Postgres::is_installed(), "PostgreSQL", "postgresql")
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a part of killing any part of a cluster"]
async fn killing_one_of_two_nodes_loses_no_act() {
    if !has_postgres() {
        return;
    }
    let common = Common {
        database: DatabaseKind::Postgres,
        nodes: 2,
        ..common("russian")
    };
    let figures = kill::run(&common, &kills(kill::Victim::Server))
        .await
        .unwrap();
    nothing_was_lost(&figures);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a part of the faults in a cluster"]
async fn client_faults_across_two_nodes_cause_no_violation() {
    if !has_postgres() {
        return;
    }
    let common = Common {
        database: DatabaseKind::Postgres,
        nodes: 2,
        ..common("russian")
    };
    let figures = faults::run(&common, &all_faults()).await.unwrap();
    faults_caused_no_violation(&figures);
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: a part of killing any part of a cluster"]
async fn a_killed_database_loses_no_act() {
    if !has_postgres() {
        return;
    }
    let common = Common {
        database: DatabaseKind::Postgres,
        ..common("russian")
    };
    let figures = kill::run(&common, &kills(kill::Victim::Postgres))
        .await
        .unwrap();
    nothing_was_lost(&figures);
}

fn has_nats() -> bool {
    is_installed_or_skip(Nats::is_installed(), "NATS", "nats-server")
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_any_part_of_a_cluster_loses_no_act() {
    if !has_postgres() || !has_nats() {
        return;
    }
    let figures = kill::run(&common("russian"), &kills(kill::Victim::Any))
        .await
        .unwrap();
    nothing_was_lost(&figures);
}

#[tokio::test(flavor = "multi_thread")]
async fn client_faults_and_kills_in_a_cluster_cause_no_violation() {
    if !has_postgres() || !has_nats() {
        return;
    }
    let size = faults::Faults {
        kills: 2,
        nats: true,
        ..all_faults()
    };
    let figures = faults::run(&common("russian"), &size).await.unwrap();
    faults_caused_no_violation(&figures);
}

/// Each act must have the right time although one server's clock is seconds ahead, or behind if
/// negative.
async fn a_cluster_with_a_clock(second_ahead: i64) {
    if !has_postgres() || !has_nats() {
        return;
    }
    let size = cluster::Cluster {
        games: 12,
        rate: 30.0,
        seconds: 2,
        warm_up: 0,
        p99_ms: 60_000.0,
        rounds: 1,
        away_s: 5, // longer than NATS waits for three pings, and than a heartbeat is valid
        sync_s: 60.0,
        without_nats_s: 60.0,
        second_ahead,
    };
    let figures = cluster::run(&common("russian"), &size).await.unwrap();
    is_sound(&figures);
    assert!(value(&figures, "sending to receipt on the other server, median") > 0.0);
    assert!(value(&figures, "acknowledged acts, each stored once") > 100.0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_survives_kills_cuts_and_a_clock_five_seconds_ahead() {
    a_cluster_with_a_clock(5).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: the other direction is enough for each change"]
async fn a_cluster_survives_kills_cuts_and_a_clock_five_seconds_behind() {
    a_cluster_with_a_clock(-5).await;
}
