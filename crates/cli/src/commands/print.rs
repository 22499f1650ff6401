//! `damier print`: sheets of paper as SVG or HTML. Their layout is in `damier-paper`; this module
//! reads positions and writes files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use damier_notation::diagram;
use damier_paper::{
    Certificate, MOST_POSITIONS, MockExam, PaperPage, PrintedTask, Setting, Sheet, html, pages,
};
use damier_rules::Variant;

use crate::answer::Answer;
use crate::args::{Collection, Numbers, PrintArgs, PrintFormat, SheetKind};
use crate::language;
use crate::output::Output;
use crate::output_file::OutputFile;

/// The largest file of positions that is read: far more than a sheet can have.
const MAX_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) fn run(args: &PrintArgs) -> anyhow::Result<Answer> {
    let language = language::chosen(args.lang);
    let setting = Setting {
        title: args.title.clone(),
        club: args.club.clone(),
        name: args.name.clone(),
        level: args.level,
        numbers: match args.numbers {
            Numbers::None => diagram::Numbers::None,
            Numbers::Outside => diagram::Numbers::Outside,
            Numbers::Inside => diagram::Numbers::Inside,
        },
        ..Setting::new(language)
    };
    let printed = pages(&sheet(args)?, &setting);
    match args.format {
        PrintFormat::Html => write_to(args.out.as_deref(), args, &html(&printed, language))?,
        PrintFormat::Svg => write_drawings(args, &printed)?,
    }
    Ok(Answer::Done)
}

fn sheet(args: &PrintArgs) -> anyhow::Result<Sheet> {
    let takes_positions = matches!(
        args.sheet,
        SheetKind::Worksheet | SheetKind::Exercises | SheetKind::Exam | SheetKind::Problems
    );
    ensure!(
        takes_positions || (args.files.is_empty() && args.fen.is_empty()),
        "this sheet takes no positions: omit files and --fen"
    );
    ensure!(
        args.sheet == SheetKind::Shot || args.shot.is_none(),
        "--shot belongs to the sheet \"shot\""
    );
    ensure!(
        args.sheet == SheetKind::MockExam || args.number.is_none(),
        "--number belongs to the sheet \"mock-exam\""
    );
    ensure!(
        args.sheet == SheetKind::Certificate || (args.date.is_none() && args.points.is_none()),
        "--date and --points belong to the sheet \"certificate\""
    );
    let of_the_course = matches!(
        args.sheet,
        SheetKind::MockExam | SheetKind::Certificate | SheetKind::Shot
    );
    ensure!(
        !of_the_course || args.variant.game() == Variant::INTERNATIONAL,
        "this sheet is for the international game only: omit --variant"
    );
    Ok(match args.sheet {
        SheetKind::Worksheet => Sheet::Worksheet(tasks(args)?),
        SheetKind::Exercises => Sheet::Exercises(tasks(args)?),
        SheetKind::Exam => Sheet::Exam(tasks(args)?),
        SheetKind::MockExam => Sheet::MockExam(mock_exam(args)?),
        SheetKind::Problems => Sheet::Problems(tasks(args)?),
        SheetKind::WallChart => Sheet::WallChart(args.variant),
        SheetKind::ScoreSheet => Sheet::ScoreSheet(args.variant),
        SheetKind::Rules => Sheet::Rules(args.variant),
        SheetKind::Certificate => {
            let level = args.level;
            let level = level.ok_or_else(|| anyhow!("--level is missing: which certificate?"))?;
            Sheet::Certificate(Certificate {
                date: args.date.clone(),
                points: args.points,
                ..level.into()
            })
        }
        SheetKind::Shot => Sheet::Shot(
            args.shot
                .ok_or_else(|| anyhow!("--shot is missing: which shot?"))?,
        ),
    })
}

fn mock_exam(args: &PrintArgs) -> anyhow::Result<MockExam> {
    let level = args.level;
    let level = level.ok_or_else(|| anyhow!("--level is missing: which mock exam?"))?;
    MockExam::new(level, args.number.unwrap_or(1)).ok_or_else(|| anyhow!("unknown sheet number"))
}

/// The positions of the command line and of the files, in this order.
fn tasks(args: &PrintArgs) -> anyhow::Result<Vec<PrintedTask>> {
    if args.fen.is_empty() && args.files.is_empty() {
        ensure!(
            args.variant.game() == Variant::INTERNATIONAL,
            "the bundled positions are for the international game only: give a file or --fen"
        );
        let usual = if args.sheet == SheetKind::Problems {
            Collection::Shots
        } else {
            Collection::FirstSteps
        };
        return Ok(match args.collection.unwrap_or(usual) {
            Collection::FirstSteps => damier_paper::first_steps(),
            Collection::Shots => damier_paper::shots(),
        });
    }
    let mut tasks = Vec::new();
    for fen in &args.fen {
        let task = PrintedTask::read(args.variant, fen, "", "");
        tasks.push(task.map_err(|error| anyhow!("--fen {fen}: {error}"))?);
    }
    for file in &args.files {
        let text = contents(file).with_context(|| file.display().to_string())?;
        let read = damier_paper::read_positions(&text, args.variant);
        tasks.extend(read.map_err(|error| anyhow!("{}: {error}", file.display()))?);
    }
    ensure!(
        tasks.len() <= MOST_POSITIONS,
        "{} positions, expected at most {MOST_POSITIONS}",
        tasks.len()
    );
    Ok(tasks)
}

/// The text of a file. Invalid UTF-8 becomes replacement characters, as in files of games.
fn contents(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin()
            .lock()
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)?;
    } else {
        File::open(path)?
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)?;
    }
    ensure!(
        bytes.len() as u64 <= MAX_BYTES,
        "longer than {MAX_BYTES} bytes"
    );
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn write_drawings(args: &PrintArgs, pages: &[PaperPage]) -> anyhow::Result<()> {
    if let [page] = pages {
        return write_to(args.out.as_deref(), args, &page.svg());
    }
    let out = args.out.as_deref();
    let out =
        out.ok_or_else(|| anyhow!("--out is missing: {} pages are {0} files", pages.len()))?;
    for (index, page) in pages.iter().enumerate() {
        write_to(Some(&numbered(out, index + 1)), args, &page.svg())?;
    }
    Ok(())
}

/// `sheet.svg` and 2 make `sheet-2.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_os_string();
    name.push(format!("-{number}"));
    if let Some(extension) = path.extension() {
        name.push(".");
        name.push(extension);
    }
    path.with_file_name(name)
}

fn write_to(out: Option<&Path>, args: &PrintArgs, text: &str) -> anyhow::Result<()> {
    if let Some(path) = out {
        return OutputFile::begin(path, &args.files)?.finish(text.as_bytes());
    }
    let mut output = Output::new();
    output.write_all(text.as_bytes())?;
    output.finish()
}
