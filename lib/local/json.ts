import { jsonOf } from "../invoke";

export { isJson, jsonOf } from "../invoke";

/** What a text says as JSON, or else the text itself. */
export function jsonOrText(text: string): unknown {
  const value = jsonOf(text);
  return value === undefined ? text : value;
}
