//! One connection to a server, encrypted where its address says `https`.

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

/// The protocol that is spoken inside.
const HTTP_1: &[u8] = b"http/1.1";

/// What bytes go through in both directions.
pub(crate) trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// A connection.
pub(crate) type Connection = Box<dyn Duplex>;

/// Opens connections to a server. Clones share what the system says of authorities.
#[derive(Clone)]
pub(crate) struct Connector {
    server: ServerAddress,
    tls: Option<TlsConnector>,
    /// Why no authority is known, if none is.
    trouble: Option<String>,
}

impl Connector {
    /// To this server. Where it is asked for `https`, the certificates are read that this system trusts, or those that `SSL_CERT_FILE` names.
    pub(crate) fn to(server: ServerAddress) -> Self {
        let (mut tls, mut trouble) = (None, None);
        if server.scheme() == Scheme::Https {
            let known = load_native_certs();
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(known.certs);
            if roots.is_empty() {
                let why = known.errors.first().map(ToString::to_string);
                trouble = Some(why.unwrap_or_else(|| "the system knows no authority".to_owned()));
            }
            tls = encrypting(roots);
        }
        Self {
            server,
            tls,
            trouble,
        }
    }

    pub(crate) fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// Opens a connection.
    ///
    /// # Errors
    /// The server cannot be reached, or is not the one that its certificate should say.
    pub(crate) async fn open(&self) -> io::Result<Connection> {
        let stream = TcpStream::connect((self.server.host(), self.server.port())).await?;
        let _ = stream.set_nodelay(true); // slower at most
        if self.server.scheme() == Scheme::Http {
            return Ok(Box::new(stream));
        }
        // Never without encryption where it was asked for.
        let tls = self.tls.as_ref();
        let tls = tls.ok_or_else(|| io::Error::other("nothing here can encrypt"))?;
        let name = ServerName::try_from(self.server.host().to_owned());
        let name = name.map_err(io::Error::other)?;
        let encrypted = tls.connect(name, stream).await;
        let encrypted = encrypted.map_err(|error| io::Error::other(self.why_not(&error)))?;
        Ok(Box::new(encrypted))
    }

    /// Why there is no encrypted connection, in plain words.
    fn why_not(&self, error: &io::Error) -> String {
        let rustls = error.get_ref().and_then(|error| error.downcast_ref());
        match rustls {
            Some(rustls::Error::InvalidMessage(_)) => {
                "no encrypted connection: the server does not speak https here".to_owned()
            }
            Some(rustls::Error::InvalidCertificate(reason)) => match &self.trouble {
                Some(trouble) => format!(
                    "no encrypted connection: no authority is known to check its certificate, {trouble}"
                ),
                None => format!(
                    "no encrypted connection: its certificate is not accepted, {reason:?} (SSL_CERT_FILE names a file of certificates to trust, if the server has its own)"
                ),
            },
            _ => format!("no encrypted connection: {error}"),
        }
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Connector").field(&self.server).finish()
    }
}

/// What encrypts and knows these authorities.
fn encrypting(roots: RootCertStore) -> Option<TlsConnector> {
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions();
    // The versions are those of the provider, so this does not fail.
    let mut config = config
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![HTTP_1.to_vec()];
    Some(TlsConnector::from(Arc::new(config)))
}
