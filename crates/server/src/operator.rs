//! The operator of the server, who is identified by a secret token. The address of a request grants
//! no rights: other accounts on the same machine are untrusted too.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use ludorum_protocol::ErrorCode;

use crate::{Error, OperatorTokenHash, Server};

/// Name of the request header that carries the operator's token.
const HEADER: &str = "x-ludorum-operator";

/// Operator rights of a request: to start programs, connect to addresses, play matches, and save
/// agents and templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperatorRights {
    /// Rights of a request that carries the operator's token.
    Granted,
    /// Rights of a request without the operator's token.
    Denied,
    /// Rights of all requests if the server grants operator rights to nobody.
    Disabled,
}

impl OperatorRights {
    pub(crate) fn require_operator(self) -> Result<(), ErrorCode> {
        match self {
            OperatorRights::Granted => Ok(()),
            OperatorRights::Denied => Err(ErrorCode::OperatorOnly),
            OperatorRights::Disabled => Err(ErrorCode::LocalOnly),
        }
    }
}

impl FromRequestParts<Arc<Server>> for OperatorRights {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<OperatorRights, Error> {
        Ok(if !server.context.config.programs {
            OperatorRights::Disabled
        } else if is_operator(parts, server) {
            OperatorRights::Granted
        } else {
            OperatorRights::Denied
        })
    }
}

/// Extractor that admits only the operator, and only if the server allows its operator to start
/// programs. Other requests are refused before their body is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramLaunchAuth;

impl FromRequestParts<Arc<Server>> for ProgramLaunchAuth {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<ProgramLaunchAuth, Error> {
        let rights = OperatorRights::from_request_parts(parts, server).await?;
        rights.require_operator()?;
        Ok(ProgramLaunchAuth)
    }
}

/// Extractor that admits only the operator. Other requests are refused before their body is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OperatorAuth;

impl FromRequestParts<Arc<Server>> for OperatorAuth {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<OperatorAuth, Error> {
        if is_operator(parts, server) {
            Ok(OperatorAuth)
        } else {
            Err(ErrorCode::OperatorOnly.into())
        }
    }
}

impl OptionalFromRequestParts<Arc<Server>> for OperatorAuth {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Option<OperatorAuth>, Error> {
        Ok(is_operator(parts, server).then_some(OperatorAuth))
    }
}

fn is_operator(parts: &Parts, server: &Server) -> bool {
    let token = parts.headers.get(HEADER);
    let key = token.and_then(|token| OperatorTokenHash::of(token.to_str().ok()?));
    // Comparing hashes leaks nothing about the token through timing.
    key.is_some() && key == server.context.config.operator
}
