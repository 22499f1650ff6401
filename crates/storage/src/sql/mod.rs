//! One statement for both databases: its text, its values, and the rows that come back. Every port
//! is written once with this module; what must differ between SQLite and PostgreSQL has a header
//! that says why.
//!
//! Statements use numbered parameters (`$1`) and are written in PostgreSQL's words. [`dialect`]
//! replaces the few words that SQLite has otherwise. `{list}` in a text stands for the parameters
//! of [`Statement::list`].

mod database;
mod dialect;
mod outcome;
mod row;
mod statement;

pub(crate) use database::Sql;
pub(crate) use outcome::{StatementResult, TransactionResult};
pub(crate) use row::{Row, Unreadable};
pub(crate) use statement::{Statement, sql};
