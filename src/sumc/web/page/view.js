// What the three views have in common: a form, examples, one question at a time, one result.

import { ApiError, ask } from "./api.js";
import { make, mistakeCard, signed } from "./parts.js";
import { words } from "./words.js";

export class View {
  /**
   * `fields` maps names of the link to inputs; `path` is asked with `request(values)` as body;
   * `show(box, answer, values)` draws an answer and `say(answer)` is read aloud. Fields that are
   * `secret` are not put into the address.
   */
  constructor(name, { fields, path, request, show, say, examples, onChange, secret = [] }) {
    Object.assign(this, { name, fields, path, request, show, say, onChange, secret });
    this.section = document.getElementById(`view-${name}`);
    this.form = this.section.querySelector("form");
    this.details = this.section.querySelector("details");
    this.notice = this.section.querySelector(".notice");
    this.status = this.section.querySelector(".status");
    this.result = this.section.querySelector(".result");
    this.button = this.form.querySelector("[type=submit]");
    this.answered = null;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.run();
    });
    this.addExamples(examples);
  }

  addExamples(examples) {
    const list = this.details.querySelector("ul");
    for (const { text, values, lang } of examples) {
      const button = make("button", "example", text);
      button.type = "button";
      if (lang) button.lang = lang;
      button.addEventListener("click", () => {
        this.fill(values);
        this.run();
      });
      list.append(make("li", "", button));
    }
  }

  values() {
    return Object.fromEntries(Object.entries(this.fields).map(([name, input]) => [name, input.value]));
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

  clear() {
    this.notice.replaceChildren();
    this.result.replaceChildren();
    this.result.hidden = true;
    this.answered = null;
  }

  /** Ask the server about what is in the form; a newer question replaces an older one. */
  async run() {
    if (this.isEmpty()) {
      this.form.reportValidity();
      return;
    }
    const values = this.values();
    this.onChange();
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.setBusy(true);
    try {
      const answer = await ask(this.path, this.request(values), running.signal);
      this.answered = { answer, values };
      this.redraw();
      this.details.open = false;
      this.status.textContent = this.say(answer);
    } catch (error) {
      if (error.name !== "AbortError") this.fail(error, values);
    } finally {
      if (this.running === running) this.setBusy(false);
    }
  }

  setBusy(busy) {
    this.section.classList.toggle("busy", busy);
    this.result.setAttribute("aria-busy", String(busy));
    this.button.setAttribute("aria-disabled", String(busy));
    if (busy) this.status.textContent = words().working;
  }

  /** Draw the last answer, again when the language of the page has changed. */
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
  }

  complaints(error, values) {
    const mistakes = error.mistakes ?? [{ code: "failed", what: words().failed }];
    if (mistakes[0].code === "expression") return mistakes.map((each) => mistakeCard(each, values.expression));
    const title = error.status === 503 ? words().busy : words().failed;
    const said = mistakes.map(({ what, accepted }) => make("p", "said", accepted ? `${what}: ${accepted}` : what));
    const card = make("div", "card problem-card", signed("!", make("h2", "", title), ...said));
    const retry = make("button", "", words().retry);
    retry.type = "button";
    retry.addEventListener("click", () => this.run());
    card.append(make("div", "actions", retry));
    return [card];
  }
}
