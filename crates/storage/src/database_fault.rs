//! The error of a database, in one form for both, and what it means for the library.

use damier_people::library::LibraryError;

/// An error message of the database or its driver. The driver's own error repeats its sources when
/// printed with them; this one does not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DatabaseFault {
    message: String,
    code: Option<u32>,
}

impl DatabaseFault {
    /// A fault with this message of the server.
    pub(crate) fn saying(message: String) -> Self {
        Self {
            message,
            code: None,
        }
    }

    /// SQLite's extended result code, if the error is one of SQLite's own.
    pub fn code(&self) -> Option<u32> {
        self.code
    }

    /// The primary result code: the lowest 8 bits. The upper bits only refine it.
    pub(crate) fn primary_code(&self) -> Option<u32> {
        self.code.map(|code| code & 0xff)
    }
}

impl From<sqlx::Error> for DatabaseFault {
    fn from(error: sqlx::Error) -> Self {
        let said = error.as_database_error();
        Self {
            code: said.and_then(|said| said.code()?.parse().ok()),
            message: said.map_or_else(|| error.to_string(), |said| said.message().to_owned()),
        }
    }
}

/// Whether an error of the driver is permanent: unexpected values or columns. Its connection errors
/// are temporary.
pub(crate) fn is_of_the_values(error: &sqlx::Error) -> bool {
    matches!(
        error,
        sqlx::Error::RowNotFound
            | sqlx::Error::TypeNotFound { .. }
            | sqlx::Error::ColumnIndexOutOfBounds { .. }
            | sqlx::Error::ColumnNotFound(_)
            | sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::Encode(_)
            | sqlx::Error::Decode(_)
            | sqlx::Error::InvalidArgument(_)
    )
}

/// Why the library does not work. Cloneable, to be reported more than once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LibraryFault {
    Unavailable(DatabaseFault),
    Full(DatabaseFault),
    Failed(DatabaseFault),
}

impl LibraryFault {
    /// What a failed operation implies for the library as a whole; `None` if it concerns a single
    /// game, or the file's name.
    pub(crate) fn of(error: &LibraryError) -> Option<Self> {
        let fault = |said: &(dyn std::error::Error + Send + Sync + 'static)| {
            let known = said.downcast_ref::<DatabaseFault>().cloned();
            known.unwrap_or_else(|| DatabaseFault {
                message: said.to_string(),
                code: None,
            })
        };
        match error {
            LibraryError::Unavailable(said) => Some(Self::Unavailable(fault(said.as_ref()))),
            LibraryError::Full(said) => Some(Self::Full(fault(said.as_ref()))),
            LibraryError::Failed(said) => Some(Self::Failed(fault(said.as_ref()))),
            LibraryError::Gone(_) | LibraryError::Damaged { .. } => None,
        }
    }
}

impl From<LibraryFault> for LibraryError {
    fn from(fault: LibraryFault) -> Self {
        match fault {
            LibraryFault::Unavailable(said) => Self::Unavailable(said.into()),
            LibraryFault::Full(said) => Self::Full(said.into()),
            LibraryFault::Failed(said) => Self::Failed(said.into()),
        }
    }
}
