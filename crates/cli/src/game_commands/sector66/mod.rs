//! Commands for templates and plug-ins of Sector 66.

pub(crate) mod plugin;
pub(crate) mod template;
