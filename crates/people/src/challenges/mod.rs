//! Challenges: an offered game, who may accept it, how two players are paired, and games against
//! the server's engine.

mod challenge;
mod engine_game;
mod engine_seat;
mod pairing;
mod port;
mod start_mode;

pub use challenge::{AcceptedChallenge, Challenge, ChallengeError, ColourChoice};
pub(crate) use engine_seat::engine_player;
pub use engine_seat::{ENGINE_LEVELS, EngineSeatError};
pub use port::{Challenges, Offered, OpenChallenge};
pub use start_mode::StartMode;
