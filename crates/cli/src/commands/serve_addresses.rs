//! The addresses at which a server can be opened, on this machine and on others of the same
//! network. A link made on a localhost page works nowhere else, so a server that listens on a
//! network prints its other addresses.

use std::net::{IpAddr, SocketAddr};

/// How many addresses for other machines are printed; the usual networks come first.
const MAX_PRINTED_ADDRESSES: usize = 4;

/// The address for a browser on this machine.
pub(super) fn here(address: SocketAddr, encrypted: bool) -> String {
    match address.ip() {
        ip if ip.is_unspecified() => written("localhost", address.port(), encrypted),
        ip => of_ip(ip, address.port(), encrypted),
    }
}

/// The addresses for other devices, if the server listens on all addresses of this machine.
pub(super) fn for_others(address: SocketAddr, encrypted: bool) -> Vec<String> {
    if !address.ip().is_unspecified() {
        return Vec::new();
    }
    let own = if_addrs::get_if_addrs().unwrap_or_default(); // unknown on this system
    let own = own.into_iter().map(|interface| interface.ip());
    let reachable = reachable(own.collect(), address.is_ipv4());
    let written = reachable
        .into_iter()
        .map(|ip| of_ip(ip, address.port(), encrypted));
    written.take(MAX_PRINTED_ADDRESSES).collect()
}

/// The machine's addresses that others can reach, IPv4 first, because it is shorter to type.
fn reachable(mut own: Vec<IpAddr>, only_v4: bool) -> Vec<IpAddr> {
    own.retain(|ip| match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_link_local(),
        // A link-local address needs an interface name, which differs on each device.
        IpAddr::V6(ip) => !only_v4 && !ip.is_loopback() && !ip.is_unicast_link_local(),
    });
    own.sort_by_key(|ip| (ip.is_ipv6(), *ip));
    own.dedup();
    own
}

fn of_ip(ip: IpAddr, port: u16, encrypted: bool) -> String {
    match ip {
        IpAddr::V4(ip) => written(&ip.to_string(), port, encrypted),
        IpAddr::V6(ip) => written(&format!("[{ip}]"), port, encrypted),
    }
}

fn written(host: &str, port: u16, encrypted: bool) -> String {
    let scheme = if encrypted { "https" } else { "http" };
    format!("{scheme}://{host}:{port}/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ips(texts: &[&str]) -> Vec<IpAddr> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn reachable_addresses_are_listed() {
        let own = [
            "fe80::1",
            "2001:db8::7",
            "127.0.0.1",
            "192.168.1.5",
            "::1",
            "10.0.0.3",
            "169.254.9.9",
            "192.168.1.5",
        ];
        let all = reachable(ips(&own), false);
        assert_eq!(all, ips(&["10.0.0.3", "192.168.1.5", "2001:db8::7"]));
        assert_eq!(
            reachable(ips(&own), true),
            ips(&["10.0.0.3", "192.168.1.5"])
        );
    }

    #[test]
    fn an_address_is_written_as_a_browser_wants_it() {
        let here = |text: &str, encrypted| here(text.parse().unwrap(), encrypted);
        assert_eq!(here("0.0.0.0:4711", false), "http://localhost:4711/");
        assert_eq!(here("[::]:4711", true), "https://localhost:4711/");
        assert_eq!(here("[2001:db8::7]:80", false), "http://[2001:db8::7]:80/");
        assert_eq!(
            for_others("127.0.0.1:4711".parse().unwrap(), false),
            Vec::<String>::new()
        );
    }
}
