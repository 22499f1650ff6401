//! Parsers for values on the command line, such as bounded numbers, seconds and addresses. Each
//! error names the expected format.

use std::fmt;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use damier_server::IpNet;

/// An address with its port; resolves host names such as localhost.
pub(super) fn address(text: &str) -> Result<SocketAddr, String> {
    let found = text.to_socket_addrs().ok().and_then(|mut all| all.next());
    found.ok_or_else(|| "expected an address and a port, such as 127.0.0.1:8110".to_owned())
}

/// An address, or a network of addresses.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    let network = text.parse().or_else(|_| text.parse().map(IpAddr::into));
    network
        .map_err(|_| "expected an address or a network, such as 127.0.0.1 or 10.0.0.0/8".to_owned())
}

/// The host name of a server, without scheme or port, as in the `Host` header of browsers.
pub(super) fn host_name(text: &str) -> Result<String, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-._".contains(letter);
    if !text.is_empty() && text.len() <= 253 && text.chars().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err(
            "expected a host name such as draughts.example.org, without https:// or a port"
                .to_owned(),
        )
    }
}

pub(super) fn plies(text: &str) -> Result<u8, String> {
    within(text, 0, 60).map(|plies| plies as u8)
}

pub(super) fn depth(text: &str) -> Result<u32, String> {
    within(text, 1, 100).map(|plies| plies as u32)
}

pub(super) fn level(text: &str) -> Result<u8, String> {
    within(text, 1, 10).map(|level| level as u8)
}

pub(super) fn positions(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err("expected a whole number, 1 or more".to_owned()),
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 1e6 => Ok(seconds),
        _ => Err("expected seconds, more than 0 and at most a million".into()),
    }
}

pub(super) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    within(text, 1, 256).and_then(|n| NonZeroUsize::new(n).ok_or_else(String::new))
}

/// The given number of threads, or one per core.
pub(crate) fn or_each_core(threads: Option<NonZeroUsize>) -> usize {
    threads
        .or(std::thread::available_parallelism().ok())
        .map_or(1, usize::from)
}

pub(super) fn lines(text: &str) -> Result<usize, String> {
    within(text, 1, 100)
}

pub(super) fn megabytes(text: &str) -> Result<usize, String> {
    within(text, 1, 16_384)
}

/// A number within bounds.
pub(super) fn number<T>(range: RangeInclusive<T>) -> impl NumberParser<T>
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text: &str| match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!(
            "expected a whole number from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

/// A number with a lower bound.
pub(super) fn number_from<T>(least: T) -> impl NumberParser<T>
where
    T: FromStr + PartialOrd + fmt::Display + Clone + Send + Sync + 'static,
{
    move |text: &str| match text.parse() {
        Ok(number) if number >= least => Ok(number),
        _ => Err(format!("expected a whole number, {least} or more")),
    }
}

/// What clap accepts as a parser of a value.
pub(super) trait NumberParser<T>:
    Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
{
}

impl<T, F> NumberParser<T> for F where
    F: Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
{
}

pub(super) fn within(text: &str, least: usize, most: usize) -> Result<usize, String> {
    number(least..=most)(text)
}
