"""Short stories about sports, crafts, travel and pets."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "beads",
        numbers="n 2..12|4..30; k 4..20|8..40; t = n * k; x 2..30; l = t + x; m 2..9; s = (n + m)"
        " * k",
        words="p q person; craft bit craft_parts",
        facts={
            "k": "{p} uses {k bit} for [each|one|every] {craft} | one {craft} takes {k bit}",
            "n": "{p} [makes|made] {n craft} | {p} wants to make {n craft}",
            "t": "{p} has {t bit}",
            "l": "{p} had {l bit}",
            "used": "{p.he} made {n craft} with {k bit} each",
            "m": "{q} makes {m} of them in the same way | {q} wants {m} as well",
        },
        asks=(
            Ask("t", "k, n", "how many {bits} does {p.he} need [altogether|in all|]"),
            Ask("n", "t, k", "how many {crafts} can {p.he} make", "t / k"),
            Ask("x", "l, used", "how many {bits} are left", "l - n * k"),
            Ask("s", "k, n, m", "how many {bits} do they need [altogether|in all]", "(n + m) * k"),
        ),
    ),
    Schema(
        "laundry",
        numbers="a 3..20; b 3..20; k 2..9; t = a + b; n = t / k; x 2..15; l = t - x",
        words="p person; one two clothes_pair",
        facts={
            "ab": "{p} has to wash {a one} and {b two} | {p} had {a one} and {b two} to wash",
            "k": "the washing machine holds {k} pieces [at a time|] | {p.he} can wash {k} pieces"
            " in one load",
            "x": "{p.he} had washed only {x} of them by noon | {x} of them are clean again",
        },
        asks=(
            Ask(
                "n",
                "ab, k",
                "how many loads does {p.he} have to do | how many loads are needed",
                "(a + b) / k",
            ),
            Ask(
                "l",
                "ab, x",
                "how many pieces are still to be washed | how many pieces are left",
                "a + b - x",
            ),
            Ask("t", "ab", "how many pieces is that [altogether|in all]"),
        ),
    ),
    Schema(
        "laps",
        numbers="k 100..400/50|200,250,300,400|60..95/5; n 2..20|3..30; t = k * n; d 2..7; s = k"
        " * n * d; m 2..15; g = k * (n + m)",
        words="p q child; unit lap_unit",
        facts={
            "k": "one lap around a [track|lake|park] is {k unit} [long|] | a [track|path] is {k"
            " unit} long",
            "n": "{p} [ran|walked|rode] {n lap} | {p} did {n lap} [today|in the morning|]",
            "m": "{p.he} did {m more lap} in the evening",
            "d": "{p.he} does so on {d day} | {p.he} does the same on {d day}",
            "t": "{p} wants to go {t unit}",
        },
        asks=(
            Ask(
                "t",
                "k, n",
                "how far did {p.he} go | how many {units} is that [altogether|in all]",
            ),
            Ask(
                "g",
                "k, n, m",
                "how many {units} did {p.he} go [altogether|in all]",
                "k * (n + m)",
            ),
            Ask("s", "k, n, d", "how many {units} is that [altogether|in all]", "k * n * d"),
            Ask("n", "k, t", "how many laps must {p.he} do", "t / k"),
        ),
    ),
    Schema(
        "pet_food",
        numbers="n 2..12|4..40; k 2..6|2..20; d 2..14|5..30; t = n * k; s = n * k * d; l = s",
        words="p adult; pet food pet_foods; box container",
        facts={
            "n": "{p} has {n pet} | there are {n pet} [on {p's} farm|in {p's} yard]",
            "k": "each {pet} eats {k food} [a|every|per] day | {p.he} gives each {pet} {k food} a"
            " day",
            "s": "{p.he} has {s food} | there are {s food} in the barn",
        },
        asks=(
            Ask(
                "t",
                "n, k",
                "how many {foods} are needed [a|per|each] day | how many {foods} do they eat"
                " [a|per|each] day",
            ),
            Ask(
                "s",
                "n, k",
                "how many {foods} are needed for {d day} | how many {foods} do they eat in {d"
                " day}",
            ),
            Ask(
                "d",
                "n, k, s",
                "for how many days is that enough | how many days will it last",
                "s / (n * k)",
            ),
        ),
    ),
    Schema(
        "road_trip_legs",
        numbers="a 20..400/5; b 20..400/5; t = a + b; d 5..90/5; c = a + d; s = a + c; v"
        " 40,50,60; h 2..8; g = v * h",
        words="p adult; unit distance; x y z town_names",
        facts={
            "a": "{p} drove {a unit} from {x} to {y} | it is {a unit} from {x} to {y}",
            "b": "then {p.he} drove {b unit} from {y} to {z} | from {y} to {z} {p.he} drove {b"
            " unit}",
            "t": "{p} drove {t unit} from {x} to {z} by way of {y}",
            "part": "it is {a unit} from {x} to {y}",
            "longer": "the way from {y} to {z} is {d unit} longer",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how far did {p.he} drive [altogether|in all] | how many {units} is that"
                " [altogether|in all]",
            ),
            Ask("b", "t, part", "how far is it from {y} to {z}", "t - a"),
            Ask("s", "a, longer", "how far is it from {x} to {z} by way of {y}", "a + a + d"),
        ),
    ),
    Schema(
        "messages",
        numbers="a own; b own; c own; t = a + b + c; x 2..12; l = a + b - x; k 2..9; s = a * k",
        words="p child; item message_item; x0 y0 z0 days",
        facts={
            "ab": "{p} got {a item} in the morning and {b} in the afternoon | {p} got {a item} on"
            " {x0} and {b} on {y0}",
            "c": "{p.he} got {c} more in the evening | {c more item} came later",
            "x": "{p.he} deleted {x} of them",
            "total": "{p} got {t item} in one day",
        },
        asks=(
            Ask(
                "t",
                "ab, c",
                "how many {items} did {p.he} get [altogether|in all|in total]",
                "a + b + c",
            ),
            Ask("l", "ab, x", "how many {items} are left", "a + b - x"),
        ),
    ),
    Schema(
        "songs",
        numbers="a 5..40|20..150; b 2..30|10..90; c 2..30|10..60; t = a - b + c; k 2..6; s = a *"
        " k; m 2..5; n = a + b",
        words="p child; item media_item",
        facts={
            "a": "{p} had {a item} on a [phone|tablet|computer]",
            "b": "{p.he} deleted {b} [old ones|of them]",
            "c": "then {p.he} added {c} new ones | later {p.he} saved {c} new {items}",
            "k": "each {item} is {k minute} long",
        },
        asks=(
            Ask(
                "t",
                "a, b, c",
                "how many {items} are on it now | how many {items} does {p.he} have now",
            ),
            Ask("s", "a, k", "how many minutes do all of them last"),
        ),
    ),
    Schema(
        "team_scores",
        numbers="a 8..60; b 8..60; n 3..12; k 2..9; t = a + b; s = n * k; w = n * k + a; d = a -"
        " b; m = (w - a) / n",
        words="p child; sport point sport",
        facts={
            "ab": "{p's} team made {a point} in the first half and {b} in the second [half|]",
            "nk": "{p's} team has {n player}, and each of them scored {k point} | each of the {n"
            " player} on {p's} team scored {k point}",
            "more": "the coach gave them {a} extra {points}",
            "w": "{p's} team scored {w point}. {p} scored {a} of them",
            "rest": "the rest were scored equally by {n} other players",
        },
        asks=(
            Ask("t", "ab", "how many {points} did the team make [altogether|in all]"),
            Ask("d", "ab", "how many more {points} did the team make in the first half"),
            Ask("s", "nk", "how many {points} did the team score [altogether|in all]"),
            Ask(
                "w",
                "nk, more",
                "how many {points} did the team have [then|in the end]",
                "n * k + a",
            ),
            Ask("k", "w, rest", "how many {points} did each of the others score", "(w - a) / n"),
        ),
        where="a > b",
    ),
    Schema(
        "swap_cards",
        numbers="a own; b 2..20|5..40; c 2..20|5..40; t = a - b + c; d = a - b; k 2..9; s = a + b"
        " * k",
        words="p q child; item collectible",
        facts={
            "a": "{p} had {a item} | {p} owns {a item}",
            "b": "{p.he} traded {b} of them [away|to {q}] | {p.he} gave {q} {b} of them",
            "c": "{p.he} got {c} [others|new ones] [in return|instead]",
            "packs": "{p.he} bought {b} packs with {k item} in each",
        },
        asks=(
            Ask("t", "a, b, c", "how many {items} does {p.he} have [now|after the trade]"),
            Ask("s", "a, packs", "how many {items} does {p.he} have now"),
        ),
    ),
    Schema(
        "garden_beds",
        numbers="t 10..90|60..400; r 3..20; g 2..9; s = (t - r) / g; n 2..12; k 3..20; u = n * k;"
        " v = u - r",
        words="p adult; item flower",
        facts={
            "t": "{p} bought {t item} | {p} grew {t item} from seeds",
            "r": "{p.he} put {r} of them in a vase | {r} of them died",
            "g": "{p.he} planted the rest equally in {g} beds",
            "nk": "{p} planted {n} beds with {k item} in each",
            "bug": "bugs ate {r} of them | {r} of them did not bloom",
        },
        asks=(
            Ask("s", "t, r, g", "how many {items} are in each bed", "(t - r) / g"),
            Ask("v", "nk, bug", "how many {items} [bloomed|are left]", "n * k - r"),
        ),
    ),
    Schema(
        "pool_lengths",
        numbers="a 4..40; b 4..40; c 4..40; t = a + b + c; m = t / 3; g 2..5; h = t * g; d = b -"
        " a",
        words="p child; item exercise_item; x y z days",
        facts={
            "abc": "{p} did {a item} on {x}, {b} on {y} and {c} on {z}",
            "ab": "{p} did {a item} on {x} and {b} on {y}",
            "g": "{p.he} did the same for {g} weeks",
        },
        asks=(
            Ask("t", "abc", "how many {items} is that [altogether|in all]", "a + b + c"),
            Ask(
                "m",
                "abc",
                "how many {items} is that per day on average | what is the average per day",
                "(a + b + c) / 3",
            ),
            Ask("d", "ab", "how many more {items} did {p.he} do on {y}", "b - a"),
            Ask("h", "abc, g", "how many {items} is that [altogether|in all]", "(a + b + c) * g"),
        ),
    ),
    Schema(
        "paint_and_rooms",
        numbers="t 5..20; x 2..12; k 2..9; l = (t - x) * k; n = t - x; c 2..6; s = t * c; $f"
        " 5..30; $w = t * c * f",
        words="p adult; room part_of_house",
        facts={
            "t": "{p} has to paint {t room} | there are {t room} to paint",
            "x": "{p} has already painted {x} [of them|]",
            "k": "each {room} takes {k hour} to paint | {p.he} needs {k hour} for each {room}",
            "c": "each {room} takes {c can} of paint | {p.he} uses {c can} of paint for each"
            " {room}",
            "f": "one can costs {f} | a can of paint costs {f}",
        },
        asks=(
            Ask("l", "t, x, k", "how many hours will it take to paint the rest", "(t - x) * k"),
            Ask(
                "n",
                "t, x",
                "how many {rooms} are left | how many {rooms} are still to be painted",
                "t - x",
            ),
            Ask("s", "t, c", "how many cans are needed [altogether|in all]"),
            Ask("w", "t, c, f", "how much does all the paint cost", "t * c * f"),
        ),
        where="x < t",
    ),
)
