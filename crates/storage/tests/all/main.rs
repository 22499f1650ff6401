//! Tests of every backend through the public API. One test program, because linking a program takes
//! longer than running its tests.

mod accounts_contract;
mod administration_contract;
mod backends;
mod backup;
mod broadcasts_contract;
mod classes_contract;
mod common;
mod crash;
mod documents_contract;
mod friends_contract;
mod full_disk;
mod journal_contract;
mod journal_in_a_file;
mod kept_copies;
mod library_contract;
mod newer_program;
mod old_games;
mod passkeys_contract;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod postgres_crash;
#[cfg(unix)]
mod postgres_encrypted;
#[cfg(unix)]
mod postgres_server;
mod push_contract;
mod ratings_contract;
mod simuls_contract;
mod sqlite_matches_memory;
mod tables_of_accounts;
mod teams_contract;
