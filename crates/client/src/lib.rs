//! A Damier server as a program sees it: finding an opponent by requests, and a seat at a live game whose connection may be lost at any
//! time (`docs/live-protocol.md`). Used by `damier client`, `damier bot` and `damier broadcast`; it decides nothing of the game, and knows neither terminal nor
//! engine.
//!
//! | to | see |
//! |---|---|
//! | read an address or a link | [`ServerAddress`], [`GameLink`] |
//! | offer a game, take one up, find one in the lobby | [`Meeting`] |
//! | play | [`HeldSeat`], which connects again and sends again; [`LiveBoard`], which follows the game |
//! | be challenged by name, under an account | [`Program`], [`ProgramEvent`] |
//! | send the games of a hall | [`BroadcastLink`], [`Asker::put_text`] |
//! | send any other request | [`Asker`] |

// A door to the network: it waits by the system's clock and draws secrets from its dice.
#![expect(
    clippy::disallowed_methods,
    reason = "a program's end of a connection waits, and draws secrets"
)]

mod address;
mod asker;
mod board;
mod broadcast_link;
mod connection;
mod dice;
#[doc(hidden)]
pub mod fuzzing;
mod meeting;
mod program;
mod seat;
mod socket;

pub use address::{AddressError, GameLink, Scheme, ServerAddress};
pub use asker::{AskError, Asked, Asker, Lines};
pub use board::LiveBoard;
pub use broadcast_link::BroadcastLink;
pub use damier_wire::live::{
    Absent, ClockState, OpenRequest, Phrase, Presence, RematchOffers, State,
};
pub use dice::{NoDice, SeatSecret, random_id};
pub use meeting::{Meeting, Sat, Waiting};
pub use program::{AccountToken, Called, Challenger, ClockTold, Program, ProgramEvent};
pub use seat::{HeldSeat, Update, Welcome};
