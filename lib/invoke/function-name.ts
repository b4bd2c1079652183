import { functionNameIn, plainFunctionArn } from "../aws/arns";

/** The parts of a function's name, as the Invoke API takes it. */
export interface FunctionName {
  /** ARN without version or alias; undefined where the caller gave only a name. */
  readonly arn: string | undefined;
  readonly name: string;
}

/**
 * Reads a name, `name:alias`, an ARN or a partial ARN.
 *
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html: FunctionName
 */
export function parseFunctionName(text: string): FunctionName {
  const name = functionNameIn(text);
  if (name !== undefined) return { arn: plainFunctionArn(text), name };
  const partial = /^(?:[^:]+:)?function:([^:]+)(?::.+)?$/.exec(text)?.[1];
  return { arn: undefined, name: partial ?? text.replace(/:.*$/, "") };
}
