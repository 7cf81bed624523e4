//! A server: its tables, found live or brought back from storage, and the way to ask them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ludorum_bridge::Services;
use ludorum_protocol::lobby::{NewTable, TableInfo};
use ludorum_protocol::{Code, Problem};
use tokio::sync::{Mutex, oneshot};
use tokio::task::spawn_blocking;

use crate::board::Board;
use crate::checks::Checks;
use crate::content::Content;
use crate::doors::Doors;
use crate::games::Games;
use crate::identity::{Person, new_id, short};
use crate::languages::Languages;
use crate::matches::Matches;
use crate::metrics::Metrics;
use crate::operator::Rights;
use crate::storage::{Batch, Storage, StorageError};
use crate::table::{
    Corrupt, Desk, Fact, Handle, Order, Reply, ResidentAgents, State, Thinkers, open, spawn,
};
use crate::throttle::Throttle;
use crate::{Config, Error, password};

/// The folder of the content with the weights that agents may be made from.
const WEIGHTS: &str = "weights";

/// How often those who watch the list are told what has changed.
const NEWS_EVERY: Duration = Duration::from_millis(250);

/// No address has agents think about more positions at once.
const ANALYSES_PER_ADDRESS: usize = 2;

/// The tables of a server and everything they need.
pub struct Server {
    pub(crate) desk: Arc<Desk>,
    pub(crate) games: Arc<Games>,
    pub(crate) requests: Throttle<IpAddr>,
    pub(crate) tries: Throttle<(String, IpAddr)>,
    pub(crate) doors: Doors,
    /// Who has agents think about positions away from tables.
    pub(crate) analysts: Doors,
    pub(crate) matches: Matches,
    pub(crate) content: Content,
    pub(crate) languages: Languages,
    pub(crate) checks: Arc<Checks>,
    /// Held while a table is brought back, so that none comes back twice.
    reviving: Mutex<()>,
}

