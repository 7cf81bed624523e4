//! TLS: certificates of listening programs, and the check of a certificate by those that connect.
//!
//! On a home network no authority signs certificates, so an address may pin a self-signed one by
//! its fingerprint. TLS 1.3 with the cryptography of `ring`.

use std::fmt;
use std::io;
use std::str::FromStr;
use std::sync::Arc;

use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{
    CryptoProvider, WebPkiSupportedAlgorithms, ring, verify_tls12_signature, verify_tls13_signature,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::version::TLS13;
use rustls::{
    ClientConfig, ClientConnection, DigitallySignedStruct, RootCertStore, ServerConfig,
    ServerConnection, SignatureScheme,
};
use sha2::{Digest, Sha256};

/// SHA-256 of a certificate, which identifies it. Written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CertificateFingerprint([u8; 32]);

impl CertificateFingerprint {
    fn of(certificate: &CertificateDer<'_>) -> CertificateFingerprint {
        CertificateFingerprint(Sha256::digest(certificate).into())
    }
}

impl FromStr for CertificateFingerprint {
    type Err = String;

    /// Parses a fingerprint of hexadecimal digits; colons between them are ignored.
    fn from_str(text: &str) -> Result<CertificateFingerprint, String> {
        let digits = text.replace(':', "");
        let bytes = HEXLOWER_PERMISSIVE.decode(digits.as_bytes());
        let bytes = bytes.ok().and_then(|bytes| bytes.try_into().ok());
        let bytes = bytes.ok_or("a fingerprint of a certificate has 64 hexadecimal digits")?;
        Ok(CertificateFingerprint(bytes))
    }
}

impl fmt::Display for CertificateFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for CertificateFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Certificate and private key with which a listening program identifies itself.
#[derive(Clone, Debug)]
pub struct TlsIdentity {
    config: Arc<ServerConfig>,
    pub(crate) fingerprint: CertificateFingerprint,
}

impl TlsIdentity {
    /// Creates a private key and a self-signed certificate, both in PEM format.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn generate_pem() -> Result<String, String> {
        let generated = rcgen::generate_simple_self_signed(vec!["ludorum".to_owned()]);
        let generated = generated.map_err(|error| error.to_string())?;
        let key = generated.signing_key.serialize_pem();
        Ok(format!("{}{key}", generated.cert.pem()))
    }

    /// Reads a private key and a certificate, with the certificates of its authorities after it,
    /// from text in PEM format.
    ///
    /// # Errors
    /// If one of them is missing or invalid, or the key belongs to another certificate.
    pub fn from_pem(pem: &str) -> Result<TlsIdentity, String> {
        let certificates: Result<Vec<_>, _> =
            CertificateDer::pem_slice_iter(pem.as_bytes()).collect();
        let certificates = certificates.map_err(|error| format!("certificate: {error}"))?;
        let first = certificates.first().ok_or("it has no certificate")?;
        let fingerprint = CertificateFingerprint::of(first);
        let key = PrivateKeyDer::from_pem_slice(pem.as_bytes());
        let key = key.map_err(|error| format!("private key: {error}"))?;
        let config = ServerConfig::builder_with_provider(provider())
            .with_protocol_versions(&[&TLS13])
            .and_then(|config| {
                config
                    .with_no_client_auth()
                    .with_single_cert(certificates, key)
            });
        let mut config = config.map_err(|error| error.to_string())?;
        // Nobody resumes a session.
        config.send_tls13_tickets = 0;
        Ok(TlsIdentity {
            config: Arc::new(config),
            fingerprint,
        })
    }

    /// Creates the TLS state of a new connection from another program.
    pub(crate) fn accept(&self) -> io::Result<ServerConnection> {
        ServerConnection::new(Arc::clone(&self.config)).map_err(io::Error::other)
    }
}

/// Creates the TLS state of a new connection to `host`. Its certificate must be the pinned one, or
/// without a pin one that the system trusts.
pub(crate) fn client(
    host: &str,
    pin: Option<CertificateFingerprint>,
) -> io::Result<ClientConnection> {
    let provider = provider();
    let authorities = match pin {
        Some(_) => None,
        None => system_authorities(&provider),
    };
    let check = CertificateCheck {
        pin,
        authorities,
        algorithms: provider.signature_verification_algorithms,
    };
    let config = ClientConfig::builder_with_provider(provider)
        .with_protocol_versions(&[&TLS13])
        .map_err(io::Error::other)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(check))
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    ClientConnection::new(Arc::new(config), name).map_err(io::Error::other)
}

fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// Creates a verifier with the certificate authorities that the system trusts; `None` if there are
/// none.
fn system_authorities(provider: &Arc<CryptoProvider>) -> Option<Arc<WebPkiServerVerifier>> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let verifier =
        WebPkiServerVerifier::builder_with_provider(Arc::new(roots), Arc::clone(provider));
    verifier.build().ok()
}

/// Verifier of the certificate of the program at the other end of a connection.
#[derive(Debug)]
struct CertificateCheck {
    pin: Option<CertificateFingerprint>,
    authorities: Option<Arc<WebPkiServerVerifier>>,
    algorithms: WebPkiSupportedAlgorithms,
}

impl ServerCertVerifier for CertificateCheck {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let found = CertificateFingerprint::of(certificate);
        let error = match (self.pin, &self.authorities) {
            (Some(pin), _) if pin == found => return Ok(ServerCertVerified::assertion()),
            (Some(_), _) => {
                return Err(rustls::Error::General(format!(
                    "its certificate has another fingerprint, {found}"
                )));
            }
            (None, Some(authorities)) => {
                match authorities.verify_server_cert(certificate, intermediates, name, ocsp, now) {
                    Ok(verified) => return Ok(verified),
                    Err(error) => error.to_string(),
                }
            }
            (None, None) => "the system trusts no certificate authority".to_owned(),
        };
        Err(rustls::Error::General(format!(
            "its certificate is not trusted: {error}. Its fingerprint is {found}; if the program \
             that listens there prints the same, append #{found} to the address"
        )))
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.algorithms.supported_schemes()
    }
}

/// Converts the error of a TLS handshake to one that tells the user what to do.
pub(crate) fn handshake_error(error: io::Error) -> io::Error {
    let reason = error.get_ref().and_then(|inner| inner.downcast_ref());
    match reason {
        Some(rustls::Error::General(reason)) => io::Error::new(error.kind(), reason.clone()),
        _ => io::Error::new(
            error.kind(),
            format!("the TLS handshake failed: {error}; the other program may not use TLS"),
        ),
    }
}
