//! Which push services may be used: those listed by the operator. If none is listed, accounts may
//! use any service in the public network, and seats without an account only those of common
//! browsers: otherwise any client could play itself and make the server connect to hosts of others.

use std::str::FromStr;

use damier_people::push::PushEndpoint;

/// The services of common browsers, as of November 2026: Chrome and derivatives, Firefox, Safari,
/// Edge. Each includes its subdomains.
const BROWSER_SERVICES: [&str; 4] = [
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
];

/// The permitted services, each with its subdomains. If empty, accounts may use any service, and
/// seats those of common browsers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushServices(Vec<PushService>);

/// The host name of a push service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushService(String);

/// Error: a text is not a host name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a host name such as push.example.org, in lowercase letters and without a port")]
pub struct PushServiceError;

impl FromStr for PushService {
    type Err = PushServiceError;

    fn from_str(text: &str) -> Result<PushService, PushServiceError> {
        let endpoint = format!("https://{text}/").parse::<PushEndpoint>();
        let is_host = endpoint.is_ok_and(|endpoint| endpoint.host() == text);
        is_host
            .then(|| PushService(text.to_owned()))
            .ok_or(PushServiceError)
    }
}

impl PushServices {
    /// Only these services; if empty, all for accounts, and those of common browsers for seats.
    pub fn only(services: Vec<PushService>) -> PushServices {
        PushServices(services)
    }

    /// Whether the service with this address may be used for an account.
    pub fn allow(&self, endpoint: &PushEndpoint) -> bool {
        self.0.is_empty() || self.know(endpoint)
    }

    /// Whether the service with this address is listed or, if none is, that of a common browser.
    /// Others may not be used for seats.
    pub fn know(&self, endpoint: &PushEndpoint) -> bool {
        let host = endpoint.host();
        if self.0.is_empty() {
            return BROWSER_SERVICES
                .iter()
                .any(|name| is_at_or_below(host, name));
        }
        let mut listed = self.0.iter();
        listed.any(|PushService(name)| is_at_or_below(host, name))
    }
}

/// Whether a host has this name, or is a subdomain.
fn is_at_or_below(host: &str, name: &str) -> bool {
    let before = host.strip_suffix(name);
    before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_services_and_their_subdomains_are_permitted() {
        let services = ["fcm.googleapis.com", "notify.windows.com"];
        let services = services.map(|name| name.parse().unwrap());
        let only = PushServices::only(services.to_vec());
        for (host, is_called) in [
            ("fcm.googleapis.com", true),
            ("par02p.notify.windows.com", true),
            ("googleapis.com", false),
            ("evilnotify.windows.com", false),
            ("notify.windows.com.example", false),
        ] {
            let endpoint: PushEndpoint = format!("https://{host}/x").parse().unwrap();
            assert_eq!(only.allow(&endpoint), is_called, "{host}");
            assert_eq!(only.know(&endpoint), is_called, "{host}");
            assert!(PushServices::default().allow(&endpoint));
        }
    }

    #[test]
    fn browser_services_are_permitted_by_default() {
        for (host, is_known) in [
            ("fcm.googleapis.com", true),
            ("updates.push.services.mozilla.com", true),
            ("web.push.apple.com", true),
            ("wns2-par02p.notify.windows.com", true),
            ("googleapis.com", false),
            ("storage.googleapis.com", false),
            ("evilfcm.googleapis.com", false),
            ("services.mozilla.com", false),
            ("apple.com", false),
            ("push.apple.com.victim.example", false),
            ("victim.example", false),
        ] {
            let endpoint: PushEndpoint = format!("https://{host}/x").parse().unwrap();
            assert_eq!(PushServices::default().know(&endpoint), is_known, "{host}");
            let own = vec!["victim.example".parse().unwrap()];
            let is_own = host.ends_with("victim.example");
            assert_eq!(PushServices::only(own).know(&endpoint), is_own, "{host}");
        }
        for name in BROWSER_SERVICES {
            assert!(name.parse::<PushService>().is_ok(), "{name}");
        }
    }

    #[test]
    fn invalid_host_names_are_rejected() {
        for text in [
            "",
            "a b",
            "localhost",
            "127.0.0.1",
            "push.example:443",
            "push.example/x",
            "Push.example",
        ] {
            assert_eq!(
                text.parse::<PushService>(),
                Err(PushServiceError),
                "{text:?}"
            );
        }
    }
}
