//! The boards at which the computer plays on this node, and from where they are played. A game that is to begin has its board from the moment at which
//! it is counted: so what is asked for at once finds what is left of it, and not what was there before. That board becomes the one of the game's actor,
//! and counts once. Asked by `actors.rs`, which knows who asks, and held by the actors of the games.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use damier_session::{GameId, Session};
use tokio::time::Instant;

use crate::client::ClientSite;
use crate::live::cluster::now;
use crate::live::engine_budget::{EngineBusy, EngineDemand, has_room};

/// Of how many games it is remembered from where they are played, before those of closed actors are forgotten.
const REMEMBERED: usize = 10_000;

/// How long after it had something to do a board counts. So whoever leaves many games standing, which costs nothing, keeps nobody from the computer.
const COUNTED: Duration = Duration::from_mins(1);

/// All boards of the computer on this node.
#[derive(Debug, Default)]
pub(crate) struct EngineBoards {
    register: Mutex<Register>,
}

/// The boards, by the order in which they came to be.
#[derive(Debug, Default)]
struct Register {
    numbered: u64,
    boards: BTreeMap<u64, Board>,
    /// From where games are played, as far as that is known here. An actor may close and open again meanwhile.
    played_from: HashMap<GameId, ClientSite>,
}

#[derive(Debug, Clone, Copy)]
struct Board {
    game: GameId,
    /// How much of the computer it takes.
    demand: EngineDemand,
    /// From where it was reserved; `None` where an actor opened without that.
    reserved_from: Option<ClientSite>,
    /// How many requests hold it for a game that is to begin.
    reserved: usize,
    /// How many actors of the game are open: one, but while a new one follows the one before.
    open: usize,
    /// When the computer last had something to do.
    due: Instant,
}

/// EngineBoards that are kept for games that are to begin, until this is dropped. Held until the actors of the games are open, whose boards they are then;
/// dropped before that where nothing begins, whatever the reason.
#[derive(Debug)]
#[must_use = "the boards are given back once this is dropped"]
pub(crate) struct ReservedBoards {
    boards: Arc<EngineBoards>,
    numbers: Vec<u64>,
}

impl Drop for ReservedBoards {
    fn drop(&mut self) {
        let mut register = self.boards.register();
        for number in &self.numbers {
            register.change(*number, |board| board.reserved -= 1);
        }
    }
}

/// The computer plays at a board of an open actor, until this is dropped: the actor has closed or the game is over.
#[derive(Debug)]
pub(crate) struct EngineBoard {
    boards: Arc<EngineBoards>,
    number: u64,
}

impl EngineBoard {
    /// The computer has something to do here now.
    pub(crate) fn is_due(&self) {
        let due = now();
        let mut register = self.boards.register();
        register.change(self.number, |board| board.due = due);
    }
}

impl Drop for EngineBoard {
    fn drop(&mut self) {
        let mut register = self.boards.register();
        register.change(self.number, |board| board.open -= 1);
    }
}

impl EngineBoards {
    /// Keeps boards for games that are to begin from there, each of which takes so much of the computer: for all of them, or for none. What is asked
    /// for twice from there is one board.
    pub(crate) fn reserve(
        self: &Arc<Self>,
        from: ClientSite,
        games: &[(GameId, EngineDemand)],
    ) -> Result<ReservedBoards, EngineBusy> {
        let now = now();
        let mut register = self.register();
        let mut numbers = Vec::with_capacity(games.len());
        let mut new = Vec::new();
        let mut wanted = EngineDemand::default();
        for (game, demand) in games.iter().filter(|(_, demand)| !demand.is_nothing()) {
            let known = register.find(|board| {
                let is_it = board.game == *game && board.demand == *demand;
                is_it && board.reserved_from == Some(from)
            });
            if let Some(number) = known {
                numbers.push(number);
            } else {
                wanted = wanted.and(*demand);
                new.push((*game, *demand));
            }
        }
        has_room(register.played(from, now), wanted)?;
        for (game, demand) in new {
            numbers.push(register.add(game, demand, Some(from), now));
        }
        for number in &numbers {
            register.change(*number, |board| board.reserved += 1);
        }
        Ok(ReservedBoards {
            boards: self.clone(),
            numbers,
        })
    }

