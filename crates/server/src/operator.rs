//! The operator: identified by a token known only to whoever started the server. The origin of a
//! request grants no rights: other accounts on this machine are strangers.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use ludorum_protocol::Code;

use crate::{Error, OperatorTokenHash, Server};

/// Request header with the operator's token.
const HEADER: &str = "x-ludorum-operator";

/// Operator rights of a request: to start programs, connect to addresses, play matches, and save
/// agents and templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OperatorRights {
    /// The request has the operator's token.
    Granted,
    /// The request does not have it.
    Denied,
    /// Nobody has these rights on this server.
    Disabled,
}

impl OperatorRights {
    pub(crate) fn require_operator(self) -> Result<(), Code> {
        match self {
            OperatorRights::Granted => Ok(()),
            OperatorRights::Denied => Err(Code::OperatorOnly),
            OperatorRights::Disabled => Err(Code::LocalOnly),
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

/// Extractor: the operator, on a server where the operator may start programs. Others are refused
/// before the body is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramOperatorAuth;

impl FromRequestParts<Arc<Server>> for ProgramOperatorAuth {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<ProgramOperatorAuth, Error> {
        let rights = OperatorRights::from_request_parts(parts, server).await?;
        rights.require_operator()?;
        Ok(ProgramOperatorAuth)
    }
}

/// Extractor: the operator. Others are refused before the body is read.
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
            Err(Code::OperatorOnly.into())
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
