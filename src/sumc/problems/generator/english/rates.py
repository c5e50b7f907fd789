"""So much per hour, day, liter or page: speed, pay, flow, production."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "speed",
        numbers="z 12..90; ~v 20..90|35..80/5|40..75; ~h 2..9|2..12|1.5..6.5/0.5; ~d = v * h",
        words="car vehicle; unit distance; p adult",
        facts={
            "v": "a {car} travels at [a speed of|] {v unit} [per|an] hour | a {car} [goes|moves]"
            " {v unit} [per|an|each|every] hour | the speed of a {car} is {v unit} per hour",
            "h": "it travels for {h hour} | the trip takes {h hour} | it is on the way for {h"
            " hour}",
            "d": "a {car} [travels|covers|traveled] {d unit} | {p} has to travel {d unit} by"
            " {car} | two [cities|towns] are {d unit} apart",
            "z": "there are {z person} on it",
            "at": "the {car} goes {v unit} [per|an] hour | the speed of the {car} is {v unit} per"
            " hour",
            "in": "a {car} traveled {d unit} in {h hour} | in {h hour} a {car} covered {d unit} |"
            " it took a {car} {h hour} to travel {d unit}",
        },
        asks=(
            Ask(
                "d",
                "v, z?, h",
                "how far does it [go|travel] | how many {units} does it travel | what distance"
                " does the {car} cover | how far will the {car} have traveled",
            ),
            Ask(
                "d",
                "v",
                "how far does it [go|travel] in {h hour} | how many {units} can it travel in {h"
                " hour} | how far will it get in {h hour}",
            ),
            Ask(
                "h",
                "d, at",
                "how many hours does the trip take | how long does the trip take | how many hours"
                " will the {car} need",
                "d / v",
            ),
            Ask(
                "v",
                "in",
                "what was [its|the] [average|] speed [in {units} per hour|] | how many {units}"
                " did it travel per hour | how fast was it going | how many {units} did the {car}"
                " go [each|in one] hour",
                "d / h",
            ),
        ),
    ),
    Schema(
        "on_foot",
        numbers="~v 30..90|40..120|45..95; h 2..9|3..40; ~d = v * h; g 2..9; ~e = v * g",
        words="p person; unit short_distance",
        facts={
            "v": "{p} [walks|can walk|runs|swims] {v unit} [per|a|every|each] minute | {p}"
            " [walks|runs] at a speed of {v unit} per minute",
            "h": "{p.he} [walks|does so|keeps going] for {h minute} | it takes {p.him} {h minute}"
            " to get to the [park|station|shop]",
            "d": "{p} [walked|ran] {d unit} in {h minute} | it took {p} {h minute} to [walk|run]"
            " {d unit}",
            "far": "{p} lives {d unit} from [school|the park|the library]",
            "fast": "{p.he} [walks|runs] {v unit} [per|a|each] minute",
        },
        asks=(
            Ask(
                "d",
                "v, h",
                "how far does {p.he} go | how many {units} is that [altogether|] | what distance"
                " does {p.he} cover",
            ),
            Ask(
                "v",
                "d",
                "how many {units} is that per minute | how far did {p.he} go each minute | what"
                " was {p.his} speed",
                "d / h",
            ),
            Ask(
                "h",
                "far, fast",
                "how many minutes does {p.he} need [to get there|] | how long does {p.he} need"
                " [to get there|for the way]",
                "d / v",
            ),
            Ask(
                "e",
                "d",
                "how far can {p.he} go in {g minute} at this speed | at this rate, how far does"
                " {p.he} get in {g minute}",
                "d / h * g",
            ),
        ),
    ),
    Schema(
        "hourly_pay",
        numbers="$r 6..25|8..40|5.5..18.5/0.5; h 2..12|10..45; $t = r * h; $b 5..60; $e = t + b;"
        " $s 3..50; $l = t - s",
        words="p person; does doing chore; item goods",
        facts={
            "r": "{p} {does} and earns {r} [an|per] hour | {p} [gets|earns|makes|is paid] {r}"
            " [an|per|for every|each] hour for {doing} | {p} charges {r} an hour for {doing}",
            "h": "{p.he} worked [for|] {h hour} [last week|this week|on the weekend|] | last"
            " [week|month] {p.he} worked {h hour}",
            "b": "{p.he} also got a [bonus|tip] of {b} | {p.his} boss gave {p.him} an extra {b}",
            "s": "{p.he} spent {s} [of it|] on a {item} | then {p.he} bought a {item} for {s}",
            "t": "{p} earned {t} {doing} [last week|] | {p} was paid {t} for {doing}",
            "for": "{p.he} worked [for|] {h hour} | it took {p.him} {h hour}",
            "per": "{p.he} [gets|is paid|earns] {r} [an|per] hour",
        },
        asks=(
            Ask(
                "t",
                "r, h",
                "how much [money|] did {p.he} [earn|make] | how many dollars did {p.he}"
                " [make|earn] [altogether|in all|]",
            ),
            Ask(
                "e",
                "r, h, b",
                "how much [money|] did {p.he} [earn|make|get] [altogether|in all]",
                "r * h + b",
            ),
            Ask(
                "l",
                "r, h, s",
                "how much [money|] does {p.he} have left | how much of the money is left",
                "r * h - s",
            ),
            Ask(
                "r",
                "t, for",
                "how much [money|] did {p.he} [earn|make|get] per hour | what was {p.his} hourly"
                " pay",
                "t / h",
            ),
            Ask("h", "t, per", "how many hours did {p.he} work", "t / r"),
        ),
    ),
    Schema(
        "production_rate",
        numbers="r 3..20|15..90|50..400; h 2..12|3..24; t = r * h; g 2..10|3..30; e = r * g",
        words="plant item machine_product",
        facts={
            "r": "a {plant} makes {r item} [per|an|each|every] hour | a {plant} can make {r item}"
            " in one hour | a {plant} produces {r item} [an|per] hour",
            "h": "it runs for {h hour} [a day|today|without a break] | it works for {h hour}"
            " [today|without stopping|]",
            "t": "a {plant} makes {t item} in {h hour} | in {h hour} a {plant}"
            " [makes|made|produced] {t item} | it takes a {plant} {h hour} to make {t item}",
            "order": "a [customer|shop] ordered {t item}",
            "can": "a {plant} can make {r item} [per|an|each] hour",
        },
        asks=(
            Ask(
                "t",
                "r, h",
                "how many {items} does it make [altogether|in that time|] | how many {items} are"
                " made [altogether|]",
            ),
            Ask(
                "t",
                "r",
                "how many {items} does it make in {h hour} | how many {items} are made in {h"
                " hour} | how many {items} can it make in {h hour}",
            ),
            Ask(
                "r",
                "t",
                "how many {items} does it make [per|in one|each] hour | how many {items} is that"
                " per hour",
                "t / h",
            ),
            Ask(
                "h",
                "order, can",
                "how many hours will it [take|need] [to make them|] | how many hours does the"
                " work take",
                "t / r",
            ),
            Ask(
                "e",
                "t",
                "how many {items} [can|does|will] it make in {g hour} [at this rate|] | at this"
                " rate, how many {items} does it make in {g hour}",
                "t / h * g",
            ),
        ),
    ),
    Schema(
        "filling_a_tank",
        numbers="~r 2..20|10..60|0.5..9/0.5; m 3..20|6..90; ~t = r * m; ~x 5..60; ~e = t + x",
        words="unit liquid liquid",
        facts={
            "r": "a [pipe|pump|hose] fills a tank at {r unit} [per|a] minute | {r unit} of"
            " {liquid} flow into a tank [every|each|per] minute | a [tap|pipe] gives {r unit} of"
            " {liquid} a minute",
            "m": "it runs for {m minute} | it is open for {m minute}",
            "t": "a tank holds {t unit} of {liquid} | an empty tank can hold {t unit} of {liquid}",
            "in": "a [pump|pipe] moves {r unit} [per|a|each] minute",
            "done": "a [pump|pipe] filled a tank of {t unit} in {m minute}",
            "x": "the tank already held {x unit}",
        },
        asks=(
            Ask("t", "r, m", "how many {units} of {liquid} is that | how much {liquid} flows in"),
            Ask(
                "e",
                "r, m, x",
                "how many {units} are in the tank [now|then|in the end]",
                "r * m + x",
            ),
            Ask(
                "m",
                "t, in",
                "how many minutes does it take to [fill|empty] the tank | how long does it take"
                " to fill it",
                "t / r",
            ),
            Ask(
                "r",
                "done",
                "how many {units} flowed in [per|each] minute | how many {units} is that per"
                " minute",
                "t / m",
            ),
        ),
    ),
    Schema(
        "fuel_use",
        numbers="~k 8..45|12..40; n 2..15|8..25; ~d = k * n; m 2..9; ~e = k * m; $c"
        " 2..5|1.5..4.5/0.25; $f = n * c",
        words="car vehicle; p adult",
        facts={
            "k": "{p's} car [goes|can go|drives] {k mile} on [one|a] gallon of gas | a car gets"
            " {k mile} per gallon | a truck can travel {k mile} on each gallon",
            "n": "the tank holds {n gallon} | there are {n gallon} in the tank",
            "d": "{p} drove {d mile} | {p} is planning a trip of {d mile}",
            "k2": "{p.his} car goes {k mile} on [one|a] gallon of gas",
            "used": "{p's} car used {n gallon} of gas for {d mile} | on {n gallon} of gas a car"
            " went {d mile}",
            "c": "[one|a] gallon costs {c} | gas costs {c} per gallon",
        },
        asks=(
            Ask(
                "d",
                "k, n",
                "how far can it go | how many miles can it go with a full tank | how many miles"
                " can be driven",
            ),
            Ask(
                "n",
                "d, k2",
                "how many gallons of gas are needed | how many gallons does {p.he} need",
                "d / k",
            ),
            Ask(
                "k",
                "used",
                "how many miles is that per gallon | how far did it go on one gallon",
                "d / n",
            ),
            Ask(
                "e",
                "used",
                "how far can it go on {m gallon} | how many miles can it go on {m gallon}",
                "d / n * m",
            ),
            Ask("f", "d, k2, c", "how much does the gas for the trip cost", "d / k * c"),
        ),
    ),
    Schema(
        "unit_rate_scaling",
        numbers="n 2..9|3..15; r 2..12|4..30; t = n * r; m 3..20|10..60; e = m * r",
        words="p person; box item packed",
        facts={
            "t": "{n box} hold {t item} | there are {t item} in {n box} | {p} counted {t item} in"
            " {n box}",
            "same": "all the {boxes} have the same number of {items} | every {box} is the same",
            "e": "{p} has {e item} | {p} wants to pack {e item}",
        },
        asks=(
            Ask(
                "e",
                "t, same?",
                "how many {items} [are there|are] in {m box} [of the same kind|] | how many"
                " {items} do {m box} hold",
                "t / n * m",
            ),
            Ask("m", "t, e", "how many {boxes} does {p.he} need [for them|]", "e / t * n"),
        ),
        where="m != n",
    ),
    Schema(
        "change_of_pace",
        numbers="a 4..30|20..90; d 2..12; b 5..30|20..95; f 2..12; t = a * d + b * f; n 3..12; s"
        " = a * d; g = t - s",
        words="p person; book page reading; do did item maker_product",
        facts={
            "a": "{p} read {a page} a day for {d day} | for the first {d day} {p} read {a page} a"
            " day",
            "b": "then {p.he} read {b page} a day for {f day} | for the next {f day} {p.he} read"
            " {b page} each day",
            "t": "a {book} has {t page} | {p} is reading a {book} of {t page}",
            "first": "{p} read {a page} a day for the first {d day}",
            "rest": "{p.he} read the rest in {f day} | the rest took {p.him} {f day}",
        },
        asks=(
            Ask("t", "a, b", "how many {pages} did {p.he} read [altogether|in all|in total]"),
            Ask(
                "g",
                "t, first",
                "how many {pages} are left | how many {pages} does {p.he} still have to read",
                "t - a * d",
            ),
            Ask(
                "b",
                "t, first, rest",
                "how many {pages} a day did {p.he} read after that",
                "(t - a * d) / f",
            ),
        ),
    ),
)
