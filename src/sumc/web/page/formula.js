// Expressions and numbers as MathML, which browsers set like a textbook does.

import { showEdges } from "./edges.js";

const MATH = "http://www.w3.org/1998/Math/MathML";
const TOKEN = /\s*(\d+(?:\.\d+)?|\.\d+|[A-Za-z_]\w*|\*\*|[-+*/^()%=×÷−·])/y;
const SAME = { "×": "*", "·": "*", "÷": "/", "−": "-", "**": "^" };

/** An expression as a formula; one that we do not read is shown as it was written. */
export function formula(text) {
  try {
    const parts = text.split("=");
    const rows = parts.flatMap((part, index) => (index ? [sign("="), read(part)] : [read(part)]));
    return math(rows);
  } catch {
    const code = document.createElement("code");
    code.textContent = text;
    return code;
  }
}

/** A line with an expression, which scrolls where it is too long for it. */
export function formulaLine(text) {
  const line = document.createElement("p");
  line.className = "formula";
  line.append(formula(text));
  showEdges(line);
  return line;
}

/** A value such as `27/2` as a fraction. */
export function number(text) {
  return math([value(text)]);
}

function value(text) {
  const negative = text.startsWith("-");
  const [top, bottom] = text.replace(/^-/, "").split("/");
  const plain = bottom ? element("mfrac", element("mn", top), element("mn", bottom)) : element("mn", top);
  return negative ? element("mrow", sign("−"), plain) : plain;
}

function math(rows) {
  const made = element("math", ...rows);
  made.setAttribute("displaystyle", "true");
  return made;
}

function read(text) {
  const tokens = tokenize(text);
  const tree = sum(tokens);
  if (tokens.length) throw new SyntaxError("rest");
  return draw(tree);
}

function tokenize(text) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  const clean = text.trim();
  while (TOKEN.lastIndex < clean.length) {
    const found = TOKEN.exec(clean);
    if (!found) throw new SyntaxError("character");
    tokens.push(SAME[found[1]] ?? found[1]);
  }
  return tokens;
}

// Small trees: ["+", a, b], ["neg", a], ["()", a], ["leaf", text].
function sum(tokens) {
  let left = product(tokens);
  while (tokens[0] === "+" || tokens[0] === "-") left = [tokens.shift(), left, product(tokens)];
  return left;
}

function product(tokens) {
  let left = signed(tokens);
  while (tokens[0] === "*" || tokens[0] === "/") left = [tokens.shift(), left, signed(tokens)];
  return left;
}

function signed(tokens) {
  if (tokens[0] !== "-") return power(tokens);
  tokens.shift();
  return ["neg", signed(tokens)];
}

function power(tokens) {
  const base = atom(tokens);
  if (tokens[0] !== "^") return base;
  tokens.shift();
  return ["^", base, signed(tokens)];
}

function atom(tokens) {
  const token = tokens.shift();
  if (token === "(") {
    const inside = sum(tokens);
    if (tokens.shift() !== ")") throw new SyntaxError("bracket");
    return ["()", inside];
  }
  if (token === undefined || /^[-+*/^)%=]/.test(token)) throw new SyntaxError("operand");
  if (tokens[0] !== "%") return ["leaf", token];
  tokens.shift();
  return ["leaf", `${token}%`];
}

function draw([kind, left, right]) {
  switch (kind) {
    case "leaf":
      return leaf(left);
    case "()":
      if (left[0] === "/") return draw(left); // the bar of a fraction is bracket enough
      return element("mrow", sign("("), draw(left), sign(")"));
    case "neg":
      return element("mrow", sign("−"), draw(left));
    case "/":
      return element("mfrac", draw(bare(left)), draw(bare(right)));
    case "^":
      return element("msup", base(left), draw(bare(right)));
    default:
      return element("mrow", draw(left), sign({ "*": "×", "-": "−" }[kind] ?? kind), draw(right));
  }
}

function base(tree) {
  return tree[0] === "()" ? element("mrow", sign("("), draw(tree[1]), sign(")")) : draw(tree);
}

function bare(tree) {
  return tree[0] === "()" ? tree[1] : tree;
}

function leaf(text) {
  const named = /^([A-Za-z]+)(\d+)$/.exec(text);
  if (named) return element("msub", element("mi", named[1]), element("mn", named[2]));
  return /^[A-Za-z_]/.test(text) ? element("mi", text) : element("mn", text);
}

function sign(text) {
  return element("mo", text);
}

function element(name, ...children) {
  const made = document.createElementNS(MATH, name);
  made.append(...children);
  return made;
}
