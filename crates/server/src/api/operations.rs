//! The operations of an OpenAPI document, and their tags.

use utoipa::openapi::PathItem;
use utoipa::openapi::path::Operation;
use utoipa_axum::router::OpenApiRouter;

/// The operations of a path, each with the name of its method.
pub(crate) fn operations_of(
    item: &mut PathItem,
) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let all = [
        ("get", &mut item.get),
        ("put", &mut item.put),
        ("post", &mut item.post),
        ("delete", &mut item.delete),
        ("patch", &mut item.patch),
    ];
    all.into_iter()
        .filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Tags all operations of these routes with the name of their feature.
pub(crate) fn tagged<S>(feature: &str, mut router: OpenApiRouter<S>) -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
{
    for item in router.get_openapi_mut().paths.paths.values_mut() {
        for (_, operation) in operations_of(item) {
            operation.tags = Some(vec![feature.to_owned()]);
        }
    }
    router
}
