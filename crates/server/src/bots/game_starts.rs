//! Tells the bots of this node of each game that begins with a seat of their account, however it begins: by a challenge to the bot or another one, in
//! a ladder or a display, against the computer. A beginning is heard of at once, from the other nodes by the bus; and now and then it is asked which
//! games go on, since a bus may lose a word, there may be none, and the store may not have answered.

use std::sync::Arc;
use std::time::Duration;

use damier_people::accounts::AccountId;
use damier_people::live::StoreError;
use damier_session::GameId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{MissedTickBehavior, interval};

use super::connected::Bots;
use crate::live::actors::Rooms;

/// How many games of an account that go on are told at once. No program plays more.
pub(crate) const MOST_OPEN: u32 = 500;

/// How often it is asked which games go on.
const LOOK: Duration = Duration::from_secs(30);

/// Tells the bots of this node of the games that begin, as `begun` names them, until it is dropped.
pub(crate) async fn tell_game_starts(bots: Bots, rooms: Arc<Rooms>, mut begun: Receiver<GameId>) {
    let mut looks = interval(LOOK);
    looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let told = tokio::select! {
            game = begun.recv() => match game {
                Ok(game) => tell_of(&bots, &rooms, game).await,
                Err(RecvError::Lagged(_)) => look(&bots, &rooms).await,
                Err(RecvError::Closed) => return,
            },
            _ = looks.tick() => look(&bots, &rooms).await,
        };
        if let Err(error) = told {
            tracing::warn!(
                error = &error as &dyn std::error::Error,
                "which games of programs have begun cannot be read now; it is asked again soon"
            );
        }
    }
}

/// Tells the bots of this node whose game it is that a game has begun. It may be over by now, or never have begun.
async fn tell_of(bots: &Bots, rooms: &Rooms, game: GameId) -> Result<(), StoreError> {
    if bots.here().is_empty() {
        return Ok(());
    }
    let players = rooms.store.players_of(game).await?;
    let players = players.into_iter().flatten().map(|account| account.id);
    let here: Vec<AccountId> = players.filter(|id| bots.is_here(*id)).collect();
    if here.is_empty() {
        return Ok(());
    }
    let found = rooms.store.find(game).await?;
    if found.is_some_and(|found| found.ending.is_none()) {
        for account in here {
            bots.begins(account, game);
        }
    }
    Ok(())
}

/// Tells each bot of this node of those games that go on of which it was not told. One whose games cannot be read keeps it from no other.
async fn look(bots: &Bots, rooms: &Rooms) -> Result<(), StoreError> {
    let mut looked = Ok(());
    for account in bots.here().into_keys() {
        match rooms.store.open_games_of(account, MOST_OPEN).await {
            Ok(open) => {
                let go_on: Vec<GameId> = open.into_iter().map(|(game, _)| game).collect();
                bots.look(account, &go_on);
            }
            Err(error) => looked = Err(error),
        }
    }
    looked
}

#[cfg(test)]
mod tests {
    use damier_people::accounts::{Created, NewAccount, PasswordHash};
    use damier_people::in_memory::InMemoryStore;
    use damier_people::live::{Appended, Begun, JournalEntry, LiveSetup, Owners};
    use damier_rules::Variant;
    use damier_session::ending::ByPeople;
    use damier_session::{Act, CommandId, Ending, Event, GameSettings, Seating, Session, Side};
    use tokio::time::timeout;

    use super::super::connected::BotStream;
    use super::super::open_stream::BotEvent;
    use super::*;
    use crate::simuls::tests_of_displays::rooms_with;

    const SCAN: AccountId = AccountId::from_bits(1);

    /// Begins a game of the bot of which nobody hears.
    async fn begin(rooms: &Rooms, number: u128) -> GameId {
        let settings = GameSettings {
            seating: Seating::Apart,
            ..GameSettings::friendly("Scan", "Piet")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let setup = LiveSetup {
            id: GameId::from_bits(number),
            record: session.record(),
        };
        let owners = Owners::casual([Some(SCAN), None]);
        let begun = rooms.store.begin_owned(&setup, &[], &owners, None).await;
        assert_eq!(begun.unwrap(), Begun::Stored);
        setup.id
    }

    async fn resign(rooms: &Rooms, game: GameId) {
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
        let stored = rooms.store.append(&entry).await;
        assert_eq!(stored.unwrap(), Appended::Stored);
    }

    /// What the bot is told within two looks.
    async fn told(stream: &mut BotStream) -> Option<BotEvent> {
        let event = timeout(2 * LOOK, stream.events.recv()).await;
        event.ok().flatten()
    }

    #[tokio::test(start_paused = true)]
    async fn a_game_is_told_once_also_where_nobody_says_that_it_has_begun() {
        let rooms = rooms_with(Arc::new(InMemoryStore::default()));
        let new = NewAccount {
            id: SCAN,
            name: "Scan".parse().unwrap(),
            password: PasswordHash::new("$argon2id$1"),
            recovery: Vec::new(),
            created_ms: 0,
        };
        let created = rooms.store.create_account(&new).await;
        assert_eq!(created.unwrap(), Created::Stored);
        let named = rooms.store.account_named(&new.name).await;
        let (scan, _) = named.unwrap().unwrap();
        let bots = Bots::default();
        let mut stream = bots.connect(&scan);
        assert_eq!(stream.not_told_yet(Vec::new()), []);
        let telling = tell_game_starts(bots.clone(), rooms.clone(), rooms.begun());
        let telling = tokio::spawn(telling);

        let unsaid = begin(&rooms, 1).await;
        assert_eq!(told(&mut stream).await, Some(BotEvent::GameStart(unsaid)));
        rooms.tell_begun(unsaid); // late
        let over = begin(&rooms, 2).await;
        resign(&rooms, over).await;
        rooms.tell_begun(over); // sent again after its end
        rooms.tell_begun(GameId::from_bits(3)); // a challenge that was declined
        let said = begin(&rooms, 4).await;
        rooms.tell_begun(said);
        assert_eq!(told(&mut stream).await, Some(BotEvent::GameStart(said)));
        assert_eq!(told(&mut stream).await, None);
        telling.abort();
    }
}
