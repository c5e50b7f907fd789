// The view that grades a class. What is pasted or dropped here goes to the server of this page alone.

import { CLASS } from "./examples.js";
import { decoded } from "./encodings.js";
import { bar, button, make, pointsPercent, save, table } from "./parts.js";
import { View } from "./view.js";
import { language, words } from "./words.js";

const PROBLEMS_HEAD = /^[^\n]*(reference|参考|算式)[^\n]*\n/i;
const LARGEST_FILE = 1 << 20;

export function gradeView(onChange) {
  const reference = document.getElementById("grade-reference");
  const answers = document.getElementById("grade-answers");
  const view = new View("grade", {
    fields: { reference, answers },
    secret: ["answers"],
    path: "/api/grade",
    request,
    isWorded: true,
    show,
    say: (result) => words().graded(result.answers.length, pointsPercent(result.mean)),
    examples: [{ named: "gradeExample", values: CLASS }],
    onChange,
  });
  const read = (file, field) => readInto(view, file, field);
  document.getElementById("grade-file").addEventListener("change", (event) => {
    read(event.target.files[0], answers);
    event.target.value = "";
  });
  for (const field of [reference, answers]) acceptDrops(field, read);
  return view;
}

function request({ reference, answers }) {
  const text = reference.trim();
  const common = { answers, language: language() };
  if (PROBLEMS_HEAD.test(text)) return { ...common, problems: text };
  return { ...common, references: text.split("\n").map((line) => line.trim()).filter(Boolean) };
}

async function readInto(view, file, field) {
  if (!file) return;
  const text = file.size <= LARGEST_FILE ? decoded(new Uint8Array(await file.arrayBuffer())) : null;
  view.clear();
  if (text !== null) field.value = text;
  else view.complain(words().fileNotRead, file.size <= LARGEST_FILE ? words().fileNotText : words().fileTooLarge);
}

function acceptDrops(field, read) {
  field.addEventListener("dragover", (event) => {
    event.preventDefault();
    field.classList.add("over");
  });
  field.addEventListener("dragleave", () => field.classList.remove("over"));
  field.addEventListener("drop", (event) => {
    field.classList.remove("over");
    if (!event.dataTransfer.files.length) return; // dropped text lands in the field by itself
    event.preventDefault();
    read(event.dataTransfer.files[0], field);
  });
}

function show(box, result) {
  const several = result.problems.length > 1;
  box.append(summaryCard(result));
  if (result.mistakes.length) box.append(card(words().mistakes, mistakesTable(result.mistakes, several)));
  box.append(card(words().answers, answersTable(result.answers, several)));
  if (result.broken.length) {
    const lines = result.broken.map((line) => make("li", "", line));
    box.append(card(words().notGraded, make("ul", "plain-list", ...lines)));
  }
}

function card(title, ...children) {
  return make("section", "card", make("h2", "", title), ...children);
}

function summaryCard(result) {
  const counts = Object.entries(result.verdicts).map(([verdict, count]) =>
    make("li", `tone ${verdict}`, make("b", "", String(count)), ` ${words().verdicts[verdict][0]}`),
  );
  const actions = make(
    "div",
    "actions",
    button(words().downloadCsv, () => save("grades.csv", result.csv, "text/csv;charset=utf-8")),
    button(words().downloadReport, () => save("grades.html", result.html, "text/html;charset=utf-8")),
  );
  return make("section", "card class-card", bar(pointsPercent(result.mean), words().points), make("ul", "counts", ...counts), actions);
}

function mistakesTable(mistakes, several) {
  const heads = [words().times, words().problemName, words().forExample, words().comment, words().who];
  const rows = mistakes.map((each) => ({
    cells: [String(each.count), each.problem, each.example, each.comment, each.names.join(", ")],
    kind: `tone ${each.verdict}`,
  }));
  return without(several, 1, heads, rows);
}

function answersTable(answers, several) {
  const heads = [words().name, words().problemName, words().answer, words().verdict, words().points, words().comment];
  const rows = answers.map((each) => ({
    cells: [
      each.name,
      each.problem,
      each.answer,
      words().verdicts[each.verdict][0],
      `${each.points} / ${each.out_of}`,
      each.comment,
    ],
    kind: `tone ${each.verdict}`,
  }));
  return without(several, 1, heads, rows);
}

/** A table, without one of its columns where it has nothing to say. */
function without(kept, column, heads, rows) {
  const rest = (cells) => cells.filter((_, place) => kept || place !== column);
  return table(
    rest(heads),
    rows.map(({ cells, kind }) => ({ cells: rest(cells), kind })),
  );
}
