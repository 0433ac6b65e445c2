mod early_stopping;
mod exact;
pub mod forward;
mod methods;
mod simulate;
