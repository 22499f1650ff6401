//! The state of the server, composed of the state of each feature. A handler takes the state of its
//! own feature; no feature names [`App`].

use std::sync::Arc;

use axum::extract::FromRef;

use crate::accounts::state::{AccountsState, Sessions};
use crate::api::health::HealthState;
use crate::bots::state::BotsState;
use crate::broadcasts::state::BroadcastsState;
use crate::challenges::state::ChallengesState;
use crate::classes::state::ClassesState;
use crate::clubs::state::ClubsState;
use crate::friends::state::FriendsState;
use crate::library::state::LibraryState;
use crate::live::state::LiveState;
use crate::push::state::PushState;
use crate::ratings::state::RatingsState;
use crate::services::Services;
use crate::simuls::state::SimulsState;
use crate::tables::Tables;
use crate::teams::state::TeamsState;

macro_rules! app {
    ($($part:ident: $State:ty,)*) => {
        /// The state of every feature.
        pub(crate) struct App {
            $($part: $State,)*
        }

        impl App {
            /// Each feature takes what it needs of the services.
            pub(crate) fn of(services: &Services) -> Self {
                Self {
                    $($part: services.into(),)*
                }
            }
        }

        $(impl FromRef<Arc<App>> for $State {
            fn from_ref(app: &Arc<App>) -> Self {
                app.$part.clone()
            }
        })*
    };
}

app! {
    accounts: AccountsState,
    bots: BotsState,
    broadcasts: BroadcastsState,
    challenges: ChallengesState,
    classes: ClassesState,
    clubs: ClubsState,
    friends: FriendsState,
    health: HealthState,
    library: LibraryState,
    live: LiveState,
    push: PushState,
    ratings: RatingsState,
    sessions: Sessions,
    simuls: SimulsState,
    tables: Tables,
    teams: TeamsState,
}
