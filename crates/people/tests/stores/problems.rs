//! The store of the ratings of problems.

use damier_people::problems::{
    DeviceDigest, ProblemId, ProblemRatings, ProblemTry, ShippedRating, TryOutcome,
};
use damier_rules::Variant;
use damier_session::strength::{Deviation, Rating};

use crate::common::{concurrently, in_memory, ready};

const INTERNATIONAL: Variant = Variant::INTERNATIONAL;

fn shipped(rating: f64) -> ShippedRating {
    ShippedRating {
        rating: Rating::new(rating).unwrap(),
        deviation: Deviation::new(250.0).unwrap(),
    }
}

fn failed(problem: &str, device: u32) -> (ProblemTry, ShippedRating) {
    let tried = ProblemTry {
        problem: problem.parse().unwrap(),
        outcome: TryOutcome::Failed,
        rating: Rating::new(1500.0).unwrap(),
        deviation: Deviation::new(80.0).unwrap(),
        device: DeviceDigest(device),
    };
    (tried, shipped(1400.0))
}

/// The rated problems with the numbers of their results.
fn results(ratings: &ProblemRatings, game: Variant) -> Vec<(String, u32)> {
    let listed = ready(ratings.list(game)).into_iter();
    listed
        .map(|(id, rating)| (id.to_string(), rating.results()))
        .collect()
}

#[test]
fn a_batch_counts_in_each_of_its_documents() {
    let ratings = ProblemRatings::of(&in_memory());
    assert!(results(&ratings, INTERNATIONAL).is_empty());
    let batch = [
        failed("ff00000001", 1),
        failed("0000000001", 1),
        failed("ff00000002", 1),
        failed("ff00000001", 2),
    ];
    assert_eq!(ready(ratings.record(INTERNATIONAL, &batch, 10)), 4);
    let [first, second, third] = ["0000000001", "ff00000001", "ff00000002"].map(str::to_owned);
    assert_eq!(
        results(&ratings, INTERNATIONAL),
        [(first, 1), (second, 2), (third, 1)]
    );
    assert!(results(&ratings, Variant::FRISIAN).is_empty());
}

#[test]
fn a_repeated_batch_changes_nothing() {
    let ratings = ProblemRatings::of(&in_memory());
    let batch = [failed("ff00000001", 1), failed("0000000001", 1)];
    assert_eq!(ready(ratings.record(INTERNATIONAL, &batch, 10)), 2);
    let before = ready(ratings.list(INTERNATIONAL));
    assert_eq!(ready(ratings.record(INTERNATIONAL, &batch, 20)), 0);
    assert_eq!(ready(ratings.list(INTERNATIONAL)), before);
}

#[test]
fn games_do_not_share_ratings() {
    let ratings = ProblemRatings::of(&in_memory());
    for game in [INTERNATIONAL, Variant::FRISIAN] {
        let batch = [failed("a000000001", 1)];
        assert_eq!(ready(ratings.record(game, &batch, 10)), 1, "{game}");
        assert_eq!(results(&ratings, game), [("a000000001".to_owned(), 1)]);
    }
}

#[test]
fn concurrent_tries_are_all_counted() {
    let ratings = ProblemRatings::of(&in_memory());
    concurrently(8, |device| {
        let batch = [failed("a000000001", u32::from(device))];
        ready(ratings.record(INTERNATIONAL, &batch, 10))
    });
    assert_eq!(
        results(&ratings, INTERNATIONAL),
        [("a000000001".to_owned(), 8)]
    );
}

#[test]
fn a_changed_shipped_rating_replaces_the_stored_one() {
    let ratings = ProblemRatings::of(&in_memory());
    for device in 0..6 {
        ready(ratings.record(INTERNATIONAL, &[failed("a000000001", device)], 10));
    }
    let (tried, old) = failed("a000000001", 9);
    let new = shipped(1800.0);
    ready(ratings.record(INTERNATIONAL, &[(tried, new)], 20));
    let listed: Vec<(ProblemId, _)> = ready(ratings.list(INTERNATIONAL));
    let (_, rating) = &listed[0];
    assert_eq!(rating.results(), 1);
    assert!(rating.rating().get() > 1800.0 && !rating.replaces(old));
}
