//! Clock settings in words, in French and English, as on the page.

use damier_notation::wording::Language;
use damier_people::challenges::Challenge;
use damier_session::ClockSettings;
use damier_session::time_control::{Bonus, Period};

const HOUR_MS: u64 = 60 * 60 * 1_000;
const DAY_MS: u64 = 24 * HOUR_MS;

/// The time control of a side; `None` without a clock.
pub(super) fn clock_words(language: Language, clock: Option<&ClockSettings>) -> String {
    let Some(clock) = clock else {
        return match language {
            Language::French => "sans pendule".to_owned(),
            Language::English => "no clock".to_owned(),
        };
    };
    let periods: Vec<String> = clock
        .periods()
        .map(|period| period_words(language, period))
        .collect();
    match language {
        Language::French => periods.join(", puis "),
        Language::English => periods.join(", then "),
    }
}

/// The clocks of a challenge as shown to the player who may accept it.
pub(super) fn times_for_the_guest(language: Language, offered: &Challenge) -> String {
    let settings = &offered.settings;
    let words = |clock: &ClockSettings| clock_words(language, Some(clock));
    let (Some(first), Some(second)) = (&settings.clock, &settings.black_clock) else {
        return clock_words(language, settings.clock.as_ref());
    };
    let (first, second) = (words(first), words(second));
    match (language, offered.clocks_by_player) {
        (Language::French, true) => format!("vous\u{a0}: {second}\u{202f}; l’autre\u{a0}: {first}"),
        (Language::English, true) => format!("you: {second}; the other player: {first}"),
        (Language::French, false) => {
            format!("Blancs\u{a0}: {first}\u{202f}; Noirs\u{a0}: {second}")
        }
        (Language::English, false) => format!("White: {first}; Black: {second}"),
    }
}

fn period_words(language: Language, period: Period) -> String {
    let Period {
        initial_ms,
        increment_ms,
        bonus,
        moves,
    } = period;
    let whole = duration_text(language, initial_ms);
    let each = short(language, increment_ms);
    let is_of_days = bonus == Bonus::Delay && increment_ms >= DAY_MS / 2;
    let text = match (language, bonus) {
        (Language::French, Bonus::Delay) if is_of_days && initial_ms == 0 => {
            format!("{each} par coup, sans réserve")
        }
        (Language::English, Bonus::Delay) if is_of_days && initial_ms == 0 => {
            format!("{each} per move, no reserve")
        }
        (Language::French, Bonus::Delay) if is_of_days => {
            format!("{each} par coup, {whole} en réserve")
        }
        (Language::English, Bonus::Delay) if is_of_days => {
            format!("{each} per move, {whole} in reserve")
        }
        (_, Bonus::Fischer) => format!("{whole} + {each}"),
        (Language::French, Bonus::Delay) => format!("{whole}, avec un délai de {each} par coup"),
        (Language::English, Bonus::Delay) => format!("{whole}, with a delay of {each} per move"),
        (Language::French, Bonus::Bronstein) => {
            format!("{whole}, avec le temps utilisé rendu après chaque coup (au plus {each})")
        }
        (Language::English, Bonus::Bronstein) => {
            format!("{whole}, and up to {each} back after each move")
        }
    };
    match (moves, language) {
        (None, _) => text,
        (Some(moves), Language::French) => format!("{text} pour {moves} coups"),
        (Some(moves), Language::English) => format!("{text} for {moves} moves"),
    }
}

/// A duration: in minutes below a day, otherwise in days.
fn duration_text(language: Language, ms: u64) -> String {
    if ms < DAY_MS {
        number(language, ms, 60_000, "min")
    } else {
        days(language, ms)
    }
}

/// A time per move: seconds, hours from one hour on, and days from half a day on.
fn short(language: Language, ms: u64) -> String {
    if ms < HOUR_MS {
        number(language, ms, 1_000, "s")
    } else if ms < DAY_MS / 2 {
        number(language, ms, HOUR_MS, "h")
    } else {
        days(language, ms)
    }
}

fn days(language: Language, ms: u64) -> String {
    let unit = match language {
        Language::French => "j",
        Language::English => "d",
    };
    number(language, ms, DAY_MS, unit)
}

/// A time in a unit, with at most two decimals.
fn number(language: Language, ms: u64, of: u64, unit: &str) -> String {
    let number = (ms as f64 / of as f64 * 100.0).round() / 100.0;
    let text = format!("{number} {unit}");
    match language {
        Language::French => text.replace('.', ","),
        Language::English => text,
    }
}

#[cfg(test)]
mod tests {
    use damier_people::challenges::ColourChoice;
    use damier_session::GameSettings;

    use super::*;

    const BOTH: [Language; 2] = [Language::English, Language::French];

    fn control(initial_ms: u64, increment_ms: u64, bonus: Bonus) -> ClockSettings {
        ClockSettings {
            bonus,
            ..ClockSettings::fischer(initial_ms, increment_ms)
        }
    }

