//! Several people at one side of a live game, in consultation. How they come to one move is agreed before the game: one after another, by
//! their captain, or by vote ([`Deciding`]). What each of them wants is a [`Voice`]; [`Council`] says what follows from the voices of a
//! side, and [`Teams`] holds both sides beside the game's session. Called by the room of the game on the server, which passes in the
//! time and who is connected, keeps each voice, and has what was decided done as an ordinary command of the side.
//!
//! ```text
//!  a member wants something ──> Teams::hear ──refused──> that member is told why
//!                                   │
//!                                 heard ──by the hand that plays──> a command of the side
//!                                   │
//!                                   ├─────> the voice is kept, and told to the own team only
//!                                   └──decided──> a command of the side, as if one player had sent it
//! ```
//!
//! Rules:
//! - a voice about a move holds until the position on the board changes; a voice about anything else (a draw, resigning, a request)
//!   until anything happens in the game;
//! - whoever joins later stands at the end of the list of members;
//! - in a game of days nobody has to be at the board, so nobody is passed over because he is away: a move is left to whose it is for half of the
//!   time for a move, and then any member may make it;
//! - where a vote is taken no single hand plays; elsewhere it is that of whoever makes the next move, and what it touches is touched for the side, also
//!   for whoever moves instead later;
//! - nobody who is not a member of the team decides anything for it, whatever seat he has.

mod council;
mod deciding;
mod table;
mod voice;

pub use council::{Council, OnMove, TeamMember};
pub use deciding::{Deciding, DecidingError, VOTE_BY_DAYS_S, VOTE_S};
pub use table::{Heard, TeamError, TeamView, Teams};
pub use voice::{Matter, Voice};
