//! The sentences of `damier admin` in French and English.

use damier_notation::wording::{self, Language};
use damier_people::accounts::{AccountFacts, moment_text};

/// A message to the administrator.
#[derive(Clone, Copy, Debug)]
pub(super) enum Say<'a> {
    NoSuchAccount {
        name: &'a str,
    },
    NotBanned {
        name: &'a str,
    },
    NameTaken {
        name: &'a str,
    },
    Banned {
        name: &'a str,
        until_ms: Option<u64>,
    },
    Unbanned {
        name: &'a str,
    },
    SignedOut {
        name: &'a str,
        ended: u64,
    },
    Reset {
        name: &'a str,
        code: &'a str,
        until_ms: u64,
    },
    Renamed {
        old: &'a str,
        new: &'a str,
    },
    DeleteFor {
        name: &'a str,
    },
    NothingDone,
    Deleted {
        old: &'a str,
        new: &'a str,
    },
    Accounts {
        number: usize,
        more: bool,
    },
    GamesMissing {
        number: u32,
    },
    MoreReports {
        more: usize,
    },
    NoReports {
        id: &'a str,
    },
    Dismissed {
        id: &'a str,
    },
    NoSuchText {
        id: &'a str,
    },
    AccountsStay,
    Removed {
        id: &'a str,
    },
    NoOperator {
        name: &'a str,
    },
    Operator {
        name: &'a str,
        is_on: bool,
    },
}

/// The message in a language.
pub(super) fn say(language: Language, what: Say<'_>) -> String {
    match language {
        Language::English => english(what),
        // French puts a space before : ; ! and ?.
        Language::French => wording::typeset(language, &french(what)),
    }
}

fn english(what: Say<'_>) -> String {
    match what {
        Say::NoSuchAccount { name } => format!("No account has the name {name}."),
        Say::NotBanned { name } => format!("{name} is not banned."),
        Say::NameTaken { name } => {
            format!("The name {name} is taken, or too similar to another account's.")
        }
        Say::Banned { name, until_ms } => {
            let until = until_ms.map_or_else(
                || "until the ban is lifted".to_owned(),
                |until_ms| format!("until {} UTC", moment_text(until_ms)),
            );
            format!(
                "{name} is banned {until}. Its sessions have ended; games in progress continue."
            )
        }
        Say::Unbanned { name } => format!("{name} is no longer banned."),
        Say::SignedOut { name, ended: 1 } => format!("1 session of {name} has ended."),
        Say::SignedOut { name, ended } => format!("{ended} sessions of {name} have ended."),
        Say::Reset {
            name,
            code,
            until_ms,
        } => format!(
            "{code}\nWith this code {name} can choose a new password on the page, under \
             \"Account\", \"Use a recovery code\". It can be used once, until {} UTC. The \
             recovery codes and tokens of {name} then become invalid, and the page shows new \
             codes.",
            moment_text(until_ms)
        ),
        Say::Renamed { old, new } => format!("{old} is renamed to {new}, including in its games."),
        Say::DeleteFor { name } => format!(
            "This deletes the credentials of {name} and its name in games. It cannot be undone. \
             Type the name to confirm:"
        ),
        Say::NothingDone => "Nothing was done.".to_owned(),
        Say::Deleted { old, new } => format!("{old} is deleted; its games show \"{new}\"."),
        Say::Accounts { number, more: true } => {
            format!("Accounts shown: {number}; there are more.")
        }
        Say::Accounts { number: 1, .. } => "1 account.".to_owned(),
        Say::Accounts { number, .. } => format!("{number} accounts."),
        Say::GamesMissing { number: 1 } => {
            "1 game is missing: it cannot be read from the database.".to_owned()
        }
        Say::GamesMissing { number } => {
            format!("{number} games are missing: they cannot be read from the database.")
        }
        Say::MoreReports { more } => format!("and {more} more"),
        Say::NoReports { id } => format!("There are no reports about {id}."),
        Say::Dismissed { id } => format!("The reports about {id} are dismissed."),
        Say::NoSuchText { id } => format!("There is nothing with the id {id}."),
        Say::AccountsStay => {
            "An account is not removed: use `ban`, `rename` or `delete`.".to_owned()
        }
        Say::Removed { id } => format!("{id} is removed."),
        Say::NoOperator { name } => format!("{name} is not an operator."),
        Say::Operator { name, is_on: true } => {
            format!("{name} is an operator and finds \"Moderation\" on the page.")
        }
        Say::Operator { name, is_on: false } => format!("{name} is no longer an operator."),
    }
}

