//! Contract suite of the port to ratings. Each test case takes an empty store and runs on every
//! backend.

use damier_people::accounts::{AccountId, AccountKey, Created, NewAccount, PasswordHash};
use damier_people::challenges::Offered;
use damier_people::live::{BeginOutcome, JournalEntry, Owners};
use damier_people::ratings::{
    ChangeCursor, CountedSide, RatedGame, RatingPool, RatingState, SettleOutcome, Settlement,
    Speed, settle,
};
use damier_session::ending::ByPeople;
use damier_session::strength::Scored;
use damier_session::{Act, CommandId, Ending, Event, Side};

use crate::backends::SharedStore;
use crate::journal_contract::{id, open, seat, setup};

const AWA: AccountId = AccountId::from_bits(1);
const PIET: AccountId = AccountId::from_bits(2);
const ZOE: AccountId = AccountId::from_bits(3);
/// How many games end at the same time.
const GAMES: u128 = 12;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

fn pool(speed: Speed) -> RatingPool {
    RatingPool::from_codes("frisian", speed.code()).unwrap()
}

fn blitz() -> Speed {
    Speed::Blitz
}

async fn create_accounts(store: &SharedStore) {
    for (account, name) in [(AWA, "Awa"), (PIET, "Piet"), (ZOE, "Zoe")] {
        let bits = account.to_bits();
        let new = NewAccount {
            id: account,
            name: name.parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: vec![AccountKey::from_bytes([bits as u8; 32])],
            created_ms: 5,
        };
        assert_eq!(
            store.accounts.create_account(&new).await.unwrap(),
            Created::Stored
        );
    }
}

async fn begin(store: &SharedStore, game: u128, players: [AccountId; 2]) -> BeginOutcome {
    let owners = Owners::rated(players, pool(blitz())).unwrap();
    let begun = store
        .journal
        .begin_owned(&setup(game), &[], &owners, None)
        .await;
    begun.unwrap()
}

/// Ends a game: the winner's opponent resigns, or both agree on a draw.
async fn end(store: &SharedStore, game: u128, winner: Option<Side>, at_ms: u64) {
    let (act, ending) = match winner {
        Some(winner) => (
            Act::Resign {
                side: winner.opponent(),
                at_ms,
            },
            Ending::win(winner, ByPeople::Resignation),
        ),
        None => (
            Act::AcceptDraw {
                side: Side::White,
                at_ms,
            },
            Ending::draw(ByPeople::Agreement),
        ),
    };
    let entry = JournalEntry {
        game: id(game),
        event: Event {
            number: 1,
            command: Some(CommandId::from_bits(game)),
            act,
        },
        ending: Some(ending),
        deadline_ms: None,
    };
    store.journal.append(&entry).await.unwrap();
}

async fn standing_of(store: &SharedStore, account: AccountId) -> RatingState {
    let requested = [(account, pool(blitz()))];
    let [standing] = store.ratings.rating_states(&requested).await.unwrap()[..] else {
        panic!("one standing for each requested one");
    };
    standing
}

/// The settlement of a game that White wins, computed from the stored ratings.
async fn white_wins(store: &SharedStore, players: [AccountId; 2], at_ms: u64) -> Settlement {
    let requested = players.map(|player| (player, pool(blitz())));
    let [white, black] = store.ratings.rating_states(&requested).await.unwrap()[..] else {
        panic!("one standing for each requested one");
    };
    let side = |before: RatingState, other: &RatingState, score| CountedSide {
        before,
        after: before.after(other, score, at_ms),
        score,
    };
    Settlement::Counted {
        at_ms,
        sides: [
            side(white, &black, Scored::Win),
            side(black, &white, Scored::Loss),
        ],
    }
}

pub(crate) async fn new_accounts_have_no_rating(store: SharedStore) {
    create_accounts(&store).await;
    assert_eq!(store.ratings.rated_game(id(1)).await.unwrap(), None);
    assert_eq!(store.ratings.unsettled(None, 9).await.unwrap(), []);
    assert_eq!(standing_of(&store, AWA).await, RatingState::default());
    assert_eq!(store.ratings.rating_states(&[]).await.unwrap(), []);
    assert_eq!(store.ratings.ratings_of(AWA).await.unwrap(), []);
    assert_eq!(
        store.ratings.changes_of(AWA, None, None, 9).await.unwrap(),
        []
    );
    assert_eq!(store.ratings.changes_in(id(1)).await.unwrap(), [None, None]);
    assert_eq!(store.ratings.best(pool(blitz()), 0, 9).await.unwrap(), []);
    let settled = store
        .ratings
        .settle(id(1), &Settlement::Void)
        .await
        .unwrap();
    assert_eq!(settled, SettleOutcome::Before);
    assert!(
        !settle(&*store.ratings, &*store.journal, &*store.accounts, id(1))
            .await
            .unwrap()
    );
}

