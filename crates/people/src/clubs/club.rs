//! A club: who is in it and with which role, its ladder and its timetable, as one value. Every act is a method that says who wants it and when;
//! it is done, or refused and nothing is changed. The server keeps the value under a version, so two acts at one moment do not undo each other.

use std::collections::BTreeSet;

use damier_session::GameId;
use damier_session::strength::Scored;
use serde::{Deserialize, Serialize};

use crate::accounts::AccountId;
use crate::clubs::code::ClubCode;
use crate::clubs::ladder::Ladder;
use crate::clubs::name::ClubName;
use crate::clubs::profile::{ClubProfile, LadderRules};
use crate::clubs::refusal::ClubRefusal;
use crate::clubs::timetable::{Entry, Timetable};
use crate::json_keys as ids;

/// Members of a club at most, its founder among them.
pub const MOST_MEMBERS: usize = 500;

/// How many ask to be let in at most.
pub const MOST_ASKING: usize = 100;

/// What a member may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClubRole {
    /// Says what the club is, makes officers, hands it over or dissolves it; and what an officer does.
    Founder,
    /// Lets people in and removes them, and keeps the timetable.
    Officer,
    /// Is on the ladder, plays for the club, sees who is in it.
    Member,
}

impl ClubRole {
    /// The stable word.
    pub const fn code(self) -> &'static str {
        match self {
            ClubRole::Founder => "founder",
            ClubRole::Officer => "officer",
            ClubRole::Member => "member",
        }
    }

    /// The role with this word.
    pub fn from_code(code: &str) -> Option<ClubRole> {
        [ClubRole::Founder, ClubRole::Officer, ClubRole::Member]
            .into_iter()
            .find(|role| role.code() == code)
    }
}

/// A member.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// Who.
    #[serde(with = "ids::account")]
    pub account: AccountId,
    /// What this member may do.
    pub role: ClubRole,
    /// Since when, in Unix milliseconds.
    pub since_ms: u64,
}

/// Somebody who asks to be let in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asking {
    /// Who.
    #[serde(with = "ids::account")]
    pub account: AccountId,
    /// Since when, in Unix milliseconds.
    pub since_ms: u64,
}

/// What became of somebody who wanted to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entered {
    /// He is a member now.
    Member,
    /// The officers are asked.
    Asks,
}

/// A club.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Club {
    name: ClubName,
    founded_ms: u64,
    profile: ClubProfile,
    rules: LadderRules,
    code: ClubCode,
    members: Vec<Member>,
    asking: Vec<Asking>,
    ladder: Ladder,
    timetable: Timetable,
}

impl Club {
    /// A club of one member, its founder.
    pub fn founded(
        name: ClubName,
        profile: ClubProfile,
        code: ClubCode,
        founder: AccountId,
        now_ms: u64,
    ) -> Club {
        let game = profile
            .games
            .first()
            .map_or("international", String::as_str);
        Club {
            name,
            founded_ms: now_ms,
            rules: LadderRules::usual(game),
            profile,
            code,
            members: vec![Member {
                account: founder,
                role: ClubRole::Founder,
                since_ms: now_ms,
            }],
            asking: Vec::new(),
            ladder: Ladder::default(),
            timetable: Timetable::default(),
        }
    }

    /// Its name.
    pub fn name(&self) -> &ClubName {
        &self.name
    }

    /// When it was founded, in Unix milliseconds.
    pub fn founded_ms(&self) -> u64 {
        self.founded_ms
    }

    /// What it says of itself.
    pub fn profile(&self) -> &ClubProfile {
        &self.profile
    }

    /// How its ladder is played.
    pub fn rules(&self) -> &LadderRules {
        &self.rules
    }

    /// The code of its link.
    pub fn code(&self) -> &ClubCode {
        &self.code
    }

    /// Its members, the founder among them, in the order in which they came.
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// Who asks to be let in.
    pub fn asking(&self) -> &[Asking] {
        &self.asking
    }

    /// Its ladder.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Its timetable.
    pub fn timetable(&self) -> &Timetable {
        &self.timetable
    }

    /// The role of somebody; `None` for who is no member.
    pub fn role(&self, account: AccountId) -> Option<ClubRole> {
        let mut members = self.members.iter();
        let member = members.find(|member| member.account == account)?;
        Some(member.role)
    }

    /// Whether somebody asks to be let in.
    pub fn asks(&self, account: AccountId) -> bool {
        self.asking.iter().any(|asking| asking.account == account)
    }

    /// When the server is to look at the club, in Unix milliseconds.
    pub fn due_ms(&self) -> Option<u64> {
        self.ladder.due_ms(&self.rules)
    }

