//! Analysis of positions outside tables. Analyses share the search threads with the tables; each
//! address may run only a few at a time.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{Extension, FromRequest, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use ludorum_bridge::is_external_spec;
use ludorum_core::StopFlag;
use ludorum_protocol::study::{AnalyseRequest, PositionAnalysis, SearchTree};
use ludorum_protocol::{ApiProblem, ErrorCode};
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

use super::body::JsonBody;
use super::study::position_after;
use super::tables::ClientAddress;
use crate::address_limits::AddressPermit;
use crate::analysis::AnalysisTask;
use crate::blocking::{blocking, run_blocking};
use crate::operator::OperatorRights;
use crate::table::{ClientAddressKey, SearchPriority, SearchThreadRequest, ThreadLease};
use crate::{Error, Server};

/// Thinking time of an analysis whose request has none.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// Maximum thinking time of an analysis.
const MAX_TIME: Duration = Duration::from_secs(10);

/// Maximum number of positions in the search tree of a response; about 4 MB.
const LARGEST_TREE: u64 = 50_000;

/// Capacity of the buffer of intermediate analysis results to one client.
const LINE_BUFFER: usize = 4;

/// Analyses a position with an agent. Disconnecting cancels the analysis.
#[utoipa::path(
    post, path = "/api/analyse", tag = "study", request_body = AnalyseRequest,
    responses((status = 200, body = PositionAnalysis), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn analyse(request: AnalysisRequest) -> Result<Json<PositionAnalysis>, Error> {
    let analysis = request.admit().await?;
    let result = analysis.run(|task, stop| task.analyse(stop, None));
    Ok(Json(result.await?))
}

/// Analyses a position and streams intermediate results: one JSON object per line, the last one is
/// the final result.
#[utoipa::path(
    post, path = "/api/analyse/live", tag = "study", request_body = AnalyseRequest,
    responses(
        (status = 200, body = String, content_type = "application/x-ndjson", description = "One `Analysis` object per line."),
        (status = "4XX", body = ApiProblem),
    )
)]
pub(super) async fn live(request: AnalysisRequest) -> Result<Response, Error> {
    let AdmittedAnalysis {
        task,
        permits,
        stop,
        cancel_on_drop,
    } = request.admit().await?;
    let (sender, receiver) = mpsc::channel::<PositionAnalysis>(LINE_BUFFER);
    spawn_blocking(move || {
        // A slow client misses outdated results only.
        let on_progress = |analysis| drop(sender.try_send(analysis));
        let analysis = task.analyse(&stop, Some(&on_progress));
        drop(permits);
        // A client that has disconnected needs no answer.
        let _ = sender.blocking_send(analysis);
    });
    let lines = unfold(
        (receiver, cancel_on_drop),
        async |(mut receiver, cancel_on_drop)| {
            let analysis = receiver.recv().await?;
            let line = serde_json::to_string(&analysis).map(|line| line + "\n");
            Some((line, (receiver, cancel_on_drop)))
        },
    );
    let kind = [(CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, axum::body::Body::from_stream(lines)).into_response())
}

/// Analyses a position and returns the search tree, if the agent keeps one, such as
/// `sector66-mcts:save-tree=on`. The least visited positions of a large tree are left out.
#[utoipa::path(
    post, path = "/api/analyse/tree", tag = "study", request_body = AnalyseRequest,
    responses((status = 200, body = SearchTree), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn tree(request: AnalysisRequest) -> Result<Json<SearchTree>, Error> {
    let analysis = request.admit().await?;
    let agent = analysis.task.agent.clone();
    let tree = analysis.run(|task, stop| task.tree(stop, LARGEST_TREE));
    let tree = tree.await?;
    let reason = format!("{agent} keeps no search tree");
    Ok(Json(tree.ok_or_else(|| {
        ApiProblem::new(ErrorCode::BadAgent).with("reason", reason)
    })?))
}

/// Request for an analysis, with the rights of the client.
#[derive(FromRequest)]
#[from_request(state(Arc<Server>))]
pub(super) struct AnalysisRequest {
    #[from_request(via(State))]
    server: Arc<Server>,
    #[from_request(via(Extension))]
    address: ClientAddress,
    rights: OperatorRights,
    #[from_request(via(JsonBody))]
    wanted: AnalyseRequest,
}

impl AnalysisRequest {
    /// Validates the analysis request and waits for a search thread.
    async fn admit(self) -> Result<AdmittedAnalysis, ApiProblem> {
        let AnalysisRequest {
            server,
            address,
            rights,
            wanted,
        } = self;
        let permit = server.analysis_limits.acquire(address.0);
        let permit = permit.ok_or(ErrorCode::TooManyRequests)?;
        let task = run_blocking(|| task(&server, rights, wanted))?;
        let thread_request = SearchThreadRequest {
            priority: SearchPriority::People,
            origin: ClientAddressKey::of(address.0),
            table: String::new(),
            threads: 1,
        };
        let threads = &server.context.think_pool.threads;
        let lease = threads.acquire(thread_request).await;
        let cancel_on_drop = CancelOnDrop(StopFlag::new());
        Ok(AdmittedAnalysis {
            task,
            stop: lease.with_yield_gate(&cancel_on_drop.0),
            permits: (permit, lease),
            cancel_on_drop,
        })
    }
}

/// Validated analysis that has a search thread and may start.
struct AdmittedAnalysis {
    task: AnalysisTask,
    /// Permits of the address limit and of the search thread, held until the agent has finished.
    permits: (AddressPermit, ThreadLease),
    stop: StopFlag,
    cancel_on_drop: CancelOnDrop,
}

impl AdmittedAnalysis {
    /// Runs `work` on the analysis on a blocking thread. Dropping the future stops the search.
    async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce(AnalysisTask, &StopFlag) -> T + Send + 'static,
    ) -> Result<T, ErrorCode> {
        let AdmittedAnalysis {
            task,
            permits,
            stop,
            cancel_on_drop: _cancel_on_drop,
        } = self;
        let result = blocking(move || {
            let _permits = permits;
            work(task, &stop)
        });
        result.await
    }
}

fn task(
    server: &Server,
    rights: OperatorRights,
    wanted: AnalyseRequest,
) -> Result<AnalysisTask, ApiProblem> {
    let variant = server.games.open_requested(&wanted.game)?;
    let agent = wanted.agent.unwrap_or_else(|| variant.adviser());
    if is_external_spec(&agent) {
        // Only the operator may start programs, here one per analysed position.
        rights.require_operator()?;
    }
    let agent = server.games.checked_agent_spec(&variant, &agent, rights)?;
    let position = position_after(&variant, wanted.position.as_deref(), &wanted.moves)?;
    let time = wanted
        .time
        .map_or(DEFAULT_TIME, |time| Duration::from_millis(u64::from(time)));
    Ok(AnalysisTask {
        variant,
        position,
        agent,
        time: time.min(MAX_TIME).min(server.context.config.max_think_time),
    })
}

/// Guard that raises a stop flag when dropped: a request is dropped if its client disconnects.
struct CancelOnDrop(StopFlag);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.raise();
    }
}
