//! The built-in texts of the sheets, in both languages. The texts of rules, shots and games come
//! from `damier-notation` and `damier-coach`.

use damier_notation::wording::{Language, typeset};
use damier_rules::Side;

use crate::certificate::Certificate;
use crate::diploma::Diploma;
use crate::exam::MockExam;
use crate::task::Aim;

/// A word or a sentence on a sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Term {
    Worksheet,
    Exercises,
    Exam,
    Problems,
    Chart,
    ScoreSheet,
    Certificate,
    Answers,
    Solutions,
    Name,
    Date,
    LevelField,
    Points,
    White,
    Black,
    Event,
    Round,
    Board,
    Time,
    Result,
    SignatureWhite,
    SignatureBlack,
    Arbiter,
    ChartNumbers,
    ChartLetters,
    ChartStep,
    ChartCapture,
    Sources,
    Families,
    AlsoCalled,
    Disputed,
    Start,
    BeforeTheRafle,
    End,
    GivenTo,
    Earned,
    Teacher,
    Club,
}

impl Term {
    /// The term in a language, typeset.
    pub(crate) fn said(self, language: Language) -> String {
        let (french, english) = self.both();
        typeset(
            language,
            match language {
                Language::French => french,
                Language::English => english,
            },
        )
    }

    const fn both(self) -> (&'static str, &'static str) {
        match self {
            Term::Worksheet => ("Fiche de travail", "Worksheet"),
            Term::Exercises => ("Exercices", "Exercises"),
            Term::Exam => ("Examen", "Exam"),
            Term::Problems => ("Problèmes", "Problems"),
            Term::Chart => ("Le damier", "The board"),
            Term::ScoreSheet => ("Feuille de partie", "Score sheet"),
            Term::Certificate => ("Diplôme", "Certificate"),
            Term::Answers => ("Réponses", "Answers"),
            Term::Solutions => ("Solutions", "Solutions"),
            Term::Name => ("Nom", "Name"),
            Term::Date => ("Date", "Date"),
            Term::LevelField => ("Niveau", "Level"),
            Term::Points => ("Points", "Points"),
            Term::White => ("Blancs", "White"),
            Term::Black => ("Noirs", "Black"),
            Term::Event => ("Tournoi", "Event"),
            Term::Round => ("Ronde", "Round"),
            Term::Board => ("Table", "Board"),
            Term::Time => ("Temps", "Time"),
            Term::Result => ("Résultat", "Result"),
            Term::SignatureWhite => ("Signature des Blancs", "White's signature"),
            Term::SignatureBlack => ("Signature des Noirs", "Black's signature"),
            Term::Arbiter => ("Arbitre", "Arbiter"),
            Term::ChartNumbers => (
                "On écrit le numéro de la case de départ, puis celui de la case d'arrivée.",
                "Write the number of the square where the piece starts, then that of the square where it ends.",
            ),
            Term::ChartLetters => (
                "On écrit la case de départ, puis la case d'arrivée : la lettre de la colonne et le chiffre de la rangée.",
                "Write the square where the piece starts, then the square where it ends: the letter of the column and the number of the row.",
            ),
            Term::ChartStep => ("Un coup : {move}", "A move: {move}"),
            Term::ChartCapture => ("Une prise : {move}", "A capture: {move}"),
            Term::Sources => ("Sources", "Sources"),
            Term::Families => ("Mécanismes : {list}", "Families: {list}"),
            Term::AlsoCalled => ("En anglais : {name}", "In French: {name}"),
            Term::Disputed => ("Le nom est contesté.", "The name is disputed."),
            Term::Start => ("La position", "The position"),
            Term::BeforeTheRafle => ("Avant la rafle", "Before the last capture"),
            Term::End => ("À la fin", "At the end"),
            Term::GivenTo => ("décerné à", "awarded to"),
            Term::Earned => (
                "pour avoir réussi les épreuves du niveau",
                "for passing the tests of the level",
            ),
            Term::Teacher => ("Signature", "Signature"),
            Term::Club => ("Club ou école", "Club or school"),
        }
    }
}

