//! Background work on simuls: starts games, lets the engine play, and applies the host's decision
//! at the end to unfinished games. Called when the host begins or ends a simul, and periodically to
//! complete what a crash interrupted.

use std::sync::Arc;
use std::time::Duration;

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::live::LiveGame;
use damier_people::simuls::{SimulId, Simuls, Unfinished, maintain_simul};
use damier_session::{GameId, Want};
use futures_util::stream::FuturesUnordered;
use futures_util::{StreamExt, stream};

use crate::clock::WallClock;
use crate::live::actors::GameActors;
use crate::live::background::feature::LiveFeature;
use crate::live::background::schedule::{next_permitted, ticks};
use crate::live::cluster::now;

/// The part of simuls in live play.
pub(crate) const LIVE: LiveFeature = LiveFeature {
    on_game_over: Some(|ports, game, now_ms| Box::pin(on_game_over(ports, game, now_ms))),
    run: Some(|actors| Box::pin(run_simuls(actors))),
    ..LiveFeature::named("simuls")
};

/// The interval of background work.
const WORK_EVERY: Duration = Duration::from_secs(5);

/// The maximum number of simuls in one run; the others follow in the next.
const MAX_SIMULS_PER_RUN: u32 = 32;

/// No further simul is started in a run after this time, which leaves most of the time to other
/// work.
const MAX_RUN_TIME: Duration = Duration::from_secs(1);

/// How many simuls are processed concurrently: one whose boards do not respond delays few others.
const MAX_CONCURRENT_SIMULS: usize = 4;

/// How many boards of a simul are processed at once, so that one stuck actor does not delay the
/// others.
const AT_ONCE: usize = 16;

/// Records the result of a simul's board.
async fn on_game_over(ports: &Ports, game: GameId, now_ms: u64) -> Result<(), StoreError> {
    let simuls = Simuls::of(ports);
    if let Some(simul) = simuls.simul_of_game(game).await? {
        maintain_simul(&simuls, &*ports.journal, simul, now_ms).await?;
    }
    Ok(())
}

/// Performs due work on a simul.
pub(crate) async fn maintain(actors: &Arc<GameActors>, id: SimulId) -> Result<(), StoreError> {
    let looked = maintain_simul(
        &Simuls::of(&actors.ports),
        &*actors.ports.journal,
        id,
        actors.clock.now_ms(),
    )
    .await?;
    for game in looked.begun {
        actors.notify_started(game);
    }
    let ending = looked.ending.into_iter();
    let ending = ending.filter_map(|(game, side, unfinished)| match unfinished {
        Unfinished::GoOn => None,
        Unfinished::OfferDraw => Some((game, side, "simul draw", Want::OfferDraw)),
        // If both have moved it is rejected, and the game may be finished.
        Unfinished::LeaveOut => Some((game, side, "simul abort", Want::Abort)),
    });
    // If both have moved it is rejected, and the game goes on.
    let given_up = looked.given_up.into_iter();
    let given_up = given_up.map(|(game, side)| (game, side, "simul given up", Want::Abort));
    // A failed or unanswered action is repeated in the next run, as the same command.
    let carried: Vec<_> = ending
        .chain(given_up)
        .map(|(game, side, purpose, want)| actors.act_for(game, side, purpose, want))
        .collect();
    let mut carried = stream::iter(carried).buffer_unordered(AT_ONCE);
    while carried.next().await.is_some() {}
    let asked = looked.computers.into_iter();
    let asked = asked.map(|game| have_the_computer_play(actors, game));
    let mut asked = stream::iter(asked).buffer_unordered(AT_ONCE);
    let mut all_played = true;
    while let Some(was_due) = asked.next().await {
        all_played &= !was_due;
    }
    if let Some((seen, until_ms)) = looked.put_off
        && all_played
    {
        Simuls::of(&actors.ports)
            .put_off_simul(id, seen, until_ms)
            .await?;
    }
    Ok(())
}

/// Wakes the actor of a game if the engine is to move. Returns whether it was; then the game is
/// checked again in the next run.
async fn have_the_computer_play(actors: &Arc<GameActors>, game: GameId) -> bool {
    let is_due = is_computer_due(actors, game).await;
    if is_due {
        // An actor that has just closed or does not reply is retried next time.
        actors.resume(game).await;
    }
    is_due
}

