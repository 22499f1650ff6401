//! The store of simuls.

use damier_people::Ports;
use damier_people::accounts::AccountId;
use damier_people::simuls::{
    Drawn, Eligibility, Host, HostColour, OpenOutcome, SIMUL_KEPT_DAYS, Simul, SimulId,
    SimulMaintenance, SimulTerms, Simuls, StoredSimul, Unfinished, maintain_simul,
};
use damier_session::{ClockSettings, Conduct, SeatKey, Side};

use crate::common::{add_accounts, id, in_memory, ready, resign};

pub(crate) const HOST: SeatKey = SeatKey::from_bytes([200; 32]);
pub(crate) const ONE: SimulId = SimulId::from_bits(77);
pub(crate) const AWA: AccountId = AccountId::from_bits(1);

pub(crate) fn empty() -> (Ports, Simuls) {
    let store = in_memory();
    let simuls = Simuls::of(&store);
    (store, simuls)
}

pub(crate) fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

pub(crate) fn terms() -> SimulTerms {
    SimulTerms {
        title: "Simultanée de l’Étoile".parse().unwrap(),
        variant: "frisian".into(),
        conduct: Conduct::default(),
        colour: HostColour::Alternating,
        host_clock: Some(ClockSettings::fischer(1_800_000, 30_000)),
        guest_clock: Some(ClockSettings::fischer(1_200_000, 0)),
        extra_ms: 60_000,
        boards: 3,
        who: Eligibility::Everyone,
        at_once: true,
        rated: false,
        starts_ms: Some(9_000),
    }
}

/// A simul whose host has no account.
pub(crate) fn new(number: u128) -> Simul {
    new_of(number, None, terms())
}

pub(crate) fn new_of(number: u128, account: Option<AccountId>, terms: SimulTerms) -> Simul {
    let host = Host {
        name: "Awa".parse().unwrap(),
        key: HOST,
        account,
    };
    Simul::opened(SimulId::from_bits(number), host, terms, 1_000)
}

pub(crate) fn open(simuls: &Simuls, simul: &Simul, now_ms: u64) {
    assert_eq!(ready(simuls.open_simul(simul, now_ms)), OpenOutcome::Stored);
}

pub(crate) fn simul_of(simuls: &Simuls, id: SimulId) -> StoredSimul {
    ready(simuls.simul(id)).unwrap()
}

/// Changes a simul on top of what is stored.
pub(crate) fn change(simuls: &Simuls, id: SimulId, now_ms: u64, act: impl FnOnce(&mut Simul)) {
    let kept = simul_of(simuls, id);
    let mut simul = kept.simul;
    act(&mut simul);
    assert!(ready(simuls.store_simul(&simul, kept.version, now_ms)));
}

pub(crate) fn drawn(number: u8) -> Drawn {
    Drawn {
        game: id(u128::from(number) + 500),
        host_key: key(100 + number),
        watch_key: key(150 + number),
        drawn_colour: Side::White,
    }
}

/// Seats a guest without an account, one with an account and the engine, and begins.
pub(crate) fn seat_and_begin(simul: &mut Simul) {
    simul.apply(key(1), None, "Piet".parse().unwrap()).unwrap();
    let awa = simul.apply(key(2), Some(AWA), "Awa".parse().unwrap());
    awa.unwrap();
    simul.seat_engine(&HOST, 3).unwrap();
    let drawn: Vec<Drawn> = (1..=3).map(drawn).collect();
    simul.begin(&HOST, &drawn, 2_000).unwrap();
}

/// A simul of three games, 501 to 503, that the host has begun. No game has begun yet.
pub(crate) fn with_begun_simul() -> (Ports, Simuls) {
    let (store, simuls) = empty();
    add_accounts(&store, &[(AWA, "Awa")]);
    open(&simuls, &new(77), 1_000);
    change(&simuls, ONE, 2_000, seat_and_begin);
    (store, simuls)
}

pub(crate) fn maintain(store: &Ports, simuls: &Simuls, now_ms: u64) -> SimulMaintenance {
    ready(maintain_simul(simuls, &*store.journal, ONE, now_ms))
}

/// The simuls due by a time.
pub(crate) fn due(simuls: &Simuls, now_ms: u64) -> Vec<SimulId> {
    ready(simuls.simuls_due(now_ms, None, 9))
}

#[test]
fn an_unknown_simul_is_not_found() {
    let (store, simuls) = empty();
    assert_eq!(ready(simuls.simul(ONE)), None);
    assert_eq!(due(&simuls, u64::MAX), []);
    assert_eq!(ready(simuls.simul_of_game(id(1))), None);
    assert_eq!(ready(simuls.simul_standings(ONE)), []);
    assert!(!ready(simuls.store_simul(&new(77), 1, 5)));
    assert!(!ready(simuls.put_off_simul(ONE, 1, 9_000)));
    assert_eq!(maintain(&store, &simuls, 5), SimulMaintenance::default());
    assert_eq!(ready(simuls.simul(ONE)), None);
}

#[test]
fn a_simul_is_opened_once() {
    let (_, simuls) = empty();
    open(&simuls, &new(77), 5);
    assert_eq!(ready(simuls.open_simul(&new(77), 6)), OpenOutcome::Taken);
    open(&simuls, &new(78), 6);
    let kept = simul_of(&simuls, ONE);
    assert_eq!((kept.simul, kept.version), (new(77), 5));
}

