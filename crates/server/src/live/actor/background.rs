//! Commands of background tasks to an actor: end what is due, pause the clocks of a class, restore
//! the time of an outage.

use damier_session::{Actor, GameClock, Want};

use crate::live::actor::core::Core;
use crate::live::actor::message::CommandReply;

/// The minimum difference between the ends of the class's and the game's pause that is corrected,
/// in milliseconds: the clocks of two nodes differ.
const HOLD_TOLERANCE_MS: u64 = 10_000;

impl Core {
    /// If due, lets a flag fall, aborts a game whose first move was not made in time, or ends a
    /// pause.
    pub(super) async fn end_what_is_due(&mut self, now_ms: u64) {
        let session = self.session();
        let running = session.clock().and_then(GameClock::running);
        let want = match (session.paused_until_ms(), running) {
            (Some(until_ms), _) if until_ms <= now_ms => Want::EndPause { until_ms },
            (None, Some(side)) if self.is_flag_due(now_ms) => Want::Flag { side },
            _ => return,
        };
        self.act_as_server("deadline", Actor::Server, want, now_ms)
            .await;
    }

    /// Pauses the clocks until at most this time, or resumes a pause of this kind (`None`). Returns
    /// whether nothing is left to do: false while a longer pause of the players holds, which they
    /// may end earlier, and while the state of the game is unknown.
    pub(super) async fn hold(&mut self, until_ms: Option<u64>) -> bool {
        if !self.catch_up().await {
            return false;
        }
        let now_ms = self.now_ms();
        let accepts_commands = self.accepts_commands(now_ms).await;
        let session = self.session();
        if session.ending().is_some() || session.clock().is_none() {
            return true;
        }
        let is_held = session.is_held();
        let until_ms = until_ms.filter(|until_ms| *until_ms > now_ms);
        let (purpose, want) = match (until_ms, session.paused_until_ms()) {
            (Some(until_ms), paused)
                if paused.is_none_or(|paused_ms| {
                    let is_other = paused_ms.abs_diff(until_ms) > HOLD_TOLERANCE_MS;
                    if is_held {
                        is_other
                    } else {
                        paused_ms < until_ms
                    }
                }) =>
            {
                let at_most_ms = until_ms - now_ms;
                ("hold", Want::Pause { at_most_ms })
            }
            (Some(_), _) => return is_held,
            (None, Some(until_ms)) if is_held => ("free", Want::EndPause { until_ms }),
            (None, _) => return true,
        };
        if !accepts_commands {
            return false;
        }
        let reply = self
            .act_as_server(purpose, Actor::Server, want, now_ms)
            .await;
        matches!(reply, CommandReply::Done(_))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use damier_people::in_memory::{InMemoryStore, WriteFailure};
    use damier_people::live::{CommandAnswer, Journal, LiveGame};
    use damier_session::ending::ByPeople;
    use damier_session::{
        Act, Arrival, ClockSettings, Command, CommandId, Ending, GameId, GameSettings, Request,
        Side,
    };
    use tokio::time::sleep;

    use super::*;
    use crate::clock::WallClock;
    use crate::live::actor::deciding::{FLAG_DELAY_MS, GRACE_MS, STORE_FAILURE_MS};
    use crate::live::actors::GameActors;
    use crate::live::background::run;
    use crate::live::background::tests::given;
    use crate::test_support::{actors_with, apart, begin};

    /// A game that has just begun, with twenty seconds for each side.
    pub(in crate::live::actor) async fn begun(store: &Arc<InMemoryStore>, now_ms: u64) -> LiveGame {
        let settings = GameSettings {
            clock: Some(ClockSettings::fischer(20_000, 0)),
            ..apart("Awa", "Piet")
        };
        let game = begin(&**store, 7, settings, now_ms).await;
        LiveGame::open(&**store, game).await.unwrap().unwrap()
    }

    /// Stores an act of another node.
    async fn does(
        game: &mut LiveGame,
        store: &Arc<InMemoryStore>,
        actor: Actor,
        want: Want,
        now_ms: u64,
    ) {
        let id = CommandId::from_bits(game.session().version().into());
        let command = Command { id, actor, want };
        let done = game.act(&**store, &command, Arrival::at(now_ms)).await;
        assert!(matches!(done, Ok(CommandAnswer::Done { .. })), "{done:?}");
    }

    async fn check_deadline(actors: &Arc<GameActors>, game: GameId) {
        actors.heartbeat.record(actors.clock.now_ms());
        assert!(actors.check_deadline(game).await);
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_fails_for_a_moment_costs_no_player_time() {
        let store = Arc::new(InMemoryStore::default());
        let actors = actors_with(&store);
        let begun_ms = actors.clock.now_ms();
        let game = begun(&store, begun_ms).await.id();
        sleep(Duration::from_millis(19_500)).await; // twenty seconds are allowed
        actors.heartbeat.record(actors.clock.now_ms());
        store.set_unreachable(true);
        let asked = tokio::spawn({
            let actors = actors.clone();
            async move {
                let want = Want::Move {
                    text: "32-28".to_owned(),
                    ply: None,
                };
                actors.act_for(game, Side::White, "test", want).await
            }
        });
        sleep(Duration::from_millis(1_500)).await;
        store.set_unreachable(false);
        let Ok(Some(CommandReply::Done(event))) = asked.await else {
            panic!("the move is not stored");
        };
        assert_eq!(event.act.at_ms(), begun_ms + 19_500);
        // Black's time during which the move could not be seen is restored as well.
        let events = store.since(game, event.number, 9).await.unwrap();
        let given = events.iter().find_map(|event| match event.act {
            Act::Resume { lost_ms, .. } => lost_ms,
            _ => None,
        });
        assert!(matches!(given, Some(1_500..1_700)), "{events:?}");
    }

    /// White has 20 seconds, thinks for one, and tries for 26 to have a move stored. The store
    /// fails in some way meanwhile. Returns how long White has thought in the end, in milliseconds,
    /// and how much time was restored, in seconds.
    async fn moves_while_writes_fail(failure: WriteFailure) -> (u64, u64) {
        let store = Arc::new(InMemoryStore::default());
        let actors = actors_with(&store);
        let server = tokio::spawn(run(actors.clone(), None, &[]));
        sleep(Duration::from_millis(2_300)).await;
        let game = begun(&store, actors.clock.now_ms()).await.id();
        sleep(Duration::from_secs(1)).await;
        store.fail_writes(Some(failure));
        let moves = move |actors: Arc<GameActors>| async move {
            let want = Want::Move {
                text: "32-28".to_owned(),
                ply: None,
            };
            actors.act_for(game, Side::White, "test", want).await
        };
        for _ in 0..6 {
            let actors = actors.clone();
            tokio::spawn(async move { moves(actors).await });
            sleep(Duration::from_secs(4)).await;
        }
        store.fail_writes(None);
        sleep(Duration::from_secs(2)).await;
        let answer = moves(actors.clone()).await;
        assert!(matches!(answer, Some(CommandReply::Done(_))), "{answer:?}");
        server.abort();
        let after = LiveGame::open(&*store, game).await.unwrap().unwrap();
        let left_ms = after
            .session()
            .clock()
            .unwrap()
            .left_ms(Side::White, actors.clock.now_ms());
        (
            20_000 - left_ms,
            given(&actors, game).await.into_iter().sum(),
        )
    }

    /// Finding V1: White's flag fell when a full disk was freed.
    #[tokio::test(start_paused = true)]
    async fn a_store_that_fails_for_any_reason_costs_nobody_time() {
        let wait: fn() -> _ = || Box::pin(sleep(Duration::from_millis(50))) as _;
        for failure in [
            WriteFailure::Full,
            WriteFailure::ReadOnly,
            WriteFailure::Hangs(wait),
        ] {
            let (thought_ms, restored_s) = moves_while_writes_fail(failure).await;
            assert!(thought_ms <= 3_300, "{failure:?}: {thought_ms}");
            assert!((24..=27).contains(&restored_s), "{failure:?}: {restored_s}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn no_flag_falls_while_a_move_may_wait_for_the_store() {
        let store = Arc::new(InMemoryStore::default());
        let actors = actors_with(&store);
        let game = begun(&store, actors.clock.now_ms()).await.id();
        sleep(Duration::from_millis(20_500)).await;
        actors.heartbeat.note_store_failure(actors.clock.now_ms());
        sleep(Duration::from_millis(STORE_FAILURE_MS - 1)).await; // its grace is over
        check_deadline(&actors, game).await;
        let ending = async || store.find(game).await.unwrap().unwrap().ending;
        assert_eq!(ending().await, None);
        sleep(Duration::from_millis(1)).await;
        check_deadline(&actors, game).await;
        assert!(ending().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_always_fails_delays_a_flag_for_a_limited_time() {
        let store = Arc::new(InMemoryStore::default());
        let actors = actors_with(&store);
        let game = begun(&store, actors.clock.now_ms()).await.id();
        let delayed_ms = 20_000 + GRACE_MS + FLAG_DELAY_MS;
        let ending = async || store.find(game).await.unwrap().unwrap().ending;
        for passes_ms in [delayed_ms - 1, 1] {
            assert_eq!(ending().await, None);
            sleep(Duration::from_millis(passes_ms)).await;
            actors.heartbeat.note_store_failure(actors.clock.now_ms());
            check_deadline(&actors, game).await;
        }
        assert!(ending().await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn a_held_game_is_released_only_once_its_state_is_read() {
        let store = Arc::new(InMemoryStore::shared());
        let actors = actors_with(&store);
        let now_ms = actors.clock.now_ms();
        let mut elsewhere = begun(&store, now_ms).await;
        let game = elsewhere.id();
        check_deadline(&actors, game).await;
        // Another node pauses it, without a message to this one.
        let hold = Want::Pause {
            at_most_ms: 600_000,
        };
        does(&mut elsewhere, &store, Actor::Server, hold, now_ms).await;
        store.fail_reads(true);
        assert!(!actors.hold(game, None).await);
        store.fail_reads(false);
        assert!(actors.hold(game, None).await);
        elsewhere.catch_up(&*store).await.unwrap();
        assert!(!elsewhere.session().is_held());
    }

    #[tokio::test(start_paused = true)]
    async fn an_actor_without_members_reads_the_game_before_it_checks_a_deadline() {
        let store = Arc::new(InMemoryStore::shared());
        let actors = actors_with(&store);
        let now_ms = actors.clock.now_ms();
        let mut elsewhere = begun(&store, now_ms).await;
        let game = elsewhere.id();
        let pause = Request::Pause {
            at_most_ms: 3_600_000,
        };
        let [white, black] = Side::ALL.map(Actor::Player);
        let agree = || Want::Agree { request: None };
        let ask = |request| Want::Ask { request };
        does(&mut elsewhere, &store, white, ask(pause), now_ms).await;
        does(&mut elsewhere, &store, black, agree(), now_ms).await;
        check_deadline(&actors, game).await;
        // Both resume at another node, without a message to this one.
        does(&mut elsewhere, &store, white, ask(Request::Resume), now_ms).await;
        does(&mut elsewhere, &store, black, agree(), now_ms).await;
        for _ in 0..22 {
            sleep(Duration::from_secs(1)).await;
            check_deadline(&actors, game).await;
        }
        let ending = store.find(game).await.unwrap().unwrap().ending;
        let flag = Ending::win(Side::Black, ByPeople::Time);
        assert_eq!(ending, Some(flag));
        for _ in 0..7 {
            sleep(Duration::from_secs(1)).await;
            check_deadline(&actors, game).await;
        }
        assert!(actors.is_open(game));
        sleep(Duration::from_secs(2)).await;
        assert!(
            !actors.is_open(game),
            "a background command keeps no actor open"
        );
    }
}
