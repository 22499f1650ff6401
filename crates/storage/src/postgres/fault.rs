//! Errors of reaching and preparing a PostgreSQL database, and what an error of a statement means
//! for the ports. No message holds a password: databases are named as
//! [`super::address::PostgresAddress`] writes them.

use std::path::Path;

use damier_people::library::LibraryError;

use crate::database_fault::{DatabaseFault, LibraryFault, is_of_the_values};

/// Why a PostgreSQL database cannot be used. The error of the server or the system is the source.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PostgresError {
    /// The address is invalid.
    #[error("expected an address like postgres://USER@HOST/DATABASE")]
    Address(#[source] DatabaseFault),
    /// There is no server at the address, or it does not respond in time.
    #[error("no PostgreSQL server answers at {database}")]
    Unreachable {
        /// The database, without a password.
        database: String,
        /// The message of the database.
        source: DatabaseFault,
    },
    /// The server rejects the login: the password, the role or its access rules.
    #[error(
        "the server refuses the login to {database}; see its pg_hba.conf, the role and its password"
    )]
    Login {
        /// The database, without a password.
        database: String,
        /// The message of the database.
        source: DatabaseFault,
    },
    /// The connection cannot be encrypted as required: the server does not support TLS, or its
    /// certificate is not trusted.
    #[error(
        "the connection to {database} cannot be encrypted as sslmode and sslrootcert ask for it"
    )]
    Encryption {
        /// The database, without a password.
        database: String,
        /// The message of the database.
        source: DatabaseFault,
    },
    /// The server has no database of this name.
    #[error("the server has no database {database}; createdb makes one")]
    NoDatabase {
        /// The database, without a password.
        database: String,
        /// The message of the database.
        source: DatabaseFault,
    },
    /// The database has tables of another program.
    #[error("{database} has tables of another program; give the games a database of their own")]
    NotOurs {
        /// The database, without a password.
        database: String,
    },
    /// The database was changed by a newer version in a way that this one cannot work with.
    #[error(
        "{database} needs a program that knows version {needed} of it, but this one knows versions up to {known}; \
         use the newer program"
    )]
    Newer {
        /// The database, without a password.
        database: String,
        /// The version that a program must know.
        needed: i64,
        /// The newest version known.
        known: i64,
    },
    /// The database has no tables.
    #[error("{database} has no games yet; `damier serve` makes the tables when it starts")]
    Empty {
        /// The database, without a password.
        database: String,
    },
    /// The database has an older version than this program needs, and the caller did not ask to
    /// migrate it.
    #[error(
        "{database} has version {found}, but this program works with version {known}; `damier serve` of this program \
         upgrades it when it starts"
    )]
    Older {
        /// The database, without a password.
        database: String,
        /// The version that it has.
        found: i64,
        /// The version that is needed.
        known: i64,
    },
    /// The server returned an error.
    #[error("PostgreSQL failed at {database}")]
    Failed {
        /// The database, without a password.
        database: String,
        /// The message of the database.
        source: DatabaseFault,
    },
}

impl PostgresError {
    /// The file with the certificates of authorities cannot be read.
    pub(crate) fn authorities(database: &str, file: &Path, error: &std::io::Error) -> Self {
        Self::Encryption {
            database: database.to_owned(),
            source: DatabaseFault::with_message(format!("{}: {error}", file.display())),
        }
    }

    /// Classifies an error of connecting or preparing.
    pub(crate) fn of(database: &str, error: &sqlx::Error) -> Self {
        let (database, source) = (database.to_owned(), fault(error));
        if is_about_encryption(error) {
            return Self::Encryption { database, source };
        }
        if matches!(error, sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut) {
            return Self::Unreachable { database, source };
        }
        match code(error).as_deref() {
            // The server starts or stops, or has no free connection.
            Some("57P01" | "57P02" | "57P03" | "53300") => Self::Unreachable { database, source },
            // Class 28: invalid authorization.
            Some(code) if code.starts_with("28") => Self::Login { database, source },
            Some("3D000") => Self::NoDatabase { database, source },
            _ => Self::Failed { database, source },
        }
    }
}

/// Whether TLS failed. The driver reports certificate errors as invalid data.
fn is_about_encryption(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Tls(_) => true,
        sqlx::Error::Io(error) => error.kind() == std::io::ErrorKind::InvalidData,
        _ => false,
    }
}

/// PostgreSQL's code for a row that is there already.
pub(super) const UNIQUE_VIOLATION: &str = "23505";

/// PostgreSQL's code for a full disk.
const DISK_FULL: &str = "53100";

/// PostgreSQL's classes of permanent errors: too many or too few rows (21), invalid values (22), a
/// violated constraint (23), an invalid or forbidden statement (42, 44), a program limit (54), an
/// exception raised by a function (P0), damage (XX). All others may be temporary: the connection
/// (08), serialization failures (40), too little memory or too many connections (53), a locked
/// object (55), a server that stops, starts or interrupts (57), the system's files (58), a
/// statement prepared for an earlier schema (0A, 26).
const LASTING: [&str; 8] = ["21", "22", "23", "42", "44", "54", "P0", "XX"];

/// PostgreSQL's code for a row that references a missing one.
const FOREIGN_KEY_VIOLATION: &str = "23503";

/// Whether a retry would get this code again. Not for conflicting rows: if unexpected, another node
/// was faster, and a retry finds what it has stored.
fn is_lasting(code: &str) -> bool {
    let of_a_race = [UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION].contains(&code);
    !of_a_race && LASTING.iter().any(|class| code.starts_with(class))
}

/// PostgreSQL's code of an error, if it has one.
pub(super) fn code(error: &sqlx::Error) -> Option<String> {
    Some(error.as_database_error()?.code()?.into_owned())
}

/// The reported error without repetitions.
pub(super) fn fault(error: &sqlx::Error) -> DatabaseFault {
    let reported = error.as_database_error();
    DatabaseFault::with_message(reported.map_or_else(
        || error.to_string(),
        |reported| reported.message().to_owned(),
    ))
}

/// Turns an error of a statement into one of the library port, for use in `map_err`.
pub(super) fn failed(error: &sqlx::Error) -> LibraryError {
    let reported = fault(error);
    LibraryError::from(match code(error).as_deref() {
        Some(DISK_FULL) => LibraryFault::Full(reported),
        Some(code) if is_lasting(code) => LibraryFault::Failed(reported),
        None if is_of_the_values(error) => LibraryFault::Failed(reported),
        _ => LibraryFault::Unavailable(reported),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permanent_errors_are_distinguished_from_transient_ones() {
        for code in [
            "23514", "23502", "42601", "42P01", "42501", "22P02", "54000", "P0001", "XX000",
            "XX001",
        ] {
            assert!(is_lasting(code), "{code}");
        }
        for code in [
            "08006", "40001", "40P01", "53200", "53300", "55P03", "57014", "57P01", "57P02",
            "57P03", "58030", "25P03", "25006", "0A000", "26000", "23505", "23503", "28P01",
        ] {
            assert!(!is_lasting(code), "{code}");
        }
        let wrong = failed(&sqlx::Error::ColumnNotFound("act".to_owned()));
        assert!(matches!(wrong, LibraryError::Failed(_)), "{wrong:?}");
        let away = failed(&sqlx::Error::PoolTimedOut);
        assert!(matches!(away, LibraryError::Unavailable(_)), "{away:?}");
    }
}
