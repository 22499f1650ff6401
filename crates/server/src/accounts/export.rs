//! Exports of games and accounts: as one JSON document, as lines of JSON, or as PDN, written in
//! chunks. Handlers send it to the owner of an account, the command line writes it for the
//! operator of the server. It changes nothing.

use damier_people::Ports;
use damier_people::StoreError;
use damier_people::accounts::{Account, AccountId, AccountKey, GrantKind, ProgressPart};
use damier_people::live::{LiveError, LiveGame};
use damier_session::{GameId, Side, pdn};
use serde_json::{Value, json};

use crate::accounts::views::{PasskeyView, session_view, token_view};
use crate::ratings::views::{player_view, to_counted_game};
use crate::{broadcasts, challenges, clubs, friends, push, simuls};

/// How many games are read from the store at once.
const PORTION: u32 = 50;

/// How many events of a game are read at once.
const EVENTS: u32 = 10_000;

/// An export in progress. It holds at most one game in memory.
pub struct Export {
    ports: Ports,
    scope: ExportScope,
    form: Form,
    /// The beginning of the document; `None` once written.
    head: Option<String>,
    /// Parts of the learning progress not yet written, the next one last; `None` once all are
    /// written.
    parts: Option<Vec<ProgressPart>>,
    /// Games not yet written, the next one last.
    games: Vec<(GameId, Option<Side>)>,
    last: Option<GameId>,
    is_first: bool,
    /// How many games were left out.
    missing: u32,
    /// Whether the end of a document is still to be written.
    has_tail: bool,
}

/// The exported games.
#[derive(Debug, Clone, Copy)]
enum ExportScope {
    /// Those of an account.
    Account(AccountId),
    /// All finished games.
    AllGames,
}

/// How games are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Members of a list in a document.
    Json,
    /// One line each.
    Lines,
    Pdn,
}

impl Export {
    /// All stored data of an account as one JSON document. `current` is the session of the caller,
    /// if any.
    ///
    /// # Errors
    /// The store is unavailable.
    pub async fn of_account(
        ports: Ports,
        account: &Account,
        current: Option<AccountKey>,
        now_ms: u64,
    ) -> Result<Self, StoreError> {
        let head = facts(&ports, account, current, now_ms).await?.to_string();
        let parts = ports.learning_progress.progress_parts(account.id).await?;
        // Progress and games are appended inside the object of the facts.
        let open = head.strip_suffix('}').unwrap_or(&head);
        let head = format!("{open},\n\"progress\": {{");
        Ok(Self {
            head: Some(head),
            parts: Some(parts.into_iter().map(|facts| facts.part).rev().collect()),
            has_tail: true,
            ..Self::of(ports, ExportScope::Account(account.id), Form::Json)
        })
    }

    /// The games of an account as one PDN file.
    pub fn games_of_account(ports: Ports, account: AccountId) -> Self {
        Self::of(ports, ExportScope::Account(account), Form::Pdn)
    }

    /// All finished games as one PDN file.
    pub fn finished_games(ports: Ports) -> Self {
        Self::of(ports, ExportScope::AllGames, Form::Pdn)
    }

    /// All finished games, one line of JSON each.
    pub fn finished_games_as_lines(ports: Ports) -> Self {
        Self::of(ports, ExportScope::AllGames, Form::Lines)
    }

    fn of(ports: Ports, scope: ExportScope, form: Form) -> Self {
        Self {
            ports,
            scope,
            form,
            head: None,
            parts: None,
            games: Vec::new(),
            last: None,
            is_first: true,
            missing: 0,
            has_tail: false,
        }
    }

    /// How many games were left out so far because this version cannot read or play them.
    pub const fn missing(&self) -> u32 {
        self.missing
    }

    /// The next chunk of text; `None` at the end. A game that cannot be read is left out and
    /// counted.
    ///
    /// # Errors
    /// The store is unavailable, or the account's data cannot be read: the text written so far is
    /// incomplete.
    pub async fn next(&mut self) -> Result<Option<String>, StoreError> {
        if let Some(head) = self.head.take() {
            return Ok(Some(head));
        }
        match self.parts.as_mut().map(Vec::pop) {
            Some(Some(part)) => return self.next_part(&part).await.map(Some),
            Some(None) => {
                self.parts = None;
                self.is_first = true;
                return Ok(Some("\n},\n\"games\": [".to_owned()));
            }
            None => {}
        }
        let game = self.next_game().await?;
        Ok(game.or_else(|| self.tail()))
    }

    /// The end of the document, once, with the number of missing games.
    fn tail(&mut self) -> Option<String> {
        let missing = self.missing;
        std::mem::take(&mut self.has_tail)
            .then(|| format!("\n],\n\"games_missing\": {missing}}}\n"))
    }

    /// A part of the learning progress as the page wrote it; empty if it was deleted since the
    /// export began.
    async fn next_part(&mut self, part: &ProgressPart) -> Result<String, StoreError> {
        let ExportScope::Account(account) = self.scope else {
            return Ok(String::new());
        };
        let Some(found) = self.ports.learning_progress.progress(account, part).await? else {
            return Ok(String::new());
        };
        Ok(format!("{}\"{part}\": {}", self.separator(), found.text))
    }

