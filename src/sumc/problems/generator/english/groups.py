"""Equal groups: number of groups, size of a group, total; sharing, packing, remainders."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "boxes_of_items",
        numbers="g 2..9|3..24|12..60; s 2..9|3..24|10..50; t = g * s; x 3..20",
        words="p person; box item packed; other thing",
        facts={
            "g": "there are {g box} of {items} | {p} has {g box} of {items} | {p} [bought|filled]"
            " {g box} of {items} | {p} has {g box} [full|] of {items}",
            "s": "each {box} has {s item} | every {box} holds {s item} | there are {s item} in"
            " each {box} | each {box} contains {s item} | there are {s item} [per|in every] {box}",
            "both": "{p} has {g box} with {s item} [each|in each {box}|in each] | there are {g"
            " box} with {s item} in each [{box}|] | {p} bought {g box} of {items} with {s item}"
            " per {box}",
            "t": "{p} has {t item} | there are {t item} [altogether|in all|] | {p} has a total of"
            " {t item}",
            "put": "{p.he} [wants to put|puts|is putting] them [equally|] into {g box} | they are"
            " [divided|put] equally into {g box}",
            "fill": "{p.he} puts {s item} in each {box} | {s} of them fit in [each|one|a] {box} |"
            " each {box} can hold {s item} | {p.he} wants to put {s} in each {box}",
            "x": "{p.he} also has {x other} | {x other} lie beside them",
        },
        asks=(
            Ask(
                "t",
                "g, s, x?",
                "how many {items} are there [altogether|in all|in total] | how many {items} does"
                " {p.he} have [altogether|in all|in total|] | what is the total number of {items}",
            ),
            Ask(
                "t",
                "both",
                "how many {items} are there [altogether|in all] | how many {items} is that | how"
                " many {items} are in all the {boxes} [together|]",
            ),
            Ask(
                "s",
                "t, put",
                "how many {items} are in each {box} | how many {items} go [in|into] each {box} |"
                " how many {items} will be in each {box} | how many {items} does each {box} hold",
                "t / g",
            ),
            Ask(
                "g",
                "t, fill, x?",
                "how many {boxes} [does {p.he} need|are needed|will {p.he} need|can {p.he} fill]"
                " | how many {boxes} are there | how many {boxes} are filled",
                "t / s",
            ),
        ),
    ),
    Schema(
        "sharing_with_friends",
        numbers="g 2..9|2..12|3..24; s 2..12|3..25|10..40; t = g * s",
        words="p person; item snack; kin relative",
        facts={
            "t": "{p} has {t item} | {p} [bought|made] {t item} | {p} brought {t item} [to"
            " school|to the park]",
            "g": "{p.he} [shares|wants to share|shared] them equally among {g}"
            " [friends|children|people] | {p.he} divides them equally between {g}"
            " [friends|children] | {g} [friends|children] share them equally",
            "s": "each [friend|child] gets {s item} | {p.he} gives {s item} to each"
            " [friend|child] | {p.he} gave each of {p.his} friends {s item}",
            "n": "{p.he} has {g} [friends|classmates|cousins] | there were {g} children",
            "none": "there were none left over | nothing was left",
        },
        asks=(
            Ask(
                "s",
                "t, g",
                "how many {items} does each [friend|child|person|one] get | how many {items} will"
                " each of them get | how many {items} are there for each",
                "t / g",
            ),
            Ask(
                "g",
                "t, s",
                "how many [friends|children] [get {items}|can get some|are there] | among how"
                " many [friends|children] can {p.he} share them",
                "t / s",
            ),
            Ask(
                "t",
                "n, s",
                "how many {items} did {p.he} give away [altogether|in all] | how many {items} did"
                " {p.he} need | how many {items} is that in all",
            ),
        ),
    ),
    Schema(
        "rows_and_columns",
        numbers="r 3..12|8..30|12..60; c 3..12|8..30|12..60; t = r * c; y 2..9; e = t + y",
        words="p adult; box item seated; flower flower",
        facts={
            "r": "{p} planted {r row} of {flowers} | there are {r row} of {flowers} in a garden",
            "c": "there are {c} in each row | each row has {c flower} | with {c flower} in every"
            " row",
            "both": "{p} planted {flowers} in {r row} of {c} | {p} planted {r row} of {flowers}"
            " with {c} in each row | a garden has {r row} of {flowers} with {c flower} in a row",
            "t": "{p} [planted|has] {t flower} | there are {t flower} in a garden",
            "in": "{p.he} planted them in {r} equal rows | they stand in {r} equal rows",
            "y": "{p.he} has {y flower} left over | {y more flower} grow in a pot",
        },
        asks=(
            Ask(
                "t",
                "both",
                "how many {flowers} are there [altogether|in all|in the garden] | how many"
                " {flowers} are in the garden",
            ),
            Ask(
                "e",
                "both, y",
                "how many {flowers} are there [altogether|in all|in total]",
                "r * c + y",
            ),
            Ask(
                "c",
                "t, in",
                "how many {flowers} are in each row | how many {flowers} does each row have",
                "t / r",
            ),
        ),
    ),
    Schema(
        "trips_of_people",
        numbers="g 2..12|3..25; s 4..20|12..60; t = g * s; x 2..12; e = t + x",
        words="car guest vehicle_of_people; p adult; place trip_place",
        facts={
            "t": "{t guest} are going to the {place} | there are {t guest} who want to visit the"
            " {place} | {p} is taking {t guest} to the {place}",
            "s": "each {car} holds {s guest} | {s guest} fit in each {car} | a {car} can carry"
            " {s} {guests} | every {car} has room for {s guest}",
            "g": "{g car} are used | they go in {g car} | there are {g} full {cars}",
            "full": "{g} full {cars} went to the {place} | {g car} took {guests} to the {place}",
            "x": "{x guest} walked there | {x more guest} came on foot",
            "even": "they are divided equally among {g car} | they went in {g car}, the same"
            " number in each",
        },
        asks=(
            Ask(
                "g",
                "t, s",
                "how many {cars} are needed | how many {cars} do they need | how many {cars} will"
                " there be",
                "t / s",
            ),
            Ask(
                "t",
                "full, s",
                "how many {guests} went to the {place} | how many {guests} were there"
                " [altogether|in all]",
            ),
            Ask(
                "e",
                "full, s, x",
                "how many {guests} [went to the {place}|were there] [altogether|in all|in total]",
                "g * s + x",
            ),
            Ask("s", "t, even", "how many {guests} were in each {car}", "t / g"),
        ),
    ),
    Schema(
        "two_sizes_of_boxes",
        numbers="a 2..9|3..15; b 2..9|3..15; s 2..12|5..30; u 2..12|5..30; t = a * s + b * u; v ="
        " a * s; w = b * u",
        words="p person; item portable; box container",
        facts={
            "a": "{p} has {a} [small|red|old] {boxes} with {s item} in each | {p} fills {a} small"
            " {boxes} with {s item} each",
            "b": "{p.he} also has {b} [large|blue|new] {boxes} with {u item} in each | there are"
            " {b} large {boxes} with {u} in each",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how many {items} does {p.he} have [altogether|in all|in total] | how many"
                " {items} are there [altogether|in all|in the {boxes}]",
            ),
        ),
    ),
    Schema(
        "groups_and_loose",
        numbers="g 2..9|4..20; s 3..12|6..30; x 2..15|5..40; t = g * s + x",
        words="p person; box item packed; kin relative",
        facts={
            "g": "{p} has {g box} of {items} with {s} in each | {p} bought {g box} of {items}"
            " with {s item} in each {box} | there are {g box} with {s item} each",
            "x": "{p.he} also has {x} [loose|single|extra] {items} | there are {x more item} on"
            " the floor | {p.his} {kin} gave {p.him} {x more item}",
            "t": "{p} had {t item} | {p} has {t item}",
            "away": "{p.he} gave {x} [of them|] to a {kin} | {p.he} [lost|gave away|used] {x} of"
            " them",
            "put": "{p.he} put the rest equally in {g box} | the rest went equally into {g box}",
            "pack": "{p.he} put the rest in {boxes} of {s}",
        },
        asks=(
            Ask(
                "t",
                "g, x",
                "how many {items} does {p.he} have [altogether|in all|now|in total] | how many"
                " {items} are there [altogether|in all]",
            ),
            Ask("s", "t, away, put", "how many {items} are in each {box}", "(t - x) / g"),
            Ask(
                "g",
                "t, away, pack",
                "how many {boxes} did {p.he} [fill|need] | how many {boxes} are there",
                "(t - x) / s",
            ),
        ),
    ),
    Schema(
        "used_from_groups",
        numbers="g 3..12|5..25; s 4..15|8..30; x 2..20|10..60; t = g * s - x",
        words="p person; box item packed",
        facts={
            "g": "{p} bought {g box} of {items} | {p} had {g box} of {items}",
            "s": "there were {s item} in each {box} | each {box} had {s item}",
            "x": "{p.he} used {x} of them | {p.he} gave {x item} away | {x} of the {items} were"
            " lost",
        },
        asks=(
            Ask(
                "t",
                "g, s, x",
                "how many {items} are left | how many {items} does {p.he} have [left|now] | how"
                " many {items} remain",
            ),
        ),
    ),
    Schema(
        "teams",
        numbers="g 2..12|4..20; s 3..12|5..25; x 2..10; t = g * s; e = g * s - x; n = t + x",
        words="p adult; school child group_person",
        facts={
            "t": "there are {t child} [at practice|in the gym|on the field] | {t child} came to"
            " play",
            "e": "{e child} signed up for the games | there were {e child} on the list",
            "more": "then {x} more joined | {x more child} came later",
            "absent": "{x} of them [were sick|stayed at home|could not play]",
            "n": "{n child} signed up for the games | there were {n child} on the list",
            "g": "{p} divides them into {g} equal [teams|groups] | they make {g} equal"
            " [teams|groups]",
            "rest": "the others were put into {g} equal [teams|groups]",
            "s": "they form [teams|groups] of {s} | {p} puts {s child} in each [team|group]",
        },
        asks=(
            Ask("s", "t, g", "how many {children} are in each [team|group|one]", "t / g"),
            Ask(
                "g",
                "t, s",
                "how many [teams|groups] are there | how many [teams|groups] do they make",
                "t / s",
            ),
            Ask("s", "e, more, g", "how many {children} are in each [team|group]", "(e + x) / g"),
            Ask(
                "s",
                "n, absent, rest",
                "how many {children} were in each [team|group]",
                "(n - x) / g",
            ),
        ),
    ),
    Schema(
        "cut_into_pieces",
        numbers="g 2..12|3..20; ~s 2..12|0.5..6/0.5|0.25..3/0.25; ~t = g * s; c = g - 1; h 2..9",
        words="p person; item long_thing; unit length",
        facts={
            "t": "{p} has a {item} that is {t unit} long | a {item} is {t unit} long",
            "g": "{p.he} cuts it into {g} equal pieces | it is cut into {g} equal pieces | {p.he}"
            " divides it into {g} pieces of the same length",
            "s": "{p.he} cuts it into pieces of {s unit} [each|] | it is cut into pieces that are"
            " {s unit} long",
            "had": "{p} cut a {item} into {g} pieces | a {item} was cut into {g} pieces",
            "each": "each piece [is|was] {s unit} long",
        },
        asks=(
            Ask(
                "s",
                "t, g",
                "how long is each piece | how many {units} long is each piece",
                "t / g",
            ),
            Ask("g", "t, s", "how many pieces [are there|does {p.he} get|will there be]", "t / s"),
            Ask("t", "had, each", "how long was the {item} | what was the length of the {item}"),
            Ask("c", "t, s", "how many cuts [does {p.he} make|are needed]", "t / s - 1"),
        ),
    ),
    Schema(
        "per_day_routine",
        numbers="d 2..14|5..60; n 2..12|5..40; t = d * n; w 2..9; e = n * 7 * w",
        words="p person; item snack; do did thing maker_product",
        facts={
            "n": "{p} eats {n item} [a|every|each|per] day | {p} [buys|sells] {n item}"
            " [each|every] day",
            "make": "{p} can {do} {n thing} [a|per|each] day | every day {p} wants to {do} {n"
            " thing}",
            "d": "{p.he} does this for {d day} | {p.he} does so for {d day}",
            "w": "{p.he} does this for {w week}",
            "t": "{p} must {do} {t thing} | {p} plans to {do} {t thing}",
            "rate": "{p.he} can {do} {n} [a|per|each] day | {p.he} [does|finishes] {n} [a|each]"
            " day",
            "done": "{p} {did} {t thing} in {d day}",
            "same": "{p.he} {did} the same number every day | {p.he} did the same each day",
        },
        asks=(
            Ask("t", "n, d", "how many {items} is that [altogether|in all]"),
            Ask(
                "t",
                "make",
                "how many {things} can {p.he} {do} in {d day} | how many {things} is that in {d"
                " day}",
            ),
            Ask("e", "n, w", "how many {items} is that [altogether|in all]"),
            Ask(
                "d",
                "t, rate",
                "how many days will it take [{p.him}|] | how many days does {p.he} need",
                "t / n",
            ),
            Ask(
                "n",
                "done, same?",
                "how many {things} is that per day | on average, how many {things} did {p.he}"
                " {do} [a|each] day",
                "t / d",
            ),
        ),
    ),
)
