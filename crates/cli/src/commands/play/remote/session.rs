//! Interactive session at a table of a server: board, moves and commands until the user quits.

use std::io::Write;
use std::time::Duration;

use anyhow::{Result, anyhow};
use futures_util::{SinkExt, StreamExt};
use ludorum_core::{Seat, TerminalStyle};
use ludorum_protocol::lobby::{SeatKind, TableInfo, TablePhase};
use ludorum_protocol::table::{
    AgentMoveAnalysis, ClientMessage, ClientTableRole, DrawingStyle, DroppedPlayerInfo, EndCause,
    Event, ExceededAgentLimit, FinalRanking, GameView, ServerMessage, TableUpdate,
};
use ludorum_protocol::{ErrorCode, VERSION};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::super::{cancelled, indent, paragraph, seat_name};
use super::api::ApiClient;
use super::problems;
use crate::console::Console;
use crate::format;
use crate::input::StdinReader;
use crate::language::say;
use crate::untrusted_json;

/// WebSocket connection to a game table of a server.
type TableSocket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Maximum number of reconnection attempts, one per second.
const MAX_RETRIES: u32 = 120;

/// Interactive terminal session at a game table of a server.
pub(super) struct RemoteTableSession<'a> {
    api: &'a ApiClient,
    table: TableInfo,
    lines: StdinReader,
    you: Option<ClientTableRole>,
    game: Option<GameView>,
    /// Sequence number of the last table event received; `None` before the server's first update.
    last: Option<u64>,
    is_prompting: bool,
    has_started: bool,
    /// Move that was sent but not confirmed yet. It is sent again after a reconnect; the message
    /// names its ply, so the server cannot play it twice.
    pending: Option<ClientMessage>,
}

/// State of the session after it has handled a message or a typed line.
#[derive(PartialEq, Eq)]
enum RemoteSessionStatus {
    Connected,
    Disconnected,
    Quit,
}