pub(crate) async fn a_rated_game_belongs_to_both_players_from_its_start(store: SharedStore) {
    create_accounts(&store).await;
    assert_eq!(begin(&store, 1, [AWA, PIET]).await, BeginOutcome::Stored);
    assert_eq!(begin(&store, 1, [AWA, PIET]).await, BeginOutcome::Same);
    let rated = store.ratings.rated_game(id(1)).await.unwrap();
    let expected = RatedGame {
        pool: pool(blitz()),
        players: [AWA, PIET],
        is_settled: false,
    };
    assert_eq!(rated, Some(expected));
    let players = store.owned_seats.players_of(id(1)).await.unwrap();
    let names = players.map(|player| player.unwrap().name);
    assert_eq!(names, ["Awa", "Piet"]);
    assert_eq!(
        store.ratings.unsettled(None, 9).await.unwrap(),
        [],
        "the game is running"
    );

    // A casual game with one account.
    let casual = Owners::casual([None, Some(ZOE)]);
    let begun = store
        .journal
        .begin_owned(&setup(2), &[], &casual, None)
        .await;
    assert_eq!(begun.unwrap(), BeginOutcome::Stored);
    assert_eq!(store.ratings.rated_game(id(2)).await.unwrap(), None);
    assert_eq!(
        store.owned_seats.side_of(ZOE, id(2)).await.unwrap(),
        Some(Side::Black)
    );
    assert!(
        !settle(&*store.ratings, &*store.journal, &*store.accounts, id(2))
            .await
            .unwrap()
    );
}

pub(crate) async fn no_rated_game_begins_with_a_missing_account(store: SharedStore) {
    create_accounts(&store).await;
    assert!(store.accounts.delete_account(PIET).await.unwrap());
    let white = seat(1, damier_session::SeatRole::Player(Side::White));
    let unknown = AccountId::from_bits(99);
    for players in [[AWA, PIET], [PIET, AWA], [unknown, AWA]] {
        let owners = Owners::rated(players, pool(blitz())).unwrap();
        let begun = store
            .journal
            .begin_owned(&setup(1), &[white], &owners, None)
            .await;
        assert_eq!(begun.unwrap(), BeginOutcome::Taken, "{players:?}");
    }
    assert_eq!(store.journal.find(id(1)).await.unwrap(), None);
    assert_eq!(store.journal.seat(&white.key).await.unwrap(), None);
    assert_eq!(store.ratings.rated_game(id(1)).await.unwrap(), None);
    assert_eq!(store.owned_seats.games_of(AWA, None, 9).await.unwrap(), []);
}

pub(crate) async fn a_game_counts_once_however_often_it_is_settled(store: SharedStore) {
    create_accounts(&store).await;
    begin(&store, 1, [AWA, PIET]).await;
    assert!(
        !settle(&*store.ratings, &*store.journal, &*store.accounts, id(1))
            .await
            .unwrap(),
        "the game is running"
    );
    end(&store, 1, Some(Side::White), 7 * DAY_MS).await;
    assert_eq!(store.ratings.unsettled(None, 9).await.unwrap(), [id(1)]);

    let tries = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move {
            settle(&*store.ratings, &*store.journal, &*store.accounts, id(1))
                .await
                .unwrap()
        })
    });
    let mut done = 0;
    for one in tries.collect::<Vec<_>>() {
        done += u32::from(one.await.unwrap());
    }
    assert_eq!(done, 1);
    assert_eq!(store.ratings.unsettled(None, 9).await.unwrap(), []);
    assert!(
        store
            .ratings
            .rated_game(id(1))
            .await
            .unwrap()
            .unwrap()
            .is_settled
    );
    let (awa, piet) = (
        standing_of(&store, AWA).await,
        standing_of(&store, PIET).await,
    );
    assert_eq!((awa.tally.won, awa.tally.games()), (1, 1));
    assert_eq!((piet.tally.lost, piet.tally.games()), (1, 1));
    assert!(
        (awa.strength.rating.get() - 1_662.212).abs() < 0.01,
        "{awa:?}"
    );
    assert_eq!(awa.at_ms, 7 * DAY_MS);
    let other = store
        .ratings
        .rating_states(&[(AWA, pool(Speed::Rapid))])
        .await
        .unwrap();
    assert_eq!(other, [RatingState::default()], "another speed");
}

