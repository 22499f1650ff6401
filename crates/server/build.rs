//! Makes sure that the folder of the built page exists, so that this crate compiles before the page
//! was ever built, and that cargo looks again once it is.

use std::path::Path;

fn main() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let page = web.join("dist");
    if web.is_dir() {
        // If that fails the page counts as not built, which the server says by itself.
        let _ = std::fs::create_dir(&page);
    }
    println!("cargo:rerun-if-changed={}", page.display());
    println!("cargo:rerun-if-changed=build.rs");
}
