//! Tests of every sheet in both languages: it is XML, it has the right number of pages, and
//! everything is in its place, for any titles.

use damier_coach::shot::ShotEntry;
use damier_notation::wording::Language;
use damier_paper::{
    Certificate, Diploma, Format, MockExam, PaperPage, PrintedTask, Setting, Sheet, Words,
    first_steps, html, pages, read_positions, shots,
};
use damier_rules::Variant;
use proptest::prelude::*;
use roxmltree::{Document, Node};

const SVG: &str = "http://www.w3.org/2000/svg";

fn every_sheet() -> Vec<Sheet> {
    let mut sheets = vec![
        Sheet::Worksheet(first_steps()),
        Sheet::Exercises(shots()),
        Sheet::Exam(first_steps()),
        Sheet::Problems(shots()),
    ];
    for variant in Variant::READINGS {
        sheets.push(Sheet::WallChart(*variant));
        sheets.push(Sheet::ScoreSheet(*variant));
        sheets.push(Sheet::Rules(*variant));
    }
    sheets.extend(Diploma::ALL.map(|level| Sheet::Certificate(level.into())));
    for level in Diploma::ALL {
        sheets.push(Sheet::Certificate(filled(level)));
        sheets.extend(
            (1..=20)
                .filter_map(|sheet| MockExam::new(level, sheet))
                .map(Sheet::MockExam),
        );
    }
    sheets.extend(ShotEntry::all().map(Sheet::Shot));
    sheets
}

fn filled(level: Diploma) -> Certificate {
    Certificate {
        date: Some(Words::new("25 novembre 2026").unwrap()),
        points: Some(19),
        stars: Some((26, 27)),
        ..level.into()
    }
}

fn number(node: Node<'_, '_>, name: &str) -> f64 {
    let value = node.attribute(name).unwrap_or("0");
    value.trim_end_matches("mm").parse().expect("a number")
}

/// The boards of a page as left, top, right and bottom.
fn boards(document: &Document<'_>) -> Vec<[f64; 4]> {
    let nested = document.root_element().children();
    let boards = nested.filter(|node| node.has_tag_name((SVG, "svg")));
    let place = |node| {
        let (x, y) = (number(node, "x"), number(node, "y"));
        [x, y, x + number(node, "width"), y + number(node, "height")]
    };
    boards.map(place).collect()
}

/// Checks that everything on a page is inside its edge, and that boards do not overlap.
fn check(page: &PaperPage) {
    let drawn = page.svg();
    let document = Document::parse(&drawn).expect("XML");
    let (width, height) = match page.format() {
        Format::Portrait => (210.0, 297.0),
        Format::Landscape => (297.0, 210.0),
    };
    let boards = boards(&document);
    for (index, board) in boards.iter().enumerate() {
        assert!(board[0] >= 10.0 && board[1] >= 10.0, "{board:?}");
        assert!(
            board[2] <= width - 10.0 && board[3] <= height - 14.0,
            "{board:?}"
        );
        for other in &boards[index + 1..] {
            let apart = board[2] <= other[0]
                || other[2] <= board[0]
                || board[3] <= other[1]
                || other[3] <= board[1];
            assert!(apart, "{board:?} overlaps {other:?}");
        }
    }
    let texts = document.root_element().children();
    for text in texts.filter(|node| node.has_tag_name((SVG, "text"))) {
        let (x, y) = (number(text, "x"), number(text, "y"));
        assert!(
            (5.0..=width - 5.0).contains(&x) && (10.0..=height - 8.0).contains(&y),
            "{text:?}"
        );
        let words = text.text().expect("words");
        for [left, top, right, bottom] in &boards {
            let inside = x > *left && x < *right && y > top + 0.5 && y < *bottom;
            assert!(!inside, "{words} overlaps a board");
        }
    }
}

#[test]
fn every_sheet_is_drawn_inside_its_pages() {
    for language in Language::ALL {
        for sheet in every_sheet() {
            let printed = pages(&sheet, &Setting::new(language));
            assert!(!printed.is_empty(), "{sheet:?}");
            printed.iter().for_each(check);
        }
    }
}

