//! Does what is due in a display: its games are begun, those against the computer are played, and the word of the host at the end is brought to the
//! games that go on. Done when the host begins or ends it, and by the house of any node again and again for what a crash left behind.

use std::sync::Arc;
use std::time::Duration;

use damier_people::live::{LiveGame, StoreError};
use damier_people::simuls::{SimulId, Unfinished, look_after_simul};
use damier_session::{GameId, Side, Want};
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt, stream};
use tokio::time::{MissedTickBehavior, interval};

use crate::clock::WallClock;
use crate::live::actor::Call;
use crate::live::actors::Rooms;
use crate::live::cluster::now;

/// How often the displays are looked after.
const EVERY: Duration = Duration::from_secs(5);

/// How soon it is looked again whether the house may do anything on this node.
const SOON: Duration = Duration::from_millis(250);

/// How many displays are looked after each time at most. Those behind them come next time.
const AT_A_TIME: u32 = 32;

/// No display more is looked after once this has taken so long: what the house does for displays leaves most of the time to everything else.
const LONG_ENOUGH: Duration = Duration::from_secs(1);

/// How many displays are looked after at the same time: one whose boards do not answer holds up few of the others.
const SIDE_BY_SIDE: usize = 4;

/// How many boards of a display are asked at once. One whose room does not answer holds up none of the others.
const AT_ONCE: usize = 16;

/// Looks after a display.
pub(crate) async fn look_after(rooms: &Arc<Rooms>, id: SimulId) -> Result<(), StoreError> {
    let looked = look_after_simul(&*rooms.store, id, rooms.clock.now_ms()).await?;
    for game in looked.begun {
        rooms.tell_begun(game);
    }
    let ending = looked.ending.into_iter();
    let ending = ending.filter_map(|(game, side, unfinished)| match unfinished {
        Unfinished::GoOn => None,
        Unfinished::OfferDraw => Some(Word::new(game, side, "simul draw", Want::OfferDraw)),
        // Where both have moved it is refused, and the game may be played on.
        Unfinished::LeaveOut => Some(Word::new(game, side, "simul abort", Want::Abort)),
    });
    // Where both have moved it is refused, and whoever likes plays on.
    let given_up = looked.given_up.into_iter();
    let given_up =
        given_up.map(|(game, side)| Word::new(game, side, "simul given up", Want::Abort));
    let words: Vec<Word> = ending.chain(given_up).collect();
    let carried = words.into_iter().map(|word| carry(rooms, word));
    let mut carried = stream::iter(carried).buffer_unordered(AT_ONCE);
    while carried.next().await.is_some() {}
    let asked = looked.computers.into_iter();
    let asked = asked.map(|game| have_the_computer_play(rooms, game));
    let mut asked = stream::iter(asked).buffer_unordered(AT_ONCE);
    let mut all_played = true;
    while let Some(was_due) = asked.next().await {
        all_played &= !was_due;
    }
    if let Some((seen, until_ms)) = looked.put_off
        && all_played
    {
        rooms.store.put_off_simul(id, seen, until_ms).await?;
    }
    Ok(())
}

/// What is to be done in the name of the host at a board.
struct Word {
    game: GameId,
    side: Side,
    purpose: &'static str,
    want: Want,
}

impl Word {
    fn new(game: GameId, side: Side, purpose: &'static str, want: Want) -> Self {
        Self {
            game,
            side,
            purpose,
            want,
        }
    }
}

/// Has it done. What is not done now, or not answered, is done at the next look: it is the same command.
async fn carry(rooms: &Arc<Rooms>, word: Word) {
    let call = |answer| Call::Carry {
        side: word.side,
        purpose: word.purpose,
        want: word.want,
        answer,
    };
    rooms.ask(word.game, call).await;
}

/// Has the room of a game look what the computer has to do. Answers whether that was something; then it is looked again next time.
async fn have_the_computer_play(rooms: &Arc<Rooms>, game: GameId) -> bool {
    let is_due = is_computer_due(rooms, game).await;
    if is_due {
        // A room that just closed, or does not answer, is asked next time.
        rooms.ask(game, |answer| Call::Follow { answer }).await;
    }
    is_due
}

/// Whether the computer has something to do in a game. It is looked up without the room: one that nobody is in stays closed.
async fn is_computer_due(rooms: &Arc<Rooms>, game: GameId) -> bool {
    match LiveGame::open(&*rooms.store, game).await {
        Ok(open) => open.is_some_and(|open| open.session().computer_due().is_some()),
        Err(error) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game of a display cannot be read");
            false
        }
    }
}

