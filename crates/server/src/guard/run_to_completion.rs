//! Work that runs to completion even if the client disconnects or the request times out. For
//! operations that count an attempt first and release it afterwards: otherwise a right password
//! would count as a wrong one on a bad network.

use tracing::Instrument;

use super::load::Permit;
use crate::problem::Problem;

/// The task panicked, which is logged.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("the task of the request panicked")]
pub(crate) struct TaskFailed;

impl From<TaskFailed> for Problem {
    fn from(TaskFailed: TaskFailed) -> Self {
        Self::internal()
    }
}

/// Runs the work to completion while it holds the permit of its request, so that a client that
/// disconnects uses no more permits than one that waits.
pub(crate) async fn run_to_completion<T, E>(
    permit: Permit,
    work: impl Future<Output = Result<T, E>> + Send + 'static,
) -> Result<T, E>
where
    T: Send + 'static,
    E: From<TaskFailed> + Send + 'static,
{
    let done = async move {
        let done = work.await;
        drop(permit);
        done
    };
    let done = tokio::spawn(done.in_current_span()).await;
    done.unwrap_or_else(|error| {
        tracing::error!(%error, "the task of a request panicked");
        Err(TaskFailed.into())
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::super::load::Load;
    use super::*;
    use crate::config::ServerLimits;

    #[tokio::test(start_paused = true)]
    async fn abandoned_work_ends_and_only_then_releases_its_permit() {
        let load = Load::new(ServerLimits {
            requests_at_once: 1,
            ..ServerLimits::default()
        });
        let permits = load.of("192.0.2.1".parse().unwrap());
        let permit = permits.take().await.unwrap();
        let (go, may_go) = oneshot::channel::<()>();
        let (settled, is_settled) = oneshot::channel();
        let asked = tokio::spawn(run_to_completion(permit, async move {
            may_go.await.unwrap();
            settled.send(()).unwrap();
            Ok::<_, Problem>(())
        }));
        tokio::task::yield_now().await;
        asked.abort();
        assert!(asked.await.unwrap_err().is_cancelled());
        let mut next = std::pin::pin!(permits.take());
        let early = tokio::time::timeout(Duration::from_secs(5), next.as_mut());
        assert!(early.await.is_err(), "the work holds its place");
        go.send(()).unwrap();
        is_settled.await.unwrap();
        assert!(next.await.is_some());
    }

    fn bug() -> Result<(), Problem> {
        panic!("a bug of the test")
    }

    #[tokio::test]
    async fn a_panic_becomes_an_error_response() {
        let load = Load::new(ServerLimits::default());
        let permit = load.of("192.0.2.1".parse().unwrap()).take().await.unwrap();
        let met = run_to_completion(permit, async { bug() }).await;
        assert!(format!("{:?}", met.unwrap_err()).contains("500"));
    }
}
