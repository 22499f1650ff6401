//! The engine of the house, which plays at boards that were given to the computer. One thinks at a time on this node, so that the engine takes one
//! core of several at most; the others wait for a moment.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_club::computer::ComputerPlayer;
use damier_club::library::GameId;
use damier_club::{Session, Side, Want};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::Instant;

use super::neighbours::now;
use crate::client::ClientSite;

/// What the computer wants to do, and for which version of the game.
#[derive(Debug)]
pub(crate) struct Thought {
    pub(crate) version: u32,
    pub(crate) side: Side,
    pub(crate) want: Want,
}

/// Waits for the thought, and forgets that one is waited for.
pub(crate) async fn thought(thinking: &mut Option<JoinHandle<Option<Thought>>>) -> Option<Thought> {
    let thought = thinking.as_mut()?.await;
    *thinking = None;
    thought.ok().flatten()
}

/// At how many boards on this node the computer plays before it takes no further game. With one engine, which thinks for some tenths of a second,
/// nobody waits for long.
const MOST_BOARDS: usize = 120;

/// Of how many games it is remembered from where they are played, before those of closed rooms are forgotten.
const REMEMBERED: usize = 10_000;

/// How long after it had something to do a board counts. So whoever leaves many games standing, which costs nothing, keeps nobody from the computer.
const COUNTED: Duration = Duration::from_mins(1);

/// The engine, made when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct Computers {
    player: Mutex<Option<ComputerPlayer>>,
    turn: tokio::sync::Mutex<()>,
    boards: Mutex<Boards>,
}

/// The boards of open rooms at which the computer plays, by the order in which they were opened.
#[derive(Debug, Default)]
struct Boards {
    opened: u64,
    open: BTreeMap<u64, Board>,
    /// From where games are played, as far as that is known here. A room may close and open again meanwhile.
    played_from: HashMap<GameId, ClientSite>,
}

#[derive(Debug, Clone, Copy)]
struct Board {
    game: GameId,
    /// When the computer last had something to do.
    due: Instant,
}

/// Why the computer takes no other game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoBoard {
    /// It plays at as many boards as it can.
    OfAll,
    /// It plays at many boards of this place, and the others are for others.
    OfThisPlace,
}

/// The computer plays at a board of an open room, until this is dropped: the room has closed or the game is over.
#[derive(Debug)]
pub(crate) struct ComputerBoard {
    computers: Arc<Computers>,
    number: u64,
}

impl ComputerBoard {
    /// The computer has something to do here now.
    pub(crate) fn is_due(&self) {
        if let Some(board) = self.computers.boards().open.get_mut(&self.number) {
            board.due = now();
        }
    }
}

impl Drop for ComputerBoard {
    fn drop(&mut self) {
        self.computers.boards().open.remove(&self.number);
    }
}

impl Computers {
    /// The computer plays at one more board, if it does in this game. The board counts from now on.
    pub(crate) fn board(
        self: &Arc<Self>,
        game: GameId,
        session: &Session,
    ) -> Option<ComputerBoard> {
        let plays = |side| session.computer_level(side).is_some();
        if !Side::ALL.into_iter().any(plays) {
            return None;
        }
        let mut boards = self.boards();
        boards.opened += 1;
        let number = boards.opened;
        let due = now();
        boards.open.insert(number, Board { game, due });
        Some(ComputerBoard {
            computers: self.clone(),
            number,
        })
    }

    /// Whether it takes another game from there: as long as it plays at fewer boards of that place than are free. So one place alone gets half of
    /// them, and those who come later find some.
    pub(crate) fn has_a_board(&self, from: ClientSite) -> Result<(), NoBoard> {
        let now = now();
        let boards = self.boards();
        let counts = |board: &&Board| now.saturating_duration_since(board.due) < COUNTED;
        let (mut own, mut free) = (0, MOST_BOARDS);
        for board in boards.open.values().filter(counts) {
            free = free.saturating_sub(1);
            own += usize::from(boards.played_from.get(&board.game) == Some(&from));
        }
        match free {
            0 => Err(NoBoard::OfAll),
            free if own >= free => Err(NoBoard::OfThisPlace),
            _ => Ok(()),
        }
    }

    /// Notes from where a game against the computer is played, where that is not known here: it has begun there just now.
    pub(crate) fn begins_from(&self, game: GameId, from: ClientSite) {
        let mut boards = self.boards();
        let Boards {
            open, played_from, ..
        } = &mut *boards;
        if played_from.len() >= REMEMBERED {
            let open: HashSet<GameId> = open.values().map(|board| board.game).collect();
            played_from.retain(|game, _| open.contains(game));
            if played_from.len() >= REMEMBERED {
                return;
            }
        }
        played_from.entry(game).or_insert(from);
    }

    /// The same when a player comes to a board. Of games that are not against the computer, or whose room is closed, nothing is noted.
    pub(crate) fn is_played_from(&self, game: GameId, from: ClientSite) {
        let is_against_it = self.boards().open.values().any(|board| board.game == game);
        if is_against_it {
            self.begins_from(game, from);
        }
    }

