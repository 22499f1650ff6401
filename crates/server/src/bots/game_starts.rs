//! Reports each new game of an account to its bots on this node, however it begins: by a challenge,
//! in a ladder or a simul, against the engine. Starts are announced at once, by other nodes over
//! the bus; running games are also polled, since the bus may lose messages or be absent, and the
//! store may have failed.

use std::sync::Arc;
use std::time::Duration;

use damier_people::StoreError;
use damier_people::accounts::AccountId;
use damier_session::GameId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use super::connected::Bots;
use crate::live::actors::GameActors;
use crate::live::background::schedule::ticks;

/// How many running games of an account are reported at once. No bot plays more.
pub(crate) const MAX_OPEN: u32 = 500;

/// How often running games are polled.
const POLL_EVERY: Duration = Duration::from_secs(30);

/// Reports each game id received from `begun` to the bots of this node. Runs until dropped.
pub(crate) async fn announce_game_starts(
    bots: Bots,
    actors: Arc<GameActors>,
    mut begun: Receiver<GameId>,
) {
    let mut looks = ticks(POLL_EVERY);
    loop {
        let reported = tokio::select! {
            game = begun.recv() => match game {
                Ok(game) => report_start(&bots, &actors, game).await,
                Err(RecvError::Lagged(_)) => report_all(&bots, &actors).await,
                Err(RecvError::Closed) => return,
            },
            _ = looks.tick() => report_all(&bots, &actors).await,
        };
        if let Err(error) = reported {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "cannot read the running games of bots; retrying soon"
            );
        }
    }
}

/// Reports the start of a game to its bots on this node. It may be over by now, or never have
/// begun.
async fn report_start(bots: &Bots, actors: &GameActors, game: GameId) -> Result<(), StoreError> {
    if bots.here().is_empty() {
        return Ok(());
    }
    let players = actors.ports.owned_seats.players_of(game).await?;
    let players = players.into_iter().flatten().map(|account| account.id);
    let here: Vec<AccountId> = players.filter(|id| bots.is_here(*id)).collect();
    if here.is_empty() {
        return Ok(());
    }
    let found = actors.ports.journal.find(game).await?;
    if found.is_some_and(|found| found.ending.is_none()) {
        for account in here {
            bots.begins(account, game);
        }
    }
    Ok(())
}

/// Reports running games to each bot of this node. A failed read for one bot does not affect the
/// others.
async fn report_all(bots: &Bots, actors: &GameActors) -> Result<(), StoreError> {
    let mut looked = Ok(());
    for account in bots.here().into_keys() {
        match actors
            .ports
            .owned_seats
            .open_games_of(account, MAX_OPEN)
            .await
        {
            Ok(open) => {
                let go_on: Vec<GameId> = open.into_iter().map(|(game, _)| game).collect();
                bots.report_running(account, &go_on);
            }
            Err(error) => looked = Err(error),
        }
    }
    looked
}

#[cfg(test)]
mod tests {
    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{AppendOutcome, BeginOutcome, JournalEntry, Owners};
    use damier_session::ending::ByPeople;
    use damier_session::{Act, CommandId, Ending, Event, Side};
    use tokio::time::timeout;

    use super::super::connected::BotStream;
    use super::super::open_stream::BotEvent;
    use super::*;
    use crate::test_support::{actors_with, apart, setup, store_account};

    const SCAN: AccountId = AccountId::from_bits(1);

    /// Begins a game of the bot without notifying anyone.
    async fn begin(actors: &GameActors, number: u128) -> GameId {
        let (setup, _) = setup(number, apart("Scan", "Piet"), 0);
        let owners = Owners::casual([Some(SCAN), None]);
        let begun = actors
            .ports
            .journal
            .begin_owned(&setup, &[], &owners, None)
            .await;
        assert_eq!(begun.unwrap(), BeginOutcome::Stored);
        setup.id
    }

    async fn resign(actors: &GameActors, game: GameId) {
        let entry = JournalEntry {
            game,
            event: Event {
                number: 1,
                command: Some(CommandId::from_bits(1)),
                act: Act::Resign {
                    side: Side::Black,
                    at_ms: 1,
                },
            },
            ending: Some(Ending::win(Side::White, ByPeople::Resignation)),
            deadline_ms: None,
        };
        let stored = actors.ports.journal.append(&entry).await;
        assert_eq!(stored.unwrap(), AppendOutcome::Stored);
    }

    /// The bot's next event within two polls.
    async fn next_event(stream: &mut BotStream) -> Option<BotEvent> {
        let event = timeout(2 * POLL_EVERY, stream.events.recv()).await;
        event.ok().flatten()
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_is_reported_once_even_without_a_notification() {
        let actors = actors_with(&Arc::new(InMemoryStore::default()));
        let accounts = &*actors.ports.accounts;
        store_account(accounts, 1, "Scan").await;
        let named = accounts.account_named(&"Scan".parse().unwrap()).await;
        let (scan, _) = named.unwrap().unwrap();
        let bots = Bots::default();
        let mut stream = bots.connect(&scan);
        assert_eq!(stream.take_unreported(Vec::new()), []);
        let telling =
            announce_game_starts(bots.clone(), actors.clone(), actors.subscribe_started());
        let telling = tokio::spawn(telling);

        let unsaid = begin(&actors, 1).await;
        assert_eq!(
            next_event(&mut stream).await,
            Some(BotEvent::GameStart(unsaid))
        );
        actors.notify_started(unsaid); // late
        let over = begin(&actors, 2).await;
        resign(&actors, over).await;
        actors.notify_started(over); // sent again after its end
        actors.notify_started(GameId::from_bits(3)); // a challenge that was declined
        let game = begin(&actors, 4).await;
        actors.notify_started(game);
        assert_eq!(
            next_event(&mut stream).await,
            Some(BotEvent::GameStart(game))
        );
        assert_eq!(next_event(&mut stream).await, None);
        telling.abort();
    }
}
