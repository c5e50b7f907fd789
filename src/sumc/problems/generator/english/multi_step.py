"""Longer stories that need several steps of different kinds."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "party_plates",
        numbers="n 6..30|20..80; k 2..6; g 4,5,6,8,10,12; b 2..12|4..25; m = b * g; h = n * k -"
        " m; $c 2..9; $w = b * c",
        words="p person; item snack",
        facts={
            "n": "{p} is giving a party for {n} [guests|children|people] | {n} [guests|children]"
            " are coming to {p's} party",
            "k": "everyone should get {k item} | {p.he} wants to give each of them {k item}",
            "h": "{p.he} already has {h item} [at home|] | there are {h item} at home",
            "g": "{items} are sold in [bags|boxes|packs] of {g}",
            "c": "each of these costs {c}",
        },
        asks=(
            Ask("m", "n, k, h", "how many [more|] {items} does {p.he} [still|] need", "n * k - h"),
            Ask("b", "n, k, h, g", "how many of these must {p.he} buy", "(n * k - h) / g"),
            Ask(
                "w",
                "n, k, h, g, c",
                "how much [money|] does {p.he} have to spend",
                "(n * k - h) / g * c",
            ),
        ),
    ),
    Schema(
        "bakery_day",
        numbers="t 4..12|8..20; s 6..24; g 4,5,6,8,10; b 2..15; l = b * g; x = t * s - l; $c"
        " 1..6|0.5..4/0.25; $r = x * c; $w = l * c",
        words="p adult; item baked",
        facts={
            "t": "{p} baked {t tray} of {items} with {s item} on each [tray|] | in the morning"
            " {p} baked {t tray} of {s item} each",
            "x": "by noon {p.he} had sold {x} [of them|{items}] | {x} of them were sold before"
            " noon",
            "c": "each {item} costs {c} | {p.he} sells each for {c}",
            "g": "the rest were packed in boxes of {g} | {p.he} put the rest in boxes of {g}",
        },
        asks=(
            Ask("l", "t, x", "how many {items} [are left|were left|remain]", "t * s - x"),
            Ask("r", "t, x, c", "how much money did {p.he} take in before noon", "x * c"),
            Ask("w", "t, x, c", "how much money can {p.he} get for the rest", "(t * s - x) * c"),
            Ask(
                "b",
                "t, x, g",
                "how many boxes were there | how many boxes did {p.he} need",
                "(t * s - x) / g",
            ),
        ),
    ),
    Schema(
        "shared_after_combining",
        numbers="a 4..40|20..120; b 4..40|20..120; g 2..9|3..12; s = (a + b) / g; x 2..20; r = (a"
        " + b - x) / g",
        words="p q person; item collectible",
        facts={
            "a": "{p} found {a item} | {p} collected {a item} | {p} brought {a item}",
            "b": "{q} found {b} | {q} collected {b item} | {q} brought {b item}",
            "x": "they gave {x} of them away | {x} of them were broken",
            "g": "they [shared|divided] all of them equally among {g} [friends|children] | they"
            " put them equally into {g} [boxes|bags]",
            "rest": "they divided the rest equally among {g} [friends|children] | they put the"
            " rest equally into {g} [boxes|bags]",
        },
        asks=(
            Ask(
                "s",
                "a, b, g",
                "how many {items} were there for each | how many {items} went to each",
                "(a + b) / g",
            ),
            Ask("r", "a, b, x, rest", "how many {items} were there for each", "(a + b - x) / g"),
        ),
    ),
    Schema(
        "garden_harvest",
        numbers="r 3..12|6..20; k 4..15|8..25; y 3..12|5..40; t = r * k * y; n = r * k; d 2..20;"
        " u = (n - d) * y",
        words="p adult; item crop",
        facts={
            "r": "{p} has {r row} of plants with {k plant} in each row | there are {r row} of {k"
            " plant} in {p's} garden",
            "y": "each plant gives {y item} | {p.he} picks {y item} from each plant",
            "d": "{d} of the plants died | {d plant} were eaten by rabbits",
        },
        asks=(
            Ask("n", "r", "how many plants are there [altogether|in all]", "r * k"),
            Ask("t", "r, y", "how many {items} is that [altogether|in all]"),
            Ask(
                "u",
                "r, d, y",
                "how many {items} did {p.he} get [altogether|in all]",
                "(r * k - d) * y",
            ),
        ),
        where="d < n",
    ),
    Schema(
        "school_trip",
        numbers="c 2..8; s 18..32; t 2..12; n = c * s + t; m 2,3,4,5; b = n / m; $p0 4..15; $q ="
        " n * p0; $h = c * s * p0",
        words="place group_place",
        facts={
            "c": "{c class} with {s student} each are going to the {place} | {c class} of {s"
            " student} are going on a trip to the {place}",
            "t": "{t teacher} go with them | {t teacher} come along",
            "b": "each bus has {b seat}",
            "p": "a ticket costs {p0} [for everyone|]",
        },
        asks=(
            Ask("n", "c, t", "how many people are going [altogether|in all]", "c * s + t"),
            Ask("m", "c, t, b", "how many buses are needed", "(c * s + t) / b"),
            Ask(
                "q",
                "c, t, p",
                "how much do all the tickets cost [together|]",
                "(c * s + t) * p0",
            ),
        ),
        where="b > 19; b < 70",
    ),
    Schema(
        "weekly_training",
        numbers="~a 2..12|1.5..8/0.5; d 2..5; ~b 3..15|2.5..10/0.5; e 2..4; ~t = a * d + b * e; w"
        " 2..8; ~s = (a * d + b * e) * w; ~l 2..20; ~g = a * d + l",
        words="p person; unit distance",
        facts={
            "a": "{p} [runs|walks|rides] {a unit} on each of {d} days a week",
            "b": "on {e} other days {p.he} does {b unit} [a day|each day]",
            "g": "{p} wants to [run|walk|ride] {g unit} this week",
            "done": "so far {p.he} has done {a unit} a day for {d day}",
        },
        asks=(
            Ask("t", "a, b", "how far is that in a week | how many {units} is that per week"),
            Ask("s", "a, b", "how many {units} is that in {w week}", "(a * d + b * e) * w"),
            Ask(
                "l",
                "g, done",
                "how many {units} are left [to do|] | how many more {units} must {p.he} do",
                "g - a * d",
            ),
        ),
        where="d != e; d + e < 8",
    ),
    Schema(
        "library_books",
        numbers="s 4..20|8..40; r 20..60; b 10..90|50..300; a = s * r - b; c 10..90|50..300; d"
        " 5..60|20..200; t = a + b - c; e = a - b + c - d",
        words="p adult; item library_item",
        facts={
            "a": "a library had {a item} | there were {a item} in a library [on Monday|]",
            "b": "it bought {b} new ones | {b} new {items} were bought",
            "c": "{c} old ones were given away | {c} of the {items} were too old and were thrown"
            " out",
            "out": "on Monday {b item} were [lent|borrowed] | readers took out {b} of them",
            "back": "{c} were brought back | readers returned {c item}",
            "again": "then {d} more were taken out | the next day {d more item} were borrowed",
            "s": "they stand equally on {s} shelves | all of them are put equally on {s} shelves",
        },
        asks=(
            Ask(
                "t",
                "a, b, c",
                "how many {items} are there now | how many {items} does the library have now",
            ),
            Ask(
                "e",
                "a, out, back, again",
                "how many {items} are in the library now | how many {items} are left in the"
                " library",
                "a - b + c - d",
            ),
            Ask("r", "a, b, s", "how many {items} are on each shelf", "(a + b) / s"),
        ),
        where="a > b + d",
    ),
    Schema(
        "juice_stand",
        numbers="n 8..40|20..90; $c 0.5..3/0.25|1..4; $k 3..20|2..15; $g = n * c - k; $s = n * c;"
        " m 2..5; $f = (n * c - k) / m",
        words="p q person; item stand_item",
        facts={
            "n": "{p} sold {n item} for {c} each | {p} sold {n item} at {c} each",
            "k": "{p.he} had spent {k} on [sugar and cups|supplies] | the supplies cost {k}",
            "m": "{p.he} shared the profit equally with friends, so it was divided among {m}"
            " people | the profit was shared equally by {m} friends",
        },
        asks=(
            Ask(
                "g",
                "n, k",
                "how much profit did {p.he} make | how much money did {p.he} make after paying"
                " for the supplies",
                "n * c - k",
            ),
            Ask("f", "n, k, m", "how much did each [friend|of them] get", "(n * c - k) / m"),
        ),
    ),
    Schema(
        "work_plan",
        numbers="r 5..30|20..120; d 2..9; s 5..40|25..150; e 2..12; t = r * d + s * e; l = t - r"
        " * d; n = t / (d + e); x 2..20; h = r + x; f 2..9; u = r * d + h * f",
        words="do did item maker_product; p person",
        facts={
            "t": "a workshop has to make {t} toys | workers must repair {t meter} of road | a"
            " team must plant {t tree}",
            "r": "in the first {d day} {r} were finished each day | for {d day} they did {r} a"
            " day",
            "e": "the rest must be done in {e day} | there are {e day} left for the rest",
            "s": "after that they do {s} a day | from then on they do {s} each day",
            "first": "a team did {r} tasks a day for {d day} | for {d day} a team did {r} tasks a"
            " day",
            "x": "then they did {x} more [tasks|] a day than before, for {f day}",
        },
        asks=(
            Ask(
                "s",
                "t, r, e",
                "how many must be done each day now | how many is that per day for the rest",
                "(t - r * d) / e",
            ),
            Ask("e", "t, r, s", "how many more days do they need", "(t - r * d) / s"),
            Ask(
                "u",
                "first, x",
                "how many tasks did they do [altogether|in all]",
                "r * d + (r + x) * f",
            ),
        ),
        where="s != r",
    ),
    Schema(
        "collection_growth",
        numbers="a 5..60|20..150; k 2..9; w 2..12; b = k * w; t = a + k * w; x 2..25; e = a + k *"
        " w - x; g = (t - a) / k",
        words="p q person; item collectible",
        facts={
            "a": "{p} had {a item} | {p} started with {a item}",
            "k": "{p.he} bought {k more item} [every|each] week for {w week} | for {w week}"
            " {p.he} got {k more item} a week",
            "x": "then {p.he} gave {x} of them to {q}",
            "t": "{p.he} wants to have {t item}",
            "rate": "{p.he} gets {k more item} [every|each] week",
        },
        asks=(
            Ask("t", "a, k", "how many {items} does {p.he} have now", "a + k * w"),
            Ask("e", "a, k, x", "how many {items} does {p.he} have [left|now]", "a + k * w - x"),
            Ask(
                "w",
                "a, t, rate",
                "how many weeks will it take | how many weeks does {p.he} need",
                "(t - a) / k",
            ),
        ),
    ),
    Schema(
        "water_bottles",
        numbers="n 3..12|6..24; b 6,8,10,12,16,24; d 2..10; t = n * b; r = n * b / d; x 3..30; l"
        " = n * b - x; k 2..9; e = n * b - k * d",
        words="p person; item drink",
        facts={
            "n": "{p} bought {n pack} of {items} with {b item} in each [pack|] | {p} has {n pack}"
            " of {b item}",
            "d": "{p.he} drinks the same number every day and finishes them in {d day} | they"
            " lasted for {d day}",
            "k": "{p.he} drank {k} a day for {d day} | for {d day} {p.he} drank {k} each day",
        },
        asks=(
            Ask("r", "n, d", "how many {items} did {p.he} drink [a|per|each] day", "n * b / d"),
            Ask(
                "e",
                "n, k",
                "how many {items} are left | how many {items} does {p.he} have left",
                "n * b - k * d",
            ),
        ),
    ),
    Schema(
        "tank_two_pipes",
        numbers="a 4..30|10..60; b 2..20|5..40; h 2..12|5..30; t = (a - b) * h; s = (a + b) * h;"
        " x 10..90; e = x + (a - b) * h",
        words="unit liquid liquid",
        facts={
            "a": "a pipe lets {a unit} of {liquid} into a tank [each|every|per] minute",
            "out": "at the same time {b unit} flow out [each|every|per] minute | a hole lets {b"
            " unit} out every minute",
            "b": "a second pipe lets in {b unit} [each|every|per] minute",
            "x": "at the start the tank held {x unit}",
            "t": "the empty tank holds {t unit}",
            "s": "the empty tank holds {s unit}",
        },
        asks=(
            Ask(
                "t",
                "a, out",
                "how many {units} are in the tank after {h minute} if it was empty at first",
                "(a - b) * h",
            ),
            Ask(
                "e",
                "x, a, out",
                "how many {units} are in the tank after {h minute}",
                "x + (a - b) * h",
            ),
            Ask("h", "a, b, s", "how many minutes does it take to fill the tank", "s / (a + b)"),
            Ask("h", "a, out, t", "how many minutes does it take to fill the tank", "t / (a - b)"),
        ),
        where="a > b",
    ),
    Schema(
        "phone_plan",
        numbers="$f 5..40; $r 2..12|1..6|0.25..4/0.25; n 2..12|3..30; $t = f + n * r; $g = n * r",
        words="p adult; thing unit rental",
        facts={
            "f": "renting a {thing} costs {f} plus {r} for [each|every] {unit} | for a {thing}"
            " one pays {f} at once and {r} for [each|every] {unit}",
            "n": "{p} had it for {n unit} | {p} used it for {n unit}",
            "t": "{p} had to pay {t}",
        },
        asks=(
            Ask(
                "t",
                "f, n",
                "how much did {p} have to pay | what was the total cost",
                "f + n * r",
            ),
            Ask(
                "n",
                "f, t",
                "how many {units} did {p.he} pay for | for how many {units} did {p.he} have it",
                "(t - f) / r",
            ),
        ),
    ),
)
