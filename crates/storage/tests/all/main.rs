//! Every storage from outside: one program, because linking a program takes longer than running its tests.

mod account_contract;
mod administration_contract;
mod backends;
mod backup;
mod broadcast_contract;
mod classes_contract;
mod common;
mod crash;
mod document_contract;
mod friends_contract;
mod full_disk;
mod journal_contract;
mod journal_in_a_file;
mod library_contract;
mod newer_program;
mod old_games;
mod passkey_contract;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod postgres_crash;
#[cfg(unix)]
mod postgres_encrypted;
#[cfg(unix)]
mod postgres_server;
mod push_contract;
mod rating_contract;
mod same_answers;
mod simuls_contract;
mod tables_of_accounts;
mod teams_contract;
