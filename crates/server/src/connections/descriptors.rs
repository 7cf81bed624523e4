//! Computes the number of connections that the file descriptor limit allows.

/// File descriptors reserved for the database, the content files and the log.
const OWN: u64 = 64;

/// File descriptors per external agent: three pipes, and one more during its start.
const PER_PROGRAM: u64 = 4;

/// Upper bound on the number of connections, however many descriptors the system allows.
const MOST: u64 = 50_000;

/// Number of connections that fit into the descriptor limit beside the server's own files and
/// `programs` external agents.
pub(crate) fn room_for_connections(programs: usize) -> usize {
    room(descriptor_limit(), programs as u64)
}

fn room(limit: Option<u64>, programs: u64) -> usize {
    let Some(limit) = limit else {
        return MOST as usize;
    };
    let own = OWN.saturating_add(PER_PROGRAM.saturating_mul(programs));
    // With a low limit, connections get at least half of it.
    let room = limit.saturating_sub(own).max(limit / 2);
    room.clamp(1, MOST) as usize
}

/// Soft limit of open file descriptors of this process. `None` if unknown.
#[cfg(unix)]
pub(crate) fn descriptor_limit() -> Option<u64> {
    use nix::sys::resource::{Resource, getrlimit};
    let (soft, _) = getrlimit(Resource::RLIMIT_NOFILE).ok()?;
    Some(soft)
}

/// Soft limit of open file descriptors of this process. `None` if unknown.
#[cfg(not(unix))]
pub(crate) fn descriptor_limit() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_server_keep_their_descriptors() {
        for (limit, programs, expected) in [
            (Some(1024), 32, 832),
            (Some(20_000), 32, 19_808),
            (Some(256), 32, 128),
            (Some(1), 32, 1),
            (Some(0), 32, 1),
            (Some(u64::MAX), u64::MAX, 50_000),
            (None, 32, 50_000),
        ] {
            assert_eq!(room(limit, programs), expected, "{limit:?}");
        }
    }
}
