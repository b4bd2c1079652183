import { constructPathOf, type Model, type Resource, text } from "../../model";
import type { LocalSession } from "../wire/local-credentials";

/** The function whose session makes a request; undefined if another caller has the role. */
export function functionOfSession(
  model: Model,
  { sessionName, roleArn }: Pick<LocalSession, "sessionName" | "roleArn">,
): Resource | undefined {
  return model
    .ofType("aws_lambda_function")
    .find(({ values }) => text(values, "function_name") === sessionName && text(values, "role") === roleArn);
}

/** The construct path of a function; its address, if the JSON has no paths. */
export const pathOfFunction = constructPathOf;
