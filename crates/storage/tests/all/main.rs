//! Every storage from outside: one program, because linking a program takes longer than running its tests.

mod account_contract;
mod accounts;
mod administration;
mod administration_contract;
mod backup;
mod broadcast_contract;
mod broadcasts;
mod class_contract;
mod classes;
mod club_contract;
mod clubs;
mod common;
mod contract;
mod crash;
mod friend_contract;
mod friends;
mod full_disk;
mod gathering_contract;
mod gatherings;
mod journal;
mod journal_contract;
mod library_contract;
mod name_keys;
mod old_games;
mod older_files;
mod passkey_contract;
mod passkeys;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod postgres_crash;
#[cfg(unix)]
mod postgres_encrypted;
#[cfg(unix)]
mod postgres_server;
mod push_contract;
mod pushes;
mod rating_contract;
mod ratings;
mod same_answers;
mod simul_contract;
mod simuls;
mod tables_of_accounts;