#[test]
fn sheets_have_the_pages_that_they_need() {
    let count = |sheet: &Sheet| pages(sheet, &Setting::new(Language::French)).len();
    assert_eq!(count(&Sheet::Worksheet(first_steps())), 8);
    assert_eq!(count(&Sheet::Worksheet(first_steps()[..6].to_vec())), 2);
    assert_eq!(count(&Sheet::Exercises(first_steps())), 3);
    assert_eq!(count(&Sheet::Exam(first_steps())), 3);
    // Each front has its solutions on its back.
    let fronts = shots().len().div_ceil(6);
    assert_eq!(count(&Sheet::Problems(shots())), 2 * fronts);
    let unsolved = read_positions("W:W28:B23\nW:W31:B27", Variant::INTERNATIONAL).unwrap();
    assert_eq!(count(&Sheet::Worksheet(unsolved.clone())), 1);
    assert_eq!(count(&Sheet::Problems(unsolved)), 1);
    assert_eq!(count(&Sheet::Problems(Vec::new())), 0);
}

/// The centres of the discs with a number, by that number.
fn badges(document: &Document<'_>) -> Vec<(f64, f64)> {
    let texts = document.root_element().children();
    let white = texts
        .filter(|it| it.has_tag_name((SVG, "text")) && it.attribute("fill") == Some("#ffffff"));
    let mut found: Vec<(u32, (f64, f64))> = white
        .map(|it| {
            (
                it.text().unwrap().parse().unwrap(),
                (number(it, "x"), number(it, "y")),
            )
        })
        .collect();
    found.sort_by_key(|(number, _)| *number);
    found.into_iter().map(|(_, at)| at).collect()
}

/// Each answer is behind its diagram: the left edge of one is the right edge of the other, seen
/// from the front.
#[test]
fn answers_lie_behind_their_diagrams() {
    let tasks = first_steps()[..6].to_vec();
    behind_their_diagrams(&Sheet::Worksheet(tasks.clone()));
    behind_their_diagrams(&Sheet::Problems(tasks));
}

fn behind_their_diagrams(sheet: &Sheet) {
    let mut setting = Setting::new(Language::English);
    setting.title = Some(Words::new(&"A title of many words ".repeat(6)).unwrap());
    let printed = pages(sheet, &setting);
    let (front, back) = (printed[0].svg(), printed[1].svg());
    let (front, back) = (
        Document::parse(&front).unwrap(),
        Document::parse(&back).unwrap(),
    );
    let (ahead, behind) = (badges(&front), badges(&back));
    assert_eq!((ahead.len(), behind.len()), (6, 6));
    for (index, (one, other)) in ahead.iter().zip(&behind).enumerate() {
        assert!(
            (one.1 - other.1).abs() < 8.0,
            "diagram {}: not behind it",
            index + 1
        );
        let is_left = one.0 < 105.0;
        assert_eq!(
            is_left,
            other.0 > 105.0,
            "diagram {}: in the other column",
            index + 1
        );
    }
    for board in boards(&front) {
        let middle = 210.0 - f64::midpoint(board[0], board[2]);
        let frames = back
            .root_element()
            .children()
            .filter(|it| it.has_tag_name((SVG, "rect")) && it.attribute("x").is_some());
        let behind = |it: Node<'_, '_>| {
            let (x, y) = (number(it, "x"), number(it, "y"));
            x < middle
                && middle < x + number(it, "width")
                && y < board[3]
                && board[1] < y + number(it, "height")
        };
        assert_eq!(frames.filter(|it| behind(*it)).count(), 1);
    }
}

/// The words of a page, without the spaces between them.
fn words_of(page: &PaperPage) -> String {
    let svg = page.svg();
    let document = Document::parse(&svg).unwrap();
    let texts = document
        .descendants()
        .filter(|it| it.has_tag_name((SVG, "text")));
    texts
        .filter_map(|it| it.text())
        .collect::<String>()
        .replace([' ', '\u{a0}', '\u{202f}'], "")
}

