//! The ports to everything the server stores except the library. Each user takes those it needs;
//! features stored as documents share [`Documents`].

use std::sync::Arc;

use crate::accounts::{
    AccountKeys, Accounts, Administration, LearningProgress, OwnedSeats, Passkeys,
};
use crate::broadcasts::Broadcasts;
use crate::challenges::Challenges;
use crate::classes::PupilProgress;
use crate::documents::Documents;
use crate::friends::Addressees;
use crate::live::{Conditionals, Heartbeat, Journal, OldGames};
use crate::push::{Pushes, SeatPushes};
use crate::ratings::Ratings;
use crate::teams::TeamVotes;

macro_rules! ports {
    ($($field:ident: $Port:ident,)*) => {
        /// One handle for each port to the same store. Clones share the store.
        #[derive(Clone)]
        #[expect(missing_docs, reason = "each port has its own documentation")]
        pub struct Ports {
            $(pub $field: Arc<dyn $Port>,)*
        }

        impl Ports {
            /// The ports to a store that implements all of them.
            pub fn of<S: $($Port +)* 'static>(store: &Arc<S>) -> Ports {
                Ports {
                    $($field: store.clone(),)*
                }
            }
        }
    };
}

ports! {
    account_keys: AccountKeys,
    accounts: Accounts,
    addressees: Addressees,
    administration: Administration,
    broadcasts: Broadcasts,
    challenges: Challenges,
    conditionals: Conditionals,
    documents: Documents,
    heartbeat: Heartbeat,
    journal: Journal,
    learning_progress: LearningProgress,
    old_games: OldGames,
    owned_seats: OwnedSeats,
    passkeys: Passkeys,
    pupil_progress: PupilProgress,
    pushes: Pushes,
    ratings: Ratings,
    seat_pushes: SeatPushes,
    team_votes: TeamVotes,
}
