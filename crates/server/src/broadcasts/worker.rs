//! Removes broadcasts that have not changed for weeks.

use damier_people::Ports;
use damier_people::StoreError;

use crate::live::background::feature::LiveFeature;

/// The part of broadcasts in live play.
pub(crate) const LIVE: LiveFeature = LiveFeature {
    sweep: Some(|ports, now_ms| Box::pin(sweep(ports, now_ms))),
    ..LiveFeature::named("broadcasts")
};

async fn sweep(ports: &Ports, now_ms: u64) -> Result<(), StoreError> {
    ports.broadcasts.sweep_broadcasts(now_ms).await?;
    Ok(())
}
