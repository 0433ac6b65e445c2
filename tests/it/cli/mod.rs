mod batch;
mod files;
mod flags;
mod limits;
mod output;
mod reproduce;
pub mod schema;
mod text;
