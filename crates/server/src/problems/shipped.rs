//! The problems that the page contains, with their ratings there. They bound what is stored: a
//! result of any other problem is ignored. `web/src/features/problems/problem.ts` reads the same
//! files; `crates/coach/src/problem/mod.rs` describes them.

use std::collections::HashMap;
use std::sync::Arc;

use damier_people::problems::{ProblemId, ShippedRating};
use damier_rules::Variant;
use damier_session::strength::{Deviation, Rating};
use parking_lot::Mutex;
use serde::Deserialize;
use tokio::sync::OnceCell;

use crate::page::{Page, plain_content};
use crate::problem::Problem;

/// The problems of a game.
pub(crate) type Shipped = HashMap<ProblemId, ShippedRating>;

/// The problems of each game, read when they are first needed.
pub(crate) struct ShippedProblems {
    page: Page,
    games: Mutex<HashMap<Variant, Arc<OnceCell<Arc<Shipped>>>>>,
}

/// The part of an index that is read here.
#[derive(Deserialize)]
struct Index {
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    file: String,
}

impl ShippedProblems {
    pub(crate) fn of(page: Page) -> Self {
        Self {
            page,
            games: Mutex::default(),
        }
    }

    /// The problems of a game.
    ///
    /// # Errors
    /// The page has no problems of this game.
    pub(crate) async fn of_game(&self, game: Variant) -> Result<Arc<Shipped>, Problem> {
        let cell = self.games.lock().entry(game).or_default().clone();
        let read = cell.get_or_try_init(async || {
            let page = self.page.clone();
            let read = tokio::task::spawn_blocking(move || read_problems(&page, game));
            let found = read.await.map_err(|error| {
                tracing::error!(%error, "the task that reads problems panicked");
                Problem::internal()
            })?;
            found.map(Arc::new).ok_or_else(|| no_problems(game.id()))
        });
        read.await.cloned()
    }
}

/// The page has no problems of a game.
pub(crate) fn no_problems(game: &str) -> Problem {
    Problem::not_found(
        "no-problems",
        "no problems of this game",
        format!("the page of this server has no problems of {game:?}"),
    )
}

/// Reads the problems of a game; `None` if the page has none.
fn read_problems(page: &Page, game: Variant) -> Option<Shipped> {
    let read = |file: &str| {
        let file = page.get(&format!("problems/{}/{file}", game.id()))?;
        plain_content(&file)
    };
    let index: Index = serde_json::from_slice(&read("index.json")?).ok()?;
    let mut problems = Shipped::new();
    for part in index.parts {
        let text = read(&part.file)?;
        let lines = text.split(|byte| *byte == b'\n');
        problems.extend(lines.filter_map(read_line));
    }
    Some(problems)
}

/// Reads the id, the rating and the deviation of a line; `None` if it is no problem.
fn read_line(line: &[u8]) -> Option<(ProblemId, ShippedRating)> {
    let line = std::str::from_utf8(line).ok()?;
    let mut columns = line.split('\t');
    let id = columns.next()?.parse().ok()?;
    let number = |text: &str| text.parse::<u16>().ok().map(f64::from);
    let rating = number(columns.nth(2)?)?;
    let deviation = number(columns.next()?)?;
    let shipped = ShippedRating {
        rating: Rating::new(rating)?,
        deviation: Deviation::nearest(deviation),
    };
    Some((id, shipped))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::page::{File, Files};

    /// The files from which the page is built.
    struct Public;

    impl Files for Public {
        fn get(&self, name: &str) -> Option<File> {
            let public = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/public");
            let bytes = fs::read(public.join(name)).ok()?;
            Some(File {
                bytes: bytes.into(),
                is_brotli: false,
                tag: String::new(),
            })
        }
    }

    #[test]
    fn every_shipped_problem_is_read() {
        let mut games = 0;
        for game in Variant::ALL {
            let Some(index) = Public.get(&format!("problems/{}/index.json", game.id())) else {
                continue;
            };
            let index: serde_json::Value = serde_json::from_slice(&index.bytes).unwrap();
            let problems = read_problems(&Page::of(Public), *game).unwrap();
            assert_eq!(index["problems"], problems.len(), "{game}");
            let are_rated = problems
                .values()
                .all(|shipped| (600.0..=2400.0).contains(&shipped.rating.get()));
            assert!(are_rated, "{game}");
            games += 1;
        }
        assert_eq!(games, 7);
    }

    #[test]
    fn a_line_has_an_id_a_rating_and_a_deviation() {
        let line = "b2ab2f5c16\tW:W28:B8\t28-23 19x28\t1120\t250\tshot\t\t\t\t9\t\tgame 1";
        let (id, shipped) = read_line(line.as_bytes()).unwrap();
        assert_eq!(id.to_string(), "b2ab2f5c16");
        assert_eq!(
            (shipped.rating.get(), shipped.deviation.get()),
            (1120.0, 250.0)
        );
        for other in [
            "",
            "b2ab2f5c16",
            "b2ab2f5c16\ta\tb\t1120",
            "b2ab2f5c16\ta\tb\t-1\t250",
            "b2ab2f5c16\ta\tb\t4001\t250",
            "B2ab2f5c16\ta\tb\t1120\t250",
        ] {
            assert_eq!(read_line(other.as_bytes()), None, "{other}");
        }
    }
}
