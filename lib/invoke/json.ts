/** Parses JSON; undefined where the text is not JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON; `null` is. */
export function isJson(text: string): boolean {
  return jsonOf(text) !== undefined;
}
