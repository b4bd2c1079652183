import { formatArn } from "../../../facts/aws/arns";
import { functionArnOf } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import { javaRegex } from "../../../facts/text/java-regex";
import { jsonOf } from "../../../facts/text/json";
import {
  block,
  deniesEverything,
  flag,
  issuerOfPoolArn,
  type Model,
  methodKey,
  nameOf,
  number,
  type PolicyDocumentStatement,
  type Resource,
  readMethodLimits,
  readPaths,
  readPolicyDocument,
  requireText,
  text,
  textMap,
  texts,
  type Values,
} from "../../../model";
import { parseAccessLogFormat } from "../access-log";
import type { EndpointOverrides } from "../send-request";
import { readGatewayResponses } from "./answer";
import type {
  Authorization,
  Method,
  RestApiConfig,
  RestFunctionAuthorizer,
  RestStage,
  UserPoolsAuthorizer,
} from "./config";
import { readRestIntegration } from "./integration";
import { MediaTypes } from "./media-types";
import { parseSource, parseStageText } from "./parameter-source";
import { parseResourcePath, ServedResourceTree } from "./resource-tree";
import { BodyModels, readValidation } from "./validation";

/** Reads an `aws_api_gateway_rest_api` and its resources. */
export function readRestApi(
  model: Model,
  api: Resource,
  endpoints: EndpointOverrides,
  warn: (text: string) => void,
): RestApiConfig {
  const { values, region } = api;
  const id = requireText(values, "id");
  const { partition, account } = model;
  const own = ownOf(model, id);
  const methods = readMethods(model, api, own, endpoints, warn);
  return {
    address: api.address,
    id,
    name: nameOf(api),
    partition,
    region,
    account,
    takesKeysFromAuthorizer: text(values, "api_key_source") === "AUTHORIZER",
    binaryTypes: new MediaTypes(texts(values, "binary_media_types")),
    idleMs: idleMsOf(values),
    gatewayResponses: readGatewayResponses(model, id),
    policy: readResourcePolicy(
      model,
      api,
      formatArn({ partition, region, account }, "execute-api", `${id}/`),
      warn,
    ),
    hasOpenApiBody: values.body !== undefined,
    stages: readStages(own),
    methods,
    tree: new ServedResourceTree(methods),
  };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html */
function idleMsOf(api: Values): number {
  const types = texts(block(api, "endpoint_configuration") ?? {}, "types");
  return types.length === 0 || types.includes("EDGE") ? 30_000 : 300_000;
}

type Own = (type: string) => readonly Values[];

/** The resources of a type that belong to an API. */
function ownOf(model: Model, id: string): Own {
  return (type) =>
    model
      .ofType(type)
      .map(({ values }) => values)
      .filter((each) => text(each, "rest_api_id") === id);
}

function readMethods(
  model: Model,
  { values }: Resource,
  own: Own,
  endpoints: EndpointOverrides,
  warn: (text: string) => void,
): readonly Method[] {
  const paths = readPaths(own("aws_api_gateway_resource"), requireText(values, "root_resource_id"));
  const authorizers = readAuthorizers(own("aws_api_gateway_authorizer"));
  const validators = new Map(
    own("aws_api_gateway_request_validator").map((each) => [requireText(each, "id"), each]),
  );
  const models = new BodyModels(model, requireText(values, "id"), warn);
  const integrations = byMethod(own("aws_api_gateway_integration"));
  const responses = byMethod(own("aws_api_gateway_integration_response"));
  const methodResponses = byMethod(own("aws_api_gateway_method_response"));
  return own("aws_api_gateway_method").flatMap((method): Method[] => {
    const resourceId = requireText(method, "resource_id");
    const path = paths.get(resourceId);
    if (path === undefined) return [];
    const at = placeOf(method);
    const [integration] = integrations.get(at) ?? [];
    return [
      {
        resourceId,
        resource: parseResourcePath(path),
        httpMethod: requireText(method, "http_method"),
        operationName: text(method, "operation_name"),
        authorization: readAuthorization(method, authorizers),
        needsApiKey: flag(method, "api_key_required") === true,
        validation: readValidation(method, validators, models),
        integration:
          integration &&
          readRestIntegration(integration, responses.get(at) ?? [], methodResponses.get(at) ?? [], endpoints),
      },
    ];
  });
}

function placeOf(values: Values): string {
  return `${requireText(values, "resource_id")} ${requireText(values, "http_method")}`;
}

function byMethod(all: readonly Values[]): ReadonlyMap<string, readonly Values[]> {
  const places = new Map<string, Values[]>();
  for (const values of all) {
    const place = placeOf(values);
    places.set(place, [...(places.get(place) ?? []), values]);
  }
  return places;
}

function readStages(own: Own): ReadonlyMap<string, RestStage> {
  const settings = own("aws_api_gateway_method_settings");
  return new Map(
    own("aws_api_gateway_stage").map((values) => {
      const name = requireText(values, "stage_name");
      const variables = textMap(values, "variables");
      const format = text(block(values, "access_log_settings") ?? {}, "format");
      const limits = readMethodLimits(settings.filter((each) => text(each, "stage_name") === name));
      return [
        name,
        {
          name,
          deploymentId: text(values, "deployment_id"),
          variables: Object.keys(variables).length === 0 ? undefined : variables,
          logLine: format === undefined ? undefined : parseAccessLogFormat(format),
          limitsOf({ resource: { path }, httpMethod }, requested = httpMethod) {
            const own = limits.get(methodKey(`${path}/${requested}`));
            if (own !== undefined) return { route: `${requested} ${path}`, limits: own };
            const ofMethod = limits.get(methodKey(`${path}/${httpMethod}`)) ?? limits.get("*/*");
            return { route: `${httpMethod} ${path}`, limits: ofMethod };
          },
        },
      ];
    }),
  );
}

/**
 * Reads the resource policy of an API; undefined when everyone may call it.
 *
 * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-resource-policies.html
 */
function readResourcePolicy(
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

type Authorizer = RestFunctionAuthorizer | UserPoolsAuthorizer;

const authorizationHeader = "method.request.header.Authorization";
/** Source: https://docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html */
const usualTtlSeconds = 300;

/** Reads the `aws_api_gateway_authorizer` of an API, by id. */
function readAuthorizers(authorizers: readonly Values[]): ReadonlyMap<string, Authorizer> {
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
function readAuthorization(method: Values, authorizers: ReadonlyMap<string, Authorizer>): Authorization {
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
