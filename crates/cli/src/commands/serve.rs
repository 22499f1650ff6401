//! `damier serve`: serves the page and the library of games to browsers.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use damier_server::page::Page;
use damier_server::{
    Config, Listeners, PushConfig, PushKey, PushNetwork, PushServices, ServerLimits, Stores, bind,
    serve,
};
use damier_storage::{Database, StorageError, Store};

use crate::answer::Answer;
use crate::args::ServeArgs;
use crate::certificate::CertificateFiles;
use crate::commands::serve_bus::BusChoice;
use crate::commands::{database, serve_addresses, serve_log};
use crate::tables;

/// How long to wait for work that is still running after the server has stopped.
const LEAVE: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &ServeArgs, page: Page) -> anyhow::Result<Answer> {
    let log = serve_log::start(args.log);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the threads of the server")?;
    runtime.spawn(log);
    let ended = runtime.block_on(run_until_stopped(args, page));
    // Work that does not notice the end of the server is abandoned.
    runtime.shutdown_timeout(LEAVE);
    ended.map(|()| Answer::Done)
}

async fn run_until_stopped(args: &ServeArgs, page: Page) -> anyhow::Result<()> {
    require_own_domain(args)?;
    let database = database::database(args.database.as_ref())?;
    let bus = args.bus.as_deref();
    let bus = bus.map(|bus| BusChoice::read(bus, &database)).transpose()?;
    let certificate = args.tls_certificate.clone().zip(args.tls_key.clone());
    let certificate = certificate.map(|(certificate, key)| CertificateFiles { certificate, key });
    let tls = certificate
        .as_ref()
        .map(CertificateFiles::read)
        .transpose()?;
    let push = push(args)?;
    let listener = bind(args.listen).await?;
    let metrics = match args.metrics {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    let store = Store::open(&database).await.map_err(advise)?;
    let address = listener
        .local_addr()
        .context("the listener has no address")?;
    let here = serve_addresses::here(address, tls.is_some());
    let place = match &database {
        Database::Sqlite(file) => file.path().display().to_string(),
        Database::Postgres(address) => address.to_string(),
    };
    anstream::eprintln!("Damier: {here}   (Ctrl-C stops; games are kept in {place})");
    let others = serve_addresses::for_others(address, tls.is_some());
    if !others.is_empty() {
        anstream::eprintln!(
            "On other devices of this network: {}   (links made on a page that was opened by \
             such an address work there, too)",
            others.join("  ")
        );
    }
    if tls.is_none() {
        warn_of_network(address);
    }
    if args.open && open::that_detached(&here).is_err() {
        anstream::eprintln!("no browser was found; open the address in one");
    }
    let bus = match bus {
        Some(bus) => Some(bus.connect().await?),
        None => None,
    };
    let config = Config {
        bus,
        page,
        tables: tables::for_browsers(&args.tables),
        host_names: args.host_name.clone(),
        passkey_domain: args.passkey_domain.clone(),
        proxies: args.proxy.clone(),
        tls: tls.clone(),
        push,
        live_games_days: args.live_games_days,
        limits: ServerLimits {
            accounts_a_day: args.accounts_a_day,
            ..ServerLimits::default()
        },
        ..Config::default()
    };
    let stores = Stores {
        library: Arc::clone(&store.library),
        live: store.live.clone(),
    };
    if let Some((certificate, tls)) = certificate.zip(tls) {
        tokio::spawn(certificate.follow(tls)); // ends with the runtime
    }
    let listeners = Listeners {
        page: listener,
        metrics,
    };
    serve(config, stores, listeners, stop_signal()).await?;
    store.close().await;
    Ok(())
}

/// Checks that passkeys are bound to a domain of this server, since browsers reject any other.
fn require_own_domain(args: &ServeArgs) -> anyhow::Result<()> {
    let Some(domain) = &args.passkey_domain else {
        return Ok(());
    };
    let domain = domain.to_ascii_lowercase();
    let is_own = args.host_name.iter().any(|name| {
        let name = name.to_ascii_lowercase();
        let before = name.strip_suffix(&domain);
        before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
    });
    anyhow::ensure!(
        is_own,
        "--passkey-domain {domain}: no --host-name is this name or a subdomain of it, so no \
         browser would use passkeys for it"
    );
    Ok(())
}

/// The configuration of push notifications, if they are enabled.
fn push(args: &ServeArgs) -> anyhow::Result<Option<PushConfig>> {
    let Some((file, contact)) = args.push_key.as_ref().zip(args.push_contact.clone()) else {
        return Ok(None);
    };
    let named = || format!("the key for Web Push, {}", file.display());
    let text = std::fs::read(file).with_context(named)?;
    Ok(Some(PushConfig {
        key: PushKey::from_pem(&text).with_context(named)?,
        contact,
        network: PushNetwork::of_the_system()?,
        services: PushServices::only(args.push_services.clone()),
    }))
}

/// Adds what the user can do if the database cannot be used.
fn advise(error: StorageError) -> anyhow::Error {
    let damaged = matches!(error, StorageError::Unreadable { .. });
    let error = anyhow::Error::new(error);
    if !damaged {
        return error;
    }
    error.context(
        "the games cannot be served from a damaged file; `damier restore FILE` puts a backup in its place \
         and keeps the damaged file, `--database sqlite:OTHER` starts a new one",
    )
}

/// Warns about the consequences of listening on a network.
fn warn_of_network(address: SocketAddr) {
    if !address.ip().to_canonical().is_loopback() {
        anstream::eprintln!(
            "warning: everyone who can reach {address} can keep games here and read those that are shared. Each device \
             has its own games; traffic is not encrypted, so others on the network can learn a \
             device's secret; use --tls-certificate. Browsers can use the address, or a name given by --host-name"
        );
    }
}

/// Waits for the first Ctrl-C, or for the system to ask the program to end.
async fn stop_signal() {
    let ctrl_c = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => drop(terminate.recv().await),
            Err(_) => std::future::pending::<()>().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = ctrl_c => {}
        () = terminate => {}
    }
}
