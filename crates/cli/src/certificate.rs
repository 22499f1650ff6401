//! The certificate of `damier serve` on the disk: read at the start, and again whenever its files have changed, as programs that renew
//! certificates do it.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use damier_server::Tls;

/// How often the files are looked at.
const LOOK: Duration = Duration::from_mins(1);

/// Where the certificate and its private key are, both as PEM.
#[derive(Clone, Debug)]
pub(crate) struct CertificateFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

impl CertificateFiles {
    /// Reads both.
    pub(crate) fn read(&self) -> anyhow::Result<Tls> {
        let (certificate, key) = self.texts()?;
        Tls::new(&certificate, &key).with_context(|| self.named())
    }

    /// Puts the certificate in place again whenever a file has changed. While the two do not go together, because one is written after the
    /// other, the certificate before stays.
    pub(crate) async fn follow(self, tls: Tls) {
        let mut seen = self.written();
        loop {
            tokio::time::sleep(LOOK).await;
            let now = self.written();
            if now == seen {
                continue;
            }
            let renewed = self.texts().and_then(|(certificate, key)| {
                tls.renew(&certificate, &key).with_context(|| self.named())
            });
            match renewed {
                Ok(()) => {
                    seen = now;
                    tracing::info!("the certificate was renewed");
                }
                Err(error) => tracing::warn!("the certificate before stays in place: {error:#}"),
            }
        }
    }

    fn texts(&self) -> anyhow::Result<(Vec<u8>, Vec<u8>)> {
        let read = |path: &PathBuf| {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
        };
        Ok((read(&self.certificate)?, read(&self.key)?))
    }

    /// When each file was written; `None` for one that is not there.
    fn written(&self) -> [Option<SystemTime>; 2] {
        [&self.certificate, &self.key].map(|path| path.metadata().ok()?.modified().ok())
    }

    fn named(&self) -> String {
        let (certificate, key) = (self.certificate.display(), self.key.display());
        format!("cannot encrypt with {certificate} and {key}")
    }
}
