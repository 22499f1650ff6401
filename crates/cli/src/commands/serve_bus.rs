//! The NATS connection of `damier serve`: its address and credentials. Secrets come from the
//! environment, because all users of the machine can read command lines.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use damier_people::live::Bus;
use damier_server::{NatsAddress, NatsBus, NatsLogin};
use damier_storage::Database;

const TOKEN: &str = "DAMIER_BUS_TOKEN";
const USER: &str = "DAMIER_BUS_USER";
const PASSWORD: &str = "DAMIER_BUS_PASSWORD";

/// The environment variable with the certificate file of a private authority.
const AUTHORITY: &str = "DAMIER_BUS_AUTHORITY";

/// The address and credentials.
pub(crate) struct BusChoice {
    address: NatsAddress,
    login: NatsLogin,
    authority: Option<PathBuf>,
}

impl BusChoice {
    /// Reads the address and the environment.
    pub(crate) fn read(address: &str, database: &Database) -> anyhow::Result<Self> {
        // The text may contain a password, so the error does not repeat it.
        let address = address.parse().context("--bus")?;
        ensure!(
            matches!(database, Database::Postgres(_)),
            "--bus is for servers that share a PostgreSQL database (--database postgres://...); a file of games belongs to one server"
        );
        let read = |name: &str| match std::env::var(name) {
            Ok(value) if value.is_empty() => Ok(None),
            Ok(value) => Ok(Some(value)),
            Err(std::env::VarError::NotPresent) => Ok(None),
            Err(std::env::VarError::NotUnicode(_)) => bail!("{name} is not valid UTF-8"),
        };
        let login = match (read(TOKEN)?, read(USER)?, read(PASSWORD)?) {
            (None, None, None) => NatsLogin::None,
            (Some(token), None, None) => NatsLogin::Token(token),
            (None, Some(name), Some(password)) => NatsLogin::User { name, password },
            (Some(_), _, _) => bail!("either {TOKEN} or {USER} with {PASSWORD}, not both"),
            (None, _, _) => bail!("{USER} and {PASSWORD} must be set together"),
        };
        let authority = read(AUTHORITY)?.map(PathBuf::from);
        if let Some(file) = &authority {
            let text = std::fs::read_to_string(file);
            let text =
                text.with_context(|| format!("{AUTHORITY}: cannot read {}", file.display()))?;
            ensure!(
                text.contains("-----BEGIN CERTIFICATE-----"),
                "{AUTHORITY}: {} has no block that begins with BEGIN CERTIFICATE",
                file.display()
            );
        }
        Ok(Self {
            address,
            login,
            authority,
        })
    }

    /// Starts to connect. Must run within a runtime.
    pub(crate) async fn connect(self) -> anyhow::Result<Arc<dyn Bus>> {
        let Self {
            address,
            login,
            authority,
        } = self;
        let bus = NatsBus::connect(&address, login, authority.as_deref()).await;
        let bus = bus.with_context(|| format!("--bus {address}"))?;
        tracing::info!(%address, "nodes notify each other through NATS");
        Ok(Arc::new(bus))
    }
}
