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
  const [, arn, ofArn] = /^(arn:[^:]+:lambda:[^:]*:[^:]*:function:([^:]+))(?::.+)?$/.exec(text) ?? [];
  if (arn !== undefined && ofArn !== undefined) return { arn, name: ofArn };
  const partial = /^(?:[^:]+:)?function:([^:]+)(?::.+)?$/.exec(text)?.[1];
  return { arn: undefined, name: partial ?? text.replace(/:.*$/, "") };
}
