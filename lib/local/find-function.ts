import type { Model } from "./model/model";
import { requireText, text } from "./model/values";

/** Names of all functions, in alphabetical order. */
export function functionNames(model: Model): readonly string[] {
  return model
    .ofType("aws_lambda_function")
    .map(({ values }) => requireText(values, "function_name"))
    .sort();
}

/** ARN of the function with a name, a construct path or the end of one; undefined when none or several match. */
export function findFunction(model: Model, name: string): string | undefined {
  const all = model.ofType("aws_lambda_function");
  const named = all.filter(
    ({ values }) => text(values, "function_name") === name || text(values, "arn") === name,
  );
  const ending = all.filter(({ constructPath = "" }) => {
    const path = constructPath.replace(/\/Function$/, "");
    return path === name || path.endsWith(`/${name}`);
  });
  const found = named.length > 0 ? named : ending;
  const [first] = found;
  return found.length === 1 && first !== undefined ? text(first.values, "arn") : undefined;
}
