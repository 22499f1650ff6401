//! Votes, and games in which somebody wants a move.

use super::*;

pub(crate) async fn a_voice_replaces_the_one_before_about_the_same(store: SharedStore) {
    let at = made(&store, 10).await;
    arrive(&store, at, 101, WHITE, "Awa").await;
    arrive(&store, at, 102, BLACK, "Piet").await;
    let voice = |member, at_ms, want| Voice {
        member,
        matter: Matter::of(&want).unwrap(),
        version: 7,
        at_ms,
        want,
    };
    let moved = |text: &str| Want::Move {
        text: text.into(),
        ply: Some(0),
    };
    let first = voice(1, 100, moved("32-28"));
    assert!(Gatherings::of(&store).keep_voice(at, &first).await.unwrap());
    assert!(
        Gatherings::of(&store).keep_voice(at, &first).await.unwrap(),
        "again"
    );
    let word = voice(1, 150, Want::OfferDraw);
    assert!(Gatherings::of(&store).keep_voice(at, &word).await.unwrap());
    assert!(
        !Gatherings::of(&store)
            .keep_voice(at, &voice(3, 100, moved("1")))
            .await
            .unwrap()
    );
    assert!(
        !Gatherings::of(&store)
            .keep_voice(id(99), &first)
            .await
            .unwrap()
    );
    let other = voice(2, 120, moved("19-23"));
    assert!(Gatherings::of(&store).keep_voice(at, &other).await.unwrap());
    let later = Voice {
        version: 9,
        ..voice(1, 200, moved("31-27"))
    };
    assert!(Gatherings::of(&store).keep_voice(at, &later).await.unwrap());
    // One that was on its way for long replaces no later one.
    assert!(
        Gatherings::of(&store)
            .keep_voice(at, &voice(1, 199, moved("33-29")))
            .await
            .unwrap()
    );
    assert_eq!(
        Gatherings::of(&store).voices(at).await.unwrap(),
        [later, word, other]
    );
    assert!(Gatherings::of(&store).send_away(at, 2).await.unwrap());
    assert_eq!(Gatherings::of(&store).voices(at).await.unwrap().len(), 2);
}

pub(crate) async fn it_goes_along_with_its_game(store: SharedStore) {
    let at = made(&store, 10).await;
    arrive(&store, at, 101, WHITE, "Awa").await;
    Gatherings::of(&store)
        .begin_gathering(at, 700)
        .await
        .unwrap();
    let begun = store.journal.begin(&setup(10), &[], None).await.unwrap();
    assert_eq!(begun, Begun::Stored);
    let voice = Voice {
        member: 1,
        matter: Matter::Word,
        version: 0,
        at_ms: 800,
        want: Want::Resign,
    };
    assert!(Gatherings::of(&store).keep_voice(at, &voice).await.unwrap());
    assert!(
        !store.old_games.remove_game(at, 1).await.unwrap(),
        "it has gone on"
    );
    assert_eq!(Gatherings::of(&store).voices(at).await.unwrap(), [voice]);
    assert!(store.old_games.remove_game(at, 0).await.unwrap());
    assert_eq!(Gatherings::of(&store).gathering_of(at).await.unwrap(), None);
    assert_eq!(role(&store, 101).await, None);
    assert_eq!(Gatherings::of(&store).voices(at).await.unwrap(), []);
}

pub(crate) async fn games_in_which_somebody_wants_a_move_are_found(store: SharedStore) {
    let wanting = async |after| {
        store
            .team_votes
            .wanting_a_move(800, after, 2)
            .await
            .unwrap()
    };
    let voice = |at_ms, want| Voice {
        member: 1,
        matter: Matter::of(&want).unwrap(),
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
        arrive(&store, at, number + 100, WHITE, "Awa").await;
        let at_ms = if number == 10 { 799 } else { 800 };
        assert!(
            Gatherings::of(&store)
                .keep_voice(at, &voice(at_ms, moved()))
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
    let word = voice(900, Want::OfferDraw);
    assert!(
        Gatherings::of(&store)
            .keep_voice(id(10), &word)
            .await
            .unwrap()
    );
    assert_eq!(wanting(None).await, [id(20), id(40)]);
}
