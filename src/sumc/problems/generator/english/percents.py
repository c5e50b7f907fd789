"""Percents: parts of a hundred, discounts, taxes, interest, growth."""

from sumc.problems.generator.schema import Ask, Schema

SCHEMAS = (
    Schema(
        "percent_of_group",
        numbers="t 20..200/10|50..900/10|100..2500/20; %k 5..95/5|4..90/2; a = t * k; b = t - a",
        words="school child group_person; does others attribute",
        facts={
            "t": "there are {t child} in a {school} | a {school} has {t child} | {t child} of a"
            " {school} were asked",
            "k": "{k} of them {does} | {k} of the {children} {does}",
            "a": "{a} of them {does} | {a} of the {children} {does}",
            "part": "in a {school}, {a child} {does}. That is {k} of all the {children} | {k} of"
            " the {children} in a {school} {does}. These are {a child}",
        },
        asks=(
            Ask(
                "a",
                "t, k",
                "how many {children} {does} | how many of them {does} | how many {children} is"
                " that",
            ),
            Ask(
                "b",
                "t, k",
                "how many [of them|of the {children}|{children}] {others}",
                "t * (1 - k)",
            ),
            Ask(
                "k",
                "t, a",
                "what percent [of the {children}|of them] {does} | what percent is that",
                "a / t",
            ),
            Ask(
                "t",
                "part",
                "how many {children} are there [altogether|in the {school}|in all]",
                "a / k",
            ),
        ),
    ),
    Schema(
        "discount",
        numbers="$c 20..200/5|40..900/10|12.5..80/0.5; %k 5..75/5; $d = c * k; $s = c - d; n"
        " 2..6; $t = n * s",
        words="p person; item costly; place good_place",
        facts={
            "c": "a {item} costs {c} | the [regular|original|usual] price of a {item} is {c} | a"
            " {item} was priced at {c}",
            "k": "it is on sale for {k} off | the store gives a discount of {k} | the price is"
            " [reduced|lowered] by {k} | today there is a {k} discount",
            "s": "a {item} costs {s} after a discount of {k} | after {k} was taken off, a {item}"
            " costs {s}",
            "now": "now it costs {s} | it is on sale for {s}",
            "n": "{p} buys {n} of them",
        },
        asks=(
            Ask(
                "s",
                "c, k",
                "what is the sale price | how much does the {item} cost now | what is the new"
                " price | how much must be paid [for it|]",
                "c * (1 - k)",
            ),
            Ask(
                "d",
                "c, k",
                "how much [money|] is saved | how many dollars is the discount | how much does a"
                " buyer save",
            ),
            Ask(
                "c",
                "s",
                "what was the original price | how much did it cost before",
                "s / (1 - k)",
            ),
            Ask(
                "k",
                "c, now",
                "what percent is the discount | by what percent was the price reduced",
                "(c - s) / c",
            ),
            Ask(
                "t",
                "c, k, n",
                "how much does {p.he} pay [altogether|in all]",
                "n * (c * (1 - k))",
            ),
        ),
    ),
    Schema(
        "sales_tax",
        numbers="$c 10..200/5|4..60; %k 4..12|5..20/5; $d = c * k; $s = c + d",
        words="p person; item costly",
        facts={
            "c": "{p} [buys|bought] a {item} [that costs|for] {c} | a meal costs {c} | the bill"
            " at a restaurant was {c}",
            "tax": "there is a tax of {k} | {k} tax is added | a {k} [tax|tip] is added to the"
            " price",
        },
        asks=(
            Ask(
                "s",
                "c, tax",
                "how much is the total [price|] | how much must be paid [altogether|in all] |"
                " what is the total with the extra",
                "c * (1 + k)",
            ),
            Ask("d", "c, tax", "how much is the extra | how many dollars does this add"),
        ),
    ),
    Schema(
        "simple_interest",
        numbers="$m 100..2000/50|200..9000/100; %k 2..9|1..10/0.5; n 2..10; $i = m * k * n; $y ="
        " m * k; $t = m + i",
        words="p adult",
        facts={
            "m": "{p} [put|deposited|placed] {m} in a bank [account|] | {p} [lent|borrowed] {m}",
            "k": "the yearly interest rate is {k} | it earns {k} simple interest [per|a] year |"
            " the simple interest is {k} a year",
            "n": "the money stays there for {n year} | {n year} have passed",
            "i": "after {n year} the simple interest was {i}",
        },
        asks=(
            Ask(
                "i",
                "m, k, n",
                "how much is the [simple|] interest | how much interest is that [in all|]",
            ),
            Ask(
                "t",
                "m, k, n",
                "how much [money|] is there [altogether|in all|at the end] | what is the total"
                " amount at the end",
                "m + m * k * n",
            ),
            Ask("y", "m, k", "how much interest is that [per|each|a|in one] year"),
            Ask("k", "m, i", "what is the yearly interest rate", "i / m / n"),
        ),
    ),
    Schema(
        "growth",
        numbers="a 20..200/20|100..900/20|1000..9000/100; %k 5..60/5; d = a * k; b = a + d; c = a"
        " - d",
        words="school child group_person; place group_place; x y months; z item venue_ticket",
        facts={
            "a": "last year a {school} had {a child} | a {school} had {a child} last year",
            "up": "this year the number grew by {k} | this year there are {k} more | the number"
            " increased by {k}",
            "down": "this year the number fell by {k} | this year there are {k} fewer",
            "b": "this year it has {b child} | now there are {b child}",
            "sold": "in {x} a {z} sold {a item}",
            "more": "in {y} it sold {k} more | in {y} the sales rose by {k}",
        },
        asks=(
            Ask("b", "a, up", "how many {children} are there [now|this year]", "a * (1 + k)"),
            Ask("c", "a, down", "how many {children} are there [now|this year]", "a * (1 - k)"),
            Ask(
                "k",
                "a, b",
                "by what percent did the number grow | what is the increase in percent",
                "(b - a) / a",
            ),
            Ask("b", "sold, more", "how many {items} did it sell in {y}", "a * (1 + k)"),
        ),
    ),
    Schema(
        "test_score",
        numbers="t 10..60/5|20..120/10|25,50,80; %k 40..95/5|30..96/2; a = t * k; b = t - a",
        words="p child; sub subject",
        facts={
            "t": "a {sub} test had {t question} | there were {t question} on a {sub} test",
            "k": "{p} answered {k} of them correctly | {p} got {k} of them right | {p} had {k} of"
            " the answers right",
            "a": "{p} answered {a} of them correctly | {p} got {a} of them right",
        },
        asks=(
            Ask("a", "t, k", "how many questions did {p.he} [answer correctly|get right]"),
            Ask("b", "t, k", "how many questions did {p.he} [get wrong|miss]", "t - t * k"),
            Ask(
                "k",
                "t, a",
                "what percent of the questions did {p.he} get right | what percent is that",
                "a / t",
            ),
        ),
    ),
    Schema(
        "spent_percent",
        numbers="$m 40..600/20|100..3000/100; %k 10..60/5; %j 10..40/5; $a = m * k; $b = m * j;"
        " $s = m - a - b; $l = m - a; $c = a + b",
        words="p person; item goods",
        facts={
            "m": "{p} [has|had|earned] {m} [this month|] | {p's} pay was {m}",
            "k": "{p.he} spent {k} of it on food | {p.he} used {k} of the money for rent",
            "j": "{p.he} spent {j} of it on clothes | {p.he} gave {j} of it to {p.his} parents",
        },
        asks=(
            Ask("a", "m, k", "how much [money|] is that | how many dollars is that"),
            Ask(
                "l",
                "m, k",
                "how much [money|] does {p.he} have left | how much money is left",
                "m * (1 - k)",
            ),
            Ask(
                "s",
                "m, k, j",
                "how much [money|] is left | how much does {p.he} have left",
                "m * (1 - k - j)",
            ),
            Ask("c", "m, k, j", "how much is that [altogether|in all]", "m * (k + j)"),
        ),
        where="k + j < 1",
    ),
)
