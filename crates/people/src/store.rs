//! All ports to what a server stores, as one trait that `damier-storage` implements.

use crate::accounts::{
    AccountKeys, Accounts, Administration, LearningProgress, OwnedSeats, Passkeys,
};
use crate::broadcasts::Broadcasts;
use crate::challenges::Challenges;
use crate::classes::{Classes, PupilProgress};
use crate::clubs::Clubs;
use crate::documents::Documents;
use crate::friends::{Addressees, Friends};
use crate::live::{Conditionals, Heartbeat, Journal, OldGames};
use crate::push::{Pushes, SeatPushes};
use crate::ratings::Ratings;
use crate::simuls::Simuls;
use crate::teams::{Gatherings, TeamVotes};

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
    + PupilProgress
    + Administration
    + Documents
    + Broadcasts
    + TeamVotes
    + Addressees
    + Friends
    + Classes
    + Clubs
    + Simuls
    + Gatherings
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
        + PupilProgress
        + Administration
        + Documents
        + Broadcasts
        + TeamVotes
        + Addressees
        + Friends
        + Classes
        + Clubs
        + Simuls
        + Gatherings
        + Pushes
        + SeatPushes,
> LiveStore for All
{
}
