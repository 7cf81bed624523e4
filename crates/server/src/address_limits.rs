//! Per-address limits on what one address may hold at a time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;

/// Counts what each address holds (connections, tables, analyses), up to a limit.
#[derive(Debug)]
pub(crate) struct AddressLimits {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    pub(crate) most: usize,
}

/// One unit of an address's limit, released when dropped.
#[derive(Debug)]
pub(crate) struct AddressPermit {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    pub(crate) address: IpAddr,
}

impl AddressLimits {
    pub(crate) fn new(most: usize) -> AddressLimits {
        AddressLimits {
            open: Arc::default(),
            most,
        }
    }

    /// Takes one unit for an address, or none if the address has reached its limit.
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

    /// True if no address holds anything.
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
