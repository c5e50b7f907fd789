// Small pieces that all views are made of.

import { showEdges } from "./edges.js";
import { words } from "./words.js";

/** An element with a class, and texts or elements in it. */
export function make(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A button that does something. */
export function button(text, action, className = "") {
  const made = make("button", className, text);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}

/** Let people keep a text as a file; it is made here and goes nowhere else. */
export function save(name, text, type) {
  const link = make("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * A table; `rows` are lists of cells, each perhaps with the class of its row. Cells carry the title
 * of their column, for screens on which a row becomes a list.
 */
export function table(heads, rows, className = "rows") {
  const made = make("table", className);
  const head = make("tr");
  for (const title of heads) {
    const cell = make("th", "", title);
    cell.scope = "col";
    head.append(cell);
  }
  const lines = rows.map(({ cells, kind = "" }) =>
    make("tr", kind, ...cells.map((cell, place) => labelled(make("td", "", cell), heads[place]))),
  );
  made.append(make("thead", "", head), make("tbody", "", ...lines));
  const box = make("div", "table-box", made);
  showEdges(box);
  return box;
}

function labelled(cell, title) {
  cell.dataset.title = title;
  return cell;
}

/** A confidence in whole percent, rounded down as in the terminal: 100 only when it is. */
export function confidencePercent(confidence) {
  return Math.floor(Math.round(10_000 * confidence) / 100);
}

/** A share of the points in whole percent; 100 only when it is. */
export function pointsPercent(share) {
  return share < 1 ? Math.min(99, Math.round(100 * share)) : 100;
}

/** Something to open for those who want to know more. */
export function fold(title, ...children) {
  return make("details", "fold", make("summary", "", title), ...children);
}

/** A quiet bar for a percentage, with a word. */
export function bar(percent, label, word) {
  const meter = make("div", "bar");
  meter.setAttribute("role", "meter");
  meter.setAttribute("aria-label", label);
  meter.setAttribute("aria-valuemin", "0");
  meter.setAttribute("aria-valuemax", "100");
  meter.setAttribute("aria-valuenow", String(percent));
  const filled = make("span", "filled");
  filled.style.width = `${percent}%`;
  meter.append(filled);
  const text = make("span", "bar-text", make("b", "", `${percent}\u202f%`), word ? ` ${word}` : "");
  return make("div", "share", make("h2", "", label), text, meter);
}

/** Something said beside a round sign. */
export function signed(sign, ...children) {
  const round = make("span", "sign", sign);
  round.setAttribute("aria-hidden", "true");
  return make("div", "signed", round, make("div", "", ...children));
}

/** Something that went wrong, in sentences. */
export function noticeCard(title, ...sentences) {
  const said = sentences.map((sentence) => make("p", "said", sentence));
  return make("div", "card problem-card", signed("!", make("h2", "", title), ...said));
}

/** What is wrong with an expression, with a mark below the place. */
export function mistakeCard(mistake, text, title) {
  const where = mistake.column ? words().atColumn(mistake.column) : "";
  const card = noticeCard(title, `${mistake.what}${where}`);
  if (mistake.column && text) card.append(pointer(text, mistake.column));
  return card;
}

/** The line with the character of a column, which is marked. */
function pointer(text, column) {
  const characters = Array.from(text);
  const place = column - 1;
  const start = characters.lastIndexOf("\n", place - 1) + 1;
  const end = characters.indexOf("\n", place);
  const line = characters.slice(start, end < 0 ? undefined : end);
  const at = place - start;
  const before = line.slice(Math.max(0, at - 24), at).join("");
  return make("pre", "pointer", before, make("mark", "", line[at] ?? " "), line.slice(at + 1, at + 26).join(""));
}

/** Tell people something in passing. */
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => box.classList.remove("shown"), 2500);
}

/** Copy a text, also where the browser only allows the old way. */
export async function copy(text, said) {
  try {
    if (navigator.clipboard) await navigator.clipboard.writeText(text);
    else copyOldWay(text);
    toast(said);
  } catch {
    toast(words().copyFailed);
  }
}

function copyOldWay(text) {
  const area = make("textarea", "hidden-label");
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (!done) throw new Error("not allowed");
}