/// The caption of a diagram: the side to move, and its aim.
pub(crate) fn to_move(language: Language, side: Side, aim: Aim) -> String {
    let text = match (language, side, aim) {
        (Language::French, Side::White, Aim::Move) => "Trait aux Blancs",
        (Language::French, Side::Black, Aim::Move) => "Trait aux Noirs",
        (Language::French, Side::White, Aim::Gain) => "Les Blancs jouent et prennent l'avantage",
        (Language::French, Side::Black, Aim::Gain) => "Les Noirs jouent et prennent l'avantage",
        (Language::French, Side::White, Aim::Win) => "Les Blancs jouent et gagnent",
        (Language::French, Side::Black, Aim::Win) => "Les Noirs jouent et gagnent",
        (Language::English, Side::White, Aim::Move) => "White to move",
        (Language::English, Side::Black, Aim::Move) => "Black to move",
        (Language::English, Side::White, Aim::Gain) => "White to play and gain the advantage",
        (Language::English, Side::Black, Aim::Gain) => "Black to play and gain the advantage",
        (Language::English, Side::White, Aim::Win) => "White to play and win",
        (Language::English, Side::Black, Aim::Win) => "Black to play and win",
    };
    typeset(language, text)
}

/// The numbers of pieces that a shot takes and gives.
pub(crate) fn balance(language: Language, given: usize, taken: usize) -> String {
    let text = match language {
        Language::French => {
            let ending = |count: usize| if count > 1 { "s" } else { "" };
            let (given_s, taken_s) = (ending(given), ending(taken));
            format!("{given} pièce{given_s} donnée{given_s}, {taken} prise{taken_s}")
        }
        Language::English => format!("{given} given, {taken} taken"),
    };
    typeset(language, &text)
}

/// The name of a level on a certificate.
pub(crate) const fn level(language: Language, level: Diploma) -> &'static str {
    match (language, level) {
        (Language::French, Diploma::WhiteMan) => "Pion blanc",
        (Language::French, Diploma::BlackMan) => "Pion noir",
        (Language::French, Diploma::King) => "Dame",
        (Language::French, Diploma::GoldenBoard) => "Damier d\u{2019}or",
        (Language::English, Diploma::WhiteMan) => "White piece",
        (Language::English, Diploma::BlackMan) => "Black piece",
        (Language::English, Diploma::King) => "King",
        (Language::English, Diploma::GoldenBoard) => "Golden board",
    }
}

/// The title of a mock exam: its level and its sheet.
pub(crate) fn mock_exam(language: Language, exam: MockExam) -> String {
    let (name, sheet) = (level(language, exam.level()), exam.sheet());
    let text = match language {
        Language::French => format!("Examen blanc : {name}, feuille {sheet}"),
        Language::English => format!("Mock exam: {name}, sheet {sheet}"),
    };
    typeset(language, &text)
}

/// The heading of the answers of an exam, with the points needed to pass.
pub(crate) fn answers_to_pass(language: Language, points: usize) -> String {
    let text = match language {
        Language::French => format!("Réponses – {points} points pour réussir"),
        Language::English => format!("Answers – pass mark: {points} points"),
    };
    typeset(language, &text)
}

/// What a player of this level can do.
pub(crate) fn knows(language: Language, level: Diploma) -> String {
    let (french, english) = match level {
        Diploma::WhiteMan => (
            "Sait placer les pions, les déplacer, prendre et aller à dame",
            "Can set up the board, move, take, and make a king",
        ),
        Diploma::BlackMan => (
            "Sait jouer la dame, finir une partie et lire les numéros",
            "Can play a king, finish a game and read the numbers",
        ),
        Diploma::King => (
            "Sait sauver un pion, échanger et faire un coup",
            "Can save a man, exchange and play a shot",
        ),
        Diploma::GoldenBoard => (
            "Connaît les coups classiques, l'opposition et les fins de partie",
            "Knows shots by name, the opposition and the endings",
        ),
    };
    let text = match language {
        Language::French => french,
        Language::English => english,
    };
    typeset(language, text)
}

/// The results in the exam and in the lessons, as far as they are known; may be empty.
pub(crate) fn reached(language: Language, earned: &Certificate) -> String {
    let french = language == Language::French;
    let all = MockExam::ASKED;
    let mut parts = Vec::new();
    if let Some(points) = earned.points {
        let s = if points == 1 { "" } else { "s" };
        parts.push(if french {
            let s = if points < 2 { "" } else { "s" };
            format!("Examen blanc : {points} réponse{s} juste{s} sur {all}")
        } else {
            format!("Mock exam: {points} right answer{s} out of {all}")
        });
    }
    if let Some((stars, of)) = earned.stars {
        parts.push(if french {
            let s = if stars < 2 { "" } else { "s" };
            format!("{stars} étoile{s} sur {of}")
        } else {
            let s = if stars == 1 { "" } else { "s" };
            format!("{stars} star{s} out of {of}")
        });
    }
    typeset(language, &parts.join(" · "))
}
