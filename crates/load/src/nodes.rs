//! The servers under test and where players find them. A server that is killed and started again has a new generation, by which a player
//! whose connection is older shows that it is not level yet.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use tempfile::TempDir;

use crate::postgres::OwnPostgres;
use crate::process::{DatabaseKind, ServerProcess, ServerProgram};

/// The address of a server, and how often it was killed.
#[derive(Debug)]
struct NodePlace {
    address: SocketAddr,
    generation: AtomicU64,
}

/// Where the servers are.
#[derive(Debug)]
pub(crate) struct NodePlaces(Vec<NodePlace>);

/// A connection, as far as it tells which life of which server it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) node: usize,
    generation: u64,
}

impl NodePlaces {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The address of a node; numbers go round.
    pub(crate) fn address(&self, number: usize) -> SocketAddr {
        self.0[number % self.0.len()].address
    }

    /// What a connection that is opened from now on belongs to.
    pub(crate) fn opened(&self, number: usize) -> Opened {
        let node = number % self.0.len();
        Opened {
            node,
            generation: self.0[node].generation.load(Ordering::SeqCst),
        }
    }

    /// Whether the server of this connection was not killed since.
    pub(crate) fn lives(&self, opened: Opened) -> bool {
        self.opened(opened.node) == opened
    }

    /// The server was killed, and has not been started again.
    pub(crate) fn killed(&self, node: usize) {
        self.0[node].generation.fetch_add(1, Ordering::SeqCst);
    }
}

/// The servers and their database. All of it ends when it is dropped.
pub(crate) struct House {
    pub(crate) servers: Mutex<Vec<ServerProcess>>,
    pub(crate) postgres: Option<Mutex<OwnPostgres>>,
    pub(crate) database: String,
    _folder: TempDir,
}

impl House {
    /// Starts so many servers on one database.
    pub(crate) fn start(
        program: &ServerProgram,
        database: DatabaseKind,
        nodes: usize,
    ) -> anyhow::Result<(Self, NodePlaces)> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let (postgres, database) = match database {
            DatabaseKind::Sqlite => {
                anyhow::ensure!(nodes == 1, "a file of games belongs to one server");
                let path = folder.path().join("games.sqlite");
                (None, format!("sqlite:{}", path.display()))
            }
            DatabaseKind::Postgres => {
                let postgres = OwnPostgres::start()?;
                let address = postgres.address();
                (Some(Mutex::new(postgres)), address)
            }
        };
        let servers = (0..nodes.max(1))
            .map(|number| ServerProcess::start(program, &database, folder.path(), number))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let places = servers.iter().map(|server| NodePlace {
            address: server.address,
            generation: AtomicU64::new(0),
        });
        let places = NodePlaces(places.collect());
        let house = Self {
            servers: Mutex::new(servers),
            postgres,
            database,
            _folder: folder,
        };
        Ok((house, places))
    }

    /// Ends all servers at once. Their database goes on.
    pub(crate) fn stop(&self) -> anyhow::Result<()> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.iter_mut().try_for_each(ServerProcess::kill)
    }
}
