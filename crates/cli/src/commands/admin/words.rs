//! The lists of `damier admin` in French and English.

use damier_notation::wording::Language;
use damier_people::accounts::{AccountFacts, moment_text};
use unicode_width::UnicodeWidthStr;

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
    let missing = columns.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(missing))
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
