//! Path parameters that several operations share.

use utoipa::PartialSchema;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{OpenApi, RefOr, Required};

use super::operations::operations_of;

/// Makes the schema of a type.
type SchemaOf = fn() -> RefOr<Schema>;

/// Each parameter with the segment before it, its schema and its meaning.
const PARAMETERS: [(&str, SchemaOf, &str); 16] = [
    (
        "boards/{board}",
        u16::schema,
        "The number of the board, from 1",
    ),
    ("broadcasts/{id}", String::schema, "The id of the broadcast"),
    ("challenge/{id}", String::schema, "The id of the challenge"),
    ("challenges/{id}", String::schema, "The id of the challenge"),
    (
        "clubs/{club}",
        String::schema,
        "The key of the club, or its name",
    ),
    ("friends/{name}", String::schema, "The name of an account"),
    ("game/{id}", String::schema, "The id of the game"),
    ("games/{game}", String::schema, "The id of the game"),
    ("games/{id}", String::schema, "The id of the game"),
    ("players/{name}", String::schema, "The name of an account"),
    ("problems/{variant}", String::schema, "The id of the game"),
    (
        "progress/{part}",
        String::schema,
        "The name of the part: lowercase letters, digits and hyphens",
    ),
    (
        "rounds/{round}",
        u8::schema,
        "The number of the round, from 1",
    ),
    ("simuls/{simul}", String::schema, "The id of the simul"),
    ("stream/{id}", String::schema, "The id of the game"),
    ("timetable/{number}", u32::schema, "The number of the entry"),
];

/// Adds the shared path parameters to each operation. What an annotation describes stays.
pub(crate) struct Parameters;

impl utoipa::Modify for Parameters {
    fn modify(&self, document: &mut OpenApi) {
        for (path, item) in &mut document.paths.paths {
            for (_, operation) in operations_of(item) {
                describe(path, operation);
            }
        }
    }
}

fn describe(path: &str, operation: &mut Operation) {
    let segments: Vec<&str> = path.split('/').collect();
    let pairs = segments.windows(2).filter(|pair| pair[1].starts_with('{'));
    for (position, pair) in pairs.enumerate() {
        let pair = pair.join("/");
        let Some((_, schema, meaning)) = PARAMETERS.iter().find(|shared| shared.0 == pair) else {
            continue;
        };
        let name = pair[pair.find('{').unwrap_or(0)..].trim_matches(['{', '}']);
        let all = operation.parameters.get_or_insert_default();
        // An extractor of axum adds its parameters without a description.
        let is_bare = |one: &Parameter| one.name == name && one.description.is_none();
        all.retain(|one| !matches!(one, RefOr::T(one) if is_bare(one)));
        if !all
            .iter()
            .any(|one| matches!(one, RefOr::T(one) if one.name == name))
        {
            let parameter = ParameterBuilder::new()
                .name(name)
                .parameter_in(ParameterIn::Path)
                .required(Required::True)
                .schema(Some(schema()))
                .description(Some(*meaning));
            all.insert(position.min(all.len()), RefOr::T(parameter.build()));
        }
    }
}
