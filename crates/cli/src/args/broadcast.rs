//! The command line of `damier broadcast`.

use std::path::PathBuf;

use damier_client::BroadcastLink;

use super::value::within;

const EXAMPLES: &str = "\
Examples:
  damier broadcast round3.pdn http://192.168.1.7:8110/#/broadcast/salou-2026 --round 3 --key KEY
  DAMIER_BROADCAST_KEY=KEY damier broadcast live.pdn http://192.168.1.7:8110/#/broadcast/salou-2026/3
  damier broadcast round3.pdn http://192.168.1.7:8110/#/broadcast/salou-2026 --round 3 --key KEY --once

The page shows KEY when the broadcast is created; an account's token (dmr_…) works as well. The
board of a game is given by its Board tag, by a Round tag such as 3.12, or by its place in the
file. Each upload is one line on standard output. Ctrl-C exits.
Exit codes: 0 sent (--once), 1 rejected by the server, or (--once) a fault in the file, 2 wrong
usage.";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct BroadcastArgs {
    /// PDN file of the round; may be created later
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Link of the broadcast
    #[arg(value_name = "URL")]
    pub(crate) link: BroadcastLink,
    /// Key of the broadcast [default: the variable DAMIER_BROADCAST_KEY]
    #[arg(long)]
    pub(crate) key: Option<String>,
    /// Round [default: that of the link, or 1]
    #[arg(long, value_name = "N", value_parser = round)]
    pub(crate) round: Option<u8>,
    /// Send the file once and exit
    #[arg(long)]
    pub(crate) once: bool,
}

fn round(text: &str) -> Result<u8, String> {
    within(text, 1, 20).and_then(|round| u8::try_from(round).map_err(|error| error.to_string()))
}
