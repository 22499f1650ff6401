//! Team matches: people join by links under a first name, and the game begins when the host starts
//! it ([`Plan::Teams`]). No accounts are needed: host, links and members are identified by secrets,
//! like seats of live games, and a member's key becomes that of a seat. Stored by [`TeamMatches`].
//!
//! Rules of [`TeamMatches`], tested by `tests/stores/teams.rs` and `team_captains.rs`; those of
//! [`TeamVotes`], on every backend (`damier-storage`, `tests/all/teams_contract`):
//! - an acknowledged write is durable;
//! - creating a team match twice changes nothing;
//! - a secret is the host's, a link's or a member's, of one team match;
//! - members are numbered from 1 in the order of joining, and numbers are not reused after a
//!   removal;
//! - names of members of one team match differ;
//! - the maximum number of members holds under concurrent joins;
//! - it begins once, at one time, however often it is started;
//! - a side has one captain, also under concurrent naming; naming the same one again changes
//!   nothing;
//! - one that has not begun is removed after its expiry; one that has begun stays as long as its
//!   game.

mod decision;
mod mode;
mod table;
mod vote;

pub use decision::{OnMove, SideDecision, TeamMember};
pub use mode::{Deciding, DecidingError, VOTE_BY_DAYS_S, VOTE_S};
pub use table::{TeamError, TeamView, Teams, VoteOutcome};
pub use vote::{Vote, VoteTopic};

mod attendee;
mod captain;
mod name;
mod naming;
mod plan;
mod port;
mod store;

pub use crate::teams::attendee::{Attendee, NewAttendee, Part, PartError};
pub use crate::teams::name::FirstName;
pub use crate::teams::naming::{Named, NamedBy, Naming};
pub use crate::teams::plan::{Plan, PlanError, TeamPlan};
pub use crate::teams::port::{
    JoinOutcome, MAX_IN_A_TEAM, NewTeamMatch, TeamMatch, TeamMatchCreated, TeamMatchLink,
    TeamMatchRole, TeamVotes,
};
pub use crate::teams::store::{TEAM_MATCHES, TeamMatches};
