//! HTTP client of the server's API.

use anyhow::{Result, anyhow};
use ludorum_protocol::ApiProblem;
use ludorum_protocol::lobby::{
    ClientSession, JoinRequest, NewTable, Ready, TableInfo, TableLoadProgress, WatchRequest,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::Agent;
use ureq::http::Response;

use super::{check_url, problems};
use crate::console::printable;
use crate::language::say;
use crate::untrusted_json;

/// HTTP client of a server with the token that identifies the user there.
#[derive(Debug)]
pub(super) struct ApiClient {
    url: String,
    agent: Agent,
    token: String,
    /// Operator token, sent with every POST request; `None` if the user gave none.
    operator: Option<String>,
}

impl ApiClient {
    /// Sets the operator token to send with every POST request.
    pub(super) fn with_operator(mut self, token: Option<String>) -> ApiClient {
        self.operator = token;
        self
    }

    /// Connects to the server at `url` with the user's token; requests a new token if it is `None`.
    pub(super) fn new(url: &str, token: Option<String>) -> Result<ApiClient> {
        let config = Agent::config_builder().http_status_as_error(false);
        let mut api = ApiClient {
            url: check_url(url)?.to_owned(),
            agent: Agent::new_with_config(config.build()),
            token: token.unwrap_or_default(),
            operator: None,
        };
        if api.token.is_empty() {
            let session: ClientSession = api.post("session", &())?;
            api.token = session.token;
        }
        Ok(api)
    }

    pub(super) fn token(&self) -> &str {
        &self.token
    }

    /// WebSocket URL of the live events of a table.
    pub(super) fn live_url(&self, table: &str) -> String {
        let host = self.url.trim_start_matches("http://");
        format!("ws://{host}/api/tables/{table}/live")
    }

    /// Lists the server's loaded tables, and its progress if it is still loading tables.
    pub(super) fn tables(&self) -> Result<(Vec<TableInfo>, Option<TableLoadProgress>)> {
        let answer = self.get_response("tables")?;
        let loading = answer.headers().get("x-ludorum-loading");
        let loading = loading.and_then(|value| {
            let (done, total) = value.to_str().ok()?.split_once('/')?;
            Some(TableLoadProgress {
                done: done.parse().ok()?,
                total: total.parse().ok()?,
            })
        });
        Ok((read(answer)?, loading))
    }

    pub(super) fn table(&self, table: &str) -> Result<TableInfo> {
        self.get(&format!("tables/{table}"))
    }

    pub(super) fn open(&self, new: &NewTable) -> Result<TableInfo> {
        self.post("tables", new)
    }

    pub(super) fn join(&self, table: &str, join: &JoinRequest) -> Result<TableInfo> {
        self.post(&format!("tables/{table}/join"), join)
    }

    pub(super) fn enter(&self, table: &str, password: String) -> Result<()> {
        let answer =
            self.post_response(&format!("tables/{table}/enter"), &WatchRequest { password })?;
        check(answer).map(|_| ())
    }

    pub(super) fn ready(&self, table: &str) -> Result<TableInfo> {
        self.post(&format!("tables/{table}/ready"), &Ready { ready: true })
    }

    pub(super) fn leave(&self, table: &str) -> Result<TableInfo> {
        self.post(&format!("tables/{table}/leave"), &())
    }

    pub(super) fn start(&self, table: &str) -> Result<TableInfo> {
        self.post(&format!("tables/{table}/start"), &())
    }

    fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T> {
        read(self.get_response(path)?)
    }

    fn get_response(&self, path: &str) -> Result<Response<ureq::Body>> {
        let url = format!("{}/api/{path}", self.url);
        let request = self.agent.get(&url).header("Authorization", self.bearer());
        request.call().map_err(|error| self.unreachable(&error))
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T> {
        read(self.post_response(path, body)?)
    }

    fn post_response(&self, path: &str, body: &impl Serialize) -> Result<Response<ureq::Body>> {
        let url = format!("{}/api/{path}", self.url);
        let mut request = self.agent.post(&url).header("Authorization", self.bearer());
        if let Some(token) = &self.operator {
            request = request.header("X-Ludorum-Operator", token);
        }
        request
            .send_json(body)
            .map_err(|error| self.unreachable(&error))
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.token)
    }

    fn unreachable(&self, error: &ureq::Error) -> anyhow::Error {
        let reason = printable(&error.to_string());
        anyhow!(say!("cannot-reach", where = self.url, reason = reason))
    }
}

fn read<T: DeserializeOwned>(answer: Response<ureq::Body>) -> Result<T> {
    let mut answer = check(answer)?;
    let text = answer.body_mut().read_to_string();
    let text = text.map_err(|error| anyhow!(say!("no-ludorum-server", reason = error)))?;
    untrusted_json::parse(&text).map_err(|error| {
        let reason = printable(&error.to_string());
        anyhow!(say!("no-ludorum-server", reason = reason))
    })
}

fn check(mut answer: Response<ureq::Body>) -> Result<Response<ureq::Body>> {
    if answer.status().is_success() {
        return Ok(answer);
    }
    let status = answer.status();
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    Err(match untrusted_json::parse::<ApiProblem>(&text) {
        Ok(problem) => anyhow!("{}", problems::message(&problem)),
        Err(_) => anyhow!(say!("server-answers", status = status)),
    })
}
