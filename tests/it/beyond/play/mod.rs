mod lines;
#[cfg(unix)]
mod screen;
