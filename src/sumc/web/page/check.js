// The view that compares two expressions.

import { codesFold } from "./codes.js";
import { PAIRS } from "./examples.js";
import { formulaLine } from "./formula.js";
import { treeFrame } from "./frame.js";
import { bar, make, mistakeCard, pointsPercent, signed } from "./parts.js";
import { drawTree, legend } from "./tree.js";
import { View } from "./view.js";
import { language, role, words } from "./words.js";

const SIGNS = {
  "same-structure": "✓",
  equivalent: "✓",
  "repeated-addition": "✓",
  "worked-out": "✓",
  "answer-only": "=",
  "equal-value": "≈",
  miscalculated: "!",
  different: "≠",
  unparseable: "?",
};
const TELLING = ["repeated-addition", "worked-out"]; // and whatever has a wrong = in it
const MOST_DIFFERENCES = 8;

export function checkView(onChange) {
  const student = document.getElementById("check-student");
  const reference = document.getElementById("check-reference");
  const rounded = document.getElementById("check-rounded");
  return new View("check", {
    fields: { student, reference, rounded },
    path: "/api/check",
    request: (values) => ({ ...values, language: language() }),
    isWorded: true,
    show,
    say: (result) => words().verdicts[result.verdict].join(" "),
    examples: PAIRS.map(([left, right]) => ({
      text: `${left}   ↔   ${right}`,
      values: { student: left, reference: right },
    })),
    onChange,
  });
}

function show(box, result, values) {
  box.append(verdictCard(result));
  if (result.verdict === "unparseable") {
    for (const side of ["student", "reference"])
      if (result[side].error)
        box.append(mistakeCard(result[side].error, values[side], words().notReadSide[side]));
    return;
  }
  const sides = ["student", "reference"].map((side) => sideCard(side, result[side], values[side]));
  box.append(make("div", "columns even", ...sides));
}

function verdictCard(result) {
  const [title, meaning] = words().verdicts[result.verdict];
  const head = signed(SIGNS[result.verdict], make("h2", "verdict", title), make("p", "", meaning));
  const row = make("div", "verdict-row", head);
  const card = make("section", `card verdict-card ${result.verdict}`, row);
  if (result.verdict === "unparseable") return card;
  row.append(bar(pointsPercent(result.score), words().credit));
  const { mistake, run_on: runOn } = result.student;
  if (TELLING.includes(result.verdict) || mistake || runOn) card.append(told(result.explanation));
  const showsDifferences = ["different", "equal-value"].includes(result.verdict) && result.differences.length;
  if (showsDifferences) card.append(make("h2", "", words().differences), differences(result.differences));
  if (showsDifferences) card.append(differentCodes(result.differences));
  return card;
}

/** The server's sentence about the work, in the language of the page. */
function told(sentence) {
  return make("p", "said", sentence);
}

function differences(all) {
  const list = make("ul", "differences");
  for (const each of all.slice(0, MOST_DIFFERENCES)) list.append(difference(each));
  if (all.length > MOST_DIFFERENCES)
    list.append(make("li", "quiet", words().more(all.length - MOST_DIFFERENCES)));
  return list;
}

function difference(each) {
  const item = make("li", "", make("b", "", each.symbol));
  for (const [side, name] of [["student", words().inStudent], ["reference", words().inReference]]) {
    const does = each[side] === null ? words().missing : role(each[side]);
    item.append(make("span", "difference-side", make("span", "quiet", `${name}${colon()}`), does));
  }
  return item;
}

function differentCodes(all) {
  const sides = [["student", words().inStudent], ["reference", words().inReference]];
  const pairs = all.flatMap((each) => sides.map(([side, name]) => [`${each.symbol}, ${name}`, each[side]]));
  return codesFold(pairs.filter(([, code]) => code !== null)).element;
}

function colon() {
  return language() === "zh" ? "：" : ": ";
}

function sideCard(name, side, text) {
  const card = make("section", "card tree-card", make("h2", "", words()[name]));
  const value = side.value === null ? [] : [`${words().value} ${side.value}`];
  const said = side.read_as ? [...value, words().readFrom(text)] : value;
  card.append(formulaLine(side.read_as ?? text), make("p", "quiet", said.join(" · ")));
  if (!side.nodes) {
    card.append(make("p", "quiet", words().tooLarge));
    return card;
  }
  const compared = side.nodes.children.length > 0 && hasMarks(side.nodes);
  const svg = drawTree(side.nodes, { text: side.tree, compared });
  card.append(treeFrame(svg), legend(side.nodes, compared));
  return card;
}

function hasMarks(nodes) {
  return nodes.symbol !== undefined ? Boolean(nodes.mark) : nodes.children.some(hasMarks);
}
