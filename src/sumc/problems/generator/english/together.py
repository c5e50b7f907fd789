"""Two that work, drive or flow at the same time: rates that add up or cancel."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "meeting",
        numbers="a 30..90/5|35..80|40..120/10; b 30..90/5|35..80|40..120/10; h 2..8; d = (a + b)"
        " * h; g = a * h; w = (a - b) * h",
        words="p q person; unit distance",
        facts={
            "start": "two [cars|trains|buses] start from two towns at the same time and drive"
            " towards each other | two [cars|trains] leave two cities at the same moment and"
            " travel toward each other",
            "apart": "two towns are {d unit} apart. Two [cars|trains] start from them at the same"
            " time and travel towards each other",
            "v": "one goes {a unit} an hour and the other {b unit} an hour | their speeds are {a}"
            " and {b unit} per hour",
            "h": "they meet after {h hour} | {h hour} later they meet",
            "same": "two [cars|buses] start at the same place and time and go in the same"
            " direction | two [riders|drivers] start together on the same road",
            "away": "two [cars|trucks] start at the same place and go in opposite directions",
        },
        asks=(
            Ask(
                "d",
                "start, v, h",
                "how far apart are the towns | how many {units} are between the two towns",
            ),
            Ask(
                "h",
                "apart, v",
                "after how many hours do they meet | in how many hours will they meet",
                "d / (a + b)",
            ),
            Ask("w", "same, v", "how far apart are they after {h hour}"),
            Ask(
                "d",
                "away, v",
                "how far apart are they after {h hour} | how many {units} are between them after"
                " {h hour}",
            ),
        ),
        where="a > b",
    ),
    Schema(
        "two_workers",
        numbers="a 2..12|5..40; b 2..12|5..40; h 2..9|3..12; s = (a + b) * h; t = a + b; f = a *"
        " h; d = (a - b) * h",
        words="p q person; do did item maker_product",
        facts={
            "a": "{p} can {do} {a item} [an hour|per hour|in an hour]",
            "b": "{q} can {do} {b item} [an hour|per hour|in an hour]",
            "h": "they work [together|side by side] for {h hour} | both of them work for {h hour}",
            "s": "they have to {do} {s item} [together|] | {s item} are needed for a fair",
        },
        asks=(
            Ask(
                "s",
                "a & b, h",
                "how many {items} do they {do} [altogether|in all|together] | how many {items} is"
                " that [altogether|in all]",
            ),
            Ask(
                "h",
                "a & b, s",
                "how many hours will they need together | how many hours do they need if they"
                " work together",
                "s / (a + b)",
            ),
            Ask("d", "a & b, h", "how many more {items} does {p} {do} than {q}"),
        ),
        where="a > b",
    ),
    Schema(
        "work_together",
        numbers="a 2,3,4,6,10,12,15,20,30; b 2,3,4,5,6,12,15,20,30,60; ~t = a * b / (a + b)",
        words="p q person; job task",
        facts={
            "a": "{p} can {job} in {a hour} | {p} needs {a hour} to {job} | working alone, {p}"
            " can {job} in {a hour}",
            "b": "{q} can do it in {b hour} | {q} needs {b hour} for the same job | it takes {q}"
            " {b hour} to do the same",
            "pipe": "one pipe fills a pool in {a hour} | a pipe can fill a tank in {a hour}",
            "pipe2": "another pipe needs {b hour} | a second pipe fills it in {b hour}",
        },
        asks=(
            Ask(
                "t",
                "a, b",
                "how many hours do they need together | how long will it take them if they work"
                " together | working together, how many hours do they need",
                "1 / (1 / a + 1 / b)",
            ),
            Ask(
                "t",
                "pipe, pipe2",
                "how many hours do both pipes need together | how long does it take if both pipes"
                " are open",
                "1 / (1 / a + 1 / b)",
            ),
        ),
        where="a != b",
    ),
)
