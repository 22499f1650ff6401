//! The boards at which the server's engine plays on this node, and the client sites that play
//! there. A board is reserved when a game is about to begin, so that concurrent requests share the
//! capacity. It then becomes the board of the game's actor, and counts once.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use damier_session::{GameId, Session};
use parking_lot::Mutex;
use tokio::time::Instant;

use crate::client::ClientSite;
use crate::live::cluster::now;
use crate::live::engine_budget::{EngineBusy, EngineDemand, has_room};

/// How many games' sites are remembered before those of closed actors are removed.
const REMEMBERED: usize = 10_000;

/// How long a board counts after the engine was last to move: abandoned games use no capacity.
const RECENT_TURN: Duration = Duration::from_mins(1);

/// All boards of the engine on this node.
#[derive(Debug, Default)]
pub(crate) struct EngineBoards {
    register: Mutex<BoardTable>,
}

/// The boards, in the order in which they were added.
#[derive(Debug, Default)]
struct BoardTable {
    numbered: u64,
    boards: BTreeMap<u64, Board>,
    /// The site of each game's player, as far as known; also while its actor is closed.
    played_from: HashMap<GameId, ClientSite>,
}

#[derive(Debug, Clone, Copy)]
struct Board {
    game: GameId,
    /// The capacity it uses.
    demand: EngineDemand,
    /// The site that reserved it; `None` for an actor opened without a reservation.
    reserved_from: Option<ClientSite>,
    /// How many requests reserve it for a new game.
    reserved: usize,
    /// How many actors of the game are open: two while one replaces another.
    open: usize,
    /// When the engine last was to move.
    due: Instant,
}

/// Boards reserved for new games, until this is dropped. Held until the actors of the games are
/// open.
#[derive(Debug)]
#[must_use = "the boards are released once this is dropped"]
pub(crate) struct ReservedBoards {
    boards: Arc<EngineBoards>,
    numbers: Vec<u64>,
}

impl Drop for ReservedBoards {
    fn drop(&mut self) {
        let mut register = self.boards.register.lock();
        for number in &self.numbers {
            register.change(*number, |board| board.reserved -= 1);
        }
    }
}

/// The board of an open actor. Dropped when the actor closes or the game is over.
#[derive(Debug)]
pub(crate) struct EngineBoard {
    boards: Arc<EngineBoards>,
    number: u64,
}

impl EngineBoard {
    /// Records that the engine is to move.
    pub(crate) fn is_due(&self) {
        let due = now();
        let mut register = self.boards.register.lock();
        register.change(self.number, |board| board.due = due);
    }
}

impl Drop for EngineBoard {
    fn drop(&mut self) {
        let mut register = self.boards.register.lock();
        register.change(self.number, |board| board.open -= 1);
    }
}

