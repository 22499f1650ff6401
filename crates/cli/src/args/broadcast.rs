//! The command line of `damier broadcast`.

use std::path::PathBuf;

use damier_client::BroadcastLink;

use super::value::within;

const EXAMPLES: &str = "\
Examples:
  damier broadcast round3.pdn http://192.168.1.7:8110/#/broadcast/salou-2026 --round 3 --key KEY
  DAMIER_BROADCAST_KEY=KEY damier broadcast live.pdn http://192.168.1.7:8110/#/broadcast/salou-2026/3
  damier broadcast round3.pdn http://192.168.1.7:8110/#/broadcast/salou-2026 --round 3 --key KEY --once

The page shows KEY where the broadcast was opened; a token of an account (dmr_…) does as well. A game says by its tag Board which board it
is, or by a tag Round such as 3.12, or by its place in the file. One line on standard output for each time that it was sent. Ctrl-C ends it.
Exit codes: 0 sent (--once), 1 the server refuses, or (--once) something in the file is wrong, 2 wrong usage.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BroadcastArgs {
    /// The file with the games of the round; it may be written later
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The link of the broadcast
    #[arg(value_name = "URL")]
    pub(crate) link: BroadcastLink,
    /// What opens it [default: the variable DAMIER_BROADCAST_KEY]
    #[arg(long)]
    pub(crate) key: Option<String>,
    /// The round [default: that of the link, or 1]
    #[arg(long, value_name = "N", value_parser = round)]
    pub(crate) round: Option<u8>,
    /// Send it once, and end
    #[arg(long)]
    pub(crate) once: bool,
}

fn round(text: &str) -> Result<u8, String> {
    within(text, 1, 20).and_then(|round| u8::try_from(round).map_err(|error| error.to_string()))
}
