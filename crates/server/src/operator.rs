//! The operator: whoever sends the token that only those have who started the server. From where somebody
//! asks gives no right: other accounts of the same machine are strangers like any others.

use std::sync::Arc;

use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use ludorum_protocol::Code;

use crate::{Error, OperatorKey, Server};

/// The header that carries the operator's token.
const HEADER: &str = "x-ludorum-operator";

/// What somebody may have the server do besides playing: start programs, reach addresses, play matches,
/// keep agents and templates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rights {
    /// Everything: they are the operator.
    Operator,
    /// Nothing of that.
    Everyone,
    /// Nothing of that, as nobody may on this server.
    Nobody,
}

impl Rights {
    /// Refuses everyone but the operator.
    pub(crate) fn only_operator(self) -> Result<(), Code> {
        match self {
            Rights::Operator => Ok(()),
            Rights::Everyone => Err(Code::OperatorOnly),
            Rights::Nobody => Err(Code::LocalOnly),
        }
    }
}

impl FromRequestParts<Arc<Server>> for Rights {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, server: &Arc<Server>) -> Result<Rights, Error> {
        Ok(match server.desk.config.programs {
            false => Rights::Nobody,
            true if is_operator(parts, server) => Rights::Operator,
            true => Rights::Everyone,
        })
    }
}

/// The operator of a server that lets the operator start programs; others are refused before anything is
/// read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProgramsOperator;

impl FromRequestParts<Arc<Server>> for ProgramsOperator {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<ProgramsOperator, Error> {
        let rights = Rights::from_request_parts(parts, server).await?;
        rights.only_operator()?;
        Ok(ProgramsOperator)
    }
}

/// The operator; others are refused before anything is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operator;

impl FromRequestParts<Arc<Server>> for Operator {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Operator, Error> {
        match is_operator(parts, server) {
            true => Ok(Operator),
            false => Err(Code::OperatorOnly.into()),
        }
    }
}

impl OptionalFromRequestParts<Arc<Server>> for Operator {
    type Rejection = Error;

    async fn from_request_parts(
        parts: &mut Parts,
        server: &Arc<Server>,
    ) -> Result<Option<Operator>, Error> {
        Ok(is_operator(parts, server).then_some(Operator))
    }
}

/// Whether a request carries the operator's token.
fn is_operator(parts: &Parts, server: &Server) -> bool {
    let token = parts.headers.get(HEADER);
    let key = token.and_then(|token| OperatorKey::of(token.to_str().ok()?));
    // Hashes are compared, so how long that takes tells nothing about the token.
    key.is_some() && key == server.desk.config.operator
}
