// The view that draws the tree of an expression.

import { EXPRESSIONS } from "./examples.js";
import { formula, number } from "./formula.js";
import { button, copy, make, save, treeBox } from "./parts.js";
import { drawTree, legend, lightLeaf } from "./tree.js";
import { View } from "./view.js";
import { role, words } from "./words.js";

export function treeView(onChange) {
  const expression = document.getElementById("tree-expression");
  return new View("tree", {
    fields: { expression },
    path: "/api/tree",
    request: (values) => values,
    show,
    say: (answer) => words().treeOf(answer.tree),
    examples: EXPRESSIONS.map((text) => ({ text, values: { expression: text } })),
    onChange,
  });
}

function show(box, answer, values) {
  const drawing = treeBox();
  const svg = drawTree(drawing, answer.nodes, { text: answer.tree });
  const tree = make("section", "card tree-card", make("h2", "", words().mtree));
  tree.append(make("p", "formula", formula(values.expression)), drawing, legend(answer.nodes, false));
  const download = button(words().downloadSvg, () => save("mtree.svg", `${answer.svg}\n`, "image/svg+xml"));
  const latex = button(words().copyLatex, () => copy(answer.latex, words().copied));
  tree.append(make("div", "actions", latex, download));
  box.append(make("div", "columns wide-first", tree, facts(answer)));
  box.append(codesCard(answer.codes, svg));
}

function facts(answer) {
  const card = make("section", "card facts");
  if (answer.value !== null) {
    card.append(make("h2", "", words().value), make("p", "answer", number(answer.value)));
  }
  if (answer.reason !== null) {
    card.append(make("h2", "", words().value), make("p", "quiet", answer.reason));
  }
  card.append(make("h2", "", words().written), make("p", "formula", formula(answer.expression)));
  const source = make("pre", "source", answer.latex);
  source.tabIndex = 0;
  source.setAttribute("aria-label", words().latex);
  card.append(make("h2", "", words().latex), source);
  const plain = make("pre", "source", answer.tree);
  plain.tabIndex = 0;
  plain.setAttribute("aria-label", words().mtree);
  card.append(make("h2", "", words().mtree), plain);
  return card;
}

function codesCard(codes, svg) {
  const head = make("tr");
  for (const title of [words().symbol, words().codeTitle, words().does]) {
    const cell = make("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  const rows = codes.map(({ symbol, code }, index) => {
    const row = make("tr", "", make("td", "", symbol), make("td", "", make("code", "", code)));
    row.append(make("td", "quiet", role(code)));
    row.addEventListener("mouseenter", () => lightLeaf(svg, index));
    row.addEventListener("mouseleave", () => lightLeaf(svg, null));
    return row;
  });
  svg.querySelectorAll(".leaf").forEach((leaf, index) => {
    leaf.addEventListener("mouseenter", () => rows[index].classList.add("lit"));
    leaf.addEventListener("mouseleave", () => rows[index].classList.remove("lit"));
  });
  const table = make("table", "codes", make("thead", "", head), make("tbody", "", ...rows));
  return make("section", "card", make("h2", "", words().codes), table);
}

