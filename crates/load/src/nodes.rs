//! The servers under test and their addresses. Each restart of a server increases its generation,
//! so that a player's older connection counts as out of sync.

use std::fs::File;
use std::io::{ErrorKind, Seek, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use damier_temporary_servers::{Nats, Options, Postgres};
use tempfile::TempDir;

use crate::faketime::FakeTime;
use crate::process::{DatabaseKind, ServerOptions, ServerProcess, ServerProgram};
use crate::proxy::PartitionProxy;

/// The address of a server, and how often it was killed.
#[derive(Debug)]
struct NodeAddress {
    address: SocketAddr,
    generation: AtomicU64,
}

/// The addresses of all servers.
#[derive(Debug)]
pub(crate) struct NodeAddresses(Vec<NodeAddress>);

/// The server and the generation that a connection belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ConnectionNode {
    pub(crate) node: usize,
    generation: u64,
}

impl NodeAddresses {
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The address of a node; numbers wrap around.
    pub(crate) fn address(&self, number: usize) -> SocketAddr {
        self.0[number % self.0.len()].address
    }

    /// The node and generation of a connection opened at this moment.
    pub(crate) fn opened(&self, number: usize) -> ConnectionNode {
        let node = number % self.0.len();
        ConnectionNode {
            node,
            generation: self.0[node].generation.load(Ordering::SeqCst),
        }
    }

    /// Whether the server of this connection has not been killed since.
    pub(crate) fn is_current(&self, opened: ConnectionNode) -> bool {
        self.opened(opened.node) == opened
    }

    /// Records that the server was killed and has not been restarted.
    pub(crate) fn killed(&self, node: usize) {
        self.0[node].generation.fetch_add(1, Ordering::SeqCst);
    }
}

/// The name of the database on PostgreSQL.
const DATABASE: &str = "games";

/// The disk space of a database, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoredBytes {
    /// The tables.
    pub(crate) tables: u64,
    /// The write-ahead log.
    pub(crate) ahead: u64,
}

impl StoredBytes {
    pub(crate) fn all(self) -> u64 {
        self.tables + self.ahead
    }
}

/// Starts a PostgreSQL server as it is installed, with an empty database, and tells its URL.
fn start_postgres() -> anyhow::Result<(Postgres, String)> {
    let postgres = Postgres::start(&Options::default())?;
    postgres.create_database(DATABASE)?;
    let url = postgres.url(DATABASE);
    Ok((postgres, url))
}

/// The total size of the files in a folder.
fn bytes_in(folder: &Path) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)?.flatten() {
        // The running server may have deleted the file.
        match entry.metadata() {
            Ok(found) if found.is_dir() => bytes += bytes_in(&entry.path())?,
            Ok(found) => bytes += found.len(),
            Err(_) => {}
        }
    }
    Ok(bytes)
}

/// The servers and their database, stopped when dropped.
pub(crate) struct ServerGroup {
    pub(crate) processes: Mutex<Vec<ServerProcess>>,
    pub(crate) postgres: Option<Mutex<Postgres>>,
    pub(crate) nats: Option<Mutex<Nats>>,
    /// The proxies between the first server and the cluster's shared services.
    pub(crate) proxies: Option<ClusterProxies>,
    pub(crate) database: String,
    pub(crate) disk: DiskSpace,
}

/// The file system with the files of the servers: an SQLite database and their logs.
pub(crate) struct DiskSpace {
    folder: TempDir,
}

