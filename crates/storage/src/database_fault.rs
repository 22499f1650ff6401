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
    pub(crate) fn with_message(message: String) -> Self {
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
        let reported = error.as_database_error();
        Self {
            code: reported.and_then(|reported| reported.code()?.parse().ok()),
            message: reported.map_or_else(
                || error.to_string(),
                |reported| reported.message().to_owned(),
            ),
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
        let fault = |reported: &(dyn std::error::Error + Send + Sync + 'static)| {
            let known = reported.downcast_ref::<DatabaseFault>().cloned();
            known.unwrap_or_else(|| DatabaseFault {
                message: reported.to_string(),
                code: None,
            })
        };
        match error {
            LibraryError::Unavailable(reported) => {
                Some(Self::Unavailable(fault(reported.as_ref())))
            }
            LibraryError::Full(reported) => Some(Self::Full(fault(reported.as_ref()))),
            LibraryError::Failed(reported) => Some(Self::Failed(fault(reported.as_ref()))),
            LibraryError::Gone(_) | LibraryError::Damaged { .. } => None,
        }
    }
}

impl From<LibraryFault> for LibraryError {
    fn from(fault: LibraryFault) -> Self {
        match fault {
            LibraryFault::Unavailable(reported) => Self::Unavailable(reported.into()),
            LibraryFault::Full(reported) => Self::Full(reported.into()),
            LibraryFault::Failed(reported) => Self::Failed(reported.into()),
        }
    }
}
