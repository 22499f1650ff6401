//! Votes, and games in which somebody wants a move.

use super::*;

pub(crate) async fn a_voice_replaces_the_one_before_about_the_same(store: SharedStore) {
    let at = made(&store, 10).await;
    join(&store, at, 101, WHITE, "Awa").await;
    join(&store, at, 102, BLACK, "Piet").await;
    let vote = |member, at_ms, want| Vote {
        member,
        matter: VoteTopic::of(&want).unwrap(),
        version: 7,
        at_ms,
        want,
    };
    let moved = |text: &str| Want::Move {
        text: text.into(),
        ply: Some(0),
    };
    let first = vote(1, 100, moved("32-28"));
    assert!(TeamMatches::of(&store).keep_vote(at, &first).await.unwrap());
    assert!(
        TeamMatches::of(&store).keep_vote(at, &first).await.unwrap(),
        "again"
    );
    let word = vote(1, 150, Want::OfferDraw);
    assert!(TeamMatches::of(&store).keep_vote(at, &word).await.unwrap());
    assert!(
        !TeamMatches::of(&store)
            .keep_vote(at, &vote(3, 100, moved("1")))
            .await
            .unwrap()
    );
    assert!(
        !TeamMatches::of(&store)
            .keep_vote(id(99), &first)
            .await
            .unwrap()
    );
    let other = vote(2, 120, moved("19-23"));
    assert!(TeamMatches::of(&store).keep_vote(at, &other).await.unwrap());
    let later = Vote {
        version: 9,
        ..vote(1, 200, moved("31-27"))
    };
    assert!(TeamMatches::of(&store).keep_vote(at, &later).await.unwrap());
    // One that was on its way for long replaces no later one.
    assert!(
        TeamMatches::of(&store)
            .keep_vote(at, &vote(1, 199, moved("33-29")))
            .await
            .unwrap()
    );
    assert_eq!(
        TeamMatches::of(&store).votes(at).await.unwrap(),
        [later, word, other]
    );
    assert!(TeamMatches::of(&store).remove_member(at, 2).await.unwrap());
    assert_eq!(TeamMatches::of(&store).votes(at).await.unwrap().len(), 2);
}

pub(crate) async fn it_goes_along_with_its_game(store: SharedStore) {
    let at = made(&store, 10).await;
    join(&store, at, 101, WHITE, "Awa").await;
    TeamMatches::of(&store)
        .begin_team_match(at, 700)
        .await
        .unwrap();
    let begun = store.journal.begin(&setup(10), &[], None).await.unwrap();
    assert_eq!(begun, Begun::Stored);
    let vote = Vote {
        member: 1,
        matter: VoteTopic::Word,
        version: 0,
        at_ms: 800,
        want: Want::Resign,
    };
    assert!(TeamMatches::of(&store).keep_vote(at, &vote).await.unwrap());
    assert!(
        !store.old_games.remove_game(at, 1).await.unwrap(),
        "it has gone on"
    );
    assert_eq!(TeamMatches::of(&store).votes(at).await.unwrap(), [vote]);
    assert!(store.old_games.remove_game(at, 0).await.unwrap());
    assert_eq!(
        TeamMatches::of(&store).team_match_of(at).await.unwrap(),
        None
    );
    assert_eq!(role(&store, 101).await, None);
    assert_eq!(TeamMatches::of(&store).votes(at).await.unwrap(), []);
}

pub(crate) async fn games_with_votes_are_found(store: SharedStore) {
    let wanting = async |after| {
        store
            .team_votes
            .wanting_a_move(800, after, 2)
            .await
            .unwrap()
    };
    let vote = |at_ms, want| Vote {
        member: 1,
        matter: VoteTopic::of(&want).unwrap(),
        version: 0,
        at_ms,
        want,
    };
    let moved = || Want::Move {
        text: "32-28".into(),
        ply: Some(0),
    };
    for number in [10, 20, 30, 40] {
        let at = made(&store, number).await;
        join(&store, at, number + 100, WHITE, "Awa").await;
        let at_ms = if number == 10 { 799 } else { 800 };
        assert!(
            TeamMatches::of(&store)
                .keep_vote(at, &vote(at_ms, moved()))
                .await
                .unwrap()
        );
    }
    assert_eq!(wanting(None).await, [], "none has begun");
    for number in [10_u8, 20, 30, 40] {
        let number = number.into();
        let begun = store
            .journal
            .begin(&setup(number), &[], None)
            .await
            .unwrap();
        assert_eq!(begun, Begun::Stored);
    }
    assert_eq!(wanting(None).await, [id(20), id(30)]);
    assert_eq!(wanting(Some(id(20))).await, [id(30), id(40)]);
    assert_eq!(wanting(Some(id(40))).await, []);
    // Something happens in one game, another is over, and a word is no move.
    store.journal.append(&entry(20, 1, None)).await.unwrap();
    let mut over = entry(30, 1, None);
    over.ending = Some(Ending::win(Side::Black, ByPeople::Time));
    store.journal.append(&over).await.unwrap();
    let word = vote(900, Want::OfferDraw);
    assert!(
        TeamMatches::of(&store)
            .keep_vote(id(10), &word)
            .await
            .unwrap()
    );
    assert_eq!(wanting(None).await, [id(20), id(40)]);
}
