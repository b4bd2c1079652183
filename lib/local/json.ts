import { jsonOf } from "../invoke/json";

export { isJson, jsonOf } from "../invoke/json";

/** The place at which a text stops being JSON, as the engine says it; empty for JSON. */
export function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** The value of a text in JSON, or else the text itself. */
export function jsonOrText(text: string): unknown {
  const value = jsonOf(text);
  return value === undefined ? text : value;
}
