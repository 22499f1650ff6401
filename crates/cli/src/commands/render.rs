//! `damier render`: draws a position.

use std::io::Write;

use damier_notation::diagram::{self, Diagram};

use crate::answer::Answer;
use crate::args::{Format, Numbers, RenderArgs};
use crate::input;
use crate::output::Output;

pub(crate) fn run(args: &RenderArgs) -> anyhow::Result<Answer> {
    let game = input::game(&args.position)?;
    let numbers = match args.numbers {
        Numbers::None => diagram::Numbers::None,
        Numbers::Outside => diagram::Numbers::Outside,
        Numbers::Inside => diagram::Numbers::Inside,
    };
    let mut diagram = Diagram::of(game.position())
        .flipped(args.flip)
        .numbers(numbers);
    if let Some(last) = game.moves().last() {
        diagram = diagram.after(&last);
    }
    let mut output = Output::new();
    match args.format {
        Format::Svg => writeln!(output, "{}", diagram.svg().trim_end())?,
        Format::Text => writeln!(output, "{}", diagram.text().trim_end())?,
    }
    output.finish()?;
    Ok(Answer::Done)
}
