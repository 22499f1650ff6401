//! The middleware that a request must pass before it reaches a handler, one guard per file, and the
//! security headers of the response. The app puts the guards in order.

pub(crate) mod body;
pub(crate) mod cross_site;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod load;
pub(crate) mod rate;
pub(crate) mod run_to_completion;
pub(crate) mod time;
pub(crate) mod work;
