"""Stories that need a known unit: dozens, minutes and hours, weeks, cents, feet, grams."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "dozens",
        numbers="n 2..12|3..30; t = n * 12; x 3..30; l = t - x; $c 0.25..2/0.25; $w = t * c; g"
        " 2,3,4,6; s = t / g; y 2..9; e = t + y",
        words="p person; item baked; box dozen_box",
        facts={
            "n": "{p} [bought|has|ordered] {n box} of {items} with a dozen in each | {p}"
            " [bought|got] {n box} of {items}, each with a dozen {items} | there are {n box} of"
            " {items} with a dozen {items} in each {box}",
            "x": "{p} [sold|gave away|ate|used] {x} of them | {x} of them were eaten",
            "c": "{p} sold each one for {c} | they cost {c} each",
            "g": "{p} shared them equally among {g} [friends|families|classes]",
            "t": "{p} [baked|needs] {t item}",
            "pack": "{p.he} packs them in {boxes} of a dozen | a {box} holds a dozen",
            "y": "then {p} [made|got] {y more item}",
        },
        asks=(
            Ask(
                "t",
                "n",
                "how many {items} is that [altogether|in all|] | how many {items} are there"
                " [altogether|in all]",
            ),
            Ask("l", "n, x", "how many {items} are left | how many {items} remain", "n * 12 - x"),
            Ask("w", "n, c", "how much money is that [altogether|in all]", "n * 12 * c"),
            Ask("s", "n, g", "how many {items} did each get", "n * 12 / g"),
            Ask(
                "n",
                "t, pack",
                "how many {boxes} does {p.he} need | how many {boxes} can {p.he} fill",
                "t / 12",
            ),
            Ask("e", "n, y", "how many {items} are there now", "n * 12 + y"),
        ),
        where="x < t",
    ),
    Schema(
        "hours_to_minutes",
        numbers="h 2..9; m 5..55/5; t = h * 60; e = t + m; r 2..12; k = r * t; n = 60 * h / m",
        words="p person; do did item maker_product",
        facts={
            "h": "{p} [practiced|worked|studied|played] for {h hour} | a [movie|trip|concert]"
            " lasted {h hour}",
            "hm": "a [movie|train ride|game] lasted {h hour} and {m minute} | {p}"
            " [practiced|studied] for {h hour} and {m minute}",
            "r": "{p} can {do} {r item} [per|a|every] minute",
            "m": "{p} needs {m minute} to {do} one {item} | it takes {p} {m minute} to {do} one"
            " {item}",
            "t": "a [movie|meeting|flight] took {t minute} | {p} worked for {t minute}",
        },
        asks=(
            Ask("t", "h", "how many minutes is that [altogether|]"),
            Ask("e", "hm", "how many minutes is that [altogether|in all]", "h * 60 + m"),
            Ask("h", "t", "how many hours is that", "t / 60"),
            Ask("n", "m", "how many {items} can {p.he} {do} in {h hour}", "h * 60 / m"),
        ),
    ),
    Schema(
        "weeks_and_days",
        numbers="n 2..12|3..20; r 2..12|5..60; t = n * 7; k = n * 7 * r; g 2..6; e = g * n; w = n",
        words="p person; item snack",
        facts={
            "n": "{p} was away for {n week} | a trip lasted {n week} | school starts in {n week}",
            "r": "{p} [does {r} push-ups|runs {r} laps|reads {r} pages|eats {r} {items}|drives"
            " {r} miles] [every|each] day",
            "t": "{p} was away for {t day} | a trip lasted {t day}",
            "g": "{p} goes [swimming|running|shopping] {g:times} a week",
        },
        asks=(
            Ask("t", "n", "how many days is that"),
            Ask("w", "t", "how many weeks is that", "t / 7"),
            Ask(
                "k",
                "r",
                "how many is that in {n week} | how many is that [altogether|in all] in {n week}",
                "r * 7 * n",
            ),
            Ask(
                "e",
                "g",
                "how often does {p.he} go in {n week} | how many times is that in {n week}",
            ),
        ),
    ),
    Schema(
        "cents_and_dollars",
        numbers="n 2..40|10..90; c 5..95/5; t = n * c; ~d = t / 100; ~m 1..20|5,10,20; ~l = m -"
        " d; k = m * 100 / c",
        words="p person; item cheap",
        facts={
            "n": "{p} bought {n item} [for|at] {c} cents each | {p} sold {n item} for {c} cents"
            " each",
            "c": "[one|a|each] {item} costs {c} cents",
            "m": "{p} has {m dollar}",
        },
        asks=(
            Ask("t", "n", "how many cents is that [altogether|in all]"),
            Ask(
                "d",
                "n",
                "how many dollars is that [altogether|in all] | how much is that in dollars",
                "n * c / 100",
            ),
            Ask("k", "m, c", "how many {items} can {p.he} buy", "m * 100 / c"),
        ),
    ),
    Schema(
        "coins",
        numbers="a 2..20|8..50; b 2..20|8..50; t = a * 25 + b * 10; u = a * 5 + b; v = a * 10 + b"
        " * 5; w = a * 25",
        words="p person; box container",
        facts={
            "qd": "{p} has {a quarter} and {b dime} [in a {box}|in {p.his} pocket|] | there are"
            " {a quarter} and {b dime} in {p's} [{box}|bank]",
            "np": "{p} has {a nickel} and {b penny} | {p} found {a nickel} and {b penny}",
            "dn": "{p} has {a dime} and {b nickel} | there are {a dime} and {b nickel} in {p's}"
            " bank",
            "q": "{p} saved {a quarter}",
        },
        asks=(
            Ask(
                "t",
                "qd",
                "how many cents is that | how many cents does {p.he} have [altogether|in all]",
            ),
            Ask(
                "u",
                "np",
                "how many cents is that | how many cents does {p.he} have [altogether|in all]",
            ),
            Ask(
                "v",
                "dn",
                "how many cents is that | how many cents does {p.he} have [altogether|in all]",
            ),
            Ask("w", "q", "how many cents is that | how many cents are they worth"),
        ),
    ),
    Schema(
        "feet_and_inches",
        numbers="f 2..20|10..60; i 2..11; t = f * 12 + i; u = f * 12; y = f; w = y * 3; g 2..10;"
        " s = f * 12 / g",
        words="p person; item long_thing",
        facts={
            "fi": "a {item} is {f foot} and {i inch} long | {p} has a {item} that is {f foot} and"
            " {i inch} long",
            "f": "a {item} is {f foot} long | {p} has a {item} that is {f foot} long",
            "y": "{p} bought {y yard} of [cloth|ribbon|rope]",
            "g": "it is cut into {g} equal pieces",
        },
        asks=(
            Ask("t", "fi", "how many inches is that [altogether|]"),
            Ask("u", "f", "how many inches is that | how many inches long is it"),
            Ask("w", "y", "how many feet is that"),
            Ask("s", "f, g", "how many inches long is each piece", "f * 12 / g"),
        ),
    ),
    Schema(
        "metric",
        numbers="~k 2..20|1.5..12/0.5|0.25..5/0.25; g = k * 1000; n 2,4,5,8,10,20; s = k * 1000 /"
        " n; m 50..900/50; e = g - m; f = g / s",
        words="p person; stuff weighed",
        facts={
            "k": "{p} bought {k kilogram} of {stuff} | a bag holds {k} kg of {stuff}",
            "l": "a bottle holds {k liter} of water | there are {k liter} of juice in a jug",
            "n": "{p} divides it equally into {n} bags | it is put equally into {n} bags",
            "glass": "it is poured equally into {n} glasses",
            "m": "{m milliliter} have been drunk | {p} drank {m} ml",
            "d": "{p} [walked|ran] {k kilometer} | the way to the lake is {k} km long",
        },
        asks=(
            Ask("s", "k, n", "how many grams are in each bag", "k * 1000 / n"),
            Ask("s", "l, glass", "how many milliliters are in each glass", "k * 1000 / n"),
            Ask("e", "l, m", "how many milliliters are left", "k * 1000 - m"),
            Ask("g", "d", "how many meters is that"),
        ),
    ),
    Schema(
        "timetable",
        numbers="a 1..8; d 2..10; b = a + d; m 5..55/5; n 5..50/5; t = m + n; g 3..9; k = g * m",
        words="p person; sub other subject; x y z days",
        facts={
            "ab": "a [shop|museum|pool] is open from {a:digits} o'clock to {b:digits} o'clock"
            " every day | a [shop|museum|pool] opens at {a:digits} o'clock and closes at"
            " {b:digits} o'clock",
            "start": "{p} started to work at {a:digits} o'clock",
            "d": "{p.he} worked for {d hour} | the work took {d hour}",
            "end": "{p} finished the work at {b:digits} o'clock",
            "mn": "{p} spent {m minute} on {sub} and {n minute} on {other}",
            "g": "a lesson lasts {m minute}. {p} has {g lesson} a day",
        },
        asks=(
            Ask("d", "ab", "how many hours is that", "b - a"),
            Ask("b", "start, d", "at what time was {p.he} done | when did {p.he} finish"),
            Ask("a", "end, d", "at what time did {p.he} start | when did {p.he} begin", "b - d"),
            Ask(
                "t",
                "mn",
                "how many minutes is that [altogether|in all] | how long did {p.he} study"
                " [altogether|in all]",
            ),
            Ask("k", "g", "how many minutes is that [a day|in all]"),
        ),
        where="b < 12",
    ),
)
