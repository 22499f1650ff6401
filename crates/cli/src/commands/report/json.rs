//! A report as JSON.

use damier_coach::report::{
    Counts, Merit, Moment, Remark, Seen, Silence, Standing, StrongMove, words,
};
use damier_notation::wording::Language;
use damier_notation::{fen, move_text};
use damier_rules::{Move, Position, Side};
use serde::Serialize;

use super::reported::Reported;
use crate::json::{OutcomeJson, SCHEMA, ScoreJson};

/// The document.
#[derive(Serialize)]
pub(super) struct ReportJson {
    schema: u32,
    file: String,
    language: &'static str,
    games: Vec<GameJson>,
}

impl ReportJson {
    pub(super) fn new(language: Language, file: String, games: Vec<GameJson>) -> ReportJson {
        ReportJson {
            schema: SCHEMA,
            file,
            language: language.code(),
            games,
        }
    }
}

/// The report on one game.
#[derive(Serialize)]
pub(super) struct GameJson {
    number: usize,
    variant: &'static str,
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
    fen: String,
    moves: Vec<String>,
    outcome: Option<OutcomeJson>,
    /// Whether every question was answered.
    complete: bool,
    seconds: f64,
    counts: SidesJson,
    /// The number of suspicious moves that were not judged and are not counted.
    unjudged: usize,
    /// For each position, White's score; null if unknown.
    curve: Vec<Option<StandingJson>>,
    moments: Vec<MomentJson>,
    /// Why there is no moment; null if there is one.
    silence: Option<&'static str>,
    strengths: Vec<StrengthJson>,
}

#[derive(Serialize)]
struct SidesJson {
    white: CountsJson,
    black: CountsJson,
}

#[derive(Serialize)]
struct CountsJson {
    /// How well the side's moves kept its chances, in percent; null if none counts.
    accuracy: Option<f64>,
    blunders: usize,
    mistakes: usize,
    inaccuracies: usize,
}

#[derive(Serialize)]
struct StandingJson {
    score: ScoreJson,
    chance: f64,
}

#[derive(Serialize)]
struct MomentJson {
    /// Plies before the move.
    ply: usize,
    side: &'static str,
    fen: String,
    played: String,
    severity: &'static str,
    /// The lost chance, from 0 to 2.
    lost: f64,
    events: Vec<EventJson>,
    sentences: Vec<String>,
    line: Option<LineJson>,
    better: Option<LineJson>,
    reply: Option<LineJson>,
    acceptable: Vec<String>,
}

#[derive(Serialize)]
struct EventJson {
    code: &'static str,
    /// The name of the shot, if it has one, and its families.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shot: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<LineJson>,
}

#[derive(Serialize)]
struct LineJson {
    fen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreJson>,
    moves: Vec<String>,
}

#[derive(Serialize)]
struct StrengthJson {
    ply: usize,
    side: &'static str,
    fen: String,
    played: String,
    merit: &'static str,
    sentences: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<LineJson>,
}

impl GameJson {
    pub(super) fn new(language: Language, reported: &Reported) -> GameJson {
        let game = &reported.game;
        let report = &reported.report;
        let moves: Vec<Move> = game.moves().collect();
        let [white, black] =
            [0, 1].map(|at| CountsJson::new(report.counts[at], report.accuracy[at]));
        GameJson {
            number: reported.number,
            variant: game.position().variant().id(),
            white: reported.heading.white.clone(),
            black: reported.heading.black.clone(),
            result: reported.heading.result.clone(),
            fen: fen::write(game.start()),
            moves: words::line(game.start(), &moves),
            outcome: game.outcome().map(OutcomeJson::from),
            complete: reported.complete,
            seconds: reported.seconds,
            counts: SidesJson { white, black },
            unjudged: reported.report.unjudged,
            curve: report
                .curve
                .iter()
                .map(|at| at.map(StandingJson::from))
                .collect(),
            moments: report
                .moments
                .iter()
                .map(|moment| MomentJson::new(language, moment))
                .collect(),
            silence: reported.report.silence.map(Silence::code),
            strengths: report
                .strengths
                .iter()
                .map(|strength| StrengthJson::new(language, strength))
                .collect(),
        }
    }
}

impl CountsJson {
    fn new(counts: Counts, accuracy: Option<f64>) -> CountsJson {
        CountsJson {
            accuracy: accuracy.map(rounded),
            blunders: counts.blunders,
            mistakes: counts.mistakes,
            inaccuracies: counts.inaccuracies,
        }
    }
}

impl From<Standing> for StandingJson {
    fn from(standing: Standing) -> StandingJson {
        StandingJson {
            score: standing.score.into(),
            chance: rounded(standing.white),
        }
    }
}

impl MomentJson {
    fn new(language: Language, moment: &Moment) -> MomentJson {
        let position = &moment.position;
        let text = |played| move_text::text(position, played);
        let after = position.play(&moment.played).ok();
        let reply = moment.reply.as_ref().zip(after);
        MomentJson {
            ply: moment.ply,
            side: side(moment.side()),
            fen: fen::write(position),
            played: text(&moment.played),
            severity: moment.severity.code(),
            lost: rounded(moment.lost),
            events: moment.events.iter().map(EventJson::of).collect(),
            sentences: words::moment(language, moment),
            line: moment
                .line()
                .map(|(start, moves)| LineJson::of(&start, &moves)),
            better: moment
                .better
                .as_ref()
                .map(|seen| LineJson::seen(position, seen)),
            reply: reply.map(|(seen, after)| LineJson::seen(&after, seen)),
            acceptable: moment.acceptable.iter().map(text).collect(),
        }
    }
}

impl EventJson {
    fn of(event: &Remark) -> EventJson {
        let (shot, course) = match event {
            Remark::MissedShot(found) | Remark::AllowedShot(found) => {
                let families = found.shot.families.iter().map(|family| family.code());
                let shot = found
                    .shot
                    .name
                    .map(damier_coach::shot::NamedShot::code)
                    .into_iter();
                (shot.chain(families).collect(), Some(&found.course))
            }
            Remark::PiecesLost(course) | Remark::BetterWins(course) | Remark::ReplyWins(course) => {
                (Vec::new(), Some(course))
            }
            _ => (Vec::new(), None),
        };
        EventJson {
            code: event.code(),
            shot,
            line: course.map(|course| LineJson::of(&course.start, &course.moves)),
        }
    }
}

impl StrengthJson {
    fn new(language: Language, strength: &StrongMove) -> StrengthJson {
        let course = match &strength.merit {
            Merit::Shot(found) => Some(&found.course),
            _ => None,
        };
        StrengthJson {
            ply: strength.ply,
            side: side(strength.side()),
            fen: fen::write(&strength.position),
            played: move_text::text(&strength.position, &strength.played),
            merit: strength.merit.code(),
            sentences: words::strength(language, strength),
            line: course.map(|course| LineJson::of(&course.start, &course.moves)),
        }
    }
}

impl LineJson {
    fn of(start: &Position, moves: &[Move]) -> LineJson {
        LineJson {
            fen: fen::write(start),
            score: None,
            moves: words::line(start, moves),
        }
    }

    fn seen(start: &Position, seen: &Seen) -> LineJson {
        LineJson {
            score: Some(seen.score.into()),
            ..LineJson::of(start, &seen.moves)
        }
    }
}

fn side(side: Side) -> &'static str {
    side.code()
}

fn rounded(chance: f64) -> f64 {
    (chance * 1000.0).round() / 1000.0
}
