//! The servers under test and their addresses. Each restart of a server increases its generation,
//! so that a player's older connection counts as out of sync.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use tempfile::TempDir;

use crate::faketime::FakeTime;
use crate::nats::OwnNats;
use crate::postgres::{OwnPostgres, StoredBytes};
use crate::process::{DatabaseKind, ServerProcess, ServerProgram, Wiring};
use crate::proxy::CutProxy;

/// The address of a server, and how often it was killed.
#[derive(Debug)]
struct NodePlace {
    address: SocketAddr,
    generation: AtomicU64,
}

/// The addresses of all servers.
#[derive(Debug)]
pub(crate) struct NodePlaces(Vec<NodePlace>);

/// The server and the generation that a connection belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opened {
    pub(crate) node: usize,
    generation: u64,
}

impl NodePlaces {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The address of a node; numbers wrap around.
    pub(crate) fn address(&self, number: usize) -> SocketAddr {
        self.0[number % self.0.len()].address
    }

    /// The node and generation of a connection opened at this moment.
    pub(crate) fn opened(&self, number: usize) -> Opened {
        let node = number % self.0.len();
        Opened {
            node,
            generation: self.0[node].generation.load(Ordering::SeqCst),
        }
    }

    /// Whether the server of this connection has not been killed since.
    pub(crate) fn lives(&self, opened: Opened) -> bool {
        self.opened(opened.node) == opened
    }

    /// Records that the server was killed and has not been restarted.
    pub(crate) fn killed(&self, node: usize) {
        self.0[node].generation.fetch_add(1, Ordering::SeqCst);
    }
}

/// The servers and their database, stopped when dropped.
pub(crate) struct House {
    pub(crate) servers: Mutex<Vec<ServerProcess>>,
    pub(crate) postgres: Option<Mutex<OwnPostgres>>,
    pub(crate) nats: Option<Mutex<OwnNats>>,
    /// The proxies between the first server and the cluster's shared services.
    pub(crate) cables: Option<Cables>,
    pub(crate) database: String,
    _folder: TempDir,
}

/// The connections of the first server that a scenario can cut.
pub(crate) struct Cables {
    pub(crate) nats: CutProxy,
    pub(crate) database: CutProxy,
}

impl House {
    /// Starts this many servers on one database.
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
        let wiring = Wiring {
            database: database.clone(),
            bus: None,
            ahead_s: 0,
            faketime: None,
        };
        let servers = (0..nodes.max(1))
            .map(|number| ServerProcess::start(program, wiring.clone(), folder.path(), number))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let places = Self::places(&servers);
        let house = Self {
            servers: Mutex::new(servers),
            postgres,
            nats: None,
            cables: None,
            database,
            _folder: folder,
        };
        Ok((house, places))
    }

    /// Starts a cluster of at least two servers on PostgreSQL and NATS. The first server reaches
    /// both through proxies. The clock of every second server is ahead by `second_ahead_s`, or
    /// behind if negative. Must run within a runtime.
    pub(crate) fn start_cluster(
        program: &ServerProgram,
        nodes: usize,
        second_ahead_s: i64,
    ) -> anyhow::Result<(Self, NodePlaces)> {
        let faketime = match program {
            ServerProgram::Damier(_) if second_ahead_s != 0 => Some(FakeTime::find()?),
            _ => None,
        };
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let (postgres, nats) = (OwnPostgres::start()?, OwnNats::start()?);
        let database = postgres.address();
        let sockets = folder.path().join("cut");
        std::fs::create_dir(&sockets)?;
        let (nats_cable, bus) = CutProxy::tcp(nats.address())?;
        let cables = Cables {
            nats: nats_cable,
            database: CutProxy::postgres(&sockets, postgres.socket())?,
        };
        let near = Wiring {
            database: OwnPostgres::address_in(&sockets),
            bus: Some(format!("nats://{bus}")),
            ahead_s: 0,
            faketime: None,
        };
        let others = (1..nodes.max(2)).map(|number| Wiring {
            database: database.clone(),
            bus: Some(format!("nats://{}", nats.address())),
            ahead_s: if number % 2 == 1 { second_ahead_s } else { 0 },
            faketime: faketime.clone(),
        });
        let servers = std::iter::once(near).chain(others).enumerate();
        let servers = servers
            .map(|(number, wiring)| ServerProcess::start(program, wiring, folder.path(), number))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let places = Self::places(&servers);
        let house = Self {
            servers: Mutex::new(servers),
            postgres: Some(Mutex::new(postgres)),
            nats: Some(Mutex::new(nats)),
            cables: Some(cables),
            database,
            _folder: folder,
        };
        Ok((house, places))
    }

    fn places(servers: &[ServerProcess]) -> NodePlaces {
        let places = servers.iter().map(|server| NodePlace {
            address: server.address,
            generation: AtomicU64::new(0),
        });
        NodePlaces(places.collect())
    }

    /// The disk space that the database uses.
    pub(crate) fn stored_bytes(&self) -> anyhow::Result<StoredBytes> {
        if let Some(postgres) = &self.postgres {
            let postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
            return postgres.stored_bytes();
        }
        let path = self.database.strip_prefix("sqlite:");
        let path = path.context("the database is no file")?;
        let ahead = std::fs::metadata(format!("{path}-wal"));
        Ok(StoredBytes {
            tables: std::fs::metadata(path)?.len(),
            // The file is missing when everything is checkpointed.
            ahead: ahead.map_or(0, |file| file.len()),
        })
    }

    /// Stops all servers at once. The database keeps running.
    pub(crate) fn stop(&self) -> anyhow::Result<()> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.iter_mut().try_for_each(ServerProcess::kill)
    }
}
