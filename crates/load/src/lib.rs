//! Load and fault tests of the live-game server. `cargo xtask load` starts `damier serve` as a
//! process, plays legal games against it as a page or bot would (`docs/live-protocol.md`), and
//! measures. Other scenarios kill the server repeatedly and keep a ledger of acknowledged acts. No
//! part of the released program. Rationale: `docs/decisions/0057-our-own-load-and-fault-driver.md`.

// The driver controls processes, sockets and clocks.
#![expect(
    clippy::disallowed_methods,
    reason = "the driver measures with the clock of the system"
)]
#![expect(
    clippy::cast_precision_loss,
    reason = "figures are counts far below 2^52, divided to be read by people"
)]

mod client;
mod faketime;
mod figures;
mod ledger;
mod nats;
mod nodes;
mod player;
mod postgres;
mod process;
mod proxy;
pub mod scenarios;
mod stage;
mod table;
mod unruly;

pub use figures::{Figure, Figures};
pub use nats::OwnNats;
pub use postgres::OwnPostgres;
pub use process::{DatabaseKind, ServerProgram};
