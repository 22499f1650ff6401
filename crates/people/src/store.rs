//! All ports to what a server stores, as one trait that `damier-storage` implements.

use crate::accounts::{
    AccountKeys, Accounts, Administration, LearningProgress, OwnedSeats, Passkeys,
};
use crate::broadcasts::Broadcasts;
use crate::challenges::Challenges;
use crate::classes::Classes;
use crate::clubs::Clubs;
use crate::friends::Friends;
use crate::live::{Conditionals, Heartbeat, Journal, OldGames};
use crate::push::{Pushes, SeatPushes};
use crate::ratings::Ratings;
use crate::simuls::Simuls;
use crate::teams::Gatherings;

/// Every port of a server to its database.
pub trait LiveStore:
    Journal
    + Challenges
    + Conditionals
    + Heartbeat
    + OldGames
    + Accounts
    + AccountKeys
    + Passkeys
    + OwnedSeats
    + LearningProgress
    + Ratings
    + Classes
    + Administration
    + Clubs
    + Broadcasts
    + Gatherings
    + Friends
    + Simuls
    + Pushes
    + SeatPushes
{
}

impl<
    All: Journal
        + Challenges
        + Conditionals
        + Heartbeat
        + OldGames
        + Accounts
        + AccountKeys
        + Passkeys
        + OwnedSeats
        + LearningProgress
        + Ratings
        + Classes
        + Administration
        + Clubs
        + Broadcasts
        + Gatherings
        + Friends
        + Simuls
        + Pushes
        + SeatPushes,
> LiveStore for All
{
}