/// Whether the engine is to move. Read from the store, so that unused actors stay closed.
async fn is_computer_due(actors: &Arc<GameActors>, game: GameId) -> bool {
    match LiveGame::open(&*actors.ports.journal, game).await {
        Ok(open) => open.is_some_and(|open| open.session().computer_due().is_some()),
        Err(error) => {
            tracing::error!(%game, error = &error as &dyn std::error::Error, "a game of a simul cannot be read");
            false
        }
    }
}

/// Processes due simuls until dropped: a few at a time, in the order of their ids, cyclically.
async fn run_simuls(actors: Arc<GameActors>) {
    let mut after = None;
    let mut looks = ticks(WORK_EVERY);
    loop {
        next_permitted(&mut looks, &actors).await;
        match maintain_some(&actors, after).await {
            Ok(last) => after = last,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the background task cannot process the simuls"
                );
            }
        }
    }
}

/// Processes some due simuls after this one. Returns the last of them; `None` if there are no more.
async fn maintain_some(
    actors: &Arc<GameActors>,
    after: Option<SimulId>,
) -> Result<Option<SimulId>, StoreError> {
    let begun = now();
    let now_ms = actors.clock.now_ms();
    let page = Simuls::of(&actors.ports)
        .simuls_due(now_ms, after, MAX_SIMULS_PER_RUN)
        .await?;
    let is_last = page.len() < MAX_SIMULS_PER_RUN as usize;
    let mut waiting = page.into_iter();
    let mut looks = FuturesUnordered::new();
    let mut last = None;
    loop {
        let has_time = now().saturating_duration_since(begun) < MAX_RUN_TIME;
        if (has_time || last.is_none())
            && looks.len() < MAX_CONCURRENT_SIMULS
            && let Some(simul) = waiting.next()
        {
            last = Some(simul);
            looks.push(maintain_or_log(actors, simul));
        } else if looks.next().await.is_none() {
            break;
        }
    }
    let is_all = is_last && waiting.as_slice().is_empty();
    Ok(last.filter(|_| !is_all))
}

