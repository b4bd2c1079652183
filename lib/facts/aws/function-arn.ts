import { functionNameIn } from "./arns";

const invocationUri = /^[^/]*:lambda:path\/[^/]+\/functions\/(.+)\/(?:response-streaming-)?invocations$/;

/** The ARN of the function in the URI of an integration or authorizer; a plain ARN is returned unchanged. */
export function functionArnOf(uri: string): string {
  return invocationUri.exec(uri)?.[1] ?? uri;
}

export function isFunctionUri(uri: string): boolean {
  return functionNameIn(functionArnOf(uri)) !== undefined;
}

/** Name of the function in an ARN, without version or alias. */
export function functionNameInArn(arn: string): string {
  return functionNameIn(arn) ?? arn;
}
