//! The server: its live tables, which are loaded from storage on demand, and the messages to them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use ludorum_bridge::RemoteServices;
use ludorum_protocol::lobby::{NewTable, TableInfo};
use ludorum_protocol::{ApiProblem, ErrorCode};
use parking_lot::Mutex;
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;

use crate::address_limits::AddressLimiter;
use crate::blocking::{blocking, run_blocking};
use crate::connections::{ConnectionLimiter, RefusalCounters, SeatedPeopleLastSeen};
use crate::content::GameContentStore;
use crate::error::require;
use crate::games::ServerGames;
use crate::identity::{PersonId, new_id, short};
use crate::languages::LocaleStore;
use crate::loading::TableLoadQueue;
use crate::matches::MatchRunner;
use crate::metrics::Metrics;
use crate::operator::OperatorRights;
use crate::plugin_checks::PluginCheckCache;
use crate::rate_limit::RateLimiter;
use crate::routes::ClientAddress;
use crate::storage::{Storage, StorageError, StoredRulesFiles, TableEventBatch};
use crate::storage_health::StorageHealth;
use crate::table::{
    AgentSearchPool, ClientAddressKey, ResidentAgentCache, RestoreError, ServerContext,
    TableHandle, TableMessage, TableQuotaOwner, TableReply, TableState, open, spawn,
};
use crate::table_registry::TableRegistry;
use crate::{Config, Error, password};

/// Name of the content folder's subfolder with weights files for agents.
const WEIGHTS: &str = "weights";

/// Interval between updates to lobby subscribers.
const BROADCAST_EVERY: Duration = Duration::from_millis(250);

/// Maximum number of parallel analyses per client address.
const ANALYSES_PER_ADDRESS: usize = 2;

/// Game server: its live tables, and the limits, content and background services they share.
pub struct Server {
    pub(crate) context: Arc<ServerContext>,
    pub(crate) games: Arc<ServerGames>,
    pub(crate) requests: RateLimiter<IpAddr>,
    pub(crate) password_attempts: RateLimiter<(String, IpAddr)>,
    pub(crate) websocket_limits: AddressLimiter,
    pub(crate) connections: Arc<ConnectionLimiter>,
    pub(crate) refusals: RefusalCounters,
    /// Limiter of the parallel analyses per client address.
    pub(crate) analysis_limits: AddressLimiter,
    /// Limiter of the live tables per client address.
    table_limits: AddressLimiter,
    pub(crate) matches: MatchRunner,
    pub(crate) content: GameContentStore,
    pub(crate) languages: LocaleStore,
    pub(crate) plugin_checks: Arc<PluginCheckCache>,
    pub(crate) loading: TableLoadQueue,
    pub(crate) storage_health: StorageHealth,
}

