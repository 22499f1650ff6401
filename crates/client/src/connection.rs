//! A connection to a server, encrypted if its scheme is `https`.

use std::sync::Arc;
use std::{fmt, io};

use rustls_native_certs::load_native_certs;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{self, ClientConfig, RootCertStore};

use crate::address::{Scheme, ServerAddress};

/// The ALPN protocol.
const HTTP_1: &[u8] = b"http/1.1";

/// A byte stream in both directions.
pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// A plain or encrypted connection.
pub(crate) type Connection = Box<dyn Duplex>;

/// Opens connections to a server. Clones share the trusted certificates.
#[derive(Clone)]
pub(crate) struct Connector {
    server: ServerAddress,
    tls: Option<TlsConnector>,
    /// Why no trusted certificates could be loaded.
    roots_error: Option<String>,
}

impl Connector {
    /// Creates a connector. For `https` it loads the system's trusted certificates, or those in the
    /// file that `SSL_CERT_FILE` names.
    pub(crate) fn to(server: ServerAddress) -> Self {
        let (mut tls, mut roots_error) = (None, None);
        if server.scheme() == Scheme::Https {
            let known = load_native_certs();
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(known.certs);
            if roots.is_empty() {
                let why = known.errors.first().map(ToString::to_string);
                roots_error = Some(
                    why.unwrap_or_else(|| "the system has no trusted certificates".to_owned()),
                );
            }
            tls = tls_connector(roots);
        }
        Self {
            server,
            tls,
            roots_error,
        }
    }

    pub(crate) fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// The server cannot be reached, or its certificate is not accepted.
    pub(crate) async fn open(&self) -> io::Result<Connection> {
        let stream = TcpStream::connect((self.server.host(), self.server.port())).await?;
        let _ = stream.set_nodelay(true); // failing costs speed only
        if self.server.scheme() == Scheme::Http {
            return Ok(Box::new(stream));
        }
        // An `https` address never falls back to an unencrypted connection.
        let tls = self.tls.as_ref();
        let tls = tls.ok_or_else(|| io::Error::other("TLS is not available"))?;
        let name = ServerName::try_from(self.server.host().to_owned());
        let name = name.map_err(io::Error::other)?;
        let encrypted = tls.connect(name, stream).await;
        let encrypted =
            encrypted.map_err(|error| io::Error::other(self.handshake_error(&error)))?;
        Ok(Box::new(encrypted))
    }

    /// A message that explains why the TLS handshake failed.
    fn handshake_error(&self, error: &io::Error) -> String {
        let rustls = error.get_ref().and_then(|error| error.downcast_ref());
        match rustls {
            Some(rustls::Error::InvalidMessage(_)) => {
                "TLS handshake failed: the server does not use https on this port".to_owned()
            }
            Some(rustls::Error::InvalidCertificate(reason)) => match &self.roots_error {
                Some(roots_error) => format!("cannot verify the certificate: {roots_error}"),
                None => format!(
                    "the certificate is not trusted: {reason:?} (set SSL_CERT_FILE to a file of \
                     certificates to trust)"
                ),
            },
            _ => format!("TLS handshake failed: {error}"),
        }
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Connector").field(&self.server).finish()
    }
}

/// Creates a TLS connector that trusts these certificates.
fn tls_connector(roots: RootCertStore) -> Option<TlsConnector> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions();
    // The provider supports its own default versions, so this does not fail.
    let mut config = config
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![HTTP_1.to_vec()];
    Some(TlsConnector::from(Arc::new(config)))
}
