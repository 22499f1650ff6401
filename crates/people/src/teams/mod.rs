//! A gathering: people come by links, each says a first name, and what was agreed begins when the host says so. From it comes a live game that
//! teams play ([`Plan::Teams`]). Nobody needs an account: host, links and members are secrets, as seats at live games are, and the key of a member
//! becomes that of a seat. Stored by [`Gatherings`].
//!
//! Rules of the port, the same for every backend and proven by one contract suite (`damier-storage`, `tests/all/gathering_contract`):
//! - whatever was answered is kept;
//! - a gathering is made once; making it again changes nothing;
//! - a secret is the host's, a link's or a member's, of one gathering;
//! - members are numbered from 1 in the order in which they came, and a number is given once, also where somebody was sent away;
//! - two members of one gathering have different names;
//! - no more members have a place than was agreed, also where many come at one moment;
//! - it begins once, at one time, whoever says it how often;
//! - a side has one captain, also where two are named at one moment; naming the same again changes nothing;
//! - one that has not begun is gone when its time is over; what has begun stays as long as its game.

mod decision;
mod mode;
mod table;
mod vote;

pub use decision::{Council, OnMove, TeamMember};
pub use mode::{Deciding, DecidingError, VOTE_BY_DAYS_S, VOTE_S};
pub use table::{Heard, TeamError, TeamView, Teams};
pub use vote::{Matter, Voice};

mod attendee;
mod captain;
mod name;
mod naming;
mod plan;
mod port;
mod store;

pub use crate::teams::attendee::{Attendee, NewAttendee, Part, PartError};
pub use crate::teams::name::{FirstName, FirstNameError};
pub use crate::teams::naming::{Named, NamedBy, Naming};
pub use crate::teams::plan::{Plan, PlanError, TeamPlan};
pub use crate::teams::port::{
    Arrived, Gathering, GatheringLink, GatheringMade, GatheringRole, MOST_IN_A_TEAM, NewGathering,
    TeamVotes,
};
pub use crate::teams::store::{Gatherings, TEAM_MATCHES};
