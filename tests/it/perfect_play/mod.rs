mod certificates;
