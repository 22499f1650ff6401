//! How many games against the engine a node accepts, and how many of them from one site. Two
//! resources are limited: boards, and full-strength games, which have a queue of their own.

use damier_session::{GameSettings, Player, Side};

use crate::live::engine_request::FULL_STRENGTH;

/// The maximum number of sides that the engine plays on this node. It searches for tenths of a
/// second, so no board waits long.
pub(crate) const MAX_BOARDS: usize = 120;

/// The maximum number of them at full strength: even with one slot each search gets more than the
/// minimum time.
const MAX_FULL_STRENGTH: usize = 30;

/// A limited resource of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Budget {
    /// Sides that the engine plays.
    Boards,
    /// Those at full strength.
    FullStrength,
}

impl Budget {
    const ALL: [Self; 2] = [Self::Boards, Self::FullStrength];

    const fn max(self) -> usize {
        match self {
            Self::Boards => MAX_BOARDS,
            Self::FullStrength => MAX_FULL_STRENGTH,
        }
    }
}

/// Why the engine accepts no further game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EngineBusy {
    /// This budget of the node is used up.
    ForAll(Budget),
    /// The site has used its share of this resource; the rest is for others.
    ForSite(Budget),
}

/// The engine capacity that a game uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct EngineDemand {
    sides: usize,
    full_strength: usize,
}

impl EngineDemand {
    /// The capacity of a game with these settings.
    pub(crate) fn of(settings: &GameSettings) -> Self {
        let levels = Side::ALL.map(|side| match settings.player(side) {
            Player::Computer { level } => Some(*level),
            Player::Person { .. } => None,
        });
        let levels = levels.iter().flatten();
        Self {
            sides: levels.clone().count(),
            full_strength: levels.filter(|level| **level == FULL_STRENGTH).count(),
        }
    }

    /// The capacity of so many boards with the engine on one side at full strength.
    pub(crate) const fn at_full_strength(boards: usize) -> Self {
        Self {
            sides: boards,
            full_strength: boards,
        }
    }

    /// Whether the engine does not play in the game.
    pub(crate) const fn is_nothing(self) -> bool {
        self.sides == 0
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            sides: self.sides + other.sides,
            full_strength: self.full_strength + other.full_strength,
        }
    }

    const fn takes(self, budget: Budget) -> usize {
        match budget {
            Budget::Boards => self.sides,
            Budget::FullStrength => self.full_strength,
        }
    }
}

/// Whether the demand fits beside the current games, each given with whether it is from the same
/// site. A site may use at most as much as it leaves to others, rounded up: a single site gets
/// half, and later ones find some.
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
        let free = budget.max().saturating_sub(all.takes(budget));
        let Some(left) = free.checked_sub(wanted) else {
            return Err(EngineBusy::ForAll(budget));
        };
        if own.takes(budget) + wanted > left + 1 {
            return Err(EngineBusy::ForSite(budget));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(level: u8) -> EngineDemand {
        EngineDemand::of(&GameSettings {
            black: Player::Computer { level },
            ..GameSettings::friendly("Awa", "")
        })
    }

    /// How many such games a site can begin beside the current ones, and why not more.
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
    fn each_side_of_the_engine_counts_once() {
        assert!(EngineDemand::of(&GameSettings::friendly("Awa", "Piet")).is_nothing());
        let counts = |demand: EngineDemand| Budget::ALL.map(|budget| demand.takes(budget));
        assert_eq!(counts(one(9)), [1, 0]);
        assert_eq!(counts(one(10)), [1, 1]);
        assert_eq!(EngineDemand::at_full_strength(1), one(10));
        assert_eq!(counts(EngineDemand::at_full_strength(4)), [4, 4]);
        assert!(EngineDemand::at_full_strength(0).is_nothing());
    }

    #[test]
    fn other_levels_are_available_when_full_strength_is_not() {
        let mut played = Vec::new();
        let full = EngineBusy::ForSite(Budget::FullStrength);
        assert_eq!(
            begin(&mut played, 1, one(10)),
            (MAX_FULL_STRENGTH / 2, full)
        );
        // The class continues at another level, as far as one site has boards.
        let full = EngineBusy::ForSite(Budget::Boards);
        let rest = MAX_BOARDS / 2 - MAX_FULL_STRENGTH / 2;
        assert_eq!(begin(&mut played, 1, one(9)), (rest, full));
        assert_eq!(begin(&mut played, 1, one(10)), (0, full));
        // Other sites begin games at level 10 until none is left.
        for place in 2..9 {
            begin(&mut played, place, one(10));
        }
        let full = EngineBusy::ForAll(Budget::FullStrength);
        assert_eq!(begin(&mut played, 9, one(10)), (0, full));
        assert_eq!(
            has_room(played.iter().map(|it| (it.0, false)), one(9)),
            Ok(())
        );
    }

    #[test]
    fn several_boards_are_reserved_all_or_none() {
        let mut played = Vec::new();
        let of_one = EngineBusy::ForSite(Budget::FullStrength);
        let four = EngineDemand::at_full_strength(4);
        // Sixteen of thirty would be more than half; single games fill what is left of it.
        assert_eq!(begin(&mut played, 1, four), (3, of_one));
        assert_eq!(begin(&mut played, 1, one(10)), (3, of_one));
        assert_eq!(begin(&mut played, 2, four), (2, of_one));
        let of_all = EngineBusy::ForAll(Budget::FullStrength);
        assert_eq!(begin(&mut played, 3, four), (1, of_all));
        // Three are left, which are not enough for four, and a single game finds one.
        assert_eq!(begin(&mut played, 4, four), (0, of_all));
        assert_eq!(begin(&mut played, 4, one(10)), (2, of_one));
    }
}
