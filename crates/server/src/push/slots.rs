//! Limits of push messages in flight, so that one slow service does not delay the others.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;

use super::notification::Recipient;

/// The maximum number of messages in flight, including those waiting for a retry. At the limit,
/// notifications wait in the queue, and are dropped only when it is full.
pub(crate) const IN_FLIGHT: usize = 512;

/// The maximum number of messages in flight for one account or side; at the limit, further
/// notifications are dropped. One that is not dropped reaches all devices.
pub(crate) const FOR_ONE: usize = 8;

/// Messages in flight for seats without an account; further ones are dropped. Any client can play
/// itself and name slow services; half of all slots is left to accounts.
const FOR_SEATS: usize = IN_FLIGHT / 2;

/// Messages in flight to one host that is not listed; further ones are dropped, so that a slow or
/// throttling service delays no other.
pub(crate) const FOR_ONE_HOST: usize = 32;

/// Messages in flight to all such hosts together, since the owner of a domain has any number of
/// hosts. With all slots of seats taken too, a quarter is left to accounts on listed services.
const FOR_UNLISTED: usize = IN_FLIGHT / 4;

/// The messages in flight. Clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct PushSlots(Arc<Mutex<InFlight>>);

#[derive(Debug, Default)]
struct InFlight {
    whom: HashMap<Recipient, usize>,
    /// Messages to counted hosts.
    hosts: HashMap<String, usize>,
}

/// A message in flight.
pub(crate) struct PushSlot {
    of: PushSlots,
    whom: Recipient,
    /// Its host, if counted.
    host: Option<String>,
}

impl PushSlots {
    /// A slot for each message; `None` for those whose host, or unlisted hosts together, have too
    /// many; no slots at all if too many messages are in flight. Each message comes with its host,
    /// if that is to be counted.
    pub(crate) fn take(&self, whom: Recipient, messages: &[Option<&str>]) -> Vec<Option<PushSlot>> {
        let mut in_flight = self.0.lock();
        let number = in_flight.whom.get(&whom).copied().unwrap_or(0);
        if number >= FOR_ONE {
            return Vec::new();
        }
        if whom.is_a_side() && in_flight.for_seats() >= FOR_SEATS {
            drop(in_flight);
            tracing::warn!("too many push messages to seats in flight; one is dropped");
            return Vec::new();
        }
        let hosts = messages.iter().copied();
        let admitted: Vec<(Option<&str>, bool)> = hosts
            .map(|host| (host, in_flight.admit(whom, host)))
            .collect();
        drop(in_flight);
        let slot = |(host, is_admitted): (Option<&str>, bool)| {
            is_admitted.then(|| PushSlot {
                of: self.clone(),
                whom,
                host: host.map(str::to_owned),
            })
        };
        admitted.into_iter().map(slot).collect()
    }

    /// How many there are.
    #[cfg(test)]
    pub(crate) fn number(&self) -> usize {
        self.0.lock().whom.values().sum()
    }
}

impl InFlight {
    fn for_seats(&self) -> usize {
        let of_seats = self.whom.iter().filter(|(whom, _)| whom.is_a_side());
        of_seats.map(|(_, number)| number).sum()
    }

    /// Counts one more message, unless its host has too many, or all counted hosts together.
    fn admit(&mut self, whom: Recipient, host: Option<&str>) -> bool {
        if let Some(host) = host {
            let number = self.hosts.get(host).copied().unwrap_or(0);
            let of_all: usize = self.hosts.values().sum();
            if number >= FOR_ONE_HOST || of_all >= FOR_UNLISTED {
                tracing::info!(
                    host,
                    "too many push messages to a service in flight; one is dropped"
                );
                return false;
            }
            self.hosts.insert(host.to_owned(), number + 1);
        }
        *self.whom.entry(whom).or_default() += 1;
        true
    }
}

impl Drop for PushSlot {
    fn drop(&mut self) {
        let mut in_flight = self.of.0.lock();
        one_less(&mut in_flight.whom, &self.whom);
        if let Some(host) = &self.host {
            one_less(&mut in_flight.hosts, host);
        }
    }
}