fn french(what: Say<'_>) -> String {
    match what {
        Say::NoSuchAccount { name } => format!("Aucun compte ne porte le nom {name}."),
        Say::NotBanned { name } => format!("{name} n’est pas banni."),
        Say::NameTaken { name } => {
            format!("Le nom {name} est déjà pris, ou trop proche de celui d’un autre compte.")
        }
        Say::Banned { name, until_ms } => {
            let until = until_ms.map_or_else(
                || "jusqu’à nouvel ordre".to_owned(),
                |until_ms| format!("jusqu’au {} UTC", moment_text(until_ms)),
            );
            format!(
                "{name} est banni {until}. Ses sessions sont fermées ; ses parties en cours \
                 continuent."
            )
        }
        Say::Unbanned { name } => format!("{name} n’est plus banni."),
        Say::SignedOut { name, ended } if ended < 2 => {
            format!("{ended} session de {name} a été fermée.")
        }
        Say::SignedOut { name, ended } => format!("{ended} sessions de {name} ont été fermées."),
        Say::Reset {
            name,
            code,
            until_ms,
        } => format!(
            "{code}\nAvec ce code, {name} peut choisir un nouveau mot de passe sur la page : « \
             Compte », « Utiliser un code de secours ». Le code sert une seule fois, jusqu’au {} \
             UTC. Les codes de secours et les jetons de {name} seront alors révoqués, et la page \
             affichera de nouveaux codes.",
            moment_text(until_ms)
        ),
        Say::Renamed { old, new } => {
            format!("{old} s’appelle désormais {new}, y compris dans ses parties.")
        }
        Say::DeleteFor { name } => format!(
            "Les identifiants de {name} et son nom dans les parties seront supprimés \
             définitivement. Tapez le nom pour confirmer :"
        ),
        Say::NothingDone => "Aucune modification.".to_owned(),
        Say::Deleted { old, new } => {
            format!("{old} est supprimé ; ses parties affichent « {new} ».")
        }
        Say::Accounts { number, more: true } => {
            format!("Comptes affichés : {number} ; il y en a d’autres.")
        }
        Say::Accounts { number, .. } if number < 2 => format!("{number} compte."),
        Say::Accounts { number, .. } => format!("{number} comptes."),
        Say::GamesMissing { number: 1 } => {
            "Il manque 1 partie, illisible dans la base de données.".to_owned()
        }
        Say::GamesMissing { number } => {
            format!("Il manque {number} parties, illisibles dans la base de données.")
        }
        Say::MoreReports { more } => format!("et {more} de plus"),
        Say::NoReports { id } => format!("Aucun signalement au sujet de {id}."),
        Say::Dismissed { id } => format!("Les signalements au sujet de {id} sont classés."),
        Say::NoSuchText { id } => format!("Rien ne porte l’identifiant {id}."),
        Say::AccountsStay => {
            "Un compte ne se retire pas : utilisez `ban`, `rename` ou `delete`.".to_owned()
        }
        Say::Removed { id } => format!("{id} est retiré."),
        Say::NoOperator { name } => format!("{name} n’est pas modérateur."),
        Say::Operator { name, is_on: true } => {
            format!("{name} est modérateur ; la rubrique « Modération » figure sur sa page.")
        }
        Say::Operator { name, is_on: false } => format!("{name} n’est plus modérateur."),
    }
}

