//! Deflates the trained weights: most of them are zero, and they are 2 MB of a program.

use std::io;

#[cfg_attr(
    not(feature = "weights"),
    expect(clippy::unnecessary_wraps, reason = "only packing can fail")
)]
fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    #[cfg(feature = "weights")]
    deflate_weights()?;
    Ok(())
}

#[cfg(feature = "weights")]
fn deflate_weights() -> io::Result<()> {
    use std::path::Path;
    use std::{env, fs};

    // The strongest compression: the weights change seldom.
    const LEVEL: u8 = 10;

    println!("cargo:rerun-if-changed=weights");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    for entry in fs::read_dir("weights")? {
        let path = entry?.path();
        let (Some(name), true) = (path.file_name(), path.extension() == Some("dw".as_ref())) else {
            continue;
        };
        let packed = miniz_oxide::deflate::compress_to_vec(&fs::read(&path)?, LEVEL);
        fs::write(Path::new(&out).join(name), packed)?;
    }
    Ok(())
}
