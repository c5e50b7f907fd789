"""Averages: from numbers to their mean, and from the mean back to a number."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "test_average",
        numbers="a 60..99; b 55..99; c 50..99; ~m = (a + b + c) / 3; s = a + b + c",
        words="p child; sub subject",
        facts={
            "all": "{p} scored {a}, {b} and {c} on three {sub} tests | on three {sub} tests {p}"
            " got {a}, {b} and {c} points | {p's} scores on three {sub} tests were {a}, {b} and"
            " {c}",
            "m": "{p's} average score on three {sub} tests is {m} | on three {sub} tests {p} has"
            " an average of {m}",
            "two": "{p.he} got {a} on the first and {b} on the second [test|] | the first two"
            " scores were {a} and {b}",
        },
        asks=(
            Ask(
                "m",
                "all",
                "what is {p.his} average [score|] | what is the [average|mean] of these scores |"
                " find the average of the scores",
            ),
            Ask(
                "c",
                "m, two",
                "what was the score on the third test | how many points did {p.he} get on the"
                " third test",
                "m * 3 - a - b",
            ),
        ),
    ),
    Schema(
        "average_of_two",
        numbers="~a 10..90|100..900|2.5..20/0.5; ~b 10..90|100..900|2.5..20/0.5; ~m = (a + b) / 2",
        words="p q person; one two two_kinds; unit weight",
        facts={
            "ab": "{p} weighs {a unit} and {q} weighs {b unit}",
            "num": "one number is {a} and another number is {b} | two numbers are {a} and {b}",
            "m": "the average of two numbers is {m}",
            "a": "one of them is {a}",
        },
        asks=(
            Ask(
                "m",
                "num",
                "what is their average | what is the average of the two numbers | find the mean"
                " of the two numbers",
            ),
            Ask("b", "m, a", "what is the other [number|one]", "m * 2 - a"),
        ),
    ),
    Schema(
        "average_over_days",
        numbers="a 5..60|40..400; b 5..60|40..400; c 5..60|40..400; d 5..60|40..400; m = (a + b +"
        " c + d) / 4; t = a + b + c + d",
        words="shop item venue_ticket; p person",
        facts={
            "all": "in four [days|weeks|months] a {shop} sold {a}, {b}, {c} and {d} {items} | a"
            " {shop} sold {a item} in the first week, {b} in the second, {c} in the third and {d}"
            " in the fourth",
        },
        asks=(
            Ask(
                "m",
                "all",
                "how many {items} is that on average | what was the average number of {items}"
                " sold | on average, how many {items} were sold each time",
            ),
            Ask("t", "all", "how many {items} is that [altogether|in all]"),
        ),
    ),
    Schema(
        "total_from_average",
        numbers="n 3..12|5..40; ~m 4..40|20..150|2.5..30/0.5; ~t = n * m; x 3..12; ~u = t + x",
        words="p person; item heavy_thing; unit weight; book page reading",
        facts={
            "n": "the average weight of {n item} is {m unit} | {n item} weigh {m unit} on average",
            "days": "on average {p} read {m page} a day for {n day} | for {n day} {p} read an"
            " average of {m page} a day",
            "t": "{n item} weigh {t unit} [altogether|together] | the total weight of {n item} is"
            " {t unit}",
        },
        asks=(
            Ask(
                "t",
                "n",
                "how much do they weigh [altogether|together] | what is their total weight",
            ),
            Ask(
                "m",
                "t",
                "what is their average weight | how much does each weigh on average",
                "t / n",
            ),
            Ask("t", "days", "how many {pages} did {p.he} read [altogether|in all]"),
        ),
    ),
    Schema(
        "average_speed_two_parts",
        numbers="a 20..200/10; b 20..200/10; h 2..4; g 2..5; ~v = (a + b) / (h + g)",
        words="p adult; unit distance; car vehicle",
        facts={
            "a": "a {car} went {a unit} in the first {h hour} | it took a {car} {h hour} to go {a"
            " unit}",
            "b": "then it went {b unit} in {g hour} | after that it took {g hour} for {b unit}",
        },
        asks=(
            Ask(
                "v",
                "a, b",
                "what is the average speed | what is the average speed for the whole trip | on"
                " average, how many {units} is that per hour",
            ),
        ),
    ),
)
