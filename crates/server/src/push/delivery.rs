//! Sends a message to a push service: one request over TLS to an address of the public network,
//! with a timeout. Redirects are not followed, and only the status of the response is read.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use damier_people::push::PushEndpoint;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

use super::public_network::is_public;

/// The timeout of a delivery, from the DNS lookup to the response's status.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(10);

/// The longest `Retry-After` of a service that is respected.
const MAX_RETRY_AFTER: Duration = Duration::from_mins(1);

/// The port of `https`.
const PORT: u16 = 443;

/// How long a service keeps a message for an offline device, in seconds: a day.
const TTL_S: &str = "86400";

/// The network in which push services are reached.
#[derive(Clone, Debug)]
pub struct PushNetwork {
    tls: Arc<ClientConfig>,
    /// The address that replaces every DNS result in tests; `None` for the public network.
    only: Option<SocketAddr>,
}

/// Why push services cannot be reached.
#[derive(Debug, thiserror::Error)]
pub enum PushNetworkError {
    /// The system trusts no certificate authority.
    #[error("the system has no trusted certificate authorities; install ca-certificates")]
    NoAuthorities,
    /// TLS cannot be set up.
    #[error("TLS cannot be set up")]
    Tls(#[source] rustls::Error),
}

/// The outcome of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delivered {
    /// Accepted by the service.
    Taken,
    /// The subscription no longer exists at the service.
    Gone,
    /// Temporarily rejected: retry later.
    Later(Option<Duration>),
    /// Rejected.
    Refused,
}

impl PushNetwork {
    /// The public network, with the system's certificate authorities.
    ///
    /// # Errors
    /// [`PushNetworkError`] if the system has none.
    pub fn of_the_system() -> Result<Self, PushNetworkError> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err(PushNetworkError::NoAuthorities);
        }
        Self::public(roots).map_err(PushNetworkError::Tls)
    }

    /// The public network, with these authorities for certificates.
    ///
    /// # Errors
    /// TLS is not available in this build.
    pub fn public(roots: RootCertStore) -> Result<Self, rustls::Error> {
        let mut tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Self {
            tls: Arc::new(tls),
            only: None,
        })
    }

    /// The same, where every name leads to one address: for tests.
    #[must_use]
    #[doc(hidden)]
    pub fn only_to(self, address: SocketAddr) -> Self {
        Self {
            only: Some(address),
            ..self
        }
    }

    /// Delivers a message.
    pub(crate) async fn deliver(
        &self,
        endpoint: &PushEndpoint,
        authorization: &str,
        message: Vec<u8>,
    ) -> Delivered {
        let sent = timeout(
            DELIVERY_TIMEOUT,
            self.send(endpoint, authorization, message),
        )
        .await;
        match sent {
            Ok(Ok(Some(response))) => outcome(&response),
            Ok(Ok(None)) => Delivered::Refused,
            Ok(Err(error)) => {
                let host = endpoint.host();
                tracing::info!(host, %error, "a push service cannot be reached");
                Delivered::Later(None)
            }
            Err(_) => Delivered::Later(None),
        }
    }

    /// Sends a request; `None` if the host has no public address.
    async fn send(
        &self,
        endpoint: &PushEndpoint,
        authorization: &str,
        message: Vec<u8>,
    ) -> Result<Option<Response<Incoming>>, DeliveryError> {
        let address = match self.only {
            Some(address) => Some(address),
            None => lookup_host((endpoint.host(), PORT))
                .await?
                .find(|address| is_public(address.ip())),
        };
        let Some(address) = address else {
            return Ok(None);
        };
        // Connects to the checked address, without a second DNS lookup.
        let stream = TcpStream::connect(address).await?;
        let name = ServerName::try_from(endpoint.host().to_owned())?;
        let stream = TlsConnector::from(self.tls.clone())
            .connect(name, stream)
            .await?;
        let (mut sender, connection) = http1::Builder::new()
            .max_buf_size(16 * 1024)
            .handshake(TokioIo::new(stream))
            .await?;
        let request = Request::post(endpoint.path())
            .header(header::HOST, endpoint.host())
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", TTL_S)
            .header("urgency", "normal")
            .body(Body::from(message))?;
        let answered = sender.send_request(request);
        tokio::pin!(answered, connection);
        tokio::select! {
            response = &mut answered => Ok(Some(response?)),
            ended = &mut connection => {
                ended?;
                Ok(Some(answered.await?))
            }
        }
    }
}

/// Why a service was not reached.
#[derive(Debug, thiserror::Error)]
enum DeliveryError {
    #[error(transparent)]
    Connection(#[from] std::io::Error),
    #[error(transparent)]
    Name(#[from] rustls::pki_types::InvalidDnsNameError),
    #[error(transparent)]
    Http(#[from] hyper::Error),
    #[error(transparent)]
    Request(#[from] axum::http::Error),
}

fn outcome(response: &Response<Incoming>) -> Delivered {
    let status = response.status();
    let retry = response.headers().get(header::RETRY_AFTER);
    let retry = retry.and_then(|value| value.to_str().ok()?.parse().ok());
    match status {
        _ if status.is_success() => Delivered::Taken,
        StatusCode::NOT_FOUND | StatusCode::GONE => Delivered::Gone,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::REQUEST_TIMEOUT => later(retry),
        _ if status.is_server_error() => later(retry),
        _ => Delivered::Refused,
    }
}

fn later(seconds: Option<u64>) -> Delivered {
    let rest = seconds.map(|seconds| Duration::from_secs(seconds).min(MAX_RETRY_AFTER));
    Delivered::Later(rest)
}
