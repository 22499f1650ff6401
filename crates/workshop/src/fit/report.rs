//! The report of a fit: a card of a few lines that is kept with the weights, and a page with plots.

use std::fmt::Write;

use damier_engine::trained::Model;

use super::{Fit, Fitted, Round};

/// The card of a set of weights: its training data and how well it fits.
pub fn card(fit: &Fit, fitted: &Fitted) -> String {
    let [black, drawn, white] = fitted.results;
    let [learned, held_out] = fitted.positions;
    let mut card = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(card, "game            {}", fit.variant);
    let _ = writeln!(
        card,
        "weights         {} pairs",
        fitted.weights.pairs().len()
    );
    let _ = writeln!(card, "checksum        {:08x}", fitted.weights.checksum());
    let games = black + drawn + white;
    let _ = writeln!(
        card,
        "games           {games}: White won {white}, drawn {drawn}, Black won {black}"
    );
    let _ = writeln!(
        card,
        "positions       {learned} learned, {held_out} held out"
    );
    if fitted.alike > 0 {
        let _ = writeln!(
            card,
            "left out        {} games that were there already",
            fitted.alike
        );
    }
    for (file, bytes) in &fitted.left_out {
        let _ = writeln!(
            card,
            "left out        {bytes} bytes of {}, which belong to no game",
            file.display()
        );
    }
    if let Some(few) = &fit.few_pieces {
        let _ = writeln!(
            card,
            "few pieces      up to {} by tables, {} drawn; up to {} by searches of {} positions, {} drawn",
            few.endings.most_pieces(),
            fitted.few_pieces[0],
            few.up_to,
            fit.nodes,
            fitted.few_pieces[1]
        );
    }
    if let Some(leaves) = &fit.leaves {
        let _ = writeln!(
            card,
            "search leaves   {} of the positions, by searches of {}; judged by searches of {}",
            fitted.leaves, leaves.nodes, fit.nodes
        );
    }
    if fit.keep {
        let _ = writeln!(
            card,
            "positions of games taught as the weights before judged them"
        );
    }
    let aim = &fit.aim;
    let _ = writeln!(
        card,
        "aim             spread {} tall {} draws {} result {} scale {}, {} rounds",
        aim.spread,
        aim.tall_spread,
        aim.draws,
        aim.result,
        aim.scale,
        fitted.rounds.len().saturating_sub(1)
    );
    if let (Some(first), Some(last)) = (fitted.rounds.first(), fitted.rounds.last()) {
        let _ = writeln!(
            card,
            "loss            {:.5} learned, {:.5} held out; {:.5} before",
            last.learned, last.held_out, first.held_out
        );
    }
    if let [before, .., last] = &fitted.epochs[..] {
        let _ = writeln!(
            card,
            "network         {} goes: {:.5} learned, {:.5} held out; {:.5} before",
            last.number, last.learned, last.held_out, before.held_out
        );
    }
    let _ = writeln!(
        card,
        "scale           {:.1} hundredths of a man multiply the odds by e",
        fitted.scale
    );
    card
}

/// A page with the loss curves and the distribution of the weights.
pub fn html(fit: &Fit, fitted: &Fitted) -> String {
    let course = |rounds: &[Round]| {
        let learned: Vec<f64> = rounds.iter().map(|round| round.learned).collect();
        let held_out: Vec<f64> = rounds.iter().map(|round| round.held_out).collect();
        curves(&[(&learned, "#8a5a2b"), (&held_out, "#2b5a8a")])
    };
    let network = if fitted.epochs.is_empty() {
        String::new()
    } else {
        format!(
            "<h2>Loss of the network, go by go</h2>{}",
            course(&fitted.epochs)
        )
    };
    let mut spread = String::new();
    if let Some(model) = Model::new(fit.variant) {
        let pairs = fitted.weights.pairs();
        for (name, places) in [
            ("small shapes", 0..model.terms().start),
            ("terms", model.terms()),
            ("tall shapes", model.tall()),
        ] {
            if places.end <= pairs.len() {
                let _ = write!(
                    spread,
                    "<h2>Weights of the {name}</h2>{}",
                    histogram(&pairs[places])
                );
            }
        }
    }
    format!(
        "<!doctype html><meta charset=\"utf-8\"><title>Fit of {game}</title>\
         <style>body{{font:16px/1.5 sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}}\
         pre{{background:#f4f1ea;padding:1rem;overflow:auto}}svg{{max-width:100%}}</style>\
         <h1>Fit of {game}</h1><pre>{card}</pre>\
         <h2>Loss, round by round</h2><p>Of positions learned from (brown) and of games held out \
         (blue), in nats.</p>{curves}{network}{spread}\n",
        game = fit.variant,
        card = card(fit, fitted),
        curves = course(&fitted.rounds),
    )
}

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 48.0;

