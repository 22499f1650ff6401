//! The progress of a match: a bar on a terminal, otherwise a line from time to time.

use std::io::IsTerminal;

use damier_workshop::matches::{Contestant, Earlier, Finished, Sprt, Tally};
use indicatif::{ProgressBar, ProgressStyle};

use super::report::{estimate, percent};
use crate::args::MatchArgs;

/// How many lines about its progress a match writes if there is no terminal.
const LINES: u64 = 50;

/// The progress of a match, on standard error.
pub(super) struct MatchProgress {
    bar: ProgressBar,
    sprt: Option<Sprt>,
    games: u64,
    to_terminal: bool,
}

/// A bar for openings that are being made.
pub(super) fn openings(wanted: usize) -> ProgressBar {
    ProgressBar::new(wanted as u64).with_style(style("{bar:40} {pos}/{len} openings  {eta}"))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl MatchProgress {
    pub(super) fn new(args: &MatchArgs, tally: &Tally, earlier: Option<&Earlier>) -> MatchProgress {
        let games = u64::from(args.games);
        let bar = ProgressBar::new(games)
            .with_style(style("{bar:20} {pos}/{len}  {msg}  {elapsed}, {eta} left"));
        bar.set_position(tally.games());
        bar.reset_eta();
        if let Some(earlier) = earlier {
            let cut = if earlier.cut {
                "; an incomplete game was removed"
            } else {
                ""
            };
            anstream::eprintln!("{} games are in the file already{cut}", tally.games());
        }
        let progress = MatchProgress {
            bar,
            sprt: args.sprt,
            games,
            to_terminal: std::io::stderr().is_terminal(),
        };
        progress.bar.set_message(progress.standing(tally));
        progress
    }

    /// Reports a game that is over.
    pub(super) fn game(&self, finished: &Finished, tally: &Tally) {
        let end = &finished.played.end;
        for who in Contestant::ALL {
            let mut damage = finished.damage_of(who).peekable();
            let Some(first) = damage.peek().copied() else {
                continue;
            };
            // Only the first game of a player with such answers is reported: an engine that ends
            // each answer with `ponder=` would fill the terminal.
            if tally.efforts[who.index()].damaged == damage.count() as u64 {
                self.bar.suspend(|| {
                    let (place, who) = (finished.place, who.letter());
                    anstream::eprintln!("game {place}: {who} sends a damaged answer: {first}");
                });
            }
        }
        if let Some(side) = end.at_fault() {
            let who = finished.place.at(side).letter();
            let detail = end.detail.as_deref().unwrap_or_default();
            let code = end.cause.code();
            self.bar.suspend(|| {
                anstream::eprintln!("game {}: {who} loses by {code}: {detail}", finished.place);
            });
        }
        self.bar.set_position(tally.games());
        self.bar.set_message(self.standing(tally));
        let every = (self.games / LINES).max(1);
        if !self.to_terminal && tally.games().is_multiple_of(every) {
            anstream::eprintln!("{}/{}  {}", tally.games(), self.games, self.standing(tally));
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn standing(&self, tally: &Tally) -> String {
        let Tally {
            wins,
            draws,
            losses,
            pairs,
            ..
        } = tally;
        let llr = |sprt: Sprt| {
            let [lower, upper] = sprt.bounds();
            let ratio = sprt.log_likelihood_ratio(pairs);
            format!("LLR {ratio:.2} ({lower:.2} to {upper:.2})")
        };
        let parts = [
            Some(format!("+{wins} ={draws} -{losses}")),
            pairs.elo().map(|elo| format!("Elo {}", estimate(&elo))),
            pairs
                .superiority()
                .map(|share| format!("LOS {}", percent(share))),
            self.sprt.map(llr),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        parts.join("  ")
    }
}
