//! Ratings: Glickman's published example, and properties that hold for any results.

use damier_session::strength::{Deviation, Rating, Scored, Strength, Volatility};
use proptest::prelude::*;

fn strength(rating: f64, deviation: f64) -> Strength {
    Strength {
        rating: Rating::new(rating).unwrap(),
        deviation: Deviation::new(deviation).unwrap(),
        volatility: Volatility::default(),
    }
}

fn near(found: f64, expected: f64, within: f64) {
    assert!(
        (found - expected).abs() <= within,
        "{found} is not {expected}"
    );
}

/// Mark E. Glickman, "Example of the Glicko-2 system", pages 3 to 5: one player, three games.
#[test]
fn the_published_example_is_reproduced() {
    let after = strength(1500.0, 200.0).after(&[
        (strength(1400.0, 30.0), Scored::Win),
        (strength(1550.0, 100.0), Scored::Loss),
        (strength(1700.0, 300.0), Scored::Loss),
    ]);
    // Glickman rounds on the way, to 1464.06 and 151.52.
    near(after.rating.get(), 1464.06, 0.02);
    near(after.deviation.get(), 151.52, 0.01);
    near(after.volatility.get(), 0.05999, 0.00001);
}

/// The same paper, page 5: without games only the deviation changes, to the root of the sum of
/// squares.
#[test]
fn inactivity_only_increases_the_deviation() {
    let before = strength(1500.0, 200.0);
    let after = before.rested(1);
    assert_eq!(after.rating, before.rating);
    near(
        after.deviation.get(),
        200_f64.hypot(0.06 * 173.7178),
        0.0001,
    );
    assert_eq!(before.rested(0), before);
    assert_eq!(before.after(&[]), after);
    let long = before.rested(u32::MAX);
    assert_eq!(long.deviation, Deviation::WIDEST);
    assert_eq!(long.rating, before.rating);
}

#[test]
fn equals_expect_half_and_the_stronger_more() {
    let (weak, strong) = (strength(1400.0, 80.0), strength(1800.0, 80.0));
    near(weak.expected_against(weak), 0.5, 1e-9);
    assert!(strong.expected_against(weak) > 0.85);
    near(
        strong.expected_against(weak) + weak.expected_against(strong),
        1.0,
        1e-9,
    );
}

#[test]
fn numbers_outside_their_range_are_refused() {
    assert_eq!(Rating::new(f64::NAN), None);
    assert_eq!(Rating::new(-1.0), None);
    assert_eq!(Deviation::new(351.0), None);
    assert_eq!(Volatility::new(f64::INFINITY), None);
    assert_eq!(Rating::nearest(f64::NAN), Rating::default());
    assert_eq!(Some(Rating::nearest(f64::INFINITY)), Rating::new(4000.0));
    for text in [
        r#"{"rating":1e9,"deviation":50,"volatility":0.06}"#,
        r#"{"rating":1500,"deviation":0,"volatility":0.06}"#,
        r#"{"rating":1500,"deviation":50}"#,
    ] {
        assert!(serde_json::from_str::<Strength>(text).is_err(), "{text}");
    }
    let kept = strength(1512.5, 61.25);
    let text = serde_json::to_string(&kept).unwrap();
    assert_eq!(serde_json::from_str::<Strength>(&text).unwrap(), kept);
}

fn any_strength() -> impl Strategy<Value = Strength> {
    (0.0..=4000.0_f64, 30.0..=350.0_f64, 0.01..=0.15_f64).prop_map(
        |(rating, deviation, volatility)| Strength {
            rating: Rating::new(rating).unwrap(),
            deviation: Deviation::new(deviation).unwrap(),
            volatility: Volatility::new(volatility).unwrap(),
        },
    )
}

fn any_score() -> impl Strategy<Value = Scored> {
    prop_oneof![Just(Scored::Win), Just(Scored::Draw), Just(Scored::Loss)]
}

proptest! {
    /// It terminates for any input, and stays within the ranges.
    #[test]
    fn any_results_give_a_valid_rating(
        player in any_strength(),
        games in prop::collection::vec((any_strength(), any_score()), 0..40),
    ) {
        let after = player.after(&games);
        prop_assert!(Rating::new(after.rating.get()).is_some());
        prop_assert!(Deviation::new(after.deviation.get()).is_some());
        prop_assert!(Volatility::new(after.volatility.get()).is_some());
    }

    /// A better result never gives a lower rating, and a win never lowers it.
    #[test]
    fn a_better_result_gives_no_lower_rating(player in any_strength(), other in any_strength()) {
        let with = |score| player.after(&[(other, score)]).rating.get();
        prop_assert!(with(Scored::Win) >= with(Scored::Draw));
        prop_assert!(with(Scored::Draw) >= with(Scored::Loss));
        prop_assert!(with(Scored::Win) >= player.rating.get());
        prop_assert!(with(Scored::Loss) <= player.rating.get());
    }
}

/// One game step by step according to Glickman's paper, with a fraction of a period: a slow and
/// obvious reference implementation.
fn by_the_book(player: Strength, periods: f64, other: Strength, score: f64) -> (f64, f64) {
    const SCALE: f64 = 173.7178;
    let mu = (player.rating.get() - 1_500.0) / SCALE;
    let phi = player.deviation.get() / SCALE;
    let (mu_j, phi_j) = (
        (other.rating.get() - 1_500.0) / SCALE,
        other.deviation.get() / SCALE,
    );
    let g = 1.0 / (1.0 + 3.0 * phi_j.powi(2) / std::f64::consts::PI.powi(2)).sqrt();
    let e = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
    let v = 1.0 / (g * g * e * (1.0 - e));
    // One game changes the volatility by less than the tolerance, so step 5 is omitted.
    let started = phi.powi(2) + player.volatility.get().powi(2) * periods;
    let phi = 1.0 / (1.0 / started + 1.0 / v).sqrt();
    let mu = mu + phi.powi(2) * g * (score - e);
    (1_500.0 + SCALE * mu, SCALE * phi)
}

#[test]
fn a_partial_period_agrees_with_the_paper() {
    let other = strength(1620.0, 70.0);
    for deviation in [40.0, 80.0, 200.0] {
        for periods in [0.0, 0.01, 0.5, 1.0, 7.5] {
            for (score, points) in [(Scored::Win, 1.0), (Scored::Draw, 0.5), (Scored::Loss, 0.0)] {
                let player = strength(1500.0, deviation);
                let after = player.after_one(periods, other, score);
                let (rating, expected) = by_the_book(player, periods, other, points);
                near(after.rating.get(), rating, 0.05);
                near(after.deviation.get(), expected, 0.05);
            }
        }
    }
}

proptest! {
    /// One whole period is the library's own, and any time gives numbers within their ranges.
    #[test]
    fn a_game_after_any_time_gives_a_valid_rating(
        player in any_strength(),
        other in any_strength(),
        score in any_score(),
        periods in 0.0..1e9_f64,
    ) {
        let after = player.after_one(periods, other, score);
        prop_assert!(Rating::new(after.rating.get()).is_some());
        prop_assert!(Deviation::new(after.deviation.get()).is_some());
        let rested = player.rested_for(periods);
        prop_assert!(rested.deviation >= player.deviation);
        if player.rested(1).deviation < Deviation::WIDEST {
            let whole = player.after_one(1.0, other, score);
            prop_assert!((whole.rating.get() - player.after(&[(other, score)]).rating.get()).abs() < 1e-6);
            prop_assert!((player.rested_for(1.0).deviation.get() - player.rested(1).deviation.get()).abs() < 0.01);
        }
    }
}
