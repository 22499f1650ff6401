//! The certificate of `damier serve`: loaded at the start, and reloaded when its files change, as
//! certificate renewal does it.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use damier_server::Tls;

/// How often the files are checked.
const LOOK: Duration = Duration::from_mins(1);

/// The paths of the certificate and its private key, both PEM.
#[derive(Clone, Debug)]
pub(crate) struct CertificateFiles {
    pub(crate) certificate: PathBuf,
    pub(crate) key: PathBuf,
}

impl CertificateFiles {
    /// Loads both files.
    pub(crate) fn read(&self) -> anyhow::Result<Tls> {
        let (certificate, key) = self.texts()?;
        Tls::new(&certificate, &key).with_context(|| self.named())
    }

    /// Reloads the certificate when a file changes. Keeps the previous one while certificate and
    /// key do not match, because the two files are replaced one after the other.
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
                Err(error) => tracing::warn!("keeping the previous certificate: {error:#}"),
            }
        }
    }

    fn texts(&self) -> anyhow::Result<(Vec<u8>, Vec<u8>)> {
        let read = |path: &PathBuf| {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
        };
        Ok((read(&self.certificate)?, read(&self.key)?))
    }

    /// The modification time of each file; `None` if it is missing.
    fn written(&self) -> [Option<SystemTime>; 2] {
        [&self.certificate, &self.key].map(|path| path.metadata().ok()?.modified().ok())
    }

    fn named(&self) -> String {
        let (certificate, key) = (self.certificate.display(), self.key.display());
        format!("cannot encrypt with {certificate} and {key}")
    }
}
