//! The address of a PostgreSQL database, as a user types it. It is displayed without its password,
//! in messages and in logs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};

use super::fault::{PostgresError, fault};

/// The schemes of an address, as PostgreSQL's own programs accept them.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// The driver's prefix of a certificate path.
const FILE: &str = "file: ";

/// The address of a PostgreSQL database, written `postgres://USER@HOST/DATABASE`. Missing parts
/// come from the usual sources of PostgreSQL: `PGPASSWORD` and other variables, and the file
/// `~/.pgpass`.
///
/// Encryption is configured by `sslmode` and `sslrootcert`. `prefer`, the default, encrypts if the
/// server does, and accepts every certificate; `verify-full` accepts those for this host signed by
/// an authority of the system or the file. `verify-ca`, and `require` with a file, are as strict as
/// `verify-full`, since the driver also trusts the system's authorities, any of which could sign
/// for any host.
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
    /// The file with the certificates of authorities, if given.
    authorities: Option<PathBuf>,
}

impl PostgresAddress {
    /// Whether a text is such an address.
    pub(crate) fn is_written(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// The file with the certificates of authorities, if given.
    pub(super) fn authorities(&self) -> Option<&Path> {
        self.authorities.as_deref()
    }

    /// The driver's connection options.
    pub(super) fn options(&self) -> &PgConnectOptions {
        &self.options
    }
}

impl FromStr for PostgresAddress {
    type Err = PostgresError;

    fn from_str(text: &str) -> Result<Self, PostgresError> {
        // The driver's errors name the invalid part, never the password.
        let options = text
            .parse::<PgConnectOptions>()
            .map_err(|error| PostgresError::Address(fault(&error)))?;
        let reported = root_certificates(&options);
        let options = match options.get_ssl_mode() {
            PgSslMode::VerifyCa => options.ssl_mode(PgSslMode::VerifyFull),
            PgSslMode::Require if reported.is_some() => options.ssl_mode(PgSslMode::VerifyFull),
            _ => options,
        };
        Ok(Self {
            options: Box::new(options),
            authorities: reported.and_then(|reported| Some(reported.strip_prefix(FILE)?.into())),
        })
    }
}

/// The value of `sslrootcert`, from the address or `PGSSLROOTCERT`: a path after [`FILE`], or the
/// certificates themselves. The driver exposes it only in its own form of the address, which it
/// cannot build for every user or host name.
fn root_certificates(options: &PgConnectOptions) -> Option<String> {
    let anywhere = options.clone().username("any").socket("/");
    let address = anywhere.to_url_lossy();
    let mut pairs = address.query_pairs();
    let (_, reported) = pairs.find(|(name, _)| name == "sslrootcert")?;
    Some(reported.into_owned())
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
    fn a_socket_address_reads_back() {
        let text = "postgres://club@localhost/games?host=/run/postgresql&port=5433";
        let address: PostgresAddress = text.parse().unwrap();
        assert_eq!(address.to_string(), text);
    }

    #[test]
    fn with_root_certificates_the_host_is_verified_too() {
        let mode = |query: &str| {
            let text = format!("postgres://club@db.example/games?{query}");
            let address: PostgresAddress = text.parse().unwrap();
            let file = address.authorities().map(Path::to_owned);
            (format!("{:?}", address.options().get_ssl_mode()), file)
        };
        let full = "VerifyFull".to_owned();
        let file = Some(PathBuf::from("/etc/club ca.pem"));
        assert_eq!(mode("sslmode=verify-full"), (full.clone(), None));
        assert_eq!(mode("sslmode=verify-ca"), (full.clone(), None));
        let named = "sslrootcert=/etc/club%20ca.pem";
        assert_eq!(
            mode(&format!("sslmode=require&{named}")),
            (full, file.clone())
        );
        assert_eq!(
            mode(&format!("sslmode=disable&{named}")),
            ("Disable".to_owned(), file)
        );
        assert_eq!(mode("sslmode=require"), ("Require".to_owned(), None));
    }

    #[test]
    fn unusual_user_and_host_names_read_back() {
        for text in [
            "postgres://a%40b%2Fc%20d@[::1]:5433/games?sslmode=verify-full",
            "postgres://%3A%3F@localhost/games?host=%2Fa%20b%2Fc",
            "postgres:///games",
        ] {
            let address: PostgresAddress = text.parse().unwrap();
            assert_eq!(address.authorities(), None, "{text}");
        }
    }

    #[test]
    fn errors_contain_no_password() {
        for text in [
            "postgres://club:s3cret@host:port/games",
            "postgres://club:s3cret@host/games?sslmode=maybe",
            "postgres://club:s3cret@[host/games",
        ] {
            let refused = text.parse::<PostgresAddress>().unwrap_err();
            let message = format!("{refused} {refused:?}");
            assert!(!message.contains("s3cret"), "{message}");
        }
    }
}
