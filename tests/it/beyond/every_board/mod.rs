mod blocking;
mod counting;
mod figures;
mod greatest;
mod keeps_draw;
mod short_series;
mod solver;
mod theorems;
