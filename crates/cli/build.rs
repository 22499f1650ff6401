//! Creates the folder of the built page if it is missing, so that this crate compiles before the
//! page has been built. It also tells cargo to run again when the page changes.

use std::path::Path;

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = web.join("dist-packed");
    if web.is_dir() {
        // If this fails, the server reports that the page is not built.
        let _ = std::fs::create_dir(&page);
    }
    println!("cargo:rerun-if-changed={}", page.display());
    println!("cargo:rerun-if-changed=build.rs");
}
