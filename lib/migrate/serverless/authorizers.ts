import { isArn } from "../../facts/aws/arns";
import { httpAuthorizers } from "../cloudformation/apis";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import {
  attributeOf,
  compact,
  duration,
  firstReference,
  listOf,
  objectOf,
  referenceOf,
  type Value,
  type ValueMap,
} from "../model/value";
import type { SourceNode } from "../source";

/** Whether a value is the ARN of a user pool of the service. */
export const isPoolArn = (arn: Value): boolean => /userpool/i.test(firstReference(arn)?.target ?? "");

export function poolId(arn: Value): Value {
  const found = firstReference(arn);
  if (found !== undefined) return attributeOf(found.target, "", found.place);
  return typeof arn === "string" ? (arn.split("/").at(-1) ?? arn) : arn;
}

/** The props of a function authorizer. The Framework caches results for 300 seconds. */
export function functionAuthorizer(
  node: SourceNode,
  target: Value,
  type: string | undefined,
  scope: TemplateScope,
): ValueMap {
  const ttl = toValue(node.get("resultTtlInSeconds"), scope) ?? 300;
  const source = toValue(node.get("identitySource"), scope);
  const isRequest = type === "request";
  return (
    compact({
      type: isRequest ? "fn_request" : "fn_token",
      function: target,
      resultsCacheTtl: String(ttl) === "0" ? undefined : duration(ttl),
      identitySource: isRequest || source === "method.request.header.Authorization" ? undefined : source,
      identitySources:
        isRequest && typeof source === "string" ? source.split(",").map((each) => each.trim()) : undefined,
      validationRegex: isRequest ? undefined : toValue(node.get("identityValidationExpression"), scope),
    }) ?? {}
  );
}

export function webSocketAuthorizer(node: SourceNode, scope: TemplateScope): Value {
  const name = node.get("name")?.text ?? node.text;
  if (name === "aws_iam") return "iam";
  const sources = toValue(node.get("identitySource"), scope);
  const identitySource = sources === undefined ? ["route.request.header.Auth"] : listOf(sources);
  const target = name ?? referenceOf(toValue(node.get("arn") ?? node, scope))?.target;
  if (target === undefined || isArn(target)) {
    scope.findings.refuse(node.place, "The authorizer of the WebSocket API was not translated.");
    return undefined;
  }
  return { type: "fn", function: objectOf(target, node.place), identitySource };
}

export const serviceAuthorizers = (node: SourceNode | undefined, scope: TemplateScope): Value =>
  httpAuthorizers(node, scope, "is a function of another stack", (each) => {
    const name = each.get("functionName")?.text;
    return {
      identitySource: toValue(each.get("identitySource"), scope),
      jwt:
        each.get("type")?.text === "request"
          ? undefined
          : { issuer: toValue(each.get("issuerUrl"), scope), audience: toValue(each.get("audience"), scope) },
      target: name === undefined ? undefined : objectOf(name, each.place),
      isSimple: each.get("enableSimpleResponses")?.isTrue === true,
      ttlSeconds: toValue(each.get("resultTtlInSeconds"), scope),
    };
  });