    fn next(initial_ms: u64, increment_ms: u64, moves: Option<u16>) -> Period {
        Period {
            initial_ms,
            increment_ms,
            bonus: Bonus::Fischer,
            moves,
        }
    }

    #[test]
    fn each_kind_of_clock_has_its_words() {
        let two_hours = ClockSettings {
            moves: Some(50),
            then: vec![
                next(3_600_000, 0, Some(25)),
                Period {
                    bonus: Bonus::Bronstein,
                    ..next(900_000, 10_000, None)
                },
            ],
            ..ClockSettings::fischer(7_200_000, 0)
        };
        let cases: [(Option<ClockSettings>, [&str; 2]); 12] = [
            (None, ["no clock", "sans pendule"]),
            (
                Some(ClockSettings::fischer(300_000, 3_000)),
                ["5 min + 3 s", "5 min + 3 s"],
            ),
            (
                Some(ClockSettings::fischer(30_000, 500)),
                ["0.5 min + 0.5 s", "0,5 min + 0,5 s"],
            ),
            (
                Some(ClockSettings::fischer(14 * DAY_MS, HOUR_MS)),
                ["14 d + 1 h", "14 j + 1 h"],
            ),
            (
                Some(control(300_000, 5_000, Bonus::Delay)),
                [
                    "5 min, with a delay of 5 s per move",
                    "5 min, avec un délai de 5 s par coup",
                ],
            ),
            (
                Some(control(600_000, 6 * HOUR_MS, Bonus::Delay)),
                [
                    "10 min, with a delay of 6 h per move",
                    "10 min, avec un délai de 6 h par coup",
                ],
            ),
            (
                Some(control(300_000, 5_000, Bonus::Bronstein)),
                [
                    "5 min, and up to 5 s back after each move",
                    "5 min, avec le temps utilisé rendu après chaque coup (au plus 5 s)",
                ],
            ),
            (
                Some(ClockSettings::each_move(2 * DAY_MS, 5 * DAY_MS)),
                [
                    "2 d per move, 5 d in reserve",
                    "2 j par coup, 5 j en réserve",
                ],
            ),
            (
                Some(ClockSettings::each_move(DAY_MS / 2, HOUR_MS)),
                [
                    "0.5 d per move, 60 min in reserve",
                    "0,5 j par coup, 60 min en réserve",
                ],
            ),
            (
                Some(ClockSettings::each_move(3 * DAY_MS, 0)),
                ["3 d per move, no reserve", "3 j par coup, sans réserve"],
            ),
            (
                Some(ClockSettings {
                    moves: Some(40),
                    ..ClockSettings::fischer(5_400_000, 30_000)
                }),
                ["90 min + 30 s for 40 moves", "90 min + 30 s pour 40 coups"],
            ),
            (
                Some(two_hours),
                [
                    "120 min + 0 s for 50 moves, then 60 min + 0 s for 25 moves, then 15 min, \
                     and up to 10 s back after each move",
                    "120 min + 0 s pour 50 coups, puis 60 min + 0 s pour 25 coups, puis 15 min, \
                     avec le temps utilisé rendu après chaque coup (au plus 10 s)",
                ],
            ),
        ];
        for (clock, expected) in cases {
            let words = BOTH.map(|language| clock_words(language, clock.as_ref()));
            assert_eq!(words, expected, "{clock:?}");
        }
    }

    #[test]
    fn unequal_times_are_shown_to_the_guest() {
        let offered = |black_clock: Option<ClockSettings>, clocks_by_player: bool| Challenge {
            variant: "international".to_owned(),
            settings: GameSettings {
                clock: Some(ClockSettings::fischer(300_000, 3_000)),
                black_clock,
                ..GameSettings::friendly("", "")
            },
            host: String::new(),
            colour: ColourChoice::Random,
            ratings: None,
            clocks_by_player,
        };
        let one = || Some(control(60_000, 2_000, Bonus::Delay));
        for (offered, expected) in [
            (offered(None, false), ["5 min + 3 s", "5 min + 3 s"]),
            (
                offered(one(), false),
                [
                    "White: 5 min + 3 s; Black: 1 min, with a delay of 2 s per move",
                    "Blancs\u{a0}: 5 min + 3 s\u{202f}; Noirs\u{a0}: 1 min, avec un délai de 2 s par \
                     coup",
                ],
            ),
            (
                offered(one(), true),
                [
                    "you: 1 min, with a delay of 2 s per move; the other player: 5 min + 3 s",
                    "vous\u{a0}: 1 min, avec un délai de 2 s par coup\u{202f}; l’autre\u{a0}: 5 \
                     min + 3 s",
                ],
            ),
        ] {
            let words = BOTH.map(|language| times_for_the_guest(language, &offered));
            assert_eq!(words, expected);
        }
    }
}
