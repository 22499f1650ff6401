//! The numbers of a network, as the workshop finds them and a file of weights keeps them.

/// Numbers by which one side's view of the board is summed up.
pub const WIDTH: usize = 32;

/// Numbers in which both views come together.
pub const HIDDEN: usize = 16;

/// Stages of a game, by the number of pieces: what both views together mean is another matter with many
/// pieces than with few.
pub const STAGES: usize = 5;

/// What an activation of 1 is as an integer.
pub(super) const ONE: i16 = 255;

/// What a weight of 1 between the views and the hidden numbers is as an integer.
pub(super) const LINK: i16 = 128;

/// Steps in a hundredth of a man of the last weights.
pub(super) const STEPS: i16 = 16;

/// The largest weight of an input, as it is learned: the sum of what 42 inputs bring, all pieces of a game,
/// then fits sixteen bits. What more pieces bring may wrap round; that is no game's position.
pub const LARGEST_INPUT: f32 = 2.5;

/// The largest weight between the views and the hidden numbers, as it is learned.
pub const LARGEST_LINK: f32 = 250.0;

/// All numbers of a network, in whole steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// What each input brings to the view of a side; the last one is always there.
    pub(super) inputs: Vec<[i16; WIDTH]>,
    /// What becomes of both views, by stage.
    pub(super) heads: Box<[Head; STAGES]>,
}

/// The numbers of one stage: from both views to the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    /// For each hidden number its weights, first of the view of the side to move.
    pub(super) links: [[i16; 2 * WIDTH]; HIDDEN],
    /// What each hidden number is before anything is seen.
    pub(super) floors: [i32; HIDDEN],
    /// What each hidden number is worth.
    pub(super) worths: [i16; HIDDEN],
}

/// All numbers of a network as they are learned: [`Numbers::round`] tells what they mean.
#[derive(Clone, PartialEq, Debug)]
pub struct Learned {
    /// The weights of every input in activations, the last one always there.
    pub inputs: Vec<[f32; WIDTH]>,
    /// What becomes of both views, by stage.
    pub heads: [LearnedHead; STAGES],
}

/// The numbers of one stage as they are learned.
#[derive(Clone, PartialEq, Debug)]
pub struct LearnedHead {
    /// The weights of each hidden number.
    pub links: [[f32; 2 * WIDTH]; HIDDEN],
    /// Its constant.
    pub floors: [f32; HIDDEN],
    /// What a hidden number of 1 is worth, in hundredths of a man.
    pub worths: [f32; HIDDEN],
}

/// Bytes of one stage.
const HEAD: usize = HIDDEN * (2 * WIDTH * 2 + 4 + 2);

impl Numbers {
    /// Rounds what was learned to whole steps.
    pub fn round(learned: &Learned) -> Numbers {
        let step = |value: f32, steps: f32| {
            let most = f32::from(i16::MAX);
            (value * steps).round().clamp(-most, most) as i16
        };
        let (one, link) = (f32::from(ONE), f32::from(LINK));
        let input = |value: f32| step(value.clamp(-LARGEST_INPUT, LARGEST_INPUT), one);
        Numbers {
            inputs: learned.inputs.iter().map(|row| row.map(input)).collect(),
            heads: Box::new(learned.heads.each_ref().map(|head| Head {
                links: head.links.map(|row| row.map(|value| step(value, link))),
                floors: head.floors.map(|value| (value * one * link).round() as i32),
                worths: head.worths.map(|value| step(value, f32::from(STEPS))),
            })),
        }
    }

    /// What [`round`](Numbers::round) was given, but for what rounding took.
    pub fn learned(&self) -> Learned {
        let (one, link) = (f32::from(ONE), f32::from(LINK));
        let whole = f64::from(one * link);
        Learned {
            inputs: self
                .inputs
                .iter()
                .map(|row| row.map(|step| f32::from(step) / one))
                .collect(),
            heads: self.heads.each_ref().map(|head| LearnedHead {
                links: head.links.map(|row| row.map(|step| f32::from(step) / link)),
                floors: head.floors.map(|step| (f64::from(step) / whole) as f32),
                worths: head.worths.map(|step| f32::from(step) / f32::from(STEPS)),
            }),
        }
    }

    /// How many inputs, without the one that is always there.
    pub fn input_count(&self) -> usize {
        self.inputs.len().saturating_sub(1)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * WIDTH * self.inputs.len() + STAGES * HEAD);
        bytes.extend(self.inputs.iter().flatten().flat_map(|n| n.to_le_bytes()));
        for head in self.heads.iter() {
            let shorts = head.links.iter().flatten().chain(&head.worths);
            bytes.extend(shorts.flat_map(|n| n.to_le_bytes()));
            bytes.extend(head.floors.iter().flat_map(|n| n.to_le_bytes()));
        }
        bytes
    }

    /// `None` where the bytes are not as long as a network of some inputs.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Numbers> {
        let inputs = bytes.len().checked_sub(STAGES * HEAD)?;
        if inputs == 0 || !inputs.is_multiple_of(2 * WIDTH) {
            return None;
        }
        let (inputs, heads) = bytes.split_at(inputs);
        let inputs = inputs.chunks_exact(2 * WIDTH).map(|row| {
            let mut row = shorts(row);
            std::array::from_fn(|_| row())
        });
        let (heads, _) = heads.as_chunks::<HEAD>();
        Some(Numbers {
            inputs: inputs.collect(),
            heads: Box::new(std::array::from_fn(|stage| Head::from_bytes(&heads[stage]))),
        })
    }
}

impl Head {
    fn from_bytes(bytes: &[u8; HEAD]) -> Head {
        let (numbers, floors) = bytes.split_at(HEAD - 4 * HIDDEN);
        let mut short = shorts(numbers);
        let (floors, _) = floors.as_chunks::<4>();
        Head {
            links: std::array::from_fn(|_| std::array::from_fn(|_| short())),
            worths: std::array::from_fn(|_| short()),
            floors: std::array::from_fn(|hidden| i32::from_le_bytes(floors[hidden])),
        }
    }
}

/// Gives one short number after the other, and nothing but 0 at the end.
fn shorts(bytes: &[u8]) -> impl FnMut() -> i16 {
    let mut shorts = bytes.as_chunks::<2>().0.iter();
    move || shorts.next().map_or(0, |&bytes| i16::from_le_bytes(bytes))
}
