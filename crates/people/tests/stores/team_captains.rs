//! Captains of team matches.

use damier_people::teams::{Named, NamedBy, Naming, TeamMatches};
use damier_session::{GameId, Side};

use crate::common::{concurrently, ready};
use crate::teams::{BLACK, WHITE, create, empty, join, key, team_match};

/// Names the captain of White.
fn name(teams: &TeamMatches, of: GameId, number: u16, by: NamedBy) -> Named {
    let naming = Naming {
        side: Side::White,
        number,
        by,
    };
    ready(teams.name_captain(of, naming))
}

#[test]
fn a_side_has_one_captain() {
    let (_, teams) = empty();
    let of = create(&teams, 10);
    for (number, part) in [(101, WHITE), (102, BLACK), (103, WHITE), (104, WHITE)] {
        join(&teams, of, number, part, &format!("n{number}"));
    }
    let captains = || {
        let found = ready(teams.team_match_of(of)).unwrap();
        assert_eq!(found.plan, team_match(10).plan);
        let (by_key, _) = ready(teams.team_match(&key(10), 5)).unwrap();
        assert_eq!(by_key.captains, found.captains);
        found.captains
    };
    assert_eq!(captains(), [None; 2]);
    for _ in 0..2 {
        assert_eq!(name(&teams, of, 3, NamedBy::Host), Named::Done);
    }
    assert_eq!(captains(), [Some(3), None]);
    let black = Naming {
        side: Side::Black,
        number: 2,
        by: NamedBy::Captain(2),
    };
    let first_member = ready(teams.name_captain(of, black));
    assert_eq!(first_member, Named::Done, "the captain without being named");
    let other_side = name(&teams, of, 2, NamedBy::Host);
    assert_eq!(other_side, Named::NotAMember);
    let by_member = name(&teams, of, 4, NamedBy::Captain(1));
    assert_eq!(by_member, Named::NotTheCaptain);
    // A retry of the creation keeps the captains.
    create(&teams, 10);
    assert_eq!(captains(), [Some(3), None]);
}

#[test]
fn after_the_beginning_only_a_captain_names_another_one() {
    let (_, teams) = empty();
    let of = create(&teams, 10);
    for number in [101, 102, 103, 104] {
        join(&teams, of, number, WHITE, &format!("n{number}"));
    }
    assert_eq!(name(&teams, of, 3, NamedBy::Host), Named::Done);
    assert_eq!(ready(teams.begin_team_match(of, 700)), Some(700));
    assert_eq!(name(&teams, of, 4, NamedBy::Host), Named::Begun);
    let by_third = NamedBy::Captain(3);
    for _ in 0..2 {
        assert_eq!(name(&teams, of, 4, by_third), Named::Done);
    }
    assert_eq!(name(&teams, of, 1, by_third), Named::NotTheCaptain);
    let found = ready(teams.team_match_of(of)).unwrap();
    assert_eq!(found.captains[0], Some(4));
    // Of two successors that the captain names concurrently, one is accepted.
    let mut named = concurrently(2, |number| {
        name(&teams, of, 1 + u16::from(number), NamedBy::Captain(4))
    });
    named.sort_by_key(|named| *named == Named::Done);
    assert_eq!(named, [Named::NotTheCaptain, Named::Done]);
}

#[test]
fn a_removed_captain_has_no_rights() {
    let (_, teams) = empty();
    let of = create(&teams, 10);
    for number in [101, 102, 103] {
        join(&teams, of, number, WHITE, &format!("n{number}"));
    }
    assert_eq!(name(&teams, of, 3, NamedBy::Host), Named::Done);
    assert!(ready(teams.remove_member(of, 3)));
    assert_eq!(name(&teams, of, 3, NamedBy::Host), Named::NotAMember);
    let by_first = NamedBy::Captain(1);
    assert_eq!(name(&teams, of, 2, by_first), Named::Done);
    assert!(ready(teams.dismiss(of)));
    assert_eq!(name(&teams, of, 2, NamedBy::Host), Named::NotFound);
}
