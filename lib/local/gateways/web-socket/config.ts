import { functionArnOf } from "../../../facts/aws/function-arn";
import {
  block,
  blocks,
  type Model,
  nameOf,
  number,
  type Resource,
  requireText,
  type ThrottleLimits,
  text,
  textMap,
  texts,
  type Values,
} from "../../../model";
import { type AccessLogLine, parseAccessLogFormat } from "../access-log";

/** The authorization of `$connect`. */
export type ServedConnectAuthorization =
  | { readonly type: "none" }
  | { readonly type: "iam" }
  /** The JSON names an authorizer that does not exist; every client is refused. */
  | { readonly type: "broken" }
  | {
      readonly type: "function";
      readonly id: string;
      readonly name: string;
      readonly functionArn: string;
      /** The role that invokes the function. */
      readonly roleArn: string | undefined;
      /** `route.request.header.Authorization`, `route.request.querystring.token` */
      readonly sources: readonly string[];
    };

export interface SocketRoute {
  readonly key: string;
  readonly functionArn: string | undefined;
  /** The role that invokes the function. */
  readonly roleArn: string | undefined;
  readonly timeoutMs: number;
  /** Whether the client receives the result of the function. */
  readonly hasResponse: boolean;
}

export interface SocketStage {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>> | undefined;
  readonly logLine: AccessLogLine | undefined;
  /** Limits of all routes without limits of their own, together. */
  readonly throttle: ThrottleLimits | undefined;
  /** Limits of single routes. */
  readonly routeThrottles: ReadonlyMap<string, ThrottleLimits>;
}

/** The configuration of a WebSocket API, from its resources. */
export interface WebSocketApiConfig {
  readonly id: string;
  readonly name: string;
  readonly partition: string;
  readonly region: string;
  readonly account: string;
  /** Path of the route selection in a message: `action`. */
  readonly selection: string;
  readonly routes: ReadonlyMap<string, SocketRoute>;
  readonly stages: ReadonlyMap<string, SocketStage>;
  readonly authorization: ServedConnectAuthorization;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
const maxTimeoutMs = 29_000;

/** Reads an `aws_apigatewayv2_api` and its resources. */
export function readWebSocketApi(model: Model, api: Resource): WebSocketApiConfig {
  const id = requireText(api.values, "id");
  const own = (type: string) => model.ofType(type).filter(({ values }) => text(values, "api_id") === id);
  const integrations = new Map(
    own("aws_apigatewayv2_integration").map(({ values }) => [requireText(values, "id"), values]),
  );
  const routes = own("aws_apigatewayv2_route").map(({ values }) => {
    const target = (text(values, "target") ?? "").replace(/^integrations\//, "");
    return routeOf(values, integrations.get(target) ?? {});
  });
  const connect = own("aws_apigatewayv2_route").find(
    ({ values }) => text(values, "route_key") === "$connect",
  );
  const authorizers = own("aws_apigatewayv2_authorizer");
  return {
    id,
    name: nameOf(api),
    partition: model.partition,
    region: api.region,
    account: model.account,
    selection: (text(api.values, "route_selection_expression") ?? "$request.body.action")
      .replace(/^\$\{?request\.body\.?/, "")
      .replace(/\}$/, ""),
    routes: new Map(routes.map((route) => [route.key, route])),
    stages: new Map(
      own("aws_apigatewayv2_stage").map(({ values }) => [requireText(values, "name"), stageOf(values)]),
    ),
    authorization: connect === undefined ? { type: "none" } : authorizationOf(connect.values, authorizers),
  };
}

function routeOf(route: Values, integration: Values): SocketRoute {
  const uri = text(integration, "integration_uri");
  return {
    key: text(route, "route_key") ?? "$default",
    functionArn: uri === undefined ? undefined : functionArnOf(uri),
    roleArn: text(integration, "credentials_arn"),
    timeoutMs: Math.min(number(integration, "timeout_milliseconds") ?? maxTimeoutMs, maxTimeoutMs),
    hasResponse: text(route, "route_response_selection_expression") !== undefined,
  };
}

function authorizationOf(route: Values, authorizers: readonly Resource[]): ServedConnectAuthorization {
  const type = text(route, "authorization_type") ?? "NONE";
  if (type === "NONE") return { type: "none" };
  if (type === "AWS_IAM") return { type: "iam" };
  const found = authorizers.find(({ values }) => text(values, "id") === text(route, "authorizer_id"));
  const uri = found && text(found.values, "authorizer_uri");
  if (found === undefined || uri === undefined) return { type: "broken" };
  return {
    type: "function",
    id: requireText(found.values, "id"),
    name: text(found.values, "name") ?? found.name,
    functionArn: functionArnOf(uri),
    roleArn: text(found.values, "authorizer_credentials_arn"),
    sources: texts(found.values, "identity_sources"),
  };
}

function stageOf(values: Values): SocketStage {
  const variables = textMap(values, "stage_variables");
  const format = text(block(values, "access_log_settings") ?? {}, "format");
  return {
    name: requireText(values, "name"),
    variables: Object.keys(variables).length === 0 ? undefined : variables,
    logLine: format === undefined ? undefined : parseAccessLogFormat(format),
    throttle: limitsIn(block(values, "default_route_settings") ?? {}),
    routeThrottles: new Map(
      blocks(values, "route_settings").flatMap((settings) => {
        const limits = limitsIn(settings);
        return limits === undefined ? [] : [[text(settings, "route_key") ?? "$default", limits] as const];
      }),
    ),
  };
}

function limitsIn(settings: Values): ThrottleLimits | undefined {
  const rate = number(settings, "throttling_rate_limit");
  const burst = number(settings, "throttling_burst_limit");
  return rate === undefined || burst === undefined ? undefined : { rate, burst };
}