#[test]
fn a_mock_exam_has_twenty_diagrams_and_the_mark_to_pass() {
    let exam = MockExam::new(Diploma::BlackMan, 17).unwrap();
    let printed = pages(&Sheet::MockExam(exam), &Setting::new(Language::French));
    assert_eq!(printed.len(), 3);
    let svgs: Vec<String> = printed.iter().map(PaperPage::svg).collect();
    let diagrams = svgs
        .iter()
        .map(|svg| boards(&Document::parse(svg).unwrap()).len());
    assert_eq!(diagrams.collect::<Vec<_>>(), [10, 10, 0]);
    let front = words_of(&printed[0]);
    assert!(front.contains("Examenblanc:Pionnoir,feuille17") && front.contains("Points"));
    let answers = words_of(&printed[2]);
    assert!(answers.contains("Réponses–14pointspourréussir"));
    assert_eq!(
        badges(&Document::parse(&svgs[2]).unwrap()).len(),
        MockExam::ASKED
    );
}

#[test]
fn a_certificate_has_the_results() {
    let setting = Setting::new(Language::French);
    let page = words_of(&pages(&Sheet::Certificate(filled(Diploma::King)), &setting)[0]);
    for word in [
        "Dame",
        "25novembre2026",
        "Examenblanc:19réponsesjustessur20·26étoilessur27",
        "Saitsauverunpion",
    ] {
        assert!(page.contains(word), "{word}: {page}");
    }
    let empty = words_of(&pages(&Sheet::Certificate(Diploma::King.into()), &setting)[0]);
    assert!(!empty.contains("sur20") && !empty.contains("étoile"));
}

#[test]
fn an_exam_of_one_page_has_its_level() {
    let mut setting = Setting::new(Language::French);
    setting.level = Some(Diploma::King);
    let exam = &pages(&Sheet::Exam(first_steps()[..6].to_vec()), &setting)[0];
    assert!(exam.svg().contains(">Examen – Dame</text>"));
}

#[test]
fn the_texts_of_a_sheet_are_in_its_language() {
    let said = |sheet: &Sheet, language| pages(sheet, &Setting::new(language))[0].svg();
    let royal = Sheet::Shot(ShotEntry::from_code("royal").unwrap());
    assert!(said(&royal, Language::French).contains(">Coup royal</text>"));
    let horse = Sheet::Shot(ShotEntry::from_code("cheval").unwrap());
    assert!(said(&horse, Language::French).contains("Le nom est contesté."));
    assert!(said(&horse, Language::English).contains("In French: coup du cheval"));
    let level = Sheet::Certificate(Diploma::GoldenBoard.into());
    assert!(said(&level, Language::French).contains(">Damier d\u{2019}or</text>"));
    let score = Sheet::ScoreSheet(Variant::INTERNATIONAL);
    assert!(said(&score, Language::English).contains(">64</text>"));
    // French has no plain space before its tall signs.
    for sheet in every_sheet() {
        for page in pages(&sheet, &Setting::new(Language::French)) {
            let svg = page.svg();
            let document = Document::parse(&svg).unwrap();
            let words = document
                .root_element()
                .children()
                .filter(|it| it.has_tag_name((SVG, "text")));
            for said in words.filter_map(|it| it.text()) {
                assert!(
                    ![" :", " ;", " !", " ?", "'"]
                        .iter()
                        .any(|bad| said.contains(bad)),
                    "{said}"
                );
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// For any text, the pages are XML, nothing lies outside them, and no letter is lost.
    #[test]
    fn any_title_fits(title in "\\PC{0,160}", club in "(?s).{0,60}", words in "\\PC{0,160}") {
        let mut setting = Setting::new(Language::French);
        setting.title = Words::new(&title).ok();
        setting.club = Words::new(&club).ok();
        setting.name = Words::new(&club).ok();
        let task = PrintedTask::read(Variant::INTERNATIONAL, "W:W28:B23", "28x19", &words);
        let tasks = vec![task.unwrap()];
        for sheet in [Sheet::Problems(tasks.clone()), Sheet::Exam(tasks), Sheet::Certificate(Diploma::King.into()), Sheet::WallChart(Variant::RUSSIAN)] {
            let printed = pages(&sheet, &setting);
            printed.iter().for_each(check);
            let document = html(&printed, Language::French);
            prop_assert!(document.ends_with("</html>\n"));
            if let Some(title) = &setting.title {
                let svg = printed[0].svg();
                let drawn = Document::parse(&svg).unwrap();
                let texts: String = drawn.descendants().filter(|it| it.has_tag_name((SVG, "text"))).filter_map(|it| it.text()).collect();
                let bare = |text: &str| text.replace(' ', "");
                prop_assert!(bare(&texts).contains(&bare(title.as_str())));
            }
        }
    }
}
