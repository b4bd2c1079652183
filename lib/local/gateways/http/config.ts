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
import {
  type Authorization,
  byId,
  ownOf,
  readApiFacts,
  readAuthorization,
  readStageFacts,
} from "../api-config";
import type { FunctionAuthorizer } from "../function-authorizers";
import { type EndpointOverrides, overriddenAddress } from "../send-request";
import { readCors } from "./cors";
import {
  type ParameterMapping,
  parseMapping,
  parseRequestExpression,
  parseRequestTemplate,
  parseUri,
  type RequestExpression,
  type RequestTemplate,
} from "./expressions";
import { parseHttpRouteKey, type RoutePattern, RouteTable } from "./routes";

export interface Route extends RoutePattern {
  readonly authorization: RouteAuthorization;
  readonly integration: HttpIntegration | undefined;
}

export type RouteAuthorization = Authorization<HttpAuthorizer>;

type HttpAuthorizer = JwtAuthorizer | HttpFunctionAuthorizer;

interface JwtAuthorizer {
  readonly type: "jwt";
  readonly name: string;
  readonly sources: readonly RequestExpression[];
  readonly issuer: string;
  readonly audiences: readonly string[];
}

export interface HttpFunctionAuthorizer extends FunctionAuthorizer {
  readonly type: "function";
  readonly sources: readonly RequestExpression[];
  readonly functionArn: RequestTemplate;
  readonly format: PayloadFormat;
  /** Whether it returns `{ isAuthorized }` instead of a policy. */
  readonly simple: boolean;
}

export type PayloadFormat = "1.0" | "2.0";

/** Reads an `aws_apigatewayv2_api` and its resources. */
export function readHttpApi(model: Model, api: Resource, endpoints: EndpointOverrides) {
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
    /** The other stages, by name. */
    stages: new Map(stages.filter(({ name }) => name !== "$default").map((stage) => [stage.name, stage])),
    routes,
    table: new RouteTable(routes),
  };
}

/** The configuration of an HTTP API, from its resources. */
export type HttpApiConfig = Readonly<ReturnType<typeof readHttpApi>>;

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

function readStage(values: Values) {
  return { ...readStageFacts(values, text(values, "name") ?? "$default"), limitsOf: routeLimits(values) };
}

export type HttpStage = Readonly<ReturnType<typeof readStage>>;

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
  if (subtype !== undefined) return readService(values, subtype, endpoints, timeoutMs);
  return text(values, "integration_type") === "AWS_PROXY"
    ? readFunction(values, uri, timeoutMs)
    : readForward(values, uri, endpoints, timeoutMs);
}

export type HttpIntegration = HttpFunctionIntegration | ForwardIntegration | HttpServiceIntegration;

function readService(values: Values, subtype: string, endpoints: EndpointOverrides, timeoutMs: number) {
  const service = subtype.split("-", 1)[0] ?? subtype;
  const names = [subtype, service, ...(serviceNames[service] ?? [])];
  return {
    type: "service" as const,
    /** `SQS-SendMessage`. */
    subtype,
    /** The role that calls the service. */
    roleArn: text(values, "credentials_arn"),
    /** The address of the service; undefined when it is unknown. */
    target: names.map((name) => endpoints.get(name)).find((address) => address !== undefined),
    parameters: Object.entries(textMap(values, "request_parameters")).map(
      ([name, value]) => [name, parseRequestTemplate(value)] as const,
    ),
    timeoutMs,
  };
}

export type HttpServiceIntegration = Readonly<ReturnType<typeof readService>>;

function readFunction(values: Values, uri: string, timeoutMs: number) {
  return {
    type: "function" as const,
    functionArn: parseRequestTemplate(functionArnOf(uri)),
    /** The role that invokes the function. */
    roleArn: text(values, "credentials_arn"),
    format: payloadFormat(values, "payload_format_version"),
    responses: responseMappings(values),
    timeoutMs,
  };
}

export type HttpFunctionIntegration = Readonly<ReturnType<typeof readFunction>>;

/** The mappings of responses, by their status. */
function responseMappings(values: Values): ReadonlyMap<string, ParameterMapping> {
  return new Map(
    blocks(values, "response_parameters").map((each) => [
      requireText(each, "status_code"),
      parseMapping(textMap(each, "mappings")),
    ]),
  );
}

function readForward(values: Values, uri: string, endpoints: EndpointOverrides, timeoutMs: number) {
  const isPrivate = text(values, "connection_type") === "VPC_LINK";
  const address = overriddenAddress(uri, endpoints) ?? (isPrivate ? undefined : uri);
  const tls = block(values, "tls_config") ?? {};
  return {
    type: "forward" as const,
    /** The URI in the JSON: an address, or the ARN of a listener or service behind a VPC link. */
    uri,
    /** The address to forward to; undefined when it is unknown. */
    target: address === undefined ? undefined : parseUri(address),
    /** Whether the target is behind a VPC link; the path of the request is then forwarded. */
    isPrivate,
    /** `ANY` keeps the method of the request. */
    method: text(values, "integration_method") ?? "ANY",
    request: parseMapping(textMap(values, "request_parameters")),
    responses: responseMappings(values),
    serverName: text(tls, "server_name_to_verify"),
    timeoutMs,
  };
}

export type ForwardIntegration = Readonly<ReturnType<typeof readForward>>;
