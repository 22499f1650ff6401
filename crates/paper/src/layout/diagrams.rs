//! The four sheets of diagrams: worksheet, exercises, exam, problems. They differ in the number of
//! diagrams on a page, in the space to write, and in the place of the answers.

use damier_notation::diagram::{Diagram, Look};
use damier_rules::Side;

use super::frame::{foot, head, name_line};
use super::grid::{badge, cells};
use super::solutions;
use crate::exam::MockExam;
use crate::page::{Anchor, Area, Canvas, Format, INK, PaperPage, Type};
use crate::setting::Setting;
use crate::task::{Aim, PrintedTask};
use crate::terms::{self, Term};

/// The layout of a sheet of diagrams.
struct Plan {
    columns: usize,
    rows: usize,
    /// The words are beside the board, not above and below it.
    beside: bool,
    /// The number of lines to write on.
    lines: usize,
    /// Captions state what the solution proves, not only the side to move.
    tells_aim: bool,
}

impl Plan {
    const fn to_a_page(&self) -> usize {
        self.columns * self.rows
    }
}

pub(crate) fn worksheet(tasks: &[PrintedTask], setting: &Setting) -> Vec<PaperPage> {
    let plan = Plan {
        columns: 2,
        rows: 3,
        beside: false,
        lines: 1,
        tells_aim: false,
    };
    let title = setting.title_or(Term::Worksheet.said(setting.language));
    with_backs(&plan, &title, tasks, setting)
}

pub(crate) fn exercises(tasks: &[PrintedTask], setting: &Setting) -> Vec<PaperPage> {
    let plan = Plan {
        columns: 3,
        rows: 4,
        beside: false,
        lines: 1,
        tells_aim: false,
    };
    let title = setting.title_or(Term::Exercises.said(setting.language));
    let heading = Term::Solutions.said(setting.language);
    with_solutions(&plan, (&title, &heading), tasks, setting)
}

pub(crate) fn problems(tasks: &[PrintedTask], setting: &Setting) -> Vec<PaperPage> {
    let plan = Plan {
        columns: 2,
        rows: 3,
        beside: false,
        lines: 0,
        tells_aim: true,
    };
    let title = setting.title_or(Term::Problems.said(setting.language));
    with_backs(&plan, &title, tasks, setting)
}

const EXAM: Plan = Plan {
    columns: 2,
    rows: 5,
    beside: true,
    lines: 4,
    tells_aim: false,
};

pub(crate) fn exam(tasks: &[PrintedTask], setting: &Setting) -> Vec<PaperPage> {
    // Where a worksheet has its level, the first page of an exam has the points.
    let exam = Term::Exam.said(setting.language);
    let usual = match setting.level {
        Some(level) => format!("{exam} – {}", terms::level(setting.language, level)),
        None => exam,
    };
    let title = setting.title_or(usual);
    let heading = Term::Solutions.said(setting.language);
    with_solutions(&EXAM, (&title, &heading), tasks, setting)
}

/// A mock exam: its title has the level and the sheet, and the answers state the mark to pass.
pub(crate) fn mock_exam(exam: MockExam, setting: &Setting) -> Vec<PaperPage> {
    let language = setting.language;
    let title = setting.title_or(terms::mock_exam(language, exam));
    let heading = terms::answers_to_pass(language, MockExam::PASS);
    let setting = Setting {
        level: Some(exam.level()),
        ..setting.clone()
    };
    with_solutions(&EXAM, (&title, &heading), &exam.tasks(language), &setting)
}

/// Fronts, each followed by a back with the solutions of its diagrams, if any is known.
fn with_backs(
    plan: &Plan,
    title: &str,
    tasks: &[PrintedTask],
    setting: &Setting,
) -> Vec<PaperPage> {
    let groups: Vec<&[PrintedTask]> = tasks.chunks(plan.to_a_page()).collect();
    let backs = tasks.iter().any(PrintedTask::has_solution);
    let all = groups.len() * if backs { 2 } else { 1 };
    let mut pages = Vec::new();
    for (index, group) in groups.into_iter().enumerate() {
        let first = index * plan.to_a_page() + 1;
        let place = (first, pages.len() + 1, all);
        pages.push(front(plan, setting, title, group, place));
        if backs {
            let place = (first, pages.len() + 1, all);
            let shape = (plan.columns, plan.rows);
            let named = plan.lines > 0;
            pages.push(solutions::back(setting, title, group, shape, named, place));
        }
    }
    pages
}

/// Fronts, and the solutions at the end.
fn with_solutions(
    plan: &Plan,
    (title, heading): (&str, &str),
    tasks: &[PrintedTask],
    setting: &Setting,
) -> Vec<PaperPage> {
    let solved = solutions::at_end(tasks, setting);
    let groups: Vec<&[PrintedTask]> = tasks.chunks(plan.to_a_page()).collect();
    let all = groups.len() + solved.len();
    let mut pages = Vec::new();
    for (index, group) in groups.into_iter().enumerate() {
        let first = index * plan.to_a_page() + 1;
        pages.push(front(plan, setting, title, group, (first, index + 1, all)));
    }
    for page in solved {
        let number = pages.len() + 1;
        pages.push(page.finish(setting, (title, heading), (number, all)));
    }
    pages
}

