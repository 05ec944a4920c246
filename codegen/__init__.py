"""From the specs to everything that is made of them. Development time only: nothing here is installed."""