fn one_less<K: Eq + Hash>(numbers: &mut HashMap<K, usize>, key: &K) {
    if let Some(number) = numbers.get_mut(key) {
        *number -= 1;
        if *number == 0 {
            numbers.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use damier_people::accounts::AccountId;
    use damier_session::{GameId, Side};

    use super::*;

    /// The slots for a notification with this many messages.
    fn take(
        slots: &PushSlots,
        whom: Recipient,
        host: Option<&str>,
        messages: usize,
    ) -> Vec<PushSlot> {
        let taken = slots.take(whom, &vec![host; messages]);
        taken.into_iter().flatten().collect()
    }

    /// Many accounts with devices at one throttling service.
    #[test]
    fn one_unlisted_host_uses_few_slots() {
        let slots = PushSlots::default();
        let account = |number: u128| Recipient::from(AccountId::from_bits(number));
        let mut taken = Vec::new();
        for number in 0..IN_FLIGHT as u128 {
            taken.extend(take(&slots, account(number), Some("slow.example"), 2));
        }
        assert_eq!(taken.len(), FOR_ONE_HOST);
        assert_eq!(slots.number(), FOR_ONE_HOST);
        // The account's other devices are notified nevertheless.
        let both = slots.take(account(1_000), &[Some("slow.example"), None]);
        assert_eq!(
            both.iter().map(Option::is_some).collect::<Vec<_>>(),
            [false, true]
        );
        assert_eq!(
            take(&slots, account(1_001), Some("other.example"), 3).len(),
            3
        );
        // A delivered message makes room.
        taken.pop();
        let again = take(&slots, account(1_002), Some("slow.example"), 2);
        assert_eq!(again.len(), 1);
        drop((taken, both, again));
        assert_eq!(slots.number(), 0);
        assert!(slots.0.lock().hosts.is_empty());
    }

    /// Many accounts with devices at hosts of one owner.
    #[test]
    fn unlisted_hosts_leave_slots_to_listed_ones() {
        let slots = PushSlots::default();
        let account = |number: u128| Recipient::from(AccountId::from_bits(number));
        let hosts: Vec<String> = (0..30).map(|host| format!("{host}.evil.example")).collect();
        let call: Vec<Option<&str>> = hosts.iter().map(|host| Some(host.as_str())).collect();
        let mut taken = Vec::new();
        for number in 0..IN_FLIGHT as u128 {
            taken.extend(slots.take(account(number), &call).into_iter().flatten());
        }
        assert_eq!(taken.len(), FOR_UNLISTED);
        let elsewhere = Some("other.example");
        assert!(take(&slots, account(1_000), elsewhere, 1).is_empty());
        assert_eq!(take(&slots, account(1_000), None, 30).len(), 30);
        // Seats still have their slots, and the rest is for accounts.
        let side = |number: u128| Recipient::Side(GameId::from_bits(number), Side::Black);
        for number in 0..FOR_SEATS as u128 {
            taken.extend(take(&slots, side(number), None, 1));
        }
        assert_eq!(taken.len(), FOR_UNLISTED + FOR_SEATS);
        assert!(slots.number() < IN_FLIGHT);
        // A delivered message makes room.
        taken.remove(0);
        assert_eq!(take(&slots, account(1_000), elsewhere, 2).len(), 1);
    }

    #[test]
    fn seats_leave_slots_to_accounts() {
        let slots = PushSlots::default();
        let side = |number: u128| Recipient::Side(GameId::from_bits(number), Side::Black);
        let mut taken = Vec::new();
        for number in 0..FOR_SEATS as u128 / 4 {
            let own = take(&slots, side(number), None, 4);
            assert_eq!(own.len(), 4);
            taken.extend(own);
        }
        assert!(take(&slots, side(1_000), None, 1).is_empty());
        let account = Recipient::from(AccountId::from_bits(1));
        assert_eq!(take(&slots, account, None, 30).len(), 30);
        taken.truncate(FOR_SEATS - 1);
        assert_eq!(take(&slots, side(1_000), None, 1).len(), 1);
        assert_eq!(slots.number(), FOR_SEATS - 1, "those above are dropped");
        // One side has few slots, however many are free.
        taken.clear();
        let own = take(&slots, side(1), None, FOR_ONE);
        assert_eq!(own.len(), FOR_ONE);
        assert!(take(&slots, side(1), None, 1).is_empty());
        assert_eq!(take(&slots, side(2), None, 1).len(), 1);
    }
}
