//! Tables: list, open, join, set up and start. Moves are sent over the WebSocket of `live.rs`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, FromRequestParts, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use ludorum_protocol::lobby::{
    JoinRequest, NewTable, Ready, SeatOccupantChoice, TableInfo, TableLoadProgress, TableSettings,
    WatchRequest,
};
use ludorum_protocol::{ApiProblem, ErrorCode};

use super::body::{JsonBody, PathParams, QueryParams};
use crate::identity::PersonId;
use crate::operator::OperatorRights;
use crate::table::{TableCommand, TableMessage};
use crate::table_filter::TableFilter;
use crate::{Error, Server, password};

/// Response header with the progress `DONE/TOTAL` while tables are loaded after a restart.
const LOADING: HeaderName = HeaderName::from_static("x-ludorum-loading");

/// Lists the public tables. While the server is loading tables after a restart, the list is
/// incomplete and the header `X-Ludorum-Loading` has the progress.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", params(TableFilter),
    responses((status = 200, body = [TableInfo]), (status = 400, body = ApiProblem))
)]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
    QueryParams(filter): QueryParams<TableFilter>,
) -> impl IntoResponse {
    let progress = server.loading.progress();
    let loading = progress.map(|TableLoadProgress { done, total }| {
        let value = format!("{done}/{total}");
        AppendHeaders([(LOADING, value)])
    });
    let tables = server.context.registry.listed(|info| filter.accepts(info));
    (loading, Json(tables))
}

/// Opens a table with the client as host.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn create(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<ClientAddress>,
    who: PersonId,
    rights: OperatorRights,
    JsonBody(new): JsonBody<NewTable>,
) -> Result<(StatusCode, Json<TableInfo>), Error> {
    let info = server.open_table(&who, new, (rights, address)).await?;
    Ok((StatusCode::CREATED, Json(info)))
}

/// Returns the description of a table.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path, description = "Id of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn look(table: TableRequest) -> Result<Json<TableInfo>, Error> {
    table.send(TableCommand::Info).await
}

/// Changes the settings of a table before the game. Host only.
#[utoipa::path(
    patch, path = "/api/tables/{id}", tag = "tables", request_body = TableSettings,
    params(("id" = String, Path, description = "Id of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn change(
    table: TableRequest,
    JsonBody(settings): JsonBody<TableSettings>,
) -> Result<Json<TableInfo>, Error> {
    table.send(TableCommand::Settings(settings)).await
}

/// Takes a seat at a table, or returns to the seat held before.
#[utoipa::path(
    post, path = "/api/tables/{id}/join", tag = "tables", request_body = JoinRequest,
    params(("id" = String, Path, description = "Id of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn join(
    table: TableRequest,
    Extension(address): Extension<ClientAddress>,
    JsonBody(join): JsonBody<JoinRequest>,
) -> Result<Json<TableInfo>, Error> {
    let is_admitted = match join.password {
        Some(password) => table.check_password(address, password).await?,
        None => false,
    };
    let command = TableCommand::Join {
        seat: join.seat,
        name: join.name,
        colour: join.colour,
        is_admitted,
    };
    table.send(command).await
}

/// Submits the password of a table, in order to watch.
#[utoipa::path(
    post, path = "/api/tables/{id}/enter", tag = "tables", request_body = WatchRequest,
    params(("id" = String, Path, description = "Id of the table.")),
    responses((status = 204), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn enter(
    table: TableRequest,
    Extension(address): Extension<ClientAddress>,
    JsonBody(enter): JsonBody<WatchRequest>,
) -> Result<StatusCode, Error> {
    table.check_password(address, enter.password).await?;
    let TableRequest { server, who, id } = table;
    let admit = |reply| TableMessage::Admit { who, reply };
    server.ask(&id, admit).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sets or clears the ready mark.
#[utoipa::path(
    post, path = "/api/tables/{id}/ready", tag = "tables", request_body = Ready,
    params(("id" = String, Path, description = "Id of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn ready(
    table: TableRequest,
    JsonBody(ready): JsonBody<Ready>,
) -> Result<Json<TableInfo>, Error> {
    table.send(TableCommand::Ready(ready.ready)).await
}

/// Assigns a seat. Host only, except that people at the table may assign an open seat to another
/// player on their device, and may give up one of several seats they hold.
#[utoipa::path(
    put, path = "/api/tables/{id}/seats/{seat}", tag = "tables", request_body = SeatOccupantChoice,
    params(
        ("id" = String, Path, description = "Id of the table."),
        ("seat" = u8, Path, description = "Seat number, counted from 0."),
    ),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn seat(
    State(server): State<Arc<Server>>,
    who: PersonId,
    rights: OperatorRights,
    PathParams((id, seat)): PathParams<(String, u8)>,
    JsonBody(seating): JsonBody<SeatOccupantChoice>,
) -> Result<Json<TableInfo>, Error> {
    let command = TableCommand::Seat {
        seat,
        seating,
        rights,
    };
    TableRequest { server, who, id }.send(command).await
}

/// Starts the game of a table. Host only.
#[utoipa::path(
    post, path = "/api/tables/{id}/start", tag = "tables", params(("id" = String, Path, description = "Id of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn start(table: TableRequest) -> Result<Json<TableInfo>, Error> {
    table.send(TableCommand::Start).await
}

/// Leaves the table. Before the game the seat is freed; later it is kept, and an agent may play for
/// it.
#[utoipa::path(
    post, path = "/api/tables/{id}/leave", tag = "tables", params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn leave(table: TableRequest) -> Result<Json<TableInfo>, Error> {
    table.send(TableCommand::Leave).await
}

/// Extractor for a person's request about the table whose id is in the URL path.
#[derive(FromRequestParts)]
#[from_request(state(Arc<Server>))]
pub(super) struct TableRequest {
    #[from_request(via(State))]
    server: Arc<Server>,
    who: PersonId,
    #[from_request(via(PathParams))]
    id: String,
}

impl TableRequest {
    async fn send(self, command: TableCommand) -> Result<Json<TableInfo>, Error> {
        let TableRequest { server, who, id } = self;
        let info = server.ask(&id, |reply| TableMessage::Command {
            who,
            command,
            reply,
        });
        Ok(Json(info.await?))
    }

    /// True if the table has no password or `given` is the password. A wrong password, or too many
    /// attempts from the address, is an error.
    async fn check_password(&self, address: ClientAddress, given: String) -> Result<bool, Error> {
        let TableRequest { server, id, .. } = self;
        // Loads the table if it was archived.
        server.table(id).await?;
        let Some(hash) = server.context.registry.password(id) else {
            return Ok(true);
        };
        if !server.password_attempts.take(&(id.clone(), address.0)) {
            server.context.metrics.limited.add(1);
            return Err(ErrorCode::TooManyTries.into());
        }
        if password::verify(given, hash).await? {
            Ok(true)
        } else {
            Err(ErrorCode::WrongPassword.into())
        }
    }
}

/// Client address of a request, to which limits are charged: IPv4 address or IPv6 /64 network.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) std::net::IpAddr);
