//! What only PostgreSQL needs: how a server is reached, what its errors mean, and how an event of a
//! live game is stored in one statement, since nodes compete for it.

pub(crate) mod address;
pub(crate) mod append;
pub(crate) mod connections;
pub(crate) mod fault;
pub(crate) mod schema;
