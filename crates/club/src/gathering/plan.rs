//! What a gathering comes to: agreed when it is made, checked before anybody is invited, and what begins when the host says so.

use damier_rules::Side;
use serde::{Deserialize, Serialize};

use super::attendee::Attendee;
use crate::library::GameId;
use crate::live::conditional::SLOW_MS;
use crate::live::{Beginning, Challenge, ChallengeError, ColourChoice, TakenUp};
use crate::session::Session;
use crate::settings::{GameSettings, MAX_NAME, Player};
use crate::team::{Deciding, DecidingError};

/// What stands between the names of a team.
const AND: &str = " & ";

/// What people come together for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Plan {
    /// One game, with a team on each side.
    Teams(TeamPlan),
}

/// A game that teams play. A team may be one person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TeamPlan {
    /// The stable name of the game.
    pub variant: String,
    /// The settings of the game. Its players are those who come, so the two of the settings are not looked at.
    pub settings: GameSettings,
    /// How White decides.
    pub white: Deciding,
    /// How Black decides.
    pub black: Deciding,
}

/// What no gathering comes to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// No game can be played like that.
    #[error(transparent)]
    Game(#[from] ChallengeError),
    /// A team cannot decide like that.
    #[error(transparent)]
    Deciding(#[from] DecidingError),
    /// It would be rated.
    #[error("a game of teams counts for no rating")]
    Rated,
    /// A custom of conduct was chosen that is for one hand at the board.
    #[error("where a side votes, there are no customs of touched pieces or irregular moves")]
    Customs,
}

impl PlanError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            PlanError::Game(error) => error.code(),
            PlanError::Deciding(_) => "vote-out-of-range",
            PlanError::Rated => "team-rated",
            PlanError::Customs => "team-customs",
        }
    }
}

impl Plan {
    /// Checks everything that is known before somebody comes.
    ///
    /// # Errors
    /// The first thing that is not valid.
    pub fn check(&self) -> Result<(), PlanError> {
        match self {
            Plan::Teams(plan) => plan.check(),
        }
    }
}

impl TeamPlan {
    /// How both sides decide, White first.
    pub fn deciding(&self) -> [Deciding; 2] {
        [self.white, self.black]
    }

    fn check(&self) -> Result<(), PlanError> {
        let settings = &self.settings;
        let is_by_days = settings.clocks().map_or([false; 2], |clocks| {
            clocks.map(|it| it.increment_ms >= SLOW_MS)
        });
        for (deciding, is_by_days) in self.deciding().into_iter().zip(is_by_days) {
            deciding.check(is_by_days)?;
        }
        if settings.rated {
            return Err(PlanError::Rated);
        }
        let conduct = &settings.conduct;
        let mut deciding = self.deciding().into_iter();
        let votes = deciding.any(|it| matches!(it, Deciding::Vote { .. }));
        if votes && (conduct.touched_is_played || conduct.irregular_moves) {
            return Err(PlanError::Customs);
        }
        self.begun(GameId::from_bits(0), &[], 0)?;
        Ok(())
    }

    /// The same game once more with the colours changed, after a game of this plan: each team decides as before, and keeps its time.
    #[must_use]
    pub fn again(&self, played: &Session) -> TeamPlan {
        let nobody = || Player::Person {
            name: String::new(),
        };
        TeamPlan {
            variant: self.variant.clone(),
            settings: GameSettings {
                white: nobody(),
                black: nobody(),
                ..Challenge::rematch(played, Side::White).settings
            },
            white: self.black,
            black: self.white,
        }
    }

    /// The game that begins with these people at `now_ms`, in Unix milliseconds.
    ///
    /// # Errors
    /// What is not valid; nothing where [`Plan::check`] has found nothing.
    pub fn begun(
        &self,
        id: GameId,
        people: &[Attendee],
        now_ms: u64,
    ) -> Result<TakenUp, ChallengeError> {
        let challenge = Challenge {
            variant: self.variant.clone(),
            settings: GameSettings {
                rated: false,
                ..self.settings.clone()
            },
            host: team_name(people, Side::White),
            colour: ColourChoice::White,
            ratings: None,
            clocks_by_player: false,
        };
        challenge.check_for_people()?;
        let black = Player::Person {
            name: team_name(people, Side::Black),
        };
        // A team takes its time to agree on a move, and the host sees who has come.
        challenge.taken_up_by(id, black, Side::White, now_ms, Beginning::AtOnce)
    }
}

