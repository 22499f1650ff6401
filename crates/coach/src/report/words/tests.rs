//! Every remark with its sentences in both languages, and near misses without it. The lines are
//! played on the board, so a sentence that contradicts the board fails.

use damier_engine::{Score, Verdict};
use damier_notation::{fen, move_text};
use damier_rules::{DrawSettings, Game, Move, Side, Variant};

use super::*;
use crate::report::{Choice, Course, EngineAnswer, GameReport, Haul, Report, Seen, Silence};

/// A scripted engine: scores for the side to move, with lines.
struct Script<'a> {
    variant: Variant,
    start: &'a str,
    /// The moves of the game.
    played: &'a [&'a str],
    /// The best line of the first position, with its score.
    better: (Score, &'a [&'a str]),
    /// The best line after the first move, with its score.
    reply: (Score, &'a [&'a str]),
    /// The table outcomes before and after the first move.
    tables: Option<[Verdict; 2]>,
}

const SOMETHING: Score = Score::Hundredths(-150);

fn moves_from(start: Position, texts: &[&str]) -> Vec<Move> {
    let mut position = start;
    let mut moves = Vec::new();
    for text in texts {
        let played =
            move_text::read(&position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position = position.play(&played).expect("legal");
        moves.push(played);
    }
    moves
}

impl Script<'_> {
    /// The report on the game with the script as its engine; all moves but the best are as bad as
    /// the played one.
    fn report(&self) -> GameReport {
        self.report_for(&Choice::default())
    }

    fn report_for(&self, choice: &Choice) -> GameReport {
        let start = fen::read_position(self.variant, self.start).expect("a position");
        let mut game = Game::new(start, DrawSettings::default());
        for played in moves_from(start, self.played) {
            game.play(&played).expect("a game");
        }
        let first = game.moves().next().expect("a move");
        let after = start.play(&first).expect("legal");
        let better = Seen {
            score: self.better.0,
            moves: moves_from(start, self.better.1),
        };
        let reply = Seen {
            score: self.reply.0,
            moves: moves_from(after, self.reply.1),
        };
        let mut report = Report::new(&game);
        while let Some(question) = report.next_question() {
            let asked = question.game(&game).expect("a question about this game");
            let at = *asked.position();
            let verdict = self
                .tables
                .map(|[before, later]| if at == start { before } else { later });
            let others = at.legal_moves().into_iter().map(|played| Seen {
                score: reply.score.opposite(),
                moves: vec![played],
            });
            let lines = if at == start {
                let others = others.filter(|seen| seen.first() != better.first());
                std::iter::once(better.clone()).chain(others).collect()
            } else if question.then.as_ref() == better.first() && question.plies == 0 {
                // The search of the best move alone: the rest of its line, for the other side.
                vec![Seen {
                    score: match better.score.opposite() {
                        Score::Loss(plies) => Score::Loss(plies.saturating_sub(1)),
                        Score::Win(plies) => Score::Win(plies.saturating_sub(1)),
                        score => score,
                    },
                    moves: better.moves[1..].to_vec(),
                }]
            } else if question.then == Some(first) || question.plies == 1 {
                vec![reply.clone()]
            } else {
                // Later positions do not matter here: they are as good for White as the one after
                // the reply.
                let for_white = if after.side() == Side::White {
                    reply.score
                } else {
                    reply.score.opposite()
                };
                let score = if at.side() == Side::White {
                    for_white
                } else {
                    for_white.opposite()
                };
                vec![Seen {
                    score,
                    moves: at.legal_moves().into_iter().take(1).collect(),
                }]
            };
            report.answer(EngineAnswer { lines, verdict });
        }
        report.finish(choice)
    }

    /// The sentences about the first move.
    fn said(&self, language: Language) -> Vec<String> {
        let report = self.report();
        let first = report.moments.iter().find(|found| found.ply == 0);
        first
            .map(|found| moment(language, found))
            .unwrap_or_default()
    }

    fn says(&self, english: &str, french: &str) {
        let plain = |sentences: Vec<String>| {
            let joined = sentences.join(" ");
            joined
                .replace(['\u{a0}', '\u{202f}'], " ")
                .replace('’', "'")
        };
        assert_eq!(plain(self.said(Language::English)), english);
        assert_eq!(plain(self.said(Language::French)), french);
        for sentence in self
            .said(Language::English)
            .iter()
            .chain(&self.said(Language::French))
        {
            assert!(sentence.split_whitespace().count() <= 20, "{sentence}");
        }
    }
}

