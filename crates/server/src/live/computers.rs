//! The engine of the house, which plays at boards that were given to the computer. One thinks at a time on this node at the levels that answer in a
//! moment, so that they take one core of several at most; the others wait for a moment. The strongest level thinks for seconds and has places of its own
//! (`strongest.rs`), so that nobody else waits for it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_club::computer::ComputerPlayer;
use damier_club::library::GameId;
use damier_club::{Session, Side, Want};
use damier_rules::Position;
use tokio::sync::Notify;
use tokio::task::JoinHandle;
use tokio::time::Instant;

pub(crate) use super::computer_budget::{Budget, Demand, NoBoard};

use super::computer_budget::has_room;
use super::computer_question::{Question, in_a_thread};
use super::neighbours::now;
use super::strongest::Strongest;
use crate::client::ClientSite;

/// What the computer thinks about. As long as this is the same, what is done beside the board changes nothing about it: the person asks for something,
/// and is refused it, or the time of an outage is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Matter {
    side: Side,
    ply: u32,
    position: Position,
    /// Whether a draw is offered to the computer.
    is_offered: bool,
}

impl Matter {
    /// What there is to think about in a game; `None` where the computer has nothing to do.
    pub(crate) fn of(session: &Session) -> Option<Self> {
        let side = session.computer_due()?;
        Some(Self {
            side,
            ply: session.ply(),
            position: *session.position(),
            is_offered: session.offer() == Some(side.opponent()),
        })
    }

    /// The side of the computer.
    pub(crate) const fn side(&self) -> Side {
        self.side
    }
}

/// What the computer wants to do, and about what it has thought.
#[derive(Debug)]
pub(crate) struct Thought {
    pub(crate) matter: Matter,
    pub(crate) want: Want,
}

/// A thought that is waited for. Once this is dropped nobody waits, and the engine stops.
#[derive(Debug)]
pub(crate) struct Thinking {
    matter: Matter,
    task: JoinHandle<Option<Thought>>,
    comes: Arc<Notify>,
    stop: Arc<AtomicBool>,
}

impl Thinking {
    /// About what it is.
    pub(crate) const fn matter(&self) -> &Matter {
        &self.matter
    }

    /// Somebody looks on now.
    pub(crate) fn look_on(&self) {
        self.comes.notify_one();
    }

    /// What is set once nobody wants to know any more.
    #[cfg(test)]
    pub(crate) fn stop(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.task.abort();
    }
}

/// Waits for the thought, and forgets that one is waited for.
pub(crate) async fn thought(thinking: &mut Option<Thinking>) -> Option<Thought> {
    let thought = (&mut thinking.as_mut()?.task).await;
    *thinking = None;
    thought.ok().flatten()
}

/// Of how many games it is remembered from where they are played, before those of closed rooms are forgotten.
const REMEMBERED: usize = 10_000;

/// How long after it had something to do a board counts. So whoever leaves many games standing, which costs nothing, keeps nobody from the computer.
const COUNTED: Duration = Duration::from_mins(1);

