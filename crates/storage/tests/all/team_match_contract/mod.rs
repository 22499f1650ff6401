//! The contract of the ports to team matches: each case is a function that takes an empty store, and a test of its own on every backend.

mod votes;

pub(crate) use votes::*;

use std::collections::BTreeSet;

use damier_people::live::Begun;
use damier_people::teams::{
    Attendee, Deciding, JoinOutcome, Named, NamedBy, Naming, NewAttendee, NewTeamMatch, Part, Plan,
    TeamMatchCreated, TeamMatchLink, TeamMatchRole, TeamMatches, TeamPlan, Vote, VoteTopic,
};
use damier_session::ending::ByPeople;
use damier_session::{Ending, GameId, GameSettings, SeatKey, Side, Want};

use crate::backends::SharedStore;
use crate::journal_contract::{entry, id, setup};

const END_MS: u64 = 1_000_000;
const WHITE: Part = Part::Side(Side::White);
const BLACK: Part = Part::Side(Side::Black);
/// More places than these tests use.
const MANY: u16 = 99;

fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

/// TeamMatch `number`, with the host `number` and the links after it.
fn team_match(number: u8) -> NewTeamMatch {
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

async fn made(store: &SharedStore, number: u8) -> GameId {
    let new = team_match(number);
    let made = TeamMatches::of(store)
        .create_team_match(&new)
        .await
        .unwrap();
    assert_eq!(made, TeamMatchCreated::Stored);
    new.id
}

fn newcomer(number: u8, part: Part, name: &str) -> NewAttendee {
    NewAttendee {
        key: key(number),
        part,
        name: name.parse().unwrap(),
    }
}

async fn join(store: &SharedStore, at: GameId, number: u8, part: Part, name: &str) -> JoinOutcome {
    let new = newcomer(number, part, name);
    TeamMatches::of(store)
        .join(at, &new, MANY, 5)
        .await
        .unwrap()
}

fn attendee(number: u16, of: u8, part: Part, name: &str) -> Attendee {
    Attendee {
        number,
        part,
        name: name.parse().unwrap(),
        key: key(of),
    }
}

async fn role(store: &SharedStore, of: u8) -> Option<TeamMatchRole> {
    let found = TeamMatches::of(store)
        .team_match(&key(of), 5)
        .await
        .unwrap();
    found.map(|(_, role)| role)
}

async fn names(store: &SharedStore, at: GameId) -> Vec<(u16, String)> {
    let people = TeamMatches::of(store).attendees(at).await.unwrap();
    let named = |it: Attendee| (it.number, it.name.to_string());
    people.into_iter().map(named).collect()
}

/// Names the captain of White.
async fn name(store: &SharedStore, at: GameId, number: u16, by: NamedBy) -> Named {
    let naming = Naming {
        side: Side::White,
        number,
        by,
    };
    TeamMatches::of(store)
        .name_captain(at, naming)
        .await
        .unwrap()
}

pub(crate) async fn an_unknown_team_match_is_not_found(store: SharedStore) {
    assert_eq!(
        TeamMatches::of(&store)
            .team_match(&key(1), 5)
            .await
            .unwrap(),
        None
    );
    assert_eq!(
        TeamMatches::of(&store).team_match_of(id(1)).await.unwrap(),
        None
    );
    assert_eq!(TeamMatches::of(&store).attendees(id(1)).await.unwrap(), []);
    assert_eq!(TeamMatches::of(&store).votes(id(1)).await.unwrap(), []);
    assert_eq!(
        join(&store, id(1), 9, WHITE, "Awa").await,
        JoinOutcome::NotFound
    );
    assert_eq!(
        TeamMatches::of(&store)
            .begin_team_match(id(1), 5)
            .await
            .unwrap(),
        None
    );
    assert!(!TeamMatches::of(&store).dismiss(id(1)).await.unwrap());
    assert!(
        !TeamMatches::of(&store)
            .remove_member(id(1), 1)
            .await
            .unwrap()
    );
    assert!(!TeamMatches::of(&store).set_open(id(1), true).await.unwrap());
    assert_eq!(store.documents.sweep_documents(u64::MAX).await.unwrap(), 0);
    assert_eq!(name(&store, id(1), 1, NamedBy::Host).await, Named::NotFound);
}

pub(crate) async fn it_is_created_once_and_each_secret_belongs_to_one_team_match(
    store: SharedStore,
) {
    let at = made(&store, 10).await;
    assert_eq!(made(&store, 10).await, at, "again");
    let found = TeamMatches::of(&store)
        .team_match(&key(10), 5)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(found.1, TeamMatchRole::Host);
    assert_eq!(found.0.plan, team_match(10).plan);
    assert_eq!((found.0.is_open, found.0.begun_ms), (true, None));
    assert_eq!(
        TeamMatches::of(&store).team_match_of(at).await.unwrap(),
        Some(found.0)
    );
    assert_eq!(role(&store, 12).await, Some(TeamMatchRole::Link(BLACK)));
    assert_eq!(
        role(&store, 13).await,
        Some(TeamMatchRole::Link(Part::Watcher))
    );
    let mut others = [20, 30, 40].map(team_match);
    others[0].id = at;
    others[1].host = key(11);
    others[2].links[1].key = key(10);
    let mut changed = team_match(10);
    changed.plan = Plan::Teams(TeamPlan {
        variant: "russian".into(),
        settings: GameSettings::friendly("", ""),
        white: Deciding::InTurn,
        black: Deciding::InTurn,
    });
    let mut fewer = team_match(10);
    fewer.links.pop();
    for other in others.iter().chain([&changed, &fewer]) {
        let made = TeamMatches::of(&store)
            .create_team_match(other)
            .await
            .unwrap();
        assert_eq!(made, TeamMatchCreated::Taken, "{other:?}");
    }
    // Of those that were not made nothing is left.
    assert_eq!(role(&store, 41).await, None);
    assert_eq!(
        TeamMatches::of(&store).team_match_of(id(40)).await.unwrap(),
        None
    );
    made(&store, 50).await;
}

pub(crate) async fn members_are_numbered_as_they_come(store: SharedStore) {
    let [at, other] = [made(&store, 10).await, made(&store, 20).await];
    let awa = attendee(1, 101, WHITE, "Awa");
    for _ in 0..2 {
        assert_eq!(
            join(&store, at, 101, WHITE, "Awa").await,
            JoinOutcome::Stored(awa.clone())
        );
    }
    // The answer was lost, and another name was typed meanwhile: it stays as it is.
    assert_eq!(
        join(&store, at, 101, WHITE, "Eva").await,
        JoinOutcome::Stored(awa.clone())
    );
    assert_eq!(
        join(&store, at, 101, BLACK, "Awa").await,
        JoinOutcome::KeyTaken
    );
    assert_eq!(
        join(&store, other, 101, WHITE, "Awa").await,
        JoinOutcome::KeyTaken
    );
    assert_eq!(
        join(&store, at, 11, WHITE, "Eva").await,
        JoinOutcome::KeyTaken
    );
    assert_eq!(
        join(&store, at, 102, BLACK, "Awa").await,
        JoinOutcome::NameTaken
    );
    // Names that look the same are one; the second and the last have a Cyrillic letter.
    for name in ["awa", "Аwa", "Áwa", "A wa", "АWA"] {
        let joined = join(&store, at, 102, BLACK, name).await;
        assert_eq!(joined, JoinOutcome::NameTaken, "{name}");
    }
    join(&store, at, 102, BLACK, "Piet").await;
    assert_eq!(role(&store, 101).await, Some(TeamMatchRole::Member(awa)));
    assert!(TeamMatches::of(&store).remove_member(at, 1).await.unwrap());
    assert!(!TeamMatches::of(&store).remove_member(at, 1).await.unwrap());
    assert_eq!(role(&store, 101).await, None);
    let back = join(&store, at, 101, WHITE, "Awa").await;
    assert_eq!(back, JoinOutcome::Stored(attendee(3, 101, WHITE, "Awa")));
    let expected = [(2, "Piet".to_owned()), (3, "Awa".to_owned())];
    assert_eq!(names(&store, at).await, expected);
    assert_eq!(names(&store, other).await, []);
}

pub(crate) async fn no_more_come_than_there_is_room_for(store: SharedStore) {
    let at = made(&store, 10).await;
    let come = |number: u8| {
        let store = store.clone();
        async move {
            let new = newcomer(number, WHITE, &format!("n{number}"));
            TeamMatches::of(&store).join(at, &new, 4, 5).await.unwrap()
        }
    };
    let mut tasks = tokio::task::JoinSet::new();
    for number in 100..112 {
        tasks.spawn(come(number));
    }
    let joined = tasks.join_all().await;
    let stored = joined
        .iter()
        .filter(|it| matches!(it, JoinOutcome::Stored(_)));
    assert_eq!(stored.count(), 4, "{joined:?}");
    let full = joined.iter().filter(|it| **it == JoinOutcome::Full);
    assert_eq!(full.count(), 8, "{joined:?}");
    let people = TeamMatches::of(&store).attendees(at).await.unwrap();
    let numbers: BTreeSet<u16> = people.iter().map(|it| it.number).collect();
    assert_eq!(numbers.len(), 4);
    // The other side has places of its own, and a place that is free again is taken.
    let black = newcomer(120, BLACK, "b");
    let black = TeamMatches::of(&store)
        .join(at, &black, 4, 5)
        .await
        .unwrap();
    assert!(matches!(black, JoinOutcome::Stored(_)));
    assert!(
        TeamMatches::of(&store)
            .remove_member(at, people[0].number)
            .await
            .unwrap()
    );
    assert!(matches!(come(121).await, JoinOutcome::Stored(_)));
    assert_eq!(come(122).await, JoinOutcome::Full);
    assert!(TeamMatches::of(&store).set_open(at, false).await.unwrap());
    assert_eq!(come(123).await, JoinOutcome::Closed);
    assert!(matches!(come(121).await, JoinOutcome::Stored(_)), "again");
}

pub(crate) async fn of_many_who_want_a_name_one_gets_it(store: SharedStore) {
    let at = made(&store, 10).await;
    let mut tasks = tokio::task::JoinSet::new();
    for number in 100..108 {
        let store = store.clone();
        let name = ["Awa", "awa", "Áwa", "Аwa"][usize::from(number) % 4];
        tasks.spawn(async move { join(&store, at, number, WHITE, name).await });
    }
    let joined = tasks.join_all().await;
    let stored = joined
        .iter()
        .filter(|it| matches!(it, JoinOutcome::Stored(_)));
    assert_eq!(stored.count(), 1, "{joined:?}");
    let taken = joined.iter().filter(|it| **it == JoinOutcome::NameTaken);
    assert_eq!(taken.count(), 7, "{joined:?}");
}

pub(crate) async fn a_side_has_one_captain(store: SharedStore) {
    let at = made(&store, 10).await;
    let plan = team_match(10).plan;
    for (number, part) in [(101, WHITE), (102, BLACK), (103, WHITE), (104, WHITE)] {
        join(&store, at, number, part, &format!("n{number}")).await;
    }
    let captains = async || {
        let found = TeamMatches::of(&store)
            .team_match_of(at)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(found.plan, plan, "it stays as it was agreed");
        let by_key = TeamMatches::of(&store)
            .team_match(&key(10), 5)
            .await
            .unwrap()
            .unwrap()
            .0;
        assert_eq!(by_key.captains, found.captains);
        found.captains
    };
    assert_eq!(captains().await, [None; 2]);
    assert_eq!(name(&store, at, 3, NamedBy::Host).await, Named::Done);
    assert_eq!(name(&store, at, 3, NamedBy::Host).await, Named::Done);
    assert_eq!(captains().await, [Some(3), None]);
    let black = Naming {
        side: Side::Black,
        number: 2,
        by: NamedBy::Captain(2),
    };
    assert_eq!(
        TeamMatches::of(&store)
            .name_captain(at, black)
            .await
            .unwrap(),
        Named::Done
    );
    assert_eq!(
        name(&store, at, 2, NamedBy::Host).await,
        Named::NotAMember,
        "of the other side"
    );
    let by_first = NamedBy::Captain(1);
    assert_eq!(name(&store, at, 4, by_first).await, Named::NotTheCaptain);
    // Repeating it changes nothing, even with another captain.
    assert_eq!(made(&store, 10).await, at);
    assert_eq!(
        TeamMatches::of(&store)
            .begin_team_match(at, 700)
            .await
            .unwrap(),
        Some(700)
    );
    assert_eq!(name(&store, at, 4, NamedBy::Host).await, Named::Begun);
    let by_third = NamedBy::Captain(3);
    assert_eq!(name(&store, at, 4, by_third).await, Named::Done);
    assert_eq!(name(&store, at, 4, by_third).await, Named::Done, "again");
    assert_eq!(name(&store, at, 1, by_third).await, Named::NotTheCaptain);
    assert_eq!(captains().await[0], Some(4));
    // Who hands over to two at one moment has handed over to one of them.
    let mut tasks = tokio::task::JoinSet::new();
    for number in [1, 3] {
        let store = store.clone();
        tasks.spawn(async move { name(&store, at, number, NamedBy::Captain(4)).await });
    }
    let mut named = tasks.join_all().await;
    named.sort_by_key(|named| *named == Named::Done);
    assert_eq!(named, [Named::NotTheCaptain, Named::Done]);
}

pub(crate) async fn a_removed_captain_leads_no_longer(store: SharedStore) {
    let at = made(&store, 10).await;
    for number in [101, 102, 103] {
        join(&store, at, number, WHITE, &format!("n{number}")).await;
    }
    assert_eq!(name(&store, at, 3, NamedBy::Host).await, Named::Done);
    assert!(TeamMatches::of(&store).remove_member(at, 3).await.unwrap());
    assert_eq!(name(&store, at, 3, NamedBy::Host).await, Named::NotAMember);
    let by_first = NamedBy::Captain(1);
    assert_eq!(name(&store, at, 2, by_first).await, Named::Done);
    assert!(TeamMatches::of(&store).dismiss(at).await.unwrap());
    assert_eq!(name(&store, at, 2, NamedBy::Host).await, Named::NotFound);
}

pub(crate) async fn it_begins_once_and_then_it_stays(store: SharedStore) {
    let [at, waits] = [made(&store, 10).await, made(&store, 20).await];
    join(&store, at, 101, WHITE, "Awa").await;
    join(&store, waits, 102, WHITE, "Awa").await;
    assert_eq!(
        TeamMatches::of(&store)
            .begin_team_match(at, 700)
            .await
            .unwrap(),
        Some(700)
    );
    assert_eq!(
        TeamMatches::of(&store)
            .begin_team_match(at, 900)
            .await
            .unwrap(),
        Some(700)
    );
    assert!(!TeamMatches::of(&store).remove_member(at, 1).await.unwrap());
    assert!(!TeamMatches::of(&store).dismiss(at).await.unwrap());
    // A member who joins later still gets a place.
    let [late, over] = [103, 104].map(|number| newcomer(number, BLACK, "Piet"));
    let late = TeamMatches::of(&store)
        .join(at, &late, MANY, END_MS)
        .await
        .unwrap();
    assert!(matches!(late, JoinOutcome::Stored(_)));
    let over = TeamMatches::of(&store)
        .join(waits, &over, MANY, END_MS)
        .await
        .unwrap();
    assert_eq!(over, JoinOutcome::NotFound);
    assert_eq!(
        TeamMatches::of(&store)
            .team_match(&key(20), END_MS)
            .await
            .unwrap(),
        None
    );
    assert!(
        TeamMatches::of(&store)
            .team_match(&key(20), END_MS - 1)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(
        store.documents.sweep_documents(END_MS - 1).await.unwrap(),
        0
    );
    assert_eq!(store.documents.sweep_documents(END_MS).await.unwrap(), 1);
    assert_eq!(
        TeamMatches::of(&store).team_match_of(waits).await.unwrap(),
        None
    );
    assert_eq!(role(&store, 102).await, None);
    let begun = TeamMatches::of(&store)
        .team_match(&key(10), u64::MAX >> 1)
        .await
        .unwrap();
    assert_eq!(begun.unwrap().0.begun_ms, Some(700));
    assert_eq!(names(&store, at).await.len(), 2);
    let third = made(&store, 30).await;
    join(&store, third, 105, WHITE, "Awa").await;
    assert!(TeamMatches::of(&store).dismiss(third).await.unwrap());
    assert_eq!(role(&store, 105).await, None);
}

crate::backends::on_every_backend!(store:
    an_unknown_team_match_is_not_found,
    it_is_created_once_and_each_secret_belongs_to_one_team_match,
    members_are_numbered_as_they_come,
    no_more_come_than_there_is_room_for,
    of_many_who_want_a_name_one_gets_it,
    a_side_has_one_captain,
    a_removed_captain_leads_no_longer,
    it_begins_once_and_then_it_stays,
    a_voice_replaces_the_one_before_about_the_same,
    it_goes_along_with_its_game,
    games_with_votes_are_found,
);