    /// The board of an actor that opens, if the computer plays in its game: the one that was kept for it, where one was. It counts from now on.
    pub(crate) fn open(self: &Arc<Self>, game: GameId, session: &Session) -> Option<EngineBoard> {
        let demand = EngineDemand::of(session.settings());
        if demand.is_nothing() {
            return None;
        }
        let due = now();
        let mut register = self.register();
        let known = register.find(|board| board.game == game && board.demand == demand);
        let number = known.unwrap_or_else(|| register.add(game, demand, None, due));
        register.change(number, |board| {
            board.open += 1;
            board.due = due;
        });
        Some(EngineBoard {
            boards: self.clone(),
            number,
        })
    }

    /// The games of open actors from there in which the computer plays itself, the oldest first.
    pub(crate) fn alone_from(&self, from: ClientSite) -> Vec<GameId> {
        let register = self.register();
        let own = register.boards.values().filter(|board| {
            board.open > 0 && board.demand.is_alone() && register.is_from(board, from)
        });
        own.map(|board| board.game).collect()
    }

    /// Notes from where a game against the computer is played, where that is not known here: it has begun there just now.
    pub(crate) fn note_started_from(&self, game: GameId, from: ClientSite) {
        let mut register = self.register();
        let Register {
            boards,
            played_from,
            ..
        } = &mut *register;
        if played_from.len() >= REMEMBERED {
            let there: HashSet<GameId> = boards.values().map(|board| board.game).collect();
            played_from.retain(|game, _| there.contains(game));
            if played_from.len() >= REMEMBERED {
                return;
            }
        }
        played_from.entry(game).or_insert(from);
    }

    /// The same when a player comes to a board. Of games that are not against the computer, or whose actor is closed, nothing is noted.
    pub(crate) fn note_played_from(&self, game: GameId, from: ClientSite) {
        let is_against_it = self.register().find(|board| board.game == game).is_some();
        if is_against_it {
            self.note_started_from(game, from);
        }
    }

    fn register(&self) -> MutexGuard<'_, Register> {
        self.register.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Register {
    /// The number of the first board that is like that.
    fn find(&self, is_it: impl Fn(&Board) -> bool) -> Option<u64> {
        let mut boards = self.boards.iter();
        let found = boards.find(|(_, board)| is_it(board))?;
        Some(*found.0)
    }

    /// One more board, which nobody holds yet.
    fn add(
        &mut self,
        game: GameId,
        demand: EngineDemand,
        reserved_from: Option<ClientSite>,
        due: Instant,
    ) -> u64 {
        self.numbered += 1;
        let board = Board {
            game,
            demand,
            reserved_from,
            reserved: 0,
            open: 0,
            due,
        };
        self.boards.insert(self.numbered, board);
        self.numbered
    }

    /// Changes a board, which is gone once nobody holds it.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut Board)) {
        let Some(board) = self.boards.get_mut(&number) else {
            return;
        };
        change(board);
        if board.reserved == 0 && board.open == 0 {
            self.boards.remove(&number);
        }
    }

    /// What counts now, and whether it is played from there.
    fn played(&self, from: ClientSite, now: Instant) -> impl Iterator<Item = (EngineDemand, bool)> {
        let counts = move |board: &&Board| {
            board.reserved > 0 || now.saturating_duration_since(board.due) < COUNTED
        };
        let boards = self.boards.values().filter(counts);
        boards.map(move |board| (board.demand, self.is_from(board, from)))
    }

