/** What a text says as JSON; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a text says as JSON, or else the text itself. */
export function jsonOrText(text: string): unknown {
  const value = jsonOf(text);
  return value === undefined ? text : value;
}

/** Whether a text is JSON; `null` is. */
export function isJson(text: string): boolean {
  return jsonOf(text) !== undefined;
}
