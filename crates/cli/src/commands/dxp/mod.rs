//! `damier dxp`: games against another program over DXP. The conversation is that of `protocols`; here are
//! the sockets, the threads and the engine's clock.
//!
//! Everything that happens arrives in one queue: connections, messages, what the engine has thought, what
//! is typed, Ctrl-C. One loop looks at it.

mod games;
mod inputs;
mod kept;
mod sitting;
mod thinker;

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use anyhow::Context as _;
use damier_protocols::dxp::{Name, Role, Session};

use self::games::Games;
use self::inputs::Input;
use self::kept::Kept;
use self::sitting::{Left, Sitting};
use self::thinker::Thinker;
use crate::Answer;
use crate::args::{DxpArgs, DxpCommand, DxpGames};

/// How much may wait in the queue: a flood of messages waits at the door.
const WAITING: usize = 256;

pub(crate) fn run(args: &DxpArgs) -> anyhow::Result<Answer> {
    let (games, role) = args.command.games();
    let listens = matches!(args.command, DxpCommand::Listen(_));
    let (tell, queue) = sync_channel(WAITING);
    let mut program = Program {
        args: games,
        role,
        games: Games::new(games, role)?,
        kept: Kept::new(games.pdn.as_deref())?,
        thinker: Thinker::new(games, tell.clone()),
        tell,
        queue,
    };
    let answer = if listens {
        program.listen()
    } else {
        program.connect()
    };
    program.kept.finish()?;
    answer
}

/// This program, from the first connection to the last.
struct Program<'a> {
    args: &'a DxpGames,
    role: Role,
    games: Games,
    kept: Kept,
    thinker: Thinker,
    tell: SyncSender<Input>,
    queue: Receiver<Input>,
}

impl Program<'_> {
    fn connect(&mut self) -> anyhow::Result<Answer> {
        let address = self.args.address;
        let stream = TcpStream::connect(address)
            .with_context(|| format!("no connection to {address}: does a program listen there?"))?;
        inputs::watch(&self.tell)?;
        anstream::eprintln!("connected to {address}");
        let left = self.sit(&stream)?;
        Ok(match left {
            Left::Done if self.kept.any() => Answer::Done,
            Left::Interrupted => Answer::Done,
            Left::Done | Left::Lost => Answer::No,
        })
    }

    /// One opponent after the other, until the games are played or somebody says that it is enough.
    fn listen(&mut self) -> anyhow::Result<Answer> {
        let address = self.args.address;
        let listener =
            TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
        inputs::watch(&self.tell)?;
        loop {
            anstream::eprintln!("listening on {}", listener.local_addr()?);
            inputs::accept(&listener, &self.tell)?;
            let Some(stream) = self.next_opponent()? else {
                return Ok(Answer::Done);
            };
            let left = self.sit(&stream)?;
            let enough = self.games.are_played() || self.kept.was_the_last();
            match left {
                Left::Interrupted => return Ok(Answer::Done),
                Left::Done if enough => return Ok(Answer::Done),
                Left::Lost if enough => return Ok(Answer::No),
                Left::Done | Left::Lost => {}
            }
        }
    }

    /// Waits for a connection; `None` if it was enough.
    fn next_opponent(&mut self) -> anyhow::Result<Option<TcpStream>> {
        loop {
            match self.queue.recv()? {
                Input::Connected(stream) => return Ok(Some(stream?)),
                Input::Interrupted => return Ok(None),
                Input::Typed(line) if line == "quit" => return Ok(None),
                Input::Typed(_) => anstream::eprintln!("nobody is connected yet"),
                // What is left of the last connection.
                Input::Frame { .. } | Input::Lost { .. } | Input::Thought(_) => {}
            }
        }
    }

    fn sit(&mut self, stream: &TcpStream) -> anyhow::Result<Left> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(sitting::PATIENCE))?;
        let peer = stream
            .peer_addr()
            .map_or_else(|_| "somebody".to_owned(), |peer| peer.to_string());
        let connection = self.kept.next_connection();
        inputs::read(stream.try_clone()?, connection, self.tell.clone());
        let mut sitting = Sitting {
            args: self.args,
            connection,
            session: Session::new(self.role, Name::new(&self.args.name)),
            role: self.role,
            stream,
            peer,
            games: &mut self.games,
            kept: &mut self.kept,
            thinker: &mut self.thinker,
            queue: &self.queue,
        };
        let left = sitting.sit();
        // Whoever reads this connection hears that it is over. It may be gone already.
        let _ = stream.shutdown(Shutdown::Both);
        left
    }
}