    /// Whether a board is played from there. Whoever has reserved it has it, unless somebody else was faster.
    fn is_from(&self, board: &Board, from: ClientSite) -> bool {
        let known = self.played_from.get(&board.game).copied();
        known.or(board.reserved_from) == Some(from)
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::Variant;
    use damier_session::{GameSettings, Player};
    use tokio::time::sleep;

    use super::*;
    use crate::client::ClientNetwork;
    use crate::live::engine_budget::{Budget, MOST_BOARDS};

    const ALL: EngineBusy = EngineBusy::OfAll(Budget::Boards);
    const THIS_PLACE: EngineBusy = EngineBusy::OfThisPlace(Budget::Boards);

    fn site(number: u32) -> ClientSite {
        ClientNetwork::of(std::net::Ipv4Addr::from_bits(number).into()).site()
    }

    fn id(number: usize) -> GameId {
        GameId::from_bits(number as u128)
    }

    fn session(white: Player, black: Player) -> Session {
        let settings = GameSettings {
            white,
            black,
            ..GameSettings::friendly("", "")
        };
        Session::new(Variant::INTERNATIONAL, settings, Some(0)).unwrap()
    }

    fn person() -> Player {
        Player::Person { name: "Awa".into() }
    }

    fn computer(level: u8) -> Player {
        Player::Computer { level }
    }

    /// A game in which the computer plays one side, and what it takes.
    fn against_it() -> (Session, EngineDemand) {
        let session = session(person(), computer(1));
        let demand = EngineDemand::of(session.settings());
        (session, demand)
    }

    /// Whether there is a board for one more game from there.
    fn has_a_board(boards: &Arc<EngineBoards>, from: ClientSite) -> Result<(), EngineBusy> {
        boards
            .reserve(from, &[(id(1_000_000), against_it().1)])
            .map(drop)
    }

    #[tokio::test(start_paused = true)]
    async fn boards_at_which_nothing_happens_keep_nobody_from_the_computer() {
        let (game, _) = against_it();
        let boards = Arc::new(EngineBoards::default());
        assert!(boards.open(id(0), &session(person(), person())).is_none());
        let open: Vec<_> = (0..MOST_BOARDS)
            .map(|number| boards.open(id(number), &game).unwrap())
            .collect();
        let has_a_board = || has_a_board(&boards, site(1));
        assert_eq!(has_a_board(), Err(ALL));
        sleep(COUNTED / 2).await;
        assert_eq!(has_a_board(), Err(ALL));
        // At most of them somebody plays on, and one waits for its player.
        open[1..].iter().for_each(EngineBoard::is_due);
        sleep(COUNTED / 2).await;
        assert_eq!(has_a_board(), Ok(()));
        open[0].is_due();
        assert_eq!(has_a_board(), Err(ALL));
        drop(open);
        assert_eq!(has_a_board(), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_reserved_counts_until_it_is_dropped_and_is_the_board_of_the_room() {
        let (game, one) = against_it();
        let boards = Arc::new(EngineBoards::default());
        let games: Vec<_> = (0..MOST_BOARDS / 2).map(|it| (id(it), one)).collect();
        let reserve = |games: &[(GameId, EngineDemand)]| boards.reserve(site(1), games);
        // However long the store takes.
        let reserved = reserve(&games).unwrap();
        sleep(2 * COUNTED).await;
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        // The same once more is the same boards, and one of the two requests is in vain.
        drop(reserve(&games).unwrap());
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        // All or none.
        let more = [id(1_000), id(1_001)].map(|game| (game, one));
        drop(reserved);
        let but_one = reserve(&games[1..]).unwrap();
        assert_eq!(reserve(&more).map(drop), Err(THIS_PLACE));
        assert_eq!(has_a_board(&boards, site(1)), Ok(()));
        drop(but_one);
        // An actor that opens counts nothing twice, and goes on counting where the request is done.
        let reserved = reserve(&games).unwrap();
        let open: Vec<_> = games
            .iter()
            .map(|(number, _)| boards.open(*number, &game).unwrap())
            .collect();
        let elsewhere = MOST_BOARDS / 4;
        let others: Vec<_> = (0..elsewhere).map(|it| (id(2_000 + it), one)).collect();
        let _others = boards.reserve(site(2), &others).unwrap();
        drop(reserved);
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        assert_eq!(has_a_board(&boards, site(2)), Err(THIS_PLACE));
        drop(open);
        assert_eq!(has_a_board(&boards, site(1)), Ok(()));
    }

    #[test]
    fn whoever_asks_for_a_game_with_less_first_gets_no_more_of_it() {
        let boards = Arc::new(EngineBoards::default());
        let (small, large) = (
            EngineDemand::of_the_strongest(1),
            EngineDemand::of(session(computer(10), computer(10)).settings()),
        );
        let own: Vec<_> = (0..13).map(|it| (id(it), small)).collect();
        let _own = boards.reserve(site(1), &own).unwrap();
        // The same game, as another one: that board is not this one.
        let first = boards.reserve(site(1), &[(id(100), small)]).unwrap();
        let same = boards.reserve(site(1), &[(id(100), large)]).map(drop);
        assert_eq!(same, Err(EngineBusy::OfThisPlace(Budget::FullStrength)));
        drop(first);
        assert!(boards.reserve(site(1), &[(id(100), large)]).is_ok());
        let nothing = EngineDemand::of_the_strongest(0);
        assert!(boards.reserve(site(1), &[(id(101), nothing)]).is_ok());
        assert!(boards.reserve(site(1), &[]).is_ok());
    }

    #[test]
    fn the_games_of_a_place_in_which_it_plays_itself_are_known() {
        let boards = Arc::new(EngineBoards::default());
        let alone = session(computer(1), computer(2));
        let demand = EngineDemand::of(alone.settings());
        let begin = |number: usize, from: ClientSite| {
            let reserved = boards.reserve(from, &[(id(number), demand)]).unwrap();
            let open = boards.open(id(number), &alone).unwrap();
            drop(reserved);
            open
        };
        let first = begin(9, site(1));
        let _others = [begin(5, site(2)), begin(3, site(1))];
        let (with_somebody, one) = against_it();
        let _reserved = boards.reserve(site(1), &[(id(4), one)]).unwrap();
        let _with_somebody = boards.open(id(4), &with_somebody).unwrap();
        assert_eq!(boards.alone_from(site(1)), [id(9), id(3)]);
        let full = EngineBusy::OfThisPlace(Budget::Alone);
        assert!(full.is_of_games_alone() && !THIS_PLACE.is_of_games_alone());
        let third = || boards.reserve(site(1), &[(id(6), demand)]).map(drop);
        assert_eq!(third(), Err(full));
        drop(first);
        assert_eq!(boards.alone_from(site(1)), [id(3)]);
        assert_eq!(third(), Ok(()));
    }

    #[test]
    fn one_place_leaves_half_of_what_is_free_to_others() {
        let (game, one) = against_it();
        let boards = Arc::new(EngineBoards::default());
        let mut open = Vec::new();
        let mut ids = (0..).map(GameId::from_bits);
        let mut begin_from = |number: u32| {
            let mut begun = 0;
            loop {
                let game_id = ids.next().unwrap();
                let reserved = match boards.reserve(site(number), &[(game_id, one)]) {
                    Ok(reserved) => reserved,
                    Err(why) => return (begun, why),
                };
                boards.note_started_from(game_id, site(number));
                open.extend(boards.open(game_id, &game));
                drop(reserved);
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
        let (game, _) = against_it();
        let boards = Arc::new(EngineBoards::default());
        let _open: Vec<_> = (0..MOST_BOARDS / 2)
            .map(|number| boards.open(id(number), &game).unwrap())
            .collect();
        assert_eq!(has_a_board(&boards, site(1)), Ok(()));
        for number in 0..MOST_BOARDS / 2 {
            boards.note_played_from(id(number), site(1));
        }
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        assert_eq!(has_a_board(&boards, site(2)), Ok(()));
        // Of any other game nothing is kept.
        boards.note_played_from(id(1_000), site(1));
        assert_eq!(boards.register().played_from.len(), MOST_BOARDS / 2);
    }

    #[test]
    fn of_many_games_that_are_over_nothing_is_remembered() {
        let boards = EngineBoards::default();
        for number in 0..3 * REMEMBERED as u128 {
            boards.note_started_from(GameId::from_bits(number), site(1));
        }
        assert!(boards.register().played_from.len() <= REMEMBERED);
    }
}
