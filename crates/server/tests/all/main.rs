//! Tests of the server over HTTP and WebSockets, in one executable, because linking takes longer
//! than running them.

mod account_data;
mod account_progress;
mod account_seats;
mod accounts;
mod any_frames;
mod any_requests;
mod at_rest;
mod bans;
mod both_ways;
mod bots;
mod broadcasts;
#[cfg(unix)]
mod bus;
mod class_games;
mod classes;
mod clubs;
mod common;
mod costly_records;
mod cut_requests;
mod encrypted;
mod engine_games;
mod export;
#[cfg(unix)]
mod friends;
mod gone;
mod health;
mod hostile;
mod library;
mod live;
mod live_streams;
mod lobby;
mod metrics;
mod moderation;
#[cfg(unix)]
#[cfg(unix)]
mod nodes;
mod openapi;
mod owners;
mod page;
mod passkeys;
mod problems;
mod proxies;
mod push;
mod push_seats;
mod ratings;
mod rematch;
mod scopes;
mod sign_in_log;
mod signing_in;
mod simul_people;
mod simuls;
mod slow_clients;
mod slow_readers;
mod stalled_files;
mod stopping;
mod tables;
mod teams;
mod unreadable;
mod unseen;
