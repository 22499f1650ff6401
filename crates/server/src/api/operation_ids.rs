//! Operation ids of an OpenAPI document, from which client generators name functions. An id is made
//! of method and path, so it is unique.

use std::iter;

use utoipa::openapi::OpenApi;

use super::operations::operations_of;

/// Gives each operation its id.
pub(crate) struct OperationIds;

impl utoipa::Modify for OperationIds {
    fn modify(&self, document: &mut OpenApi) {
        for (path, item) in &mut document.paths.paths {
            for (method, operation) in operations_of(item) {
                operation.operation_id = Some(id(method, path));
            }
        }
    }
}

/// The method and the words of the path: `get_account_games_finished`.
fn id(method: &str, path: &str) -> String {
    let words = path.split(|sign: char| !sign.is_ascii_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    iter::once(method)
        .chain(words)
        .collect::<Vec<_>>()
        .join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_made_of_the_method_and_the_words_of_the_path() {
        assert_eq!(id("get", "/games.pdn"), "get_games_pdn");
        assert_eq!(id("put", "/games/{id}/share"), "put_games_id_share");
        assert_eq!(id("delete", "/account"), "delete_account");
    }
}
