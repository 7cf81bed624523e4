//! Where agents learn their weights from games. The agents themselves do not need what it takes to
//! learn, so it is not in their crate.

pub mod dicewars;
