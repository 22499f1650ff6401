//! The features of the server: their states and their routes. A handler takes the state of its own
//! feature; no feature names [`App`].

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::accounts::state::Sessions;
use crate::api::health::HealthState;
use crate::services::Services;
use crate::tables::Tables;
use crate::{
    accounts, bots, broadcasts, challenges, classes, clubs, friends, library, live, push, ratings,
    simuls, teams,
};

macro_rules! app {
    (features { $($feature:ident: $State:ty,)* } others { $($other:ident: $Other:ty,)* }) => {
        /// The state of every feature.
        pub(crate) struct App {
            $($feature: $State,)*
            $($other: $Other,)*
        }

        impl App {
            /// Each feature takes what it needs of the services.
            pub(crate) fn of(services: &Services) -> Self {
                Self {
                    $($feature: services.into(),)*
                    $($other: services.into(),)*
                }
            }
        }

        $(impl FromRef<Arc<App>> for $State {
            fn from_ref(app: &Arc<App>) -> Self {
                app.$feature.clone()
            }
        })*

        $(impl FromRef<Arc<App>> for $Other {
            fn from_ref(app: &Arc<App>) -> Self {
                app.$other.clone()
            }
        })*

        /// The routes of every feature.
        pub(crate) fn feature_routes() -> OpenApiRouter<Arc<App>> {
            OpenApiRouter::new()$(.merge($feature::router()))*
        }
    };
}

app! {
    features {
        accounts: accounts::state::AccountsState,
        bots: bots::state::BotsState,
        broadcasts: broadcasts::state::BroadcastsState,
        challenges: challenges::state::ChallengesState,
        classes: classes::state::ClassesState,
        clubs: clubs::state::ClubsState,
        friends: friends::state::FriendsState,
        library: library::state::LibraryState,
        live: live::state::LiveState,
        push: push::state::PushState,
        ratings: ratings::state::RatingsState,
        simuls: simuls::state::SimulsState,
        teams: teams::state::TeamsState,
    }
    others {
        health: HealthState,
        sessions: Sessions,
        tables: Tables,
    }
}
