//! How many games of the computer there is actor for on a node, and how much of that one place may have. Three things are short: boards, places at the
//! strongest level, which has a queue of its own, and games that the computer plays against itself, at which nobody has to be. Called by
//! `computer_boards.rs`.

use damier_session::{GameSettings, Player, Side};

use crate::live::engine_request::STRONGEST;

/// For how many sides on this node the computer plays before it takes no further game. With one engine, which thinks for some tenths of a second,
/// nobody waits for long.
pub(crate) const MOST_BOARDS: usize = 120;

/// For how many of them at the strongest level: with one place and so many boards each is still thought about for longer than the least time.
const MOST_STRONGEST: usize = 30;

/// How many games it plays against itself.
const MOST_ALONE: usize = 12;

/// How many of these one place has.
const MOST_ALONE_OF_ONE_PLACE: usize = 2;

/// Something of which there is not enough for everybody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Budget {
    /// Sides that the computer plays.
    Boards,
    /// Those at the strongest level.
    FullStrength,
    /// Games that it plays against itself.
    Alone,
}

impl Budget {
    const ALL: [Self; 3] = [Self::Boards, Self::FullStrength, Self::Alone];

    const fn most(self) -> usize {
        match self {
            Self::Boards => MOST_BOARDS,
            Self::FullStrength => MOST_STRONGEST,
            Self::Alone => MOST_ALONE,
        }
    }

    /// How much one place has at most where so much is left for others then: no more than that, and one more of an odd number. So one place alone gets
    /// half, however much it takes at once, and those who come later find some.
    const fn most_of_one_place(self, left: usize) -> usize {
        match self {
            Self::Boards | Self::FullStrength => left + 1,
            Self::Alone => MOST_ALONE_OF_ONE_PLACE,
        }
    }
}

/// Why the computer takes no other game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EngineBusy {
    /// It plays at as many boards of this kind as it can.
    OfAll(Budget),
    /// It plays at many of this kind for this place, and the others are for others.
    OfThisPlace(Budget),
}

impl EngineBusy {
    /// Whether it is for the games that the computer plays against itself.
    pub(crate) const fn is_of_games_alone(self) -> bool {
        let (Self::OfAll(budget) | Self::OfThisPlace(budget)) = self;
        matches!(budget, Budget::Alone)
    }
}

/// How much of the computer a game takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EngineDemand {
    sides: usize,
    strongest: usize,
    alone: usize,
}

impl EngineDemand {
    /// What a game with these settings takes.
    pub(crate) fn of(settings: &GameSettings) -> Self {
        let levels = Side::ALL.map(|side| match settings.player(side) {
            Player::Computer { level } => Some(*level),
            Player::Person { .. } => None,
        });
        let levels = levels.iter().flatten();
        Self {
            sides: levels.clone().count(),
            strongest: levels.filter(|level| **level == STRONGEST).count(),
            alone: usize::from(settings.computer_plays_itself()),
        }
    }

    /// What so many boards take at which it plays one side at the strongest level.
    pub(crate) const fn of_the_strongest(boards: usize) -> Self {
        Self {
            sides: boards,
            strongest: boards,
            alone: 0,
        }
    }

    /// Whether the computer has no part in the game.
    pub(crate) const fn is_nothing(self) -> bool {
        self.sides == 0
    }

    /// Whether the computer plays both sides.
    pub(crate) const fn is_alone(self) -> bool {
        self.alone > 0
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            sides: self.sides + other.sides,
            strongest: self.strongest + other.strongest,
            alone: self.alone + other.alone,
        }
    }

    const fn takes(self, budget: Budget) -> usize {
        match budget {
            Budget::Boards => self.sides,
            Budget::FullStrength => self.strongest,
            Budget::Alone => self.alone,
        }
    }
}