impl EngineBoards {
    /// Reserves boards for new games of a site: for all of them, or for none. A game reserved twice
    /// by a site is one board.
    pub(crate) fn reserve(
        self: &Arc<Self>,
        from: ClientSite,
        games: &[(GameId, EngineDemand)],
    ) -> Result<ReservedBoards, EngineBusy> {
        let now = now();
        let mut register = self.register.lock();
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

    /// The board of an opening actor, if the engine plays in its game: the reserved one, if any.
    pub(crate) fn open(self: &Arc<Self>, game: GameId, session: &Session) -> Option<EngineBoard> {
        let demand = EngineDemand::of(session.settings());
        if demand.is_nothing() {
            return None;
        }
        let due = now();
        let mut register = self.register.lock();
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

    /// Records the site of a new game against the engine, unless known.
    pub(crate) fn note_started_from(&self, game: GameId, from: ClientSite) {
        let mut register = self.register.lock();
        let BoardTable {
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

    /// Records the site of a player who connects to an open game against the engine.
    pub(crate) fn note_played_from(&self, game: GameId, from: ClientSite) {
        let is_against_it = self
            .register
            .lock()
            .find(|board| board.game == game)
            .is_some();
        if is_against_it {
            self.note_started_from(game, from);
        }
    }
}

impl BoardTable {
    /// The number of the first board that matches.
    fn find(&self, is_it: impl Fn(&Board) -> bool) -> Option<u64> {
        let mut boards = self.boards.iter();
        let found = boards.find(|(_, board)| is_it(board))?;
        Some(*found.0)
    }

    /// Adds a board, and returns its number.
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

    /// Changes a board, and removes it once it is neither reserved nor open.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut Board)) {
        let Some(board) = self.boards.get_mut(&number) else {
            return;
        };
        change(board);
        if board.reserved == 0 && board.open == 0 {
            self.boards.remove(&number);
        }
    }

    /// The boards that count now, and whether each is played from this site.
    fn played(&self, from: ClientSite, now: Instant) -> impl Iterator<Item = (EngineDemand, bool)> {
        let counts = move |board: &&Board| {
            board.reserved > 0 || now.saturating_duration_since(board.due) < RECENT_TURN
        };
        let boards = self.boards.values().filter(counts);
        boards.map(move |board| (board.demand, self.is_from(board, from)))
    }

    /// Whether a board is played from a site: the one that reserved it, unless another began the
    /// game.
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
    use crate::live::engine_budget::{Budget, MAX_BOARDS};

    const ALL: EngineBusy = EngineBusy::ForAll(Budget::Boards);
    const THIS_PLACE: EngineBusy = EngineBusy::ForSite(Budget::Boards);

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

    /// A game in which the engine plays one side, and the capacity it uses.
    fn against_it() -> (Session, EngineDemand) {
        let session = session(person(), computer(1));
        let demand = EngineDemand::of(session.settings());
        (session, demand)
    }

    /// Whether there is a board for one more game of that site.
    fn has_a_board(boards: &Arc<EngineBoards>, from: ClientSite) -> Result<(), EngineBusy> {
        boards
            .reserve(from, &[(id(1_000_000), against_it().1)])
            .map(drop)
    }

    #[tokio::test(start_paused = true)]
    async fn idle_boards_do_not_count() {
        let (game, _) = against_it();
        let boards = Arc::new(EngineBoards::default());
        assert!(boards.open(id(0), &session(person(), person())).is_none());
        let open: Vec<_> = (0..MAX_BOARDS)
            .map(|number| boards.open(id(number), &game).unwrap())
            .collect();
        let has_a_board = || has_a_board(&boards, site(1));
        assert_eq!(has_a_board(), Err(ALL));
        sleep(RECENT_TURN / 2).await;
        assert_eq!(has_a_board(), Err(ALL));
        // The players continue at all boards but one.
        open[1..].iter().for_each(EngineBoard::is_due);
        sleep(RECENT_TURN / 2).await;
        assert_eq!(has_a_board(), Ok(()));
        open[0].is_due();
        assert_eq!(has_a_board(), Err(ALL));
        drop(open);
        assert_eq!(has_a_board(), Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn a_reservation_counts_until_dropped_or_passed_to_the_actor() {
        let (game, one) = against_it();
        let boards = Arc::new(EngineBoards::default());
        let games: Vec<_> = (0..MAX_BOARDS / 2).map(|it| (id(it), one)).collect();
        let reserve = |games: &[(GameId, EngineDemand)]| boards.reserve(site(1), games);
        // However long the store takes.
        let reserved = reserve(&games).unwrap();
        sleep(2 * RECENT_TURN).await;
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        // Reserving the same games again gives the same boards; one of the two requests is
        // redundant.
        drop(reserve(&games).unwrap());
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        // All or none.
        let more = [id(1_000), id(1_001)].map(|game| (game, one));
        drop(reserved);
        let but_one = reserve(&games[1..]).unwrap();
        assert_eq!(reserve(&more).map(drop), Err(THIS_PLACE));
        assert_eq!(has_a_board(&boards, site(1)), Ok(()));
        drop(but_one);
        // An opening actor counts nothing twice, and still counts after the request.
        let reserved = reserve(&games).unwrap();
        let open: Vec<_> = games
            .iter()
            .map(|(number, _)| boards.open(*number, &game).unwrap())
            .collect();
        let elsewhere = MAX_BOARDS / 4;
        let others: Vec<_> = (0..elsewhere).map(|it| (id(2_000 + it), one)).collect();
        let _others = boards.reserve(site(2), &others).unwrap();
        drop(reserved);
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        assert_eq!(has_a_board(&boards, site(2)), Err(THIS_PLACE));
        drop(open);
        assert_eq!(has_a_board(&boards, site(1)), Ok(()));
    }

    #[test]
    fn a_reservation_with_another_demand_is_another_board() {
        let boards = Arc::new(EngineBoards::default());
        let [one, two] = [1, 2].map(EngineDemand::at_full_strength);
        let own: Vec<_> = (0..14).map(|it| (id(it), one)).collect();
        let _own = boards.reserve(site(1), &own).unwrap();
        let first = boards.reserve(site(1), &[(id(100), one)]).unwrap();
        let same = boards.reserve(site(1), &[(id(100), two)]).map(drop);
        assert_eq!(same, Err(EngineBusy::ForSite(Budget::FullStrength)));
        drop(first);
        assert!(boards.reserve(site(1), &[(id(100), one)]).is_ok());
        let nothing = EngineDemand::at_full_strength(0);
        assert!(boards.reserve(site(1), &[(id(101), nothing)]).is_ok());
        assert!(boards.reserve(site(1), &[]).is_ok());
    }

    #[test]
    fn one_site_leaves_half_of_the_free_boards_to_others() {
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
    fn a_game_begun_elsewhere_counts_for_the_site_of_its_player() {
        let (game, _) = against_it();
        let boards = Arc::new(EngineBoards::default());
        let _open: Vec<_> = (0..MAX_BOARDS / 2)
            .map(|number| boards.open(id(number), &game).unwrap())
            .collect();
        assert_eq!(has_a_board(&boards, site(1)), Ok(()));
        for number in 0..MAX_BOARDS / 2 {
            boards.note_played_from(id(number), site(1));
        }
        assert_eq!(has_a_board(&boards, site(1)), Err(THIS_PLACE));
        assert_eq!(has_a_board(&boards, site(2)), Ok(()));
        // No data is kept of other games.
        boards.note_played_from(id(1_000), site(1));
        assert_eq!(boards.register.lock().played_from.len(), MAX_BOARDS / 2);
    }

    #[test]
    fn sites_of_finished_games_are_dropped() {
        let boards = EngineBoards::default();
        for number in 0..3 * REMEMBERED as u128 {
            boards.note_started_from(GameId::from_bits(number), site(1));
        }
        assert!(boards.register.lock().played_from.len() <= REMEMBERED);
    }
}
