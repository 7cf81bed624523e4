//! Tables: found, opened, joined, set up and started. What happens at them is told over `live`.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, State};
use axum::http::{HeaderName, StatusCode};
use axum::response::{AppendHeaders, IntoResponse};
use ludorum_protocol::lobby::{
    Enter, Join, LoadProgress, NewTable, Ready, Seating, Settings, TableInfo,
};
use ludorum_protocol::{Code, Problem};

use super::body::{Body, Path, Query};
use crate::filter::Filter;
use crate::identity::Person;
use crate::operator::Rights;
use crate::table::{Order, Wish};
use crate::{Error, Server, password};

/// Says in answers with the list of tables that it is not whole yet: `DONE/TOTAL`.
const LOADING: HeaderName = HeaderName::from_static("x-ludorum-loading");

/// The listed tables. While a server that has just started still loads tables, the header
/// `X-Ludorum-Loading` says how many of how many are loaded.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", params(Filter),
    responses((status = 200, body = [TableInfo]), (status = 400, body = Problem))
)]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
    Query(filter): Query<Filter>,
) -> impl IntoResponse {
    let progress = server.loading.progress();
    let loading = progress.map(|LoadProgress { done, total }| {
        let value = format!("{done}/{total}");
        AppendHeaders([(LOADING, value)])
    });
    let tables = server.desk.board.listed(|info| filter.fits(info));
    (loading, Json(tables))
}

/// Opens a table. Who asks is its host.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn create(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    who: Person,
    rights: Rights,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<TableInfo>), Error> {
    let info = server.open_table(&who, new, (rights, address)).await?;
    Ok((StatusCode::CREATED, Json(info)))
}

/// A table.
#[utoipa::path(
    get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn look(
    State(server): State<Arc<Server>>,
    who: Person,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>, Error> {
    wish(&server, &id, who, Wish::Look).await
}

/// The host changes the settings, before the game.
#[utoipa::path(
    patch, path = "/api/tables/{id}", tag = "tables", request_body = Settings,
    params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn change(
    State(server): State<Arc<Server>>,
    who: Person,
    Path(id): Path<String>,
    Body(settings): Body<Settings>,
) -> Result<Json<TableInfo>, Error> {
    wish(&server, &id, who, Wish::Settings(settings)).await
}

/// Sits down, or comes back to one's seat.
#[utoipa::path(
    post, path = "/api/tables/{id}/join", tag = "tables", request_body = Join,
    params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn join(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    who: Person,
    Path(id): Path<String>,
    Body(join): Body<Join>,
) -> Result<Json<TableInfo>, Error> {
    let is_admitted = match join.password {
        Some(password) => check_password(&server, &id, address, password).await?,
        None => false,
    };
    let wished = Wish::Join {
        seat: join.seat,
        name: join.name,
        colour: join.colour,
        is_admitted,
    };
    wish(&server, &id, who, wished).await
}

/// Shows that one knows the password, to watch.
#[utoipa::path(
    post, path = "/api/tables/{id}/enter", tag = "tables", request_body = Enter,
    params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 204), (status = "4XX", body = Problem))
)]
pub(super) async fn enter(
    State(server): State<Arc<Server>>,
    Extension(address): Extension<Address>,
    who: Person,
    Path(id): Path<String>,
    Body(enter): Body<Enter>,
) -> Result<StatusCode, Error> {
    check_password(&server, &id, address, enter.password).await?;
    server.ask(&id, |reply| Order::Admit { who, reply }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Leaves. Before the game the seat is open again; later it is kept, and an agent may play.
#[utoipa::path(
    post, path = "/api/tables/{id}/leave", tag = "tables", params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn leave(
    State(server): State<Arc<Server>>,
    who: Person,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>, Error> {
    wish(&server, &id, who, Wish::Leave).await
}

/// Ticks that the game may start, or removes the tick.
#[utoipa::path(
    post, path = "/api/tables/{id}/ready", tag = "tables", request_body = Ready,
    params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn ready(
    State(server): State<Arc<Server>>,
    who: Person,
    Path(id): Path<String>,
    Body(ready): Body<Ready>,
) -> Result<Json<TableInfo>, Error> {
    wish(&server, &id, who, Wish::Ready(ready.ready)).await
}

/// The host says who shall sit at a seat. Others at the table may bring somebody to an open seat, and
/// give up one of several seats of their own.
#[utoipa::path(
    put, path = "/api/tables/{id}/seats/{seat}", tag = "tables", request_body = Seating,
    params(
        ("id" = String, Path, description = "The address of the table."),
        ("seat" = u8, Path, description = "The seat, counted from 0."),
    ),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn seat(
    State(server): State<Arc<Server>>,
    who: Person,
    rights: Rights,
    Path((id, seat)): Path<(String, u8)>,
    Body(seating): Body<Seating>,
) -> Result<Json<TableInfo>, Error> {
    let wished = Wish::Seat {
        seat,
        seating,
        rights,
    };
    wish(&server, &id, who, wished).await
}

/// The host starts the game.
#[utoipa::path(
    post, path = "/api/tables/{id}/start", tag = "tables", params(("id" = String, Path, description = "The address of the table.")),
    responses((status = 200, body = TableInfo), (status = "4XX", body = Problem))
)]
pub(super) async fn start(
    State(server): State<Arc<Server>>,
    who: Person,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>, Error> {
    wish(&server, &id, who, Wish::Start).await
}

async fn wish(
    server: &Server,
    id: &str,
    who: Person,
    wish: Wish,
) -> Result<Json<TableInfo>, Error> {
    let info = server.ask(id, |reply| Order::Wish { who, wish, reply });
    Ok(Json(info.await?))
}

/// That the password is right. Each address has a few tries at a table, and then must wait.
async fn check_password(
    server: &Server,
    id: &str,
    address: Address,
    given: String,
) -> Result<bool, Error> {
    // Brings the table back if it was archived.
    server.table(id).await?;
    let Some(hash) = server.desk.board.password(id) else {
        return Ok(true);
    };
    if !server.tries.take((id.to_owned(), address.0)) {
        server.desk.metrics.limited.add(1);
        return Err(Code::TooManyTries.into());
    }
    if password::fits(given, hash).await? {
        Ok(true)
    } else {
        Err(Code::WrongPassword.into())
    }
}

/// The address a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) std::net::IpAddr);
