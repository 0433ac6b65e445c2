mod first_line;
mod methods;