/// The column headings of the list of accounts.
pub(super) fn heads(language: Language) -> String {
    let heads = match language {
        Language::English => [
            "name",
            "since",
            "last seen",
            "sessions",
            "tokens",
            "games",
            "banned until",
        ],
        Language::French => [
            "nom",
            "depuis",
            "vu le",
            "sessions",
            "jetons",
            "parties",
            "banni jusqu’au",
        ],
    };
    let [name, since, seen, sessions, tokens, games, banned] = heads;
    let numbers = [sessions, tokens, games].map(str::to_owned);
    columns(name, since, seen, numbers, &format!("  {banned}"))
}

/// Pads a text to this many terminal columns.
pub(super) fn padded(text: &str, columns: usize) -> String {
    let wide: usize = text.chars().map(width).sum();
    format!("{text}{}", " ".repeat(columns.saturating_sub(wide)))
}

/// The approximate width of a character in terminal columns: none for combining accents, two for
/// wide East Asian letters.
fn width(character: char) -> usize {
    match character {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{3099}' | '\u{309a}' => 0,
        '\u{1100}'..='\u{115f}' // the first letters of Hangul
        | '\u{2e80}'..='\u{303e}' // radicals and signs of Chinese
        | '\u{3041}'..='\u{a4cf}' // kana, bopomofo, Chinese, Yi
        | '\u{ac00}'..='\u{d7a3}' // syllables of Hangul
        | '\u{f900}'..='\u{faff}' // more of Chinese
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}' // the wide form of ASCII
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f300}'..='\u{1f64f}' // pictures
        | '\u{1f900}'..='\u{1f9ff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// A line of the list of accounts: name, creation, last visit, numbers of sessions, tokens and
/// games, and notes.
pub(super) fn columns(
    name: &str,
    since: &str,
    seen: &str,
    [sessions, tokens, games]: [String; 3],
    rest: &str,
) -> String {
    let name = padded(name, 20);
    format!("{name}  {since:<10}  {seen:<10}  {sessions:>8}  {tokens:>6}  {games:>7}{rest}")
}

/// The details of an account, one per line.
pub(super) fn fact_lines(
    language: Language,
    facts: &AccountFacts,
    codes: u32,
    now_ms: u64,
) -> Vec<String> {
    let is_french = language == Language::French;
    let words = |english: &'static str, french: &'static str| {
        if is_french { french } else { english }
    };
    let seen = facts
        .seen_ms
        .map_or_else(|| "-".to_owned(), |at_ms| moment_text(at_ms) + " UTC");
    let running = words("going on", "en cours");
    let mut lines = vec![
        (words("name", "nom"), facts.account.name.clone()),
        (
            words("since", "depuis"),
            moment_text(facts.account.created_ms) + " UTC",
        ),
        (words("last seen", "dernière visite"), seen),
        (words("sessions", "sessions"), facts.sessions.to_string()),
        (
            words("passkeys", "clés d’accès"),
            facts.passkeys.to_string(),
        ),
        (words("tokens", "jetons"), facts.tokens.to_string()),
        (
            words("recovery codes", "codes de secours"),
            codes.to_string(),
        ),
        (
            words("games", "parties"),
            format!("{}, {} {running}", facts.games, facts.running),
        ),
        (
            words("in the log", "dans le journal"),
            format!("{:032x}", facts.account.id.to_bits()),
        ),
    ];
    if let Some(ban) = facts
        .account
        .ban
        .as_ref()
        .filter(|ban| ban.holds_at(now_ms))
    {
        let until = ban.until_ms.map_or_else(
            || words("until it is lifted", "jusqu’à nouvel ordre").to_owned(),
            |until_ms| {
                format!(
                    "{} {} UTC",
                    words("until", "jusqu’au"),
                    moment_text(until_ms)
                )
            },
        );
        lines.push((words("banned", "banni"), until));
        if !ban.reason.as_str().is_empty() {
            lines.push((words("reason", "motif"), ban.reason.to_string()));
        }
    }
    let colon = if is_french { "\u{a0}:" } else { ":" };
    let lines = lines.into_iter();
    lines
        .map(|(word, value)| format!("{word}{colon} {value}"))
        .collect()
}
