import { functionArnOf } from "../../../../facts/aws/function-arn";
import { byKind } from "../../../../facts/text/by-kind";
import { javaRegex } from "../../../../facts/text/java-regex";
import { issuerOfPoolArn } from "../../../../model/identities/user-pools";
import type { Values } from "../../../../model/resources/model";
import { number, requireText, text, texts } from "../../../../model/resources/values";
import { parseSource } from "../values/parameter-source";
import { parseStageText } from "../values/stage-text";
import type { Authorization, RestFunctionAuthorizer, UserPoolsAuthorizer } from "./config";

type Authorizer = RestFunctionAuthorizer | UserPoolsAuthorizer;

const authorizationHeader = "method.request.header.Authorization";
/** Source: https://docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html */
const usualTtlSeconds = 300;

/** Reads the `aws_api_gateway_authorizer` of an API, by id. */
export function readAuthorizers(authorizers: readonly Values[]): ReadonlyMap<string, Authorizer> {
  return new Map(authorizers.map((values) => [requireText(values, "id"), readAuthorizer(values)]));
}

function readAuthorizer(values: Values): Authorizer {
  const name = text(values, "name") ?? requireText(values, "id");
  const type = text(values, "type") ?? "TOKEN";
  const source = text(values, "identity_source");
  if (type === "COGNITO_USER_POOLS") {
    return {
      type: "user-pools",
      name,
      source: parseSource(source ?? authorizationHeader),
      issuers: texts(values, "provider_arns").flatMap((arn) => issuerOfPoolArn(arn) ?? []),
    };
  }
  const takes = type === "REQUEST" ? "REQUEST" : "TOKEN";
  const sources = source ?? (takes === "TOKEN" ? authorizationHeader : "");
  return {
    type: "function",
    id: requireText(values, "id"),
    name,
    takes,
    functionArn: parseStageText(functionArnOf(requireText(values, "authorizer_uri"))),
    roleArn: text(values, "authorizer_credentials"),
    sources: sources
      .split(",")
      .filter((each) => each.trim() !== "")
      .map(parseSource),
    validation: javaRegex(text(values, "identity_validation_expression")),
    ttlSeconds: number(values, "authorizer_result_ttl_in_seconds") ?? usualTtlSeconds,
  };
}

/** The authorization of a method. */
export function readAuthorization(
  method: Values,
  authorizers: ReadonlyMap<string, Authorizer>,
): Authorization {
  const type = text(method, "authorization") ?? "NONE";
  if (type === "NONE") return { type: "none" };
  if (type === "AWS_IAM") return { type: "iam" };
  const authorizer = authorizers.get(text(method, "authorizer_id") ?? "");
  return authorizer === undefined ? { type: "broken" } : authorizationBy(authorizer, method);
}

const authorizationBy = byKind<Authorizer, "type", [method: Values], Authorization>("type", {
  "user-pools": (authorizer, method) => ({
    type: "user-pools",
    authorizer,
    scopes: texts(method, "authorization_scopes"),
  }),
  function: (authorizer) => ({ type: "function", authorizer }),
});
