//! The servers under test and where players find them. A server that is killed and started again has a new generation, by which a player
//! whose connection is older shows that it is not level yet.

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
    pub(crate) nats: Option<Mutex<OwnNats>>,
    /// Between the first server and what it shares with the others, in a cluster.
    pub(crate) cables: Option<Cables>,
    pub(crate) database: String,
    _folder: TempDir,
}

/// What can be pulled out at the first server of a cluster.
pub(crate) struct Cables {
    pub(crate) nats: CutProxy,
    pub(crate) database: CutProxy,
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

    /// Starts a cluster: so many servers, at least two, on PostgreSQL and NATS. What the first one says to both goes through proxies, and the clock of
    /// every second one is ahead by `second_ahead_s`, or behind where that is negative. Called within a runtime.
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

    /// How much of the disk the database takes now.
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
            // Where everything is in the tables, the file may not be there.
            ahead: ahead.map_or(0, |file| file.len()),
        })
    }

    /// Ends all servers at once. Their database goes on.
    pub(crate) fn stop(&self) -> anyhow::Result<()> {
        let mut servers = self.servers.lock().unwrap_or_else(PoisonError::into_inner);
        servers.iter_mut().try_for_each(ServerProcess::kill)
    }
}
