mod agents;
mod estimates;
