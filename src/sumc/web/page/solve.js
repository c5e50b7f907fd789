// The view that solves a word problem.

import { PROBLEMS } from "./examples.js";
import { formula, number } from "./formula.js";
import { bar, make, signed, treeBox } from "./parts.js";
import { drawTree, legend, light } from "./tree.js";
import { View } from "./view.js";
import { language, role, words } from "./words.js";

export function solveView(onChange) {
  const text = document.getElementById("solve-text");
  const model = document.getElementById("solve-model");
  const view = new View("solve", {
    fields: { text, model },
    path: "/api/solve",
    request: (values) => ({ text: values.text, model: values.model }),
    show,
    say: spoken,
    examples: PROBLEMS.map(([lang, problem]) => ({ text: problem, values: { text: problem }, lang })),
    onChange,
  });
  text.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    view.run();
  });
  return view;
}

function spoken(solution) {
  if (solution.answer === null) return `${words().noAnswer}: ${reason(solution)[0]}`;
  if (!solution.sure) return words().notSureOf(solution.candidates.map((each) => each.text));
  return words().answerIs(solution.unit ? solution.text : solution.answer, Math.round(100 * solution.confidence));
}

function reason(solution) {
  return words().reasons[solution.reason] ?? [solution.message ?? solution.reason, ""];
}

function show(box, solution, values) {
  const lighting = new Lighting(solution);
  const problem = problemCard(solution, values.text, lighting);
  if (solution.answer === null) {
    box.append(refusalCard(solution));
    if (solution.numbers.length) box.append(problem);
    return;
  }
  const tree = treeCard(solution, lighting);
  const head = solution.sure ? answerCard(solution) : unsureCard(solution);
  box.append(head, make("div", "columns solved", problem, tree, stepsCard(solution)));
}

function problemCard(solution, text, lighting) {
  const shown = make("p", "problem-text");
  shown.lang = solution.language || language();
  const characters = Array.from(text); // the server counts characters, not UTF-16 units
  let position = 0;
  for (const each of solution.numbers) {
    shown.append(characters.slice(position, each.start).join(""), numberButton(each, lighting));
    position = each.end;
  }
  shown.append(characters.slice(position).join(""));
  const card = make("section", "card problem", make("h2", "", words().theProblem), shown);
  if (solution.nodes) card.append(lighting.detail);
  return card;
}

function numberButton(each, lighting) {
  if (!lighting.solution.nodes) return make("mark", "number", each.text);
  const button = make("button", "number", each.text);
  button.type = "button";
  button.classList.toggle("unused", each.codes.length === 0);
  button.setAttribute("aria-describedby", "number-detail");
  button.setAttribute("aria-pressed", "false");
  lighting.addNumber(each.symbol, button);
  return button;
}

function refusalCard(solution) {
  const [what, hint] = reason(solution);
  const head = signed("?", make("h2", "", words().noAnswer), make("p", "verdict", what), make("p", "", hint));
  return make("section", "card refusal", head);
}

/** The best candidates of a model that is not sure, each with its chance and its calculation. */
function unsureCard(solution) {
  const { notSure, notSureHint, chance } = words();
  const head = signed("?", make("h2", "", words().answer), make("p", "verdict", notSure), make("p", "", notSureHint));
  const list = make("ol", "candidates", ...solution.candidates.map((each) => candidateItem(each, chance)));
  return make("section", "card unsure", head, list);
}

function candidateItem(each, label) {
  const sum = make("span", "formula", formula(each.expression));
  return make("li", "", make("span", "candidate-answer", each.text), sum, bar(each.share, label, ""));
}

function answerCard(solution) {
  const answer = make("p", "answer", solution.unit ? solution.text : number(solution.answer));
  if (!solution.unit && solution.answer.includes("/")) answer.append(make("span", "decimal", decimal(solution)));
  const confidence = bar(solution.confidence, words().confidence, sureness(solution.confidence));
  return make(
    "section",
    "card answer-card",
    make("div", "", make("h2", "", words().answer), answer),
    make(
      "div",
      "",
      make("h2", "", words().calculation),
      make("p", "formula", formula(solution.expression)),
      make("p", "next", checkLink(solution)),
    ),
    confidence,
  );
}

