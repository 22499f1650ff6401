//! The features of the server: their states and their routes. A handler takes the state of its own
//! feature; no feature names [`States`].

use std::sync::Arc;

use axum::extract::FromRef;
use utoipa_axum::router::OpenApiRouter;

use crate::accounts::state::Sessions;
use crate::api::health::HealthState;
use crate::api::operations::tagged;
use crate::live::background::feature::LiveFeature;
use crate::services::Services;
use crate::tables::Tables;
use crate::{
    accounts, bots, broadcasts, challenges, classes, clubs, friends, library, live, moderation,
    problems, push, ratings, simuls, teams,
};

/// What features add to live play: they record results, work in the background, and remove what has
/// expired.
pub(crate) const LIVE_FEATURES: &[LiveFeature] = &[
    broadcasts::worker::LIVE,
    classes::worker::LIVE,
    clubs::worker::LIVE,
    simuls::worker::LIVE,
];

/// The state of the whole router.
pub(crate) type SharedStates = Arc<dyn States>;

macro_rules! app {
    (features { $($feature:ident: $State:ty,)* } others { $($other:ident: $Other:ty,)* }) => {
        /// Lends the state of every feature. Handlers hold it as a trait object: the compiler
        /// proves for each of them that their router's state may go to another thread, and the
        /// proof for the whole [`App`] took a third of the crate's compile time.
        pub(crate) trait States: Send + Sync {
            $(fn $feature(&self) -> &$State;)*
            $(fn $other(&self) -> &$Other;)*
        }

        /// The state of every feature.
        struct App {
            $($feature: $State,)*
            $($other: $Other,)*
        }

        impl States for App {
            $(fn $feature(&self) -> &$State {
                &self.$feature
            })*
            $(fn $other(&self) -> &$Other {
                &self.$other
            })*
        }

        /// Each feature takes what it needs of the services.
        pub(crate) fn states(services: &Services) -> SharedStates {
            Arc::new(App {
                $($feature: services.into(),)*
                $($other: services.into(),)*
            })
        }

        $(impl FromRef<SharedStates> for $State {
            fn from_ref(states: &SharedStates) -> Self {
                states.$feature().clone()
            }
        })*

        $(impl FromRef<SharedStates> for $Other {
            fn from_ref(states: &SharedStates) -> Self {
                states.$other().clone()
            }
        })*

        /// The routes of every feature.
        pub(crate) fn feature_routes() -> OpenApiRouter<SharedStates> {
            OpenApiRouter::new()$(.merge(tagged(stringify!($feature), $feature::router())))*
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
        moderation: moderation::state::ModerationState,
        problems: problems::state::ProblemsState,
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
