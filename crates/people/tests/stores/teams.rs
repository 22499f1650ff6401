//! The store of team matches.

use std::collections::BTreeSet;

use damier_people::Ports;
use damier_people::teams::{
    Attendee, Deciding, JoinOutcome, NewAttendee, NewTeamMatch, Part, Plan, TeamMatchCreated,
    TeamMatchLink, TeamMatchRole, TeamMatches, TeamPlan, Vote, VoteTopic,
};
use damier_session::{GameId, GameSettings, SeatKey, Side, Want};

use crate::common::{concurrently, id, in_memory, ready};

const END_MS: u64 = 1_000_000;
pub(crate) const WHITE: Part = Part::Side(Side::White);
pub(crate) const BLACK: Part = Part::Side(Side::Black);
/// More members than these tests add.
const MANY: u16 = 99;

pub(crate) fn empty() -> (Ports, TeamMatches) {
    let store = in_memory();
    let teams = TeamMatches::of(&store);
    (store, teams)
}

pub(crate) fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

/// Team match `number`, whose host has the key `number`, and whose links have those after it.
pub(crate) fn team_match(number: u8) -> NewTeamMatch {
    let links = [WHITE, BLACK, Part::Watcher].into_iter().zip(number + 1..);
    NewTeamMatch {
        id: id(number.into()),
        host: key(number),
        links: links
            .map(|(part, number)| TeamMatchLink {
                key: key(number),
                part,
            })
            .collect(),
        plan: Plan::Teams(TeamPlan {
            variant: "frisian".into(),
            settings: GameSettings::friendly("", ""),
            white: Deciding::Captain,
            black: Deciding::Vote { within_s: 30 },
        }),
        until_ms: END_MS,
    }
}

pub(crate) fn create(teams: &TeamMatches, number: u8) -> GameId {
    let new = team_match(number);
    let created = ready(teams.create_team_match(&new));
    assert_eq!(created, TeamMatchCreated::Stored);
    new.id
}

fn newcomer(number: u8, part: Part, name: &str) -> NewAttendee {
    NewAttendee {
        key: key(number),
        part,
        name: name.parse().unwrap(),
    }
}

pub(crate) fn join(
    teams: &TeamMatches,
    to: GameId,
    number: u8,
    part: Part,
    name: &str,
) -> JoinOutcome {
    ready(teams.join(to, &newcomer(number, part, name), MANY, 5))
}

fn member(number: u16, of: u8, part: Part, name: &str) -> Attendee {
    Attendee {
        number,
        part,
        name: name.parse().unwrap(),
        key: key(of),
    }
}

fn is_stored(outcome: &JoinOutcome) -> bool {
    matches!(outcome, JoinOutcome::Stored(_))
}

fn role(teams: &TeamMatches, of: u8) -> Option<TeamMatchRole> {
    let found = ready(teams.team_match(&key(of), 5));
    found.map(|(_, role)| role)
}

fn names(teams: &TeamMatches, of: GameId) -> Vec<(u16, String)> {
    let members = ready(teams.attendees(of)).into_iter();
    members.map(|it| (it.number, it.name.to_string())).collect()
}

#[test]
fn an_unknown_team_match_is_not_found() {
    let (_, teams) = empty();
    assert_eq!(ready(teams.team_match(&key(1), 5)), None);
    assert_eq!(ready(teams.team_match_of(id(1))), None);
    assert_eq!(ready(teams.attendees(id(1))), []);
    assert_eq!(ready(teams.votes(id(1))), []);
    let joined = join(&teams, id(1), 9, WHITE, "Awa");
    assert_eq!(joined, JoinOutcome::NotFound);
    assert_eq!(ready(teams.begin_team_match(id(1), 5)), None);
    assert!(!ready(teams.dismiss(id(1))));
    assert!(!ready(teams.remove_member(id(1), 1)));
    assert!(!ready(teams.set_open(id(1), true)));
}

