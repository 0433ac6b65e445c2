//! What the tests of both packages share.

pub mod expected;
pub mod games;
pub mod stop;
