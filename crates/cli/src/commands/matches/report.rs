//! The result of a match: a table for people, a JSON document for programs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use damier_workshop::matches::{Contestant, Effort, Estimate, Pairs, Tally, Test};
use serde::Serialize;

use crate::args::MatchArgs;
use crate::json::SCHEMA;
use crate::output::Output;

/// Everything that is reported at the end, from A's point of view.
#[derive(Serialize)]
pub(super) struct Report {
    schema: u32,
    variant: String,
    a: PlayerReport,
    b: PlayerReport,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    /// How many pairs brought 0 to 4 half points.
    pentanomial: [u64; Pairs::RESULTS],
    score: Option<f64>,
    draw_rate: Option<f64>,
    elo: Option<EstimateJson>,
    normalised_elo: Option<EstimateJson>,
    likelihood_of_superiority: Option<f64>,
    sprt: Option<SprtReport>,
    /// How many games ended for each reason.
    endings: BTreeMap<Cow<'static, str>, u64>,
    seconds: f64,
}

#[derive(Serialize)]
struct PlayerReport {
    spec: String,
    name: String,
    limits: String,
    /// Whether it pondered.
    ponders: bool,
    /// How many games it lost by each fault.
    faults: BTreeMap<Cow<'static, str>, u64>,
    moves: u64,
    mean_seconds: Option<f64>,
    longest_seconds: f64,
    late_moves: u64,
    /// How many answers were damaged behind the move.
    damaged_answers: u64,
    latest_seconds: f64,
    mean_depth: Option<f64>,
    nodes_per_second: Option<f64>,
}

/// Numbers that the score cannot bound are infinite, and are written as `null`.
#[derive(Serialize, Clone, Copy)]
struct EstimateJson {
    value: f64,
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    log_likelihood_ratio: f64,
    lower: f64,
    upper: f64,
    verdict: &'static str,
}

impl From<Estimate> for EstimateJson {
    fn from(Estimate { value, low, high }: Estimate) -> EstimateJson {
        EstimateJson { value, low, high }
    }
}

impl Report {
    pub(super) fn new(
        args: &MatchArgs,
        tally: &Tally,
        test: Option<&Test>,
        names: &[String; 2],
        elapsed: Duration,
    ) -> Report {
        let pairs = &tally.pairs;
        let [a, b] = Contestant::ALL.map(|who| PlayerReport::new(args, tally, names, who));
        Report {
            schema: SCHEMA,
            variant: args.variant.to_string(),
            a,
            b,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pentanomial: pairs.counts(),
            score: pairs.score(),
            draw_rate: tally.draw_rate(),
            elo: pairs.elo().map(EstimateJson::from),
            normalised_elo: pairs.normalised_elo().map(EstimateJson::from),
            likelihood_of_superiority: pairs.superiority(),
            sprt: test.map(|test| SprtReport::new(test, pairs)),
            endings: tally
                .causes
                .iter()
                .map(|(cause, &games)| (cause.code(), games))
                .collect(),
            seconds: elapsed.as_secs_f64(),
        }
    }

    /// Prints the table.
    pub(super) fn table(&self, output: &mut Output) -> anyhow::Result<()> {
        for (who, player) in [("A", &self.a), ("B", &self.b)] {
            writeln!(output, "{who}  {}", player.title())?;
        }
        let Report {
            games,
            wins,
            draws,
            losses,
            ..
        } = self;
        let rate = self.draw_rate.map(percent).unwrap_or_default();
        writeln!(
            output,
            "games       {games}  +{wins} ={draws} -{losses}  {rate} drawn"
        )?;
        let [ll, ld, even, wd, ww] = self.pentanomial;
        let pairs: u64 = self.pentanomial.iter().sum();
        writeln!(
            output,
            "pairs       {pairs}  by half points 0 to 4: {ll} {ld} {even} {wd} {ww}"
        )?;
        let shown = |found: Option<EstimateJson>| match found {
            None => "not known: too few pairs".to_owned(),
            Some(EstimateJson { value, low, high }) if (high - low).is_finite() => format!(
                "{}  (95%: {low:+.1} to {high:+.1})",
                estimate(&Estimate { value, low, high })
            ),
            Some(EstimateJson { value, low, high }) => estimate(&Estimate { value, low, high }),
        };
        writeln!(output, "Elo         {}", shown(self.elo))?;
        writeln!(output, "normalised  {}", shown(self.normalised_elo))?;
        if let Some(superiority) = self.likelihood_of_superiority {
            writeln!(output, "A stronger  {}", percent(superiority))?;
        }
        if let Some(sprt) = &self.sprt {
            writeln!(
                output,
                "sprt        {} between Elo {} and {}: LLR {:.2} ({:.2} to {:.2})",
                sprt.verdict,
                sprt.elo0,
                sprt.elo1,
                sprt.log_likelihood_ratio,
                sprt.lower,
                sprt.upper
            )?;
        }
        writeln!(output, "endings     {}", counts(&self.endings))?;
        for (who, player) in [("A", &self.a), ("B", &self.b)] {
            writeln!(output, "{who} moves     {}", player.effort())?;
            if !player.faults.is_empty() {
                writeln!(output, "{who} faults    {}", counts(&player.faults))?;
            }
        }
        writeln!(output, "time        {:.1} s", self.seconds)?;
        Ok(())
    }
}

