import { type PolicyDocumentStatement, parsePolicyDocument } from "../../../iam/policy-document";
import type { Model, Resource } from "../../../model/model";
import { json, text } from "../../../model/values";

/**
 * Reads the resource policy of an API; undefined when everyone may call it.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies.html
 */
export function readResourcePolicy(
  model: Model,
  { values }: Resource,
  prefix: string,
  warn: (text: string) => void,
): readonly PolicyDocumentStatement[] | undefined {
  const separate = model
    .ofType("aws_api_gateway_rest_api_policy")
    .find((each) => text(each.values, "rest_api_id") === text(values, "id"));
  const document = json(separate?.values ?? values, "policy");
  if (document === undefined) return undefined;
  const policy = parsePolicyDocument(document);
  if (policy === undefined) {
    warn("its resource policy is not a policy document, and is not evaluated here.");
    return undefined;
  }
  return policy.map((statement) => ({
    ...statement,
    resources: statement.resources.map((resource) =>
      resource.startsWith("execute-api:/") ? prefix + resource.slice("execute-api:/".length) : resource,
    ),
  }));
}
