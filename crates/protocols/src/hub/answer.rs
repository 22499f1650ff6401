//! What the engine says to the controller.

use std::fmt;

use super::line::HubLine;
use super::param::Param;

/// An answer of the engine.
///
/// ```
/// use damier_protocols::hub::{HubAnswer, HubLine};
///
/// let line = HubLine::read("done move=32-28 ponder=19-23")?;
/// let played = Some("32-28".to_owned());
/// let ponder = Some("19-23".to_owned());
/// assert_eq!(HubAnswer::of(&line), Some(HubAnswer::Done { played, ponder }));
/// assert_eq!(HubAnswer::of(&HubLine::read("unknown word")?), None);
/// # Ok::<(), damier_protocols::hub::LineError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub enum HubAnswer {
    /// Who it is.
    Id(Id),
    /// What can be set.
    Param(Param),
    /// That was all: set, and say `init`.
    Wait,
    /// It is ready.
    Ready,
    /// What it sees while it thinks.
    Info(Info),
    /// Its move, in the protocol's form.
    Done {
        /// The move; `None` where there is none.
        played: Option<String>,
        /// The answer that it expects.
        ponder: Option<String>,
    },
    /// It is there.
    Pong,
    /// It did not understand, or cannot.
    Error {
        /// Why, in its words.
        message: String,
    },
}

/// Who an engine is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Id {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who made it.
    pub author: Option<String>,
    /// Where.
    pub country: Option<String>,
}

/// What an engine reports while it thinks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Plies.
    pub depth: Option<u32>,
    /// Plies to its leaves on average.
    pub mean_depth: Option<f64>,
    /// In men, from the side to move. A win in so many plies is 100 less a hundredth for each of them, a
    /// loss the same below zero: how Scan writes them, and how clients read them.
    pub score: Option<f64>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Seconds.
    pub time: Option<f64>,
    /// Millions of positions a second.
    pub nps: Option<f64>,
    /// The line that it expects, in the protocol's form.
    pub pv: Vec<String>,
}

impl HubAnswer {
    /// Reads a line. `None` if it is not part of the protocol: an engine may print other text
    /// between its answers. Parts of an `info` that cannot be read are left out.
    pub fn of(line: &HubLine) -> Option<HubAnswer> {
        let text = |name: &str| line.value(name).map(str::to_owned);
        Some(match line.command() {
            "id" => HubAnswer::Id(Id {
                name: text("name").unwrap_or_default(),
                version: text("version").unwrap_or_default(),
                author: text("author"),
                country: text("country"),
            }),
            "param" => HubAnswer::Param(Param::of(line)?),
            "wait" => HubAnswer::Wait,
            "ready" => HubAnswer::Ready,
            "info" => HubAnswer::Info(Info::of(line)),
            "done" => {
                let told = |name| text(name).filter(|text| !text.is_empty());
                HubAnswer::Done {
                    played: told("move"),
                    ponder: told("ponder"),
                }
            }
            "pong" => HubAnswer::Pong,
            "error" => HubAnswer::Error {
                message: text("message").unwrap_or_default(),
            },
            _ => return None,
        })
    }

    /// The answer as a line.
    pub fn to_line(&self) -> HubLine {
        match self {
            HubAnswer::Id(id) => HubLine::new("id")
                .with("name", &id.name)
                .with("version", &id.version)
                .with_some("author", id.author.as_ref())
                .with_some("country", id.country.as_ref()),
            HubAnswer::Param(param) => param.to_line(),
            HubAnswer::Wait => HubLine::new("wait"),
            HubAnswer::Ready => HubLine::new("ready"),
            HubAnswer::Info(info) => info.to_line(),
            HubAnswer::Done { played, ponder } => HubLine::new("done")
                .with_some("move", played.as_ref())
                .with_some("ponder", ponder.as_ref()),
            HubAnswer::Pong => HubLine::new("pong"),
            HubAnswer::Error { message } => HubLine::new("error").with("message", message),
        }
    }

    /// An error in these words.
    pub(super) fn error(message: impl fmt::Display) -> HubAnswer {
        HubAnswer::Error {
            message: message.to_string(),
        }
    }
}

impl fmt::Display for HubAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_line().fmt(f)
    }
}

impl Info {
    fn of(line: &HubLine) -> Info {
        fn number<N: std::str::FromStr>(line: &HubLine, name: &str) -> Option<N> {
            line.value(name)?.parse().ok()
        }
        let real = |name| number(line, name).filter(|number: &f64| number.is_finite());
        let pv = line.value("pv").unwrap_or_default();
        Info {
            depth: number(line, "depth"),
            mean_depth: real("mean-depth"),
            score: real("score"),
            nodes: number(line, "nodes"),
            time: real("time"),
            nps: real("nps"),
            pv: pv.split_whitespace().map(str::to_owned).collect(),
        }
    }

    fn to_line(&self) -> HubLine {
        let rounded = |number: Option<f64>, digits: usize| {
            // Without the sign that a small negative number keeps.
            let text = number.map(|number| format!("{number:.digits$}"));
            text.map(|text| match text.strip_prefix('-') {
                Some(zero) if zero.bytes().all(|byte| matches!(byte, b'0' | b'.')) => {
                    zero.to_owned()
                }
                _ => text,
            })
        };
        let pv = (!self.pv.is_empty()).then(|| self.pv.join(" "));
        HubLine::new("info")
            .with_some("depth", self.depth)
            .with_some("mean-depth", rounded(self.mean_depth, 1))
            .with_some("score", rounded(self.score, 2))
            .with_some("nodes", self.nodes)
            .with_some("time", rounded(self.time, 3))
            .with_some("nps", rounded(self.nps, 3))
            .with_some("pv", pv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_read_back() {
        for text in [
            "id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France",
            "wait",
            "ready",
            "info depth=21 mean-depth=20.8 score=-0.01 nodes=31261613 time=3.906 nps=8.004 pv=\"32-28 17-22\"",
            "info depth=1 score=99.97 pv=\"31-27\"",
            "done move=32-28 ponder=17-22",
            "done move=28x19x23",
            "done",
            "pong",
            "error message=\"bad position\"",
        ] {
            let answer = HubAnswer::of(&HubLine::read(text).unwrap()).expect("an answer");
            assert_eq!(answer.to_string(), text);
        }
    }

    #[test]
    fn noise_is_no_answer_and_numbers_out_of_place_are_left_out() {
        assert_eq!(HubAnswer::of(&HubLine::read("init eval").unwrap()), None);
        let line =
            HubLine::read("info depth=deep score=inf nodes=12 colour=blue pv=32-28").unwrap();
        let Some(HubAnswer::Info(info)) = HubAnswer::of(&line) else {
            panic!("an info");
        };
        assert_eq!(info.to_line().to_string(), "info nodes=12 pv=\"32-28\"");
    }

    #[test]
    fn nothing_is_not_less_than_nothing() {
        let info = Info {
            score: Some(-0.001),
            ..Info::default()
        };
        assert_eq!(info.to_line().to_string(), "info score=0.00");
    }
}
