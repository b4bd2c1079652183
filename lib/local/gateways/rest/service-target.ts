/** A call of an AWS service, as the URI of an integration names it. */
export interface ServiceTarget {
  /** `sqs`. */
  readonly name: string;
  readonly kind: "path" | "action";
  /** `123456789012/orders`, or `PutItem`. */
  readonly rest: string;
}

const uriPattern = /^arn:[^:]+:apigateway:[^:]*:([\w.-]+):(path|action)\/(.*)$/;

/** Reads `arn:aws:apigateway:eu-west-1:sqs:path/...`; undefined when it is none, or names a function. */
export function parseServiceUri(uri: string): ServiceTarget | undefined {
  const [, name, kind, rest] = uriPattern.exec(uri) ?? [];
  if (name === undefined || name === "lambda" || rest === undefined) return undefined;
  return { name: name.split(".").at(-1) ?? name, kind: kind === "path" ? "path" : "action", rest };
}

/** What services with JSON protocols want to have in `X-Amz-Target`; the gateway adds it for these. */
export const serviceTargets: Readonly<Record<string, string>> = {
  dynamodb: "DynamoDB_20120810",
  kinesis: "Kinesis_20131202",
  states: "AWSStepFunctions",
};
