//! The weights of the network: in floating point for training, and quantised to integers for files
//! and for evaluation.

/// The size of the accumulator, the first layer, for one side's view of the board.
pub const WIDTH: usize = 32;

/// The size of the hidden layer, which combines both views.
pub const HIDDEN: usize = 16;

/// The number of stages of a game, by the number of pieces. Each stage has its own weights after
/// the accumulators.
pub const STAGES: usize = 5;

/// The integer that represents an activation of 1.
pub(super) const ONE: i16 = 255;

/// The integer that represents a weight of 1 between the accumulators and the hidden layer.
pub(super) const HIDDEN_WEIGHT_ONE: i16 = 128;

/// The integer that represents an output weight of a hundredth of a man.
pub(super) const OUTPUT_WEIGHT_ONE: i16 = 16;

/// The largest weight of an input, as it is trained: the sum over 42 inputs, all pieces of a game,
/// then fits sixteen bits. With more pieces, which no game reaches, the sum may wrap around.
pub const MAX_INPUT_WEIGHT: f32 = 2.5;

/// The largest weight between the accumulators and the hidden layer, as it is trained.
pub const MAX_HIDDEN_WEIGHT: f32 = 250.0;

/// All weights of a network, quantised to integers.
///
/// ```
/// use damier_engine::trained::{FloatHead, FloatWeights, HIDDEN, QuantisedWeights, WIDTH};
///
/// let head = FloatHead {
///     hidden_weights: [[0.0; 2 * WIDTH]; HIDDEN],
///     hidden_biases: [0.0; HIDDEN],
///     output_weights: [0.0; HIDDEN],
/// };
/// let learned = FloatWeights {
///     inputs: vec![[0.5; WIDTH]; 3],
///     heads: std::array::from_fn(|_| head.clone()),
/// };
/// let quantised = QuantisedWeights::round(&learned);
/// assert_eq!(quantised.input_count(), 2); // the third is the bias
/// assert_eq!(quantised.learned().inputs.len(), 3);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuantisedWeights {
    /// The weights of each input; the last one is the bias, which is always active.
    pub(super) inputs: Vec<[i16; WIDTH]>,
    /// The layers after the accumulators, by stage.
    pub(super) heads: Box<[Head; STAGES]>,
}

/// The weights of one stage: from both accumulators to the value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    /// For each hidden neuron its weights, first those of the side to move.
    pub(super) hidden_weights: [[i16; 2 * WIDTH]; HIDDEN],
    /// The bias of each hidden neuron.
    pub(super) hidden_biases: [i32; HIDDEN],
    /// The weight of each hidden neuron in the value.
    pub(super) output_weights: [i16; HIDDEN],
}

/// All weights of a network as they are trained; [`QuantisedWeights::round`] quantises them.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatWeights {
    /// The weights of each input; the last one is the bias.
    pub inputs: Vec<[f32; WIDTH]>,
    /// The layers after the accumulators, by stage.
    pub heads: [FloatHead; STAGES],
}

/// The weights of one stage as they are trained.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatHead {
    /// The weights of each hidden neuron.
    pub hidden_weights: [[f32; 2 * WIDTH]; HIDDEN],
    /// Its bias.
    pub hidden_biases: [f32; HIDDEN],
    /// Its weight in the value, in hundredths of a man.
    pub output_weights: [f32; HIDDEN],
}

/// Bytes of one stage.
const HEAD: usize = HIDDEN * (2 * WIDTH * 2 + 4 + 2);

impl QuantisedWeights {
    /// Quantises trained weights.
    pub fn round(learned: &FloatWeights) -> QuantisedWeights {
        let step = |value: f32, steps: f32| {
            let most = f32::from(i16::MAX);
            (value * steps).round().clamp(-most, most) as i16
        };
        let (one, link) = (f32::from(ONE), f32::from(HIDDEN_WEIGHT_ONE));
        let input = |value: f32| step(value.clamp(-MAX_INPUT_WEIGHT, MAX_INPUT_WEIGHT), one);
        QuantisedWeights {
            inputs: learned.inputs.iter().map(|row| row.map(input)).collect(),
            heads: Box::new(learned.heads.each_ref().map(|head| {
                Head {
                    hidden_weights: head
                        .hidden_weights
                        .map(|row| row.map(|value| step(value, link))),
                    hidden_biases: head
                        .hidden_biases
                        .map(|value| (value * one * link).round() as i32),
                    output_weights: head
                        .output_weights
                        .map(|value| step(value, f32::from(OUTPUT_WEIGHT_ONE))),
                }
            })),
        }
    }

    /// Converts back to floating point: the weights given to [`round`](QuantisedWeights::round),
    /// apart from rounding.
    pub fn learned(&self) -> FloatWeights {
        let (one, link) = (f32::from(ONE), f32::from(HIDDEN_WEIGHT_ONE));
        let whole = f64::from(one * link);
        FloatWeights {
            inputs: self
                .inputs
                .iter()
                .map(|row| row.map(|step| f32::from(step) / one))
                .collect(),
            heads: self.heads.each_ref().map(|head| FloatHead {
                hidden_weights: head
                    .hidden_weights
                    .map(|row| row.map(|step| f32::from(step) / link)),
                hidden_biases: head
                    .hidden_biases
                    .map(|step| (f64::from(step) / whole) as f32),
                output_weights: head
                    .output_weights
                    .map(|step| f32::from(step) / f32::from(OUTPUT_WEIGHT_ONE)),
            }),
        }
    }

    /// The number of inputs, without the bias.
    pub fn input_count(&self) -> usize {
        self.inputs.len().saturating_sub(1)
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * WIDTH * self.inputs.len() + STAGES * HEAD);
        bytes.extend(self.inputs.iter().flatten().flat_map(|n| n.to_le_bytes()));
        for head in self.heads.iter() {
            let shorts = head
                .hidden_weights
                .iter()
                .flatten()
                .chain(&head.output_weights);
            bytes.extend(shorts.flat_map(|n| n.to_le_bytes()));
            bytes.extend(head.hidden_biases.iter().flat_map(|n| n.to_le_bytes()));
        }
        bytes
    }

    /// Returns `None` if the length of the bytes does not match a network.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<QuantisedWeights> {
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
        Some(QuantisedWeights {
            inputs: inputs.collect(),
            heads: Box::new(std::array::from_fn(|stage| Head::from_bytes(&heads[stage]))),
        })
    }
}

impl Head {
    fn from_bytes(bytes: &[u8; HEAD]) -> Head {
        let (numbers, hidden_biases) = bytes.split_at(HEAD - 4 * HIDDEN);
        let mut short = shorts(numbers);
        let (hidden_biases, _) = hidden_biases.as_chunks::<4>();
        Head {
            hidden_weights: std::array::from_fn(|_| std::array::from_fn(|_| short())),
            output_weights: std::array::from_fn(|_| short()),
            hidden_biases: std::array::from_fn(|hidden| i32::from_le_bytes(hidden_biases[hidden])),
        }
    }
}

/// Returns one 16-bit number after the other, and 0 after the end.
fn shorts(bytes: &[u8]) -> impl FnMut() -> i16 {
    let mut shorts = bytes.as_chunks::<2>().0.iter();
    move || shorts.next().map_or(0, |&bytes| i16::from_le_bytes(bytes))
}
