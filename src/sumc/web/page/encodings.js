// The text of a file that a spreadsheet may have written; `sumc.grading.rows.decoded` says the same.

/** The text of bytes in UTF-8, in UTF-16 with its mark or in GB 18030; null where they are in none. */
export function decoded(bytes) {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const wide = bytes[0] === 0xff ? "utf-16le" : "utf-16be";
  const names = isWide ? [wide] : ["utf-8", ...(seemsChinese(bytes) ? ["gb18030"] : [])];
  for (const name of names)
    try {
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      // another encoding
    }
  return null;
}

/** Whether most pairs of bytes that are not ASCII are frequent Chinese characters: both are high. */
function seemsChinese(bytes) {
  let frequent = 0;
  let pairs = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    if (bytes[place] < 0x81) continue;
    pairs += 1;
    place += 1;
    if (bytes[place] >= 0xa1) frequent += 1;
  }
  return 2 * frequent > pairs;
}
