import { parseArnOf } from "../../../../facts/aws/arns";

/** The AWS service call in the URI of an integration. */
export interface ServiceTarget {
  /** `sqs`. */
  readonly name: string;
  readonly kind: "path" | "action";
  /** `123456789012/orders`, or `PutItem`. */
  readonly rest: string;
}

/** Parses `arn:aws:apigateway:eu-west-1:sqs:path/...`; undefined for other URIs and for functions. */
export function parseServiceUri(uri: string): ServiceTarget | undefined {
  // In place of an account, the URI has the service that is called.
  const { account: name, resource } = parseArnOf("apigateway", uri) ?? {};
  const [, kind, rest] = /^(path|action)\/(.*)$/.exec(resource ?? "") ?? [];
  if (name === undefined || name === "lambda" || rest === undefined) return undefined;
  return { name: name.split(".").at(-1) ?? name, kind: kind === "path" ? "path" : "action", rest };
}

/** Prefixes of `X-Amz-Target` for services with a JSON protocol; the gateway adds the header for these. */
export const serviceTargets: Readonly<Record<string, string>> = {
  dynamodb: "DynamoDB_20120810",
  kinesis: "Kinesis_20131202",
  states: "AWSStepFunctions",
};