    /// The separator before a list member.
    fn separator(&mut self) -> &'static str {
        if std::mem::replace(&mut self.is_first, false) {
            "\n"
        } else {
            ",\n"
        }
    }

    /// The text of the next game; `None` at the end.
    async fn next_game(&mut self) -> Result<Option<String>, StoreError> {
        if self.games.is_empty() {
            self.games = self.page().await?;
            self.games.reverse();
        }
        let Some((game, side)) = self.games.pop() else {
            return Ok(None);
        };
        self.last = Some(game);
        let written = match self.form {
            Form::Json | Form::Lines => self.record_text(game, side).await,
            Form::Pdn => self.pdn_text(game).await,
        };
        let text = match written {
            Ok(text) => text,
            Err(LiveError::Journal(
                error @ (StoreError::Unavailable(_) | StoreError::Full(_) | StoreError::Failed(_)),
            )) => return Err(error),
            Err(error) => return Ok(Some(self.leave_out(game, &error))),
        };
        Ok(Some(match (self.form, text) {
            (_, None) => String::new(),
            (Form::Json, Some(record)) => format!("{}{record}", self.separator()),
            (Form::Lines | Form::Pdn, Some(text)) => text + "\n",
        }))
    }

    /// A game as a record; `None` if it was removed since it was listed.
    async fn record_text(
        &self,
        game: GameId,
        side: Option<Side>,
    ) -> Result<Option<String>, LiveError> {
        let record = self.record(game, side).await?;
        Ok(record.map(|record| record.to_string()))
    }

    /// A game as PDN; `None` if it was removed since it was listed.
    async fn pdn_text(&self, game: GameId) -> Result<Option<String>, LiveError> {
        match LiveGame::open(&*self.ports.journal, game).await {
            Err(LiveError::NoGame) => Ok(None),
            opened => Ok(opened?.map(|game| pdn::write(game.session()))),
        }
    }

    /// Counts a game that cannot be written. Returns its replacement text.
    fn leave_out(&mut self, game: GameId, error: &LiveError) -> String {
        self.missing += 1;
        tracing::warn!(%game, %error, "a game is left out of an export");
        match self.form {
            Form::Pdn => format!("; the game {game} cannot be written: {error}\n\n"),
            Form::Json | Form::Lines => String::new(),
        }
    }

    async fn page(&self) -> Result<Vec<(GameId, Option<Side>)>, StoreError> {
        match self.scope {
            ExportScope::Account(account) => {
                let page = self
                    .ports
                    .owned_seats
                    .games_of(account, self.last, PORTION)
                    .await?;
                Ok(page
                    .into_iter()
                    .map(|(game, side)| (game, Some(side)))
                    .collect())
            }
            ExportScope::AllGames => {
                let page = self
                    .ports
                    .administration
                    .finished(self.last, PORTION)
                    .await?;
                Ok(page.into_iter().map(|game| (game, None)).collect())
            }
        }
    }

    /// A game from the journal: setup and acts; for an account's game also its side, rating change
    /// and conditional moves. `None` if it was removed since it was listed.
    async fn record(&self, id: GameId, side: Option<Side>) -> Result<Option<Value>, StoreError> {
        let Some(game) = self.ports.journal.find(id).await? else {
            return Ok(None);
        };
        let mut record = game.setup.record;
        loop {
            let version = record.acts.len() as u32;
            let page = self.ports.journal.since(id, version, EVENTS).await?;
            if page.is_empty() {
                break;
            }
            record.acts.extend(page.into_iter().map(|event| event.act));
        }
        record.ending = game.ending;
        let Some(side) = side else {
            return Ok(Some(json!({ "id": id.to_string(), "record": record })));
        };
        let [white, black] = self.ports.ratings.changes_in(id).await?;
        let change = match side {
            Side::White => white,
            Side::Black => black,
        };
        let answers = self.ports.conditionals.conditionals(id, side).await?;
        Ok(Some(json!({
            "id": id.to_string(),
            "side": side.code(),
            "rating": change.map(to_counted_game),
            "answers": answers.map_or_else(Vec::new, |kept| kept.tree),
            "record": record,
        })))
    }
}

impl std::fmt::Debug for Export {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Export({:?}, {:?})", self.scope, self.form)
    }
}

/// The stored data of an account besides games and learning progress.
async fn facts(
    ports: &Ports,
    account: &Account,
    current: Option<AccountKey>,
    now_ms: u64,
) -> Result<Value, StoreError> {
    let keys = ports.account_keys.keys_of(account.id).await?;
    let sessions = keys
        .iter()
        .filter(|(_, grant)| grant.kind == GrantKind::Session)
        .map(|(key, grant)| session_view(key, grant, Some(*key) == current));
    let tokens = keys
        .iter()
        .filter_map(|(key, grant)| token_view(key, grant));
    let passkeys = ports.passkeys.passkeys_of(account.id).await?;
    let passkeys = passkeys.iter().map(PasskeyView::of);
    let ban = account
        .ban
        .as_ref()
        .map(|ban| json!({ "until_ms": ban.until_ms, "reason": ban.reason.as_str() }));
    let id = account.id;
    Ok(json!({
        // What each feature stores.
        "broadcasts": broadcasts::export::of_account(ports, id, now_ms).await?,
        "challenges": challenges::export::of_account(ports, id, now_ms).await?,
        "clubs": clubs::export::of_account(ports, account).await?,
        "devices": push::export::of_account(ports, id).await?,
        "friend_choices": friends::export::choices_of(ports, id).await?,
        "friends": friends::export::relations_of(ports, id, now_ms).await?,
        "simuls": simuls::export::of_account(ports, id).await?,
        // What belongs to the account itself.
        "name": account.name,
        "created_ms": account.created_ms,
        "ban": ban,
        "ratings": player_view(&*ports.ratings, account, now_ms).await?,
        "recovery_codes_left": ports.accounts.recovery_left(account.id).await?,
        "sessions": sessions.collect::<Vec<_>>(),
        "passkeys": passkeys.collect::<Vec<_>>(),
        "tokens": tokens.collect::<Vec<_>>(),
    }))
}