impl PlayerReport {
    fn new(args: &MatchArgs, tally: &Tally, names: &[String; 2], who: Contestant) -> PlayerReport {
        let index = who.index();
        let spec = [&args.a, &args.b][index];
        let effort: &Effort = &tally.efforts[index];
        PlayerReport {
            spec: spec.to_string(),
            name: names[index].clone(),
            limits: args.paces()[index].to_string(),
            ponders: args.think_ahead()[index],
            faults: tally.faults[index]
                .iter()
                .map(|(fault, &games)| (fault.code().into(), games))
                .collect(),
            moves: effort.moves,
            mean_seconds: effort.mean().map(|mean| mean.as_secs_f64()),
            longest_seconds: effort.longest.as_secs_f64(),
            late_moves: effort.late,
            damaged_answers: effort.damaged,
            latest_seconds: effort.latest.as_secs_f64(),
            mean_depth: effort.depth(),
            nodes_per_second: effort.speed(),
        }
    }

    fn title(&self) -> String {
        let name = Some(&self.name).filter(|name| **name != self.spec);
        let parts = [
            Some(self.spec.clone()),
            name.map(|name| format!("({name})")),
            Some(self.limits.clone()).filter(|limits| !limits.is_empty()),
            self.ponders.then(|| "ponders".to_owned()),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join("  ")
    }

    fn effort(&self) -> String {
        let (longest, latest) = (self.longest_seconds, self.latest_seconds);
        let late = Some(self.late_moves).filter(|&late| late > 0);
        let damaged = Some(self.damaged_answers).filter(|&damaged| damaged > 0);
        let parts = [
            Some(self.moves.to_string()),
            self.mean_seconds
                .map(|mean| format!("{mean:.3} s each, {longest:.3} s at most")),
            late.map(|late| format!("{late} late by up to {latest:.3} s")),
            damaged.map(|damaged| format!("{damaged} moves in malformed answers")),
            self.mean_depth.map(|depth| format!("depth {depth:.1}")),
            self.nodes_per_second
                .map(|speed| format!("{:.2} Mn/s", speed / 1e6)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join(", ")
    }
}

impl SprtReport {
    fn new(test: &Test, pairs: &Pairs) -> SprtReport {
        let sprt = test.sprt();
        let ([elo0, elo1], [alpha, beta]) = (sprt.elos(), sprt.rates());
        let [lower, upper] = sprt.bounds();
        SprtReport {
            elo0,
            elo1,
            alpha,
            beta,
            log_likelihood_ratio: sprt.log_likelihood_ratio(pairs),
            lower,
            upper,
            verdict: test.verdict().code(),
        }
    }
}

/// An estimate with half the width of its interval, or with the whole interval if one end is open.
pub(super) fn estimate(estimate: &Estimate) -> String {
    let Estimate { value, low, high } = *estimate;
    let half = (high - low) / 2.0;
    if half.is_finite() {
        format!("{value:+.1} ± {half:.1}")
    } else {
        format!("{} ({} to {})", signed(value), signed(low), signed(high))
    }
}

fn signed(value: f64) -> String {
    if value.is_finite() {
        format!("{value:+.1}")
    } else if value > 0.0 {
        "+∞".to_owned()
    } else {
        "-∞".to_owned()
    }
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn counts(counts: &BTreeMap<Cow<'static, str>, u64>) -> String {
    let texts: Vec<String> = counts
        .iter()
        .map(|(code, games)| format!("{code} {games}"))
        .collect();
    texts.join(", ")
}
