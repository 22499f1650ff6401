//! Live play: games between people on different devices. A game that somebody attends has a room on this node (`room.rs`), a task that
//! holds a copy of the game, decides what arrives, has it stored, answers, and tells everybody in the room. What is true stands in the
//! journal; a room can be lost at any moment.
//!
//! ```text
//!  socket.rs, stream.rs, api/live.rs ──calls──> rooms.rs ──finds or opens──> room.rs ──LiveGame──> the journal
//!          ▲                                                                    │
//!          └─────────────────────────── queue.rs <──────── frames ──────────────┘
//! ```
//!
//! The house (`house.rs`) looks after deadlines, and gives back the time of an outage. What is said is in `frames.rs`, and told to
//! programmers in `docs/live-protocol.md`.

pub(crate) mod answering;
pub(crate) mod arrivals;
mod computer_boards;
mod computer_budget;
mod computer_question;
pub(crate) mod computers;
pub(crate) mod consulting;
mod entry;
pub(crate) mod frames;
pub(crate) mod gallery;
pub(crate) mod heart;
pub(crate) mod here;
pub(crate) mod holding;
pub(crate) mod house;
pub(crate) mod listening;
pub(crate) mod looking_on;
pub(crate) mod membership;
pub(crate) mod neighbours;
pub(crate) mod news;
pub(crate) mod presence;
pub(crate) mod queue;
pub(crate) mod ratings;
pub(crate) mod room;
pub(crate) mod rooms;
pub(crate) mod seats;
pub(crate) mod socket;
pub(crate) mod stream;
mod strongest;
pub(crate) mod team_frames;
pub(crate) mod teams;
pub(crate) mod waiting;