pub(crate) async fn unsettled_games_are_listed_page_by_page(store: SharedStore) {
    create_accounts(&store).await;
    for game in [5, 3, 9, 4, 7] {
        begin(&store, game, [AWA, PIET]).await;
    }
    for game in [9, 3, 4, 7] {
        end(&store, game, None, 1_000).await;
    }
    let settled = store
        .ratings
        .settle(id(4), &Settlement::Void)
        .await
        .unwrap();
    assert_eq!(settled, SettleOutcome::Stored);
    // Games that cannot be settled stay in the list, and paging reaches those behind them.
    let page = async |after: Option<u128>| store.ratings.unsettled(after.map(id), 2).await.unwrap();
    assert_eq!(page(None).await, [id(3), id(7)]);
    assert_eq!(page(Some(3)).await, [id(7), id(9)]);
    assert_eq!(page(Some(7)).await, [id(9)]);
    assert_eq!(page(Some(9)).await, []);
}

pub(crate) async fn standings_are_returned_in_the_requested_order(store: SharedStore) {
    create_accounts(&store).await;
    begin(&store, 1, [AWA, PIET]).await;
    end(&store, 1, Some(Side::White), 1_000).await;
    assert!(
        settle(&*store.ratings, &*store.journal, &*store.accounts, id(1))
            .await
            .unwrap()
    );
    let [awa, piet] = [
        standing_of(&store, AWA).await,
        standing_of(&store, PIET).await,
    ];
    assert!(awa != piet && awa != RatingState::default());
    // Repeated, unknown and other pools: each in the place of its request.
    let russian = RatingPool::from_codes("russian", blitz().code()).unwrap();
    let requested = [
        (ZOE, pool(blitz())),
        (PIET, pool(blitz())),
        (AWA, pool(Speed::Rapid)),
        (AWA, pool(blitz())),
        (AWA, russian),
        (PIET, pool(blitz())),
        (AccountId::from_bits(99), pool(blitz())),
    ];
    let new = RatingState::default();
    let expected = [new, piet, new, awa, new, piet, new];
    assert_eq!(
        store.ratings.rating_states(&requested).await.unwrap(),
        expected
    );
    let many: Vec<_> = requested.into_iter().cycle().take(1_000).collect();
    let expected: Vec<_> = expected.into_iter().cycle().take(1_000).collect();
    assert_eq!(store.ratings.rating_states(&many).await.unwrap(), expected);
}

pub(crate) async fn the_history_lists_every_counted_game(store: SharedStore) {
    create_accounts(&store).await;
    for (game, winner) in [(1, Some(Side::White)), (2, None), (3, Some(Side::Black))] {
        begin(&store, game, [AWA, PIET]).await;
        end(&store, game, winner, game as u64 * DAY_MS).await;
        assert!(
            settle(&*store.ratings, &*store.journal, &*store.accounts, id(game))
                .await
                .unwrap()
        );
    }
    let all = store.ratings.changes_of(AWA, None, None, 9).await.unwrap();
    let listed: Vec<_> = all
        .iter()
        .map(|it| (it.game, it.number, it.score))
        .collect();
    assert_eq!(
        listed,
        [
            (id(3), 3, Scored::Loss),
            (id(2), 2, Scored::Draw),
            (id(1), 1, Scored::Win)
        ]
    );
    for (later, earlier) in all.iter().zip(&all[1..]) {
        assert_eq!(later.before.rating, earlier.after.rating);
        assert!(later.before.deviation >= earlier.after.deviation);
        assert_eq!((later.side, later.opponent.as_str()), (Side::White, "Piet"));
    }
    let place = ChangeCursor {
        at_ms: all[0].at_ms,
        game: all[0].game,
    };
    let next = store
        .ratings
        .changes_of(AWA, Some(pool(blitz())), Some(place), 1);
    assert_eq!(next.await.unwrap(), all[1..2]);
    let rapid = Some(pool(Speed::Rapid));
    assert_eq!(
        store.ratings.changes_of(AWA, rapid, None, 9).await.unwrap(),
        []
    );
    let [white, black] = store.ratings.changes_in(id(3)).await.unwrap();
    assert_eq!(white, Some(all[0].clone()));
    let black = black.unwrap();
    assert_eq!((black.score, black.opponent.as_str()), (Scored::Win, "Awa"));
    assert_eq!(black.against, all[0].before.rating);
    let ratings = store.ratings.ratings_of(AWA).await.unwrap();
    assert_eq!(ratings, [(pool(blitz()), standing_of(&store, AWA).await)]);
}

