//! Gatherings, their members and their voices as rows, whatever the database. Called by the queries of the journals.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use damier_people::library::LibraryError;
use damier_people::live::StoreError;
use damier_people::teams::{
    Arrived, Attendee, Gathering, GatheringRole, Matter, Named, Naming, NewAttendee, NewGathering,
    Part, Plan, Voice,
};
use damier_session::{SeatKey, Side, Want};
use serde_json::{Map, Value};

use crate::live_rows::{self, Unreadable, damaged, unwritable};
use crate::rows::{self, Columns};

/// The columns of a gathering, as every query lists them.
macro_rules! gathering_columns {
    () => {
        "gatherings.id, plan, until_ms, is_open, begun_ms"
    };
}
pub(crate) use gathering_columns;

/// The columns of a place in a gathering, as every query lists them.
macro_rules! place_columns {
    () => {
        "role, part, number, name, key"
    };
}
pub(crate) use place_columns;

/// Reads a row with the columns of a gathering.
pub(crate) fn gathering(row: &impl Columns) -> Result<Gathering, StoreError> {
    gathering_of(row).map_err(|error| damaged(None, &error))
}

fn gathering_of(row: &impl Columns) -> Result<Gathering, sqlx::Error> {
    Ok(Gathering {
        id: live_rows::id(row, "id")?,
        plan: rows::read(row, "plan", |text: String| {
            serde_json::from_str::<Plan>(&text)
        })?,
        until_ms: rows::number(row, "until_ms")?,
        is_open: row.get("is_open")?,
        begun_ms: rows::read(row, "begun_ms", |stored: Option<i64>| {
            stored.map(u64::try_from).transpose()
        })?,
        captains: rows::read(row, "plan", |text: String| captains(&text))?,
    })
}

/// Under this name the text of a plan also has who was named captain of each side, by number. A program that does not know it reads past it.
const CAPTAINS: &str = "captains";

fn captains(plan: &str) -> Result<[Option<u16>; 2], serde_json::Error> {
    let plan: Value = serde_json::from_str(plan)?;
    Ok(Side::ALL.map(|side| {
        let number = plan.get(CAPTAINS)?.get(side.code())?.as_u64()?;
        u16::try_from(number).ok()
    }))
}

/// The text of a plan with another captain.
fn with_captain(plan: &str, side: Side, number: u16) -> Result<String, serde_json::Error> {
    let mut plan: Map<String, Value> = serde_json::from_str(plan)?;
    let captains = plan.entry(CAPTAINS);
    let captains = captains.or_insert_with(|| Value::Object(Map::new()));
    if let Some(captains) = captains.as_object_mut() {
        captains.insert(side.code().to_owned(), number.into());
    }
    serde_json::to_string(&plan)
}

/// How the plan of a gathering is stored.
pub(crate) struct StoredPlan {
    /// Its text now.
    pub(crate) before: String,
    /// Its text with the captain who is named.
    pub(crate) after: String,
}

/// What a naming does to a gathering, whose columns the row has: the answer where there is one, or how the plan is to be stored.
pub(crate) fn named(
    row: &impl Columns,
    naming: Naming,
    people: &[Attendee],
) -> Result<ControlFlow<Named, StoredPlan>, StoreError> {
    let stored = gathering(row)?;
    if let Some(answer) = stored.answer_to(naming, people) {
        return Ok(ControlFlow::Break(answer));
    }
    let plan = rows::read(row, "plan", |before: String| {
        let after = with_captain(&before, naming.side, naming.number)?;
        Ok::<_, serde_json::Error>(StoredPlan { before, after })
    });
    let plan = plan.map_err(|error| damaged(Some(stored.id), &error))?;
    Ok(ControlFlow::Continue(plan))
}

/// Others have changed the gathering each time: naming again is safe.
pub(crate) fn not_named() -> StoreError {
    StoreError::Unavailable("a captain could not be named among many changes".into())
}

/// Reads a row with the columns of a gathering and of a place in it.
pub(crate) fn with_role(row: &impl Columns) -> Result<(Gathering, GatheringRole), StoreError> {
    let read = || {
        let role = match row.get::<String>("role")?.as_str() {
            "host" => GatheringRole::Host,
            "link" => GatheringRole::Link(part(row)?),
            _ => GatheringRole::Member(attendee_of(row)?),
        };
        Ok((gathering_of(row)?, role))
    };
    read().map_err(|error| damaged(None, &error))
}

