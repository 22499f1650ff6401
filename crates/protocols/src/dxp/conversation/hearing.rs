//! How a conversation handles what arrives.

use damier_notation::dxp_text::{self, DxpMoveError};
use damier_rules::{Position, Variant};

use super::{DxpConversation, DxpEvent, Received, State};
use crate::dxp::fields::MessageError;
use crate::dxp::finished::HowEnded;
use crate::dxp::framing::Frame;
use crate::dxp::message::{
    Acceptance, AcceptanceCode, Back, BackAnswer, DxpMove, End, GameRequest, Message, Reason,
};
use crate::dxp::terms::{Role, Terms};
use crate::dxp::words::ChatText;

impl DxpConversation {
    /// Handles a frame that arrived.
    pub fn receive(&mut self, frame: &Frame) -> Received {
        let mut heard = Received::default();
        match frame {
            Frame::TooLong(begin) => {
                let said = printable(begin);
                self.fault(&mut heard, said, "it is longer than a message can be");
            }
            Frame::Whole(bytes) => match Message::read(bytes) {
                Ok(message) => self.hear(message, printable(bytes), &mut heard),
                Err(error) => self.hear_damage(bytes, &error, &mut heard),
            },
        }
        heard
    }

    fn hear_damage(&mut self, bytes: &[u8], error: &MessageError, heard: &mut Received) {
        let (said, reason) = (printable(bytes), error.to_string());
        match bytes.first() {
            Some(b'R') => {
                let code = if error.other_version {
                    AcceptanceCode::WrongVersion
                } else {
                    AcceptanceCode::NotThisGame
                };
                self.fault(heard, said, &reason);
                heard.replies.push(self.acceptance(code));
            }
            Some(b'M') if self.is_their_turn() => self.bad_move(heard, said, reason),
            _ => self.fault(heard, said, &reason),
        }
    }

    fn hear(&mut self, message: Message, said: String, heard: &mut Received) {
        match message {
            Message::Chat(text) => heard.events.push(DxpEvent::Chat(text)),
            Message::Request(request) => self.hear_request(&request, said, heard),
            Message::Acceptance(acceptance) => self.hear_acceptance(acceptance, said, heard),
            Message::Move(played) => self.hear_move(&played, said, heard),
            Message::End(end) => self.hear_end(end, said, heard),
            Message::Back(back) => self.hear_back(back, said, heard),
            Message::BackAnswer(answer) => self.hear_back_answer(answer, said, heard),
        }
    }

    fn hear_request(&mut self, request: &GameRequest, said: String, heard: &mut Received) {
        // A request for the next game implies that the sender considers the last one over.
        self.take_as_heard(false, heard);
        self.peer = Some(request.initiator.clone());
        let refusal = if self.role == Role::Initiator {
            Some("both sides ask for games: one must be the follower".to_owned())
        } else if !matches!(self.state, State::Between | State::Asked(_)) {
            Some("a game is being played".to_owned())
        } else {
            match terms_of(request) {
                Ok(terms) => {
                    self.state = State::Asked(terms);
                    heard.events.push(DxpEvent::Asked(terms));
                    None
                }
                Err(reason) => Some(reason),
            }
        };
        if let Some(reason) = refusal {
            self.fault(heard, said, &reason);
            let code = AcceptanceCode::NotThisGame;
            heard.replies.push(self.acceptance(code));
        }
    }

    fn hear_acceptance(&mut self, acceptance: Acceptance, said: String, heard: &mut Received) {
        let State::Requested(terms) = self.state else {
            return self.fault(heard, said, "no game was asked for");
        };
        self.peer = Some(acceptance.follower);
        let event = match acceptance.code {
            AcceptanceCode::Accepted => {
                self.begin(terms);
                DxpEvent::Started
            }
            code => {
                let never = code == AcceptanceCode::NoGame;
                self.state = if never { State::Over } else { State::Between };
                DxpEvent::Declined(code)
            }
        };
        heard.events.push(event);
    }

    fn hear_move(&mut self, message: &DxpMove, said: String, heard: &mut Received) {
        let their_turn = self.is_their_turn();
        match &mut self.state {
            State::Playing(playing) if their_turn => {
                if playing.game.outcome().is_some() {
                    playing.played_on = true;
                    let fields = message.fields.clone();
                    heard.events.push(DxpEvent::PlayedOn { fields });
                    return;
                }
                let played = dxp_text::read_move(playing.game.position(), &message.fields);
                let result = played.and_then(|played| match playing.game.play(&played) {
                    Ok(()) => Ok(played),
                    Err(_) => Err(DxpMoveError::NotLegal {
                        from: played.from.number(),
                        to: played.to.number(),
                    }),
                });
                match result {
                    Ok(played) => {
                        let seconds = message.seconds;
                        playing.seconds.push(seconds);
                        heard.events.push(DxpEvent::Moved { played, seconds });
                    }
                    Err(error) => self.bad_move(heard, said, error.to_string()),
                }
            }
            State::Playing(_) => self.fault(heard, said, "it is not your turn"),
            // The other side sent this move before it received the announcement of the end.
            State::Ending(..) => {}
            State::Between | State::Requested(_) | State::Asked(_) | State::Over => {
                self.fault(heard, said, "no game is being played");
            }
        }
    }

