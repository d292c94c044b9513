"""Movers in real inches on floors of several levels: fields, measuring, walking, ways, charges, flight, forced moves.

Positions are whole hundredths of an inch, x to the east, y to the north, z up; directions are degrees, 0 = east, left
turns raise them; costs and distances are inches. No game's words: a verdict is a code and its numbers.

- `pieces`    Floor, Block, Patch, Ladder, Lift, Rail, States, and their bits: plain data.
- `plan`      Plan: what a map has. `Plan.under(states)` is a Field, made once for each set of states.
- `field`     Field: the same in flat arrays (inches) for the kernels; `surfaces`, `floor_under`, `board` for sight.
- `shapes`    Hull beside `model.Body`; Others: who else is there, and in what way each is in the way.
- `measuring` gap, touches, round_solids.
- `walking`   Walker, Leg, Move, Refused; `paths.judge(field, walker, legs, others, watches)`.
- `ways`      Ways: settled once, then `cost`, `way`, `nearest`, `cells`, `some`.
- `charges`   cheapest contact with each enemy; the approach where none is in reach.
- `flight`    the best place to run to, proved.
- `places`    nearest legal place under a table of constraints, proved.
- `forced`    slides, rims, landings.
"""
