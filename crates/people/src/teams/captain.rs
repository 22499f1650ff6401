//! The captain of a side: the first member who joined, until the host names another before the
//! game, or the captain hands over. The rules are here, for every store.

use damier_rules::Side;

use crate::teams::attendee::Attendee;
use crate::teams::naming::{Named, NamedBy, Naming};
use crate::teams::port::TeamMatch;

impl TeamMatch {
    /// The number of a side's captain among these members: the named one, or the first who joined.
    /// A named captain who has left is ignored.
    pub fn captain(&self, side: Side, people: &[Attendee]) -> Option<u16> {
        let own = || {
            let own = people.iter().filter(|it| it.part.side() == Some(side));
            own.map(|it| it.number)
        };
        let named = self.captains[side.index()];
        own()
            .find(|number| Some(*number) == named)
            .or_else(|| own().min())
    }

    /// The outcome of naming a captain that stores nothing; `None` if it is to be stored.
    pub fn answer_to(&self, naming: Naming, people: &[Attendee]) -> Option<Named> {
        let Naming { side, number, by } = naming;
        let is_own = |it: &Attendee| it.number == number && it.part.side() == Some(side);
        if !people.iter().any(is_own) {
            return Some(Named::NotAMember);
        }
        let captain = self.captain(side, people);
        if captain == Some(number) {
            return Some(Named::Done);
        }
        match by {
            NamedBy::Host if self.begun_ms.is_some() => Some(Named::Begun),
            NamedBy::Captain(own) if captain != Some(own) => Some(Named::NotTheCaptain),
            NamedBy::Host | NamedBy::Captain(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_session::settings::GameSettings;
    use damier_session::{GameId, SeatKey};

    use super::*;
    use crate::teams::Deciding;
    use crate::teams::attendee::Part;
    use crate::teams::plan::{Plan, TeamPlan};

    fn team_match(captains: [Option<u16>; 2], begun_ms: Option<u64>) -> TeamMatch {
        TeamMatch {
            id: GameId::from_bits(1),
            plan: Plan::Teams(TeamPlan {
                variant: "frisian".into(),
                settings: GameSettings::friendly("", ""),
                white: Deciding::Captain,
                black: Deciding::Captain,
            }),
            until_ms: 1,
            is_open: true,
            begun_ms,
            captains,
        }
    }

    fn attendee(number: u16, part: Part) -> Attendee {
        Attendee {
            number,
            part,
            name: format!("n{number}").parse().expect("a name"),
            key: SeatKey::from_bytes([number as u8; 32]),
        }
    }

    fn people() -> [Attendee; 4] {
        [
            attendee(2, Part::Side(Side::Black)),
            attendee(3, Part::Side(Side::White)),
            attendee(5, Part::Side(Side::White)),
            attendee(6, Part::Side(Side::White)),
        ]
    }

    #[test]
    fn the_first_member_leads_until_a_present_captain_is_named() {
        let people = people();
        let captain = |named, side| team_match([named, None], None).captain(side, &people);
        assert_eq!(captain(None, Side::White), Some(3));
        assert_eq!(captain(Some(6), Side::White), Some(6));
        assert_eq!(captain(Some(6), Side::Black), Some(2));
        assert_eq!(captain(Some(2), Side::White), Some(3), "of the other side");
        assert_eq!(captain(Some(4), Side::White), Some(3), "gone");
        assert_eq!(team_match([None; 2], None).captain(Side::White, &[]), None);
    }

    #[test]
    fn the_host_names_a_captain_before_the_game_and_the_captain_at_any_time() {
        let people = people();
        let answer = |begun_ms, number, by| {
            let naming = Naming {
                side: Side::White,
                number,
                by,
            };
            team_match([Some(5), None], begun_ms).answer_to(naming, &people)
        };
        assert_eq!(answer(None, 6, NamedBy::Host), None);
        assert_eq!(answer(Some(9), 6, NamedBy::Host), Some(Named::Begun));
        assert_eq!(answer(Some(9), 5, NamedBy::Host), Some(Named::Done));
        for begun_ms in [None, Some(9)] {
            let answer = |number, by| answer(begun_ms, number, NamedBy::Captain(by));
            assert_eq!(answer(6, 5), None);
            assert_eq!(answer(6, 3), Some(Named::NotTheCaptain), "not any more");
            assert_eq!(answer(6, 2), Some(Named::NotTheCaptain), "of the others");
            assert_eq!(answer(5, 3), Some(Named::Done), "again");
            assert_eq!(answer(2, 5), Some(Named::NotAMember));
            assert_eq!(answer(4, 5), Some(Named::NotAMember));
        }
    }
}
