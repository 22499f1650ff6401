//! Tests of whole fits, from quick games to weights, and of the errors of a fit.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use damier_engine::{Engine, Knowledge};

use super::*;
use crate::selfplay::SelfPlay;

/// A fit without any steps yet, to quick games of an engine that evaluates only material and
/// advancement.
fn of_quick_games(folder: &Path, variant: Variant, games: u64) -> Fit {
    let file = folder.join("games");
    let play = SelfPlay {
        variant,
        games,
        nodes: 100,
        opening: (4, 8),
        seed: 1,
        threads: 2,
        won_at: 400,
        level_at: None,
        longest: 120,
        endings: None,
        judges_by: "material".to_owned(),
    };
    let engine = || Engine::with_knowledge(1, Knowledge::Material);
    play.run(&file, engine, &AtomicBool::new(false), |_| {})
        .unwrap();
    Fit {
        variant,
        files: vec![file],
        choice: Choice::default(),
        few_pieces: None,
        leaves: None,
        nodes: 1_000,
        aim: Aim::default(),
        rounds: 0,
        epochs: 0,
        tall: false,
        before: None,
        keep: false,
        threads: 1,
    }
}

/// A fit to a few hundred quick games learns more than the number of men.
#[test]
fn games_teach_more_than_counting_men() {
    let folder = tempfile::tempdir().unwrap();
    let fit = Fit {
        rounds: 12,
        epochs: 2,
        ..of_quick_games(folder.path(), Variant::RUSSIAN, 300)
    };
    let fitted = fit.run(|_| {}).unwrap();
    let again = fit.run(|_| {}).unwrap();
    assert_eq!(
        fitted.weights, again.weights,
        "the same games fit the same weights"
    );
    let [first, .., last] = &fitted.rounds[..] else {
        panic!("no steps")
    };
    assert!(last.held_out < first.held_out - 0.01, "{first:?} {last:?}");
    let [_, .., taught] = &fitted.epochs[..] else {
        panic!("no network")
    };
    assert!(taught.learned < last.learned, "{last:?} {taught:?}");
    Engine::with_weights(1, &fitted.weights).unwrap();
    let begun = |counts, rounds, epochs| Fit {
        before: Some(Before {
            weights: fitted.weights.clone(),
            scale: fitted.scale,
            counts,
        }),
        rounds,
        epochs,
        ..fit.clone()
    };
    let nothing = |step| panic!("refused before anything is done: {step:?}");
    let gone_on = begun(1.0, 12, 2).run(|_| {}).unwrap();
    assert!(
        (gone_on.rounds[0].learned - last.learned).abs() < 2e-3,
        "it begins where the other ended: {last:?} {gone_on:?}"
    );
    let keeping = Fit {
        keep: true,
        ..begun(1.0, 1, 0)
    };
    let error = keeping.run(nothing).unwrap_err();
    assert!(matches!(error, FitError::KeepsNetwork), "{error}");
    let kept = begun(1e6, 2, 1).run(|_| {}).unwrap();
    let taught_before = |fitted: &Fitted| fitted.epochs[0].learned;
    assert!(
        taught_before(&gone_on) < last.learned,
        "the network as well: {last:?} {gone_on:?}"
    );
    assert!(
        (taught_before(&kept) - kept.epochs[1].learned).abs() < 1e-4,
        "what counts much stays: {kept:?}"
    );
    let elsewhere = Fit {
        variant: Variant::BRAZILIAN,
        ..begun(1.0, 1, 0)
    };
    let message = elsewhere.run(nothing).unwrap_err().to_string();
    assert_eq!(message, "the weights to begin with are of russian");
    let taller = Fit {
        tall: true,
        ..begun(1.0, 1, 0)
    };
    let message = taller.run(nothing).unwrap_err().to_string();
    assert!(
        message.ends_with("have no tall shapes, this fit has some"),
        "{message}"
    );
    let listening = Fit {
        leaves: Some(SearchLeaves {
            positions: 200,
            nodes: 300,
            seed: 1,
        }),
        nodes: 100,
        ..begun(1.0, 1, 0)
    };
    let mut judged = Vec::new();
    let listened = listening
        .run(|step| {
            if let FitStep::Judging { done, of } = step {
                judged.push((done, of));
            }
        })
        .unwrap();
    let searches = judged.len() as u64;
    assert!((50..=52).contains(&searches), "four of each: {judged:?}");
    assert!(
        judged
            .iter()
            .copied()
            .eq((1..=searches).map(|done| (done, searches)))
    );
    assert!(
        (100..=208).contains(&listened.leaves),
        "{}",
        listened.leaves
    );
    let all = |fitted: &Fitted| fitted.positions.iter().sum::<u64>();
    assert_eq!(all(&listened), all(&fitted) + listened.leaves);
    let card = report::card(&listening, &listened);
    let line = format!("search leaves   {} of the positions", listened.leaves);
    assert!(card.contains(&line), "{card}");
    let nowhere = Fit {
        files: vec![folder.path().join("nowhere")],
        ..fit.clone()
    };
    let error = nowhere.run(|_| {}).unwrap_err();
    assert!(error.to_string().ends_with("nowhere"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
    let page = report::html(&fit, &fitted);
    assert!(
        page.contains("russian")
            && page.matches("<svg").count() == 4
            && page.contains("network         2 goes"),
        "{page}"
    );
}
/// In games where the side without pieces or moves wins, an extra man is a disadvantage, in the
/// games and in the weights.
#[test]
fn a_man_has_a_negative_value_in_giveaway_games() {
    let folder = tempfile::tempdir().unwrap();
    let fit = Fit {
        rounds: 8,
        ..of_quick_games(folder.path(), Variant::PODDAVKI, 150)
    };
    let fitted = fit.run(|_| {}).unwrap();
    assert!(fitted.scale > 0.0, "{}", fitted.scale);
    let man = Model::new(fit.variant).unwrap().terms().start;
    let [at_start, at_end] = fitted.weights.pairs()[man];
    assert!(at_start < 0 && at_end < 0, "{at_start} {at_end}");
    // Without any steps nothing is learned, and the fit returns an error.
    let idle = Fit { rounds: 0, ..fit };
    let blank = vec![[0, 0]; fitted.weights.pairs().len()];
    let before = Before {
        weights: Weights::new(idle.variant.id(), blank),
        scale: 100.0,
        counts: 1.0,
    };
    let error = Fit {
        before: Some(before),
        ..idle
    }
    .run(|_| {})
    .unwrap_err();
    assert!(matches!(error, FitError::NoMan), "{error}");
}
