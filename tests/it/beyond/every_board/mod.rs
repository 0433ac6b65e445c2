mod figures;
mod theorems;
