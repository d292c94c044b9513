"""Laws that every game keeps: the same tests over each of them."""
