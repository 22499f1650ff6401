//! Which push services are called: every one in the public network, or those that whoever runs the server has listed.

use std::str::FromStr;

use damier_club::push::PushEndpoint;

/// The names of the services that are called, each with those below it; all where none is listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PushServices(Vec<PushService>);

/// The name of a push service: that of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushService(String);

/// A text that is not the name of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the name of a host, as push.example.org, in small letters and without a port")]
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
    /// Only these; all where there are none.
    pub fn only(services: Vec<PushService>) -> PushServices {
        PushServices(services)
    }

    /// Whether the service with this address is called.
    pub fn allow(&self, endpoint: &PushEndpoint) -> bool {
        let host = endpoint.host();
        let is_it = |PushService(name): &PushService| {
            let before = host.strip_suffix(name.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        };
        self.0.is_empty() || self.0.iter().any(is_it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_are_listed_are_called_and_those_below_them() {
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
            assert!(PushServices::default().allow(&endpoint));
        }
    }

    #[test]
    fn what_is_no_host_is_no_service() {
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
