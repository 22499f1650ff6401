//! The plan of a team match: chosen and validated when it is created, and the game that it becomes.

use damier_rules::Side;
use damier_session::GameId;
use damier_session::conditional::SLOW_MS;
use damier_session::session::Session;
use damier_session::settings::{GameSettings, MAX_NAME, Player};
use serde::{Deserialize, Serialize};

use crate::challenges::{
    AcceptedChallenge, Challenge, ChallengeError, ColourChoice, EngineSeatError, StartMode,
    engine_player,
};
use crate::teams::attendee::Attendee;
use crate::teams::{Deciding, DecidingError};

/// The separator between names of a team.
const NAME_SEPARATOR: &str = " & ";

/// The kind of a team match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Plan {
    /// One game between two teams, or one team and the engine.
    Teams(TeamPlan),
}

/// A game played by teams. A team may be one person, and one side may be the engine's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TeamPlan {
    /// The stable name of the variant.
    pub variant: String,
    /// The settings of the game. Their players are ignored, except for an engine, which takes its
    /// side.
    pub settings: GameSettings,
    /// How White decides; ignored if White is the engine.
    pub white: Deciding,
    /// How Black decides; ignored if Black is the engine.
    pub black: Deciding,
}

/// Why a plan is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The settings of the game are invalid.
    #[error(transparent)]
    Game(#[from] ChallengeError),
    /// A team cannot decide this way.
    #[error(transparent)]
    Deciding(#[from] DecidingError),
    /// Team matches are not rated.
    #[error("team matches cannot be rated")]
    Rated,
    /// It has a conduct rule that applies only to single players.
    #[error("touch-move and irregular-move rules are unavailable when a side votes")]
    ConductRulesWithVote,
}

impl PlanError {
    /// The stable code in messages.
    pub const fn code(&self) -> &'static str {
        match self {
            PlanError::Game(error) => error.code(),
            PlanError::Deciding(_) => "vote-out-of-range",
            PlanError::Rated => "team-rated",
            PlanError::ConductRulesWithVote => "conduct-rules-with-vote",
        }
    }
}

impl Plan {
    /// Validates the plan.
    ///
    /// # Errors
    /// The first error found.
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

    /// The level of the engine that plays a side; `None` if people do.
    pub fn computer_level(&self, side: Side) -> Option<u8> {
        match self.settings.player(side) {
            Player::Computer { level } => Some(*level),
            Player::Person { .. } => None,
        }
    }

    /// Whether one side is the engine's.
    pub fn has_engine(&self) -> bool {
        let mut sides = Side::ALL.into_iter();
        sides.any(|side| self.computer_level(side).is_some())
    }

    fn check(&self) -> Result<(), PlanError> {
        let settings = &self.settings;
        let is_by_days = settings.clocks().map_or([false; 2], |clocks| {
            clocks.map(|it| it.increment_ms >= SLOW_MS)
        });
        let sides = Side::ALL.into_iter().zip(self.deciding()).zip(is_by_days);
        // The engine does not take part in decisions.
        let people = sides.filter(|((side, _), _)| self.computer_level(*side).is_none());
        let mut votes = false;
        for ((_, deciding), is_by_days) in people {
            deciding.check(is_by_days)?;
            votes |= matches!(deciding, Deciding::Vote { .. });
        }
        if settings.rated {
            return Err(PlanError::Rated);
        }
        let conduct = &settings.conduct;
        if votes && (conduct.touched_is_played || conduct.irregular_moves) {
            return Err(PlanError::ConductRulesWithVote);
        }
        self.begun(GameId::from_bits(0), &[], 0)?;
        Ok(())
    }

    /// The plan of the rematch with colours swapped: each team keeps its way of deciding and its
    /// clock, as does the engine.
    #[must_use]
    pub fn again(&self, played: &Session) -> TeamPlan {
        let unnamed = |player: Player| match player {
            Player::Person { .. } => Player::Person {
                name: String::new(),
            },
            computer @ Player::Computer { .. } => computer,
        };
        let settings = Challenge::rematch(played, Side::White).settings;
        TeamPlan {
            variant: self.variant.clone(),
            settings: GameSettings {
                white: unnamed(settings.white),
                black: unnamed(settings.black),
                ..settings
            },
            white: self.black,
            black: self.white,
        }
    }

    /// The game with these members, begun at `now_ms`, in Unix milliseconds.
    ///
    /// # Errors
    /// What is invalid; nothing if [`Plan::check`] has passed.
    pub fn begun(
        &self,
        id: GameId,
        people: &[Attendee],
        now_ms: u64,
    ) -> Result<AcceptedChallenge, ChallengeError> {
        let challenge = Challenge {
            variant: self.variant.clone(),
            settings: GameSettings {
                rated: false,
                ..self.settings.clone()
            },
            host: String::new(),
            colour: ColourChoice::White,
            ratings: None,
            clocks_by_player: false,
        };
        if self.settings.computer_plays_itself() {
            return Err(EngineSeatError::BothSides.into());
        }
        let players = [
            self.player(Side::White, people)?,
            self.player(Side::Black, people)?,
        ];
        // A team needs time to agree on a move, and the host sees who is present.
        challenge.begun_between(id, players, Side::White, now_ms, StartMode::AtOnce)
    }

