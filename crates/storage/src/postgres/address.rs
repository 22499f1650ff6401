//! Where a PostgreSQL database is, as a person types it. It is written without its password, in messages as in logs.

use std::fmt;
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

use super::fault::{PostgresError, fault};

/// The schemes of an address, as every program of PostgreSQL reads them.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The address of a PostgreSQL database, written `postgres://USER@HOST/DATABASE`. What it does not say comes from where PostgreSQL's
/// own programs take it: `PGPASSWORD` and the other variables, and the file `~/.pgpass`.
///
/// # Examples
///
/// ```
/// use damier_storage::PostgresAddress;
///
/// let address: PostgresAddress = "postgres://club:secret@db.example:5433/games".parse()?;
/// assert_eq!(address.to_string(), "postgres://club@db.example:5433/games");
/// assert!(!format!("{address:?}").contains("secret"));
/// # Ok::<(), damier_storage::PostgresError>(())
/// ```
#[derive(Clone)]
pub struct PostgresAddress {
    options: Box<PgConnectOptions>,
}

impl PostgresAddress {
    /// Whether a text is meant as such an address.
    pub(crate) fn is_meant(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// How the driver connects.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }
}

impl FromStr for PostgresAddress {
    type Err = PostgresError;

    fn from_str(text: &str) -> Result<Self, PostgresError> {
        // The errors of the driver name a part that is wrong, and none of them the password.
        let options = text
            .parse::<PgConnectOptions>()
            .map_err(|error| PostgresError::Address(fault(&error)))?;
        Ok(Self {
            options: Box::new(options),
        })
    }
}

impl fmt::Display for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let user = self.options.get_username();
        let database = self.options.get_database().unwrap_or(user);
        let port = self.options.get_port();
        if let Some(folder) = self.options.get_socket() {
            let folder = folder.display();
            write!(
                f,
                "postgres://{user}@localhost/{database}?host={folder}&port={port}"
            )
        } else {
            let host = self.options.get_host();
            write!(f, "postgres://{user}@{host}:{port}/{database}")
        }
    }
}

impl fmt::Debug for PostgresAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresAddress({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_socket_is_written_as_it_is_read() {
        let text = "postgres://club@localhost/games?host=/run/postgresql&port=5433";
        let address: PostgresAddress = text.parse().unwrap();
        assert_eq!(address.to_string(), text);
    }

    #[test]
    fn no_error_tells_a_password() {
        for text in [
            "postgres://club:s3cret@host:port/games",
            "postgres://club:s3cret@host/games?sslmode=maybe",
            "postgres://club:s3cret@[host/games",
        ] {
            let refused = text.parse::<PostgresAddress>().unwrap_err();
            let told = format!("{refused} {refused:?}");
            assert!(!told.contains("s3cret"), "{told}");
        }
    }
}
