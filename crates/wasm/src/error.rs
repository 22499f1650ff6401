//! The error of a failed call: a stable code, and a sentence for programmers. It is the only error
//! type of the exports. The page chooses the text for users.

use std::fmt;

use damier_notation::tree::EditError;
use damier_session::{ActError, ReplayError, SettingsError};
use serde::Serialize;
use wasm_bindgen::{JsError, JsValue};

/// A failed call. JavaScript sees an `Error` whose `message` is the JSON text `{"code","message"}`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DoorError {
    /// The stable code, in kebab-case.
    pub code: String,
    /// What was found and what was expected.
    pub message: String,
}

impl DoorError {
    /// An error from its code and message.
    pub(crate) fn new(code: &str, message: impl fmt::Display) -> DoorError {
        DoorError {
            code: code.to_owned(),
            message: message.to_string(),
        }
    }
}

impl fmt::Display for DoorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match serde_json::to_string(self) {
            Ok(json) => f.write_str(&json),
            Err(_) => f.write_str(&self.code),
        }
    }
}

impl std::error::Error for DoorError {}

impl From<DoorError> for JsValue {
    fn from(error: DoorError) -> JsValue {
        JsError::from(error).into()
    }
}

impl From<ActError> for DoorError {
    fn from(error: ActError) -> DoorError {
        DoorError::new(error.code(), error)
    }
}

impl From<SettingsError> for DoorError {
    fn from(error: SettingsError) -> DoorError {
        DoorError::new(error.code(), error)
    }
}

impl From<ReplayError> for DoorError {
    fn from(error: ReplayError) -> DoorError {
        DoorError::new(error.code(), error)
    }
}

impl From<EditError> for DoorError {
    fn from(error: EditError) -> DoorError {
        DoorError::new(error.code(), error)
    }
}
