"""Short stories from home, school and shops, told the way school books like to tell them."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "meals_served",
        numbers="a crowd; b crowd; t = a + b; d = a - b",
        words="item meal; x y z days",
        facts={
            "a": "a [restaurant|cafeteria|diner] served {a item} [at|during] lunch [today|on"
            " {x}|] | {a item} were served [at|during] lunch",
            "b": "{b} were served [at|during] dinner | it served {b} more [at|during] dinner | {b"
            " more item} were served [at|during] dinner",
            "then": "{b} were served [at|during] dinner | at dinner {b item} were served",
            "t": "a [restaurant|cafeteria|diner] served {t item} [today|on {x}|yesterday]",
            "part": "{a} of them were served [at|during] lunch | it served {a} of them"
            " [at|during] lunch",
        },
        asks=(
            Ask("t", "a, b", "how many {items} were served [altogether|in all|that day|in total]"),
            Ask(
                "b",
                "t, part",
                "how many {items} were served [at dinner|after lunch|later in the day]",
                "t - a",
            ),
            Ask(
                "d",
                "a, then",
                "how many more {items} were served [at|during] lunch than [at|during] dinner",
            ),
        ),
        where="a > b",
    ),
    Schema(
        "broken_ones",
        numbers="a own; b own; t = a + b",
        words="p person; item breakable",
        facts={
            "t": "{p} [found|collected|bought|packed] {t item} | {p} brought home {t item}",
            "a": "{a} of [them|the {items}] were [broken|cracked|damaged|dirty] | {p.he} noticed"
            " that {a} of them were [broken|damaged|cracked]",
            "b": "{b} of them were still [fine|whole|good]",
        },
        asks=(
            Ask(
                "b",
                "t, a",
                "how many {items} were [not broken|still good|in good shape] | how many good"
                " {items} did {p.he} have | how many of the {items} were fine",
                "t - a",
            ),
            Ask(
                "a",
                "t, b",
                "how many of the {items} were broken | how many {items} were not fine",
                "t - b",
            ),
        ),
    ),
    Schema(
        "game_points",
        numbers="t 6..20; x 2..15; n = t - x; k 3..12|5..50/5; s = n * k; u = t * k; a 2..9; b"
        " 3..12; w = (a + b) * k",
        words="p child; foe game_target",
        facts={
            "k": "in a [video|computer] game, {p} gets {k point} for [each|every] {foe} | each"
            " {foe} in a game gives {k point}",
            "t": "there were {t foe} in [the first level|one level|the game]",
            "x": "{p} missed {x} of them | {p.he} did not get {x} of them",
            "ab": "{p} got {a foe} in the first round and {b} in the second [round|]",
            "s": "{p} made {s point} | {p.he} scored {s point} [altogether|]",
        },
        asks=(
            Ask("s", "k, t, x", "how many points did {p.he} [score|get|make]", "(t - x) * k"),
            Ask("w", "k, ab", "how many points did {p.he} [score|get] [altogether|in all]"),
            Ask("n", "k, s", "how many {foes} did {p.he} get", "s / k"),
        ),
        where="x < t",
    ),
    Schema(
        "photo_albums",
        numbers="g 2..9|3..12; s 3..12|6..30; a 4..40|20..150; t = g * s; b = t - a; x 2..20; n ="
        " t + x",
        words="p person; item picture_item",
        facts={
            "a": "{p} [printed|took] {a item} [at home|at the zoo|at the beach] and {b} [at"
            " school|at a party|on vacation] | {p} had {a item} on a phone and {b} on a camera",
            "n": "{p} took {n item} on vacation | {p} had {n item} on a phone",
            "x": "{p.he} deleted {x} of them | {x} of them were not good, so {p.he} deleted them",
            "g": "{p.he} put [them|all of them] equally into {g} albums | {p.he} sorted them into"
            " {g} albums with the same number in each",
            "rest": "{p.he} put the rest equally into {g} albums",
            "s": "{p.he} put {s} in each album",
        },
        asks=(
            Ask("s", "a, g", "how many {items} were in each album", "(a + b) / g"),
            Ask("s", "n, x, rest", "how many {items} were in each album", "(n - x) / g"),
            Ask("g", "a, s", "how many albums did {p.he} [fill|need|use]", "(a + b) / s"),
        ),
    ),
    Schema(
        "rain_and_snow",
        numbers="~a 1..9|0.2..4/0.1|0.25..3/0.25; ~b 1..9|0.2..4/0.1|0.25..3/0.25; ~t = a + b; ~d"
        " = a - b",
        words="x y z days",
        facts={
            "a": "it [rained|snowed] {a inch} on {x} | on {x}, {a inch} of rain fell | in the"
            " morning, {a inch} of rain fell",
            "b": "on {y} it was {b inch} | on {y}, {b inch} fell | {b inch} fell later",
            "t": "in two days {t inch} of [rain|snow] fell",
            "first": "{a inch} fell on the first day",
        },
        asks=(
            Ask("t", "a, b", "how many inches is that [altogether|in all] | how much fell in all"),
            Ask(
                "d",
                "a, b",
                "how much more fell [the first time|on the first occasion] | what is the"
                " difference between the two amounts",
            ),
            Ask("b", "t, first", "how many inches fell on the second day", "t - a"),
        ),
        where="a > b",
    ),
    Schema(
        "cook_the_rest",
        numbers="t 6..30; x 2..20; n = t - x; k 2..15; s = n * k; h = t * k",
        words="p adult; do did item chore_unit",
        facts={
            "t": "{p} has to {do} {t item} | {p} must {do} {t item} [today|this week|]",
            "x": "{p.he} has already {did} {x} [of them|] | {x} of them are already {did}",
            "k": "each one takes {k minute} | it takes {k minute} to {do} one {item}",
        },
        asks=(
            Ask(
                "s",
                "t, x, k",
                "how many minutes will it take to {do} the rest | how long will the rest take",
                "(t - x) * k",
            ),
            Ask(
                "n",
                "t, x",
                "how many {items} are left to {do} | how many more {items} must {p.he} {do}",
                "t - x",
            ),
            Ask("h", "t, k", "how many minutes does it take to {do} all of them"),
        ),
        where="x < t",
    ),
    Schema(
        "rows_of_things",
        numbers="r 2..12|4..30; c 2..12|4..30; t = r * c",
        words="p child; item portable; line row_like",
        facts={
            "t": "{p} has {t item} | {p} [got|took] {t item} out of a box",
            "c": "{p.he} [puts|places|lays] them in {lines} of {c} | {p.he} wants {c item} in"
            " each {line} | {p.he} puts {c} in each {line}",
            "r": "{p.he} [puts|places] them in {r line}, with the same number in each | {p.he}"
            " arranges them equally in {r line}",
            "made": "{p} made {r line} with {c item} in each [{line}|] | {p} put {c item} in each"
            " of {r line}",
        },
        asks=(
            Ask(
                "r",
                "t, c",
                "how many {lines} [are there|will there be|can {p.he} make]",
                "t / c",
            ),
            Ask(
                "c",
                "t, r",
                "how many {items} are in each {line} | how many {items} does each {line} have",
                "t / r",
            ),
            Ask("t", "made", "how many {items} [did {p.he} use|are there] [altogether|in all|]"),
        ),
    ),
    Schema(
        "legs_and_wheels",
        numbers="n 2..12|5..60; k 2,3,4,6,8; t = n * k; m 2..9|4..30; j 2,3,4,6,8; s = n * k + m"
        " * j",
        words="p child; animal part animal_parts",
        facts={
            "n": "there are {n animal} [in a field|in a yard|] | {p} sees {n animal}",
            "k": "each {animal} has {k part} | every {animal} has {k part}",
            "t": "{p} counted {t part} | there are {t part}",
            "m": "there are also {m} [other ones|others] with {j part} each",
        },
        asks=(
            Ask(
                "t",
                "n, k",
                "how many {parts} are there [altogether|in all] | how many {parts} is that",
            ),
            Ask("n", "t, k", "how many {animals} are there", "t / k"),
            Ask("s", "n, k, m", "how many {parts} are there [altogether|in all]"),
        ),
        where="k != j",
    ),
    Schema(
        "absent_pupils",
        numbers="t 15..40|60..400; x 2..12|5..40; n = t - x; g 2..9; a 5..20; y = n + a",
        words="p adult; school child group_person",
        facts={
            "t": "there are {t child} in {p's} group | {p's} group has {t child}",
            "x": "today {x} of them [are|were] absent | {x} of them are [sick|away] today",
            "n": "today only {n} of them [came|are here] | today {n} are present",
            "guests": "{a} guests came to visit | {a} new ones joined",
        },
        asks=(
            Ask("n", "t, x", "how many {children} are [here|present] [today|]", "t - x"),
            Ask("x", "t, n", "how many {children} are [absent|missing|not here]", "t - n"),
            Ask("y", "t, x, guests", "how many people are there now", "t - x + a"),
        ),
    ),
    Schema(
        "candy_days",
        numbers="d 2..9|3..14; r 2..9|3..12; t = d * r; a 3..40|10..80; b = t - a; x 2..15; n = t"
        " + x",
        words="p child; item treat; kin relative",
        facts={
            "a": "{p} got {a item} from neighbors and {b} from {p.his} {kin} | {p} bought {a"
            " item} and got {b} from {p.his} {kin}",
            "r": "{p.he} eats {r} of them [a|each|every] day",
            "d": "they lasted [{p.him}|] {d day}, and {p.he} ate the same number every day",
            "n": "{p} had {n item}",
            "x": "{p.he} ate {x} of them [on the first evening|at once] | {p.he} gave {x} of them"
            " to {p.his} {kin}",
        },
        asks=(
            Ask(
                "d",
                "a, r",
                "how many days will they last | for how many days does {p.he} have {items}",
                "(a + b) / r",
            ),
            Ask("r", "a, d", "how many {items} did {p.he} eat [a|each|per] day", "(a + b) / d"),
            Ask("d", "n, x, r", "how many days will the rest last", "(n - x) / r"),
        ),
    ),
    Schema(
        "homework_pages",
        numbers="k 2..9|4..12; n 2..9|3..12; x 3..30; t = n * k + x; s = n * k; a 2..9; y = (a +"
        " n) * k",
        words="p child; sub other subject",
        facts={
            "t": "{p} had {t problem} to do for homework | {p's} teacher gave {p.him} {t problem}"
            " to do",
            "x": "{p.he} has finished {x} of them | {x} of them are done",
            "k": "each page has {k problem} | there are {k problem} on each page",
            "h": "{p.he} can do {k} of them in an hour",
            "an": "{p} had {a page} of {sub} homework and {n page} of {other} homework",
        },
        asks=(
            Ask("n", "t, x, k", "how many pages are left", "(t - x) / k"),
            Ask("n", "t, x, h", "how many hours will the rest take", "(t - x) / k"),
            Ask(
                "y",
                "an, k",
                "how many problems does {p.he} have to do [altogether|in all]",
                "(a + n) * k",
            ),
        ),
    ),
    Schema(
        "temperature",
        numbers="a 3..60; b 3..30; t = a + b; c 2..15; e = t - c",
        words="x y z days",
        facts={
            "a": "in the morning it was {a} degrees | the temperature was {a} degrees in the"
            " morning",
            "b": "by noon it had risen by {b} degrees | until noon it got {b} degrees warmer",
            "c": "in the evening it fell by {c} degrees | by evening it was {c} degrees colder",
            "t": "at noon it was {t} degrees | the temperature at noon was {t} degrees",
        },
        asks=(
            Ask("t", "a, b", "what was the temperature at noon | how many degrees was it at noon"),
            Ask("e", "a, b, c", "what was the temperature in the evening", "a + b - c"),
            Ask("b", "a, t", "by how many degrees did the temperature rise", "t - a"),
        ),
    ),
    Schema(
        "empty_seats",
        numbers="t 40..300|200..5000/10; x 12..150|90..2500; n = t - x; r 5..40; c 6..30; s = r *"
        " c; y = s - x",
        words="hall guest hall_guest",
        facts={
            "t": "a {hall} has {t seat} | there are {t seat} in a {hall}",
            "x": "{x} of them are [taken|filled|sold] | {x guest} [came|are there]",
            "n": "{n} of them are [empty|free]",
            "rc": "a {hall} has {r row} with {c seat} in each row | a {hall} has {r row} of {c"
            " seat}",
        },
        asks=(
            Ask("n", "t, x", "how many seats are [empty|free|left]", "t - x"),
            Ask("x", "t, n", "how many seats are [taken|not empty]", "t - n"),
            Ask(
                "s",
                "rc",
                "how many {guests} can sit there | how many seats are there [altogether|in all]",
            ),
            Ask("y", "rc, x", "how many seats are [empty|free]", "r * c - x"),
        ),
    ),
)