impl DiskSpace {
    /// The most that is written to fill it, in bytes.
    const MAX_BYTES: u64 = 1 << 30;

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    /// Writes a file until no space is left.
    ///
    /// # Errors
    /// The file system has more space than a test may use.
    pub(crate) fn fill(&self) -> anyhow::Result<()> {
        let mut file = File::create(self.filler())?;
        // Whole blocks first, then what is left of the last one.
        for block in [vec![0_u8; 1 << 16], vec![0]] {
            loop {
                match file.write(&block) {
                    Ok(_) if file.stream_position()? > Self::MAX_BYTES => {
                        self.free()?;
                        anyhow::bail!("TMPDIR is not on a small file system")
                    }
                    Ok(_) => {}
                    Err(error) if error.kind() == ErrorKind::StorageFull => break,
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }

    /// Removes the file.
    pub(crate) fn free(&self) -> anyhow::Result<()> {
        Ok(std::fs::remove_file(self.filler())?)
    }
}

/// The connections of the first server that a scenario can cut.
pub(crate) struct ClusterProxies {
    pub(crate) nats: PartitionProxy,
    pub(crate) database: PartitionProxy,
}

impl ServerGroup {
    /// Starts this many servers on one database.
    pub(crate) fn start(
        program: &ServerProgram,
        database: DatabaseKind,
        nodes: usize,
    ) -> anyhow::Result<(Self, NodeAddresses)> {
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let (postgres, database) = match database {
            DatabaseKind::Sqlite => {
                anyhow::ensure!(nodes == 1, "SQLite allows one server only");
                let path = folder.path().join("games.sqlite");
                (None, format!("sqlite:{}", path.display()))
            }
            DatabaseKind::Postgres => {
                let (postgres, address) = start_postgres()?;
                (Some(Mutex::new(postgres)), address)
            }
        };
        let options = ServerOptions {
            database: database.clone(),
            bus: None,
            ahead_s: 0,
            faketime: None,
        };
        let servers = (0..nodes.max(1))
            .map(|number| ServerProcess::start(program, options.clone(), folder.path(), number))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let places = Self::places(&servers);
        let servers = Self {
            processes: Mutex::new(servers),
            postgres,
            nats: None,
            proxies: None,
            database,
            disk: DiskSpace { folder },
        };
        Ok((servers, places))
    }

    /// Starts a cluster of at least two servers on PostgreSQL and NATS. The first server reaches
    /// both through proxies. The clock of every second server is ahead by `second_ahead_s`, or
    /// behind if negative. Must run within a runtime.
    pub(crate) fn start_cluster(
        program: &ServerProgram,
        nodes: usize,
        second_ahead_s: i64,
    ) -> anyhow::Result<(Self, NodeAddresses)> {
        let faketime = match program {
            ServerProgram::Damier(_) if second_ahead_s != 0 => Some(FakeTime::find()?),
            _ => None,
        };
        let folder = tempfile::tempdir().context("no temporary folder")?;
        let (postgres, database) = start_postgres()?;
        let nats = Nats::start()?;
        let sockets = folder.path().join("cut");
        std::fs::create_dir(&sockets)?;
        let (nats_cable, bus) = PartitionProxy::tcp(nats.address())?;
        let proxies = ClusterProxies {
            nats: nats_cable,
            database: PartitionProxy::postgres(&sockets, postgres.socket())?,
        };
        let near = ServerOptions {
            database: postgres.url_in(&sockets, DATABASE),
            bus: Some(format!("nats://{bus}")),
            ahead_s: 0,
            faketime: None,
        };
        let others = (1..nodes.max(2)).map(|number| ServerOptions {
            database: database.clone(),
            bus: Some(format!("nats://{}", nats.address())),
            ahead_s: if number % 2 == 1 { second_ahead_s } else { 0 },
            faketime: faketime.clone(),
        });
        let servers = std::iter::once(near).chain(others).enumerate();
        let servers = servers
            .map(|(number, options)| ServerProcess::start(program, options, folder.path(), number))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let places = Self::places(&servers);
        let servers = Self {
            processes: Mutex::new(servers),
            postgres: Some(Mutex::new(postgres)),
            nats: Some(Mutex::new(nats)),
            proxies: Some(proxies),
            database,
            disk: DiskSpace { folder },
        };
        Ok((servers, places))
    }

    fn places(servers: &[ServerProcess]) -> NodeAddresses {
        let places = servers.iter().map(|server| NodeAddress {
            address: server.address,
            generation: AtomicU64::new(0),
        });
        NodeAddresses(places.collect())
    }

    /// The disk space that the database uses.
    pub(crate) fn stored_bytes(&self) -> anyhow::Result<StoredBytes> {
        if let Some(postgres) = &self.postgres {
            let postgres = postgres.lock().unwrap_or_else(PoisonError::into_inner);
            let data = postgres.data();
            return Ok(StoredBytes {
                tables: bytes_in(&data.join("base"))?,
                ahead: bytes_in(&data.join("pg_wal"))?,
            });
        }
        let path = self.database.strip_prefix("sqlite:");
        let path = path.context("the database is not a file")?;
        let ahead = std::fs::metadata(format!("{path}-wal"));
        Ok(StoredBytes {
            tables: std::fs::metadata(path)?.len(),
            // The file is missing when everything is checkpointed.
            ahead: ahead.map_or(0, |file| file.len()),
        })
    }

    /// Stops all servers at once. The database keeps running.
    pub(crate) fn stop(&self) -> anyhow::Result<()> {
        let mut servers = self
            .processes
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        servers.iter_mut().try_for_each(ServerProcess::kill)
    }
}
