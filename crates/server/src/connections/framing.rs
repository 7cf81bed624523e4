//! Requests that say their length twice. The HTTP library believes `Transfer-Encoding` and drops a
//! `Content-Length` beside it; a proxy in front may believe the other, and then one's body is the
//! other's next request. So the heads are read here, too, as they come in.

/// No head is longer than this.
pub(super) const LONGEST_HEAD: usize = 32 * 1024;

/// As many headers as the HTTP library reads.
const MOST_HEADERS: usize = 100;

/// Follows the requests of a connection.
#[derive(Debug)]
pub(super) enum Framing {
    /// In a head, of which this has come.
    Head(Vec<u8>),
    /// In a body, of which so much is to come.
    Body(u64),
    /// No longer followed: a request that ends the connection has come.
    Done,
}

impl Framing {
    pub(super) fn new() -> Framing {
        Framing::Head(Vec::new())
    }

    /// Reads on; whether a request has both lengths.
    pub(super) fn is_ambiguous_after(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            match self {
                Framing::Done => return false,
                Framing::Body(left) => {
                    let here =
                        usize::try_from(*left).map_or(bytes.len(), |left| left.min(bytes.len()));
                    bytes = &bytes[here..];
                    *left -= here as u64;
                    if *left == 0 {
                        *self = Framing::new();
                    }
                }
                Framing::Head(head) => {
                    // The end of a head may have begun in what came before.
                    let known = head.len();
                    head.extend_from_slice(bytes);
                    let Some(end) = end_of_head(head, known) else {
                        if head.len() > LONGEST_HEAD {
                            *self = Framing::Done;
                        }
                        return false;
                    };
                    bytes = &bytes[end - known..];
                    let next = after(&head[..end]);
                    match next {
                        Some(next) => *self = next,
                        None => {
                            *self = Framing::Done;
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

/// The end of the head, if it is there; it was not in the first `known` bytes.
fn end_of_head(head: &[u8], known: usize) -> Option<usize> {
    let from = known.saturating_sub(3);
    (from..head.len()).find_map(|at| {
        let rest = &head[at..];
        [&b"\n\r\n"[..], b"\n\n"]
            .iter()
            .find(|end| rest.starts_with(end))
            .map(|end| at + end.len())
    })
}

/// What comes after a head; nothing if it has both lengths.
fn after(head: &[u8]) -> Option<Framing> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    // What cannot be read is refused by the HTTP library.
    let Ok(httparse::Status::Complete(_)) = request.parse(head) else {
        // Empty lines before a head belong to it.
        let is_empty = head.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        return Some(match is_empty {
            true => Framing::new(),
            false => Framing::Done,
        });
    };
    let values = |name: &'static str| {
        let is_named = move |header: &&httparse::Header<'_>| header.name.eq_ignore_ascii_case(name);
        request
            .headers
            .iter()
            .filter(is_named)
            .map(|header| header.value)
    };
    let is_encoded = values("transfer-encoding").next().is_some();
    let mut lengths = values("content-length");
    let length = lengths.next();
    if is_encoded && length.is_some() {
        return None;
    }
    // The connection ends with these: see `guard`.
    if is_encoded || values("upgrade").next().is_some() {
        return Some(Framing::Done);
    }
    let length = match length {
        None => Some(0),
        Some(length) => std::str::from_utf8(length)
            .ok()
            .and_then(|text| text.trim().parse().ok()),
    };
    Some(match length {
        Some(0) => Framing::new(),
        Some(length) => Framing::Body(length),
        None => Framing::Done,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a text is found ambiguous, whole and in every two pieces.
    fn check(text: &str, expected: bool) {
        for cut in 0..=text.len() {
            let (one, other) = text.as_bytes().split_at(cut);
            let mut framing = Framing::new();
            let first = framing.is_ambiguous_after(one);
            let found = first | framing.is_ambiguous_after(other);
            assert_eq!(found, expected, "{text:?} cut at {cut}");
        }
    }

    #[test]
    fn both_lengths_are_found_wherever_they_are() {
        let both =
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        let reverse = "POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n";
        for text in [
            both.to_owned(),
            reverse.to_owned(),
            both.replace("\r\n", "\n"),
            format!("\r\n{both}"),
            format!("GET / HTTP/1.1\r\nHost: a\r\n\r\n{both}"),
            format!("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n12345{both}"),
            format!("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n\r\n\r\n\n\r\n{both}"),
        ] {
            check(&text, true);
        }
    }

    #[test]
    fn what_only_looks_like_both_is_let_through() {
        let both = "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
        let length = both.len() + 18;
        for text in [
            "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\n123".to_owned(),
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n".to_owned(),
            format!("POST / HTTP/1.1\r\nContent-Length: {length}\r\n\r\nPOST / HTTP/1.1\r\n{both}"),
            format!("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\nGET / HTTP/1.1\r\n{both}"),
            format!("nonsense\r\n\r\nPOST / HTTP/1.1\r\n{both}"),
        ] {
            check(&text, false);
        }
        let mut framing = Framing::new();
        assert!(!framing.is_ambiguous_after(&vec![b'x'; LONGEST_HEAD + 1]));
        assert!(matches!(framing, Framing::Done));
    }
}
