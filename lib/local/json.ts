/** What a text says as JSON; undefined when it is none. */
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
