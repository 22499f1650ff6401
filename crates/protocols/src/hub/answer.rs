//! The answers of the engine to the controller.

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
    /// The identity of the engine.
    Id(Id),
    /// A parameter that can be set.
    Param(Param),
    /// The end of the list of parameters. The controller sets some of them and then sends `init`.
    Wait,
    /// The engine is ready.
    Ready,
    /// A progress report of a search.
    Info(Info),
    /// The engine's move, in the protocol's form.
    Done {
        /// The move; `None` if the engine sends none.
        played: Option<String>,
        /// The reply that the engine expects.
        ponder: Option<String>,
    },
    /// The answer to `ping`.
    Pong,
    /// The engine did not understand a command, or cannot carry it out.
    Error {
        /// The reason, in the engine's words.
        message: String,
    },
}

/// The identity of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Id {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its author.
    pub author: Option<String>,
    /// The author's country.
    pub country: Option<String>,
}

/// A progress report of a search. Absent values are `None` or empty.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The mean depth of its leaves in plies.
    pub mean_depth: Option<f64>,
    /// The score in men, for the side to move. A win in n plies is 100 - n / 100, and a loss in n
    /// plies is the negative of this. Scan writes scores in this way, and clients expect it.
    pub score: Option<f64>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The time in seconds.
    pub time: Option<f64>,
    /// Millions of nodes per second.
    pub nps: Option<f64>,
    /// The principal variation, in the protocol's form.
    pub pv: Vec<String>,
}

impl HubAnswer {
    /// Reads a line. `None` if it is not part of the protocol, since an engine may print other text
    /// between its answers. Unreadable values in an `info` are ignored.
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
                let nonempty = |name| text(name).filter(|text| !text.is_empty());
                HubAnswer::Done {
                    played: nonempty("move"),
                    ponder: nonempty("ponder"),
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

    /// An error with this message.
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
            // A small negative number must not be rounded to "-0".
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
