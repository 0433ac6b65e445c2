mod estimates;
