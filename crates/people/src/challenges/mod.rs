//! Challenges: an offered game, who may accept it, how two players are paired, and games against
//! the server's engine.

mod beginning;
mod challenge;
mod engine_game;
mod engine_seat;
mod pairing;
mod port;

pub use beginning::Beginning;
pub use challenge::{Challenge, ChallengeError, ColourChoice, TakenUp};
pub(crate) use engine_seat::house_player;
pub use engine_seat::{HOUSE_LEVELS, NoComputerSeat};
pub use port::{Challenges, Offered, OpenChallenge};
