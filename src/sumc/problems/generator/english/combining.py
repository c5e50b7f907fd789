"""Parts and wholes: two or three amounts put together, or one part of a known whole."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "two_owners",
        numbers="a own; b own; t = a + b; d own",
        words="p q person; item thing; other collectible",
        facts={
            "a": "{p} has {a item} | {p} owns {a item} | there are {a item} in {p's}"
            " [bag|room|collection] | {p} has collected {a item} | {p} has a collection of {a"
            " item}",
            "b": "{q} has {b item} | {q} owns {b item} | {q} has collected {b item} | {q} keeps"
            " {b item} [in a box|at home|on a shelf]",
            "t": "{p} and {q} have {t item} [altogether|in all|in total|together|between them] |"
            " together {p} and {q} [have|own] {t item}",
            "d": "{p} also has {d other} | {q} has {d other} as well | there are {d other} too",
        },
        asks=(
            Ask(
                "t",
                "a & b, d?",
                "how many {items} do [they|{p} and {q}] have [altogether|in all|in"
                " total|together] | what is the total number of {items} [that they have|] | how"
                " many {items} are there [altogether|in all] | find the total number of {items}"
                " they have | how many {items} do the two [children|friends] have together",
            ),
            Ask(
                "b",
                "t, a",
                "how many {items} does {q} have | how many of the {items} belong to {q} | how"
                " many of them are {q's}",
                "t - a",
            ),
        ),
    ),
    Schema(
        "two_kinds_in_one_place",
        numbers="a crowd; b crowd; t = a + b",
        words="one two two_kinds",
        facts={
            "both": "there are {a one} and {b two} | there were {a one} and {b two} | a child"
            " counted {a one} and {b two} | we can see {a one} and {b two}",
            "t": "there are {t} {ones} and {twos} [altogether|in all|in total] | someone counted"
            " {t} {ones} and {twos} | the number of {ones} and {twos} is {t}",
            "part": "{a} of them are {ones} | {a} are {ones} | of these, {a} are {ones}",
        },
        asks=(
            Ask(
                "t",
                "both",
                "how many {ones} and {twos} are there [altogether|in all|in total] | how many are"
                " there [altogether|in all] | what is the total number of {ones} and {twos}",
            ),
            Ask(
                "b",
                "t, part",
                "how many {twos} are there | how many of them are {twos} | how many are {twos} |"
                " find the number of {twos}",
                "t - a",
            ),
        ),
    ),
    Schema(
        "three_kinds_bought",
        numbers="a own; b own; c own; t = a + b + c",
        words="p person; one two three three_kinds; place good_place",
        facts={
            "scene": "{p} [counted the things on a list|made a list|kept a record]",
            "all": "{p} counted {a one}, {b two}[,|] and {c three} | {p} saw {a one}, {b two}[,|]"
            " and {c three} | a picture shows {a one}, {b two}[,|] and {c three} | {p} drew {a"
            " one}, {b two}[,|] and {c three}",
            "t": "{p} counted {t} {ones}, {twos} and {threes} [altogether|in all] | {p} drew {t}"
            " {ones}, {twos} and {threes} [in total|altogether]",
            "ab": "there were {a one} and {b two} | {a} of them were {ones} and {b} were {twos}",
        },
        asks=(
            Ask(
                "t",
                "all",
                "how many {ones}, {twos} and {threes} is that [altogether|in all] | what is the"
                " total [number|] | how many is that [altogether|in all|in total] | what is the"
                " sum of these numbers",
            ),
            Ask(
                "c",
                "t, ab",
                "how many {threes} were there | how many were {threes} | how many of them were"
                " {threes} | find the number of {threes}",
                "t - a - b",
            ),
        ),
    ),
    Schema(
        "boys_and_girls",
        numbers="a 8..30|40..300|200..900; b 8..30|40..300|200..900; t = a + b",
        words="place group_place",
        facts={
            "a": "{a boy} came to the {place} | {a boy} [visited|went to] the {place}",
            "b": "{b girl} came to the {place} | {b girl} [visited|went to] the {place}",
            "both": "{a boy} and {b girl} [visited|went to|came to] the {place} [today|on"
            " Friday|] | there are {a boy} and {b girl} at the {place}",
            "t": "{t} children [visited|went to|came to] the {place} [today|on Friday|] | there"
            " are {t} children at the {place}",
            "part": "{a} of them are boys | {a} of the children are boys",
        },
        asks=(
            Ask(
                "t",
                "both",
                "how many children is that [altogether|in all|in total] | how many children are"
                " there [altogether|in all] | what is the total number of children",
            ),
            Ask(
                "t",
                "a & b",
                "how many boys and girls were there [altogether|in all|in total] | how many"
                " children is that [altogether|in total]",
            ),
            Ask(
                "b",
                "t, part",
                "how many [of them|of the children|] are girls | how many girls are there",
                "t - a",
            ),
        ),
    ),
    Schema(
        "three_days",
        numbers="a crowd; b crowd; c crowd; t = a + b + c; d = a + b",
        words="shop item venue_ticket; x y z days",
        facts={
            "a": "a {shop} sold {a item} on {x} | on {x} a {shop} sold {a item} | on {x}, {a"
            " item} were sold at a {shop}",
            "b": "it sold {b item} on {y} | on {y} it sold {b item} | {b} were sold on {y}",
            "c": "it sold {c item} on {z} | on {z} it sold {c item} | {c} were sold on {z}",
            "t": "a {shop} sold {t item} [altogether|in total|in all|] [from {x} to {z}|in three"
            " days] | in three days a {shop} sold {t item}",
            "ab": "it sold {a} on {x} and {b} on {y} | {a} of them were sold on {x} and {b} on"
            " {y}",
        },
        asks=(
            Ask(
                "t",
                "a, b, c",
                "how many {items} were sold [altogether|in all|in the three days|in total] | how"
                " many {items} did the {shop} sell [altogether|in all|over the three days] | what"
                " is the total number of {items} sold",
            ),
            Ask(
                "d",
                "a, b, c?",
                "how many {items} were sold on {x} and {y} [together|] | how many {items} did the"
                " {shop} sell on the first two days",
            ),
            Ask(
                "c",
                "t, ab",
                "how many {items} were sold on {z} | how many did it sell on {z} | how many"
                " {items} did the {shop} sell on {z}",
                "t - a - b",
            ),
        ),
    ),
    Schema(
        "picked_together",
        numbers="a own; b own; c own; t = a + b + c",
        words="p q r person; item crop",
        facts={
            "a": "{p} picked {a item} [in the garden|from the field|] | {p} gathered {a item} |"
            " {p} found {a item} in the garden",
            "b": "{q} picked {b item} | {q} gathered {b} | {q} picked {b}",
            "c": "{r} picked {c item} | {r} gathered {c} | {r} picked {c}",
            "t": "{p}, {q} and {r} picked {t item} [altogether|in all|in total|together]",
        },
        asks=(
            Ask(
                "t",
                "a, b & c",
                "how many {items} did they pick [altogether|in all|in total|together] | how many"
                " {items} were picked [altogether|in total|] | how many {items} do the three"
                " friends have [now|altogether]",
            ),
            Ask(
                "c",
                "t, a & b",
                "how many {items} did {r} pick | how many of the {items} did {r} pick",
                "t - a - b",
            ),
        ),
    ),
    Schema(
        "two_days_of_reading",
        numbers="a 5..40|20..90; b 5..40|20..90; c 10..60|50..200; t = a + b + c; d = a + b",
        words="p person; book page reading; x y z days",
        facts={
            "t": "{p} is reading a {book} [with|that has] {t page} | a {book} has {t page} |"
            " there are {t page} in {p's} {book}",
            "a": "{p.he} [read|finished] {a page} on {x} | on {x} {p.he} read {a page}",
            "b": "{p.he} [read|finished] {b page} on {y} | on {y} {p.he} read {b} [more|]",
            "c": "there are {c page} left to read | {p.he} still has {c page} to [go|read]",
        },
        asks=(
            Ask(
                "c",
                "t, a, b",
                "how many {pages} are left [to read|] | how many {pages} does {p.he} still have"
                " to read | how many more {pages} must {p.he} read to finish the {book}",
                "t - a - b",
            ),
            Ask(
                "d",
                "t?, a, b",
                "how many {pages} did {p.he} read on [the two days|{x} and {y}] | how many"
                " {pages} has {p.he} read so far [altogether|]",
            ),
            Ask(
                "t",
                "a, b, c",
                "how many {pages} does the [whole|] {book} have | how many {pages} are there in"
                " the {book} [altogether|]",
            ),
        ),
    ),
    Schema(
        "distance_in_parts",
        numbers="~a 2..20|1.5..15/0.5|2.5..9.9/0.1; ~b 2..20|0.5..9/0.5|1.2..9.9/0.1; ~c"
        " 2..20|0.2..6/0.1|1.4..8/0.1; ~t = a + b + c; ~d = a + b",
        words="p person; unit distance; x y z days",
        facts={
            "a": "{p} [walked|biked|ran|hiked] {a unit} on {x} | on {x} {p} [walked|ran] {a unit}",
            "b": "on {y} {p.he} went {b unit} | {p.he} went {b unit} on {y}",
            "c": "on {z} {p.he} went {c unit} | {p.he} did another {c unit} on {z}",
            "t": "{p} [hiked|walked|rode] {t unit} in three days",
            "a2": "{p.he} went {a unit} on {x}",
        },
        asks=(
            Ask(
                "t",
                "a, b, c",
                "how far did {p.he} go [altogether|in all|in the three days] | how many {units}"
                " did {p.he} go [altogether|in all|in total] | what was the total distance",
            ),
            Ask(
                "d",
                "a, b, c?",
                "how far did {p.he} go on {x} and {y} [together|] | how many {units} did {p.he}"
                " go on {x} and {y}",
            ),
            Ask(
                "c",
                "t, a2, b",
                "how far did {p.he} go on {z} | how many {units} did {p.he} go on {z}",
                "t - a - b",
            ),
        ),
    ),
    Schema(
        "ingredients_combined",
        numbers="~a 2..9|0.25..4/0.25|1.5..9/0.5; ~b 2..9|0.25..4/0.25|1.5..9/0.5; ~t = a + b",
        words="p person; unit stuff kitchen; good baked",
        facts={
            "scene": "{p} is [making|baking] {goods} | {p} is in the kitchen",
            "a": "{p.he} put {a unit} of {stuff} in a [bowl|pot] | {p.he} poured {a unit} of"
            " {stuff} into a [bowl|pan]",
            "b": "then {p.he} added {b more unit} [of {stuff}|] | {p.he} added another {b unit} |"
            " later {p.he} put in {b more unit}",
            "t": "{p} needs {t unit} of {stuff} [for a recipe|in all|] | a recipe calls for {t"
            " unit} of {stuff}",
            "have": "{p.he} has already put in {a unit} | {p.he} already used {a unit}",
        },
        asks=(
            Ask(
                "t",
                "scene?, a, b",
                "how much {stuff} did {p.he} use [altogether|in all|in total] | how many {units}"
                " of {stuff} are there now | how many {units} of {stuff} did {p.he} use"
                " [altogether|in total]",
            ),
            Ask(
                "b",
                "t, have",
                "how many more {units} does {p.he} need [to add|] | how much more {stuff} does"
                " {p.he} need | how many {units} must {p.he} still add",
                "t - a",
            ),
        ),
    ),
)
