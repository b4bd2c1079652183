/**
 * The end of the JSON object or list that begins in a text; undefined if the text ends before it does.
 *
 * @param start - the position of its bracket
 */
export function endOfJson(text: string, start: number): number | undefined {
  let depth = 0;
  let isString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (isString) {
      if (character === "\\") index += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** The value of a JSON object or list whose end was cut off; undefined for other texts. */
export function valueOfCutJson(text: string): unknown {
  const closers: string[] = [];
  let isString = false;
  let isEscaped = false;
  for (const character of text) {
    if (isString) {
      if (isEscaped) isEscaped = false;
      else if (character === "\\") isEscaped = true;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{") closers.push("}");
    else if (character === "[") closers.push("]");
    else if (character === "}" || character === "]") {
      if (closers.pop() !== character) return undefined;
    }
  }
  const end = closers.reverse().join("");
  // An escape that was cut in two is left out.
  const head = isString
    ? `${text.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, isEscaped ? "" : "$&")}"`
    : text.trimEnd();
  const withoutRest = head.replace(/,$/, "").replace(/[-+.\w]{1,400}$/, "null");
  for (const each of [head, `${head}null`, `${head}:null`, head.replace(/,$/, ""), withoutRest]) {
    try {
      return JSON.parse(each + end);
    } catch {
      // Try the next form.
    }
  }
  return undefined;
}
