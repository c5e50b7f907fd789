// What the views have in common: a form, examples, one question at a time, one result.

import { ApiError, ask } from "./api.js";
import { make, mistakeCard, noticeCard } from "./parts.js";
import { byTouch, language, words } from "./words.js";

const MOST_REMEMBERED = 30; // answers that Back and Forward show again without asking

export class View {
  /**
   * `fields` maps names of the link to inputs; `path` is asked with `request(values)` as body;
   * `show(box, answer, values)` draws an answer and `say(answer)` is read aloud. Fields that are
   * `secret` are not put into the address. `onChange(isStep)` is told when a question is asked, and
   * whether that is a new step for the history of the browser. Answers of a view that `isWorded`
   * have sentences in the language of the page.
   */
  constructor(name, { fields, path, request, show, say, examples, onChange, secret = [], isWorded = false }) {
    Object.assign(this, { name, fields, path, request, show, say, onChange, secret, isWorded });
    this.section = document.getElementById(`view-${name}`);
    this.form = this.section.querySelector("form");
    this.details = this.section.querySelector("details");
    this.notice = this.section.querySelector(".notice");
    this.status = this.section.querySelector(".status");
    this.result = this.section.querySelector(".result");
    this.button = this.form.querySelector("[type=submit]");
    this.answered = null;
    this.remembered = new Map();
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run({ isStep: true });
    });
    for (const area of this.form.querySelectorAll("textarea"))
      area.addEventListener("keydown", (event) => this.sendByKeys(event));
    this.addExamples(examples);
  }

  /** Enter begins a line where several can be written, so Ctrl + Enter asks. */
  sendByKeys(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    this.run({ isStep: true });
  }

  addExamples(examples) {
    const list = this.details.querySelector("ul");
    for (const { text = "", named, values, lang } of examples) {
      const button = make("button", "example", text);
      button.type = "button";
      if (lang) button.lang = lang;
      if (named) button.dataset.words = named;
      button.addEventListener("click", () => {
        this.fill(values);
        this.run({ isStep: true });
      });
      list.append(make("li", "", button));
    }
  }

  /** Put the examples in the language of the page first. */
  sortExamples() {
    const list = this.details.querySelector("ul");
    const isOther = (item) => ![language(), ""].includes(item.firstElementChild.lang);
    list.append(...Array.from(list.children).sort((left, right) => isOther(left) - isOther(right)));
  }

  values() {
    return Object.fromEntries(Object.entries(this.fields).map(([name, input]) => [name, input.value]));
  }

  /** What belongs into the address: what was written or chosen and is not secret. */
  state() {
    const written = Object.entries(this.fields).filter(
      ([name, input]) => !this.secret.includes(name) && input.value.trim() && !isFirstChoice(input),
    );
    return Object.fromEntries(written.map(([name, input]) => [name, input.value]));
  }

  /** Fill in what an address says; what it does not choose is the first choice. */
  open(state) {
    const choices = Object.entries(this.fields).filter(([, input]) => input.options?.length);
    this.fill({ ...Object.fromEntries(choices.map(([name, input]) => [name, input.options[0].value])), ...state });
  }

  fill(values) {
    for (const [name, input] of Object.entries(this.fields)) {
      if (values[name] === undefined || values[name] === null) continue;
      input.value = values[name];
      if (input.value !== values[name] && input.options) input.selectedIndex = 0; // no such choice
    }
  }

  isEmpty() {
    return Object.values(this.fields).some((input) => !input.value.trim());
  }

  /** Put the cursor where something is still missing. */
  focusEmpty() {
    Object.values(this.fields).find((input) => !input.value.trim())?.focus();
  }

  /** As it was before anything was asked; what is secret is in no address and stays. */
  reset() {
    for (const [name, input] of Object.entries(this.fields))
      if (input.options) input.selectedIndex = 0;
      else if (!this.secret.includes(name)) input.value = "";
    this.running?.abort();
    this.setBusy(false);
    this.clear();
    this.status.textContent = "";
    this.details.open = true;
  }

  clear() {
    this.notice.replaceChildren();
    this.result.replaceChildren();
    this.result.hidden = true;
    this.answered = null;
  }

  /** Show what is in the form as it was answered before, or ask for it. */
  recall() {
    const known = this.remembered.get(this.key());
    if (!known) return this.run();
    this.running?.abort();
    this.setBusy(false);
    this.onChange(false);
    this.answer(known, this.values(), this.key());
  }

  /** Ask the server about what is in the form; a newer question replaces an older one. */
  async run({ isStep = false } = {}) {
    if (this.isEmpty()) {
      this.form.reportValidity();
      return;
    }
    const values = this.values();
    const key = this.key();
    this.onChange(isStep);
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.setBusy(true);
    try {
      const answer = await ask(this.path, this.request(values), running.signal);
      this.remember(key, answer);
      this.answer(answer, values, key);
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error, values);
    } finally {
      if (this.running === running) this.setBusy(false);
    }
  }

  key() {
    return JSON.stringify(this.isWorded ? { ...this.values(), language: language() } : this.values());
  }

  remember(key, answer) {
    this.remembered.delete(key); // the newest is the last
    this.remembered.set(key, answer);
    if (this.remembered.size > MOST_REMEMBERED) this.remembered.delete(this.remembered.keys().next().value);
  }

  answer(answer, values, key) {
    this.answered = { answer, values, key };
    this.redraw();
    this.details.open = false;
    this.status.textContent = this.say(answer);
    this.reveal(this.result.firstElementChild);
  }

  /** Bring a card into view, unless all or the larger part is; the keyboard of a phone goes away. */
  reveal(card) {
    if (byTouch() && this.form.contains(document.activeElement)) document.activeElement.blur();
    const { top, bottom } = card.getBoundingClientRect();
    if (top >= 0 && (bottom <= innerHeight || top < innerHeight / 2)) return;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    card.scrollIntoView({ behavior: isStill ? "auto" : "smooth", block: "start" });
  }

  setBusy(busy) {
    this.section.classList.toggle("busy", busy);
    this.result.setAttribute("aria-busy", String(busy));
    this.button.setAttribute("aria-disabled", String(busy));
    if (busy) this.status.textContent = words().working;
  }

  /** Say the last answer in the language of the page, which has changed. */
  translate() {
    this.sortExamples();
    if (this.answered && this.isWorded && !this.isEmpty()) this.recall();
    else this.redraw();
  }

  redraw() {
    if (!this.answered) return;
    this.notice.replaceChildren();
    this.result.replaceChildren();
    this.show(this.result, this.answered.answer, this.answered.values);
    this.result.hidden = false;
  }

  fail(error, values) {
    if (!(error instanceof ApiError)) console.error(error);
    this.clear();
    this.status.textContent = "";
    this.notice.replaceChildren(...this.complaints(error, values));
    if (!this.section.hidden) this.reveal(this.notice.firstElementChild);
  }

  /** Say what is wrong with something that was not asked, such as a file. */
  complain(title, said) {
    this.notice.replaceChildren(noticeCard(title, said));
    this.reveal(this.notice.firstElementChild);
  }

  complaints(error, values) {
    const mistakes = error.mistakes ?? [{ code: "failed", what: words().failed }];
    if (mistakes[0].code === "expression")
      return mistakes.map((each) => mistakeCard(each, values.expression, words().notRead));
    const title = { 0: words().noServer, 422: words().notRead, 503: words().busy }[error.status] ?? words().failed;
    const said = mistakes.map(({ what, accepted }) => (accepted ? `${what}: ${accepted}` : what));
    const card = noticeCard(title, ...said);
    const retry = make("button", "", words().retry);
    retry.type = "button";
    retry.addEventListener("click", () => this.run({ isStep: true }));
    card.append(make("div", "actions", retry));
    return [card];
  }
}

function isFirstChoice(input) {
  return Boolean(input.options) && input.selectedIndex === 0;
}