/// The engines, made when they are needed first.
#[derive(Debug, Default)]
pub(crate) struct Computers {
    player: Arc<Mutex<Option<ComputerPlayer>>>,
    turn: Arc<tokio::sync::Mutex<()>>,
    strongest: Strongest,
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
    /// How much of the computer it takes.
    demand: Demand,
    /// When the computer last had something to do.
    due: Instant,
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
        let demand = Demand::of(session.settings());
        if demand.is_nothing() {
            return None;
        }
        let mut boards = self.boards();
        boards.opened += 1;
        let number = boards.opened;
        let due = now();
        boards.open.insert(number, Board { game, demand, due });
        Some(ComputerBoard {
            computers: self.clone(),
            number,
        })
    }

    /// Whether it takes another game from there, which takes so much of it.
    pub(crate) fn has_a_board(&self, from: ClientSite, wanted: Demand) -> Result<(), NoBoard> {
        let now = now();
        let boards = self.boards();
        let counts = |board: &&Board| now.saturating_duration_since(board.due) < COUNTED;
        let played = boards.open.values().filter(counts).map(|board| {
            let is_own = boards.played_from.get(&board.game) == Some(&from);
            (board.demand, is_own)
        });
        has_room(played, wanted)
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

    /// One place at the strongest level, at which whoever has it thinks for good.
    #[cfg(test)]
    pub(crate) fn that_think_for_good() -> Self {
        Self {
            strongest: Strongest::with(1, u64::MAX),
            ..Self::default()
        }
    }

    fn boards(&self) -> MutexGuard<'_, Boards> {
        self.boards.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Thinks about a game in which the computer has something to do since `due_ms`, in Unix milliseconds.
    pub(crate) fn think(
        self: &Arc<Self>,
        session: Session,
        matter: Matter,
        seed: u64,
        due_ms: u64,
        is_looked_on: bool,
    ) -> Thinking {
        let (comes, stop) = (Arc::new(Notify::new()), Arc::new(AtomicBool::new(false)));
        let question = Question {
            session,
            side: matter.side,
            seed,
            due_ms,
            due: now(),
            is_looked_on,
            comes: comes.clone(),
            stop: stop.clone(),
        };
        let own = self.clone();
        let task = tokio::spawn(async move {
            let want = own.answer(question).await?;
            Some(Thought { matter, want })
        });
        Thinking {
            matter,
            task,
            comes,
            stop,
        }
    }

    /// What the computer wants; `None` where it has nothing to do, nobody wants to know any more, or the thread failed.
    async fn answer(&self, question: Question) -> Option<Want> {
        if question.session.settings().computer_plays_itself() {
            question.pace().await;
        }
        let question = Arc::new(question);
        if question.is_for_the_strongest()
            && let Some(place) = self.strongest.place(&question).await
        {
            return place.think(question).await;
        }
        self.answer_soon(question).await
    }

    /// What it wants by the engine that answers in a moment.
    async fn answer_soon(&self, question: Arc<Question>) -> Option<Want> {
        // Waiting here takes no thread of those that block.
        let turn = self.turn.clone().lock_owned().await;
        let player = self.player.clone();
        in_a_thread(move || {
            // Held until the thread is done, also where nobody waits for it any more.
            let _turn = turn;
            if question.stop.load(Ordering::Relaxed) {
                return None;
            }
            let mut kept = player.lock().unwrap_or_else(PoisonError::into_inner);
            let player = kept.get_or_insert_default();
            player.wants(&question.session, question.side, question.seed)
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::ClientNetwork;
    use crate::live::computer_budget::MOST_BOARDS;
    use crate::live::computer_question::{PACE, STRONGEST, UNSEEN_PACE};
    use crate::live::strongest::longest;
    use damier_club::{ClockSettings, GameSettings, Player};
    use damier_rules::Variant;
    use tokio::time::sleep;

    const ALL: NoBoard = NoBoard::OfAll(Budget::Boards);
    const THIS_PLACE: NoBoard = NoBoard::OfThisPlace(Budget::Boards);

    /// What a game takes in which the computer plays one side.
    fn one() -> Demand {
        Demand::of(&GameSettings {
            black: Player::Computer { level: 1 },
            ..GameSettings::friendly("Awa", "")
        })
    }

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
        let has_a_board = || computers.has_a_board(site(1), one());
        assert_eq!(has_a_board(), Err(ALL));
        sleep(COUNTED / 2).await;
        assert_eq!(has_a_board(), Err(ALL));
        // At most of them somebody plays on, and one waits for its player.
        boards[1..].iter().for_each(ComputerBoard::is_due);
        sleep(COUNTED / 2).await;
        assert_eq!(has_a_board(), Ok(()));
        boards[0].is_due();
        assert_eq!(has_a_board(), Err(ALL));
        drop(boards);
        assert_eq!(has_a_board(), Ok(()));
    }

    /// A thought about a new game at this level, in which White has so much time.
    fn thinks(computers: &Arc<Computers>, level: u8, initial_ms: Option<u64>) -> Thinking {
        let settings = GameSettings {
            white: Player::Computer { level },
            clock: initial_ms.map(|initial_ms| ClockSettings::fischer(initial_ms, 0)),
            ..GameSettings::friendly("", "Awa")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let matter = Matter::of(&session).unwrap();
        computers.think(session, matter, 1, 0, true)
    }

    async fn moved(thinking: Thinking) -> bool {
        let thought = thought(&mut Some(thinking)).await;
        thought.is_some_and(|thought| matches!(thought.want, Want::Move { .. }))
    }

    #[tokio::test]
    async fn nobody_waits_for_the_strongest_level_and_it_stops_where_nobody_wants_to_know() {
        // One place, and whoever has it thinks for good.
        let computers = Arc::new(Computers::that_think_for_good());
        let for_good = thinks(&computers, STRONGEST, None);
        let are_free = async |free: usize| {
            while computers.strongest.free() != free {
                sleep(Duration::from_millis(5)).await;
            }
        };
        are_free(0).await;
        assert!(moved(thinks(&computers, 3, None)).await);
        // Where the clock does not let it wait, it answers at once.
        assert!(moved(thinks(&computers, STRONGEST, Some(2_000))).await);
        // One that waits, and is not wanted any more, takes no place.
        let waits = thinks(&computers, STRONGEST, None);
        drop(waits);
        drop(for_good);
        are_free(1).await;
    }

    #[tokio::test(start_paused = true)]
    async fn where_nobody_looks_on_the_computer_plays_itself_slowly() {
        let computers = Arc::new(Computers::default());
        let settings = GameSettings {
            white: Player::Computer { level: 1 },
            black: Player::Computer { level: 1 },
            ..GameSettings::friendly("", "")
        };
        let session = Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap();
        let matter = Matter::of(&session).unwrap();
        let think = |is_looked_on| computers.think(session.clone(), matter, 1, 0, is_looked_on);
        let began = now();
        assert!(moved(think(true)).await);
        assert!((PACE..UNSEEN_PACE).contains(&began.elapsed()));
        let began = now();
        assert!(moved(think(false)).await);
        assert!(began.elapsed() >= UNSEEN_PACE);
        // Whoever comes meanwhile does not wait for so long.
        let began = now();
        let thinking = think(false);
        thinking.look_on();
        assert!(moved(thinking).await);
        assert!((PACE..UNSEEN_PACE).contains(&began.elapsed()));
        // Nobody else has to look after it meanwhile.
        let missed = Duration::from_millis(session.computer_missed_ms().unwrap());
        assert!(UNSEEN_PACE + longest() < missed);
    }

    #[tokio::test]
    async fn the_strongest_level_answers_within_its_time() {
        let computers = Arc::new(Computers {
            strongest: Strongest::with(1, 300),
            ..Computers::default()
        });
        let several = [(); 3].map(|()| thinks(&computers, STRONGEST, None));
        for thinking in several {
            assert!(moved(thinking).await);
        }
        assert_eq!(computers.strongest.free(), 1);
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
                match computers.has_a_board(site(number), one()) {
                    Ok(()) => {}
                    Err(why) => return (begun, why),
                }
                let game = GameId::from_bits(u128::from(number) << 32 | begun);
                computers.begins_from(game, site(number));
                boards.extend(computers.board(game, &session));
                begun += 1;
            }
        };
        assert_eq!(begin_from(1), (60, THIS_PLACE));
        assert_eq!(begin_from(2), (30, THIS_PLACE));
        assert_eq!(begin_from(3), (15, THIS_PLACE));
        assert_eq!(begin_from(1), (0, THIS_PLACE));
        for number in 4..9 {
            begin_from(number);
        }
        assert_eq!(begin_from(9), (0, ALL));
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
        assert_eq!(computers.has_a_board(site(1), one()), Ok(()));
        for number in 0..MOST_BOARDS / 2 {
            computers.is_played_from(game(number), site(1));
        }
        assert_eq!(computers.has_a_board(site(1), one()), Err(THIS_PLACE));
        assert_eq!(computers.has_a_board(site(2), one()), Ok(()));
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
