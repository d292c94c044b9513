"""How fast Fireteam is, beside other engines of the field, in one run on one core: `python -m benchmarks`."""