impl Server {
    /// Starts a server. Its stored tables are loaded in the background after this returns; tables
    /// that clients request are loaded first.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub async fn start(
        config: Config,
        storage: Arc<dyn Storage>,
        games: ServerGames,
    ) -> Result<Arc<Server>, StorageError> {
        Server::start_with_services(config, storage, games, None).await
    }

    /// Starts a server that may use AI services, which run agents on other machines.
    ///
    /// # Errors
    /// When the storage cannot be read.
    pub async fn start_with_services(
        config: Config,
        storage: Arc<dyn Storage>,
        games: ServerGames,
        services: Option<RemoteServices>,
    ) -> Result<Arc<Server>, StorageError> {
        let games = games.with_limits(&config);
        let games = match &config.content {
            Some(folder) => games.with_weights(folder.join(WEIGHTS)),
            None => games,
        };
        let games = games.with_stored_files(StoredRulesFiles::of(Arc::clone(&storage)));
        let server = Arc::new(Server {
            requests: RateLimiter::new(
                config.requests_per_second,
                config.requests_per_second * 10.0,
            ),
            password_attempts: RateLimiter::new(
                config.password_tries / 60.0,
                config.password_tries,
            ),
            websocket_limits: AddressLimiter::new(config.connections_per_address),
            connections: Arc::new(ConnectionLimiter::of(&config)),
            refusals: RefusalCounters::default(),
            analysis_limits: AddressLimiter::new(ANALYSES_PER_ADDRESS),
            table_limits: AddressLimiter::new(config.tables_per_address),
            matches: MatchRunner::default(),
            content: GameContentStore::new(config.content.clone()),
            languages: LocaleStore::new(config.content.as_deref()),
            plugin_checks: Arc::default(),
            context: Arc::new(ServerContext {
                think_pool: AgentSearchPool::new(&config, services),
                resident_agents: ResidentAgentCache::new(config.agent_memory),
                config,
                storage,
                registry: TableRegistry::new(),
                metrics: Metrics::default(),
                players: SeatedPeopleLastSeen::default(),
            }),
            games: Arc::new(games),
            loading: TableLoadQueue::new(),
            storage_health: StorageHealth::default(),
        });
        server.begin_loading().await?;
        // Logs issues of translations at startup.
        server.languages.translations();
        let weak = Arc::downgrade(&server);
        tokio::spawn(async move {
            let mut ticks = tokio::time::interval(BROADCAST_EVERY);
            loop {
                ticks.tick().await;
                match weak.upgrade() {
                    Some(server) => server
                        .context
                        .registry
                        .broadcast_changes(server.loading.progress()),
                    None => return,
                }
            }
        });
        Ok(server)
    }

    /// Waits until all stored tables are loaded.
    pub async fn loaded(&self) {
        self.loading.wait_until_loaded().await;
    }

    /// Starts to load the live tables from storage in the background.
    async fn begin_loading(self: &Arc<Server>) -> Result<(), StorageError> {
        let storage = Arc::clone(&self.context.storage);
        let live = spawn_blocking(move || storage.live()).await;
        let ids = live.map_err(StorageError::new)??;
        self.loading.begin(&ids);
        // Registers the progress, so that the update after the last table reports completion.
        self.context
            .registry
            .broadcast_changes(self.loading.progress());
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let queue = Arc::new(Mutex::new(ids.into_iter()));
        // The other half of the threads serves requests.
        for _ in 0..(threads / 2).max(1) {
            let (server, queue) = (Arc::downgrade(self), Arc::clone(&queue));
            let next = move || queue.lock().next();
            tokio::spawn(async move {
                while let Some(id) = next()
                    && let Some(server) = server.upgrade()
                {
                    if server.loading.is_pending(&id) {
                        // An error is logged; the other tables are loaded nevertheless.
                        let _ = server.load(&id).await;
                    }
                }
            });
        }
        Ok(())
    }

    pub(crate) async fn open_table(
        &self,
        host: &PersonId,
        new: NewTable,
        (rights, address): (OperatorRights, ClientAddress),
    ) -> Result<TableInfo, Error> {
        let tables = self.context.registry.len() + self.loading.left();
        require(
            tables < self.context.config.most_tables,
            ErrorCode::ServerFull,
        )?;
        let origin = ClientAddressKey::of(address.0);
        let permit = match origin {
            ClientAddressKey::Address(address) => self.table_limits.acquire(address),
            ClientAddressKey::Unknown => None,
        };
        if permit.is_none() {
            self.context.metrics.limited.add(1);
            let most = self.context.config.tables_per_address;
            return Err(ApiProblem::new(ErrorCode::TooManyTables)
                .with("most", most)
                .into());
        }
        let password = match new.password {
            Some(password) => Some(password::hash(password).await?),
            None => None,
        };
        let transaction = run_blocking(|| {
            let seats = (new.seats.as_slice(), rights);
            open(&self.games, host, &new.name, new.settings, password, seats)
        })?;
        let id = new_id();
        let (mut batch, events) = transaction.into_batch(&id, 1);
        batch.live = Some(true);
        self.context.store(batch).await?;
        let mut events = events.into_iter();
        let first = events.next().ok_or(ErrorCode::Internal)?;
        let state = run_blocking(|| -> Result<TableState, RestoreError> {
            let mut state = TableState::opened(&id, &self.games, first)?;
            events.try_for_each(|event| state.apply(event))?;
            Ok(state)
        });
        let state = state.map_err(|_| ErrorCode::Internal)?;
        let info = state.info(|_| false, 0);
        let owner = TableQuotaOwner {
            origin,
            _permit: permit,
        };
        spawn(&self.context, state, owner);
        Ok(info)
    }

    /// Sends a message to a table, loading the table if necessary, and waits for the reply.
    pub(crate) async fn ask<T>(
        &self,
        id: &str,
        message: impl FnOnce(TableReply<T>) -> TableMessage,
    ) -> Result<T, Error> {
        let handle = self.table(id).await?;
        let (reply, answer) = oneshot::channel();
        let unsent = match handle.send(message(reply)).await {
            Ok(()) => None,
            Err(unsent) => Some(unsent.0),
        };
        if let Some(message) = unsent {
            // The table was archived just now: load it and send again.
            let handle = self.table(id).await?;
            handle
                .send(message)
                .await
                .map_err(|_| ErrorCode::Internal)?;
        }
        Ok(answer.await.map_err(|_| ErrorCode::UnknownTable)??)
    }

    /// The handle of a table. An archived table is loaded first.
    pub(crate) async fn table(&self, id: &str) -> Result<TableHandle, Error> {
        if let Some(handle) = self.live_handle(id) {
            return Ok(handle);
        }
        let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        require(is_id, ErrorCode::UnknownTable)?;
        let at_once = self.loading.at_once.acquire().await;
        let _until_it_is_loaded = at_once.map_err(|_| ErrorCode::Internal)?;
        self.load(id).await
    }

    /// The handle of a live table. `None` if the table is not loaded.
    fn live_handle(&self, id: &str) -> Option<TableHandle> {
        let handle = self.context.registry.handle(id);
        handle.filter(|handle| !handle.is_closed())
    }

    /// Loads a table from storage, unless another request has loaded it meanwhile.
    async fn load(&self, id: &str) -> Result<TableHandle, Error> {
        let lock = self.loading.lock_for(id);
        let _one_at_a_time = lock.lock().await;
        if let Some(handle) = self.live_handle(id) {
            return Ok(handle);
        }
        let loaded = self.load_now(id).await;
        self.loading.done(id);
        loaded
    }

    async fn load_now(&self, id: &str) -> Result<TableHandle, Error> {
        let storage = Arc::clone(&self.context.storage);
        let (games, key) = (Arc::clone(&self.games), id.to_owned());
        let state = blocking(move || {
            let events = storage.load(&key)?;
            Ok::<_, StorageError>(events.map(|events| TableState::restore(&key, &games, &events)))
        });
        let state = state.await??;
        let state = state.ok_or(ErrorCode::UnknownTable)?.map_err(|corrupt| {
            // `ludorum db check` reports details.
            tracing::error!(table = short(id), %corrupt, "a table cannot be restored");
            match corrupt {
                RestoreError::Damaged(_) => ApiProblem::new(ErrorCode::Internal),
                RestoreError::Content(reason) => {
                    ApiProblem::new(ErrorCode::ContentChanged).with("reason", reason)
                }
            }
        })?;
        // Tables opened by older versions have no stored files yet.
        let files = if state.keeps_files {
            Vec::new()
        } else {
            state.variant.sources()
        };
        let is_archived = !self.loading.is_pending(id);
        if is_archived || !files.is_empty() {
            let batch = TableEventBatch {
                table: id.to_owned(),
                files,
                live: Some(true),
                ..TableEventBatch::default()
            };
            let stored = self.context.store(batch).await.map_err(Error::from);
            if is_archived {
                stored?;
            }
        }
        Ok(spawn(&self.context, state, TableQuotaOwner::UNKNOWN))
    }
}

/// Checks that the stored events of a table restore it, for `ludorum db check`.
///
/// # Errors
/// The reason why the events do not restore the table.
pub fn check_table(kept: &StoredRulesFiles, id: &str, events: &[String]) -> Result<(), String> {
    let games = Arc::new(ServerGames::catalog().with_stored_files(kept.clone()));
    let state = TableState::restore(id, &games, events);
    state.map(|_| ()).map_err(|corrupt| corrupt.to_string())
}

/// Checks that a stored game record can be replayed, for `ludorum db check`.
///
/// # Errors
/// The reason why the record cannot be replayed.
pub fn check_record(kept: &StoredRulesFiles, text: &str) -> Result<(), String> {
    let games = ServerGames::catalog().with_stored_files(kept.clone());
    let record = ludorum_record::read(text.as_bytes()).map_err(|error| error.to_string())?;
    let variant = games.open_recorded(&record.header);
    let replayed = variant.and_then(|variant| ludorum_record::replay_in(variant, &record));
    replayed.map(|_| ()).map_err(|error| error.to_string())
}
