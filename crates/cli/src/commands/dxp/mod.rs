//! `damier dxp`: games against another program over DXP. The conversation itself is in the crate
//! `protocols`; this module has the sockets, the threads and the engine's clock.
//!
//! All events arrive in one queue: connections, messages, moves that the engine has found, typed
//! lines, Ctrl-C. One loop handles them.

mod connection;
mod games;
mod inputs;
mod played_games;
mod thinker;
mod thought;

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use anyhow::Context as _;
use damier_protocols::dxp::{DxpConversation, Name, Role};

use self::connection::{ConnectionEnd, DxpConnection};
use self::games::Games;
use self::inputs::Input;
use self::played_games::PlayedGames;
use self::thinker::Thinker;
use crate::answer::Answer;
use crate::args::{DxpArgs, DxpCommand, DxpGames};

/// The most events in the queue. When it is full, further messages stay in the socket.
const WAITING: usize = 256;

pub(crate) fn run(args: &DxpArgs) -> anyhow::Result<Answer> {
    let (games, role) = args.command.games();
    let listens = matches!(args.command, DxpCommand::Listen(_));
    let mut program = Program::new(games, role)?;
    let answer = if listens {
        program.listen()
    } else {
        program.connect()
    };
    program.played.finish()?;
    answer
}

/// The program, from its first connection to its last.
struct Program<'a> {
    args: &'a DxpGames,
    role: Role,
    games: Games,
    played: PlayedGames,
    thinker: Thinker,
    tell: SyncSender<Input>,
    queue: Receiver<Input>,
    /// How long a new connection may take to start a game, if other programs may be waiting.
    handshake: Duration,
}