impl Server {
    /// Starts a server: all live tables go on where they were.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub async fn start(
        config: Config,
        storage: Arc<dyn Storage>,
        games: Games,
    ) -> Result<Arc<Server>, StorageError> {
        Server::start_with_services(config, storage, games, None).await
    }

    /// The same, with services that have agents think on other machines.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub async fn start_with_services(
        config: Config,
        storage: Arc<dyn Storage>,
        games: Games,
        services: Option<Services>,
    ) -> Result<Arc<Server>, StorageError> {
        let games = match &config.content {
            Some(folder) => games.with_weights(folder.join(WEIGHTS)),
            None => games,
        };
        let server = Arc::new(Server {
            requests: Throttle::new(
                config.requests_per_second,
                config.requests_per_second * 10.0,
            ),
            tries: Throttle::new(config.password_tries / 60.0, config.password_tries),
            doors: Doors::new(config.connections_per_address),
            analysts: Doors::new(ANALYSES_PER_ADDRESS),
            matches: Matches::default(),
            content: Content::new(config.content.clone()),
            languages: Languages::new(config.content.as_deref()),
            checks: Arc::default(),
            desk: Arc::new(Desk {
                thinkers: Thinkers::new(&config, services),
                residents: ResidentAgents::new(config.agent_memory),
                config,
                storage,
                board: Board::new(),
                metrics: Metrics::default(),
            }),
            games: Arc::new(games),
            reviving: Mutex::new(()),
        });
        server.restore_all().await?;
        // So that the log says from the start what is wrong with them.
        server.languages.translations();
        let desk = Arc::downgrade(&server.desk);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(NEWS_EVERY);
            loop {
                ticks.tick().await;
                match desk.upgrade() {
                    Some(desk) => desk.board.spread_news(),
                    None => return,
                }
            }
        });
        Ok(server)
    }

    async fn restore_all(&self) -> Result<(), StorageError> {
        let (storage, games) = (Arc::clone(&self.desk.storage), Arc::clone(&self.games));
        let restored = spawn_blocking(move || {
            let mut states = Vec::new();
            for id in storage.live()? {
                let Some(facts) = storage.load(&id)? else {
                    continue;
                };
                match State::restore(&id, &games, &facts) {
                    Ok(state) => states.push(state),
                    // The others must not suffer; `ludorum db check` tells more.
                    Err(corrupt) => {
                        tracing::error!(table = short(&id), %corrupt, "a table cannot go on");
                    }
                }
            }
            Ok::<_, StorageError>(states)
        });
        let states = restored.await.map_err(StorageError::new)??;
        tracing::info!(tables = states.len(), "tables go on where they were");
        for state in states {
            spawn(&self.desk, state);
        }
        Ok(())
    }

    pub(crate) async fn open_table(
        &self,
        host: &Person,
        new: NewTable,
        rights: Rights,
    ) -> Result<TableInfo, Error> {
        if self.desk.board.len() >= self.desk.config.most_tables {
            return Err(Code::ServerFull.into());
        }
        let password = match new.password {
            Some(password) => Some(password::hash(password).await?),
            None => None,
        };
        let facts = open(
            &self.games,
            host,
            &new.name,
            new.settings,
            password,
            (&new.seats, rights),
        )?;
        let id = new_id();
        let text = |fact: &Fact| serde_json::to_string(fact).expect("facts are JSON");
        let batch = Batch {
            table: id.clone(),
            first: 1,
            facts: facts.iter().map(text).collect(),
            replay: None,
            live: Some(true),
        };
        self.store(batch).await?;
        let mut facts = facts.into_iter();
        let first = facts.next().ok_or(Code::Internal)?;
        let mut state = State::opened(&id, &self.games, first).map_err(|_| Code::Internal)?;
        for fact in facts {
            state.apply(fact).map_err(|_| Code::Internal)?;
        }
        let info = state.info(|_| false, 0);
        spawn(&self.desk, state);
        Ok(info)
    }

    /// Asks a table something, wherever it is.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        order: impl FnOnce(Reply<T>) -> Order,
    ) -> Result<T, Error> {
        let handle = self.table(id).await?;
        let (reply, answer) = oneshot::channel();
        let unsent = match handle.send(order(reply)).await {
            Ok(()) => None,
            Err(unsent) => Some(unsent.0),
        };
        if let Some(order) = unsent {
            // It was archived just now: bring it back and ask again.
            let handle = self.table(id).await?;
            handle.send(order).await.map_err(|_| Code::Internal)?;
        }
        Ok(answer.await.map_err(|_| Code::UnknownTable)??)
    }

    /// The way to a table, which is brought back from the archive if need be.
    pub(crate) async fn table(&self, id: &str) -> Result<Handle, Error> {
        let live = || {
            self.desk
                .board
                .handle(id)
                .filter(|handle| !handle.is_closed())
        };
        if let Some(handle) = live() {
            return Ok(handle);
        }
        let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_id {
            return Err(Code::UnknownTable.into());
        }
        let _one_at_a_time = self.reviving.lock().await;
        if let Some(handle) = live() {
            return Ok(handle);
        }
        let storage = Arc::clone(&self.desk.storage);
        let (games, key) = (Arc::clone(&self.games), id.to_owned());
        let state = spawn_blocking(move || {
            let facts = storage.load(&key)?;
            Ok::<_, StorageError>(facts.map(|facts| State::restore(&key, &games, &facts)))
        });
        let state = state.await.map_err(|_| Code::Internal)??;
        let state = state.ok_or(Code::UnknownTable)?.map_err(|corrupt| {
            tracing::error!(table = short(id), %corrupt, "a table cannot go on");
            match corrupt {
                Corrupt::Damaged(_) => Problem::new(Code::Internal),
                Corrupt::Content(reason) => {
                    Problem::new(Code::ContentChanged).with("reason", reason)
                }
            }
        })?;
        let batch = Batch {
            table: id.to_owned(),
            live: Some(true),
            ..Batch::default()
        };
        self.store(batch).await?;
        Ok(spawn(&self.desk, state))
    }

    async fn store(&self, batch: Batch) -> Result<(), Error> {
        let stored = self.desk.storage.append(batch).await;
        Ok(stored.map_err(|_| StorageError::new("the storage has ended"))??)
    }
}

/// Whether the facts of a table make a table; for checks of a database.
///
/// # Errors
/// What is wrong with them.
pub fn check_table(id: &str, facts: &[String]) -> Result<(), String> {
    let games = Arc::new(Games::catalog());
    let state = State::restore(id, &games, facts);
    state.map(|_| ()).map_err(|corrupt| corrupt.to_string())
}

/// Whether a record reads back and plays again; for checks of a database.
///
/// # Errors
/// What is wrong with it.
pub fn check_record(text: &str) -> Result<(), String> {
    let record = ludorum_record::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let replayed = ludorum_record::replay(&record);
    replayed.map(|_| ()).map_err(|error| error.to_string())
}
