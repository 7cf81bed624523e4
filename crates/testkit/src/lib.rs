//! What every game must pass, and toy games whose exact values every search must find.
//!
//! A dependency of tests only.

pub mod toys;