#[test]
fn a_team_match_is_created_once() {
    let (_, teams) = empty();
    let created = create(&teams, 10);
    assert_eq!(create(&teams, 10), created, "a retry");
    let (found, own) = ready(teams.team_match(&key(10), 5)).unwrap();
    assert_eq!(own, TeamMatchRole::Host);
    assert_eq!(found.plan, team_match(10).plan);
    assert_eq!((found.is_open, found.begun_ms), (true, None));
    assert_eq!(ready(teams.team_match_of(created)), Some(found));
    let mut changed = team_match(10);
    changed.plan = Plan::Teams(TeamPlan {
        variant: "russian".into(),
        settings: GameSettings::friendly("", ""),
        white: Deciding::InTurn,
        black: Deciding::InTurn,
    });
    let mut fewer = team_match(10);
    fewer.links.pop();
    let same_id = NewTeamMatch {
        id: created,
        ..team_match(20)
    };
    for other in [changed, fewer, same_id] {
        let outcome = ready(teams.create_team_match(&other));
        assert_eq!(outcome, TeamMatchCreated::Taken, "{other:?}");
    }
}

#[test]
fn a_secret_belongs_to_one_team_match() {
    let (_, teams) = empty();
    create(&teams, 10);
    assert_eq!(role(&teams, 12), Some(TeamMatchRole::Link(BLACK)));
    let watcher = TeamMatchRole::Link(Part::Watcher);
    assert_eq!(role(&teams, 13), Some(watcher));
    let mut others = [30, 40].map(team_match);
    others[0].host = key(11);
    others[1].links[1].key = key(10);
    for other in &others {
        let outcome = ready(teams.create_team_match(other));
        assert_eq!(outcome, TeamMatchCreated::Taken, "{other:?}");
    }
    assert_eq!(role(&teams, 41), None);
    assert_eq!(ready(teams.team_match_of(id(40))), None);
    create(&teams, 50);
}

#[test]
fn members_are_numbered_as_they_join() {
    let (_, teams) = empty();
    let [to, other] = [10, 20].map(|number| create(&teams, number));
    let awa = member(1, 101, WHITE, "Awa");
    // A retry returns the stored member, also with another name.
    for name in ["Awa", "Awa", "Eva"] {
        let joined = join(&teams, to, 101, WHITE, name);
        assert_eq!(joined, JoinOutcome::Stored(awa.clone()));
    }
    for (to, number, part) in [(to, 101, BLACK), (other, 101, WHITE), (to, 11, WHITE)] {
        let joined = join(&teams, to, number, part, "Eva");
        assert_eq!(joined, JoinOutcome::KeyTaken, "{number} {part:?}");
    }
    join(&teams, to, 102, BLACK, "Piet");
    assert_eq!(role(&teams, 101), Some(TeamMatchRole::Member(awa)));
    assert!(ready(teams.remove_member(to, 1)));
    assert!(!ready(teams.remove_member(to, 1)));
    assert_eq!(role(&teams, 101), None);
    let back = member(3, 101, WHITE, "Awa");
    let joined = join(&teams, to, 101, WHITE, "Awa");
    assert_eq!(joined, JoinOutcome::Stored(back));
    let expected = [(2, "Piet".to_owned()), (3, "Awa".to_owned())];
    assert_eq!(names(&teams, to), expected);
    assert_eq!(names(&teams, other), []);
}

#[test]
fn names_that_look_the_same_are_one_name() {
    let (_, teams) = empty();
    let to = create(&teams, 10);
    join(&teams, to, 101, WHITE, "Awa");
    // The third and the last have a Cyrillic letter.
    for name in ["Awa", "awa", "Аwa", "Áwa", "A wa", "АWA"] {
        let joined = join(&teams, to, 102, BLACK, name);
        assert_eq!(joined, JoinOutcome::NameTaken, "{name}");
    }
}

#[test]
fn a_side_has_no_more_members_than_permitted() {
    let (_, teams) = empty();
    let to = create(&teams, 10);
    let join = |number: u8, part| {
        let new = newcomer(number, part, &format!("n{number}"));
        ready(teams.join(to, &new, 4, 5))
    };
    let joined = concurrently(12, |number| join(100 + number, WHITE));
    let stored = joined.iter().filter(|it| is_stored(it));
    assert_eq!(stored.count(), 4, "{joined:?}");
    let full = joined.iter().filter(|it| **it == JoinOutcome::Full);
    assert_eq!(full.count(), 8, "{joined:?}");
    let members = ready(teams.attendees(to));
    let numbers: BTreeSet<u16> = members.iter().map(|it| it.number).collect();
    assert_eq!(numbers.len(), 4);
    // The sides are counted separately, and the place of a removed member is free.
    assert!(is_stored(&join(120, BLACK)));
    assert!(ready(teams.remove_member(to, members[0].number)));
    assert!(is_stored(&join(121, WHITE)));
    assert_eq!(join(122, WHITE), JoinOutcome::Full);
    assert!(ready(teams.set_open(to, false)));
    assert_eq!(join(123, WHITE), JoinOutcome::Closed);
    assert!(is_stored(&join(121, WHITE)), "a retry");
}

