//! The games of a club's ladder.

use damier_people::Ports;
use damier_people::accounts::AccountId;
use damier_people::clubs::{
    ClubGame, Clubs, LadderRules, MatchOutcome, NewLadderGame, maintain_ladder,
};
use damier_session::{Act, Ending, GameId, Side};

use crate::clubs::{AWA, PIET, change, club_of, code, found, games, key, with_accounts};
use crate::common::{append, concurrently, first_event, id, ready, resign};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

/// A club whose ladder has Awa before Piet.
fn with_ladder(rated: bool) -> (Ports, Clubs) {
    let (store, clubs) = with_accounts();
    found(&clubs, "Dam", AWA);
    change(&clubs, "Dam", |club| {
        club.enter(PIET, Some(&code()), 5).unwrap();
        club.enter_ladder(AWA, 6).unwrap();
        club.enter_ladder(PIET, 6).unwrap();
        let rules = LadderRules {
            rated,
            ..LadderRules::usual("frisian")
        };
        club.set_rules(AWA, rules).unwrap();
    });
    (store, clubs)
}

/// Has Piet challenge Awa, and both confirm that they are at the board. The game is stored with the
/// club but has not begun.
fn agree(clubs: &Clubs, game: u128, now_ms: u64) {
    let kept = club_of(clubs, "Dam");
    let mut club = kept.club;
    let number = club.challenge(PIET, AWA, now_ms).unwrap();
    club.answer(AWA, number, true, now_ms).unwrap();
    let new = NewLadderGame {
        id: id(game),
        challenger_is_white: true,
    };
    assert!(!club.at_board(AWA, number, true, new, now_ms).unwrap());
    assert!(club.at_board(PIET, number, true, new, now_ms).unwrap());
    let ladder = ClubGame {
        game: id(game),
        at_ms: now_ms,
        is_ladder: true,
    };
    assert!(ready(clubs.store_club(&club, kept.version, Some(&ladder))));
}

fn maintain(store: &Ports, clubs: &Clubs, now_ms: u64) -> Vec<GameId> {
    ready(maintain_ladder(clubs, &*store.journal, &key("Dam"), now_ms))
}

fn places(clubs: &Clubs) -> Vec<AccountId> {
    let kept = club_of(clubs, "Dam");
    let rungs = kept.club.ladder().rungs().iter();
    rungs.map(|rung| rung.account).collect()
}

#[test]
fn a_ladder_game_begins_and_counts_once() {
    let (store, clubs) = with_ladder(true);
    assert_eq!(ready(clubs.clubs_due(1_000, None, 9)), []);
    agree(&clubs, 7, 1_000);
    // The node that was to begin the game has stopped: any node finds the club and begins it.
    assert_eq!(ready(store.journal.find(id(7))), None);
    assert_eq!(ready(clubs.clubs_due(1_000, None, 9)), [key("Dam")]);
    let next_page = ready(clubs.clubs_due(1_000, Some(&key("Dam")), 9));
    assert_eq!(next_page, []);
    let begun = concurrently(4, |_| maintain(&store, &clubs, 2_000));
    assert_eq!(begun.concat(), [id(7)]);
    let there = ready(store.journal.find(id(7))).unwrap();
    assert!(there.setup.record.settings.rated);
    assert_eq!(there.setup.record.started_ms, Some(1_000));
    for (account, side) in [(PIET, Side::White), (AWA, Side::Black)] {
        let found = ready(store.owned_seats.side_of(account, id(7)));
        assert_eq!(found, Some(side));
    }
    assert!(ready(store.ratings.rated_game(id(7))).is_some());

    resign(&store, 7, Side::Black, 9_000);
    concurrently(6, |_| maintain(&store, &clubs, DAY_MS));
    assert_eq!(places(&clubs), [PIET, AWA]);
    let kept = club_of(&clubs, "Dam");
    let past = kept.club.ladder().past();
    assert_eq!(past.len(), 1);
    assert_eq!((past[0].outcome, past[0].at_ms), (MatchOutcome::Won, 9_000));
    assert_eq!(past[0].place, Some(1));
    assert!(kept.club.ladder().matches().is_empty());
    assert_eq!(games(&clubs, "Dam", None), [7]);
}

#[test]
fn a_ladder_game_without_a_result_is_replayed() {
    let (store, clubs) = with_ladder(false);
    agree(&clubs, 7, 1_000);
    maintain(&store, &clubs, 1_000);
    assert!(ready(store.ratings.rated_game(id(7))).is_none());
    let abort = Act::Abort {
        side: Side::White,
        at_ms: 2_000,
    };
    append(&store, &first_event(7, abort, Some(Ending::aborted())));
    maintain(&store, &clubs, 5_000);
    let kept = club_of(&clubs, "Dam");
    assert_eq!(kept.club.ladder().matches().len(), 1);
    assert_eq!(kept.club.ladder().matches()[0].game(), None);
    // Without a replay the challenge expires at its deadline, and all places stay.
    let late = 5_000 + 14 * DAY_MS;
    assert_eq!(ready(clubs.clubs_due(late - 1, None, 9)), []);
    assert_eq!(ready(clubs.clubs_due(late, None, 9)), [key("Dam")]);
    maintain(&store, &clubs, late);
    let kept = club_of(&clubs, "Dam");
    let past = kept.club.ladder().past();
    assert_eq!(past[0].outcome, MatchOutcome::NotPlayed);
    assert_eq!(places(&clubs), [AWA, PIET]);
    assert_eq!(ready(clubs.clubs_due(late, None, 9)), []);
}
