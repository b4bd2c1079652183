import { formatArn } from "../../../facts/aws/arns";
import { functionArnOf } from "../../../facts/aws/function-arn";
import { javaRegex } from "../../../facts/text/java-regex";
import { jsonOf } from "../../../facts/text/json";
import {
  block,
  deniesEverything,
  flag,
  issuerOfPoolArn,
  type Model,
  methodKey,
  number,
  type PolicyDocumentStatement,
  type Resource,
  readMethodLimits,
  readPaths,
  readPolicyDocument,
  requireText,
  text,
  texts,
  type Values,
} from "../../../model";
import { byId, type Own, ownOf, readApiFacts, readAuthorization, readStageFacts } from "../api-config";
import { parsePattern } from "../path-tree";
import type { EndpointOverrides } from "../send-request";
import { readGatewayResponses } from "./answer";
import type { Method, RestApiConfig, RestAuthorizer, RestStage } from "./config";
import { readRestIntegration } from "./integration";
import { MediaTypes } from "./media-types";
import { parseSource, parseStageText } from "./parameter-source";
import { restSegments, ServedResourceTree } from "./resource-tree";
import { BodyModels, readValidation } from "./validation";

/** Reads an `aws_api_gateway_rest_api` and its resources. */
export function readRestApi(
  model: Model,
  api: Resource,
  endpoints: EndpointOverrides,
  warn: (text: string) => void,
): RestApiConfig {
  const { values } = api;
  const facts = readApiFacts(model, api);
  const own = ownOf(model, "rest_api_id", facts.id);
  const routes = readMethods(values, facts.id, own, endpoints, warn);
  return {
    ...facts,
    takesKeysFromAuthorizer: text(values, "api_key_source") === "AUTHORIZER",
    binaryTypes: new MediaTypes(texts(values, "binary_media_types")),
    idleMs: idleMsOf(values),
    gatewayResponses: readGatewayResponses(own),
    policy: readResourcePolicy(values, own, formatArn(facts, "execute-api", `${facts.id}/`), warn),
    hasOpenApiBody: values.body !== undefined,
    stages: readStages(own),
    routes,
    tree: new ServedResourceTree(routes),
  };
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html */
function idleMsOf(api: Values): number {
  const types = texts(block(api, "endpoint_configuration") ?? {}, "types");
  return types.length === 0 || types.includes("EDGE") ? 30_000 : 300_000;
}

function readMethods(
  api: Values,
  apiId: string,
  own: Own,
  endpoints: EndpointOverrides,
  warn: (text: string) => void,
): readonly Method[] {
  const paths = readPaths(own("aws_api_gateway_resource"), requireText(api, "root_resource_id"));
  const authorizers = byId(own("aws_api_gateway_authorizer"), readAuthorizer);
  const validators = byId(own("aws_api_gateway_request_validator"), (validator) => validator);
  const models = new BodyModels(own("aws_api_gateway_model"), apiId, warn);
  const integrations = byMethod(own("aws_api_gateway_integration"));
  const responses = byMethod(own("aws_api_gateway_integration_response"));
  const methodResponses = byMethod(own("aws_api_gateway_method_response"));
  return own("aws_api_gateway_method").flatMap((values): Method[] => {
    const resourceId = requireText(values, "resource_id");
    const resourcePath = paths.get(resourceId);
    if (resourcePath === undefined) return [];
    const at = placeOf(values);
    const method = requireText(values, "http_method");
    const [integration] = integrations.get(at) ?? [];
    return [
      {
        key: `${method} ${resourcePath}`,
        method,
        resourceId,
        resourcePath,
        ...parsePattern(restSegments(resourcePath)),
        operationName: text(values, "operation_name"),
        authorization: readAuthorization(values, "authorization", authorizers),
        needsApiKey: flag(values, "api_key_required") === true,
        validation: readValidation(values, validators, models),
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
      const limits = readMethodLimits(settings.filter((each) => text(each, "stage_name") === name));
      return [
        name,
        {
          ...readStageFacts(values, name, "variables"),
          deploymentId: text(values, "deployment_id"),
          limitsOf({ key, method, resourcePath: path }, requested = method) {
            const own = limits.get(methodKey(`${path}/${requested}`));
            if (own !== undefined) return { route: `${requested} ${path}`, limits: own };
            const ofMethod = limits.get(methodKey(`${path}/${method}`)) ?? limits.get("*/*");
            return { route: key, limits: ofMethod };
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
  api: Values,
  own: Own,
  prefix: string,
  warn: (text: string) => void,
): readonly PolicyDocumentStatement[] | undefined {
  const [separate] = own("aws_api_gateway_rest_api_policy");
  const document = text(separate ?? api, "policy");
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

const authorizationHeader = "method.request.header.Authorization";
/** Source: https://docs.aws.amazon.com/apigateway/latest/api/API_Authorizer.html */
const usualTtlSeconds = 300;

function readAuthorizer(values: Values): RestAuthorizer {
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