#[test]
fn of_concurrent_joins_under_one_name_one_succeeds() {
    let (_, teams) = empty();
    let to = create(&teams, 10);
    let joined = concurrently(8, |number| {
        let name = ["Awa", "awa", "Áwa", "Аwa"][usize::from(number) % 4];
        join(&teams, to, 100 + number, WHITE, name)
    });
    let stored = joined.iter().filter(|it| is_stored(it));
    assert_eq!(stored.count(), 1, "{joined:?}");
    let taken = joined.iter().filter(|it| **it == JoinOutcome::NameTaken);
    assert_eq!(taken.count(), 7, "{joined:?}");
}

#[test]
fn a_team_match_begins_once_and_stays() {
    let (store, teams) = empty();
    let begun = create(&teams, 10);
    join(&teams, begun, 101, WHITE, "Awa");
    for now_ms in [700, 900] {
        assert_eq!(ready(teams.begin_team_match(begun, now_ms)), Some(700));
    }
    assert!(!ready(teams.remove_member(begun, 1)));
    assert!(!ready(teams.dismiss(begun)));
    // Members may join later.
    let late = newcomer(103, BLACK, "Piet");
    assert!(is_stored(&ready(teams.join(begun, &late, MANY, END_MS))));
    assert_eq!(ready(store.documents.sweep_documents(END_MS)), 0);
    let (found, _) = ready(teams.team_match(&key(10), u64::MAX >> 1)).unwrap();
    assert_eq!(found.begun_ms, Some(700));
    assert_eq!(names(&teams, begun).len(), 2);
}

#[test]
fn a_team_match_that_does_not_begin_expires() {
    let (store, teams) = empty();
    let waiting = create(&teams, 20);
    join(&teams, waiting, 102, WHITE, "Awa");
    let late = newcomer(104, BLACK, "Piet");
    let joined = ready(teams.join(waiting, &late, MANY, END_MS));
    assert_eq!(joined, JoinOutcome::NotFound);
    let found = |now_ms| ready(teams.team_match(&key(20), now_ms));
    assert!(found(END_MS - 1).is_some());
    assert_eq!(found(END_MS), None);
    let swept = |now_ms| ready(store.documents.sweep_documents(now_ms));
    assert_eq!(swept(END_MS - 1), 0);
    assert_eq!(swept(END_MS), 1);
    assert_eq!(ready(teams.team_match_of(waiting)), None);
    assert_eq!(role(&teams, 102), None);

    let dismissed = create(&teams, 30);
    join(&teams, dismissed, 105, WHITE, "Awa");
    assert!(ready(teams.dismiss(dismissed)));
    assert_eq!(role(&teams, 105), None);
}

#[test]
fn only_votes_of_current_members_count() {
    let (_, teams) = empty();
    let to = create(&teams, 10);
    join(&teams, to, 101, WHITE, "Awa");
    join(&teams, to, 102, BLACK, "Piet");
    let vote = |member| Vote {
        member,
        matter: VoteTopic::Word,
        version: 7,
        at_ms: 100,
        want: Want::OfferDraw,
    };
    assert!(ready(teams.store_vote(to, &vote(1))));
    assert!(ready(teams.store_vote(to, &vote(2))));
    assert!(!ready(teams.store_vote(to, &vote(3))), "an unknown member");
    assert!(!ready(teams.store_vote(id(99), &vote(1))));
    assert_eq!(ready(teams.votes(to)), [vote(1), vote(2)]);
    assert!(ready(teams.remove_member(to, 2)));
    assert_eq!(ready(teams.votes(to)), [vote(1)]);
}
