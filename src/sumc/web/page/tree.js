// An M-tree drawn as SVG from the JSON of the server.

import { role, words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const LABELS = { "+": "+", "*": "×", "*-": "×−", "+/": "+/" };
const CLASSES = { "+": "sum", "*": "product", "*-": "opposite", "+/": "reciprocal" };
const BADGES = { changed: "≠", only: "!" };
const MARGIN = 12;
const GAP = 14; // between neighbouring leaves
const LEVEL = 66; // from a node down to its children
const HEIGHT = 32; // of a node
const LONGEST = 18; // characters of a label

/**
 * A drawing of a tree. `label(symbol)` is the text of a leaf; `compared` colours leaves by
 * their marks instead of by their signs. Leaves carry their symbol, so that they can be lit up.
 */
export function drawTree(nodes, { label = (symbol) => symbol, text, compared = false }) {
  const placed = place(nodes, MARGIN, 0, label);
  const parts = walk(placed.part);
  const width = Math.ceil(placed.end + MARGIN);
  const height = Math.max(...parts.map((part) => part.y)) + HEIGHT / 2 + MARGIN;
  const svg = element("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  svg.setAttribute("aria-label", words().treeOf(text));
  svg.classList.add("mtree");
  svg.classList.toggle("compared", compared);
  svg.dataset.root = String(placed.part.x);
  for (const part of parts) for (const child of part.children) svg.append(edge(part, child));
  for (const part of parts) svg.append(node(part));
  return svg;
}

/** Light up the leaves of a symbol (all else fades), or none. */
export function light(svg, symbol) {
  const lit = new Set();
  svg.querySelectorAll("[data-symbols]").forEach((part) => {
    const on = symbol !== null && JSON.parse(part.dataset.symbols).includes(symbol);
    part.classList.toggle("lit", on);
    if (on) lit.add(part);
  });
  svg.classList.toggle("lighting", lit.size > 0);
}

/** Light up one leaf by its number from left to right, or none. */
export function lightLeaf(svg, index) {
  svg.querySelectorAll(".leaf").forEach((leaf, number) => leaf.classList.toggle("lit", number === index));
  svg.querySelectorAll("path").forEach((path) => path.classList.remove("lit"));
  svg.classList.toggle("lighting", index !== null);
}

/** What the colours and shapes of a tree mean, as far as it has them. */
export function legend(nodes, compared) {
  const found = new Map();
  const leaves = [];
  const visit = (part) => {
    if (part.symbol !== undefined) leaves.push(part);
    else {
      found.set(CLASSES[part.kind], `${LABELS[part.kind]} ${words().kinds[part.kind]}`);
      part.children.forEach(visit);
    }
  };
  visit(nodes);
  if (compared) {
    found.clear();
    for (const mark of ["same", "changed", "only"])
      if (leaves.some((leaf) => leaf.mark === mark)) found.set(`leaf ${mark}`, words().marks[mark]);
  } else {
    if (leaves.some((leaf) => leaf.negated)) found.set("leaf negated", words().legendNegated);
    if (leaves.some((leaf) => leaf.inverted)) found.set("leaf inverted", words().legendInverted);
  }
  const list = document.createElement("ul");
  list.className = "legend";
  list.setAttribute("aria-label", words().legend);
  for (const [kind, meaning] of found) {
    const item = document.createElement("li");
    const sample = document.createElement("span");
    sample.className = `sample ${kind}`;
    item.append(sample, meaning);
    list.append(item);
  }
  return list;
}

/** A node over the middle of its children, all of it right of `left`; and where it ends. */
function place(nodes, left, level, label) {
  const y = MARGIN + HEIGHT / 2 + level * LEVEL;
  const isLeaf = nodes.symbol !== undefined;
  const text = isLeaf ? leafText(nodes, label) : LABELS[nodes.kind];
  const width = Math.max(HEIGHT, textWidth(text) + 20);
  if (isLeaf) {
    const part = { nodes, text, x: left + width / 2, y, width, children: [], symbols: [nodes.symbol] };
    return { part, end: left + width };
  }
  const children = [];
  let end = left - GAP;
  for (const child of nodes.children) {
    const placed = place(child, end + GAP, level + 1, label);
    children.push(placed.part);
    end = placed.end;
  }
  const middle = (children[0].x + children[children.length - 1].x) / 2;
  const x = Math.max(middle, left + width / 2);
  const symbols = [...new Set(children.flatMap((child) => child.symbols))];
  return { part: { nodes, text, x, y, width, children, symbols }, end: Math.max(end, x + width / 2) };
}

function leafText(leaf, label) {
  let text = label(leaf.symbol);
  if (leaf.inverted) text = /^[\w.]+$/.test(text) ? `1/${text}` : `1/(${text})`;
  if (leaf.negated) text = `−${text}`;
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

const canvas = document.createElement("canvas").getContext("2d");

function textWidth(text) {
  canvas.font = "15px Inter, system-ui, sans-serif";
  return canvas.measureText(text).width;
}

function walk(part) {
  return [part, ...part.children.flatMap(walk)];
}

function edge(above, below) {
  const start = above.y + HEIGHT / 2;
  const end = below.y - HEIGHT / 2;
  const middle = (start + end) / 2;
  const path = element("path", {
    d: `M${above.x} ${start}C${above.x} ${middle} ${below.x} ${middle} ${below.x} ${end}`,
  });
  path.dataset.symbols = JSON.stringify(below.symbols);
  return path;
}

function node(part) {
  const { nodes, x, y, width, text } = part;
  const group = element("g", {});
  const isLeaf = nodes.symbol !== undefined;
  const left = x - width / 2;
  const top = y - HEIGHT / 2;
  const title = element("title", {});
  if (isLeaf) {
    group.classList.add("leaf");
    group.classList.toggle("negated", nodes.negated);
    group.classList.toggle("inverted", nodes.inverted);
    if (nodes.mark) group.classList.add(nodes.mark);
    group.dataset.symbol = nodes.symbol;
    group.dataset.symbols = JSON.stringify([nodes.symbol]);
    title.textContent = role(nodes.code);
  } else {
    group.classList.add("branch", CLASSES[nodes.kind]);
    title.textContent = words().kinds[nodes.kind];
  }
  const rect = element("rect", { x: left, y: top, width, height: HEIGHT, rx: isLeaf ? 8 : HEIGHT / 2 });
  const name = element("text", { x, y, dy: "0.35em" });
  name.textContent = text;
  group.append(title, rect, name);
  if (isLeaf && BADGES[nodes.mark]) group.append(...badge(left + width, top, BADGES[nodes.mark]));
  return group;
}

function badge(x, y, sign) {
  const circle = element("circle", { cx: x - 1, cy: y + 1, r: 8, class: "badge" });
  const text = element("text", { x: x - 1, y: y + 1, dy: "0.36em", class: "badge-sign" });
  text.textContent = sign;
  return [circle, text];
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