/// Looks after the displays again and again until it is dropped: a few at a time, in the order of their ids, and again from the first on.
pub(crate) async fn keep_displays(rooms: Arc<Rooms>) {
    let mut after = None;
    let mut looks = interval(EVERY);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        if !rooms.may_work() {
            looks.reset_after(SOON);
            continue;
        }
        match look_after_some(&rooms, after).await {
            Ok(last) => after = last,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the house cannot look after the simultaneous displays"
                );
            }
        }
    }
}

/// Looks after some of the displays that are due, beginning after this one. Answers the last one of them; `None` where those after it were all.
async fn look_after_some(
    rooms: &Arc<Rooms>,
    after: Option<SimulId>,
) -> Result<Option<SimulId>, StoreError> {
    let begun = now();
    let now_ms = rooms.clock.now_ms();
    let page = rooms.store.simuls_due(now_ms, after, AT_A_TIME).await?;
    let is_last = page.len() < AT_A_TIME as usize;
    let mut waiting = page.into_iter();
    let mut looks = FuturesUnordered::new();
    let mut last = None;
    loop {
        let has_time = now().saturating_duration_since(begun) < LONG_ENOUGH;
        if (has_time || last.is_none())
            && looks.len() < SIDE_BY_SIDE
            && let Some(simul) = waiting.next()
        {
            last = Some(simul);
            looks.push(look_after_or_say(rooms, simul));
        } else if looks.next().await.is_none() {
            break;
        }
    }
    let is_all = is_last && waiting.as_slice().is_empty();
    Ok(last.filter(|_| !is_all))
}

