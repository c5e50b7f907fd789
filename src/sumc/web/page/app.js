// The page: which view is shown, what the link says, language and colours.

import { ask } from "./api.js";
import { checkView } from "./check.js";
import { gradeView } from "./grade.js";
import { copy, make } from "./parts.js";
import { solveView } from "./solve.js";
import { treeView } from "./treeview.js";
import { WORDS, byTouch, enterKeys, words } from "./words.js";

const root = document.documentElement;
const views = { solve: solveView(link), check: checkView(link), grade: gradeView(link), tree: treeView(link) };
let shown = "solve";

/** Put the state of the shown view into the address; a step can be undone with Back. */
function link(isStep = false) {
  const text = new URLSearchParams(views[shown].state()).toString();
  const hash = text ? `#${shown}?${text}&lang=${root.lang}` : `#${shown}`;
  if (isStep && location.hash !== hash) history.pushState({}, "", hash);
  else history.replaceState({ isBlank: !text }, "", hash);
}

/** Show what the address says; a link with a state is worked out at once. */
function open() {
  const [name, query = ""] = location.hash.slice(1).split("?");
  shown = Object.hasOwn(views, name) ? name : "solve"; // a link may say "constructor"
  for (const [each, view] of Object.entries(views)) view.section.hidden = each !== shown;
  for (const tab of document.querySelectorAll("[data-view]"))
    if (tab.dataset.view === shown) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  const state = Object.fromEntries(new URLSearchParams(query));
  if (Object.hasOwn(WORDS, state.lang) && state.lang !== root.lang) setLanguage(state.lang);
  if (query) openState(views[shown], state);
  else openView(views[shown]);
}

/** A view without a state: one that Back leads to was empty, one behind a tab is as it was left. */
function openView(view) {
  if (history.state?.isBlank) {
    view.reset();
    scrollTo(0, 0);
  }
  link();
}

function openState(view, state) {
  view.open(state);
  const isShown = view.answered?.key === view.key();
  if (view.isEmpty()) view.focusEmpty();
  else if (isShown) link();
  else view.recall();
}

function setLanguage(name) {
  root.lang = name;
  keep("sumc-language", name);
  document.title = words().title;
  for (const each of document.querySelectorAll("[data-words]")) each.textContent = words()[each.dataset.words];
  for (const each of document.querySelectorAll("[data-label]"))
    each.setAttribute("aria-label", words()[each.dataset.label]);
  const hint = byTouch() ? words().problemHintTouch : words().problemHint(enterKeys());
  document.getElementById("solve-text").placeholder = hint;
  document.getElementById("check-student").placeholder = byTouch() ? "" : words().workHint(enterKeys());
  const button = document.getElementById("language");
  button.textContent = words().otherLanguage;
  button.lang = name === "zh" ? "en" : "zh";
  button.setAttribute("aria-label", words().otherLanguageLabel);
  const auto = document.querySelector("#solve-model option");
  if (auto) auto.textContent = words().auto;
  showTheme();
  for (const view of Object.values(views)) view.translate();
}

const THEMES = ["auto", "light", "dark"];
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

function showTheme() {
  const theme = root.dataset.theme ?? "auto";
  document.getElementById("theme-sign").textContent = SIGNS[theme];
  const button = document.getElementById("theme");
  button.setAttribute("aria-label", words().theme[theme]);
  button.title = words().theme[theme];
}

function nextTheme() {
  const theme = THEMES[(THEMES.indexOf(root.dataset.theme ?? "auto") + 1) % THEMES.length];
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  keep("sumc-theme", theme);
  showTheme();
}

function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // storage may be switched off: then the choice lasts as long as the page
  }
}

async function loadModels() {
  const { models, limits, version } = await ask("/api/models");
  const select = document.getElementById("solve-model");
  const option = (value, text) => {
    const made = make("option", "", text);
    made.value = value;
    return made;
  };
  select.replaceChildren(
    option("auto", words().auto),
    ...models.map(({ name }) => option(name, name)),
  );
  select.closest("label").hidden = models.length < 2;
  document.getElementById("solve-text").maxLength = limits.text_characters;
  document.getElementById("grade-answers").maxLength = limits.answers_characters;
  for (const id of ["check-student", "check-reference", "tree-expression"])
    document.getElementById(id).maxLength = limits.expression_characters;
  document.getElementById("version").textContent = `sumc ${version}`;
}

document.getElementById("language").addEventListener("click", () => {
  setLanguage(root.lang === "zh" ? "en" : "zh");
  link();
});
document.getElementById("theme").addEventListener("click", nextTheme);
for (const button of document.querySelectorAll(".copy-link"))
  button.addEventListener("click", () => {
    link();
    copy(location.href, words().linkCopied);
  });
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault(); // the fragment belongs to the state of the page
  document.getElementById("main").focus();
});
addEventListener("hashchange", open);
history.scrollRestoration = "manual"; // every view brings its answer into view

setLanguage(root.lang === "zh" ? "zh" : "en");
try {
  await loadModels();
} catch (error) {
  views.solve.fail(error, {});
}
open();
root.classList.add("ready");
