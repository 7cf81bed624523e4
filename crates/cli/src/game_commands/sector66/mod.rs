//! Commands for the content of Sector 66.

pub(crate) mod plugin;
pub(crate) mod template;