/// Looks after a display. What is wrong with one is no reason to hold up the others.
async fn look_after_or_say(rooms: &Arc<Rooms>, simul: SimulId) {
    if let Err(error) = look_after(rooms, simul).await {
        tracing::error!(%simul, error = &error as &dyn std::error::Error, "a simultaneous display cannot be looked after");
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use damier_people::in_memory::InMemoryStore;
    use damier_people::simuls::{Drawn, Host, HostColour, Simul, SimulTerms, Simuls, WhoMaySit};
    use damier_session::SeatKey;
    use tokio::time::{Instant, sleep, timeout};

    use super::*;
    use crate::live::cluster::Neighbours;
    use crate::metrics::Metrics;
    use crate::node_clock::NodeClock;
    use crate::push::Pusher;

    const NOW_MS: u64 = 1_700_000_000_000;
    const BOARDS: u8 = 4;

    /// A clock that goes as the time of the test does.
    #[derive(Debug)]
    struct AsTheTest(Instant);

    impl WallClock for AsTheTest {
        fn now_ms(&self) -> u64 {
            NOW_MS + now().duration_since(self.0).as_millis() as u64
        }
    }

    fn key(number: u8) -> SeatKey {
        SeatKey::from_bytes([number; 32])
    }

    /// The rooms of a node on which displays with the computer at all boards have begun, with their games. The host has this colour.
    pub(crate) async fn begun(displays: u8, colour: HostColour) -> (Arc<Rooms>, Vec<GameId>) {
        let store = Arc::new(InMemoryStore::default());
        let mut games = Vec::new();
        for number in 1..=displays {
            let terms = SimulTerms {
                title: "Club evening".parse().unwrap(),
                variant: "international".into(),
                conduct: damier_session::Conduct::default(),
                colour,
                host_clock: None,
                guest_clock: None,
                extra_ms: 0,
                boards: BOARDS,
                who: WhoMaySit::Anybody,
                at_once: false,
                rated: false,
                starts_ms: None,
            };
            let host = Host {
                name: "Awa".parse().unwrap(),
                key: key(200),
                account: None,
            };
            let id = SimulId::from_bits(number.into());
            let mut simul = Simul::opened(id, host, terms, NOW_MS);
            store.open_simul(&simul, NOW_MS).await.unwrap();
            let drawn = |board: u8| Drawn {
                game: GameId::from_bits(u128::from(number) << 8 | u128::from(board)),
                host_key: SeatKey::from_bytes(std::array::from_fn(|at| [number, board, 1][at % 3])),
                watch_key: SeatKey::from_bytes(std::array::from_fn(|at| {
                    [number, board, 2][at % 3]
                })),
                lot: Side::White,
            };
            for _ in 0..BOARDS {
                simul.seat_computer(&key(200), 1).unwrap();
            }
            let drawn: Vec<Drawn> = (1..=BOARDS).map(drawn).collect();
            simul.begin(&key(200), &drawn, NOW_MS).unwrap();
            assert!(store.store_simul(&simul, 1, NOW_MS).await.unwrap());
            games.extend(drawn.iter().map(|drawn| drawn.game));
        }
        (rooms_with(store), games)
    }

    /// The rooms of a node whose clock goes as the time of the test does.
    pub(crate) fn rooms_with(store: Arc<InMemoryStore>) -> Arc<Rooms> {
        let clock = Arc::new(NodeClock::new(Arc::new(AsTheTest(now()))));
        let (pusher, _) = Pusher::start(None, store.clone(), clock.clone());
        let (neighbours, metrics) = (Neighbours::new(None), Metrics::new());
        let rooms = Rooms::new(store, clock, neighbours, metrics, pusher);
        rooms.heart.beat(NOW_MS);
        rooms
    }

    /// Looks at everything that is due, as often as the house does in this time.
    async fn look_for(rooms: &Arc<Rooms>, time: Duration) {
        for _ in 0..time.as_secs() / EVERY.as_secs() {
            rooms.heart.beat(rooms.clock.now_ms());
            let mut after = None;
            loop {
                after = look_after_some(rooms, after).await.unwrap();
                if after.is_none() {
                    break;
                }
            }
            sleep(EVERY).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_room_is_opened_where_the_host_is_to_move() {
        let (rooms, games) = begun(40, HostColour::White).await;
        look_for(&rooms, Duration::from_secs(10)).await;
        for game in games {
            assert!(rooms.store.find(game).await.unwrap().is_some(), "{game}");
            assert!(!rooms.is_open(game), "{game}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_computer_plays_and_the_rooms_close_behind_it() {
        let (rooms, games) = begun(2, HostColour::Black).await;
        look_for(&rooms, Duration::from_secs(5)).await;
        assert_eq!(rooms.count(), games.len());
        look_for(&rooms, Duration::from_mins(2)).await;
        for game in games {
            let found = rooms.store.find(game).await.unwrap().unwrap();
            assert_eq!(found.version, 1, "{game}");
        }
        assert_eq!(rooms.count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn boards_that_do_not_answer_hold_up_nothing_else() {
        let (rooms, games) = begun(2, HostColour::Black).await;
        let (stuck, others) = games.split_at(usize::from(BOARDS) - 1);
        let _held: Vec<_> = stuck.iter().map(|game| rooms.stuck_room(*game)).collect();
        let began = now();
        let all = async {
            let mut after = None;
            loop {
                after = look_after_some(&rooms, after).await.unwrap();
                if after.is_none() {
                    break;
                }
            }
        };
        let all = timeout(Duration::from_mins(1), all).await;
        all.expect("it waits for a room that never answers");
        // All of them were waited for at the same time.
        let waited = now().duration_since(began);
        assert!(waited < Duration::from_secs(4), "{waited:?}");
        for game in others {
            assert!(rooms.is_open(*game), "{game} was not asked");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn displays_that_do_not_answer_hold_up_few_of_the_others() {
        let displays = SIDE_BY_SIDE as u8 + 1;
        let (rooms, games) = begun(displays, HostColour::Black).await;
        let boards = usize::from(BOARDS);
        let (stuck, others) = games.split_at((SIDE_BY_SIDE - 1) * boards);
        let _held: Vec<_> = stuck.iter().map(|game| rooms.stuck_room(*game)).collect();
        let last = look_after_some(&rooms, None).await.unwrap();
        assert_eq!(last, None, "all were looked after in one go");
        for game in others {
            assert!(rooms.is_open(*game), "{game} was not asked");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_word_of_a_host_waits_for_no_board_that_does_not_answer() {
        let (rooms, games) = begun(1, HostColour::White).await;
        look_after_some(&rooms, None).await.unwrap();
        let _held: Vec<_> = games.iter().map(|game| rooms.stuck_room(*game)).collect();
        let id = SimulId::from_bits(1);
        let kept = rooms.store.simul(id).await.unwrap().unwrap();
        let (mut simul, version) = (kept.simul, kept.version);
        simul.end(&key(200), Unfinished::OfferDraw, NOW_MS).unwrap();
        let stored = rooms.store.store_simul(&simul, version, NOW_MS).await;
        assert!(stored.unwrap());
        let began = now();
        let looked = timeout(Duration::from_mins(1), look_after(&rooms, id)).await;
        looked
            .expect("it waits for a room that never answers")
            .unwrap();
        let waited = now().duration_since(began);
        assert!(waited < Duration::from_secs(4), "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_done_in_one_go_is_bounded() {
        let (rooms, _) = begun(40, HostColour::White).await;
        let last = look_after_some(&rooms, None).await.unwrap();
        assert_eq!(last, Some(SimulId::from_bits(AT_A_TIME.into())));
        assert_eq!(look_after_some(&rooms, last).await.unwrap(), None);
    }
}
