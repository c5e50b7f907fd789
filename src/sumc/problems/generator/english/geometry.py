"""Lengths, areas and volumes, and things set out along a line."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "rectangle",
        numbers="~l 4..30|12..120|2.5..20/0.5; ~w 2..25|8..90|1.5..15/0.5; ~u = 2 * (l + w); ~s ="
        " l * w; ~h = u / 2",
        words="item rectangle; unit short_distance; p person",
        facts={
            "lw": "a rectangular {item} is {l unit} long and {w unit} wide | the length of a"
            " rectangular {item} is {l unit} and its width is {w unit} | a rectangle has a length"
            " of {l unit} and a width of {w unit} | a {item} measures {l unit} by {w unit}",
            "u": "the perimeter of a rectangular {item} is {u unit} | a rectangular {item} has a"
            " perimeter of {u unit} | {p} walks once around a rectangular {item}, which is {u"
            " unit}",
            "s": "the area of a rectangular {item} is {s} square {units} | a rectangular {item}"
            " covers {s} square {units}",
            "l": "its length is {l unit} | it is {l unit} long",
        },
        asks=(
            Ask(
                "u",
                "lw",
                "what is its perimeter | find its perimeter | how long is a fence around it | how"
                " many {units} is the way around it | what is the perimeter",
            ),
            Ask(
                "s",
                "lw",
                "what is its area | find its area [in square {units}|] | how many square {units}"
                " does it cover | what is the area",
            ),
            Ask("w", "u, l", "what is its width | how wide is it", "u / 2 - l"),
            Ask("w", "s, l", "what is its width | how wide is it", "s / l"),
        ),
        where="w < l",
    ),
    Schema(
        "square",
        numbers="~a 3..30|12..90|1.5..15/0.5; ~u = 4 * a; ~s = a * a",
        words="item small_rectangle; unit tiny_length; p person",
        facts={
            "a": "[the|one] side of a square {item} is {a unit} long | a square {item} has sides"
            " of {a unit} | each side of a square {item} measures {a unit}",
            "u": "the perimeter of a square {item} is {u unit} | {p} needs {u unit} of tape to go"
            " around a square {item}",
        },
        asks=(
            Ask(
                "u",
                "a",
                "what is its perimeter | find its perimeter | how long are all the sides together",
            ),
            Ask("s", "a", "what is its area | find its area"),
            Ask("a", "u", "how long is each side | what is the length of one side", "u / 4"),
            Ask("s", "u", "what is its area | find its area", "u / 4 * u / 4"),
        ),
    ),
    Schema(
        "fence_cost",
        numbers="l 8..60|20..150; w 4..40|10..90; $c 2..20|1.5..9/0.5; u = 2 * (l + w); $t = u *"
        " c; s = l * w; $f = s * c",
        words="p adult; item rectangle; unit short_distance",
        facts={
            "lw": "a rectangular {item} is {l unit} long and {w unit} wide | {p} has a"
            " rectangular {item} that is {l unit} long and {w unit} wide",
            "fence": "a fence around it costs {c} per {unit} | {p} wants to put a fence around it"
            " that costs {c} per {unit}",
            "grass": "grass seed costs {c} per square {unit} | new tiles cost {c} per square"
            " {unit}",
        },
        asks=(
            Ask(
                "t",
                "lw, fence",
                "how much does the fence cost | what is the cost of the fence",
                "2 * (l + w) * c",
            ),
            Ask("f", "lw, grass", "how much does it cost to cover the whole {item}", "l * w * c"),
        ),
        where="w < l",
    ),
    Schema(
        "triangle",
        numbers="~b 4..30|10..90/2|2.5..12/0.5; ~h 3..20|8..60/2|1.5..9/0.5; ~s = b * h / 2; ~c"
        " 4..30; ~d 4..30; ~u = b + c + d",
        words="unit small_length; p person",
        facts={
            "bh": "a triangle has a base of {b unit} and a height of {h unit} | the base of a"
            " triangle is {b unit} and its height is {h unit} | a triangular [flag|garden] has a"
            " base of {b unit} and a height of {h unit}",
            "s": "a triangle with a base of {b unit} has an area of {s} square {units}",
            "sides": "the sides of a triangle are {b}, {c} and {d unit} long | a triangular"
            " [garden|field] has sides of {b}, {c} and {d unit}",
        },
        asks=(
            Ask(
                "s",
                "bh",
                "what is its area | find its area | how many square {units} is its area",
            ),
            Ask("h", "s", "what is its height | how high is it", "s * 2 / b"),
            Ask(
                "u",
                "sides",
                "what is its perimeter | what is the distance around it | find its perimeter",
            ),
        ),
        where="b < c + d; c < b + d; d < b + c",
    ),
    Schema(
        "box_volume",
        numbers="~l 3..20|10..60; ~w 2..15|8..50; ~h 2..12|5..40; ~v = l * w * h; ~b = l * w",
        words="item box_shape; unit small_length; p person",
        facts={
            "all": "a {item} is {l unit} long, {w unit} wide and {h unit} high | a {item}"
            " measures {l unit} by {w unit} by {h unit} | the length of a {item} is {l unit}, its"
            " width is {w unit} and its height is {h unit}",
            "v": "a {item} has a volume of {v} cubic {units}",
            "lw": "it is {l unit} long and {w unit} wide",
        },
        asks=(
            Ask(
                "v",
                "all",
                "what is its volume | find its volume [in cubic {units}|] | how many cubic"
                " {units} does it hold",
            ),
            Ask("h", "v, lw", "how high is it | what is its height", "v / (l * w)"),
        ),
    ),
    Schema(
        "tiles",
        numbers="a 2..6; m 3..12; n 3..12; l = a * m; w = a * n; t = m * n; s = l * w; q = a * a",
        words="p person; unit small_length; item rectangle",
        facts={
            "lw": "a floor is {l unit} long and {w unit} wide | a wall measures {l unit} by {w"
            " unit}",
            "q": "one tile covers {q} square {units} | each tile has an area of {q} square"
            " {units}",
            "s": "{p} wants to cover {s} square {units} with tiles | an area of {s} square"
            " {units} is to be covered with tiles",
        },
        asks=(
            Ask("t", "lw, q", "how many tiles are needed", "l * w / q"),
            Ask("t", "s, q", "how many tiles are needed | how many tiles does one need", "s / q"),
        ),
        where="w < l",
    ),
    Schema(
        "trees_along_a_path",
        numbers="g 3..30|10..80; d 2..12|4..25; l = g * d; n = g + 1; m = g - 1; k = 2 * n",
        words="tree path planted; unit short_distance; p adult",
        facts={
            "l": "a {path} is {l unit} long",
            "d": "a {tree} stands every {d unit}, also at both ends | {trees} are placed along it"
            " {d unit} apart, with one at each end | there is one {tree} every {d unit} from one"
            " end to the other, and both ends have one",
            "no": "{trees} are placed along it {d unit} apart, but there is none at the two ends",
            "n": "{n tree} stand along a {path}, one at each end",
            "apart": "they are {d unit} apart | the distance between two neighbors is {d unit}",
            "both": "on both sides of a {path} of {l unit} there is a {tree} every {d unit}, also"
            " at the ends",
            "ring": "around a lake the way is {l unit} long. There is a {tree} every {d unit}",
            "len": "a {path} is {l unit} long and has {n tree} at equal distances, one at each"
            " end",
        },
        asks=(
            Ask(
                "n",
                "l, d",
                "how many {trees} are there [altogether|along the {path}|] | how many {trees} are"
                " needed",
                "l / d + 1",
            ),
            Ask("m", "l, no", "how many {trees} are there", "l / d - 1"),
            Ask(
                "l",
                "n, apart",
                "how long is the {path} | what is the distance from the first {tree} to the last",
                "(n - 1) * d",
            ),
            Ask("k", "both", "how many {trees} are there [altogether|in all]", "(l / d + 1) * 2"),
            Ask(
                "g",
                "ring",
                "how many {trees} are there around the lake | how many {trees} are there",
                "l / d",
            ),
            Ask(
                "d",
                "len",
                "how far apart are they | what is the distance between two {trees}",
                "l / (n - 1)",
            ),
        ),
    ),
    Schema(
        "stairs_and_cuts",
        numbers="f 3..12|5..30; s 8..25; n = (f - 1) * s; k 3..12; c = k - 1; m 2..9; t = c * m",
        words="p person; item long_thing",
        facts={
            "up": "{p} lives on floor {f:digits} [of a building|] | {p's} office is on floor"
            " {f:digits}",
            "s": "there are {s step} between one floor and the next",
            "k": "{p} saws a {item} into {k} pieces | a {item} is cut into {k} pieces",
            "m": "each cut takes {m minute} | {p.he} needs {m minute} for each cut",
        },
        asks=(
            Ask(
                "n",
                "up, s",
                "how many steps does {p.he} climb from the first floor [to get there|]",
                "(f - 1) * s",
            ),
            Ask("t", "k, m", "how many minutes does the work take", "(k - 1) * m"),
        ),
    ),
)