    /// The player entry of a side: the engine, or the names of these members joined.
    fn player(&self, side: Side, people: &[Attendee]) -> Result<Player, EngineSeatError> {
        match self.computer_level(side) {
            Some(level) => engine_player(level),
            None => Ok(Player::Person {
                name: team_name(people, side),
            }),
        }
    }
}

/// The names of a team as the name of one player: as many as fit, and the number of the others.
fn team_name(people: &[Attendee], side: Side) -> String {
    let team = people
        .iter()
        .filter(|attendee| attendee.part.side() == Some(side));
    let names: Vec<&str> = team.map(|attendee| attendee.name.as_str()).collect();
    let shown = |count: usize| {
        let more = names.len() - count;
        let named = names[..count].join(NAME_SEPARATOR);
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
    use damier_session::SeatKey;
    use damier_session::settings::Player;
    use damier_session::time_control::ClockSettings;

    use super::*;
    use crate::teams::attendee::Part;

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
    fn settings_unsuitable_for_teams_are_rejected() {
        let code = |change: &dyn Fn(&mut TeamPlan)| {
            let mut changed = plan();
            change(&mut changed);
            Plan::Teams(changed).check().map_err(|error| error.code())
        };
        assert_eq!(code(&|_| {}), Ok(()));
        assert_eq!(code(&|it| it.settings.rated = true), Err("team-rated"));
        assert_eq!(
            code(&|it| it.settings.conduct.touched_is_played = true),
            Err("conduct-rules-with-vote")
        );
        assert_eq!(
            code(&|it| it.settings.conduct.irregular_moves = true),
            Err("conduct-rules-with-vote")
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
    fn a_rematch_swaps_colours_and_keeps_conduct_and_time() {
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

    /// A plan in which the engine has Black.
    fn against_computer(level: u8) -> TeamPlan {
        let mut plan = plan();
        plan.settings.black = Player::Computer { level };
        plan
    }

    #[test]
    fn the_engine_plays_one_side_and_swaps_colours_too() {
        let plan = against_computer(10);
        assert_eq!(Plan::Teams(plan.clone()).check(), Ok(()));
        let people = [
            attendee(1, Side::White, "Awa"),
            attendee(2, Side::White, "Piet"),
        ];
        let begun = plan.begun(GameId::from_bits(7), &people, 9_000);
        let begun = begun.expect("a game");
        let settings = &begun.setup.record.settings;
        let team = Player::Person {
            name: "Awa & Piet".into(),
        };
        assert_eq!(settings.white, team);
        assert_eq!(settings.black, Player::Computer { level: 10 });
        assert_eq!((settings.rated, begun.rated), (false, None));
        let played = Session::replay(&begun.setup.record).expect("a game");
        let again = plan.again(&played);
        let levels = |plan: &TeamPlan| Side::ALL.map(|side| plan.computer_level(side));
        assert_eq!(levels(&plan), [None, Some(10)]);
        assert_eq!(levels(&again), [Some(10), None]);
        assert_eq!((again.white, again.black), (plan.black, plan.white));
        // The engine's side needs no members, and is to move.
        let people = [attendee(1, Side::Black, "Awa")];
        let begun = again.begun(GameId::from_bits(8), &people, 9_000);
        let next = Session::replay(&begun.expect("a game").setup.record).expect("a game");
        assert_eq!(next.computer_due(), Some(Side::White));
    }

    #[test]
    fn settings_unsuitable_for_the_engine_are_rejected() {
        let code = |plan: TeamPlan| Plan::Teams(plan).check().map_err(|error| error.code());
        let mut both = against_computer(3);
        both.settings.white = Player::Computer { level: 3 };
        for refused in [both, against_computer(0), against_computer(11)] {
            assert_eq!(code(refused), Err("computer-seat"));
        }
        let mut rated = against_computer(3);
        rated.settings.rated = true;
        assert_eq!(code(rated), Err("team-rated"));
        // The engine takes no part in decisions, so its side excludes no conduct rule for the other
        // one.
        let mut by_hand = against_computer(3);
        by_hand.black = Deciding::Vote { within_s: 601 };
        by_hand.settings.conduct.touched_is_played = true;
        assert_eq!(code(by_hand.clone()), Ok(()));
        by_hand.white = Deciding::Vote { within_s: 30 };
        assert_eq!(code(by_hand.clone()), Err("conduct-rules-with-vote"));
        by_hand.white = Deciding::Vote { within_s: 601 };
        assert_eq!(code(by_hand), Err("vote-out-of-range"));
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
    fn json_reads_back() {
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
