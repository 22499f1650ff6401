//! Load and fault tests of the live-game server. `cargo xtask load` starts `damier serve` as a
//! process, plays legal games against it as a page or bot would (`docs/live-protocol.md`), and
//! measures. Other scenarios kill the server repeatedly and keep a ledger of acknowledged acts. No
//! part of the released program. Rationale: `docs/decisions/0057-our-own-load-and-fault-driver.md`.

// The driver controls processes, sockets and clocks.
#![expect(
    clippy::disallowed_methods,
    reason = "the driver measures with the system's clock"
)]
#![expect(
    clippy::cast_precision_loss,
    reason = "figures are counts far below 2^52"
)]

mod client;
mod faketime;
mod fault_injection;
mod figures;
mod ledger;
mod nodes;
mod player;
mod player_pair;
mod process;
mod proxy;
mod run_state;
pub mod scenarios;

pub use figures::{Figure, Figures};
pub use process::{DatabaseKind, ServerProgram};
