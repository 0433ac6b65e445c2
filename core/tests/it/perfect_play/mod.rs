mod review;
mod solver;