/// A page of diagrams: the number of its first one, the number of the page, and how many pages
/// there are.
fn front(
    plan: &Plan,
    setting: &Setting,
    title: &str,
    tasks: &[PrintedTask],
    (first, page, all): (usize, usize, usize),
) -> PaperPage {
    let mut canvas = Canvas::new(Format::Portrait);
    let mut top = head(&mut canvas, setting, title);
    if plan.lines > 0 {
        top = if plan.beside {
            exam_line(&mut canvas, setting, top, first == 1)
        } else {
            let level = setting
                .level
                .map(|level| terms::level(setting.language, level));
            name_line(&mut canvas, setting, top, (Term::LevelField, level))
        };
    }
    for ((index, task), area) in
        tasks
            .iter()
            .enumerate()
            .zip(cells(plan.columns, plan.rows, top + 3.0))
    {
        let number = first + index;
        if plan.beside {
            beside(&mut canvas, plan, setting, task, number, area);
        } else {
            below(&mut canvas, plan, setting, task, number, area);
        }
    }
    foot(&mut canvas, title, (page, all));
    canvas.finish(&format!("{title} {page}"))
}

/// The line at the top of an exam: the name, and on the first page the points.
fn exam_line(canvas: &mut Canvas, setting: &Setting, top: f64, is_first: bool) -> f64 {
    let last = if is_first {
        Term::Points
    } else {
        Term::LevelField
    };
    let level = setting.level.filter(|_| !is_first);
    let level = level.map(|level| terms::level(setting.language, level));
    name_line(canvas, setting, top, (last, level))
}

/// A disc of the side to move, and the sentence.
fn turn(canvas: &mut Canvas, plan: &Plan, setting: &Setting, task: &PrintedTask, area: Area) {
    let side = task.position().side();
    let fill = if side == Side::White { "#ffffff" } else { INK };
    canvas.disc((area.x + 1.6, area.y + 2.6), 1.6, fill, INK);
    let aim = if plan.tells_aim {
        task.aim()
    } else {
        Aim::Move
    };
    let text = terms::to_move(setting.language, side, aim);
    let place = Area {
        x: area.x + 4.6,
        width: area.width - 4.6,
        y: area.y + 0.4,
        height: area.height,
    };
    canvas.paragraph(place, Anchor::Start, Type::plain(3.6), &text);
}

fn diagram(setting: &Setting, task: &PrintedTask) -> Diagram {
    Diagram::of(task.position())
        .look(Look::Paper)
        .numbers(setting.numbers)
}

/// A diagram with its words above and below it.
fn below(
    canvas: &mut Canvas,
    plan: &Plan,
    setting: &Setting,
    task: &PrintedTask,
    number: usize,
    area: Area,
) {
    const LINE: f64 = 8.5;
    let words = if task.words().is_some() { 5.5 } else { 0.0 };
    let room = area.height - 7.5 - words - LINE * plan.lines as f64;
    let place = Area {
        y: area.y + 7.5,
        height: room,
        ..area
    };
    let board = canvas.board(place, &diagram(setting, task));
    badge(canvas, (board.x, area.y), number);
    let beside = Area {
        x: board.x + 8.0,
        y: area.y + 0.4,
        width: area.x + area.width - board.x - 8.0,
        height: 6.0,
    };
    turn(canvas, plan, setting, task, beside);
    let mut y = board.y + board.height;
    if let Some(words) = task.words() {
        let place = Area {
            x: area.x,
            y: y + 0.4,
            width: area.width,
            height: 5.0,
        };
        canvas.paragraph(place, Anchor::Middle, Type::soft(3.3), words.as_str());
        y += words_height(words.as_str());
    }
    for line in 1..=plan.lines {
        canvas.blank((board.x, y + LINE * line as f64 - 1.0), board.width);
    }
}

const fn words_height(words: &str) -> f64 {
    if words.is_empty() { 0.0 } else { 5.5 }
}

/// A diagram with its words and the space to write beside it.
fn beside(
    canvas: &mut Canvas,
    plan: &Plan,
    setting: &Setting,
    task: &PrintedTask,
    number: usize,
    area: Area,
) {
    let board = canvas.board(
        Area {
            width: area.height * 1.1,
            ..area
        },
        &diagram(setting, task),
    );
    let x = board.x + board.width + 2.5;
    let width = area.x + area.width - x;
    badge(canvas, (x, area.y + 1.0), number);
    turn(
        canvas,
        plan,
        setting,
        task,
        Area {
            x,
            y: area.y + 8.5,
            width,
            height: 8.0,
        },
    );
    let mut y = area.y + 17.0;
    if let Some(words) = task.words() {
        // Reserve at least one line to write on.
        let place = Area {
            x,
            y: y - 1.0,
            width,
            height: board.height - 26.0,
        };
        y = canvas.paragraph(place, Anchor::Start, Type::soft(3.3), words.as_str());
    }
    let end = area.y + board.height - 1.0;
    let lines = plan.lines.min(((end - y) / 7.0) as usize).max(1);
    let step = (end - y) / lines as f64;
    for line in 1..=lines {
        canvas.blank((x, y + step * line as f64), width);
    }
}
