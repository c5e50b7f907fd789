// The server of this page, and nothing else.

import { words } from "./words.js";

export class ApiError extends Error {
  constructor(status, mistakes) {
    super(mistakes.map((mistake) => mistake.what).join("; "));
    this.status = status;
    this.mistakes = mistakes;
  }
}

/** Ask the server; an answer that is an error, or none at all, is thrown as an ApiError. */
export async function ask(path, body, signal) {
  for (let tries = 0; ; tries += 1) {
    const response = await send(path, body, signal);
    if (response.status !== 401) return result(response);
    await askToken(tries > 0);
  }
}

async function send(path, body, signal) {
  const headers = {};
  const token = sessionStorage.getItem("sumc-token");
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  try {
    const method = body ? "POST" : "GET";
    return await fetch(path, { method, headers, body: body && JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, [{ code: "offline", what: words().offline }]);
  }
}

async function result(response) {
  let data;
  try {
    data = await response.json();
  } catch {
    data = null;
  }
  if (response.ok && data) return data;
  const mistakes = data?.errors ?? [{ code: "failed", what: `${words().failed} (${response.status})` }];
  throw new ApiError(response.status, mistakes);
}

function askToken(again) {
  const dialog = document.getElementById("token-dialog");
  const input = document.getElementById("token");
  input.value = "";
  input.setCustomValidity("");
  dialog.querySelector("p").textContent = again ? words().tokenWrong : words().tokenIntro;
  return new Promise((resolve, reject) => {
    dialog.addEventListener(
      "close",
      () => {
        if (!input.value) {
          reject(new ApiError(401, [{ code: "token", what: words().tokenWrong }]));
          return;
        }
        sessionStorage.setItem("sumc-token", input.value);
        resolve();
      },
      { once: true },
    );
    if (!dialog.open) dialog.showModal();
  });
}