const INTERNATIONAL: Variant = Variant::INTERNATIONAL;

#[test]
fn a_missed_shot_has_its_name_and_its_count() {
    let royal = Script {
        variant: INTERNATIONAL,
        start: "W:W33,38,39,40,45:B12,13,14,23,24",
        played: &["38-32", "12-17"],
        better: (Score::Hundredths(250), &["33-28", "23x34", "40x7"]),
        reply: (Score::Hundredths(10), &["12-17"]),
        tables: None,
    };
    royal.says(
        "There was a coup royal: give 3, take 5. That wins the game.",
        "Il y avait un coup royal : 3 pour 5. C'est le gain de la partie.",
    );
    // With one more man 22 can capture too: only the engine proves the gain.
    let free = Script {
        start: "W:W33,38,39,40,45:B12,13,14,22,23,24",
        ..royal
    };
    free.says(
        "There was a coup royal: give 3, take 5. Black can capture otherwise; with best play the \
         engine puts White 2.5 men ahead.",
        "Il y avait un coup royal : 3 pour 5. Les Noirs peuvent prendre autrement ; même alors, \
         selon l'ordinateur, les Blancs ont 2,5 pions d'avance.",
    );
    // Where the engine does not see a gain either, no shot is reported.
    let unsound = Script {
        better: (Score::Hundredths(40), &["33-28", "23x34", "40x7"]),
        ..free
    };
    assert!(!unsound.said(Language::English).join(" ").contains("royal"));
}

#[test]
fn an_allowed_shot_belongs_to_the_other_side() {
    Script {
        variant: INTERNATIONAL,
        start: "B:W33,38,39,40,45:B12,13,14,18,24",
        played: &["18-23", "33-28"],
        better: (Score::Hundredths(0), &["14-19"]),
        reply: (Score::Hundredths(250), &["33-28", "23x34", "40x7"]),
        tables: None,
    }
    .says(
        "This move allows a coup royal: give 3, take 5. That wins the game.",
        "Ce coup permet un coup royal : 3 pour 5. C'est le gain de la partie.",
    );
}

#[test]
fn a_man_lost_for_nothing_is_named_with_its_square() {
    Script {
        variant: INTERNATIONAL,
        start: "W:W31,42,46:B8,12,22",
        played: &["31-27", "22x31"],
        better: (Score::Hundredths(0), &["42-37"]),
        reply: (Score::Hundredths(160), &["22x31"]),
        tables: None,
    }
    .says(
        "Black takes the man on 27, and White takes nothing back.",
        "Les Noirs prennent le pion 27 et les Blancs ne reprennent rien.",
    );
}

#[test]
fn a_recaptured_man_is_not_reported_as_lost() {
    let even = Script {
        variant: INTERNATIONAL,
        start: "W:W31,36,42,46:B8,12,22",
        played: &["31-27", "22x31"],
        better: (Score::Hundredths(0), &["42-37"]),
        reply: (Score::Hundredths(160), &["22x31", "36x27"]),
        tables: None,
    };
    even.says("The engine prefers 42-37.", "L'ordinateur préfère 42-37.");
}

#[test]
fn majority_is_reported_if_a_smaller_capture_is_forbidden() {
    // 28 takes two by way of 19, so 26 must not take one.
    let majority = Script {
        variant: INTERNATIONAL,
        start: "B:W26,28,48:B6,11,13,18,21",
        played: &["18-23", "28x8"],
        better: (Score::Hundredths(0), &["21-27"]),
        reply: (Score::Hundredths(150), &["28x8"]),
        tables: None,
    };
    majority.says(
        "White takes 2 men, and Black takes nothing back. White must take 2: taking 1 is not allowed.",
        "Les Blancs prennent 2 pions et les Noirs ne reprennent rien. Les Blancs doivent prendre 2 pièces : \
         en prendre 1 n'est pas permis.",
    );
    // Without 26 there is no smaller capture to forbid.
    let alone = Script {
        start: "B:W28,48:B6,11,13,18,21",
        ..majority
    };
    alone.says(
        "White takes 2 men, and Black takes nothing back.",
        "Les Blancs prennent 2 pions et les Noirs ne reprennent rien.",
    );
}

