//! A bot's open stream: queued events, and the games it has reported, so that each is reported
//! once.

use std::collections::HashSet;
use std::mem;

use damier_session::GameId;
use tokio::sync::mpsc;

/// How many events are queued for a bot that does not read, before its stream is closed.
const WAITING: usize = 64;

/// An event for a bot; its stream converts it to JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BotEvent {
    /// A new challenge.
    Challenged(GameId),
    /// A game begins or continues.
    GameStart(GameId),
}

/// An open stream.
#[derive(Debug)]
pub(crate) struct OpenStream {
    sender: mpsc::Sender<BotEvent>,
    /// Whether the running games were reported at the start. Before that nothing reads the queue,
    /// and a check would report them all.
    is_open: bool,
    /// The reported games, as far as they were running at the last poll or have begun since.
    reported: HashSet<GameId>,
    /// The same at the previous poll. A game that begins while running games are read may be
    /// missing among them.
    reported_before: HashSet<GameId>,
}

impl OpenStream {
    /// A new stream, and the receiver of its events.
    pub(crate) fn new() -> (Self, mpsc::Receiver<BotEvent>) {
        let (sender, events) = mpsc::channel(WAITING);
        let stream = Self {
            sender,
            is_open: false,
            reported: HashSet::new(),
            reported_before: HashSet::new(),
        };
        (stream, events)
    }

    /// Called at the start with the running games. Returns those that were not reported before.
    pub(crate) fn open(&mut self, mut go_on: Vec<GameId>) -> Vec<GameId> {
        self.is_open = true;
        go_on.retain(|game| self.note(*game));
        go_on
    }

    /// Marks a game as reported. Returns false if it was before.
    fn note(&mut self, game: GameId) -> bool {
        !self.reported_before.contains(&game) && self.reported.insert(game)
    }

    /// Queues the event unless its game was reported. Returns false if the queue is full; then the
    /// stream is to be closed.
    pub(crate) fn queue_event(&mut self, event: BotEvent) -> bool {
        if let BotEvent::GameStart(game) = event
            && !self.note(game)
        {
            return true;
        }
        self.sender.try_send(event).is_ok()
    }

    /// Queues the running games of its account that were not reported, and removes finished ones.
    /// Returns the same as `queue_event`.
    pub(crate) fn queue_running(&mut self, go_on: &[GameId]) -> bool {
        if !self.is_open {
            return true;
        }
        let mut games = go_on.iter();
        let takes_all = games.all(|game| self.queue_event(BotEvent::GameStart(*game)));
        let reported = go_on.iter().copied().collect();
        self.reported_before = mem::replace(&mut self.reported, reported);
        takes_all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(numbers: std::ops::Range<u128>) -> Vec<GameId> {
        numbers.map(GameId::from_bits).collect()
    }

    #[test]
    fn a_game_is_reported_once_despite_repeated_notifications() {
        let (mut stream, mut events) = OpenStream::new();
        let [first, second] = [1, 2].map(GameId::from_bits);
        assert!(
            stream.queue_running(&[first, second]),
            "reported when the stream opens"
        );
        assert_eq!(stream.open(vec![first]), [first]);
        assert!(events.try_recv().is_err());
        for game in [first, second, second] {
            assert!(stream.queue_event(BotEvent::GameStart(game)));
        }
        // The second one was not stored yet when the first poll began to read.
        let looks: [&[GameId]; 3] = [&[first], &[first, second], &[first, second]];
        for go_on in looks {
            assert!(stream.queue_running(go_on));
        }
        assert!(stream.queue_event(BotEvent::GameStart(first)));
        assert_eq!(events.try_recv(), Ok(BotEvent::GameStart(second)));
        assert!(events.try_recv().is_err());
    }

    #[test]
    fn finished_games_use_no_memory() {
        let (mut stream, _events) = OpenStream::new();
        assert_eq!(stream.open(games(0..10_000)).len(), 10_000);
        for _ in 0..2 {
            assert!(stream.queue_running(&[]));
        }
        assert_eq!(stream.reported.len() + stream.reported_before.len(), 0);
    }

    #[test]
    fn an_unread_stream_is_bounded() {
        let (mut stream, _events) = OpenStream::new();
        stream.open(Vec::new());
        assert!(stream.queue_running(&games(0..WAITING as u128)));
        assert!(
            stream.queue_running(&games(0..WAITING as u128)),
            "nothing is new"
        );
        assert!(!stream.queue_event(BotEvent::GameStart(GameId::from_bits(u128::MAX))));
    }
}
