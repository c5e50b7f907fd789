"""Fractions of a whole, what is left, and wholes found from a part."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "fraction_of_set",
        numbers="t 12..60|24..240/4|60..900/5; /f 1/2,1/3,1/4,1/5,2/3,3/4,2/5,3/5,5/6,3/8,1/6; a"
        " = t * f; b = t - a",
        words="p q person; item thing",
        facts={
            "t": "{p} has {t item} | {p} had {t item} | {p} bought {t item}",
            "f": "{p.he} gave {f} of them to {q} | {p.he} [lost|sold|gave away] {f} of the"
            " {items} | {f} of them are [red|blue|new|broken]",
            "part": "{f} of {p's} {items} are red | {p} gave {f} of {p.his} {items} to {q}",
            "a": "these are {a item} | that makes {a item}",
        },
        asks=(
            Ask("a", "t, f", "how many {items} is that"),
            Ask(
                "b",
                "t, f",
                "how many {items} are left | how many of the {items} are left over | how many"
                " {items} make up the rest",
                "t - t * f",
            ),
            Ask(
                "t",
                "part, a",
                "how many {items} did {p.he} have [at first|altogether|]",
                "a / f",
            ),
        ),
    ),
    Schema(
        "fraction_of_class",
        numbers="t 12..40|60..600/6; /f 1/2,1/3,1/4,1/5,2/3,3/4,2/5,3/5,5/6,3/8,4/7,1/6; a = t *"
        " f; b = t - a; d 2..9",
        words="school child group_person; does others attribute",
        facts={
            "t": "there are {t child} in a {school} | a {school} has {t child}",
            "f": "{f} of them {does} | {f} of the {children} {does}",
        },
        asks=(
            Ask(
                "a",
                "t, f",
                "how many {children} {does} | how many of them {does} | how many {children} is"
                " that",
            ),
            Ask(
                "b",
                "t, f",
                "how many [of them|of the {children}|{children}] {others}",
                "t * (1 - f)",
            ),
        ),
    ),
    Schema(
        "pizza_fractions",
        numbers="/f 1/2,1/3,1/4,1/5,1/6,1/8,3/8,2/5; /g 1/3,1/4,1/5,1/6,1/8,2/5,3/8,1/10; /s = f"
        " + g; /l = 1 - s; /h = f - g",
        words="p q person; pie pie_like",
        facts={
            "f": "{p} [ate|had|took] {f} of a {pie}",
            "g": "{q} [ate|had|took] {g} of the same {pie}",
            "run": "{p} [walked|ran] {f} of a mile in the morning and {g} of a mile in the"
            " evening | {p} used {f} of a cup of milk and {g} of a cup of water",
        },
        asks=(
            Ask(
                "s",
                "f, g",
                "what fraction [of the {pie}|] did they eat [together|altogether] | how much of"
                " the {pie} is gone",
            ),
            Ask(
                "l",
                "f, g",
                "what fraction of the {pie} is left | how much of the {pie} is left",
                "1 - f - g",
            ),
            Ask("h", "f, g", "how much more did {p} [have|get] than {q}"),
            Ask("s", "run", "how much is that [altogether|in all]"),
        ),
        where="f > g; s < 1",
    ),
    Schema(
        "tank_part_full",
        numbers="t 12..90/2|60..900/12; /f 1/2,1/3,1/4,3/4,2/3,3/5,5/6,5/8; a = t * f; b = t - a",
        words="unit liquid liquid",
        facts={
            "t": "a [tank|barrel] [holds|can hold] {t unit} of {liquid}",
            "f": "it is {f} full | {f} of it is [filled|full]",
            "a": "when it is {f} full, a [tank|barrel] holds {a unit} of {liquid} | {a unit} of"
            " {liquid} fill {f} of a [tank|barrel]",
        },
        asks=(
            Ask("a", "t, f", "how many {units} are in it [now|] | how much {liquid} is in it"),
            Ask(
                "b",
                "t, f",
                "how many more {units} can be poured in | how many {units} are missing | how many"
                " {units} are needed to fill it",
                "t - t * f",
            ),
            Ask("t", "a", "how many {units} does it hold when it is full", "a / f"),
        ),
    ),
    Schema(
        "road_fraction",
        numbers="t 12..120/4|60..960/12; /f 1/2,1/3,1/4,2/5,3/8,2/3; /g 1/3,1/4,1/5,1/6,3/8; a ="
        " t * f; b = t * g; l = t - a - b; m = t - a",
        words="p person; unit distance; x y z days",
        facts={
            "t": "{p} is going on a trip of {t unit} | a trail is {t unit} long",
            "f": "{p.he} did {f} of it on {x} | on {x} {p.he} finished {f} of the way",
            "g": "{p.he} did {g} of it on {y} | on {y} {p.he} finished {g} of the way",
        },
        asks=(
            Ask(
                "l",
                "t, f, g",
                "how many {units} are left [to go|] | how far does {p.he} still have to go",
                "t * (1 - f - g)",
            ),
            Ask(
                "m",
                "t, f",
                "how many {units} are left [to go|] | how far does {p.he} still have to go",
                "t * (1 - f)",
            ),
            Ask("a", "t, f", "how many {units} is that | how far is that"),
        ),
        where="f + g < 1",
    ),
    Schema(
        "servings",
        numbers="/f 1/2,1/3,1/4,2/3,3/4,1/8; n 4..40|6..90; t = n * f; m 2..12; ~e = m * f",
        words="p person; unit stuff kitchen; item baked",
        facts={
            "f": "{p} needs {f} of a {unit} of {stuff} for [one|each] {item} | one {item} takes"
            " {f} of a {unit} of {stuff}",
            "t": "{p.he} has {t unit} of {stuff}",
            "n": "{p.he} wants to bake {n item}",
        },
        asks=(
            Ask("n", "f, t", "how many {items} can {p.he} [bake|make]", "t / f"),
            Ask(
                "t",
                "f, n",
                "how many {units} of {stuff} does {p.he} need | how much {stuff} does {p.he} need",
                "n * f",
            ),
        ),
    ),
    Schema(
        "half_then_more",
        numbers="a 4..60|20..200; x 2..20|5..60; t = a * 2; l = a - x; /f 1/2; e = a + x",
        words="p q person; item thing",
        facts={
            "t": "{p} had {t item}",
            "half": "{p.he} gave {f} of them to {q} | {p.he} sold {f} of them",
            "x": "then {p.he} lost {x} [more|] | after that {p.he} gave away {x} more",
            "got": "then {p.he} found {x} more | then {p.his} [aunt|uncle] gave {p.him} {x}",
        },
        asks=(
            Ask(
                "l",
                "t, half, x",
                "how many {items} does {p.he} have [left|now] | how many {items} are left",
                "t * f - x",
            ),
            Ask(
                "e",
                "t, half, got",
                "how many {items} does {p.he} have [now|in the end]",
                "t * f + x",
            ),
        ),
    ),
)