#[test]
fn a_simul_is_stored_on_top_of_the_version_that_was_read() {
    let (_, simuls) = empty();
    open(&simuls, &new(77), 5);
    let kept = simul_of(&simuls, ONE);
    let [mut one, mut other] = [kept.simul.clone(), kept.simul];
    one.apply(key(1), None, "Piet".parse().unwrap()).unwrap();
    other.apply(key(2), None, "Zoé".parse().unwrap()).unwrap();
    assert!(ready(simuls.store_simul(&one, 5, 6)));
    assert!(!ready(simuls.store_simul(&other, 5, 6)));
    let kept = simul_of(&simuls, ONE);
    assert_eq!((kept.simul, kept.version), (one, 6));
}

#[test]
fn simuls_are_found_by_the_accounts_of_host_and_guests() {
    let (store, simuls) = empty();
    let names = ["Awa", "Piet", "Zoé", "Ali"];
    let accounts = [1, 2, 3, 4].map(AccountId::from_bits);
    for (account, name) in accounts.into_iter().zip(names) {
        add_accounts(&store, &[(account, name)]);
    }
    let slow = SimulTerms {
        at_once: false,
        ..terms()
    };
    open(&simuls, &new_of(77, Some(AWA), slow), 1_000);
    change(&simuls, ONE, 2_000, |simul| {
        for number in 2..=4_u8 {
            let account = accounts[usize::from(number) - 1];
            let name = names[usize::from(number) - 1].parse().unwrap();
            simul.apply(key(number), Some(account), name).unwrap();
        }
        simul.seat(&HOST, 1, None).unwrap();
        simul.refuse(&HOST, 3).unwrap();
    });
    open(&simuls, &new(78), 1_000);
    for number in [79, 80] {
        open(&simuls, &new_of(number, Some(AWA), terms()), 1_000);
    }
    let found = |account, after: Option<u128>, most| {
        let after = after.map(SimulId::from_bits);
        let found = ready(simuls.simuls_of(AccountId::from_bits(account), after, most));
        found.into_iter().map(SimulId::to_bits).collect::<Vec<_>>()
    };
    assert_eq!(found(1, None, 9), [77, 79, 80]);
    assert_eq!(found(1, None, 2), [77, 79]);
    assert_eq!(found(1, Some(79), 9), [80]);
    assert_eq!(found(2, None, 9), [77], "a guest with a seat");
    assert_eq!(found(3, None, 9), [77], "an applicant");
    assert_eq!(found(4, None, 9), [77], "a rejected guest");
    assert_eq!(found(5, None, 9), [0; 0]);
}

#[test]
fn a_simul_is_removed_long_after_it_is_over() {
    let (store, simuls) = with_begun_simul();
    maintain(&store, &simuls, 2_500);
    for (number, opened_ms) in [(78, 2_000), (79, 2_000), (80, 3_000)] {
        open(&simuls, &new(number), opened_ms);
    }
    change(&simuls, SimulId::from_bits(79), 2_000, |simul| {
        simul.end(&HOST, Unfinished::GoOn, 2_000).unwrap();
    });
    let is_there = |number| ready(simuls.simul(SimulId::from_bits(number))).is_some();
    // Sweeps when a simul that was stored last at this time has been kept long enough.
    let swept = |stored_ms| {
        let over_ms = stored_ms + SIMUL_KEPT_DAYS * 24 * 60 * 60 * 1_000;
        ready(store.documents.sweep_documents(over_ms))
    };
    assert_eq!(swept(1_999), 0);
    assert_eq!(swept(2_000), 2);
    assert!(!is_there(78), "never begun");
    assert!(!is_there(79), "cancelled");
    assert!(is_there(80), "too recent");
    assert!(is_there(77), "unfinished");
    let kept = simul_of(&simuls, ONE);
    assert!(ready(simuls.put_off_simul(ONE, kept.version, 99_000)));
    assert_eq!(swept(2_999), 0);
    for (game, side) in [(501, Side::Black), (502, Side::White), (503, Side::Black)] {
        resign(&store, game, side, 3_000);
    }
    maintain(&store, &simuls, 4_000);
    assert_eq!(swept(3_999), 1);
    assert!(is_there(77));
    assert_eq!(swept(4_000), 1);
    assert!(!is_there(77));
    assert_eq!(ready(simuls.simul_of_game(id(501))), None);
}

#[test]
fn maintenance_is_postponed_until_the_simul_changes() {
    let (_, simuls) = with_begun_simul();
    let put_off = |seen| ready(simuls.put_off_simul(ONE, seen, 9_000));
    let seen = simul_of(&simuls, ONE).version;
    assert!(!put_off(seen - 1), "another version");
    assert_eq!(due(&simuls, 2_000), [ONE]);
    assert!(put_off(seen));
    assert_eq!(simul_of(&simuls, ONE).version, seen);
    assert_eq!(due(&simuls, 8_999), []);
    assert_eq!(due(&simuls, 9_000), [ONE]);
    change(&simuls, ONE, 3_000, |simul| simul.mark_not_started(id(501)));
    assert_eq!(due(&simuls, 2_000), [ONE]);
    // A simul without unfinished boards is never due.
    change(&simuls, ONE, 3_000, |simul| {
        simul.mark_not_started(id(502));
        simul.mark_not_started(id(503));
    });
    assert!(!put_off(simul_of(&simuls, ONE).version));
    assert_eq!(due(&simuls, u64::MAX >> 1), []);
}
