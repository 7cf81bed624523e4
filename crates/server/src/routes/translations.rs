//! Translations in the content folder: all clients may list them, only the operator may save them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use ludorum_protocol::ApiProblem;
use ludorum_protocol::translation::{
    SaveTranslationRequest, TranslationInfo, TranslationList, TranslationSavePermission,
};

use super::body::{JsonBody, PathParams};
use crate::blocking::with_files;
use crate::languages::LONGEST;
use crate::operator::OperatorAuth;
use crate::{Error, Server};

/// Maximum request size in bytes: twice the text, because JSON may escape every character.
pub(super) const LARGEST: usize = 2 * LONGEST + 1024;

/// Lists the translations in the content folder, and whether the client may save any.
#[utoipa::path(
    get, path = "/api/translations", tag = "translations",
    responses((status = 200, body = TranslationList))
)]
pub(super) async fn list(
    State(server): State<Arc<Server>>,
    operator: Option<OperatorAuth>,
) -> Result<Json<TranslationList>, Error> {
    let saving = match operator {
        _ if !server.languages.has_folder() => TranslationSavePermission::Never,
        Some(OperatorAuth) => TranslationSavePermission::Allowed,
        None if server.context.config.operator.is_some() => TranslationSavePermission::WithToken,
        None => TranslationSavePermission::Never,
    };
    let translations = with_files(server, |server| Ok(server.languages.translations())).await?;
    Ok(Json(TranslationList {
        saving,
        translations,
    }))
}

/// Saves the translation of a language, replacing an earlier one. Operator only.
#[utoipa::path(
    put, path = "/api/translations/{code}", tag = "translations", request_body = SaveTranslationRequest,
    params(("code" = String, Path, description = "Language code, such as `de`.")),
    responses((status = 200, body = TranslationInfo), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn save(
    State(server): State<Arc<Server>>,
    _: OperatorAuth,
    PathParams(code): PathParams<String>,
    JsonBody(new): JsonBody<SaveTranslationRequest>,
) -> Result<Json<TranslationInfo>, Error> {
    let saved = with_files(server, move |server| {
        server.languages.save(&code, &new.text)
    });
    Ok(Json(saved.await?))
}

/// Removes the saved translation of a language. Operator only.
#[utoipa::path(
    delete, path = "/api/translations/{code}", tag = "translations",
    params(("code" = String, Path, description = "Language code, such as `de`.")),
    responses((status = 204), (status = "4XX", body = ApiProblem))
)]
pub(super) async fn remove(
    State(server): State<Arc<Server>>,
    _: OperatorAuth,
    PathParams(code): PathParams<String>,
) -> Result<StatusCode, Error> {
    with_files(server, move |server| server.languages.remove(&code)).await?;
    Ok(StatusCode::NO_CONTENT)
}