/** A link to the view that compares, with this solution as the reference. */
function checkLink(solution) {
  const link = make("a", "", words().checkAgainst);
  link.href = `#check?${new URLSearchParams({ reference: solution.expression, lang: language() })}`;
  return link;
}

function stepsCard(solution) {
  const steps = solution.explanation[language()].map((sentence) => make("li", "", sentence));
  return make("section", "card steps-card", make("h2", "", stepsTitle(solution)), make("ol", "steps", ...steps));
}

function stepsTitle(solution) {
  return solution.candidates.length < 2 || solution.sure ? words().steps : words().stepsOfFirst;
}

function decimal(solution) {
  if (solution.answer_float === null) return "";
  const exact = String(solution.answer_float);
  const rounded = String(Number(solution.answer_float.toFixed(4)));
  const denominator = Number(solution.answer.split("/")[1]);
  const ends = exact === rounded && /^(2|5)*$/.test(primes(denominator));
  return ` ${ends ? "=" : "≈"} ${rounded}`;
}

function primes(value) {
  let rest = value;
  let text = "";
  for (const prime of [2, 5])
    while (rest % prime === 0) {
      rest /= prime;
      text += prime;
    }
  return rest === 1 ? text : "x";
}

function sureness(confidence) {
  const { high, good, low, none } = words().sure;
  if (confidence >= 0.9) return high;
  if (confidence >= 0.65) return good;
  return confidence >= 0.35 ? low : none;
}

function treeCard(solution, lighting) {
  const box = treeBox();
  const names = new Map(solution.numbers.map((each) => [each.symbol, readable(each)]));
  const svg = drawTree(box, solution.nodes, {
    label: (symbol) => names.get(symbol) ?? symbol,
    text: solution.tree,
  });
  lighting.setTree(svg);
  return make("section", "card tree-card", make("h2", "", words().mtree), box, legend(solution.nodes, false));
}

/** A number as it is written where that is short and in digits, else its value. */
function readable(each) {
  return /^[\d.,]+%?$/.test(each.text) ? each.text : each.value;
}

/** Numbers of the text and leaves of the tree that light up together. */
class Lighting {
  constructor(solution) {
    this.solution = solution;
    this.numbers = new Map(solution.numbers.map((each) => [each.symbol, each]));
    this.buttons = new Map();
    this.pinned = null;
    this.detail = make("p", "number-detail");
    this.detail.id = "number-detail";
    this.detail.setAttribute("aria-live", "polite");
    this.show(null);
  }

  addNumber(symbol, button) {
    this.buttons.set(symbol, button);
    for (const event of ["mouseenter", "focus"]) button.addEventListener(event, () => this.show(symbol));
    for (const event of ["mouseleave", "blur"]) button.addEventListener(event, () => this.show(this.pinned));
    button.addEventListener("click", () => this.pin(this.pinned === symbol ? null : symbol));
    button.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.pin(null);
    });
  }

  setTree(svg) {
    this.svg = svg;
    svg.querySelectorAll(".leaf").forEach((leaf) => {
      leaf.addEventListener("mouseenter", () => this.show(leaf.dataset.symbol));
      leaf.addEventListener("mouseleave", () => this.show(this.pinned));
    });
  }

  pin(symbol) {
    this.pinned = symbol;
    this.buttons.forEach((button, name) => button.setAttribute("aria-pressed", String(name === symbol)));
    this.show(symbol);
  }

  show(symbol) {
    this.buttons.forEach((button, name) => button.classList.toggle("lit", name === symbol));
    if (this.svg) light(this.svg, symbol);
    const each = this.numbers.get(symbol);
    this.detail.replaceChildren(...(each ? describe(each) : [words().numberHint]));
  }
}

function describe(each) {
  const name = make("b", "", each.text);
  const symbol = make("span", "quiet", each.unit ? ` ${each.unit} · ${each.symbol} ` : ` ${each.symbol} `);
  if (!each.codes.length) return [name, symbol, words().unused];
  const separator = language() === "zh" ? "，" : ", ";
  const roles = [...new Set(each.codes.map(role))].join(separator);
  const codes = each.codes.flatMap((code) => [" ", make("code", "", code)]);
  return [name, symbol, roles, make("span", "quiet", ` · ${words().code}`), ...codes];
}