fn part(row: &impl Columns) -> Result<Part, sqlx::Error> {
    rows::read(row, "part", |word: String| {
        Part::from_code(&word).ok_or(Unreadable("what somebody comes for"))
    })
}

/// Reads rows with the columns of a member.
pub(crate) fn attendees(rows: &[impl Columns]) -> Result<Vec<Attendee>, StoreError> {
    let read = |row| attendee_of(row).map_err(|error| damaged(None, &error));
    rows.iter().map(read).collect()
}

fn attendee_of(row: &impl Columns) -> Result<Attendee, sqlx::Error> {
    Ok(Attendee {
        number: rows::number(row, "number")?,
        part: part(row)?,
        name: rows::read(row, "name", |text: String| text.parse())?,
        key: rows::read(row, "key", |stored: Vec<u8>| {
            let bytes = stored.try_into();
            bytes
                .map(SeatKey::from_bytes)
                .map_err(|_| Unreadable("the key of a member"))
        })?,
    })
}

/// Why somebody has not come, by what is stored: the gathering of the newcomer's key, and that to which he wanted to come with `taken`
/// (whether another has the name) and `there` (how many are there). `None` where nothing stands in the way any more.
pub(crate) fn not_arrived(
    own: Option<(Gathering, GatheringRole)>,
    wanted: Option<&impl Columns>,
    new: &NewAttendee,
    most: u16,
) -> Result<Option<Arrived>, StoreError> {
    let Some(row) = wanted else {
        return Ok(Some(Arrived::NotFound));
    };
    let wanted = gathering(row)?;
    match own {
        Some((at, GatheringRole::Member(member)))
            if at.id == wanted.id && member.part == new.part =>
        {
            return Ok(Some(Arrived::Stored(member)));
        }
        Some(_) => return Ok(Some(Arrived::KeyTaken)),
        None => {}
    }
    let why = || {
        Ok(if !wanted.is_open {
            Some(Arrived::Closed)
        } else if row.get("taken")? {
            Some(Arrived::NameTaken)
        } else if rows::number::<u16>(row, "there")? >= most {
            Some(Arrived::Full)
        } else {
            None
        })
    };
    why().map_err(|error| damaged(Some(wanted.id), &error))
}

/// Reads rows with the columns of a voice.
pub(crate) fn voices(rows: &[impl Columns]) -> Result<Vec<Voice>, StoreError> {
    let read = |row| voice_of(row).map_err(|error| damaged(None, &error));
    rows.iter().map(read).collect()
}

fn voice_of(row: &impl Columns) -> Result<Voice, sqlx::Error> {
    Ok(Voice {
        member: rows::number(row, "member")?,
        matter: rows::read(row, "matter", |word: String| {
            Matter::from_code(&word).ok_or(Unreadable("what a voice is about"))
        })?,
        version: rows::number(row, "version")?,
        at_ms: rows::number(row, "at_ms")?,
        want: rows::read(row, "want", |text: String| {
            serde_json::from_str::<Want>(&text)
        })?,
    })
}

/// A plan as it is stored.
pub(crate) fn plan(new: &NewGathering) -> Result<String, LibraryError> {
    serde_json::to_string(&new.plan).map_err(unwritable)
}

/// A want as it is stored.
pub(crate) fn want(voice: &Voice) -> Result<String, LibraryError> {
    serde_json::to_string(&voice.want).map_err(unwritable)
}

/// The bytes of a key.
pub(crate) fn key(key: &SeatKey) -> Vec<u8> {
    key.as_bytes().to_vec()
}

/// Whether a gathering that is stored is the one that was to be made, with the places of its host and its links.
pub(crate) fn is_same(
    stored: &Gathering,
    places: &[impl Columns],
    new: &NewGathering,
) -> Result<bool, StoreError> {
    let read = |row| Ok((link_key(row)?, Columns::get::<Option<String>>(row, "part")?));
    let places = places.iter().map(read).collect::<Result<BTreeSet<_>, _>>();
    let places = places.map_err(|error: sqlx::Error| damaged(Some(stored.id), &error))?;
    let host = (key(&new.host), None);
    let links = new.links.iter();
    let links = links.map(|link| (key(&link.key), Some(link.part.code().to_owned())));
    Ok(stored.plan == new.plan && places == links.chain([host]).collect())
}

fn link_key(row: &impl Columns) -> Result<Vec<u8>, sqlx::Error> {
    row.get("key")
}
