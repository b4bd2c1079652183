import { functionArnOf } from "../../../facts/aws/function-arn";
import {
  block,
  blocks,
  type Model,
  number,
  type Resource,
  readLimits,
  requireText,
  type ThrottleLimits,
  text,
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
  type StageFacts,
} from "../api-config";
import type { FunctionAuthorizer } from "../function-authorizers";

export interface SocketAuthorizer extends FunctionAuthorizer {
  readonly type: "function";
  readonly functionArn: string;
  /** `route.request.header.Authorization`, `route.request.querystring.token` */
  readonly sources: readonly string[];
}

/** The authorization of `$connect`. */
export type ServedConnectAuthorization = Authorization<SocketAuthorizer>;

export interface SocketStage extends StageFacts {
  /** Limits of all routes without limits of their own, together. */
  readonly throttle: ThrottleLimits | undefined;
  /** Limits of single routes. */
  readonly routeThrottles: ReadonlyMap<string, ThrottleLimits>;
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html */
const maxTimeoutMs = 29_000;

/** Reads an `aws_apigatewayv2_api` and its resources. */
export function readWebSocketApi(model: Model, api: Resource) {
  const facts = readApiFacts(model, api);
  const own = ownOf(model, "api_id", facts.id);
  const integrations = byId(own("aws_apigatewayv2_integration"), (values) => values);
  const authorizers = byId(own("aws_apigatewayv2_authorizer"), readAuthorizer);
  const declared = own("aws_apigatewayv2_route");
  const routes = declared.map((values) => {
    const target = (text(values, "target") ?? "").replace(/^integrations\//, "");
    return routeOf(values, integrations.get(target) ?? {});
  });
  const connect = declared.find((values) => text(values, "route_key") === "$connect") ?? {};
  return {
    ...facts,
    /** Path of the route selection in a message: `action`. */
    selection: (text(api.values, "route_selection_expression") ?? "$request.body.action")
      .replace(/^\$\{?request\.body\.?/, "")
      .replace(/\}$/, ""),
    routes: new Map(routes.map((route) => [route.key, route])),
    stages: new Map(
      own("aws_apigatewayv2_stage").map((values) => [requireText(values, "name"), stageOf(values)]),
    ),
    authorization: readAuthorization(connect, "authorization_type", authorizers),
  };
}

/** The configuration of a WebSocket API, from its resources. */
export type WebSocketApiConfig = Readonly<ReturnType<typeof readWebSocketApi>>;

function routeOf(route: Values, integration: Values) {
  const uri = text(integration, "integration_uri");
  return {
    key: text(route, "route_key") ?? "$default",
    functionArn: uri === undefined ? undefined : functionArnOf(uri),
    /** The role that invokes the function. */
    roleArn: text(integration, "credentials_arn"),
    timeoutMs: Math.min(number(integration, "timeout_milliseconds") ?? maxTimeoutMs, maxTimeoutMs),
    /** Whether the client receives the result of the function. */
    hasResponse: text(route, "route_response_selection_expression") !== undefined,
  };
}

export type SocketRoute = Readonly<ReturnType<typeof routeOf>>;

function readAuthorizer(values: Values): SocketAuthorizer | undefined {
  const uri = text(values, "authorizer_uri");
  if (uri === undefined) return undefined;
  const id = requireText(values, "id");
  return {
    type: "function",
    id,
    name: text(values, "name") ?? id,
    functionArn: functionArnOf(uri),
    roleArn: text(values, "authorizer_credentials_arn"),
    sources: texts(values, "identity_sources"),
  };
}

function stageOf(values: Values): SocketStage {
  return {
    ...readStageFacts(values, requireText(values, "name")),
    throttle: limitsIn(block(values, "default_route_settings") ?? {}),
    routeThrottles: new Map(
      blocks(values, "route_settings").flatMap((settings) => {
        const limits = limitsIn(settings);
        return limits === undefined ? [] : [[text(settings, "route_key") ?? "$default", limits] as const];
      }),
    ),
  };
}

const limitsIn = (settings: Values): ThrottleLimits | undefined =>
  readLimits(settings, "throttling_rate_limit", "throttling_burst_limit");
