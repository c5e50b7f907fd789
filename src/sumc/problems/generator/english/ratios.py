"""Times as many, ratios, ages, parts in proportion."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "times_as_many",
        numbers="a 3..20|10..90; k 2..9|2..12; b = a * k; t = a + b; d = b - a",
        words="p q person; item thing",
        facts={
            "a": "{p} has {a item} | {p} [collected|found|bought] {a item}",
            "k": "{q} has {k:times} as many {items} [as {p}|] | {q} has {k:times} as many [as"
            " {p}|] | {q} has {k:times} the number of {p's} {items}",
            "b": "{q} has {b item} | {q} [collected|found|bought] {b item}",
            "t": "{p} and {q} have {t item} [altogether|together]",
            "kb": "this is {k:times} as many as {p} has | {q} has {k:times} as many {items} as"
            " {p}",
        },
        asks=(
            Ask("b", "a, k", "how many {items} does {q} have"),
            Ask(
                "t",
                "a, k",
                "how many {items} do they have [altogether|in all|together]",
                "a + a * k",
            ),
            Ask("d", "a, k", "how many more {items} does {q} have than {p}", "a * k - a"),
            Ask("a", "b, kb", "how many {items} does {p} have", "b / k"),
            Ask(
                "k",
                "a & b",
                "how many times as many {items} does {q} have as {p} | how many times as many"
                " does {q} have [as {p}|]",
                "b / a",
            ),
            Ask("a", "t, k", "how many {items} does {p} have", "t / (k + 1)"),
        ),
    ),
    Schema(
        "times_more_kinds",
        numbers="a 3..30|20..150; k 2..8; b = a * k; t = a + b; x 2..20; e = b + x; f = b - x",
        words="one two two_kinds",
        facts={
            "a": "there are {a one} [in a picture|in a game|on a list|] | we counted {a one}",
            "k": "there are {k:times} as many {twos} [as {ones}|] | the number of {twos} is"
            " {k:times} the number of {ones}",
            "e": "the number of {twos} is {x} more than {k:times} the number of {ones} | there"
            " are {x} more {twos} than {k:times} the number of {ones}",
            "f": "the number of {twos} is {x} less than {k:times} the number of {ones}",
            "b": "there are {b two} [in a picture|in a game|] | we counted {b two}",
            "kb": "that is {k:times} the number of {ones} | there are {k:times} as many {twos} as"
            " {ones}",
        },
        asks=(
            Ask("b", "a, k", "how many {twos} are there | find the number of {twos}"),
            Ask(
                "t",
                "a, k",
                "how many {ones} and {twos} are there [altogether|in all]",
                "a + a * k",
            ),
            Ask("e", "a, e", "how many {twos} are there", "a * k + x"),
            Ask("f", "a, f", "how many {twos} are there", "a * k - x"),
            Ask("a", "b, kb", "how many {ones} are there", "b / k"),
        ),
        where="x < b",
    ),
    Schema(
        "ages",
        numbers="a 4..14|10..30; d 2..12|18..35; b = a + d; y 2..15; t = a + b; u = a + y; v = b"
        " - y; s = t + 2 * y",
        words="p child; kin relative",
        facts={
            "a": "{p} is {a} years old [now|]",
            "d": "{p.his} {kin} is {d} years older | {p} is {d} years younger than {p.his} {kin}",
            "b": "{p's} {kin} is {b} years old",
            "younger": "{p} is {d} years younger [than {p.his} {kin}|]",
            "t": "{p} and {p.his} {kin} are {t} years old together",
            "old": "{p.his} {kin} is {b} [years old|]",
        },
        asks=(
            Ask("b", "a, d", "how old is {p.his} {kin} | what is the age of {p.his} {kin}"),
            Ask("a", "b, younger", "how old is {p} | what is {p's} age", "b - d"),
            Ask(
                "u",
                "a",
                "how old will {p.he} be in {y year} | what will {p.his} age be in {y year}",
            ),
            Ask("v", "b", "how old was the {kin} {y year} ago", "b - y"),
            Ask(
                "d",
                "a & old",
                "how much older is the {kin} | how many years older is the {kin}",
                "b - a",
            ),
            Ask("s", "a, old", "what will be the sum of their ages in {y year}", "a + b + 2 * y"),
        ),
        where="y < a",
    ),
    Schema(
        "ages_times",
        numbers="a 4..14; k 2..6; b = a * k; t = a + b; d = b - a; y 2..10; c = b + y",
        words="p child; old older",
        facts={
            "a": "{p} is {a} years old",
            "k": "{p.his} {old} is {k:times} as old [as {p.he} is|]",
            "b": "{p's} {old} is {b} years old | {p's} {old} is {b}",
            "kb": "that is {k:times} {p's} age",
        },
        asks=(
            Ask("b", "a, k", "how old is {p.his} {old}"),
            Ask(
                "t",
                "a, k",
                "how old are they together | what is the sum of their ages",
                "a + a * k",
            ),
            Ask("d", "a, k", "how many years older is {p.his} {old}", "a * k - a"),
            Ask("a", "b, kb", "how old is {p}", "b / k"),
            Ask("c", "a, k", "how old will {p.his} {old} be in {y year}", "a * k + y"),
        ),
        where="b > 25; b < 80",
    ),
    Schema(
        "ratio_parts",
        numbers="m 2..9; n 2..9; u 2..20|10..60; a = m * u; b = n * u; t = a + b",
        words="one two two_kinds; p q person; item thing",
        facts={
            "ratio": "the ratio of {ones} to {twos} is {m:digits} to {n:digits} | for every {m"
            " one} there are {n two}",
            "t": "there are {t} {ones} and {twos} [altogether|in all]",
            "a": "there are {a one}",
            "b": "there are {b two}",
        },
        asks=(
            Ask("b", "ratio, a", "how many {twos} are there", "a / m * n"),
            Ask("a", "ratio, b", "how many {ones} are there", "b / n * m"),
            Ask("a", "t, ratio", "how many {ones} are there", "t * m / (m + n)"),
            Ask("b", "t, ratio", "how many {twos} are there", "t * n / (m + n)"),
            Ask(
                "t",
                "ratio, a",
                "how many {ones} and {twos} are there [altogether|in all]",
                "a + a / m * n",
            ),
        ),
        where="m != n",
    ),
    Schema(
        "recipe_scaling",
        numbers="a 2..8; n 2..12; k 2..6; ~b = a * k; m = n * k",
        words="p person; unit stuff kitchen; item baked",
        facts={
            "a": "{p} needs {a unit} of {stuff} [for|to make] {n item} | a recipe for {n item}"
            " uses {a unit} of {stuff}",
            "m": "{p.he} wants to make {m item}",
            "b": "{p.he} has {b unit} of {stuff}",
        },
        asks=(
            Ask(
                "b",
                "a, m",
                "how many {units} of {stuff} does {p.he} need | how much {stuff} does {p.he} need",
                "a / n * m",
            ),
            Ask("m", "a, b", "how many {items} can {p.he} make", "b / a * n"),
        ),
    ),
    Schema(
        "map_scale",
        numbers="k 2..50|5..100/5; ~m 2..20|1.5..12/0.5; d = k * m",
        words="small map_unit; unit distance",
        facts={
            "k": "on a map, one {small} stands for {k unit} | one {small} on a map stands for {k"
            " unit}",
            "m": "two [towns|villages] are {m small} apart on [it|the map]",
            "d": "two towns are {d unit} apart",
        },
        asks=(
            Ask(
                "d",
                "k, m",
                "how many {units} are they really apart | how far apart are they really",
            ),
            Ask("m", "k, d", "how many {smalls} apart are they on the map", "d / k"),
        ),
    ),
    Schema(
        "sum_and_difference",
        numbers="a 3..40|20..200; d 2..30|10..90; b = a + d; t = a + b; k 2..6; c = a * k; s = a"
        " + c; e = c - a",
        words="p q person; item thing",
        facts={
            "t": "{p} and {q} have {t item} [altogether|together] | together {p} and {q} have {t"
            " item}",
            "d": "{q} has {d} more [{items}|] than {p}",
            "num": "the sum of two numbers is {t}",
            "dif": "their difference is {d} | one of them is {d} larger than the other",
            "sk": "the sum of two numbers is {s}",
            "k": "one number is {k:times} the other",
        },
        asks=(
            Ask("a", "t, d", "how many {items} does {p} have", "(t - d) / 2"),
            Ask("b", "t, d", "how many {items} does {q} have", "(t + d) / 2"),
            Ask(
                "a",
                "num, dif",
                "what is the smaller number | find the smaller number",
                "(t - d) / 2",
            ),
            Ask(
                "b",
                "num, dif",
                "what is the larger number | find the larger number",
                "(t + d) / 2",
            ),
            Ask("a", "sk, k", "what is the smaller number", "s / (k + 1)"),
        ),
    ),
    Schema(
        "number_riddles",
        numbers="a 2..60|10..400; b 2..20|5..90; k 2..9; s = a + b; m = a * k; n = a * k + b; d ="
        " a - b; q = (a + b) * k",
        words="p person",
        facts={
            "s": "{p} thinks of a number and adds {b}. The result is {s} | when {b} is added to a"
            " number, the result is {s}",
            "d": "{p} thinks of a number and takes away {b}. The result is {d} | a number minus"
            " {b} gives {d}",
            "m": "{p} multiplies a number by {k} and gets {m} | {p} thinks of a number, and {k:times} this number makes {m}",
            "n": "{p} multiplies a number by {k} and then adds {b}. The result is {n} | {b} more"
            " than {k:times} a number is {n}",
            "q": "{p} adds {b} to a number and multiplies the sum by {k}. The result is {q}",
        },
        asks=(
            Ask("a", "s", "what is the number | find the number", "s - b"),
            Ask("a", "d", "what is the number | find the number", "d + b"),
            Ask("a", "m", "which number is that | what number did {p.he} start with", "m / k"),
            Ask("a", "n", "what is the number | find the number", "(n - b) / k"),
            Ask("a", "q", "what is the number | find the number", "q / k - b"),
        ),
        where="a > b",
    ),
)