    fn require(&self, by: AccountId, least: ClubRole) -> Result<(), ClubRefusal> {
        match self.role(by) {
            None => Err(ClubRefusal::NotAMember),
            Some(role) if role <= least => Ok(()),
            Some(_) => Err(ClubRefusal::NotAllowed),
        }
    }

    fn member_mut(&mut self, account: AccountId) -> Result<&mut Member, ClubRefusal> {
        let mut members = self.members.iter_mut();
        let member = members.find(|member| member.account == account);
        member.ok_or(ClubRefusal::NobodyThere)
    }

    /// The founder says anew what the club is.
    ///
    /// # Errors
    /// Only the founder does that.
    pub fn describe(&mut self, by: AccountId, profile: ClubProfile) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)?;
        self.profile = profile;
        Ok(())
    }

    /// The founder says anew how the ladder is played. Games that go on stay as they were agreed.
    ///
    /// # Errors
    /// Only the founder does that.
    pub fn set_rules(&mut self, by: AccountId, rules: LadderRules) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)?;
        self.rules = rules;
        Ok(())
    }

    /// An officer gives the link another code; the one before opens nothing any more.
    ///
    /// # Errors
    /// Only officers do that.
    pub fn renew_code(&mut self, by: AccountId, code: ClubCode) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.code = code;
        Ok(())
    }

    /// Somebody joins with the code of the club, or asks to be let in without one. Asking again changes nothing.
    ///
    /// # Errors
    /// He is a member, the code is another one, or there is no room.
    pub fn enter(
        &mut self,
        account: AccountId,
        code: Option<&ClubCode>,
        now_ms: u64,
    ) -> Result<Entered, ClubRefusal> {
        if self.role(account).is_some() {
            return Err(ClubRefusal::MemberAlready);
        }
        match code {
            Some(code) if *code == self.code => {
                self.take_in(account, now_ms)?;
                Ok(Entered::Member)
            }
            Some(_) => Err(ClubRefusal::WrongCode),
            None if self.asks(account) => Ok(Entered::Asks),
            None if self.asking.len() >= MOST_ASKING => Err(ClubRefusal::TooManyAsk),
            None => {
                self.asking.push(Asking {
                    account,
                    since_ms: now_ms,
                });
                Ok(Entered::Asks)
            }
        }
    }

    fn take_in(&mut self, account: AccountId, now_ms: u64) -> Result<(), ClubRefusal> {
        if self.members.len() >= MOST_MEMBERS {
            return Err(ClubRefusal::Full);
        }
        self.asking.retain(|asking| asking.account != account);
        self.members.push(Member {
            account,
            role: ClubRole::Member,
            since_ms: now_ms,
        });
        Ok(())
    }

    /// An officer lets somebody in who asks, or does not.
    ///
    /// # Errors
    /// Only officers do that; nobody with this name asks; there is no room.
    pub fn admit(
        &mut self,
        by: AccountId,
        who: AccountId,
        lets_in: bool,
        now_ms: u64,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        if !self.asks(who) {
            return Err(ClubRefusal::NobodyThere);
        }
        if lets_in {
            return self.take_in(who, now_ms);
        }
        self.asking.retain(|asking| asking.account != who);
        Ok(())
    }

    /// Somebody leaves, or asks no longer.
    ///
    /// # Errors
    /// He is not there, or is the founder.
    pub fn leave(&mut self, account: AccountId) -> Result<(), ClubRefusal> {
        match self.role(account) {
            Some(ClubRole::Founder) => Err(ClubRefusal::FounderStays),
            None if !self.asks(account) => Err(ClubRefusal::NotAMember),
            _ => {
                self.forget(account);
                Ok(())
            }
        }
    }

    /// An officer removes a member; the founder removes officers too.
    ///
    /// # Errors
    /// The role does not suffice, or there is no such member.
    pub fn remove(&mut self, by: AccountId, who: AccountId) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        match self.role(who) {
            None => Err(ClubRefusal::NobodyThere),
            Some(ClubRole::Founder) => Err(ClubRefusal::FounderStays),
            Some(ClubRole::Officer) if self.role(by) != Some(ClubRole::Founder) => {
                Err(ClubRefusal::NotAllowed)
            }
            Some(_) => {
                self.forget(who);
                Ok(())
            }
        }
    }

    /// The founder gives a member another role. Whoever makes another the founder hands the club over, and is an officer from then on.
    ///
    /// # Errors
    /// Only the founder does that; there is no such member; the founder cannot lay the role down without a successor.
    pub fn give_role(
        &mut self,
        by: AccountId,
        who: AccountId,
        role: ClubRole,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)?;
        if who == by {
            return if role == ClubRole::Founder {
                Ok(())
            } else {
                Err(ClubRefusal::FounderStays)
            };
        }
        self.member_mut(who)?.role = role;
        if role == ClubRole::Founder {
            self.member_mut(by)?.role = ClubRole::Officer;
        }
        Ok(())
    }

    /// Whether somebody may dissolve the club.
    ///
    /// # Errors
    /// Only the founder may.
    pub fn may_dissolve(&self, by: AccountId) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Founder)
    }

    /// A member goes to the lowest place of the ladder.
    ///
    /// # Errors
    /// He is no member, or is on it.
    pub fn enter_ladder(&mut self, by: AccountId, now_ms: u64) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.enter(by, now_ms)
    }

    /// A member goes off the ladder.
    ///
    /// # Errors
    /// He is not on it, or a challenge is open.
    pub fn leave_ladder(&mut self, by: AccountId) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.leave(by)
    }

    /// A member challenges another. Answers the number of the challenge.
    ///
    /// # Errors
    /// One of the two is not on the ladder, the other is not within reach, or one of them has a challenge open.
    pub fn challenge(
        &mut self,
        by: AccountId,
        whom: AccountId,
        now_ms: u64,
    ) -> Result<u32, ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.challenge(by, whom, &self.rules, now_ms)
    }

    /// A member accepts a challenge, or declines it.
    ///
    /// # Errors
    /// There is none that waits for this member's answer.
    pub fn answer(
        &mut self,
        by: AccountId,
        number: u32,
        accepts: bool,
        now_ms: u64,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.answer(number, by, accepts, &self.rules, now_ms)
    }

    /// A member calls a challenge off.
    ///
    /// # Errors
    /// There is none that this member may call off.
    pub fn call_off(&mut self, by: AccountId, number: u32, now_ms: u64) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.call_off(number, by, now_ms)
    }

    /// A member is at the board for a challenge, or no longer. If the other is there too, the game begins under the id that is handed over,
    /// with White for the challenger where the lot says so. Answers whether it begins.
    ///
    /// # Errors
    /// There is no challenge of this member that is accepted and not played yet.
    pub fn at_board(
        &mut self,
        by: AccountId,
        number: u32,
        is_there: bool,
        lot: (GameId, bool),
        now_ms: u64,
    ) -> Result<bool, ClubRefusal> {
        self.require(by, ClubRole::Member)?;
        self.ladder.at_board(number, by, is_there, lot, now_ms)
    }

    /// A game of the ladder is over, with these scores of White and Black; it has no result without any. Answers whether the ladder waited for
    /// it: then it is counted now, and never again.
    pub fn count(&mut self, game: GameId, scores: Option<[Scored; 2]>, at_ms: u64) -> bool {
        self.ladder.count(game, scores, &self.rules, at_ms)
    }

    /// An officer adds an entry to the timetable. Answers its number.
    ///
    /// # Errors
    /// Only officers do that; there is no room.
    pub fn add_entry(&mut self, by: AccountId, entry: Entry) -> Result<u32, ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.timetable.add(entry)
    }

    /// An officer changes an entry of the timetable.
    ///
    /// # Errors
    /// Only officers do that; there is no such entry.
    pub fn change_entry(
        &mut self,
        by: AccountId,
        number: u32,
        entry: Entry,
    ) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.timetable.change(number, entry)
    }

    /// An officer removes an entry of the timetable.
    ///
    /// # Errors
    /// Only officers do that; there is no such entry.
    pub fn remove_entry(&mut self, by: AccountId, number: u32) -> Result<(), ClubRefusal> {
        self.require(by, ClubRole::Officer)?;
        self.timetable.remove(number)
    }

    /// Does what the time has brought on the ladder.
    pub fn pass_time(&mut self, now_ms: u64) {
        self.ladder.pass_time(&self.rules, now_ms);
    }

    /// Forgets those whose accounts are gone: only these are there. Where the founder is gone, the officer who came first takes over, or else
    /// the member who came first. Answers whether anybody is left.
    #[must_use]
    pub fn keep_only(&mut self, there: &BTreeSet<AccountId>) -> bool {
        let members = self.members.iter().map(|member| member.account);
        let asking = self.asking.iter().map(|asking| asking.account);
        let gone: Vec<AccountId> = members
            .chain(asking)
            .filter(|account| !there.contains(account))
            .collect();
        for account in gone {
            self.forget(account);
        }
        // `min_by_key` takes the first of equals, and members stand in the order in which they came.
        if let Some(heir) = self.members.iter_mut().min_by_key(|member| member.role) {
            heir.role = ClubRole::Founder;
        }
        !self.members.is_empty()
    }

    fn forget(&mut self, account: AccountId) {
        self.members.retain(|member| member.account != account);
        self.asking.retain(|asking| asking.account != account);
        self.ladder.forget(account);
    }
}