pub(crate) async fn a_settlement_of_outdated_standings_is_refused(store: SharedStore) {
    create_accounts(&store).await;
    for game in [1, 2] {
        begin(&store, game, [AWA, PIET]).await;
        end(&store, game, Some(Side::White), DAY_MS).await;
    }
    let first = white_wins(&store, [AWA, PIET], DAY_MS).await;
    assert_eq!(
        store.ratings.settle(id(1), &first).await.unwrap(),
        SettleOutcome::Stored
    );
    let before = (
        standing_of(&store, AWA).await,
        standing_of(&store, PIET).await,
    );
    assert_eq!(
        store.ratings.settle(id(2), &first).await.unwrap(),
        SettleOutcome::Stale,
        "its standings were read before the first game was counted"
    );
    assert_eq!(
        store.ratings.settle(id(1), &first).await.unwrap(),
        SettleOutcome::Before
    );
    assert_eq!(
        (
            standing_of(&store, AWA).await,
            standing_of(&store, PIET).await
        ),
        before
    );
    assert_eq!(store.ratings.changes_in(id(2)).await.unwrap(), [None, None]);
    let again = white_wins(&store, [AWA, PIET], DAY_MS).await;
    assert_eq!(
        store.ratings.settle(id(2), &again).await.unwrap(),
        SettleOutcome::Stored
    );
    assert_eq!(standing_of(&store, AWA).await.tally.games(), 2);
}

pub(crate) async fn games_that_end_simultaneously_all_count(store: SharedStore) {
    create_accounts(&store).await;
    let players = [[AWA, PIET], [PIET, ZOE], [ZOE, AWA]];
    for game in 0..GAMES {
        begin(&store, game + 1, players[game as usize % 3]).await;
        end(&store, game + 1, Some(Side::White), DAY_MS).await;
    }
    let nodes = (0..3).map(|node| {
        let store = store.clone();
        tokio::spawn(async move {
            for game in 0..GAMES {
                let game = (game + 4 * node) % GAMES + 1;
                // A settlement that is outdated too often fails, and is retried.
                while settle(&*store.ratings, &*store.journal, &*store.accounts, id(game))
                    .await
                    .is_err()
                {}
            }
        })
    });
    for node in nodes.collect::<Vec<_>>() {
        node.await.unwrap();
    }
    assert_eq!(store.ratings.unsettled(None, 99).await.unwrap(), []);
    for account in [AWA, PIET, ZOE] {
        let standing = standing_of(&store, account).await;
        assert_eq!(standing.tally.games(), 8);
        let changes = store
            .ratings
            .changes_of(account, None, None, 99)
            .await
            .unwrap();
        let mut numbers: Vec<u32> = changes.iter().map(|it| it.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=8).collect::<Vec<_>>());
        let last = changes.iter().find(|it| it.number == 8).unwrap();
        assert_eq!(last.after.rating, standing.strength.rating);
    }
}