#[test]
fn a_wrong_capture_is_compared_with_the_right_one() {
    Script {
        variant: INTERNATIONAL,
        start: "W:W28,38,50:B4,23,32",
        played: &["28x19", "32x43"],
        better: (Score::Hundredths(150), &["28x37", "4-9"]),
        reply: (Score::Hundredths(0), &["32x43"]),
        tables: None,
    }
    .says(
        "3 captures of one piece were legal: 28x37 was the right one. The engine would reply 32x43. \
         Black wins 1 man.",
        "3 prises d'une pièce étaient permises : 28x37 était la bonne. L'ordinateur répondrait 32x43. \
         Les Noirs gagnent 1 pion.",
    );
}

#[test]
fn a_better_capture_is_named_once() {
    Script {
        variant: INTERNATIONAL,
        start: "W:W28,38,50:B4,23,32",
        played: &["28x19", "32x43"],
        better: (Score::Hundredths(150), &["28x37", "4-9"]),
        reply: (Score::Hundredths(0), &[]),
        tables: None,
    }
    .says(
        "3 captures of one piece were legal: 28x37 was the right one. \
         White wins 1 man.",
        "3 prises d'une pièce étaient permises : 28x37 était la bonne. \
         Les Blancs gagnent 1 pion.",
    );
}

#[test]
fn a_win_too_far_for_a_line_is_not_reported() {
    Script {
        variant: INTERNATIONAL,
        start: "W:W39:B23",
        played: &["39-34", "23-28"],
        better: (Score::Win(255), &["39-33", "23-28", "33x22"]),
        reply: (Score::Hundredths(0), &["23-28"]),
        tables: None,
    }
    .says(
        "The engine prefers 39-33. White wins 1 man.",
        "L'ordinateur préfère 39-33. Les Blancs gagnent 1 pion.",
    );
}

#[test]
fn a_lost_ending_is_reported_with_its_distance() {
    let won = Verdict::Won(Side::White);
    let thrown = Script {
        variant: INTERNATIONAL,
        start: "W:W39:B23",
        played: &["39-34", "23-28"],
        better: (Score::Win(3), &["39-33", "23-28", "33x22"]),
        reply: (Score::Hundredths(0), &["23-28"]),
        tables: Some([won, Verdict::Drawn]),
    };
    thrown.says(
        "39-33 kept the opposition. It was won in 2 moves; now it is a draw.",
        "39-33 gardait l'opposition. C'était gagné en 2 coups ; c'est maintenant une remise.",
    );
    Script {
        better: (Score::Hundredths(0), &["39-33"]),
        reply: (Score::Win(7), &["23-28"]),
        tables: Some([Verdict::Drawn, Verdict::Won(Side::Black)]),
        ..thrown
    }
    .says(
        "It was a draw; now it is lost in 4 moves.",
        "C'était une remise ; c'est maintenant perdu en 4 coups.",
    );
}

#[test]
fn opposition_given_to_the_other_side_is_reported_with_its_move() {
    Script {
        variant: INTERNATIONAL,
        start: "W:W33:B12",
        played: &["33-28", "12-18"],
        better: (Score::Hundredths(0), &["33-29"]),
        reply: (Score::Win(3), &["12-18", "28-22", "18x27"]),
        tables: Some([Verdict::Drawn, Verdict::Won(Side::Black)]),
    }
    .says(
        "Black takes the opposition with 12-18. It was a draw; now it is lost in 2 moves.",
        "Les Noirs prennent l'opposition par 12-18. C'était une remise ; c'est maintenant perdu en 2 coups.",
    );
}

