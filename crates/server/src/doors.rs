//! How many connections each address holds, so that one cannot have them all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// The connections of all addresses.
#[derive(Debug)]
pub(crate) struct Doors {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    most: usize,
}

/// A connection that counts for as long as this lives.
#[derive(Debug)]
pub(crate) struct Door {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
}

impl Doors {
    pub(crate) fn new(most: usize) -> Doors {
        Doors {
            open: Arc::default(),
            most,
        }
    }

    /// One connection more for an address, unless it has as many as it may.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Door> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Door {
            open: Arc::clone(&self.open),
            address,
        })
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
