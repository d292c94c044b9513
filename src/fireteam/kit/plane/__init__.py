"""What every game on a plane of inches needs: places, outlines, moves by their keys, typed words, what is seen."""
