// The OpenAPI document of this server, readable, with requests to try. Nothing comes from elsewhere.

const document_ = await (await fetch("/openapi.json")).json();
document.documentElement.lang = "en"; // the API speaks English

const about = document.getElementById("about");
for (const paragraph of document_.info.description.trim().split("\n\n")) about.append(prose(paragraph));
document.getElementById("token-field").hidden = !document_.components?.securitySchemes;

const operations = document.getElementById("operations");
for (const [path, methods] of Object.entries(document_.paths))
  for (const [method, operation] of Object.entries(methods)) operations.append(card(path, method, operation));

function card(path, method, operation) {
  const made = make("section", "card operation");
  const kind = make("span", `method ${method}`, method.toUpperCase());
  made.append(make("div", "operation-head", kind, make("h2", "", path), make("span", "quiet", operation.summary ?? "")));
  for (const paragraph of (operation.description ?? "").trim().split("\n\n")) made.append(prose(paragraph));
  made.append(trial(path, method, operation));
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  if (body) made.append(shapes("What it takes", [["", body]]));
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => [
    `${status} ${description}`,
    content?.["application/json"]?.schema,
  ]);
  made.append(shapes("What it returns", answers));
  return made;
}

function trial(path, method, operation) {
  const form = make("form", "operation");
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const input = make("textarea");
  input.setAttribute("aria-label", `Body of ${path}`);
  input.spellcheck = false;
  if (body) {
    input.value = JSON.stringify(example(body), null, 2);
    form.append(input);
  }
  const button = make("button", "", "Try it");
  form.append(make("div", "actions", button));
  const output = make("pre", "source");
  output.hidden = true;
  output.tabIndex = 0;
  output.setAttribute("aria-label", `Answer of ${path}`);
  output.setAttribute("aria-live", "polite");
  form.append(output);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    output.textContent = await answer(path, method, body ? input.value : undefined);
    output.hidden = false;
  });
  return form;
}

async function answer(path, method, body) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const token = document.getElementById("token").value;
  if (token) headers.Authorization = `Bearer ${token}`;
  try {
    const response = await fetch(path, { method: method.toUpperCase(), headers, body });
    const text = await response.text();
    return `${response.status}\n${pretty(text)}`;
  } catch {
    return "The server does not answer.";
  }
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function shapes(title, schemas) {
  const details = make("details", "", make("summary", "", title));
  for (const [heading, schema] of schemas) {
    if (heading) details.append(make("h3", "", heading));
    if (schema) details.append(make("pre", "source", describe(schema, "", [])));
  }
  return details;
}

/** A schema as indented lines: name, type, bounds, meaning. */
function describe(schema, indent, inside) {
  const name = schema.$ref?.split("/").pop();
  if (name && inside.includes(name)) return `${name} (as above)`;
  const found = resolve(schema);
  const within = name ? [...inside, name] : inside;
  const choices = found.oneOf ?? found.anyOf;
  if (choices) return choices.map((each) => describe(each, indent, within)).join(" or ");
  if (found.type === "array") return `list${bounds(found)} of ${describe(found.items ?? {}, indent, within)}`;
  if (!found.properties) return type(found);
  const deeper = `${indent}  `;
  const lines = Object.entries(found.properties).map(([key, value]) => {
    const optional = found.required?.includes(key) ? "" : " (optional)";
    const meaning = value.description ? `: ${value.description}` : "";
    return `${deeper}${key}${optional}: ${describe(value, deeper, within)}${meaning}`;
  });
  return `${name ?? "object"} {\n${lines.join("\n")}\n${indent}}`;
}

function type(schema) {
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  return `${schema.type ?? "anything"}${bounds(schema)}`;
}

function bounds({ minLength, maxLength, minItems, maxItems, minimum, maximum }) {
  const low = minLength ?? minItems ?? minimum;
  const high = maxLength ?? maxItems ?? maximum;
  if (low === undefined && high === undefined) return "";
  return ` (${low ?? ""}…${high ?? ""})`;
}

function example(schema) {
  const found = resolve(schema);
  if (found.examples) return found.examples[0];
  if (found.default !== undefined) return found.default;
  if (found.oneOf ?? found.anyOf) return example((found.oneOf ?? found.anyOf)[0]);
  if (found.type === "array") return [example(found.items)];
  if (found.properties)
    return Object.fromEntries(Object.entries(found.properties).map(([key, value]) => [key, example(value)]));
  return null;
}

function resolve(schema) {
  if (!schema.$ref) return schema;
  const steps = schema.$ref.slice(2).split("/");
  const target = steps.reduce((place, step) => place[step], document_);
  return { ...target, ...schema, $ref: undefined };
}

/** A paragraph in which `code` is set as code. */
function prose(text) {
  const parts = text.split("`").map((part, index) => (index % 2 ? make("code", "", part) : part));
  return make("p", "", ...parts);
}

function make(name, className = "", ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}
