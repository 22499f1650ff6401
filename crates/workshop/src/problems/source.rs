//! What a search for problems examines, one unit after another: games, known problems, random
//! endings, and known problems to grow compositions from.
//!
//! What a unit yields depends only on its name and on what the head of the file records, so that an
//! interrupted run continues with the next unit.

use std::sync::atomic::{AtomicBool, Ordering};

use damier_coach::problem::{Problem, Theme};
use damier_engine::{Endings, Engine};
use damier_notation::fen;

use super::composing::{Seeds, grow};
use super::finish::{finished, rated, with_theme};
use super::proof::prove;
use super::{GivenGame, Hunt, Looked, endings, games};

/// How many known problems are one unit.
const KNOWN_A_UNIT: usize = 10;

/// A unit of a search.
pub(super) enum Source<'h> {
    /// A given game.
    Given(&'h GivenGame),
    /// Some of the known problems, from this number on; their positions are proved again.
    Known(usize),
    /// Random endings.
    Ending(u64),
    /// A composition.
    Composed(u64),
    /// The game with this number, played by the levels.
    Made(u64),
}

impl<'h> Source<'h> {
    /// The unit with this number; `None` after the last one.
    pub(super) fn of(hunt: &'h Hunt, number: u64) -> Option<Source<'h>> {
        let mut left = number;
        let mut within = |count: u64| {
            let is_here = left < count;
            let number = left;
            left = left.saturating_sub(count);
            is_here.then_some(number)
        };
        if let Some(at) = within(hunt.given.len() as u64) {
            let at = usize::try_from(at).ok()?;
            return hunt.given.get(at).map(Source::Given);
        }
        if let Some(at) = within(hunt.known.len().div_ceil(KNOWN_A_UNIT) as u64) {
            return Some(Source::Known(usize::try_from(at).ok()? * KNOWN_A_UNIT));
        }
        if let Some(at) = within(hunt.endings) {
            return Some(Source::Ending(at));
        }
        if let Some(at) = within(hunt.composed) {
            return Some(Source::Composed(at));
        }
        within(hunt.games).map(Source::Made)
    }

    /// The name of the unit in the file of problems.
    pub(super) fn name(&self) -> String {
        match self {
            Source::Given(given) => {
                let name = given.name.replace(['\t', '\r', '\n'], " ");
                format!("{name} [{:08x}]", fingerprint(given))
            }
            Source::Known(number) => format!("known {number}"),
            Source::Ending(number) => format!("ending {number}"),
            Source::Composed(number) => format!("composition {number}"),
            Source::Made(number) => format!("game {number}"),
        }
    }

    /// Examines the unit. `None` if it was stopped.
    pub(super) fn look(
        &self,
        hunt: &Hunt,
        seeds: &Seeds,
        engine: &Engine,
        stop: &AtomicBool,
    ) -> Option<Looked> {
        engine.forget();
        let name = self.name();
        let source = format!("{name} of seed {}", hunt.seed);
        let random = |number: u64| {
            fastrand::Rng::with_seed(hunt.seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        };
        let looked = match *self {
            Source::Given(given) => return games::given(hunt, given, name, engine, stop),
            Source::Made(number) => return games::made(hunt, number, name, engine, stop),
            Source::Known(from) => known(hunt, from, engine),
            Source::Ending(number) => ending(hunt, source, engine, &mut random(number)),
            Source::Composed(number) => {
                composed(hunt, seeds, number, source, engine, &mut random(number))
            }
        };
        (!stop.load(Ordering::Relaxed)).then_some(looked)
    }
}

/// A number computed from what the units of known problems, compositions and endings depend on.
pub(super) fn inputs(hunt: &Hunt) -> u32 {
    let mut hash = Fnv::new();
    for problem in &hunt.known {
        hash.add(&problem.id().to_string());
    }
    for shot in &hunt.shots {
        hash.add(shot.code());
    }
    let pieces = hunt.tables.as_ref().map_or(0, Endings::most_pieces);
    hash.add(&pieces.to_string());
    hash.finish()
}

/// The number of units of a search.
pub(super) fn count(hunt: &Hunt) -> u64 {
    let known = hunt.known.len().div_ceil(KNOWN_A_UNIT);
    (hunt.given.len() + known) as u64 + hunt.endings + hunt.composed + hunt.games
}

impl Looked {
    fn of(problems: impl IntoIterator<Item = Problem>) -> Looked {
        Looked {
            problems: problems.into_iter().collect(),
            ..Looked::default()
        }
    }
}

/// The positions of known problems, proved again.
fn known(hunt: &Hunt, from: usize, engine: &Engine) -> Looked {
    let here = hunt.known.iter().skip(from).take(KNOWN_A_UNIT);
    Looked::of(here.filter_map(|known| {
        let proof = prove(engine, &known.position, hunt.bounds)?;
        let mut problem = proof.problem(known.opening.clone(), known.source.clone());
        for theme in [Theme::Composed, Theme::Ending] {
            if known.tags.has(theme) {
                problem = with_theme(problem, theme);
            }
        }
        finished(hunt, engine, problem)
    }))
}

/// A random ending: one that the tables know, if there are tables, or one of some pieces more.
fn ending(hunt: &Hunt, source: String, engine: &Engine, random: &mut fastrand::Rng) -> Looked {
    if let Some(tables) = hunt
        .tables
        .as_ref()
        .filter(|tables| tables.most_pieces() >= endings::FEWEST && random.bool())
    {
        let known = endings::of_tables(engine, tables, random, &source);
        return Looked::of(known.map(|problem| rated(engine, problem)));
    }
    let proof = endings::proved(engine, hunt.variant, hunt.bounds, random);
    let problem =
        proof.map(|proof| with_theme(proof.problem(String::new(), source), Theme::Ending));
    Looked::of(problem.and_then(|problem| finished(hunt, engine, problem)))
}

/// A composition: a shot that gets another setting, or, in every other turn if no shots are chosen,
/// a known problem that becomes longer.
fn composed(
    hunt: &Hunt,
    seeds: &Seeds,
    number: u64,
    source: String,
    engine: &Engine,
    random: &mut fastrand::Rng,
) -> Looked {
    let growth = if !hunt.shots.is_empty() {
        seeds.setting(number)
    } else if number.is_multiple_of(2) {
        seeds.longer(number / 2)
    } else {
        seeds.setting(number / 2)
    };
    let grown = growth.and_then(|(seed, growth)| grow(engine, seed, growth, hunt.bounds, random));
    let problem =
        grown.map(|proof| with_theme(proof.problem(String::new(), source), Theme::Composed));
    Looked::of(problem.and_then(|problem| finished(hunt, engine, problem)))
}

/// A number computed from the positions of a game. It is written to files, so it never changes.
fn fingerprint(given: &GivenGame) -> u32 {
    let mut hash = Fnv::new();
    let mut at = given.start;
    hash.add(&fen::write(&at));
    for played in &given.moves {
        let Ok(next) = at.play(played) else { break };
        at = next;
        hash.add(&fen::write(&at));
    }
    hash.finish()
}

/// The upper 32 bits of the 64-bit FNV-1a hash of lines of text.
struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, line: &str) {
        for byte in line.bytes().chain([b'\n']) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u32 {
        (self.0 >> 32) as u32
    }
}