impl RemoteTableSession<'_> {
    pub(super) fn new(
        api: &ApiClient,
        table: TableInfo,
        lines: StdinReader,
    ) -> RemoteTableSession<'_> {
        RemoteTableSession {
            api,
            table,
            lines,
            you: None,
            game: None,
            last: None,
            is_prompting: false,
            has_started: false,
            pending: None,
        }
    }

    /// Runs the session until the user quits. Fails if the server stays unreachable.
    pub(super) async fn run(mut self, console: &mut Console) -> Result<()> {
        let (game, id) = (&self.table.settings.game, &self.table.id);
        let invitation = console.ink.faint(&say!("others-join", id = id));
        writeln!(console, "\n{}   {invitation}", console.ink.strong(game))?;
        let mut retries = 0;
        loop {
            match self.connect(console.ink).await {
                Ok(mut socket) => {
                    retries = 0;
                    if self.run_connection(&mut socket, console).await? == RemoteSessionStatus::Quit
                    {
                        // Errors are ignored: the server detects a closed connection by itself.
                        let _ = socket.close(None).await;
                        return Ok(());
                    }
                    self.is_prompting = false;
                    console.note(&say!("connection-lost"));
                }
                Err(error) if self.you.is_none() || retries >= MAX_RETRIES => return Err(error),
                Err(_) => {}
            }
            retries += 1;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    async fn connect(&self, ink: TerminalStyle) -> Result<TableSocket> {
        let mut request = self.api.live_url(&self.table.id).into_client_request()?;
        let bearer = format!("Bearer {}", self.api.token());
        request
            .headers_mut()
            .insert("Authorization", bearer.parse()?);
        let (mut socket, _) = connect_async_with_config(request, None, true)
            .await
            .map_err(|error| anyhow!(say!("cannot-reach-table", reason = error)))?;
        let hello = ClientMessage::Hello {
            version: VERSION,
            last: self.last,
            seat: None,
            drawing: match ink {
                TerminalStyle::Plain => DrawingStyle::Plain,
                TerminalStyle::Colour => DrawingStyle::Colour,
            },
        };
        send(&mut socket, &hello).await?;
        if let Some(pending) = &self.pending {
            send(&mut socket, pending).await?;
        }
        Ok(socket)
    }

    async fn run_connection(
        &mut self,
        socket: &mut TableSocket,
        console: &mut Console,
    ) -> Result<RemoteSessionStatus> {
        loop {
            let is_listening = self.is_prompting || self.lines.is_terminal();
            let status = tokio::select! {
                message = socket.next() => self.on_message(message, console)?,
                line = self.lines.next(), if is_listening => match line {
                    Some(line) => {
                        self.lines.echo(console, Some(&line))?;
                        self.handle_line(&line, socket, console).await?
                    }
                    None => {
                        self.lines.echo(console, None)?;
                        RemoteSessionStatus::Quit
                    }
                },
            };
            if status != RemoteSessionStatus::Connected {
                return Ok(status);
            }
        }
    }

    fn on_message(
        &mut self,
        message: Option<Result<Message, Error>>,
        console: &mut Console,
    ) -> Result<RemoteSessionStatus> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Close(_)) | Err(_)) | None => {
                return Ok(RemoteSessionStatus::Disconnected);
            }
            Some(Ok(_)) => return Ok(RemoteSessionStatus::Connected),
        };
        // Ignores unknown messages, which newer servers may send.
        let Ok(message) = untrusted_json::parse(&text) else {
            return Ok(RemoteSessionStatus::Connected);
        };
        match message {
            ServerMessage::You(you) => self.you = Some(you),
            ServerMessage::Update(update) => self.update(*update, console)?,
            ServerMessage::Thinking { .. } | ServerMessage::Considering { .. } => {}
            ServerMessage::Thought { seat, thought } => self.thought(seat, &thought, console)?,
            ServerMessage::Hint { thought } => {
                let ink = console.ink;
                let (best, line) = (ink.strong(&thought.best), thought.line.join(" "));
                let value = value(&thought);
                let hint = say!("hint", move = best, value = value, line = line);
                writeln!(console, "  {hint}")?;
                self.ask(console)?;
            }
            ServerMessage::Refused { problem } => {
                let was_played = problem.code == ErrorCode::NotYourTurn && self.pending.is_none();
                self.pending = None;
                if was_played && self.you.is_some() {
                    return Ok(RemoteSessionStatus::Connected);
                }
                writeln!(console, "  {}", problems::message(&problem))?;
                if self.you.is_none() {
                    return Ok(RemoteSessionStatus::Quit);
                }
                self.ask(console)?;
            }
        }
        Ok(RemoteSessionStatus::Connected)
    }

    fn update(&mut self, update: TableUpdate, console: &mut Console) -> Result<()> {
        if self.is_prompting && self.lines.is_terminal() && !update.events.is_empty() {
            // The cursor is behind the prompt.
            writeln!(console)?;
        }
        if let Some(table) = update.table {
            self.table = table;
        }
        let has_game = update.game.is_some();
        let ply = update.game.as_ref().map(|game| game.ply);
        self.pending.take_if(|pending| match pending {
            ClientMessage::Move { ply: sent, .. } => ply.is_some_and(|ply| ply > *sent),
            _ => true,
        });
        self.game = update.game.or(self.game.take());
        // The server sends all events again when the viewer changes.
        let known = self.last.unwrap_or_default();
        self.last = Some(update.seq);
        let mut has_printed = false;
        for event in update.events.iter().filter(|event| event.seq > known) {
            has_printed |= self.print_event(&event.event, console)?;
        }
        self.start_if_ready(console)?;
        if has_game && (!update.events.is_empty() || !self.is_prompting) {
            if self.should_draw() {
                self.draw(console)?;
            }
            // With a pending move, the prompt follows the server's answer.
            if self.pending.is_none() {
                self.ask(console)?;
            }
        } else if self.is_prompting && has_printed {
            // Repeats the prompt, because events were printed after it.
            self.ask(console)?;
        }
        Ok(())
    }

    /// True if another player at this terminal is to move and must take over the keyboard first.
    fn needs_hand_over(&self) -> bool {
        let eyes = self.you.as_ref().and_then(|you| you.eyes);
        self.game.as_ref().is_some_and(|game| {
            let plays = game.to_move.is_some_and(|seat| self.plays(seat));
            plays && game.moves.is_none() && game.to_move != eyes
        })
    }

    /// True if the board should be drawn: on the user's turn, for spectators, and at the end.
    fn should_draw(&self) -> bool {
        if self.needs_hand_over() {
            return false;
        }
        self.game.as_ref().is_some_and(|game| {
            let is_my_turn = game.to_move.is_some_and(|seat| self.is_mine(seat));
            is_my_turn || game.verdict.is_some() || !self.is_seated()
        })
    }

    /// Starts the game if the user is the host and all players are ready.
    fn start_if_ready(&mut self, console: &mut Console) -> Result<()> {
        let Some(you) = self.you.as_ref().filter(|you| you.host) else {
            return Ok(());
        };
        if self.has_started || self.table.phase != TablePhase::Open {
            return Ok(());
        }
        let is_ready = (0..).zip(&self.table.seats).all(|(number, seat)| {
            seat.kind != SeatKind::Open && (seat.ready || you.seats.contains(&number))
        });
        if is_ready {
            match self.api.start(&self.table.id) {
                Ok(_) => self.has_started = true,
                Err(error) => writeln!(console, "  {error}")?,
            }
        }
        Ok(())
    }

    /// Prints the message of a table event; returns false if nothing is printed for the event.
    fn print_event(&self, event: &Event, console: &mut Console) -> Result<bool> {
        let ink = console.ink;
        let name = |seat: u8| self.seat(ink, seat);
        let line = match event {
            Event::Seated { seat, .. } => say!("sits-down", who = name(*seat)),
            Event::Started { seats, .. } => {
                let seats = (0..seats.len()).map(|seat| name(seat as u8));
                seats.collect::<Vec<_>>().join("   ")
            }
            Event::Moved { seat, text, .. } => {
                let text = ink.strong(text);
                match seat {
                    Some(seat) if self.is_mine(*seat) => return Ok(false),
                    Some(seat) => say!("plays", who = name(*seat), move = text),
                    None => say!("chance-gives", event = text),
                }
            }
            Event::Cancelled { plugin, reason, .. } => cancelled(plugin, reason),
            Event::Limited { seat, limit, most } => {
                let seconds = most.to_string();
                match limit {
                    ExceededAgentLimit::Time => {
                        say!("limited-time", who = name(*seat), seconds = seconds)
                    }
                    ExceededAgentLimit::Rebuilding => say!("limited-rebuilding", who = name(*seat)),
                }
            }
            Event::Halted { plugin, reason } => {
                say!("halted", plugin = plugin.as_str(), reason = reason.as_str())
            }
            Event::UndoAsked { seat } if !self.is_mine(*seat) => {
                say!("undo-asked", who = name(*seat))
            }
            Event::UndoRefused { seat } => say!("undo-refused", who = name(*seat)),
            Event::Undone { ply } => say!("undone", number = ply + 1),
            Event::Away { seat } => say!("away", who = name(*seat)),
            Event::Back { seat } => say!("back", who = name(*seat)),
            Event::Resigned { seat } => self.left_game(*seat, say!("resigned", who = name(*seat))),
            Event::Flagged { seat } => self.left_game(*seat, say!("flagged", who = name(*seat))),
            Event::Failed {
                seat,
                reason,
                agent,
            } => {
                let failed = match agent {
                    Some(agent) => say!("failed-replaced", who = name(*seat), agent = agent),
                    None => say!("failed-lost", who = name(*seat)),
                };
                format!("{failed}   {}", ink.faint(reason))
            }
            Event::RematchAsked { seat } if !self.is_mine(*seat) => {
                say!("rematch-asked", who = name(*seat))
            }
            _ => return Ok(false),
        };
        writeln!(console, "{line}")?;
        Ok(true)
    }

    /// Appends the user's final place to `line` if `seat` is the user's, has left the game and
    /// others play on.
    fn left_game(&self, seat: u8, line: String) -> String {
        let mut dropouts = self.game.iter().flat_map(|game| &game.dropouts);
        match dropouts.find(|dropout| dropout.seat == seat) {
            Some(DroppedPlayerInfo {
                place,
                agent: Some(_),
                ..
            }) if self.is_mine(seat) => format!("{line}. {}", say!("you-are-out", place = place)),
            _ => line,
        }
    }

    fn thought(&self, seat: u8, thought: &AgentMoveAnalysis, console: &mut Console) -> Result<()> {
        let ink = console.ink;
        let shown = format::count(thought.nodes);
        let nodes = say!("effort-nodes", shown = shown; count = thought.nodes);
        let thought = ink.faint(&format!("{nodes}{}", value(thought)));
        let who = say!("has-thought", who = self.seat(ink, seat));
        writeln!(console, "{who}   {thought}")?;
        Ok(())
    }

    fn draw(&self, console: &mut Console) -> Result<()> {
        let Some(game) = &self.game else {
            return Ok(());
        };
        let drawing = game.drawing.as_deref().unwrap_or_default();
        writeln!(console, "\n{}", indent(drawing))?;
        if let Some(clocks) = &game.clocks {
            let left = |(seat, clock): (u8, &u64)| {
                let time = format::time(Duration::from_millis(*clock));
                format!("{} {time}", self.seat(console.ink, seat))
            };
            let clocks: Vec<String> = (0..).zip(clocks).map(left).collect();
            writeln!(console, "{}", clocks.join("   "))?;
        }
        if let Some(verdict) = &game.verdict {
            writeln!(console, "{}\n", self.result(console.ink, verdict))?;
        }
        Ok(())
    }

    fn result(&self, ink: TerminalStyle, verdict: &FinalRanking) -> String {
        let first = (0..).zip(&verdict.ranks).filter(|(_, rank)| **rank == 1);
        let first: Vec<u8> = first.map(|(seat, _)| seat).collect();
        let by = match verdict.by {
            EndCause::Rules => None,
            EndCause::Resignation => Some(say!("by-resignation")),
            EndCause::Time => Some(say!("by-time")),
            EndCause::Failure => Some(say!("by-failure")),
            EndCause::Stopped => return say!("by-stopped"),
        };
        let result = match first.as_slice() {
            [winner] => {
                let wins = say!("wins", who = self.final_player(ink, *winner, verdict));
                [Some(wins), by]
                    .into_iter()
                    .flatten()
                    .collect::<Vec<_>>()
                    .join(" ")
            }
            all if all.len() == verdict.ranks.len() => say!("draw"),
            _ => say!("first-place-shared"),
        };
        let replaced = verdict.dropouts.iter().filter(|left| left.agent.is_some());
        let places = replaced.map(|DroppedPlayerInfo { seat, place, .. }| {
            let who = self.seat(ink, *seat);
            say!("left-in-place", who = who, place = place)
        });
        [result]
            .into_iter()
            .chain(places)
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// Name of the player who held a seat at the end: its substitute agent, if one took over.
    fn final_player(&self, ink: TerminalStyle, seat: u8, verdict: &FinalRanking) -> String {
        let left = verdict.dropouts.iter().find(|left| left.seat == seat);
        match left.and_then(|left| left.agent.as_deref()) {
            Some(agent) => ink.strong(agent),
            None => self.seat(ink, seat),
        }
    }

    /// Prints the prompt if the user may move, answer a request or ask for a rematch.
    fn ask(&mut self, console: &mut Console) -> Result<()> {
        let prompt = match &self.game {
            Some(game) if game.verdict.is_some() => Some(say!("rematch-or-quit")),
            Some(game) => {
                let to_move = game.to_move.filter(|seat| self.plays(*seat));
                let asked = game.undo_asked.filter(|seat| !self.is_mine(*seat));
                match (asked, to_move) {
                    (Some(_), _) if self.is_seated() => Some(say!("accept-or-refuse")),
                    (_, Some(seat)) if self.needs_hand_over() => {
                        let name = self.seat(console.ink, seat);
                        Some(say!("hand-over", who = name))
                    }
                    (_, Some(seat)) => Some(self.seat(console.ink, seat)),
                    _ => None,
                }
            }
            None => None,
        };
        self.is_prompting = prompt.is_some();
        if let Some(prompt) = prompt {
            write!(console, "{prompt} › ")?;
        }
        console.flush()?;
        Ok(())
    }

    async fn handle_line(
        &mut self,
        line: &str,
        socket: &mut TableSocket,
        console: &mut Console,
    ) -> Result<RemoteSessionStatus> {
        self.is_prompting = false;
        let message = match line {
            "quit" | "exit" | "q" => return Ok(RemoteSessionStatus::Quit),
            "" if self
                .game
                .as_ref()
                .is_some_and(|game| game.verdict.is_some()) =>
            {
                return Ok(RemoteSessionStatus::Quit);
            }
            "" if self.needs_hand_over() => {
                if self.lines.is_terminal() && console.width.is_some() {
                    // Hides the board of the previous player.
                    console.clear()?;
                }
                let seat = self.game.as_ref().and_then(|game| game.to_move);
                Some(ClientMessage::Look { seat })
            }
            "" => None,
            "help" | "?" => {
                writeln!(console, "{}", paragraph(&say!("remote-help")))?;
                None
            }
            "board" => {
                self.draw(console)?;
                None
            }
            "moves" => {
                let moves = self.game.as_ref().and_then(|game| game.moves.as_ref());
                let text = moves.map_or_else(|| say!("not-your-turn"), |all| all.join(" "));
                writeln!(console, "  {text}")?;
                None
            }
            "leave" => {
                match self.api.leave(&self.table.id) {
                    Ok(_) => return Ok(RemoteSessionStatus::Quit),
                    Err(error) => writeln!(console, "  {error}")?,
                }
                None
            }
            "hint" => Some(ClientMessage::Hint),
            "undo" => Some(ClientMessage::Undo),
            "accept" => Some(ClientMessage::AnswerUndo { accept: true }),
            "refuse" => Some(ClientMessage::AnswerUndo { accept: false }),
            "resign" => Some(ClientMessage::Resign),
            "rematch" => Some(ClientMessage::Rematch),
            text => {
                self.pending = Some(ClientMessage::Move {
                    ply: self.game.as_ref().map_or(0, |game| game.ply),
                    text: self.normalise_case(text),
                });
                self.pending.clone()
            }
        };
        match message {
            Some(message) => {
                if send(socket, &message).await.is_err() {
                    return Ok(RemoteSessionStatus::Disconnected);
                }
            }
            None => self.ask(console)?,
        }
        Ok(RemoteSessionStatus::Connected)
    }

    /// Replaces a typed move by the legal move that differs only in case, if there is exactly one.
    fn normalise_case(&self, text: &str) -> String {
        let moves = self.game.as_ref().and_then(|game| game.moves.as_deref());
        let moves = moves.unwrap_or_default();
        if moves.iter().any(|mv| mv == text) {
            return text.to_owned();
        }
        let mut alike = moves.iter().filter(|mv| mv.eq_ignore_ascii_case(text));
        match (alike.next(), alike.next()) {
            (Some(only), None) => only.clone(),
            _ => text.to_owned(),
        }
    }

    fn is_mine(&self, seat: u8) -> bool {
        let you = self.you.as_ref();
        you.is_some_and(|you| you.seats.contains(&seat))
    }

    /// True if `seat` belongs to a user of this terminal and no substitute agent plays it.
    fn plays(&self, seat: u8) -> bool {
        let place = self.table.seats.get(usize::from(seat));
        self.is_mine(seat) && place.is_some_and(|place| place.agent.is_none())
    }

    fn is_seated(&self) -> bool {
        self.you.as_ref().is_some_and(|you| !you.seats.is_empty())
    }

    fn seat(&self, ink: TerminalStyle, seat: u8) -> String {
        let names = self.table.seats.iter().map(|seat| seat.name.clone());
        let names: Vec<String> = names.collect();
        match usize::from(seat) {
            index if index < names.len() => seat_name(ink, &names, Seat::new(index)),
            index => say!("seat", number = index + 1),
        }
    }
}

fn value(thought: &AgentMoveAnalysis) -> String {
    let value = thought.value.map(format::value);
    let text = value.map(|value| format!("   {}", say!("value", value = value)));
    text.unwrap_or_default()
}

async fn send(socket: &mut TableSocket, message: &ClientMessage) -> Result<()> {
    let text = serde_json::to_string(message)?;
    Ok(socket.send(Message::text(text)).await?)
}
