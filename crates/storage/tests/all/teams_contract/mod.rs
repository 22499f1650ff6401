//! The contract suite of `TeamVotes`, the port with a table of its own for team matches, and of
//! their removal with their games. Each case is a test on every backend. Team matches are
//! documents; `damier-people`, `tests/stores/teams.rs`, tests them.

use damier_people::live::BeginOutcome;
use damier_people::teams::{
    Deciding, JoinOutcome, NewAttendee, NewTeamMatch, Part, Plan, TeamMatchCreated, TeamMatches,
    TeamPlan, Vote, VoteTopic,
};
use damier_session::ending::ByPeople;
use damier_session::{Ending, GameId, GameSettings, SeatKey, Side, Want};

use crate::backends::SharedStore;
use crate::journal_contract::{entry, id, setup};

fn key(number: u8) -> SeatKey {
    SeatKey::from_bytes([number; 32])
}

/// Creates team match `number` with two members, 1 of White and 2 of Black.
async fn create(store: &SharedStore, number: u8) -> GameId {
    let teams = TeamMatches::of(store);
    let new = NewTeamMatch {
        id: id(number.into()),
        host: key(number),
        links: Vec::new(),
        plan: Plan::Teams(TeamPlan {
            variant: "frisian".into(),
            settings: GameSettings::friendly("", ""),
            white: Deciding::Captain,
            black: Deciding::Vote { within_s: 30 },
        }),
        until_ms: 1_000_000,
    };
    let created = teams.create_team_match(&new).await.unwrap();
    assert_eq!(created, TeamMatchCreated::Stored);
    for (member, side, name) in [(1, Side::White, "Awa"), (2, Side::Black, "Piet")] {
        let attendee = NewAttendee {
            key: key(number + member),
            part: Part::Side(side),
            name: name.parse().unwrap(),
        };
        let joined = teams.join(new.id, &attendee, 9, 5).await.unwrap();
        assert!(matches!(joined, JoinOutcome::Stored(_)), "{joined:?}");
    }
    new.id
}

async fn begin(store: &SharedStore, number: u8) {
    let begun = store.journal.begin(&setup(number.into()), &[], None).await;
    assert_eq!(begun.unwrap(), BeginOutcome::Stored);
}

fn vote(member: u16, at_ms: u64, want: Want) -> Vote {
    Vote {
        member,
        matter: VoteTopic::of(&want).unwrap(),
        version: 7,
        at_ms,
        want,
    }
}

fn moved(text: &str) -> Want {
    Want::Move {
        text: text.into(),
        ply: Some(0),
    }
}

async fn store_vote(store: &SharedStore, of: GameId, vote: &Vote) {
    store.team_votes.store_vote(of, vote).await.unwrap();
}

async fn votes(store: &SharedStore, of: GameId) -> Vec<Vote> {
    store.team_votes.votes(of).await.unwrap()
}

async fn a_vote_replaces_an_earlier_one_on_its_topic(store: SharedStore) {
    let of = create(&store, 10).await;
    let first = vote(1, 100, moved("32-28"));
    store_vote(&store, of, &first).await;
    store_vote(&store, of, &first).await;
    let word = vote(1, 150, Want::OfferDraw);
    store_vote(&store, of, &word).await;
    let other = vote(2, 120, moved("19-23"));
    store_vote(&store, of, &other).await;
    assert_eq!(
        votes(&store, of).await,
        [first, word.clone(), other.clone()]
    );
    let later = Vote {
        version: 9,
        ..vote(1, 200, moved("31-27"))
    };
    store_vote(&store, of, &later).await;
    // An older vote that arrives late changes nothing.
    store_vote(&store, of, &vote(1, 199, moved("33-29"))).await;
    assert_eq!(votes(&store, of).await, [later, word, other]);
    assert_eq!(votes(&store, id(99)).await, []);
}

async fn votes_are_removed_with_their_team_match(store: SharedStore) {
    let of = create(&store, 10).await;
    store_vote(&store, of, &vote(1, 100, moved("32-28"))).await;
    assert!(TeamMatches::of(&store).dismiss(of).await.unwrap());
    assert_eq!(votes(&store, of).await, []);
    store_vote(&store, of, &vote(1, 100, moved("32-28"))).await;
    assert_eq!(votes(&store, of).await, [], "no team match");
    create(&store, 10).await;
    assert_eq!(votes(&store, of).await, []);
}

async fn a_team_match_is_removed_with_its_game(store: SharedStore) {
    let teams = TeamMatches::of(&store);
    let of = create(&store, 10).await;
    teams.begin_team_match(of, 700).await.unwrap();
    begin(&store, 10).await;
    let resign = vote(1, 800, Want::Resign);
    store_vote(&store, of, &resign).await;
    let another_version = store.old_games.remove_game(of, 1).await.unwrap();
    assert!(!another_version);
    assert_eq!(votes(&store, of).await, [resign]);
    assert!(store.old_games.remove_game(of, 0).await.unwrap());
    assert_eq!(teams.team_match_of(of).await.unwrap(), None);
    assert_eq!(teams.team_match(&key(11), 5).await.unwrap(), None);
    assert_eq!(votes(&store, of).await, []);
}

async fn games_with_votes_for_a_move_are_found(store: SharedStore) {
    let wanting = async |after| {
        let found = store.team_votes.wanting_a_move(800, after, 2).await;
        found.unwrap()
    };
    let numbers = [10_u8, 20, 30, 40];
    for number in numbers {
        let of = create(&store, number).await;
        let at_ms = if number == 10 { 799 } else { 800 };
        store_vote(&store, of, &vote(1, at_ms, moved("32-28"))).await;
    }
    assert_eq!(wanting(None).await, [], "no game has begun");
    for number in numbers {
        begin(&store, number).await;
    }
    assert_eq!(wanting(None).await, [id(20), id(30)]);
    assert_eq!(wanting(Some(id(20))).await, [id(30), id(40)]);
    assert_eq!(wanting(Some(id(40))).await, []);
    // Finished games are not found, nor games with votes on other topics.
    store.journal.append(&entry(20, 1, None)).await.unwrap();
    let mut over = entry(30, 1, None);
    over.ending = Some(Ending::win(Side::Black, ByPeople::Time));
    store.journal.append(&over).await.unwrap();
    store_vote(&store, id(10), &vote(1, 900, Want::OfferDraw)).await;
    assert_eq!(wanting(None).await, [id(20), id(40)]);
}

crate::backends::on_every_backend!(store:
    a_vote_replaces_an_earlier_one_on_its_topic,
    votes_are_removed_with_their_team_match,
    a_team_match_is_removed_with_its_game,
    games_with_votes_for_a_move_are_found,
);
