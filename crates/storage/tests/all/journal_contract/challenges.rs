//! Challenges: how long they are open, and the games they become.

use super::*;

pub(crate) async fn a_challenge_is_open_until_it_expires(journal: SharedStore) {
    let first = open(1);
    assert_eq!(
        journal.challenges.challenge(&first.host, 0).await.unwrap(),
        None
    );
    assert_eq!(
        journal.challenges.offer(&first).await.unwrap(),
        Offered::Stored
    );
    assert_eq!(
        journal.challenges.offer(&first).await.unwrap(),
        Offered::Same
    );
    for key in [&first.host, &first.invitation] {
        assert_eq!(
            journal.challenges.challenge(key, 999).await.unwrap(),
            Some(first.clone())
        );
        assert_eq!(
            journal.challenges.challenge(key, 1_000).await.unwrap(),
            None,
            "it has expired"
        );
    }
    assert_eq!(
        journal
            .challenges
            .challenge(&open(2).host, 0)
            .await
            .unwrap(),
        None
    );
    assert!(journal.challenges.close(first.id).await.unwrap());
    assert!(
        !journal.challenges.close(first.id).await.unwrap(),
        "it is closed already"
    );
    assert_eq!(
        journal.challenges.challenge(&first.host, 0).await.unwrap(),
        None
    );
}

pub(crate) async fn no_two_challenges_share_an_id_or_a_key(journal: SharedStore) {
    assert_eq!(
        journal.challenges.offer(&open(1)).await.unwrap(),
        Offered::Stored
    );
    let other = open(2);
    for taken in [
        OpenChallenge {
            id: id(1),
            ..other.clone()
        },
        OpenChallenge {
            host: open(1).host,
            ..other.clone()
        },
        OpenChallenge {
            host: open(1).invitation,
            ..other.clone()
        },
        OpenChallenge {
            invitation: open(1).host,
            ..other.clone()
        },
        OpenChallenge {
            invitation: open(1).invitation,
            ..other.clone()
        },
        OpenChallenge {
            invitation: other.host,
            ..other.clone()
        },
        OpenChallenge {
            until_ms: 5,
            ..open(1)
        },
    ] {
        assert_eq!(
            journal.challenges.offer(&taken).await.unwrap(),
            Offered::Taken,
            "{taken:?}"
        );
    }
    assert_eq!(
        journal.challenges.challenge(&other.host, 0).await.unwrap(),
        None
    );
    assert_eq!(
        journal.challenges.offer(&other).await.unwrap(),
        Offered::Stored
    );
}

pub(crate) async fn the_lobby_lists_public_unexpired_challenges(journal: SharedStore) {
    for number in [5, 1, 2, 3, 7] {
        assert_eq!(
            journal.challenges.offer(&open(number)).await.unwrap(),
            Offered::Stored
        );
    }
    let lobby = |now_ms, after: Option<u128>, most| {
        let journal = journal.clone();
        async move {
            let found = journal
                .challenges
                .lobby(now_ms, after.map(id), most)
                .await
                .unwrap();
            found.into_iter().map(|open| open.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(lobby(0, None, 9).await, [id(1), id(3), id(5), id(7)]);
    assert_eq!(lobby(1_000, None, 2).await, [id(3), id(5)]);
    assert_eq!(lobby(0, Some(3), 9).await, [id(5), id(7)]);
    assert_eq!(journal.challenges.sweep(3_000, 2).await.unwrap(), 2);
    assert_eq!(journal.challenges.sweep(3_000, 9).await.unwrap(), 1);
    assert_eq!(journal.challenges.sweep(3_000, 9).await.unwrap(), 0);
    assert_eq!(lobby(0, None, 9).await, [id(5), id(7)]);
}

/// The host's key becomes the key of a seat when the game begins. A challenge that is still stored
/// cannot begin a second game.
pub(crate) async fn a_challenge_becomes_one_game(journal: SharedStore) {
    let first = open(1);
    journal.challenges.offer(&first).await.unwrap();
    let host = LiveSeat {
        key: first.host,
        role: WHITE,
    };
    let seats = [host, seat(50, BLACK)];
    assert_eq!(
        begin_with(&journal, setup(1), &seats).await,
        BeginOutcome::Stored
    );
    let late = [host, seat(51, BLACK)];
    assert_eq!(
        begin_with(&journal, setup(1), &late).await,
        BeginOutcome::Taken
    );
    assert_eq!(
        journal.journal.seat(&first.host).await.unwrap(),
        Some((id(1), WHITE))
    );
    assert!(journal.challenges.close(first.id).await.unwrap());
    assert_eq!(
        journal.journal.seat(&first.host).await.unwrap(),
        Some((id(1), WHITE))
    );
}
