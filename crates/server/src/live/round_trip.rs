//! The round trip time of a client, measured by the pings of its socket: browsers answer them, and
//! scripts cannot.

/// The round trip time of one client, smoothed.
#[derive(Debug, Default)]
pub(crate) struct RoundTrip {
    smoothed_ms: Option<u64>,
}

impl RoundTrip {
    /// Adds a measured time.
    pub(crate) fn measured(&mut self, ms: u64) {
        self.smoothed_ms = Some(match self.smoothed_ms {
            None => ms,
            Some(before) => (before * 3 + ms) / 4,
        });
    }

    /// The time of one way, in milliseconds.
    pub(crate) fn one_way_ms(&self) -> u64 {
        self.smoothed_ms.unwrap_or(0) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_answer_changes_little() {
        let mut way = RoundTrip::default();
        assert_eq!(way.one_way_ms(), 0);
        way.measured(80);
        assert_eq!(way.one_way_ms(), 40);
        way.measured(480);
        assert_eq!(way.one_way_ms(), 90);
        (0..50).for_each(|_| way.measured(80));
        assert!((40..=42).contains(&way.one_way_ms()), "{way:?}");
    }
}
