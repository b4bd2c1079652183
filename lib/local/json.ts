import { jsonOf } from "../invoke/json";

export { isDeeper, isJson, jsonOf, jsonProblem } from "../invoke/json";

/** The value of a text in JSON, or else the text itself. */
export function jsonOrText(text: string): unknown {
  const value = jsonOf(text);
  return value === undefined ? text : value;
}