impl<'a> Program<'a> {
    fn new(args: &'a DxpGames, role: Role) -> anyhow::Result<Program<'a>> {
        let (tell, queue) = sync_channel(WAITING);
        Ok(Program {
            args,
            role,
            games: Games::new(args, role)?,
            played: PlayedGames::new(args.pdn.as_deref())?,
            thinker: Thinker::new(args, tell.clone()),
            tell,
            queue,
            handshake: connection::HANDSHAKE,
        })
    }

    fn connect(&mut self) -> anyhow::Result<Answer> {
        let address = self.args.address;
        let stream = TcpStream::connect(address).with_context(|| {
            format!("cannot connect to {address}: is a program listening there?")
        })?;
        inputs::watch(&self.tell)?;
        anstream::eprintln!("connected to {address}");
        let left = self.run_connection(&stream, None)?;
        Ok(match left {
            ConnectionEnd::Done if self.played.any() => Answer::Done,
            ConnectionEnd::Interrupted => Answer::Done,
            ConnectionEnd::Done | ConnectionEnd::Lost => Answer::No,
        })
    }

    /// Plays one opponent after another, until all games are played or one side wants no more.
    fn listen(&mut self) -> anyhow::Result<Answer> {
        let address = self.args.address;
        let listener =
            TcpListener::bind(address).with_context(|| format!("cannot listen on {address}"))?;
        inputs::watch(&self.tell)?;
        self.welcome(&listener)
    }

    fn welcome(&mut self, listener: &TcpListener) -> anyhow::Result<Answer> {
        loop {
            anstream::eprintln!("listening on {}", listener.local_addr()?);
            inputs::accept(listener, &self.tell)?;
            let Some(stream) = self.next_opponent()? else {
                return Ok(Answer::Done);
            };
            let left = self.run_connection(&stream, Some(self.handshake))?;
            let enough = self.games.are_played() || self.played.was_the_last();
            match left {
                ConnectionEnd::Interrupted => return Ok(Answer::Done),
                ConnectionEnd::Done if enough => return Ok(Answer::Done),
                ConnectionEnd::Lost if enough => return Ok(Answer::No),
                ConnectionEnd::Done | ConnectionEnd::Lost => {}
            }
        }
    }

    /// Waits for a connection. `None` if the user ends the program.
    fn next_opponent(&mut self) -> anyhow::Result<Option<TcpStream>> {
        loop {
            match self.queue.recv()? {
                Input::Connected(stream) => return Ok(Some(stream?)),
                Input::Interrupted => return Ok(None),
                Input::Typed(line) if line == "quit" => return Ok(None),
                Input::Typed(_) => anstream::eprintln!("no program is connected"),
                // These belong to the last connection.
                Input::Frame { .. } | Input::Lost { .. } | Input::Thought(_) => {}
            }
        }
    }

    fn run_connection(
        &mut self,
        stream: &TcpStream,
        handshake: Option<Duration>,
    ) -> anyhow::Result<ConnectionEnd> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(connection::SEND_TIMEOUT))?;
        let peer = stream
            .peer_addr()
            .map_or_else(|_| "unknown".to_owned(), |peer| peer.to_string());
        let connection = self.played.next_connection();
        inputs::read(stream.try_clone()?, connection, self.tell.clone());
        let mut connection = DxpConnection {
            args: self.args,
            connection,
            conversation: DxpConversation::new(self.role, Name::new(&self.args.name)),
            role: self.role,
            stream,
            handshake,
            game_time: Duration::ZERO,
            asked_back: None,
            peer,
            games: &mut self.games,
            played: &mut self.played,
            thinker: &mut self.thinker,
            queue: &self.queue,
        };
        let left = connection.run_connection();
        // This tells the thread that reads the connection to end. The connection may be closed
        // already.
        let _ = stream.shutdown(Shutdown::Both);
        left
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read, Write};

    use clap::Parser as _;
    use damier_protocols::dxp::Frame;

    use super::*;
    use crate::args::{Args, Command};

    /// Time limit of a test.
    const SEND_TIMEOUT: Duration = Duration::from_secs(30);

    fn connect(listener: &TcpListener) -> io::Result<TcpStream> {
        let stream = TcpStream::connect(listener.local_addr()?)?;
        stream.set_read_timeout(Some(SEND_TIMEOUT))?;
        Ok(stream)
    }

    fn args() -> DxpGames {
        let typed = ["damier", "dxp", "listen", "--hash", "1", "--tables", "none"];
        match Args::parse_from(typed).command {
            Command::Dxp(DxpArgs {
                command: DxpCommand::Listen(games),
            }) => games,
            _ => panic!("dxp listen was typed"),
        }
    }

    /// A program that starts no game is disconnected, and the next one can play.
    fn stranger(role: Role, says: &str, then: &str, answer: u8) {
        let args = args();
        let mut program = Program::new(&args, role).expect("a program");
        program.handshake = Duration::from_secs(1);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let interrupt = program.tell.clone();
        std::thread::scope(|scope| {
            let visits = scope.spawn(|| -> io::Result<u8> {
                let mut strange = connect(&listener)?;
                strange.write_all(says.as_bytes())?;
                let mut next = connect(&listener)?;
                next.write_all(then.as_bytes())?;
                let mut heard = [0];
                next.read_exact(&mut heard)?;
                // Its connection has been closed.
                strange.read_to_end(&mut Vec::new())?;
                Ok(heard[0])
            });
            scope.spawn(move || {
                let heard = visits.join();
                interrupt.send(Input::Interrupted).expect("it runs");
                assert_eq!(heard.expect("no panic").expect("an answer"), answer);
            });
            program.welcome(&listener).expect("it listens");
        });
    }

    #[test]
    fn a_program_that_starts_no_game_does_not_block_others() {
        let request = format!("R01{:32}W005000A\0", "Somebody");
        stranger(Role::Follower, "", &request, b'A');
        stranger(Role::Follower, "Chello\0", &request, b'A');
        let acceptance = format!("A{:32}0\0", "Somebody");
        stranger(Role::Initiator, "", &acceptance, b'R');
    }

    /// A program that starts a game of half a second and then is silent delays others only briefly.
    #[test]
    fn a_program_that_does_not_move_does_not_block_others() {
        let quick = format!("R01{:32}Z.01000A\0Cwait\0", "Sleeper");
        let request = format!("R01{:32}W005000A\0", "Somebody");
        stranger(Role::Follower, &quick, &request, b'A');
    }

    /// In the middle of a game, an event arrives from the other side, which cannot receive our
    /// messages.
    fn event_after_disconnect(input: Input, check: impl FnOnce(ConnectionEnd, &PlayedGames)) {
        let args = args();
        let mut program = Program::new(&args, Role::Follower).expect("a program");
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let _other = connect(&listener).expect("a connection");
        let (stream, _) = listener.accept().expect("a connection");
        let mut conversation = DxpConversation::new(Role::Follower, Name::new("Damier"));
        let request = format!("R01{:32}Z005000A", "Somebody").into_bytes();
        conversation.receive(&Frame::Whole(request));
        conversation.accept().expect("it was asked");
        stream.shutdown(Shutdown::Write).expect("it is open");
        program.tell.send(input).expect("a queue");
        let mut connection = DxpConnection {
            args: &args,
            connection: 1,
            conversation,
            role: Role::Follower,
            stream: &stream,
            handshake: None,
            game_time: Duration::ZERO,
            asked_back: None,
            peer: "unknown".to_owned(),
            games: &mut program.games,
            played: &mut program.played,
            thinker: &mut program.thinker,
            queue: &program.queue,
        };
        let left = connection.run_connection().expect("no trouble");
        check(left, &program.played);
    }

    /// Ctrl-C ends the program even if the other side has left.
    #[test]
    fn ctrl_c_ends_the_program_after_the_other_side_left() {
        event_after_disconnect(Input::Interrupted, |left, _| {
            assert_eq!(left, ConnectionEnd::Interrupted);
        });
    }

    #[test]
    fn a_finished_game_is_stored_even_if_the_answer_is_not_received() {
        let resigns = Input::Frame {
            connection: 1,
            frame: Frame::Whole(b"E10".to_vec()),
        };
        event_after_disconnect(resigns, |left, played| {
            assert_eq!(left, ConnectionEnd::Done);
            assert!(played.any());
        });
    }

    /// If the other side stays connected after the last game, no game is broken off.
    #[test]
    fn the_program_leaves_after_the_last_game() {
        let mut args = args();
        args.games = Some(1);
        let mut program = Program::new(&args, Role::Follower).expect("a program");
        program.handshake = Duration::from_secs(1);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        std::thread::scope(|scope| {
            let visit = scope.spawn(|| -> io::Result<Vec<u8>> {
                let mut stays = connect(&listener)?;
                let request = format!("R01{:32}Z.01000A\0E10\0", "Somebody");
                stays.write_all(request.as_bytes())?;
                let mut heard = Vec::new();
                stays.read_to_end(&mut heard)?;
                Ok(heard)
            });
            let answer = program.welcome(&listener).expect("it listens");
            assert!(matches!(answer, Answer::Done));
            let heard = visit.join().expect("no panic").expect("an end");
            assert!(heard.ends_with(b"E00\0"), "{heard:?}");
        });
    }
}
