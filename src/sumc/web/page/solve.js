// The view that solves a word problem.

import { codesFold } from "./codes.js";
import { PROBLEMS } from "./examples.js";
import { formulaLine, number } from "./formula.js";
import { treeFrame } from "./frame.js";
import { bar, confidencePercent, make, signed } from "./parts.js";
import { drawTree, legend, light } from "./tree.js";
import { View } from "./view.js";
import { byTouch, language, role, words } from "./words.js";

const PUNCTUATION = /^[,.;:!?，。；：！？、]$/;
const MONEY = ["$", "€", "£", "¥", "￥"]; // signs that come before the amount

export function solveView(onChange) {
  const text = document.getElementById("solve-text");
  const model = document.getElementById("solve-model");
  return new View("solve", {
    fields: { text, model },
    path: "/api/solve",
    request: (values) => ({ text: values.text, model: values.model }),
    show,
    say: spoken,
    examples: PROBLEMS.map(([lang, problem]) => ({ text: problem, values: { text: problem }, lang })),
    onChange,
  });
}

function spoken(solution) {
  if (solution.answer === null) return `${words().noAnswer}: ${reason(solution)[0]}`;
  if (!solution.sure) return words().notSureOf(solution.candidates.map((each) => each.text));
  return words().answerIs(solution.unit ? solution.text : solution.answer, confidencePercent(solution.confidence));
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
  const head = solution.sure ? answerCard(solution) : unsureCard(solution);
  const { card, width } = treeCard(solution, lighting);
  const columns = make("div", "columns solved", stepsCard(solution), problem, card);
  columns.style.setProperty("--tree", `${width}px`); // a small tree gets a small card
  box.append(head, columns);
}

function problemCard(solution, text, lighting) {
  const shown = make("p", "problem-text");
  shown.lang = solution.language || language();
  const characters = Array.from(text); // the server counts characters, not UTF-16 units
  let position = 0;
  for (const each of solution.numbers) {
    const after = PUNCTUATION.test(characters[each.end] ?? "") ? characters[each.end] : "";
    const kept = make("span", "kept", numberButton(each, lighting), after); // no line begins with a comma
    shown.append(characters.slice(position, each.start).join(""), kept);
    position = each.end + after.length;
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
  const sum = make("div", "candidate-sum", formulaLine(each.expression), checkLink(each));
  const chance = bar(confidencePercent(each.share), label, "");
  return make("li", "", make("span", "candidate-answer", each.text), sum, chance);
}

function answerCard(solution) {
  const answer = make("p", "answer", solution.unit ? solution.text : number(solution.answer));
  if (!solution.unit && solution.answer.includes("/")) answer.append(make("span", "decimal", decimal(solution)));
  const percent = confidencePercent(solution.confidence);
  const confidence = bar(percent, words().confidence, sureness(solution.confidence));
  return make(
    "section",
    "card answer-card",
    make("div", "", make("h2", "", words().answer), answer),
    make(
      "div",
      "",
      make("h2", "", words().calculation),
      formulaLine(solution.expression),
      make("p", "next", checkLink(solution), gradeLink(solution)),
    ),
    confidence,
  );
}

/** A link to the view that compares, with a solution or a candidate as the reference. */
function checkLink({ expression, rounded }) {
  const reference = { reference: expression, ...(rounded ? { rounded } : {}) };
  return viewLink("check", words().checkAgainst, reference);
}

/** The same for a class; that an answer is rounded is said in a column of its own. */
function gradeLink({ expression, rounded }) {
  const reference = rounded ? `problem,reference,rounded\n1,${expression},${rounded}` : expression;
  return viewLink("grade", words().gradeAgainst, { reference });
}

function viewLink(view, text, state) {
  const link = make("a", "", text);
  link.href = `#${view}?${new URLSearchParams({ ...state, lang: language() })}`;
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
  const ends = exact === rounded && endsInDecimals(Number(solution.answer.split("/")[1]));
  return ` ${ends ? "=" : "≈"} ${rounded}`;
}

/** Whether the decimals of a fraction end: its denominator has no primes but 2 and 5. */
function endsInDecimals(denominator) {
  let rest = denominator;
  for (const prime of [2, 5]) while (rest % prime === 0) rest /= prime;
  return rest === 1;
}

function sureness(confidence) {
  const { high, good, low, none } = words().sure;
  if (confidence >= 0.9) return high;
  if (confidence >= 0.65) return good;
  return confidence >= 0.35 ? low : none;
}

/** The tree and the width that it would like to have. */
function treeCard(solution, lighting) {
  const names = new Map(solution.numbers.map((each) => [each.symbol, readable(each)]));
  const label = (symbol) => names.get(symbol) ?? symbol;
  const svg = drawTree(solution.nodes, { label, text: solution.tree });
  lighting.setTree(svg);
  const codes = codesFold(
    solution.numbers.flatMap((each) => each.codes.map((code) => [`${each.symbol} = ${readable(each)}`, code])),
  );
  const title = make("h2", "", words().mtree);
  const card = make("section", "card tree-card", title, treeFrame(svg), legend(solution.nodes, false), codes.element);
  return { card, width: Number(svg.getAttribute("width")) };
}

/** A number as it is written where that is short and in digits, else its value; money with its sign. */
function readable(each) {
  const isMoney = MONEY.includes(each.unit);
  const text = /^[\d.,]+%?$/.test(each.text) ? each.text : value(each);
  return isMoney ? `${each.unit}${text}` : text;
}

/** A value in decimals where they end and the text writes no fraction: 0.8 for 八折. */
function value(each) {
  const [top, bottom] = each.value.split("/").map(Number);
  const isFraction = /[/⁄½⅓⅔¼¾]|分之|半/.test(each.text) || /^[a-z\s-]+$/i.test(each.text);
  if (isFraction || !bottom || !endsInDecimals(bottom)) return each.value;
  return String(top / bottom);
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
    const hint = byTouch() ? words().numberHintTouch : words().numberHint;
    this.detail.replaceChildren(...(each ? describe(each) : [hint]));
  }
}

function describe(each) {
  const name = make("b", "", MONEY.includes(each.unit) ? readable(each) : each.text);
  const unit = make("span", "quiet", each.unit && !MONEY.includes(each.unit) ? ` ${each.unit} ` : " ");
  if (!each.codes.length) return [name, unit, words().unused];
  const separator = language() === "zh" ? "，" : ", ";
  return [name, unit, [...new Set(each.codes.map(role))].join(separator)];
}
