//! A server: its tables, found live or brought back from storage, and the way to ask them.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ludorum_bridge::Services;
use ludorum_protocol::lobby::{NewTable, TableInfo};
use ludorum_protocol::{Code, Problem};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use crate::aside::aside;
use crate::board::Board;
use crate::checks::Checks;
use crate::connections::{ConnectionLimits, Players, Refusals};
use crate::content::Content;
use crate::disk::Disk;
use crate::doors::Doors;
use crate::games::Games;
use crate::identity::{Person, new_id, short};
use crate::languages::Languages;
use crate::loading::Loading;
use crate::matches::Matches;
use crate::metrics::Metrics;
use crate::operator::Rights;
use crate::routes::Address;
use crate::storage::{Batch, KeptFiles, Storage, StorageError};
use crate::table::{
    Corrupt, Desk, Fact, Handle, Order, Origin, Owner, Reply, ResidentAgents, State, Thinkers,
    open, spawn,
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
    pub(crate) connections: Arc<ConnectionLimits>,
    pub(crate) refusals: Refusals,
    /// Who has agents think about positions away from tables.
    pub(crate) analysts: Doors,
    /// Who has opened tables.
    hosts: Doors,
    pub(crate) matches: Matches,
    pub(crate) content: Content,
    pub(crate) languages: Languages,
    pub(crate) checks: Arc<Checks>,
    pub(crate) loading: Loading,
    pub(crate) disk: Disk,
}

