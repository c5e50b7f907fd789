"""Two amounts and their difference: more, fewer, longer, older, faster."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "more_than_other",
        numbers="a own; d own; b = a + d; t = a + b; z own",
        words="p q r person; item thing; other collectible",
        facts={
            "a": "{p} has {a item} | {p} [collected|bought|found] {a item} | {p} owns {a item}",
            "b": "{q} has {b item} | {q} [collected|bought|found] {b item} | {q} owns {b item}",
            "z": "{r} has {z item} | {p} also has {z other} | {q} has {z other} too",
            "more": "{q} has {d} more {items} than {p} | {q} has {d} more than {p} | {q} has {d"
            " more item} than {p} [does|has|]",
            "fewer": "{p} has {d} fewer {items} than {q} | {p} has {d} fewer than {q} | that is"
            " {d} fewer {items} than {q} has",
        },
        asks=(
            Ask(
                "d",
                "a & b",
                "how many more {items} does {q} have than {p} | how many fewer {items} does {p}"
                " have than {q} | what is the difference between the numbers of their {items} |"
                " how many more {items} does {p} need to have as many as {q}",
                "b - a",
            ),
            Ask("b", "a, z?, more", "how many {items} does {q} have"),
            Ask("a", "b, more", "how many {items} does {p} have", "b - d"),
            Ask("b", "a, fewer", "how many {items} does {q} have [then|]"),
            Ask(
                "t",
                "a, more",
                "how many {items} do they have [altogether|in all|together] | how many {items} do"
                " {p} and {q} have [altogether|in total]",
                "a + a + d",
            ),
        ),
    ),
    Schema(
        "two_sorts_difference",
        numbers="a crowd; d 2..20|10..90|30..300; b = a + d; t = a + b",
        words="one two two_kinds",
        facts={
            "a": "there are {a one} [in a picture|in a game|on a list|] | we counted {a one}",
            "both": "there are {a one} and {b two} [in a picture|in a game|on a list|] | we"
            " counted {a one} and {b two} | a list shows {a one} and {b two}",
            "more": "there are {d} more {twos} than {ones} | the number of {twos} is {d} more"
            " than the number of {ones}",
            "fewer": "there are {d} fewer {ones} than {twos} | there are {d} less {ones} than"
            " {twos}",
            "b": "there are {b two} [in a picture|in a game|] | we counted {b two}",
        },
        asks=(
            Ask(
                "d",
                "both",
                "how many more {twos} than {ones} are there | how many fewer {ones} are there"
                " than {twos} | how many more {twos} are there than {ones} | find the difference"
                " between the numbers of {ones} and {twos}",
                "b - a",
            ),
            Ask("b", "a, more", "how many {twos} are there | find the number of {twos}"),
            Ask("a", "b, fewer", "how many {ones} are there", "b - d"),
            Ask(
                "t",
                "b, fewer",
                "how many {ones} and {twos} are there [altogether|in all]",
                "b - d + b",
            ),
        ),
    ),
    Schema(
        "longer_than",
        numbers="~a 10..90|100..900|1.5..30/0.5; ~d 2..40|15..300|0.5..9/0.5; ~b = a + d",
        words="item long_natural; unit distance; x y color",
        facts={
            "a": "the first {item} is {a unit} long | {item} A is {a unit} long",
            "both": "one {item} is {b unit} long and another {item} is {a unit} long | the"
            " lengths of two {items} are {b unit} and {a unit}",
            "old": "a {item} used to be {a unit} long",
            "new": "now it is {b unit} long | today it is {b unit} long",
            "long": "a {item} is {b unit} long | the longer {item} is {b unit} long",
            "short": "another {item} is {d unit} shorter",
        },
        asks=(
            Ask(
                "d",
                "both",
                "how much longer is the first {item} [than the second|] | how many {units} longer"
                " is the first one | what is the difference between their lengths",
                "b - a",
            ),
            Ask(
                "d",
                "old, new",
                "how many {units} longer is it now | how much longer has it become | by how many"
                " {units} did it grow",
                "b - a",
            ),
            Ask(
                "a",
                "long, short",
                "how long is the [shorter|other] {item} | how many {units} long is the other"
                " {item}",
                "b - d",
            ),
        ),
    ),
    Schema(
        "taller_than",
        numbers="~a 2..40|2..60|1.1..9/0.1; ~d 2..20|2..30|0.2..5/0.1; ~b = a + d",
        words="one two tall_thing; p person; unit height",
        facts={
            "a": "a {one} is {a unit} [tall|high]",
            "b": "a {two} is {b unit} [tall|high] | the height of a {two} is {b unit}",
            "taller": "a {two} is {d unit} taller | a {two} near it is {d unit} taller",
            "grew": "{p} measured a plant. It was {a unit} tall last month | last month a plant"
            " was {a unit} tall",
            "now": "now it is {b unit} tall | this month it is {b unit} tall",
        },
        asks=(
            Ask(
                "d",
                "a & b",
                "how much taller is the {two} [than the {one}|] | how many {units} shorter is the"
                " {one} | what is the difference in height",
                "b - a",
            ),
            Ask("b", "a, taller", "how tall is the {two} | what is the height of the {two}"),
            Ask("d", "grew, now", "how many {units} did it grow | how much has it grown", "b - a"),
        ),
    ),
    Schema(
        "heavier_than",
        numbers="~a 3..40|10..60|0.5..12/0.1; ~d 2..20|3..30|0.3..5/0.1; ~b = a + d; ~t = a + b",
        words="one two heavy_thing; unit weight",
        facts={
            "a": "a {one} weighs {a unit} | the weight of a {one} is {a unit}",
            "b": "a {two} weighs {b unit} | the weight of a {two} is {b unit}",
            "lighter": "it is {d unit} lighter than a {two} | a {two} is {d unit} heavier",
        },
        asks=(
            Ask(
                "d",
                "a & b",
                "how much heavier is the {two} [than the {one}|] | how many {units} lighter is"
                " the {one} | what is the difference in weight",
                "b - a",
            ),
            Ask("b", "a, lighter", "how much does the {two} weigh | how heavy is the {two}"),
            Ask(
                "t",
                "a & b",
                "how much do they weigh [together|altogether] | what is their total weight",
            ),
        ),
    ),
    Schema(
        "cheaper_than",
        numbers="$a 2..12|5..30|1.25..12/0.25; $d 2..9|2..20|0.5..4/0.25; $b = a + d; $t = a + b",
        words="one two two_goods; p person; x y two_goods",
        facts={
            "a": "a {one} costs {a} | the price of a {one} is {a}",
            "b": "a {two} costs {b} | the price of a {two} is {b}",
            "more": "a {two} costs {d} more | a {two} is {d} more expensive than a {one}",
            "less": "a {one} costs {d} less [than a {two}|] | a {one} is {d} cheaper",
        },
        asks=(
            Ask(
                "d",
                "a & b",
                "how much more does [a|the] {two} cost than [a|the] {one} | how much cheaper is"
                " the {one} [than the {two}|] | what is the difference [in price|between the"
                " prices] | how much money is saved by buying the {one}",
                "b - a",
            ),
            Ask("b", "a, more", "how much does a {two} cost | what is the price of a {two}"),
            Ask("a", "b, less", "how much does a {one} cost | find the price of a {one}", "b - d"),
            Ask(
                "t",
                "a, more",
                "how much do a {one} and a {two} cost [together|altogether] | what must {p} pay"
                " for a {one} and a {two}",
                "a + a + d",
            ),
        ),
    ),
    Schema(
        "needs_more",
        numbers="t own; a own; d = t - a; $u = t; $v = a; $w = d",
        words="p person; item thing; goal savings_goal; prize goods",
        facts={
            "t": "{p} needs {t item} for [a project|a party|school|the class] | {p} wants to"
            " collect {t item}",
            "a": "{p.he} [already|] has {a item} | {p.he} has {a} [of them|so far|already] | so"
            " far {p.he} has {a item}",
            "u": "{p} wants to buy a {goal} that costs {u} | a {goal} costs {u} | {p} is saving"
            " for a {goal} that costs {u}",
            "v": "{p} has saved {v} [so far|already|] | {p.he} has {v}",
        },
        asks=(
            Ask(
                "d",
                "t, a",
                "how many more {items} does {p.he} need | how many more must {p.he} get | how"
                " many {items} are still missing | how many more {items} should {p.he} find",
            ),
            Ask(
                "w",
                "u, v",
                "how much more [money|] does {p.he} need [to buy the {goal}|] | how much more"
                " must {p.he} save | how many more dollars does {p.he} need",
                "u - v",
            ),
        ),
        where="a < t; d > 1",
    ),
    Schema(
        "scores",
        numbers="a 8..60|20..120; d 2..20; b = a + d; c 5..40; t = a + c",
        words="p q person; sport point sport; x y color",
        facts={
            "a": "{p} [scored|got|made] {a point} in a {sport} game | in a {sport} game {p}"
            " scored {a point}",
            "b": "{q} [scored|got|made] {b} | {q} scored {b point}",
            "more": "{q} scored {d} more [{points}|] than {p} | {q} got {d} more {points}",
            "second": "{p.he} scored {c point} in the second game | in the next game {p.he} made"
            " {c point}",
        },
        asks=(
            Ask(
                "d",
                "a, b",
                "how many more {points} did {q} score [than {p}|] | by how many {points} did {q}"
                " win",
                "b - a",
            ),
            Ask("b", "a, more", "how many {points} did {q} score"),
            Ask(
                "t",
                "a, second",
                "how many {points} did {p.he} score [altogether|in all|in the two games|in total]",
            ),
        ),
    ),
    Schema(
        "chain_of_comparisons",
        numbers="a 5..40|20..120; d 2..15|10..50; e 2..15|10..50; b = a + d; c = b - e; t = a + b"
        " + c",
        words="p q r person; item thing",
        facts={
            "a": "{p} has {a item}",
            "b": "{q} has {d} more {items} than {p} | {q} has {d} more than {p}",
            "c": "{r} has {e} fewer {items} than {q} | {r} has {e} fewer than {q} | {r} has {e}"
            " less than {q}",
        },
        asks=(
            Ask("c", "a, b, c", "how many {items} does {r} have", "a + d - e"),
            Ask(
                "t",
                "a, b, c",
                "how many {items} do the three [children|friends|] have [altogether|in all] |"
                " what is the total number of {items}",
                "a + (a + d) + (a + d - e)",
            ),
        ),
    ),
    Schema(
        "time_difference",
        numbers="a 12..60|30..90; d 3..40; b = a + d; t = a + b",
        words="p q person; x y z days; sub subject",
        facts={
            "a": "it took {p} {a minute} to finish {p.his} {sub} homework | {p} [spent|needed] {a"
            " minute} on {sub} homework | {p} finished the {sub} homework in {a minute}",
            "b": "{q} needed {b minute} | {q} spent {b minute} on [it|the same homework] | it"
            " took {q} {b minute}",
            "less": "{p} needed {d minute} less than {q} | that was {d minute} less than {q}"
            " needed",
        },
        asks=(
            Ask(
                "d",
                "a, b",
                "how much longer did {q} need | how many minutes faster was {p} | how many more"
                " minutes did {q} [need|take] than {p}",
                "b - a",
            ),
            Ask("b", "a, less", "how many minutes did {q} need | how long did {q} need"),
        ),
    ),
)
