//! Tests of the solver of small boards, its reviews and its certificates.

mod certificates;
mod review;
mod solver;