impl Server {
    /// Starts a server. Its tables go on where they were as soon as they are loaded, which goes on after
    /// this returns; those that are asked for are loaded first.
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
        let games = games.with_limits(&config);
        let games = match &config.content {
            Some(folder) => games.with_weights(folder.join(WEIGHTS)),
            None => games,
        };
        let games = games.with_kept_files(KeptFiles::of(Arc::clone(&storage)));
        let server = Arc::new(Server {
            requests: Throttle::new(
                config.requests_per_second,
                config.requests_per_second * 10.0,
            ),
            tries: Throttle::new(config.password_tries / 60.0, config.password_tries),
            doors: Doors::new(config.connections_per_address),
            connections: Arc::new(ConnectionLimits::of(&config)),
            refusals: Refusals::default(),
            analysts: Doors::new(ANALYSES_PER_ADDRESS),
            hosts: Doors::new(config.tables_per_address),
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
                players: Players::default(),
            }),
            games: Arc::new(games),
            loading: Loading::new(),
            disk: Disk::default(),
        });
        server.begin_loading().await?;
        // So that the log says from the start what is wrong with them.
        server.languages.translations();
        let weak = Arc::downgrade(&server);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(NEWS_EVERY);
            loop {
                ticks.tick().await;
                match weak.upgrade() {
                    Some(server) => server.desk.board.spread_news(server.loading.progress()),
                    None => return,
                }
            }
        });
        Ok(server)
    }

    /// Waits until all tables are loaded.
    pub async fn loaded(&self) {
        self.loading.ended().await;
    }

    /// Begins to load the live tables in the background.
    async fn begin_loading(self: &Arc<Server>) -> Result<(), StorageError> {
        let storage = Arc::clone(&self.desk.storage);
        let live = spawn_blocking(move || storage.live()).await;
        let ids = live.map_err(StorageError::new)??;
        self.loading.begin(&ids);
        // So that the first news after the last table say that it was the last.
        self.desk.board.spread_news(self.loading.progress());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = Arc::new(Mutex::new(ids.into_iter()));
        // The other half is for those who ask.
        for _ in 0..(threads / 2).max(1) {
            let (server, queue) = (Arc::downgrade(self), Arc::clone(&queue));
            let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            tokio::spawn(async move {
                while let Some(id) = next()
                    && let Some(server) = server.upgrade()
                {
                    if server.loading.is_pending(&id) {
                        // The log has the reason; the others must not suffer.
                        let _ = server.load(&id).await;
                    }
                }
            });
        }
        Ok(())
    }

    pub(crate) async fn open_table(
        &self,
        host: &Person,
        new: NewTable,
        (rights, address): (Rights, Address),
    ) -> Result<TableInfo, Error> {
        let tables = self.desk.board.len() + self.loading.left();
        if tables >= self.desk.config.most_tables {
            return Err(Code::ServerFull.into());
        }
        let origin = Origin::of(address.0);
        let place = match origin {
            Origin::Address(address) => self.hosts.enter(address),
            Origin::Unknown => None,
        };
        if place.is_none() {
            self.desk.metrics.limited.add(1);
            let most = self.desk.config.tables_per_address;
            return Err(Problem::new(Code::TooManyTables).with("most", most).into());
        }
        let password = match new.password {
            Some(password) => Some(password::hash(password).await?),
            None => None,
        };
        let decision = aside(|| {
            let seats = (new.seats.as_slice(), rights);
            open(&self.games, host, &new.name, new.settings, password, seats)
        })?;
        let id = new_id();
        let text = |fact: &Fact| serde_json::to_string(fact).expect("facts are JSON");
        let batch = Batch {
            table: id.clone(),
            first: 1,
            facts: decision.facts.iter().map(text).collect(),
            files: decision.files,
            replay: None,
            live: Some(true),
        };
        self.store(batch).await?;
        let mut facts = decision.facts.into_iter();
        let first = facts.next().ok_or(Code::Internal)?;
        let state = aside(|| -> Result<State, Corrupt> {
            let mut state = State::opened(&id, &self.games, first)?;
            facts.try_for_each(|fact| state.apply(fact))?;
            Ok(state)
        });
        let state = state.map_err(|_| Code::Internal)?;
        let info = state.info(|_| false, 0);
        let owner = Owner {
            origin,
            _place: place,
        };
        spawn(&self.desk, state, owner);
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
        if let Some(handle) = self.on_board(id) {
            return Ok(handle);
        }
        let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_id {
            return Err(Code::UnknownTable.into());
        }
        let at_once = self.loading.at_once.acquire().await;
        let _until_it_is_loaded = at_once.map_err(|_| Code::Internal)?;
        self.load(id).await
    }

    /// The way to a table on the board.
    fn on_board(&self, id: &str) -> Option<Handle> {
        let handle = self.desk.board.handle(id);
        handle.filter(|handle| !handle.is_closed())
    }

    /// Loads a table, unless somebody else has done so meanwhile.
    async fn load(&self, id: &str) -> Result<Handle, Error> {
        let turn = self.loading.turn(id);
        let _one_at_a_time = turn.lock().await;
        if let Some(handle) = self.on_board(id) {
            return Ok(handle);
        }
        let loaded = self.load_now(id).await;
        self.loading.done(id);
        loaded
    }

    async fn load_now(&self, id: &str) -> Result<Handle, Error> {
        let storage = Arc::clone(&self.desk.storage);
        let (games, key) = (Arc::clone(&self.games), id.to_owned());
        let state = spawn_blocking(move || {
            let facts = storage.load(&key)?;
            Ok::<_, StorageError>(facts.map(|facts| State::restore(&key, &games, &facts)))
        });
        let state = state.await.map_err(|_| Code::Internal)??;
        let state = state.ok_or(Code::UnknownTable)?.map_err(|corrupt| {
            // `ludorum db check` tells more.
            tracing::error!(table = short(id), %corrupt, "a table cannot go on");
            match corrupt {
                Corrupt::Damaged(_) => Problem::new(Code::Internal),
                Corrupt::Content(reason) => {
                    Problem::new(Code::ContentChanged).with("reason", reason)
                }
            }
        })?;
        // Opened by a server that did not keep the files of games: better late than never.
        let files = match state.keeps_files {
            true => Vec::new(),
            false => state.variant.sources(),
        };
        let is_archived = !self.loading.is_pending(id);
        if is_archived || !files.is_empty() {
            let batch = Batch {
                table: id.to_owned(),
                files,
                live: Some(true),
                ..Batch::default()
            };
            let stored = self.store(batch).await;
            if is_archived {
                stored?;
            }
        }
        Ok(spawn(&self.desk, state, Owner::UNKNOWN))
    }

    async fn store(&self, batch: Batch) -> Result<(), Error> {
        let stored = self.desk.storage.append(batch).await;
        Ok(stored.map_err(|_| StorageError::new("the storage has ended"))??)
    }
}

/// Whether the facts of a table make a table, with the files kept for it; for checks of a database.
///
/// # Errors
/// What is wrong with them.
pub fn check_table(kept: &KeptFiles, id: &str, facts: &[String]) -> Result<(), String> {
    let games = Arc::new(Games::catalog().with_kept_files(kept.clone()));
    let state = State::restore(id, &games, facts);
    state.map(|_| ()).map_err(|corrupt| corrupt.to_string())
}

/// Whether a record reads back and plays again, with the files kept for it; for checks of a database.
///
/// # Errors
/// What is wrong with it.
pub fn check_record(kept: &KeptFiles, text: &str) -> Result<(), String> {
    let games = Games::catalog().with_kept_files(kept.clone());
    let record = ludorum_record::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let variant = games.open_recorded(&record.header);
    let replayed = variant.and_then(|variant| ludorum_record::replay_in(variant, &record));
    replayed.map(|_| ()).map_err(|error| error.to_string())
}
