"""One amount that grows or shrinks: start, change and end, each of them asked for."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "gave_away",
        numbers="a own; b own; t = a + b; z own",
        words="p q person; item thing; other collectible",
        facts={
            "t": "{p} had {t item} [at first|] | {p} has {t item} | {p} owned {t item} | there"
            " were {t item} in {p's} [desk|room|bag]",
            "a": "{p.he} gave {a} [of them|{items}|of the {items}|] to {q} | {p.he} gave {q} {a}"
            " [of them|{items}|] | {p.he} lost {a} of them | {q} borrowed {a} of them",
            "some": "{p.he} gave some [of them|{items}|] to {q} | {p.he} gave {q} some of the"
            " {items}",
            "b": "{p} has {b} [{items}|of them|] left | now {p.he} has {b item} [left|] | {p.he}"
            " was left with {b item}",
            "had": "{p} had some {items} | {p} had a number of {items}",
            "z": "{p.he} also has {z other} | {q} has {z other}",
        },
        asks=(
            Ask(
                "b",
                "t, z?, a",
                "how many {items} does {p.he} have [left|now] | how many {items} are left | how"
                " many {items} [did|does] {p.he} have after that | how many does {p.he} still"
                " have | how many {items} remain",
                "t - a",
            ),
            Ask(
                "a",
                "t, some, b",
                "how many {items} did {p.he} give [to {q}|away] | how many did {q} get",
                "t - b",
            ),
            Ask(
                "t",
                "had, a, b",
                "how many {items} did {p.he} have [at first|to begin with|in the"
                " beginning|originally|at the start|to start with]",
            ),
        ),
    ),
    Schema(
        "eaten_from_plate",
        numbers="a 2..9|5..30|20..60; b 2..15|8..60; t = a + b",
        words="p person; item snack; box container",
        facts={
            "t": "there were {t item} [on the table|in the {box}|on a plate] | {p} brought {t"
            " item} | {p's} [mother|grandmother|father] bought {t item}",
            "a": "{p} and {p.his} friends ate {a} of them | {p} ate {a} of them | the children"
            " ate {a item} | {a} of the {items} were eaten",
            "b": "only {b item} were left | {b item} are left | {b item} remained",
            "were": "there were some {items} [on the table|in the {box}|on a plate]",
        },
        asks=(
            Ask(
                "b",
                "t, a",
                "how many {items} [were|are] left | how many {items} [remained|remain] | how many"
                " {items} are there now",
                "t - a",
            ),
            Ask(
                "t",
                "were, a, b",
                "how many {items} were there [at first|in the beginning|at the start|originally]",
            ),
            Ask(
                "a",
                "t, b",
                "how many {items} [were eaten|did they eat|have been eaten] | how many {items}"
                " are gone",
                "t - b",
            ),
        ),
    ),
    Schema(
        "got_more",
        numbers="a own; b own; t = a + b",
        words="p q person; item collectible; place good_place",
        facts={
            "a": "{p} had {a item} [in {p.his} collection|at first|] | {p} has {a item} | {p}"
            " started with {a item}",
            "b": "{q} gave {p.him} {b} more [{items}|] | {p.he} bought {b more item} [at the"
            " {place}|] | {p.he} got {b more item} [from {q}|for {p.his} birthday|] | {p.he}"
            " found {b} more | {p.he} received {b more item} from {q}",
            "some": "{q} gave {p.him} some more | {p.he} [bought|found|got] some more {items}",
            "t": "now {p.he} has {t item} [in all|altogether|] | {p.he} has {t item} now | {p.he}"
            " ended up with {t item}",
            "had": "{p} had some {items} | {p} collects {items}",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how many {items} does {p.he} have [now|altogether|in all|in total] | how many"
                " {items} [did {p.he} end with|does {p.he} own now] | how many {items} will"
                " {p.he} have then",
            ),
            Ask(
                "b",
                "a, some, t",
                "how many {items} did {p.he} get | how many more {items} did {p.he} get | how"
                " many {items} were added",
                "t - a",
            ),
            Ask(
                "a",
                "had, b, t",
                "how many {items} did {p.he} have [at first|to begin with|in the beginning|before"
                " that|to start with]",
                "t - b",
            ),
        ),
    ),
    Schema(
        "bus_stop",
        numbers="a 8..45; b 3..20; c 3..20; t = a - b + c; d 2..12",
        words="bus rider vehicle_of_people; p person",
        facts={
            "a": "there were {a rider} on a bus | a bus left the station with {a rider} | a bus"
            " was carrying {a rider} | {a rider} were riding on a bus",
            "some": "a bus was carrying some {riders} | there were some {riders} on a bus",
            "b": "at the [first|next] stop {b} of them got off | {b rider} got off at the school"
            " | {b} of them got off [at the park|at the first stop|]",
            "c": "then {c} [more|others] got on | {c more rider} got on [there|at the next stop]"
            " | {c} new {riders} got on",
            "d": "the bus made {d stop} | the bus drove for {d minute}",
            "t": "now there are {t rider} on the bus | then there were {t rider} on the bus",
        },
        asks=(
            Ask(
                "t",
                "a, b, c, d?",
                "how many {riders} are [on the bus now|now on the bus] | how many {riders} were"
                " on the bus [then|after that] | how many {riders} are there on the bus now",
            ),
            Ask(
                "a",
                "some, b, c, t",
                "how many {riders} were on the bus [at first|in the beginning|at the start]",
                "t - c + b",
            ),
        ),
    ),
    Schema(
        "animals_leave",
        numbers="a crowd; b crowd; t = a + b; c crowd; e = b + c",
        words="one two pair_of_animals; p adult",
        facts={
            "t": "there were {t one} [in the field|by the pond|in the yard|] | {t one} were"
            " [resting|playing|sleeping] in the yard",
            "a": "{a} of them [ran|went|moved] away | {a} of the {ones} left | {a one} [ran"
            " off|left|went away] | {p} took {a} of them away",
            "c": "then {c more one} came | later {c more one} [joined them|arrived|came] | {c"
            " more one} joined them",
            "two": "there were also {c two} there | {c two} were there too",
            "b": "{b one} were left | {b one} stayed | only {b one} were still there",
        },
        asks=(
            Ask(
                "b",
                "t, two?, a",
                "how many {ones} [are|were] left | how many {ones} stayed | how many {ones} are"
                " still there | how many {ones} were there then",
                "t - a",
            ),
            Ask(
                "e",
                "t, a, c",
                "how many {ones} are there now | how many {ones} were there [in the end|at the"
                " end]",
                "t - a + c",
            ),
            Ask("a", "t, b", "how many {ones} [went away|are gone]", "t - b"),
        ),
    ),
    Schema(
        "spent_some",
        numbers="$a 3..25|8..40|1.25..20/0.25; $b 3..25|8..60|1.5..40/0.25; $t = a + b",
        words="p person; item goods; place good_place",
        facts={
            "t": "{p} had {t} | {p} took {t} to the {place} | {p} went to the {place} with {t} |"
            " {p} had {t} in {p.his} [wallet|pocket|piggy bank]",
            "a": "{p.he} spent {a} [on a {item}|at the {place}|on lunch] | {p.he} paid {a} for a"
            " {item} | {p.he} bought a {item} for {a}",
            "some": "{p.he} bought a {item} | {p.he} spent some [money|of it] [on a {item}|]",
            "b": "{p.he} has {b} left | {p.he} had {b} left [over|] | {p.he} came home with {b}",
            "had": "{p} had some money | {p} saved some money",
        },
        asks=(
            Ask(
                "b",
                "t, a",
                "how much [money|] does {p.he} have left | how much money is left | how much"
                " [money|] does {p.he} have now | how many dollars does {p.he} have left",
                "t - a",
            ),
            Ask(
                "a",
                "t, some, b",
                "how much [money|] did {p.he} spend | how much did the {item} cost | what was the"
                " price of the {item}",
                "t - b",
            ),
            Ask(
                "t",
                "had, a, b",
                "how much [money|] did {p.he} have [at first|to begin with|in the beginning]",
            ),
        ),
    ),
    Schema(
        "earned_and_saved",
        numbers="$a 5..60|20..300; $b 5..40|20..150; $t = a + b; $c 3..30|10..90; $e = a + b - c",
        words="p person; does doing chore; item goods",
        facts={
            "a": "{p} had {a} [saved|in the bank|in a jar] | {p} has saved {a}",
            "b": "{p.he} earned {b} [by {doing}|by helping a neighbor|last week] | {p.he} made"
            " {b} {doing} [last weekend|] | {p.his} uncle gave {p.him} {b}",
            "c": "then {p.he} spent {c} on a {item} | {p.he} bought a {item} for {c}",
            "t": "now {p.he} has {t}",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how much [money|] does {p.he} have now | how much money does {p.he} have"
                " [altogether|in all|in total]",
            ),
            Ask(
                "e",
                "a, b, c",
                "how much [money|] does {p.he} have [now|left] | how many dollars does {p.he}"
                " have in the end",
            ),
            Ask(
                "b",
                "a, t",
                "how much [money|] did {p.he} earn | how much has {p.he} added to {p.his} savings",
                "t - a",
            ),
        ),
        where="c < a + b",
    ),
    Schema(
        "planting_more",
        numbers="a crowd; b crowd; t = a + b",
        words="item tree; place group_place",
        facts={
            "a": "there are [currently|now|] {a item} in the park | the park has {a item} | a"
            " [garden|park] has {a item}",
            "b": "workers will plant {b more item} [today|this week|tomorrow] | gardeners planted"
            " {b more item} | {b more item} will be planted [soon|today|]",
            "t": "when the workers are finished, there will be {t item} in the park | after the"
            " planting there are {t item}",
            "some": "workers will plant some more [today|this week] | gardeners are planting more"
            " of them",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how many {items} will there be [then|in all|when they are finished] | how many"
                " {items} will the park have [when the work is done|then|altogether]",
            ),
            Ask(
                "b",
                "a, some, t",
                "how many {items} [will be|are] planted | how many {items} do they plant",
                "t - a",
            ),
        ),
    ),
    Schema(
        "tank_level",
        numbers="~a 10..80|50..400|5.5..60/0.5; ~b 3..40|20..300|1.5..20/0.5; ~t = a + b; ~c"
        " 2..30|10..90|1.5..9/0.5; ~e = a + b - c",
        words="unit liquid liquid",
        facts={
            "a": "a [tank|barrel] held {a unit} of {liquid} | there were {a unit} of {liquid} in"
            " a [tank|barrel]",
            "b": "{b more unit} were [poured|pumped] in | someone poured in {b more unit}",
            "c": "after that {c unit} leaked out | then {c unit} were used | {c unit} were taken"
            " out later",
            "t": "a [tank|barrel] held {t unit} of {liquid}",
            "used": "{b unit} were [used|taken out|poured out]",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how many {units} of {liquid} are there now | how much {liquid} is there now",
            ),
            Ask(
                "e",
                "a, b, c",
                "how many {units} of {liquid} are there now | how much {liquid} is left | how"
                " many {units} are left [in the end|]",
            ),
            Ask(
                "a",
                "t, used",
                "how many {units} are left | how much {liquid} is left | how many {units} of"
                " {liquid} remain",
                "t - b",
            ),
        ),
    ),
    Schema(
        "several_uses",
        numbers="a 3..20|10..60; b 3..20|10..60; c 3..20|10..60; r 2..20|5..80; t = a + b + c + r",
        words="p q person; item portable; box container",
        facts={
            "t": "{p} had a {box} of {t item} | there were {t item} in a {box} | a {box} held {t"
            " item}",
            "a": "{p} gave {a} [of them|] to {q} | {p} used {a} of them | {p} took out {a item}",
            "b": "{b} were [lost|broken|thrown away] | {p.he} dropped {b} of them | {p.he} lost"
            " {b item}",
            "c": "{p.he} sold {c} [more|of them] | {p.he} put {c} in a drawer | {c} more went to"
            " a neighbor",
            "had": "{p} had a {box} of {items} | there were some {items} in a {box}",
            "r": "{r} were left | there were {r} left",
        },
        asks=(
            Ask(
                "r",
                "t, a, b, c",
                "how many {items} are left [in the {box}|] | how many {items} remain | how many"
                " {items} does {p.he} still have | how many {items} were not used",
                "t - a - b - c",
            ),
            Ask(
                "t",
                "had, a, b, c, r",
                "how many {items} [were there|did {p.he} have] [at first|in the beginning]",
            ),
        ),
    ),
    Schema(
        "cut_off",
        numbers="~a 3..40|1.5..12/0.5|0.4..4/0.1; ~b 3..60|2..15/0.5|0.5..6/0.1; ~t = a + b",
        words="p person; item long_thing; unit length",
        facts={
            "t": "{p} had a {item} that was {t unit} long | a {item} was {t unit} long | {p}"
            " bought a {item} {t unit} long",
            "a": "{p} cut off {a unit} | {p.he} used {a unit} of it | a piece of {a unit} was cut"
            " off",
            "had": "{p} had a long {item} | {p} bought a {item}",
            "some": "{p} cut off a piece | {p} used some of it",
            "b": "{b unit} [were|are] left | the rest was {b unit} long",
        },
        asks=(
            Ask(
                "b",
                "t, a",
                "how long is the [rest|piece that is left|remaining piece] | how many {units} are"
                " left | how much of the {item} is left",
                "t - a",
            ),
            Ask(
                "a",
                "t, some, b",
                "how many {units} did {p.he} cut off | how long was the piece that was cut off",
                "t - b",
            ),
            Ask("t", "had, a, b", "how long was the {item} [at first|before it was cut]"),
        ),
    ),
)