pub(crate) async fn the_ranking_lists_established_ratings_highest_first(store: SharedStore) {
    create_accounts(&store).await;
    for game in 1..=30_u128 {
        let players = if game <= 28 { [AWA, PIET] } else { [ZOE, AWA] };
        begin(&store, game, players).await;
        let winner = if game % 4 == 0 {
            Side::Black
        } else {
            Side::White
        };
        end(&store, game, Some(winner), DAY_MS + game as u64).await;
        assert!(
            settle(&*store.ratings, &*store.journal, &*store.accounts, id(game))
                .await
                .unwrap()
        );
    }
    let names = async |now_ms, most| {
        let best = store
            .ratings
            .best(pool(blitz()), now_ms, most)
            .await
            .unwrap();
        let names = best.into_iter().map(|(account, _)| account.name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(
        names(2 * DAY_MS, 9).await,
        ["Awa", "Piet"],
        "Zoe has played twice"
    );
    assert_eq!(names(2 * DAY_MS, 1).await, ["Awa"]);
    assert_eq!(names(9_000 * DAY_MS, 9).await, [""; 0], "long ago");
    let rapid = store
        .ratings
        .best(pool(Speed::Rapid), 2 * DAY_MS, 9)
        .await
        .unwrap();
    assert_eq!(rapid, []);
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(names(2 * DAY_MS, 9).await, ["Piet"]);
}

pub(crate) async fn deleting_an_account_removes_only_its_own_ratings(store: SharedStore) {
    create_accounts(&store).await;
    for game in 1..=3 {
        begin(&store, game, [AWA, PIET]).await;
    }
    end(&store, 1, Some(Side::White), DAY_MS).await;
    assert!(
        settle(&*store.ratings, &*store.journal, &*store.accounts, id(1))
            .await
            .unwrap()
    );
    end(&store, 2, Some(Side::Black), 2 * DAY_MS).await;
    let read_before = white_wins(&store, [AWA, PIET], 2 * DAY_MS).await;
    let piet = standing_of(&store, PIET).await;
    assert!(store.accounts.delete_account(AWA).await.unwrap());

    assert_eq!(standing_of(&store, AWA).await, RatingState::default());
    assert_eq!(store.ratings.ratings_of(AWA).await.unwrap(), []);
    assert_eq!(
        store.ratings.changes_of(AWA, None, None, 9).await.unwrap(),
        []
    );
    let history = store.ratings.changes_of(PIET, None, None, 9).await.unwrap();
    assert_eq!(history.len(), 1);
    assert_eq!(history[0].opponent, "deleted player 1");
    // Games of the deleted account that are not counted yet change no rating.
    let stale = store.ratings.settle(id(2), &read_before).await.unwrap();
    assert_eq!(stale, SettleOutcome::Stale);
    assert!(
        settle(&*store.ratings, &*store.journal, &*store.accounts, id(2))
            .await
            .unwrap()
    );
    end(&store, 3, Some(Side::White), 3 * DAY_MS).await;
    assert!(
        settle(&*store.ratings, &*store.journal, &*store.accounts, id(3))
            .await
            .unwrap()
    );
    assert_eq!(store.ratings.unsettled(None, 9).await.unwrap(), []);
    assert_eq!(standing_of(&store, PIET).await, piet);
    assert_eq!(store.ratings.changes_in(id(2)).await.unwrap(), [None, None]);
}

pub(crate) async fn a_challenge_is_removed_with_the_account_of_its_host(store: SharedStore) {
    create_accounts(&store).await;
    let own = damier_people::challenges::OpenChallenge {
        account: Some(AWA),
        ..open(1)
    };
    assert_eq!(store.challenges.offer(&own).await.unwrap(), Offered::Stored);
    assert_eq!(store.challenges.offer(&own).await.unwrap(), Offered::Same);
    assert_eq!(
        store.challenges.offer(&open(1)).await.unwrap(),
        Offered::Taken
    );
    assert_eq!(
        store.challenges.offer(&open(3)).await.unwrap(),
        Offered::Stored
    );
    let found = store.challenges.challenge(&own.host, 0).await.unwrap();
    assert_eq!(found, Some(own.clone()));
    assert_eq!(
        store.challenges.lobby(0, None, 9).await.unwrap(),
        [own.clone(), open(3)]
    );
    assert!(store.accounts.delete_account(AWA).await.unwrap());
    assert_eq!(
        store.challenges.challenge(&own.host, 0).await.unwrap(),
        None
    );
    assert_eq!(store.challenges.lobby(0, None, 9).await.unwrap(), [open(3)]);
}

crate::backends::on_every_backend!(store:
    new_accounts_have_no_rating,
    a_rated_game_belongs_to_both_players_from_its_start,
    no_rated_game_begins_with_a_missing_account,
    a_game_counts_once_however_often_it_is_settled,
    unsettled_games_are_listed_page_by_page,
    standings_are_returned_in_the_requested_order,
    the_history_lists_every_counted_game,
    a_settlement_of_outdated_standings_is_refused,
    games_that_end_simultaneously_all_count,
    the_ranking_lists_established_ratings_highest_first,
    deleting_an_account_removes_only_its_own_ratings,
    a_challenge_is_removed_with_the_account_of_its_host,
);
