// The view that draws the tree of an expression.

import { codesFold } from "./codes.js";
import { EXPRESSIONS } from "./examples.js";
import { formulaLine, number } from "./formula.js";
import { treeFrame } from "./frame.js";
import { button, copy, fold, make, save } from "./parts.js";
import { drawTree, legend, lightLeaf } from "./tree.js";
import { View } from "./view.js";
import { language, words } from "./words.js";

export function treeView(onChange) {
  const expression = document.getElementById("tree-expression");
  return new View("tree", {
    fields: { expression },
    path: "/api/tree",
    request: (values) => ({ ...values, language: language() }),
    show,
    say: (answer) => words().treeOf(answer.tree),
    examples: EXPRESSIONS.map((text) => ({ text, values: { expression: text } })),
    onChange,
  });
}

function show(box, answer, values) {
  const svg = drawTree(answer.nodes, { text: answer.tree });
  const tree = make("section", "card tree-card", make("h2", "", words().mtree), formulaLine(values.expression));
  tree.append(treeFrame(svg), legend(answer.nodes, false));
  const columns = make("div", "columns wide-first", tree, facts(answer, svg));
  columns.style.setProperty("--tree", `${svg.getAttribute("width")}px`);
  box.append(columns);
}

function facts(answer, svg) {
  const card = make("section", "card facts");
  if (answer.value !== null) {
    card.append(make("h2", "", words().value), make("p", "answer", number(answer.value)));
  }
  if (answer.reason !== null) {
    card.append(make("h2", "", words().value), make("p", "quiet", answer.reason));
  }
  card.append(make("h2", "", words().written), formulaLine(answer.expression));
  const latex = button(words().copyLatex, () => copy(answer.latex, words().copied));
  const download = button(words().downloadSvg, () => save("mtree.svg", `${answer.svg}\n`, "image/svg+xml"));
  card.append(make("div", "actions", latex, download));
  card.append(fold(words().sources, source(words().latex, answer.latex), source(words().mtree, answer.tree)));
  card.append(codes(answer.codes, svg));
  return card;
}

function source(title, text) {
  const shown = make("pre", "source", text);
  shown.tabIndex = 0;
  shown.setAttribute("aria-label", title);
  return make("div", "", make("h2", "", title), shown);
}

/** The codes, each of which lights up with its leaf. */
function codes(pairs, svg) {
  const { element, rows } = codesFold(pairs.map(({ symbol, code }) => [symbol, code]));
  const leaves = [...svg.querySelectorAll(".leaf")];
  rows.forEach((row, index) => {
    row.addEventListener("mouseenter", () => lightLeaf(svg, index));
    row.addEventListener("mouseleave", () => lightLeaf(svg, null));
    leaves[index].addEventListener("mouseenter", () => row.classList.add("lit"));
    leaves[index].addEventListener("mouseleave", () => row.classList.remove("lit"));
  });
  return element;
}
