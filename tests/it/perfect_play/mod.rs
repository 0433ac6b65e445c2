mod certificates;
mod review;
mod solver;
