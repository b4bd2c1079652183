import { resolve } from "node:path";
import { isJson } from "../../facts/text/json";
import {
  type AccessFacts,
  accessFactsOf,
  declarationsOf,
  type Model,
  modelOf,
  readFacts,
  readModel,
} from "../../model";

/**
 * Terraform JSON: an output folder, or any folder with JSON in it; or one stack, as a string or an object, such as the result of
 * `Testing.synth`. Only a folder has the paths of constructs, and what a stack refers to in another one.
 */
export type JsonSource = string | object;

export function modelIn(source: JsonSource): Model {
  const json = jsonIn(source);
  return json === undefined ? readModel(String(source)) : modelOfStack(json);
}

export function factsIn(source: JsonSource): AccessFacts {
  const json = jsonIn(source);
  return json === undefined ? readFacts(String(source)) : accessFactsOf(modelOfStack(json));
}

/** Undefined for a folder. */
function jsonIn(source: JsonSource): unknown {
  if (typeof source !== "string") return source;
  return source.trimStart().startsWith("{") && isJson(source) ? (JSON.parse(source) as unknown) : undefined;
}

const modelOfStack = (json: unknown): Model =>
  modelOf([{ id: "stack", folder: resolve("."), declarations: declarationsOf([json]) }]);
