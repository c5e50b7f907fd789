// The codes of the leaves of a tree, folded away: they are for people who know what codes are.

import { fold, make, table } from "./parts.js";
import { role, words } from "./words.js";

/** A table of `[symbol, code]` pairs that can be opened; and its rows, in the same order. */
export function codesFold(pairs) {
  const heads = [words().symbol, words().codeTitle, words().does];
  const rows = pairs.map(([symbol, code]) => ({ cells: [symbol, make("code", "", code), role(code)] }));
  const made = table(heads, rows, "codes");
  return { element: fold(words().codes, made), rows: [...made.querySelectorAll("tbody tr")] };
}
