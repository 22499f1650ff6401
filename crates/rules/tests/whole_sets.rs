//! The whole-set generator finds the same moves as the one that works piece by piece, in every
//! game, on random positions, including ones that no game reaches.

mod common;

use damier_rules::bits::Bits;
use damier_rules::{
    AnyPieces, AnyRules, Kind, OneByOne, Piece, Pieces, RawMove, Rulebook, Rules, Side, Variant,
};

/// Reproducible random numbers: SplitMix64.
struct Dice(u64);

impl Dice {
    fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Returns `true` with this probability in per cent.
    fn percent(&mut self, chance: u64) -> bool {
        self.throw() % 100 < chance
    }
}

/// Random pieces, from sparse to crowded, with no, few or many kings; no man is on its last row.
fn by_chance<B: Bits>(rules: &Rules<B>, dice: &mut Dice) -> Pieces<B> {
    let side = if dice.percent(50) {
        Side::White
    } else {
        Side::Black
    };
    let mut pieces = Pieces::empty(side);
    let (crowd, own) = (5 + dice.throw() % 60, 10 + dice.throw() % 80);
    let kings = [0, 0, 5, 20, 60][(dice.throw() % 5) as usize];
    // Boards without kings have functions of their own, and a piece on its last row is a king.
    let only_men = dice.percent(40);
    for square in rules.table().board.squares() {
        if !dice.percent(crowd) {
            continue;
        }
        let of = if dice.percent(own) {
            side
        } else {
            side.opponent()
        };
        let bit = rules.geometry().bit(square);
        let last_row = rules.far_row(of).indices().any(|row| row == bit);
        if only_men && last_row {
            continue;
        }
        let kind = if last_row || !only_men && dice.percent(kings) {
            Kind::King
        } else {
            Kind::Man
        };
        pieces.put(bit, Piece::new(of, kind));
    }
    pieces
}

/// The results of a rulebook for a position, in an order that does not depend on the rulebook.
#[derive(PartialEq, Debug)]
struct Answers<B> {
    moves: Vec<RawMove<B>>,
    captures: usize,
    can_capture: bool,
    count: u64,
    count_two: u64,
}

impl<B: Bits> Answers<B> {
    fn of(rules: &impl Rulebook<Bits = B>, pieces: &Pieces<B>) -> Answers<B> {
        let (mut moves, mut captures) = (Vec::new(), Vec::new());
        rules.moves(pieces, &mut moves);
        rules.captures(pieces, &mut captures);
        moves.sort_unstable_by_key(|m| (m.from, m.to, m.captured, m.promotes));
        Answers {
            moves,
            captures: captures.len(),
            can_capture: rules.can_capture(pieces),
            count: rules.count(pieces),
            count_two: rules.count_two(pieces, &mut Vec::new()),
        }
    }
}

fn whole_sets_agree<B: Bits>(rules: &Rules<B>, cases: u64) {
    let mut dice = Dice(1);
    for _ in 0..cases {
        let pieces = by_chance(rules, &mut dice);
        assert_eq!(
            Answers::of(rules, &pieces),
            Answers::of(&OneByOne(rules), &pieces),
            "{} {pieces:?}",
            rules.table().id
        );
    }
}

fn whole_sets_agree_everywhere(cases: u64) {
    for variant in Variant::READINGS {
        match variant.rules() {
            AnyRules::Narrow(rules) => whole_sets_agree(rules, cases),
            AnyRules::Wide(rules) => whole_sets_agree(rules, cases),
        }
    }
}

#[test]
fn whole_sets_find_the_same_moves_as_one_by_one() {
    whole_sets_agree_everywhere(2_000);
}

#[test]
#[ignore = "long: a hundred thousand positions of each game"]
fn whole_sets_find_the_same_moves_as_one_by_one_often() {
    whole_sets_agree_everywhere(100_000);
}

/// The slowest positions that hill climbing found.
const CROWDED: [(&str, &str); 3] = [
    (
        "turkish",
        "W:WKa8,Kb8,Kc8,Kd8,Ke8,Kg8,Ka1,Kb1,Kc1,Kd1,Ke1,Kf1,Kh1:Bb7,Kf7,c6,e6,Kg6,b5,d5,f5,h5,a4,e4,g4,f3,h3,b2,g2",
    ),
    (
        "canadian",
        "W:WK2,K6,K18,K66,K70:B1,12-17,25,K26,28,29,37,39,40,K41,49,50,K52,53,K61,62,63,K64,65,K67,K72",
    ),
    (
        "killer",
        "W:WK1,K3,K5,K6,K25,K34,K37,K45,K50:B7-10,17,18,20,21,23,26,29-32,39-43,K46",
    ),
];

#[test]
fn crowded_positions_are_handled_in_bounded_time() {
    for (id, fen) in CROWDED {
        let variant = Variant::from_id(id).unwrap();
        let position = common::position(variant, fen);
        match (variant.rules(), position.raw()) {
            (AnyRules::Narrow(rules), AnyPieces::Narrow(pieces)) => {
                assert_eq!(
                    Answers::of(rules, &pieces),
                    Answers::of(&OneByOne(rules), &pieces)
                );
            }
            (AnyRules::Wide(rules), AnyPieces::Wide(pieces)) => {
                assert_eq!(
                    Answers::of(rules, &pieces),
                    Answers::of(&OneByOne(rules), &pieces)
                );
            }
            _ => panic!("a position holds the integer of its game"),
        }
    }
}
