//! The gatherings of a journal in memory: the operations of their port.

use async_trait::async_trait;
use damier_session::GameId;
use damier_session::seat::SeatKey;

use crate::in_memory::store::InMemoryStore;
use crate::live::StoreError;
use crate::teams::{
    Arrived, Attendee, Gathering, GatheringMade, GatheringRole, Gatherings, Named, Naming,
    NewAttendee, NewGathering, Voice,
};

#[async_trait]
impl Gatherings for InMemoryStore {
    async fn make_gathering(&self, new: &NewGathering) -> Result<GatheringMade, StoreError> {
        Ok(self.kept().gathered.make(new))
    }

    async fn gathering(
        &self,
        key: &SeatKey,
        now_ms: u64,
    ) -> Result<Option<(Gathering, GatheringRole)>, StoreError> {
        Ok(self.kept().gathered.by_key(key, now_ms))
    }

    async fn gathering_of(&self, game: GameId) -> Result<Option<Gathering>, StoreError> {
        Ok(self.kept().gathered.by_id(game))
    }

    async fn arrive(
        &self,
        gathering: GameId,
        new: &NewAttendee,
        most: u16,
        now_ms: u64,
    ) -> Result<Arrived, StoreError> {
        Ok(self.kept().gathered.arrive(gathering, new, most, now_ms))
    }

    async fn attendees(&self, gathering: GameId) -> Result<Vec<Attendee>, StoreError> {
        Ok(self.kept().gathered.people(gathering))
    }

    async fn send_away(&self, gathering: GameId, number: u16) -> Result<bool, StoreError> {
        Ok(self.kept().gathered.send_away(gathering, number))
    }

    async fn name_captain(&self, gathering: GameId, naming: Naming) -> Result<Named, StoreError> {
        Ok(self.kept().gathered.name_captain(gathering, naming))
    }

    async fn open_gathering(&self, gathering: GameId, is_open: bool) -> Result<bool, StoreError> {
        Ok(self.kept().gathered.open(gathering, is_open))
    }

    async fn begin_gathering(
        &self,
        gathering: GameId,
        now_ms: u64,
    ) -> Result<Option<u64>, StoreError> {
        Ok(self.kept().gathered.begin(gathering, now_ms))
    }

    async fn dismiss(&self, gathering: GameId) -> Result<bool, StoreError> {
        Ok(self.kept().gathered.dismiss(gathering))
    }

    async fn sweep_gatherings(&self, now_ms: u64) -> Result<u64, StoreError> {
        Ok(self.kept().gathered.sweep(now_ms))
    }

    async fn keep_voice(&self, gathering: GameId, voice: &Voice) -> Result<bool, StoreError> {
        Ok(self.kept().gathered.keep_voice(gathering, voice))
    }

    async fn voices(&self, gathering: GameId) -> Result<Vec<Voice>, StoreError> {
        Ok(self.kept().gathered.voices(gathering))
    }

    async fn wanting_a_move(
        &self,
        since_ms: u64,
        after: Option<GameId>,
        most: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let kept = self.kept();
        let wanting = kept.gathered.wanting_a_move(since_ms);
        let goes_on = |id: &GameId| {
            let game = kept.games.get(id);
            game.is_some_and(|(game, _)| game.ending.is_none())
        };
        let wanting = wanting.filter(goes_on);
        let wanting = wanting.filter(|id| after.is_none_or(|after| *id > after));
        Ok(wanting.take(most as usize).collect())
    }
}
