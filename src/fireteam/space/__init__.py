"""Where pieces stand: squares, the plane, cubes."""
