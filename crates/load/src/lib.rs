//! What a server of live games bears. `cargo xtask load` starts `damier serve` as a process of its own, plays legal games against it as any
//! page or bot would (`docs/live-protocol.md`), and measures; or it kills the server again and again and keeps a ledger of what was answered.
//! Nothing here is part of the program that people use. Why so: `docs/decisions/0057-our-own-load-and-fault-driver.md`.

// A driver of processes, sockets and clocks: it meets the system everywhere, and nothing of it runs in a page.
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