/// The names of a team as the name of a player: as many as there is room for, and how many more there are.
fn team_name(people: &[Attendee], side: Side) -> String {
    let team = people
        .iter()
        .filter(|attendee| attendee.part.side() == Some(side));
    let names: Vec<&str> = team.map(|attendee| attendee.name.as_str()).collect();
    let shown = |count: usize| {
        let more = names.len() - count;
        let named = names[..count].join(AND);
        if more == 0 {
            named
        } else {
            format!("{named} +{more}")
        }
    };
    let mut fitting = (0..=names.len()).rev().map(shown);
    let fits = |name: &String| name.chars().count() <= MAX_NAME;
    fitting.find(fits).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::attendee::Part;
    use super::*;
    use crate::live::SeatKey;
    use crate::settings::Player;
    use crate::time_control::ClockSettings;

    fn plan() -> TeamPlan {
        TeamPlan {
            variant: "frisian".into(),
            settings: GameSettings::friendly("", ""),
            white: Deciding::Captain,
            black: Deciding::Vote { within_s: 30 },
        }
    }

    fn attendee(number: u16, side: Side, name: &str) -> Attendee {
        Attendee {
            number,
            part: Part::Side(side),
            name: name.parse().expect("a name"),
            key: SeatKey::from_bytes([number as u8; 32]),
        }
    }

    #[test]
    fn a_team_plays_under_the_names_of_its_members() {
        let people = [
            attendee(1, Side::White, "Awa"),
            attendee(2, Side::Black, "Jan"),
            attendee(3, Side::White, "Piet"),
        ];
        let begun = plan().begun(GameId::from_bits(7), &people, 9_000);
        let settings = begun.expect("a game").setup.record.settings;
        let person = |name: &str| Player::Person { name: name.into() };
        assert_eq!(settings.white, person("Awa & Piet"));
        assert_eq!(settings.black, person("Jan"));
        let many: Vec<Attendee> = (1..=20)
            .map(|number| attendee(number, Side::Black, &format!("Nnnnnnnnn{number:02}")))
            .collect();
        let name = team_name(&many, Side::Black);
        assert!(name.chars().count() <= MAX_NAME, "{name}");
        assert!(name.ends_with("Nnnnnnnnn07 +13"), "{name}");
        assert_eq!(team_name(&many, Side::White), "");
    }

    #[test]
    fn what_teams_do_not_play_is_told_before_anybody_is_invited() {
        let code = |change: &dyn Fn(&mut TeamPlan)| {
            let mut changed = plan();
            change(&mut changed);
            Plan::Teams(changed).check().map_err(|error| error.code())
        };
        assert_eq!(code(&|_| {}), Ok(()));
        assert_eq!(code(&|it| it.settings.rated = true), Err("team-rated"));
        assert_eq!(
            code(&|it| it.settings.conduct.touched_is_played = true),
            Err("team-customs")
        );
        assert_eq!(
            code(&|it| it.settings.conduct.irregular_moves = true),
            Err("team-customs")
        );
        for [white, black] in [
            [Deciding::Captain, Deciding::InTurn],
            [Deciding::InTurn, Deciding::Captain],
        ] {
            let by_hand = |it: &mut TeamPlan| {
                it.settings.conduct.touched_is_played = true;
                it.settings.conduct.irregular_moves = true;
                (it.white, it.black) = (white, black);
            };
            assert_eq!(code(&by_hand), Ok(()), "a single hand plays");
        }
        let strict = |it: &mut TeamPlan| {
            it.settings.conduct.offers_from_move = 40;
            it.settings.conduct.released_stands = true;
        };
        assert_eq!(code(&strict), Ok(()));
        let late = |it: &mut TeamPlan| it.settings.conduct.offers_from_move = 201;
        assert_eq!(code(&late), Err("offers-too-late"));
        let days = ClockSettings::each_move(86_400_000, 86_400_000);
        let by_days = |within_s| {
            let days = days.clone();
            move |it: &mut TeamPlan| {
                it.settings.clock = Some(days.clone());
                it.black = Deciding::Vote { within_s };
            }
        };
        assert_eq!(code(&by_days(3_600)), Ok(()));
        assert_eq!(code(&by_days(43_200)), Ok(()));
        assert_eq!(code(&by_days(30)), Err("vote-out-of-range"));
        assert_eq!(code(&by_days(43_201)), Err("vote-out-of-range"));
        let long = Deciding::Vote { within_s: 601 };
        assert_eq!(code(&|it| it.black = long), Err("vote-out-of-range"));
        assert_eq!(code(&|it| it.variant = "x".into()), Err("unknown-variant"));
        let over = Some("B:W31:B".to_owned());
        assert_eq!(
            code(&|it| it.settings.start.clone_from(&over)),
            Err("over-at-once")
        );
    }

    #[test]
    fn again_each_team_has_the_other_colour_and_keeps_its_way_and_its_time() {
        let slow = ClockSettings::fischer(900_000, 5_000);
        let mut plan = plan();
        plan.settings.conduct.offers_from_move = 30;
        plan.settings.clock = Some(slow.clone());
        plan.settings.black_clock = Some(ClockSettings::fischer(300_000, 0));
        let people = [
            attendee(1, Side::White, "Awa"),
            attendee(2, Side::Black, "Jan"),
        ];
        let begun = plan.begun(GameId::from_bits(7), &people, 9_000);
        let record = begun.expect("a game").setup.record;
        let played = Session::replay(&record).expect("a game");
        let again = plan.again(&played);
        assert_eq!((again.white, again.black), (plan.black, plan.white));
        assert_eq!(again.settings.black_clock, Some(slow));
        assert_eq!(again.settings.conduct.offers_from_move, 30);
        let twice = again.again(&played_again(&again));
        assert_eq!((twice.white, twice.black), (plan.white, plan.black));
        assert_eq!(twice.settings.clock, plan.settings.clock);
        assert_eq!(Plan::Teams(again).check(), Ok(()));
    }

    fn played_again(plan: &TeamPlan) -> Session {
        let people = [
            attendee(1, Side::White, "Jan"),
            attendee(2, Side::Black, "Awa"),
        ];
        let begun = plan.begun(GameId::from_bits(8), &people, 9_000);
        Session::replay(&begun.expect("a game").setup.record).expect("a game")
    }

    #[test]
    fn it_is_written_and_read_as_json() {
        let plan = Plan::Teams(plan());
        let json = serde_json::to_string(&plan).expect("JSON");
        assert!(
            json.starts_with(r#"{"kind":"teams","variant":"frisian""#),
            "{json}"
        );
        assert!(
            json.contains(r#""black":{"way":"vote","within_s":30}"#),
            "{json}"
        );
        assert_eq!(
            serde_json::from_str::<Plan>(&json).expect("read again"),
            plan
        );
    }
}
