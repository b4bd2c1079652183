import { jsonOf } from "../../../../facts/text/json";
import {
  deniesEverything,
  type PolicyDocumentStatement,
  readPolicyDocument,
} from "../../../../model/iam/policy-document";
import type { Model, Resource } from "../../../../model/resources/model";
import { text } from "../../../../model/resources/values";

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
  const document = text(separate?.values ?? values, "policy");
  if (document === undefined) return undefined;
  const policy = readPolicyDocument(jsonOf(document), "resource");
  if ("problem" in policy) {
    warn(`AWS refuses its resource policy, so every request is denied here. ${policy.problem}`);
    return deniesEverything;
  }
  return policy.statements.map((statement) => ({
    ...statement,
    resources: statement.resources.map((resource) =>
      resource.startsWith("execute-api:/") ? prefix + resource.slice("execute-api:/".length) : resource,
    ),
  }));
}
