//! TLS of the server itself, for operators with a certificate and no proxy. Certificates are
//! renewed every few weeks, so they can be replaced while the server runs.

use std::fmt;
use std::sync::Arc;

use parking_lot::RwLock;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{self, ServerConfig};

/// The ALPN protocol.
const HTTP_1: &[u8] = b"http/1.1";

/// Why a certificate is invalid.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The certificate file is not PEM, or is damaged.
    #[error("the certificate cannot be read")]
    Certificate(#[source] pem::Error),
    /// The certificate file has no certificate.
    #[error("the certificate file has no block that begins with BEGIN CERTIFICATE")]
    NoCertificate,
    /// The key file has no private key, or a damaged one.
    #[error("the private key cannot be read")]
    Key(#[source] pem::Error),
    /// The key is of an unsupported kind, or does not match the certificate.
    #[error("certificate and private key do not match")]
    Pair(#[source] rustls::Error),
}

/// The certificate of the server, with its private key. Clones share it.
#[derive(Clone)]
pub struct Tls {
    key: Arc<RwLock<Arc<CertifiedKey>>>,
    config: Arc<ServerConfig>,
}

impl Tls {
    /// TLS with this certificate chain and private key, as PEM.
    ///
    /// # Errors
    /// [`TlsError`] if they cannot be used.
    pub fn new(certificates: &[u8], key: &[u8]) -> Result<Self, TlsError> {
        let key = Arc::new(RwLock::new(Arc::new(read(certificates, key)?)));
        let resolver = Arc::new(Current(Arc::clone(&key)));
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(TlsError::Pair)?
            .with_no_client_auth()
            .with_cert_resolver(resolver);
        config.alpn_protocols = vec![HTTP_1.to_vec()];
        Ok(Self {
            key,
            config: Arc::new(config),
        })
    }

    /// Replaces the certificate for new connections.
    ///
    /// # Errors
    /// [`TlsError`] if it is invalid; then the previous one stays.
    pub fn renew(&self, certificates: &[u8], key: &[u8]) -> Result<(), TlsError> {
        let renewed = Arc::new(read(certificates, key)?);
        *self.key.write() = renewed;
        Ok(())
    }

    /// The acceptor of TLS connections.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config))
    }
}

impl fmt::Debug for Tls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tls") // the key is secret
    }
}

/// The current certificate.
#[derive(Debug)]
struct Current(Arc<RwLock<Arc<CertifiedKey>>>);

impl ResolvesServerCert for Current {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let key = self.0.read();
        Some(Arc::clone(&key))
    }
}

fn read(certificates: &[u8], key: &[u8]) -> Result<CertifiedKey, TlsError> {
    let chain = CertificateDer::pem_slice_iter(certificates)
        .collect::<Result<Vec<_>, _>>()
        .map_err(TlsError::Certificate)?;
    if chain.is_empty() {
        return Err(TlsError::NoCertificate);
    }
    let key = PrivateKeyDer::from_pem_slice(key).map_err(TlsError::Key)?;
    CertifiedKey::from_der(chain, key, &ring::default_provider()).map_err(TlsError::Pair)
}