#[test]
fn the_only_move_that_takes_the_opposition_is_praised() {
    let start = fen::read_position(INTERNATIONAL, "W:W39:B23").expect("a position");
    let mut game = Game::new(start, DrawSettings::default());
    for played in moves_from(start, &["39-33", "23-28", "33x22"]) {
        game.play(&played).expect("a game");
    }
    let mut report = Report::new(&game);
    while let Some(question) = report.next_question() {
        let at = *question
            .game(&game)
            .expect("a question about this game")
            .position();
        let seen = |score, texts: &[&str]| Seen {
            score,
            moves: moves_from(at, texts),
        };
        let lines = match question.plies {
            0 => vec![
                seen(Score::Win(3), &["39-33", "23-28", "33x22"]),
                seen(Score::Hundredths(0), &["39-34"]),
            ],
            1 => vec![seen(Score::Loss(2), &["23-28", "33x22"])],
            _ => vec![],
        };
        report.answer(EngineAnswer {
            lines,
            verdict: Some(Verdict::Won(Side::White)),
        });
    }
    let strengths = report.finish(&Choice::default()).strengths;
    let praised = strengths
        .iter()
        .find(|strength| strength.ply == 0)
        .expect("a strength");
    assert_eq!(
        strength(Language::English, praised),
        ["39-33 took the opposition: nothing else kept the win."]
    );
    assert_eq!(
        strength(Language::French, praised)[0]
            .replace(['\u{a0}', '\u{202f}'], " ")
            .replace('’', "'"),
        "39-33 prenait l'opposition : rien d'autre ne gardait le gain."
    );
}

/// Kings that move back and forth while White stands much better.
const TO_AND_FRO: Script<'_> = Script {
    variant: INTERNATIONAL,
    start: "W:WK46,26:BK4,20",
    played: &["46-41", "4-9", "41-46", "9-4", "46-41", "20-25"],
    better: (Score::Hundredths(600), &["26-21"]),
    reply: (Score::Hundredths(-600), &["4-9"]),
    tables: None,
};

#[test]
fn repetition_is_reported_before_it_draws() {
    let report = TO_AND_FRO.report();
    let sentences: Vec<(usize, Vec<String>)> = report
        .moments
        .iter()
        .map(|found| (found.ply, moment(Language::English, found)))
        .collect();
    assert_eq!(
        sentences,
        [(
            4,
            vec!["This position came back: the third time it is a draw.".to_owned()]
        )]
    );
    assert!(report.silence.is_none());
    // A single repetition is not reported.
    let once = Script {
        played: &["46-41", "4-9", "41-46", "9-4", "26-21"],
        ..TO_AND_FRO
    };
    assert!(once.report().moments.is_empty());
}

#[test]
fn a_report_without_moments_says_why() {
    let quiet = |score| Script {
        played: &["46-41", "4-9"],
        better: (Score::Hundredths(0), &["46-41"]),
        reply: (score, &["4-9"]),
        ..TO_AND_FRO
    };
    let level = quiet(Score::Hundredths(0)).report();
    assert_eq!(level.silence, Some(Silence::Nothing));
    assert!(level.counts.iter().all(crate::report::Counts::are_none));
    // A mistake that only the engine sees is not reported to children.
    let lost = Script {
        variant: INTERNATIONAL,
        start: "W:W31,42,46:B8,12,22",
        played: &["42-37", "8-13"],
        better: (Score::Hundredths(0), &["46-41"]),
        reply: (SOMETHING.opposite(), &["8-13"]),
        tables: None,
    };
    let children = lost.report_for(&Choice::FOR_CHILDREN);
    assert!(children.moments.is_empty());
    assert_eq!(children.silence, Some(Silence::Unproved));
    let for_black = Choice {
        side: Some(Side::Black),
        ..Choice::FOR_CHILDREN
    };
    assert_eq!(lost.report_for(&for_black).silence, Some(Silence::Nothing));
    for language in Language::ALL {
        for why in [Silence::Nothing, Silence::Gradual, Silence::Unproved] {
            assert!(silence(language, why).split_whitespace().count() <= 20);
        }
    }
}

#[test]
fn counts_mention_unjudged_moves() {
    // According to the scripted scores each side stands well until it moves, so each of these
    // twenty moves looks bad.
    let fen = "W:W46,47,48,49,50:B1,2,3,4,5";
    let start = fen::read_position(INTERNATIONAL, fen).expect("a position");
    let mut game = Game::new(start, DrawSettings::default());
    for ply in 0..20 {
        // The rearmost man moves, so that the sides do not meet.
        let back = |played: &&Move| match ply % 2 {
            0 => u8::MAX - played.from.number(),
            _ => played.from.number(),
        };
        let legal = game.position().legal_moves();
        let played = legal.iter().min_by_key(back).expect("a move");
        game.play(played).expect("a game");
    }
    let report_of = |score| {
        let mut report = Report::new(&game);
        while let Some(question) = report.next_question() {
            let at = *question.game(&game).expect("of the game").position();
            let moves = at.legal_moves();
            let lines = moves.into_iter().map(|played| Seen {
                score,
                moves: vec![played],
            });
            report.answer(EngineAnswer {
                lines: lines.collect(),
                verdict: None,
            });
        }
        report.finish(&Choice::default())
    };
    assert_eq!(report_of(Score::Hundredths(0)).unjudged, 0);
    assert_eq!(report_of(Score::Hundredths(300)).unjudged, 6);
    assert_eq!(
        unjudged(Language::French, 6).as_deref(),
        Some(
            "Seuls les 14 coups qui semblaient les plus coûteux ont été analysés\u{202f}; 6 autres ont peut-être coûté cher aussi."
        )
    );
    for language in Language::ALL {
        let sentences = [1, 30].map(|others| unjudged(language, others).expect("a sentence"));
        assert!(
            sentences
                .iter()
                .all(|said| said.split_whitespace().count() <= 21),
            "{sentences:?}"
        );
        assert_eq!(unjudged(language, 0), None);
    }
}

