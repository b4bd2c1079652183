import { type Model, type Resource, requireText, text } from "../model";

/** Names of all functions, in alphabetical order. */
export function functionNames(model: Model): readonly string[] {
  return model
    .ofType("aws_lambda_function")
    .map(({ values }) => requireText(values, "function_name"))
    .sort();
}

/**
 * ARN of the function with a name, a construct path or the end of one, or of the only function of a construct, such as a Cron;
 * undefined when none or several match.
 */
export function findFunction(model: Model, name: string): string | undefined {
  const all = model.ofType("aws_lambda_function");
  const named = all.filter(
    ({ values }) => text(values, "function_name") === name || text(values, "arn") === name,
  );
  const pathOf = ({ constructPath = "" }: Resource) => `/${constructPath.replace(/\/Function$/, "")}/`;
  const ending = all.filter((each) => pathOf(each).endsWith(`/${name}/`));
  const below = all.filter((each) => pathOf(each).includes(`/${name}/`));
  const found = [named, ending].find(({ length }) => length > 0) ?? below;
  const [first] = found;
  return found.length === 1 && first !== undefined ? text(first.values, "arn") : undefined;
}
