//! A frame on its way to any number of clients, serialised once.

use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use damier_wire::live::ServerFrame;

/// A frame whose receivers share it and its text.
#[derive(Debug, Clone)]
pub(crate) struct SharedFrame(Arc<Frame>);

#[derive(Debug)]
struct Frame {
    frame: ServerFrame,
    text: OnceLock<Utf8Bytes>,
}

impl From<ServerFrame> for SharedFrame {
    fn from(frame: ServerFrame) -> Self {
        let text = OnceLock::new();
        Self(Arc::new(Frame { frame, text }))
    }
}

impl SharedFrame {
    /// The frame.
    pub(crate) fn frame(&self) -> &ServerFrame {
        &self.0.frame
    }

    /// The frame as JSON. The first call serialises it.
    pub(crate) fn text(&self) -> &Utf8Bytes {
        let serialise = || self.0.frame.to_json().into();
        self.0.text.get_or_init(serialise)
    }
}
