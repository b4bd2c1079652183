/**
 * The maximum depth of JSON: the limit of EventBridge, and room for the envelopes that services add.
 *
 * Functions that walk through a value are recursive, and 20,000 levels overflow the stack. Jackson, which most services of
 * AWS use, also allows 1,000.
 *
 * Sources: https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html and
 * https://github.com/FasterXML/jackson-core/wiki/StreamReadConstraints
 */
const maxDepth = 1100;

/**
 * Parses JSON; undefined if the text is not JSON, or is nested too deeply.
 *
 * Text of clients, peers, pages, functions and files is parsed only here. Its size is limited where it is received.
 */
export function jsonOf(text: string): unknown {
  if (isDeeper(text, maxDepth)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The reason why a text cannot be read as JSON: the engine's message with the position, or the depth. Empty for JSON. */
export function jsonProblem(text: string): string {
  if (isDeeper(text, maxDepth)) return `It has more than ${maxDepth} levels of objects and arrays.`;
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether a text is JSON; `null` is. */
export function isJson(text: string): boolean {
  return jsonOf(text) !== undefined;
}

const [quote, backslash, openObject, closeObject, openList, closeList] = ['"', "\\", "{", "}", "[", "]"].map(
  (sign) => sign.charCodeAt(0),
);

/** Whether JSON text has more levels of objects and lists than `deepest`. */
export function isDeeper(text: string, deepest: number): boolean {
  // Each level has two brackets.
  if (text.length <= 2 * deepest) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === openObject || code === openList) {
      depth += 1;
      if (depth > deepest) return true;
    } else if (code === closeObject || code === closeList) depth -= 1;
    else if (code === quote) {
      index = endOfText(text, index);
      if (index < 0) return false;
    }
  }
  return false;
}

/** The position of the closing quote of a string; -1 if it is missing. */
function endOfText(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
}

export function jsonOrText(text: string): unknown {
  const value = jsonOf(text);
  return value === undefined ? text : value;
}