/// Processes a simul. Its failure must not delay the others, so it is only logged.
async fn maintain_or_log(actors: &Arc<GameActors>, simul: SimulId) {
    if let Err(error) = maintain(actors, simul).await {
        tracing::error!(%simul, error = &error as &dyn std::error::Error, "cannot process a simul");
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use damier_people::in_memory::InMemoryStore;
    use damier_people::simuls::{Drawn, Eligibility, Host, HostColour, Simul, SimulTerms, Simuls};
    use damier_session::{SeatKey, Side};
    use tokio::time::{sleep, timeout};

    use super::*;
    use crate::test_support::{NOW_MS, actors_with};

    const BOARDS: u8 = 4;

    fn key(number: u8) -> SeatKey {
        SeatKey::from_bytes([number; 32])
    }

    /// Creates a node with started simuls in which the engine plays at every board and the host has
    /// this colour. Returns the node's actors and the games.
    pub(crate) async fn begun(simuls: u8, colour: HostColour) -> (Arc<GameActors>, Vec<GameId>) {
        let store = Arc::new(InMemoryStore::default());
        let mut games = Vec::new();
        for number in 1..=simuls {
            let terms = SimulTerms {
                title: "Club evening".parse().unwrap(),
                variant: "international".into(),
                conduct: damier_session::Conduct::default(),
                colour,
                host_clock: None,
                guest_clock: None,
                extra_ms: 0,
                boards: BOARDS,
                who: Eligibility::Everyone,
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
            Simuls::of(&Ports::of(&store))
                .open_simul(&simul, NOW_MS)
                .await
                .unwrap();
            let drawn = |board: u8| Drawn {
                game: GameId::from_bits(u128::from(number) << 8 | u128::from(board)),
                host_key: SeatKey::from_bytes(std::array::from_fn(|at| [number, board, 1][at % 3])),
                watch_key: SeatKey::from_bytes(std::array::from_fn(|at| {
                    [number, board, 2][at % 3]
                })),
                drawn_colour: Side::White,
            };
            for _ in 0..BOARDS {
                simul.seat_engine(&key(200), 1).unwrap();
            }
            let drawn: Vec<Drawn> = (1..=BOARDS).map(drawn).collect();
            simul.begin(&key(200), &drawn, NOW_MS).unwrap();
            let simuls = Simuls::of(&Ports::of(&store));
            let opened = simuls.simul(id).await.unwrap().expect("it was opened");
            assert!(
                simuls
                    .store_simul(&simul, opened.version, NOW_MS)
                    .await
                    .unwrap()
            );
            games.extend(drawn.iter().map(|drawn| drawn.game));
        }
        (actors_with(&store), games)
    }

    /// Processes everything due, as often as the server does in this time.
    async fn maintain_for(actors: &Arc<GameActors>, time: Duration) {
        for _ in 0..time.as_secs() / WORK_EVERY.as_secs() {
            actors.heartbeat.record(actors.clock.now_ms());
            let mut after = None;
            loop {
                after = maintain_some(actors, after).await.unwrap();
                if after.is_none() {
                    break;
                }
            }
            sleep(WORK_EVERY).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_actor_is_opened_when_the_host_is_to_move() {
        let (actors, games) = begun(40, HostColour::White).await;
        maintain_for(&actors, Duration::from_secs(10)).await;
        for game in games {
            assert!(
                actors.ports.journal.find(game).await.unwrap().is_some(),
                "{game}"
            );
            assert!(!actors.is_open(game), "{game}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_engine_moves_and_idle_actors_close() {
        let (actors, games) = begun(2, HostColour::Black).await;
        maintain_for(&actors, Duration::from_secs(5)).await;
        assert_eq!(actors.count(), games.len());
        maintain_for(&actors, Duration::from_mins(2)).await;
        for game in games {
            let found = actors.ports.journal.find(game).await.unwrap().unwrap();
            assert_eq!(found.version, 1, "{game}");
        }
        assert_eq!(actors.count(), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn unresponsive_boards_delay_no_others() {
        let (actors, games) = begun(2, HostColour::Black).await;
        let (stuck, others) = games.split_at(usize::from(BOARDS) - 1);
        let _held: Vec<_> = stuck.iter().map(|game| actors.stuck_actor(*game)).collect();
        let began = now();
        let all = async {
            let mut after = None;
            loop {
                after = maintain_some(&actors, after).await.unwrap();
                if after.is_none() {
                    break;
                }
            }
        };
        let all = timeout(Duration::from_mins(1), all).await;
        all.expect("it waits for an actor that never replies");
        // All of them were waited for concurrently.
        let waited = now().duration_since(began);
        assert!(waited < Duration::from_secs(4), "{waited:?}");
        for game in others {
            assert!(actors.is_open(*game), "{game} was not asked");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn unresponsive_simuls_delay_few_others() {
        let simuls = MAX_CONCURRENT_SIMULS as u8 + 1;
        let (actors, games) = begun(simuls, HostColour::Black).await;
        let boards = usize::from(BOARDS);
        let (stuck, others) = games.split_at((MAX_CONCURRENT_SIMULS - 1) * boards);
        let _held: Vec<_> = stuck.iter().map(|game| actors.stuck_actor(*game)).collect();
        let last = maintain_some(&actors, None).await.unwrap();
        assert_eq!(last, None, "all were looked after in one go");
        for game in others {
            assert!(actors.is_open(*game), "{game} was not asked");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn unresponsive_boards_do_not_delay_the_hosts_action() {
        let (actors, games) = begun(1, HostColour::White).await;
        maintain_some(&actors, None).await.unwrap();
        let _held: Vec<_> = games.iter().map(|game| actors.stuck_actor(*game)).collect();
        let id = SimulId::from_bits(1);
        let kept = Simuls::of(&actors.ports).simul(id).await.unwrap().unwrap();
        let (mut simul, version) = (kept.simul, kept.version);
        simul.end(&key(200), Unfinished::OfferDraw, NOW_MS).unwrap();
        let stored = Simuls::of(&actors.ports)
            .store_simul(&simul, version, NOW_MS)
            .await;
        assert!(stored.unwrap());
        let began = now();
        let looked = timeout(Duration::from_mins(1), maintain(&actors, id)).await;
        looked
            .expect("it waits for an actor that never replies")
            .unwrap();
        let waited = now().duration_since(began);
        assert!(waited < Duration::from_secs(4), "{waited:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn work_per_round_is_bounded() {
        let (actors, _) = begun(40, HostColour::White).await;
        let last = maintain_some(&actors, None).await.unwrap();
        assert_eq!(last, Some(SimulId::from_bits(MAX_SIMULS_PER_RUN.into())));
        assert_eq!(maintain_some(&actors, last).await.unwrap(), None);
    }
}
