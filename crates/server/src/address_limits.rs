//! Limits per client address: how many connections, tables or analyses one address may hold at a
//! time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

/// Counts the resources of one kind (connections, tables or analyses) that each client address
/// holds, up to a limit per address.
#[derive(Debug)]
pub(crate) struct AddressLimiter {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    pub(crate) most: usize,
}

/// RAII permit for one resource that a client address holds. Dropping the permit frees its slot.
#[derive(Debug)]
pub(crate) struct AddressPermit {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    pub(crate) address: IpAddr,
}

impl AddressLimiter {
    pub(crate) fn new(most: usize) -> AddressLimiter {
        AddressLimiter {
            open: Arc::default(),
            most,
        }
    }

    /// Acquires a permit for a client address; `None` if the address has reached the limit.
    pub(crate) fn acquire(&self, address: IpAddr) -> Option<AddressPermit> {
        let mut open = self.open.lock();
        let count = open.entry(address).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(AddressPermit {
            open: Arc::clone(&self.open),
            address,
        })
    }

    /// True if no address holds a permit.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.open.lock().is_empty()
    }
}

impl Drop for AddressPermit {
    fn drop(&mut self) {
        let mut open = self.open.lock();
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}
