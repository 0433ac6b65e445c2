//! Tests of the command line.

mod batch;
mod distribute;
mod files;
mod flags;
mod fuzz;
mod limits;
mod output;
mod reproduce;
pub mod schema;
mod text;
