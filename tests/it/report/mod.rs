//! Tests of tables and pictures.

mod pictures;