/// Whether there is actor for what is wanted, beside the games that are played; of each of them it is told whether it is played from the same place.
pub(crate) fn has_room(
    played: impl Iterator<Item = (EngineDemand, bool)>,
    wanted: EngineDemand,
) -> Result<(), EngineBusy> {
    let (mut own, mut all) = (EngineDemand::default(), EngineDemand::default());
    for (demand, is_own) in played {
        all = all.and(demand);
        if is_own {
            own = own.and(demand);
        }
    }
    for budget in Budget::ALL {
        let wanted = wanted.takes(budget);
        if wanted == 0 {
            continue;
        }
        let free = budget.most().saturating_sub(all.takes(budget));
        let Some(left) = free.checked_sub(wanted) else {
            return Err(EngineBusy::OfAll(budget));
        };
        if own.takes(budget) + wanted > budget.most_of_one_place(left) {
            return Err(EngineBusy::OfThisPlace(budget));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn computer(level: u8) -> Player {
        Player::Computer { level }
    }

    fn both(white: u8, black: u8) -> EngineDemand {
        EngineDemand::of(&GameSettings {
            white: computer(white),
            black: computer(black),
            ..GameSettings::friendly("", "")
        })
    }

    fn one(level: u8) -> EngineDemand {
        EngineDemand::of(&GameSettings {
            black: computer(level),
            ..GameSettings::friendly("Awa", "")
        })
    }

    /// How many such games begin one after the other at a place, beside those that are played, and why no other one does.
    fn begin(
        played: &mut Vec<(EngineDemand, u8)>,
        place: u8,
        wanted: EngineDemand,
    ) -> (usize, EngineBusy) {
        let mut begun = 0;
        loop {
            let games = played
                .iter()
                .map(|(demand, from)| (*demand, *from == place));
            if let Err(why) = has_room(games, wanted) {
                return (begun, why);
            }
            played.push((wanted, place));
            begun += 1;
        }
    }

    #[test]
    fn each_side_of_the_computer_counts_once() {
        assert!(EngineDemand::of(&GameSettings::friendly("Awa", "Piet")).is_nothing());
        let counts = |demand: EngineDemand| Budget::ALL.map(|budget| demand.takes(budget));
        assert_eq!(counts(one(9)), [1, 0, 0]);
        assert_eq!(counts(one(10)), [1, 1, 0]);
        assert_eq!(counts(both(10, 1)), [2, 1, 1]);
        assert_eq!(counts(both(10, 10)), [2, 2, 1]);
        assert_eq!(EngineDemand::of_the_strongest(1), one(10));
        assert_eq!(counts(EngineDemand::of_the_strongest(4)), [4, 4, 0]);
        assert!(EngineDemand::of_the_strongest(0).is_nothing());
    }

    #[test]
    fn where_the_strongest_level_is_full_the_others_are_free() {
        let mut played = Vec::new();
        let full = EngineBusy::OfThisPlace(Budget::FullStrength);
        assert_eq!(begin(&mut played, 1, one(10)), (MOST_STRONGEST / 2, full));
        // The class goes on at another level, as far as one place has boards.
        let full = EngineBusy::OfThisPlace(Budget::Boards);
        let rest = MOST_BOARDS / 2 - MOST_STRONGEST / 2;
        assert_eq!(begin(&mut played, 1, one(9)), (rest, full));
        assert_eq!(begin(&mut played, 1, one(10)), (0, full));
        // Whoever comes from elsewhere has level 10, until nobody has.
        for place in 2..9 {
            begin(&mut played, place, one(10));
        }
        let full = EngineBusy::OfAll(Budget::FullStrength);
        assert_eq!(begin(&mut played, 9, one(10)), (0, full));
        assert_eq!(
            has_room(played.iter().map(|it| (it.0, false)), one(9)),
            Ok(())
        );
    }

    #[test]
    fn several_boards_at_the_strongest_level_are_there_all_or_none() {
        let mut played = Vec::new();
        let of_one = EngineBusy::OfThisPlace(Budget::FullStrength);
        let four = EngineDemand::of_the_strongest(4);
        // Sixteen of thirty would be more than half; single games fill what is left of it.
        assert_eq!(begin(&mut played, 1, four), (3, of_one));
        assert_eq!(begin(&mut played, 1, one(10)), (3, of_one));
        assert_eq!(begin(&mut played, 2, four), (2, of_one));
        let of_all = EngineBusy::OfAll(Budget::FullStrength);
        assert_eq!(begin(&mut played, 3, four), (1, of_all));
        // Three are left, which are not enough for four, and a single game finds one.
        assert_eq!(begin(&mut played, 4, four), (0, of_all));
        assert_eq!(begin(&mut played, 4, one(10)), (2, of_one));
        // Neither do two sides of one game make more than half.
        let mut played = vec![(one(10), 1_u8); 14];
        let one_more = |played: &[(EngineDemand, u8)]| {
            let games = played.iter().map(|(demand, from)| (*demand, *from == 1));
            has_room(games, both(10, 10))
        };
        assert_eq!(one_more(&played), Err(of_one));
        played.pop();
        assert_eq!(one_more(&played), Ok(()));
    }

    #[test]
    fn one_place_has_few_games_in_which_the_computer_plays_itself() {
        let mut played = Vec::new();
        let full = EngineBusy::OfThisPlace(Budget::Alone);
        for place in 1..=5 {
            assert_eq!(begin(&mut played, place, both(1, 2)), (2, full));
        }
        let full = EngineBusy::OfAll(Budget::Alone);
        assert_eq!(begin(&mut played, 6, both(1, 2)), (2, full));
        assert_eq!(begin(&mut played, 7, both(1, 2)), (0, full));
        let games = played.iter().map(|(demand, from)| (*demand, *from == 1));
        assert_eq!(has_room(games, one(10)), Ok(()));
    }
}
