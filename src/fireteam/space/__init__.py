"""Where pieces stand: grids now, planes and cubes later."""