#[test]
fn moment_shows_the_line_of_its_first_remark_with_one() {
    let script = Script {
        variant: INTERNATIONAL,
        start: "W:W33,38,39,40,45,50:B1,6,12,13,14,23,24",
        played: &["50-44", "6-11"],
        better: (Score::Hundredths(300), &["33-28", "23x34", "40x7"]),
        reply: (Score::Hundredths(0), &["6-11"]),
        tables: None,
    };
    let mut moment = script.report().moments.remove(0);
    let line = moment.line();
    assert_eq!(line.as_ref().map(|(_, moves)| moves.len()), Some(3));
    moment.events.insert(0, Remark::DrawNear { moves: 3 });
    assert_eq!(moment.line(), line);
    moment.events.truncate(1);
    assert_eq!(moment.line(), None);
}

#[test]
fn without_tables_a_win_is_attributed_to_the_engine() {
    Script {
        variant: INTERNATIONAL,
        start: "W:W39:B23",
        played: &["39-34", "23-28"],
        better: (Score::Win(3), &["39-33", "23-28", "33x22"]),
        reply: (Score::Hundredths(0), &["23-28"]),
        tables: None,
    }
    .says(
        "The engine saw a win for White in 2 moves.",
        "L'ordinateur voyait un gain des Blancs en 2 coups.",
    );
}

#[test]
fn small_losses_and_decided_games_are_not_reported() {
    let script = |better, reply| Script {
        variant: INTERNATIONAL,
        start: "W:W31,42,46:B8,12,22",
        played: &["31-27", "22x31"],
        better: (better, &["42-37"]),
        reply: (reply, &["22x31"]),
        tables: None,
    };
    let small = script(Score::Hundredths(0), Score::Hundredths(20));
    assert!(small.said(Language::English).is_empty());
    let decided = script(Score::Hundredths(-900), Score::Hundredths(1_000));
    assert!(decided.said(Language::English).is_empty());
}

#[test]
fn giveaway_games_get_no_remarks_on_material() {
    let lost = Script {
        variant: Variant::ANTIDRAUGHTS,
        start: "W:W31,42,46:B8,12,22",
        played: &["42-37", "8-13"],
        better: (Score::Hundredths(150), &["31-27", "22x31"]),
        reply: (SOMETHING.opposite(), &["8-13"]),
        tables: None,
    };
    lost.says("The engine prefers 31-27.", "L'ordinateur préfère 31-27.");
}

#[test]
fn french_counts_what_is_given_and_taken() {
    let haul = |men, kings| Haul { men, kings };
    let course = |lost, taken| Course {
        start: Position::start(INTERNATIONAL),
        moves: Vec::new(),
        taken,
        lost,
        crowned: [0; 2],
    };
    let balance = |lost, taken| french::given_and_taken(&course(lost, taken));
    assert_eq!(balance(haul(1, 0), haul(5, 0)), "1 pour 5");
    assert_eq!(balance(haul(2, 0), haul(1, 0)), "2 pour 1");
    assert_eq!(balance(haul(0, 1), haul(0, 1)), "1 dame pour 1 dame");
    assert_eq!(balance(haul(0, 2), haul(0, 2)), "2 dames pour 2 dames");
    assert_eq!(balance(haul(4, 0), haul(0, 1)), "4 pions pour 1 dame");
    assert_eq!(
        balance(haul(1, 1), haul(3, 1)),
        "1 dame et 1 pion pour 1 dame et 3 pions"
    );
}