    fn boards(&self) -> MutexGuard<'_, Boards> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks about a game, and answers with what is made of it; `None` where the computer has nothing to do, or the thread failed.
    pub(crate) fn think<T: Send + 'static>(
        self: &Arc<Self>,
        session: Session,
        side: Side,
        seed: u64,
        made: impl FnOnce(Want) -> T + Send + 'static,
    ) -> JoinHandle<Option<T>> {
        let own = self.clone();
        tokio::spawn(async move {
            // Waiting here takes no thread of those that block.
            let _turn = own.turn.lock().await;
            let engine = own.clone();
            let thought = spawn_blocking(move || {
                let mut kept = engine.player.lock().unwrap_or_else(PoisonError::into_inner);
                let player = kept.get_or_insert_default();
                player.wants(&session, side, seed)
            });
            match thought.await {
                Ok(want) => want.map(made),
                Err(error) => {
                    tracing::error!(%error, "the engine of the house failed");
                    None
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ClientNetwork;
    use damier_club::{GameSettings, Player};
    use damier_rules::Variant;
    use tokio::time::sleep;

    #[tokio::test(start_paused = true)]
    async fn boards_at_which_nothing_happens_keep_nobody_from_the_computer() {
        let session = |black| {
            let settings = GameSettings {
                black,
                ..GameSettings::friendly("Awa", "Piet")
            };
            Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
        };
        let game = session(Player::Computer { level: 1 });
        let computers = Arc::new(Computers::default());
        let person = Player::Person {
            name: "Piet".into(),
        };
        let id = |number: usize| GameId::from_bits(number as u128);
        assert!(computers.board(id(0), &session(person)).is_none());
        let boards: Vec<_> = (0..MOST_BOARDS)
            .map(|number| computers.board(id(number), &game).unwrap())
            .collect();
        let has_a_board = || computers.has_a_board(site(1));
        assert_eq!(has_a_board(), Err(NoBoard::OfAll));
        sleep(COUNTED / 2).await;
        assert_eq!(has_a_board(), Err(NoBoard::OfAll));
        // At most of them somebody plays on, and one waits for its player.
        boards[1..].iter().for_each(ComputerBoard::is_due);
        sleep(COUNTED / 2).await;
        assert_eq!(has_a_board(), Ok(()));
        boards[0].is_due();
        assert_eq!(has_a_board(), Err(NoBoard::OfAll));
        drop(boards);
        assert_eq!(has_a_board(), Ok(()));
    }

    fn site(number: u32) -> ClientSite {
        ClientNetwork::of(std::net::Ipv4Addr::from_bits(number).into()).site()
    }

    #[test]
    fn one_place_leaves_half_of_what_is_free_to_others() {
        let settings = GameSettings {
            black: Player::Computer { level: 1 },
            ..GameSettings::friendly("Awa", "")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let computers = Arc::new(Computers::default());
        let mut boards = Vec::new();
        let mut begin_from = |number: u32| {
            let mut begun = 0;
            loop {
                match computers.has_a_board(site(number)) {
                    Ok(()) => {}
                    Err(why) => return (begun, why),
                }
                let game = GameId::from_bits(u128::from(number) << 32 | begun);
                computers.begins_from(game, site(number));
                boards.extend(computers.board(game, &session));
                begun += 1;
            }
        };
        assert_eq!(begin_from(1), (60, NoBoard::OfThisPlace));
        assert_eq!(begin_from(2), (30, NoBoard::OfThisPlace));
        assert_eq!(begin_from(3), (15, NoBoard::OfThisPlace));
        assert_eq!(begin_from(1), (0, NoBoard::OfThisPlace));
        for number in 4..9 {
            begin_from(number);
        }
        assert_eq!(begin_from(9), (0, NoBoard::OfAll));
    }

    #[test]
    fn where_a_game_was_begun_elsewhere_its_player_tells_the_place() {
        let settings = GameSettings {
            black: Player::Computer { level: 1 },
            ..GameSettings::friendly("Awa", "")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let computers = Arc::new(Computers::default());
        let game = |number: usize| GameId::from_bits(number as u128);
        let _boards: Vec<_> = (0..MOST_BOARDS / 2)
            .map(|number| computers.board(game(number), &session).unwrap())
            .collect();
        assert_eq!(computers.has_a_board(site(1)), Ok(()));
        for number in 0..MOST_BOARDS / 2 {
            computers.is_played_from(game(number), site(1));
        }
        assert_eq!(computers.has_a_board(site(1)), Err(NoBoard::OfThisPlace));
        assert_eq!(computers.has_a_board(site(2)), Ok(()));
        // Of any other game nothing is kept.
        computers.is_played_from(game(1_000), site(1));
        assert_eq!(computers.boards().played_from.len(), MOST_BOARDS / 2);
    }

    #[test]
    fn of_many_games_that_are_over_nothing_is_remembered() {
        let computers = Computers::default();
        for number in 0..3 * REMEMBERED as u128 {
            computers.begins_from(GameId::from_bits(number), site(1));
        }
        assert!(computers.boards().played_from.len() <= REMEMBERED);
    }
}
