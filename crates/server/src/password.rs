//! Table passwords, stored as argon2 hashes. Hashes are computed on blocking threads.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use ludorum_protocol::{ApiProblem, ErrorCode};
use tokio::sync::Semaphore;

use crate::Error;
use crate::blocking::blocking;
use crate::identity::random;

/// Maximum length of a password in bytes; longer ones are refused before hashing.
const LONGEST: usize = 128;

/// Limits how many passwords are hashed in parallel: each hash takes 19 MiB and about 20 ms.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

pub(crate) async fn hash(password: String) -> Result<String, Error> {
    if password.is_empty() || password.len() > LONGEST {
        return Err(ApiProblem::new(ErrorCode::BadText)
            .with("field", "password")
            .into());
    }
    let hashed = run_limited(move || {
        let salt = SaltString::encode_b64(&random::<16>()).ok()?;
        let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
        hash.ok().map(|hash| hash.to_string())
    });
    Ok(hashed.await?.ok_or(ErrorCode::Internal)?)
}

/// True if the password matches the argon2 hash.
pub(crate) async fn verify(password: String, hash: String) -> Result<bool, Error> {
    if password.len() > LONGEST {
        return Ok(false);
    }
    run_limited(move || {
        let hash = PasswordHash::new(&hash);
        hash.is_ok_and(|hash| {
            let verified = Argon2::default().verify_password(password.as_bytes(), &hash);
            verified.is_ok()
        })
    })
    .await
}

async fn run_limited<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Error> {
    let _permit = AT_ONCE.acquire().await.map_err(|_| ErrorCode::Internal)?;
    Ok(blocking(work).await?)
}
