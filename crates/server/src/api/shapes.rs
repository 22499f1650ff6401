//! The JSON shapes of the library's API. The handlers convert between them and the values of
//! `people`.

use std::num::NonZeroU32;

use damier_people::library::{GameSummary, StoredGame, Title, TreeText};
use damier_session::{Ending, GameRecord, Player};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::{IntoParams, ToSchema};

use crate::problem::Document;

/// A stored game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Summary {
    /// Which game: a UUID.
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    pub(crate) id: String,
    /// Incremented with each change of the record or tree, not of the title.
    version: u32,
    /// Its title, chosen by the owner; may be empty.
    #[schema(value_type = String)]
    title: Title,
    /// When it was first stored, in Unix milliseconds.
    created_ms: u64,
    /// When it last changed, in Unix milliseconds.
    updated_ms: u64,
    /// The id of the variant.
    #[schema(example = "international")]
    variant: String,
    /// The number of plies.
    plies: u32,
    /// The name of White; empty for the engine, and for a player without a name.
    white: String,
    /// The name of Black, likewise.
    black: String,
    /// Both players as they are in the record.
    players: Players,
    /// How the game ended; null if unfinished.
    ending: Option<Ending>,
    /// Whether all users of this server may read it.
    shared: bool,
    /// The address of the shared game under `/shared-games`; null if it is not shared.
    share: Option<String>,
}

/// The players, as in the record.
#[derive(Debug, Serialize, ToSchema)]
struct Players {
    white: Player,
    black: Player,
}

impl From<GameSummary> for Summary {
    fn from(game: GameSummary) -> Self {
        let GameSummary {
            id,
            version,
            title,
            created_ms,
            updated_ms,
            facts,
            shared,
        } = game;
        Self {
            id: id.to_string(),
            version,
            title,
            created_ms,
            updated_ms,
            variant: facts.variant,
            plies: facts.plies,
            white: name_of(&facts.white),
            black: name_of(&facts.black),
            players: Players {
                white: facts.white,
                black: facts.black,
            },
            ending: facts.ending,
            shared: shared.is_some(),
            share: shared.map(|share| share.to_string()),
        }
    }
}

fn name_of(player: &Player) -> String {
    match player {
        Player::Person { name } => name.clone(),
        Player::Computer { .. } => String::new(),
    }
}

/// A page of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Games {
    /// Last changed first.
    pub(crate) games: Vec<Summary>,
    /// The value of `before` for the next page; null on the last page.
    pub(crate) next: Option<String>,
}

/// A stored game with its record and tree.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Game {
    #[schema(example = "0190a6e0-7d2c-7c3e-8f5a-0123456789ab")]
    id: String,
    version: u32,
    #[schema(value_type = String)]
    title: Title,
    created_ms: u64,
    updated_ms: u64,
    /// The record, exactly as it was stored.
    #[schema(value_type = GameRecord)]
    record: Box<RawValue>,
    /// The annotated tree as PDN; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    tree: Option<TreeText>,
}

impl TryFrom<StoredGame> for Game {
    type Error = serde_json::Error;

    /// Fails if the stored record is not JSON, which no version of this program writes.
    fn try_from(game: StoredGame) -> Result<Self, serde_json::Error> {
        let GameSummary {
            id,
            version,
            title,
            created_ms,
            updated_ms,
            ..
        } = game.summary;
        let record = RawValue::from_string(game.record)?;
        Ok(Self {
            id: id.to_string(),
            version,
            title,
            created_ms,
            updated_ms,
            record,
            tree: game.tree,
        })
    }
}

/// A new version of a game to store.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVersion {
    /// The number of this version: one more than the version that it changes, 1 for a new game.
    #[schema(value_type = u32, minimum = 1)]
    pub(crate) version: NonZeroU32,
    /// The title, at most 200 characters. Absent: the title does not change.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) title: Option<Title>,
    /// The record of the game.
    pub(crate) record: GameRecord,
    /// The annotated tree as PDN, at most 256 KiB. Absent: the tree does not change; empty: the
    /// tree is removed.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub(crate) tree: Option<TreeText>,
}

/// A new version of one of several games.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVersionOf {
    /// The id of the game.
    #[schema(value_type = String)]
    pub(crate) id: String,
    /// The version.
    pub(crate) game: NewVersion,
}

/// New versions of several games.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewVersions {
    /// At most 100 of them.
    #[schema(max_items = 100)]
    pub(crate) games: Vec<NewVersionOf>,
}

/// What became of one of several games: one of the two is null.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoredOrNot {
    /// The game, if it is kept.
    pub(crate) kept: Option<Summary>,
    /// Why it is not kept: what `PUT /games/{id}` would have answered.
    pub(crate) problem: Option<Document>,
}

/// The answers to new versions of several games, in their order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StoredGames {
    pub(crate) games: Vec<StoredOrNot>,
}

/// A new title for a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rename {
    /// The new title, at most 200 characters.
    #[schema(value_type = String)]
    pub(crate) title: Title,
}

/// Which part of the list is requested.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// At most this many games, 1 to 200; 50 by default.
    #[param(value_type = Option<u32>)]
    pub(crate) limit: Option<String>, // parsed by the handler, which can say what it expects
    /// The value of `next` in the previous page.
    pub(crate) before: Option<String>,
}

/// The state of the server.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Health {
    /// Always `ok`; an unhealthy server answers with a problem.
    pub(crate) status: &'static str,
    /// The version of the program.
    #[schema(example = "0.1.0")]
    pub(crate) version: &'static str,
    /// State of the bus to other nodes: `ok`, or `away` while the database is polled instead; null
    /// without a bus.
    pub(crate) bus: Option<&'static str>,
}
