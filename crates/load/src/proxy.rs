//! A proxy between a server and a service that can stop passing bytes: connections stay open but
//! silent, as when a cable is pulled. Bytes held back are passed on when it resumes.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::Context;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

/// A proxy. Dropping it closes all connections through it.
#[derive(Debug)]
pub(crate) struct PartitionProxy {
    is_cut: watch::Sender<bool>,
    accepting: AbortHandle,
}

impl PartitionProxy {
    /// Creates a proxy on a free port; also returns its address. Must run within a runtime.
    pub(crate) fn tcp(to: SocketAddr) -> anyhow::Result<(Self, SocketAddr)> {
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let listener = TcpListener::from_std(listener)?;
        let (is_cut, seen) = watch::channel(false);
        let accepting = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let seen = seen.clone();
                tokio::spawn(async move {
                    if let Ok(far) = TcpStream::connect(to).await {
                        // Otherwise small messages wait up to 40 ms for an acknowledgement. A
                        // failure costs only time.
                        let _ = near.set_nodelay(true);
                        let _ = far.set_nodelay(true);
                        pass_both_ways(near, far, seen).await;
                    }
                });
            }
        });
        let accepting = accepting.abort_handle();
        Ok((Self { is_cut, accepting }, address))
    }

    /// Creates a proxy for a PostgreSQL socket, in a folder of its own. Must run within a runtime.
    #[cfg(unix)]
    pub(crate) fn postgres(folder: &Path, to: PathBuf) -> anyhow::Result<Self> {
        use tokio::net::{UnixListener, UnixStream};
        let socket = folder.join(to.file_name().context("no socket")?);
        let listener = UnixListener::bind(socket)?;
        let (is_cut, seen) = watch::channel(false);
        let accepting = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let (seen, to) = (seen.clone(), to.clone());
                tokio::spawn(async move {
                    if let Ok(far) = UnixStream::connect(to).await {
                        pass_both_ways(near, far, seen).await;
                    }
                });
            }
        });
        let accepting = accepting.abort_handle();
        Ok(Self { is_cut, accepting })
    }

    #[cfg(not(unix))]
    pub(crate) fn postgres(_: &Path, _: PathBuf) -> anyhow::Result<Self> {
        anyhow::bail!("reaching PostgreSQL needs Unix sockets")
    }

    /// Stops or resumes passing bytes.
    pub(crate) fn cut(&self, is_cut: bool) {
        self.is_cut.send_replace(is_cut);
    }
}

impl Drop for PartitionProxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn pass_both_ways(
    near: impl AsyncRead + AsyncWrite,
    far: impl AsyncRead + AsyncWrite,
    is_cut: watch::Receiver<bool>,
) {
    let ((near_read, near_write), (far_read, far_write)) = (split(near), split(far));
    // When one direction ends, so does the connection.
    tokio::select! {
        () = pass(near_read, far_write, is_cut.clone()) => {}
        () = pass(far_read, near_write, is_cut) => {}
    }
}

async fn pass(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut is_cut: watch::Receiver<bool>,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let read = from.read(&mut bytes).await;
        // A closed connection is not reported while the proxy is cut, unless the proxy is dropped.
        if is_cut.wait_for(|is_cut| !is_cut).await.is_err() {
            return;
        }
        match read {
            Ok(count) if count > 0 => {
                if to.write_all(&bytes[..count]).await.is_err() {
                    return;
                }
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::*;

    #[tokio::test]
    async fn held_back_bytes_are_passed_on_after_a_cut() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (proxy, address) = PartitionProxy::tcp(listener.local_addr().unwrap()).unwrap();
        let mut near = TcpStream::connect(address).await.unwrap();
        let (mut far, _) = listener.accept().await.unwrap();
        near.write_all(b"one").await.unwrap();
        let mut bytes = [0; 3];
        far.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, b"one");
        proxy.cut(true);
        near.write_all(b"two").await.unwrap();
        let nothing = timeout(Duration::from_millis(100), far.read_exact(&mut bytes)).await;
        assert!(nothing.is_err());
        proxy.cut(false);
        far.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, b"two");
        drop(far);
        assert_eq!(
            near.read(&mut bytes).await.unwrap(),
            0,
            "its end is passed on"
        );
    }
}
