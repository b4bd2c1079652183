/** The AWS service call in the URI of an integration. */
export interface ServiceTarget {
  /** `sqs`. */
  readonly name: string;
  readonly kind: "path" | "action";
  /** `123456789012/orders`, or `PutItem`. */
  readonly rest: string;
}

const uriPattern = /^arn:[^:]+:apigateway:[^:]*:([\w.-]+):(path|action)\/(.*)$/;

/** Parses `arn:aws:apigateway:eu-west-1:sqs:path/...`; undefined for other URIs and for functions. */
export function parseServiceUri(uri: string): ServiceTarget | undefined {
  const [, name, kind, rest] = uriPattern.exec(uri) ?? [];
  if (name === undefined || name === "lambda" || rest === undefined) return undefined;
  return { name: name.split(".").at(-1) ?? name, kind: kind === "path" ? "path" : "action", rest };
}

/** Prefixes of `X-Amz-Target` for services with a JSON protocol; the gateway adds the header for these. */
export const serviceTargets: Readonly<Record<string, string>> = {
  dynamodb: "DynamoDB_20120810",
  kinesis: "Kinesis_20131202",
  states: "AWSStepFunctions",
};
