import { functionArnOf, isFunctionUri } from "../../../facts/aws/function-arn";
import {
  block,
  blocks,
  flag,
  type Model,
  number,
  type Resource,
  requireText,
  routeLimits,
  text,
  textMap,
  texts,
  type Values,
} from "../../../model";
import { byId, ownOf, readApiFacts, readAuthorization, readStageFacts } from "../api-config";
import { type EndpointOverrides, overriddenAddress } from "../send-request";
import type {
  ForwardIntegration,
  HttpApiConfig,
  HttpAuthorizer,
  HttpIntegration,
  HttpStage,
  PayloadFormat,
  Route,
} from "./config";
import { readCors } from "./cors";
import {
  type ParameterMapping,
  parseMapping,
  parseRequestExpression,
  parseRequestTemplate,
  parseUri,
} from "./expressions";
import { parseHttpRouteKey, RouteTable } from "./routes";

/** Reads an `aws_apigatewayv2_api` and its resources. */
export function readHttpApi(model: Model, api: Resource, endpoints: EndpointOverrides): HttpApiConfig {
  const facts = readApiFacts(model, api);
  const own = ownOf(model, "api_id", facts.id);
  const integrations = byId(own("aws_apigatewayv2_integration"), (values) =>
    readHttpIntegration(values, endpoints),
  );
  const authorizers = byId(own("aws_apigatewayv2_authorizer"), readAuthorizer);
  const routes = own("aws_apigatewayv2_route").map((values): Route => {
    const target = (text(values, "target") ?? "").replace(/^integrations\//, "");
    return {
      ...parseHttpRouteKey(text(values, "route_key") ?? "$default"),
      authorization: readAuthorization(values, "authorization_type", authorizers),
      integration: integrations.get(target),
    };
  });
  const stages = own("aws_apigatewayv2_stage").map(readStage);
  addQuickCreate(api.values, endpoints, routes, stages);
  return {
    ...facts,
    cors: readCors(api.values),
    defaultStage: stages.find(({ name }) => name === "$default"),
    stages: new Map(stages.filter(({ name }) => name !== "$default").map((stage) => [stage.name, stage])),
    routes,
    table: new RouteTable(routes),
  };
}

/** Quick create: `target` adds a route and the `$default` stage. */
function addQuickCreate(
  api: Values,
  endpoints: EndpointOverrides,
  routes: Route[],
  stages: HttpStage[],
): void {
  const target = text(api, "target");
  if (target === undefined) return;
  const isFunction = isFunctionUri(target);
  const integration = {
    integration_type: isFunction ? "AWS_PROXY" : "HTTP_PROXY",
    integration_uri: target,
    integration_method: "ANY",
    payload_format_version: isFunction ? "2.0" : "1.0",
  };
  routes.push({
    ...parseHttpRouteKey(text(api, "route_key") ?? "$default"),
    authorization: { type: "none" },
    integration: readHttpIntegration(integration, endpoints),
  });
  if (!stages.some(({ name }) => name === "$default")) stages.push(readStage({ name: "$default" }));
}

function readAuthorizer(values: Values): HttpAuthorizer | undefined {
  const name = text(values, "name") ?? requireText(values, "id");
  const sources = texts(values, "identity_sources").map(parseRequestExpression);
  if (text(values, "authorizer_type") === "JWT") {
    const jwt = block(values, "jwt_configuration") ?? {};
    const issuer = text(jwt, "issuer");
    return issuer === undefined
      ? undefined
      : { type: "jwt", name, sources, issuer, audiences: texts(jwt, "audience") };
  }
  const uri = text(values, "authorizer_uri");
  if (uri === undefined) return undefined;
  return {
    type: "function",
    id: requireText(values, "id"),
    name,
    sources,
    functionArn: parseRequestTemplate(functionArnOf(uri)),
    roleArn: text(values, "authorizer_credentials_arn"),
    format: payloadFormat(values, "authorizer_payload_format_version"),
    simple: flag(values, "enable_simple_responses") === true,
    ttlSeconds: number(values, "authorizer_result_ttl_in_seconds") ?? 0,
  };
}

function readStage(values: Values): HttpStage {
  return { ...readStageFacts(values, text(values, "name") ?? "$default"), limitsOf: routeLimits(values) };
}

function payloadFormat(values: Values, attribute: string): PayloadFormat {
  return text(values, attribute) === "2.0" ? "2.0" : "1.0";
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const maxTimeoutMs = 30_000;

/** Names of services in `--endpoint`, by the service in a subtype. */
const serviceNames: Readonly<Record<string, readonly string[]>> = {
  AppConfig: ["appconfig"],
  EventBridge: ["events", "eventbridge"],
  Kinesis: ["kinesis"],
  SQS: ["sqs"],
  StepFunctions: ["states", "stepfunctions"],
};

/** Reads an `aws_apigatewayv2_integration`. */
function readHttpIntegration(values: Values, endpoints: EndpointOverrides): HttpIntegration {
  const timeoutMs = Math.min(number(values, "timeout_milliseconds") ?? maxTimeoutMs, maxTimeoutMs);
  const subtype = text(values, "integration_subtype");
  const uri = requireText(values, "integration_uri");
  if (subtype !== undefined) {
    const service = subtype.split("-", 1)[0] ?? subtype;
    const names = [subtype, service, ...(serviceNames[service] ?? [])];
    return {
      type: "service",
      subtype,
      roleArn: text(values, "credentials_arn"),
      target: names.map((name) => endpoints.get(name)).find((address) => address !== undefined),
      parameters: Object.entries(textMap(values, "request_parameters")).map(
        ([name, value]) => [name, parseRequestTemplate(value)] as const,
      ),
      timeoutMs,
    };
  }
  if (text(values, "integration_type") === "AWS_PROXY") {
    return {
      type: "function",
      functionArn: parseRequestTemplate(functionArnOf(uri)),
      roleArn: text(values, "credentials_arn"),
      format: payloadFormat(values, "payload_format_version"),
      responses: responseMappings(values),
      timeoutMs,
    };
  }
  return readForward(values, uri, endpoints, timeoutMs);
}

/** The mappings of responses, by their status. */
function responseMappings(values: Values): ReadonlyMap<string, ParameterMapping> {
  return new Map(
    blocks(values, "response_parameters").map((each) => [
      requireText(each, "status_code"),
      parseMapping(textMap(each, "mappings")),
    ]),
  );
}

function readForward(
  values: Values,
  uri: string,
  endpoints: EndpointOverrides,
  timeoutMs: number,
): ForwardIntegration {
  const isPrivate = text(values, "connection_type") === "VPC_LINK";
  const address = overriddenAddress(uri, endpoints) ?? (isPrivate ? undefined : uri);
  const tls = block(values, "tls_config") ?? {};
  return {
    type: "forward",
    uri,
    target: address === undefined ? undefined : parseUri(address),
    isPrivate,
    method: text(values, "integration_method") ?? "ANY",
    request: parseMapping(textMap(values, "request_parameters")),
    responses: responseMappings(values),
    serverName: text(tls, "server_name_to_verify"),
    timeoutMs,
  };
}
