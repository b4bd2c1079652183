import { functionNameIn, plainFunctionArn } from "../../facts/aws/arns";

/** The parts of a function's name, in the form of the Invoke API. */
export interface FunctionName {
  /** ARN without version or alias; undefined if the caller gave only a name. */
  readonly arn: string | undefined;
  readonly name: string;
}

/** Cached names: each request of a route uses the same one. */
const parsed = new Map<string, FunctionName>();
/** Clients may send any name. */
const maxParsed = 1000;

/**
 * Reads a name, `name:alias`, an ARN or a partial ARN.
 *
 * https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html: FunctionName
 */
export function parseFunctionName(text: string): FunctionName {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (parsed.size >= maxParsed) parsed.clear();
  const name = parseName(text);
  parsed.set(text, name);
  return name;
}

function parseName(text: string): FunctionName {
  const name = functionNameIn(text);
  if (name !== undefined) return { arn: plainFunctionArn(text), name };
  const partial = /^(?:[^:]+:)?function:([^:]+)(?::.+)?$/.exec(text)?.[1];
  return { arn: undefined, name: partial ?? text.split(":", 1)[0] ?? "" };
}
