"""Prices, change, savings, profit: money spent, earned and compared."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "several_of_one",
        numbers="z 3..60; n 2..9|3..24|10..60; $c 1..6|2..5|0.25..3.75/0.25; $t = n * c",
        words="p person; item cheap; place good_place",
        facts={
            "n": "{p} bought {n item} [at the {place}|] | {p} wants to buy {n item} | {p} needs"
            " {n item} for [school|a party]",
            "c": "each {item} costs {c} | one {item} costs {c} | the {items} cost {c} each | the"
            " price of [one|each] {item} is {c} | they cost {c} each",
            "z": "the store has {z item} left | {p} also looked at {z} other things",
            "both": "{p} bought {n item} for {c} each | {p} bought {n item} at {c} each | {p}"
            " paid {c} each for {n item}",
            "t": "{p} paid {t} for {n item} | {p} spent {t} on {n item} | {n item} cost {t}"
            " [altogether|]",
            "had": "{p} has {t} to spend on {items} | {p} spent {t} on {items} [at the {place}|]",
        },
        asks=(
            Ask(
                "t",
                "n, c",
                "how much does {p.he} have to pay [altogether|in all|] | how much is that"
                " [altogether|in all] | what is the total cost [of the {items}|] | how much will"
                " the {items} cost [altogether|]",
            ),
            Ask(
                "t",
                "both, z?",
                "how much [money|] did {p.he} [spend|pay] [altogether|in all|on {items}|] | what"
                " was the total cost | how many dollars did {p.he} spend",
            ),
            Ask(
                "c",
                "t",
                "how much does one {item} cost | how much did each {item} cost | what is the"
                " price of one {item} | how much did {p.he} pay for each {item}",
                "t / n",
            ),
            Ask("n", "had, c", "how many {items} [did|could|can] {p.he} buy", "t / c"),
        ),
    ),
    Schema(
        "change_from_note",
        numbers="$t 5,10,20,50|20,50,100|5,10,20; n 2..6|3..9; $c 1..9|2..12|0.25..4.75/0.25; $l"
        " = t - n * c; $s = t - c; $e 1..15|2..9|0.25..9.75/0.25; $g = t - e",
        words="p person; item cheap",
        facts={
            "e": "{p} bought a {item} for {e} | a {item} costs {e} | {p} bought some {items} for"
            " {e}",
            "n": "{p} bought {n item} for {c} each | {p} bought {n item} that cost {c} each",
            "t": "{p.he} paid with a {t:digits} bill | {p.he} [gave|handed] the clerk {t} |"
            " {p.he} paid with {t} | {p.he} gave the cashier a {t:digits} bill",
        },
        asks=(
            Ask(
                "g",
                "e, t",
                "how much change [did|should] {p.he} get [back|] | how much money did {p.he} get"
                " back | what was {p.his} change",
            ),
            Ask(
                "l",
                "n, t",
                "how much change [did|will] {p.he} get [back|] | how much money did {p.he} get"
                " back | what is {p.his} change",
            ),
        ),
    ),
    Schema(
        "two_purchases",
        numbers="$a 2..20|5..45|1.25..25/0.25; $b 2..20|5..45|1.25..25/0.25; $t = a + b; $m"
        " 20,50,100|50,100,150,200|30,40,50,60; $l = m - a - b",
        words="p person; one two two_goods; place good_place",
        facts={
            "both": "{p} bought a {one} for {a} and a {two} for {b} | {p} spent {a} on a {one}"
            " and {b} on a {two} | at the {place} {p} paid {a} for a {one} and {b} for a {two}",
            "m": "{p} had {m} | {p} went to the {place} with {m} | {p.his} [mother|father] gave"
            " {p} {m}",
            "then": "{p.he} bought a {one} for {a} and a {two} for {b} | {p.he} spent {a} on a"
            " {one} and {b} on a {two}",
            "t": "a {one} and a {two} cost {t} together | {p} paid {t} for a {one} and a {two}",
            "a": "the {one} cost {a} | the price of the {one} is {a}",
        },
        asks=(
            Ask(
                "t",
                "both",
                "how much [money|] did {p.he} spend [altogether|in all|in total|] | how much did"
                " {p.he} pay [altogether|in all] | what was the total cost",
            ),
            Ask(
                "l",
                "m, then",
                "how much [money|] does {p.he} have left | how much money is left | how much"
                " [money|] does {p.he} have now",
                "m - a - b",
            ),
            Ask(
                "b",
                "t, a",
                "how much did the {two} cost | what is the price of the {two}",
                "t - a",
            ),
        ),
    ),
    Schema(
        "shopping_list",
        numbers="a 2..6|2..12; $c 1..9|2..15|0.5..6/0.25; b 2..6|2..12; $d"
        " 1..9|2..15|0.5..6/0.25; $t = a * c + b * d; $m 50,100,200|100,200,300,400|20,50,100; $l"
        " = m - t; $f = a * c + d",
        words="p person; one two two_goods; place good_place",
        facts={
            "cost": "a {one} costs {c} and a {two} costs {d} | at the {place} a {one} costs {c}"
            " and a {two} costs {d} | the price of a {one} is {c} and the price of a {two} is {d}",
            "buys": "{p} [buys|bought] {a one} and {b two} | {p} wants {a one} and {b two}",
            "a": "{p} bought {a one} at {c} each | {p} bought {a one} for {c} each",
            "b": "{p.he} also bought {b two} at {d} each",
            "also": "{p.he} also bought a {two} for {d}",
            "m": "{p.he} had {m} [with {p.him}|] | {p.he} paid with {m}",
        },
        asks=(
            Ask(
                "t",
                "cost & buys",
                "how much does {p.he} pay [altogether|in all] | how much is that [altogether|in"
                " all] | what is the total cost",
            ),
            Ask(
                "t",
                "a, b",
                "how much [money|] did {p.he} spend [altogether|in all|in total] | what was the"
                " total cost",
            ),
            Ask(
                "l",
                "a, b, m",
                "how much [money|] was left | how much [money|change] did {p.he} have left | how"
                " much money did {p.he} have left [over|]",
                "m - (a * c + b * d)",
            ),
            Ask(
                "f",
                "a, also",
                "how much did {p.he} pay [altogether|in all] | how much [money|] did {p.he} spend"
                " [altogether|in total]",
            ),
        ),
        where="a != b",
    ),
    Schema(
        "saving_up",
        numbers="$w 2..12|5..40; n 2..12|4..30; $t = w * n; $h 5..60|20..150; $g = h + t",
        words="p person; goal savings_goal",
        facts={
            "w": "{p} saves {w} [a|every|each|per] week | every week {p} puts {w} in a jar | {p}"
            " gets {w} pocket money a week and saves it all",
            "n": "{p.he} does this for {n week} | {p.he} has been saving for {n week}",
            "h": "{p.he} already has {h} [saved|in the bank|] | {p.he} started with {h}",
            "t": "{p} wants to buy a {goal} for {t} | a {goal} costs {t}",
            "g": "{p} wants to buy a {goal} that costs {g} | a {goal} costs {g}",
            "per": "{p.he} saves {w} [a|every|each|per] week | {p.he} can save {w} a week",
            "in": "{p} saved {t} in {n week} | in {n week} {p} saved {t}",
            "same": "{p.he} saved the same amount [every|each] week",
        },
        asks=(
            Ask(
                "t",
                "w, n",
                "how much [money|] does {p.he} save [altogether|in all|] | how much money is that"
                " [altogether|in all]",
            ),
            Ask(
                "n",
                "t, per",
                "how many weeks [does {p.he} need|will it take {p.him}] [to save enough money|]",
                "t / w",
            ),
            Ask(
                "n",
                "g, h, per",
                "how many weeks [does {p.he} need to save|must {p.he} save|will it take]",
                "(g - h) / w",
            ),
            Ask("w", "in, same", "how much did {p.he} save [a|each|per] week", "t / n"),
            Ask("g", "w, n, h", "how much [money|] does {p.he} have now", "h + w * n"),
        ),
    ),
    Schema(
        "profit",
        numbers="n 3..20|10..60; $c 2..20|1.5..9/0.5; $m 2..15|0.5..5/0.5; $s = c + m; $t = n *"
        " m; $r = n * s; $k = n * c; $g = r - k",
        words="p adult; item goods; place good_place",
        facts={
            "n": "{p} bought {n item} for {c} each | {p} bought {n item} at {c} each",
            "s": "{p.he} sold them for {s} each | {p.he} sold all of them at {s} each",
            "k": "{p} bought {n item} for {k} [altogether|in all|] | {p} paid {k} for {n item}",
            "one": "{p} bought a {item} for {c} | {p} paid {c} for a {item}",
            "sold": "{p.he} sold it for {s} | later {p.he} sold it for {s}",
        },
        asks=(
            Ask(
                "t",
                "n, s",
                "how much profit did {p.he} make | how much [money|] did {p.he} make [in all|] |"
                " what was {p.his} profit",
                "n * (s - c)",
            ),
            Ask(
                "g",
                "k, s",
                "how much profit did {p.he} make | what was {p.his} profit",
                "n * s - k",
            ),
            Ask(
                "m",
                "one, sold",
                "how much profit did {p.he} make | how much did {p.he} gain",
                "s - c",
            ),
        ),
    ),
    Schema(
        "ticket_sales",
        numbers="a 10..90|50..400; b 10..90|50..400; $c 4..20; $d 2..12; $t = a * c + b * d; n ="
        " a + b; $u = n * c",
        words="place group_place; p person",
        facts={
            "c": "tickets for the {place} cost {c} for adults and {d} for children | at the"
            " {place} an adult ticket costs {c} and a child ticket costs {d}",
            "ab": "{a adult} and {b child} [came|visited the {place}|bought tickets] | on one day"
            " {a} adult tickets and {b} child tickets were sold",
            "each": "tickets for the {place} cost {c} each | a ticket for the {place} costs {c}",
            "sat": "{a} tickets were sold on Saturday and {b} on Sunday",
        },
        asks=(
            Ask(
                "t",
                "c, ab",
                "how much [money|] did the {place} take in | how much money was [made|collected]"
                " [altogether|in all] | how much did they pay [altogether|in all]",
            ),
            Ask(
                "u",
                "each, sat",
                "how much money was [made|taken in|collected] [altogether|in all|on the two days]",
                "(a + b) * c",
            ),
        ),
        where="c > d",
    ),
    Schema(
        "split_bill",
        numbers="n 2..8|3..12; $s 3..25|4..40|2.5..20/0.25; $t = n * s; $x 2..20; $u = t - x; $v"
        " = t + x",
        words="p q person; item costly",
        facts={
            "n": "{p} and {p.his} friends [went out to eat|ate at a restaurant|bought a present]."
            " There were {n} of them | {n} friends [went out to eat|had lunch together|rented a"
            " boat]",
            "t": "the bill was {t} | together they had to pay {t} | the total cost was {t}",
            "split": "they [split|shared] the cost equally | everyone paid the same",
            "u": "the bill was {u}",
            "tip": "they also left a tip of {x} | they added a tip of {x}",
            "v": "the bill was {v}",
            "off": "they had a coupon for {x} off | {x} was taken off because of a coupon",
        },
        asks=(
            Ask(
                "s",
                "n, t, split",
                "how much did each [friend|of them|person] pay | how much did each have to pay",
                "t / n",
            ),
            Ask(
                "s",
                "n, u, tip, split",
                "how much did each [friend|of them|person] pay",
                "(u + x) / n",
            ),
            Ask(
                "s",
                "n, v, off, split",
                "how much did each [friend|of them|person] pay",
                "(v - x) / n",
            ),
        ),
        where="x < t",
    ),
    Schema(
        "down_payment",
        numbers="$d 20..200/10; n 3..24; $m 10..90/5; $t = d + n * m; $r = n * m",
        words="p adult; item costly",
        facts={
            "t": "{p} bought a {item} for {t} | a {item} costs {t}",
            "d": "{p.he} paid {d} at once | {p.he} made a down payment of {d}",
            "n": "{p.he} pays the rest in {n} equal monthly payments | the rest is paid in {n}"
            " equal parts",
            "has": "{p} bought a {item}. {p.he} paid {d} at once | for a {item} {p} paid {d} at"
            " first",
            "then": "then {p.he} paid {m} a month for {n month} | after that {p.he} made {n}"
            " payments of {m} each",
            "m": "{p.he} pays {m} a month for the rest",
        },
        asks=(
            Ask(
                "m",
                "t, d, n",
                "how much is each payment | how much does {p.he} pay each month",
                "(t - d) / n",
            ),
            Ask(
                "t",
                "has, then",
                "how much did {p.he} pay [altogether|in all|in total] | what was the total price"
                " of the {item}",
                "d + n * m",
            ),
            Ask(
                "n",
                "t, d, m",
                "how many months does {p.he} have to pay | in how many months will it be paid",
                "(t - d) / m",
            ),
        ),
    ),
    Schema(
        "by_weight",
        numbers="$c 1..9|2..15|0.5..8/0.25; ~w 2..9|3..20|0.5..6/0.5; $t = c * w; ~v"
        " 2..9|1.5..6/0.5; $u = c * v",
        words="p person; stuff weighed; unit weight",
        facts={
            "c": "a {unit} of {stuff} costs {c} | the price of {stuff} is {c} per {unit} | one"
            " {unit} of {stuff} costs {c}",
            "w": "{p} buys {w unit} | {p} bought {w unit}",
            "t": "{p} paid {t} for {w unit} of {stuff} | {w unit} of {stuff} cost {t}",
            "spent": "{p} spent {t} on {stuff}",
        },
        asks=(
            Ask(
                "t",
                "c, w",
                "how much does {p.he} [pay|have to pay] | how much is that | how much did the"
                " {stuff} cost",
            ),
            Ask("c", "t", "how much does one {unit} cost | what is the price per {unit}", "t / w"),
            Ask("w", "c, spent", "how many {units} did {p.he} buy", "t / c"),
            Ask(
                "u",
                "t",
                "how much do {v unit} cost | what is the price of {v unit}",
                "t / w * v",
            ),
        ),
        where="v != w; w != 1",
    ),
    Schema(
        "paid_for_pieces",
        numbers="$c 2..12|0.5..6/0.25; n 4..20|8..40; $t = c * n; m 3..15; $u = c * (n - m); k ="
        " n - m",
        words="p person; did item craft",
        facts={
            "n": "{p} {did} {n item} | {p} {did} {n item} for a fair",
            "m": "{m} of them were not sold | {p.he} kept {m} of them | {p.he} gave {m} of them"
            " away",
            "c": "{p.he} sold each [of them|] for {c} | {p.he} got {c} for each",
            "rest": "{p.he} sold the rest for {c} each | {p.he} got {c} for each of the others",
        },
        asks=(
            Ask("t", "n, c", "how much [money|] did {p.he} [make|earn|get]"),
            Ask("u", "n, m, rest", "how much [money|] did {p.he} [make|earn|get]", "(n - m) * c"),
        ),
        where="m < n",
    ),
)