/// Curves over the rounds. The first value is left out, since it would flatten all others.
fn curves(lines: &[(&[f64], &str)]) -> String {
    let shown: Vec<(&[f64], &str)> = lines
        .iter()
        .map(|&(values, colour)| (&values[values.len().min(1)..], colour))
        .collect();
    let all = || shown.iter().flat_map(|(values, _)| values.iter().copied());
    let low = all().fold(f64::INFINITY, f64::min);
    let high = all().fold(f64::NEG_INFINITY, f64::max);
    if !low.is_finite() {
        return String::new();
    }
    let spread = (high - low).max(1e-9);
    let mut svg = frame();
    for (values, colour) in &shown {
        let step = (WIDTH - 2.0 * MARGIN) / (values.len() as f64 - 1.0).max(1.0);
        let points: Vec<String> = values
            .iter()
            .enumerate()
            .map(|(place, value)| {
                let x = MARGIN + step * place as f64;
                let y = HEIGHT - MARGIN - (value - low) / spread * (HEIGHT - 2.0 * MARGIN);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = write!(
            svg,
            "<polyline fill='none' stroke='{colour}' stroke-width='2' points='{}'/>",
            points.join(" ")
        );
    }
    let _ = write!(
        svg,
        "<text x='4' y='{}'>{low:.4}</text><text x='4' y='{MARGIN}'>{high:.4}</text></svg>",
        HEIGHT - MARGIN
    );
    svg
}

/// How many weights there are of each size, both phases together. Weights of zero are not counted.
fn histogram(pairs: &[[i16; 2]]) -> String {
    const BARS: usize = 41;
    const STEP: i32 = 50; // five hundredths of a man
    let mut bars = [0u32; BARS];
    let mut seen = 0u32;
    for weight in pairs.iter().flatten().filter(|weight| **weight != 0) {
        let place = i32::from(*weight).div_euclid(STEP) + BARS as i32 / 2;
        bars[place.clamp(0, BARS as i32 - 1) as usize] += 1;
        seen += 1;
    }
    let most = f64::from(bars.iter().copied().max().unwrap_or(0).max(1));
    let width = (WIDTH - 2.0 * MARGIN) / BARS as f64;
    let mut svg = frame();
    for (place, count) in bars.iter().enumerate() {
        let height = f64::from(*count) / most * (HEIGHT - 2.0 * MARGIN);
        let _ = write!(
            svg,
            "<rect x='{:.1}' y='{:.1}' width='{:.1}' height='{height:.1}' fill='#8a5a2b'/>",
            MARGIN + place as f64 * width,
            HEIGHT - MARGIN - height,
            width - 1.0
        );
    }
    let edge = STEP * (BARS as i32 / 2) / 10;
    let _ = write!(
        svg,
        "<text x='{MARGIN}' y='{y}'>-{edge}</text><text x='{middle}' y='{y}'>0</text>\
         <text x='{end}' y='{y}'>+{edge}</text></svg><p>{seen} of {} numbers are not 0; hundredths of a man.</p>",
        2 * pairs.len(),
        y = HEIGHT - MARGIN + 20.0,
        middle = WIDTH / 2.0,
        end = WIDTH - MARGIN - 24.0,
    );
    svg
}

fn frame() -> String {
    format!(
        "<svg viewBox='0 0 {WIDTH} {HEIGHT}' font-size='12'><rect x='{MARGIN}' y='{MARGIN}' \
         width='{}' height='{}' fill='none' stroke='#bbb'/>",
        WIDTH - 2.0 * MARGIN,
        HEIGHT - 2.0 * MARGIN
    )
}