    fn hear_end(&mut self, end: End, said: String, heard: &mut Received) {
        match std::mem::replace(&mut self.state, State::Between) {
            State::Playing(playing) => {
                heard.replies.push(Message::End(End {
                    reason: Reason::Unknown,
                    last: end.last,
                }));
                let finished = playing.finished(HowEnded::TheySaid(end.reason));
                heard.events.push(DxpEvent::Ended(Box::new(finished)));
                self.no_more_games_if(end.last, heard);
            }
            State::Ending(playing, said) => {
                self.state = State::Ending(playing, said);
                self.take_as_heard(end.last, heard);
            }
            other => {
                self.state = other;
                self.fault(heard, said, "no game is being played");
            }
        }
    }

    /// The other side has acknowledged that the game is over, or announces it.
    fn take_as_heard(&mut self, last: bool, heard: &mut Received) {
        match std::mem::replace(&mut self.state, State::Between) {
            State::Ending(playing, said) => {
                let finished = playing.finished(HowEnded::WeSaid(said.reason));
                heard.events.push(DxpEvent::Ended(Box::new(finished)));
                self.no_more_games_if(said.last || last, heard);
            }
            other => self.state = other,
        }
    }

    fn no_more_games_if(&mut self, last: bool, heard: &mut Received) {
        if last {
            self.state = State::Over;
            heard.events.push(DxpEvent::NoMoreGames);
        }
    }

    fn hear_back(&mut self, back: Back, said: String, heard: &mut Received) {
        let reachable = match &mut self.state {
            State::Playing(playing) => playing
                .plies_before(back)
                .map(|plies| (playing, plies))
                .ok_or("fewer plies have been played"),
            _ => Err("no game is being played"),
        };
        let answer = match reachable {
            Ok((playing, plies)) => {
                playing.go_back(plies);
                heard.events.push(DxpEvent::WentBack(plies));
                BackAnswer::Accepted
            }
            Err(reason) => {
                self.fault(heard, said, reason);
                BackAnswer::Refused
            }
        };
        heard.replies.push(Message::BackAnswer(answer));
    }

    fn hear_back_answer(&mut self, answer: BackAnswer, said: String, heard: &mut Received) {
        let asked = match &mut self.state {
            State::Playing(playing) => playing.back_to.take().map(|plies| (playing, plies)),
            _ => None,
        };
        match (asked, answer) {
            (None, _) => self.fault(heard, said, "this side did not ask to go back"),
            (Some((playing, plies)), BackAnswer::Accepted) => {
                playing.go_back(plies);
                heard.events.push(DxpEvent::WentBack(plies));
            }
            (Some(_), refusal) => heard.events.push(DxpEvent::BackRefused(refusal)),
        }
    }

    fn bad_move(&mut self, heard: &mut Received, said: String, reason: String) {
        self.faults += 1;
        heard.replies.push(complaint(&reason));
        heard.events.push(DxpEvent::BadMove { said, reason });
    }

    /// Ignores the received message and reports this in a chat message, which needs no answer.
    fn fault(&mut self, heard: &mut Received, said: String, reason: &str) {
        self.faults += 1;
        heard.replies.push(complaint(reason));
        heard.events.push(DxpEvent::Fault {
            said,
            reason: reason.to_owned(),
        });
    }
}

/// The terms of a request, from the point of view of the side that receives it.
fn terms_of(request: &GameRequest) -> Result<Terms, String> {
    let start = match &request.start {
        None => Position::start(Variant::INTERNATIONAL),
        Some(text) => text.position().map_err(|faults| faults.to_string())?,
    };
    if start.outcome().is_some() {
        return Err("the game is already over in that position".to_owned());
    }
    Ok(Terms {
        ours: request.follower,
        time: request.time,
        moves: request.moves,
        start,
    })
}

fn complaint(reason: &str) -> Message {
    Message::Chat(ChatText::new(&format!("not understood: {reason}")))
}

/// Bytes as printable text.
fn printable(bytes: &[u8]) -> String {
    bytes.escape_ascii().to_string()
}
