//! The last steps for a proved problem: the second look with more nodes, and the effort of solving.

use damier_coach::problem::{Problem, StartRating, Tags, Theme};
use damier_engine::Engine;

use super::check::check;
use super::proof::{Bounds, LEAST};
use super::{Hunt, effort};

/// The problem with its rating, unless a second look with more nodes doubts it.
pub(super) fn finished(hunt: &Hunt, engine: &Engine, problem: Problem) -> Option<Problem> {
    let second = Bounds {
        nodes: hunt.again,
        ..LEAST
    };
    check(engine, &problem, second)
        .is_none()
        .then(|| rated(engine, problem))
}

/// The problem with the points of a search in place of a rating; packing adds the others.
pub(super) fn rated(engine: &Engine, mut problem: Problem) -> Problem {
    let effort = effort::of(engine, &problem);
    problem.rating = StartRating {
        elo: effort.points,
        deviation: 0,
    };
    if effort.tempts {
        with_theme(problem, Theme::Try)
    } else {
        problem
    }
}

/// The problem with a further theme.
pub(super) fn with_theme(mut problem: Problem, theme: Theme) -> Problem {
    let mut themes = problem.tags.themes;
    themes.push(theme);
    problem.tags = Tags::of(&problem.position, &problem.solution.main().moves, &themes);
    problem
}
