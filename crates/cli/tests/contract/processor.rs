//! An unsupported processor gets a message at start. Needs `qemu-x86_64` to emulate one, and passes
//! silently without it.

use std::process::Command;

/// A processor of 2008 with SSE4.2 and POPCNT, but no AVX.
const OLD: &str = "Nehalem";

#[test]
#[cfg(target_arch = "x86_64")]
fn an_old_processor_gets_a_message() {
    if !cfg!(target_feature = "avx2") {
        return; // built for older ones
    }
    let run = |processor: &str| {
        Command::new("qemu-x86_64")
            .args(["-cpu", processor])
            .args([env!("CARGO_BIN_EXE_damier"), "--version"])
            .output()
    };
    let Ok(old) = run(OLD) else {
        return; // no emulator here
    };
    let said = String::from_utf8_lossy(&old.stderr);
    assert_eq!(old.status.code(), Some(3), "{said}");
    assert!(said.contains("this processor is too old"), "{said}");
    assert!(old.stdout.is_empty());

    let new = run("max").expect("it has just run");
    assert!(new.status.success(), "{new:?}");
    assert!(new.stdout.starts_with(b"damier "));
}
