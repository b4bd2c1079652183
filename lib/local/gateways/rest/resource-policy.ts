import { type PolicyStatement, parsePolicy } from "../../iam/policy";
import type { Model, Resource } from "../../model/model";
import { json, text } from "../../model/values";

/**
 * Reads who may call an API; undefined when everybody may.
 *
 * Only statements for everybody and without conditions are looked at: whether others hold depends on where a request
 * comes from, which is always this machine.
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies.html
 */
export function readResourcePolicy(
  model: Model,
  { values }: Resource,
  prefix: string,
  warn: (text: string) => void,
): readonly PolicyStatement[] | undefined {
  const separate = model
    .ofType("aws_api_gateway_rest_api_policy")
    .find((each) => text(each.values, "rest_api_id") === text(values, "id"));
  const document = json(separate?.values ?? values, "policy");
  if (document === undefined) return undefined;
  const policy = parsePolicy(document);
  if (policy === undefined || !policy.every(({ hasCondition }) => !hasCondition) || !isForAll(document)) {
    warn("its resource policy depends on callers or conditions, and is not evaluated here.");
    return undefined;
  }
  return policy.map((statement) => ({
    ...statement,
    resources: statement.resources.map((resource) =>
      resource.startsWith("execute-api:/") ? prefix + resource.slice("execute-api:/".length) : resource,
    ),
  }));
}

function isForAll(document: unknown): boolean {
  const { Statement: statements } = document as { readonly Statement?: unknown };
  return [statements].flat().every((statement) => {
    const { Principal: principal } = Object(statement) as { readonly Principal?: unknown };
    const named =
      typeof principal === "object" && principal !== null && "AWS" in principal ? principal.AWS : principal;
    return [named].flat().includes("*");
  });
}
