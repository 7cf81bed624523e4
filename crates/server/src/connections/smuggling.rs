//! Detects HTTP request smuggling: requests with both `Content-Length` and `Transfer-Encoding`. The
//! HTTP library ignores the first header and a proxy may ignore the second, so they could disagree
//! on where the next request starts. The detector therefore parses request heads itself.

/// Maximum size of a request head in bytes.
pub(super) const LONGEST_HEAD: usize = 32 * 1024;

/// Maximum number of headers in a request, the same as in the HTTP library.
const MOST_HEADERS: usize = 100;

/// Parser that follows the requests on a connection and detects ambiguous body lengths.
#[derive(Debug)]
pub(super) enum RequestSmugglingDetector {
    /// State while a request head is read; contains the bytes received so far.
    Head(Vec<u8>),
    /// State while a request body is read; contains the number of bytes still to come.
    Body(u64),
    /// State without further parsing, because the connection ends after the current request.
    Done,
}

impl RequestSmugglingDetector {
    pub(super) fn new() -> RequestSmugglingDetector {
        RequestSmugglingDetector::Head(Vec::new())
    }

    /// Consumes bytes from the connection. True if a request had both `Content-Length` and
    /// `Transfer-Encoding`.
    pub(super) fn is_ambiguous_after(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            match self {
                RequestSmugglingDetector::Done => return false,
                RequestSmugglingDetector::Body(left) => {
                    let here =
                        usize::try_from(*left).map_or(bytes.len(), |left| left.min(bytes.len()));
                    bytes = &bytes[here..];
                    *left -= here as u64;
                    if *left == 0 {
                        *self = RequestSmugglingDetector::new();
                    }
                }
                RequestSmugglingDetector::Head(head) => {
                    // The end marker may start in earlier bytes.
                    let known = head.len();
                    head.extend_from_slice(bytes);
                    let Some(end) = end_of_head(head, known) else {
                        if head.len() > LONGEST_HEAD {
                            *self = RequestSmugglingDetector::Done;
                        }
                        return false;
                    };
                    bytes = &bytes[end - known..];
                    let next = state_after(&head[..end]);
                    match next {
                        Some(next) => *self = next,
                        None => {
                            *self = RequestSmugglingDetector::Done;
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}

/// Index of the first byte after the request head. `None` if the head is incomplete. The first
/// `known` bytes are known not to contain the end.
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

/// The state after a complete request head. `None` if the head has both `Content-Length` and
/// `Transfer-Encoding`.
fn state_after(head: &[u8]) -> Option<RequestSmugglingDetector> {
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    // The HTTP library refuses unparsable heads.
    let Ok(httparse::Status::Complete(_)) = request.parse(head) else {
        // Empty lines may precede a head.
        let is_empty = head.iter().all(|byte| matches!(byte, b'\r' | b'\n'));
        return Some(if is_empty {
            RequestSmugglingDetector::new()
        } else {
            RequestSmugglingDetector::Done
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
    // The connection ends after these: see `middleware::guard`.
    if is_encoded || values("upgrade").next().is_some() {
        return Some(RequestSmugglingDetector::Done);
    }
    let length = match length {
        None => Some(0),
        Some(length) => std::str::from_utf8(length)
            .ok()
            .and_then(|text| text.trim().parse().ok()),
    };
    Some(match length {
        Some(0) => RequestSmugglingDetector::new(),
        Some(length) => RequestSmugglingDetector::Body(length),
        None => RequestSmugglingDetector::Done,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the detector gives `expected` for the whole text and for every split of it in
    /// two.
    fn check(text: &str, expected: bool) {
        for cut in 0..=text.len() {
            let (one, other) = text.as_bytes().split_at(cut);
            let mut detector = RequestSmugglingDetector::new();
            let first = detector.is_ambiguous_after(one);
            let found = first | detector.is_ambiguous_after(other);
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
        let mut detector = RequestSmugglingDetector::new();
        assert!(!detector.is_ambiguous_after(&vec![b'x'; LONGEST_HEAD + 1]));
        assert!(matches!(detector, RequestSmugglingDetector::Done));
    }
}
