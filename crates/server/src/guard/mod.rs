//! What a request must pass before anything is done for it, one guard per file, and the headers that
//! guard the browser afterwards. Put in order by the app.

pub(crate) mod body;
pub(crate) mod cross_site;
pub(crate) mod headers;
pub(crate) mod host;
pub(crate) mod load;
pub(crate) mod rate;
pub(crate) mod work;
