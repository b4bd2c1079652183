import type { IncomingMessage, ServerResponse } from "node:http";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import type { Model, Resource } from "../../../model";
import type { ApiAnswer } from "../api-answer";
import { authorizeByFunction, recordDecision } from "../function-authorizers";
import type { GatewayContext } from "../gateway";
import { pathParameters } from "../path-tree";
import { type ApiServices, createApiServices, RoutedApi, stagesText } from "../routed-api";
import { admitSigned } from "../signed-request";
import { throttleReason } from "../throttles";
import { gatewayAnswers, sendHttpAnswer } from "./answer";
import { authorizeByToken, type HttpFunctionDecision, httpAuthorizer } from "./authorize";
import {
  type HttpApiConfig,
  type HttpIntegration,
  type HttpStage,
  type RouteAuthorization,
  readHttpApi,
} from "./config";
import { httpContextVariable } from "./context-variables";
import { HttpExchange } from "./exchange";
import { integrateForward } from "./integrate-forward";
import { integrateFunction } from "./integrate-function";
import { integrateService } from "./integrate-service";
import { httpSegments } from "./routes";

type HttpApiServices = ApiServices<HttpFunctionDecision>;

/** One HTTP API: leads requests through stage, route, throttle, authorizer and integration. */
export class ServedHttpApi extends RoutedApi<
  HttpIntegration,
  HttpApiConfig,
  HttpExchange,
  ApiAnswer,
  HttpApiServices
> {
  readonly kind = "HTTP";
  readonly failed = gatewayAnswers.internalError;
  readonly send = sendHttpAnswer;
  readonly variable = httpContextVariable;

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    const read = (...given: [Model, Resource]) => readHttpApi(...given, context.endpoints);
    super(model, resource, context, read, createApiServices(context));
  }

  override get basePaths(): readonly string[] {
    return this.config.defaultStage === undefined ? super.basePaths : ["/", ...super.basePaths];
  }

  override names({ method, fullPath: path, route }: HttpExchange) {
    return { api: this.name, method, path, route: route?.key };
  }

  async serve(exchange: HttpExchange): Promise<ApiAnswer | undefined> {
    const { config: api } = this;
    const { method } = exchange;
    if (!decodePath(exchange)) return { ...gatewayAnswers.badRequest, reason: "The path cannot be decoded." };
    const stage = findStage(exchange, api);
    if (stage === undefined) return { ...gatewayAnswers.notFound, reason: stagesText(api.stages.keys()) };
    const route = api.table.find(method, exchange.segments);
    if (route === undefined) return this.withoutRoute(exchange);
    exchange.route = route;
    exchange.pathParameters = pathParameters(route, exchange.segments);
    if (!this.throttles.take(stage.name, route.key)) {
      return { ...gatewayAnswers.tooManyRequests, reason: throttleReason(stage.limitsOf(route.key)) };
    }
    const { authorization, integration } = route;
    if (authorization.type !== "none") {
      const authorize = () => refusalBy(authorization, exchange, this.services);
      const refusal = await recordDecision(this.context, authorization, exchange, authorize);
      if (refusal !== undefined) return refusal;
    }
    if (integration !== undefined) return integrate(integration, exchange, this.services);
    exchange.notes.integrationError = "The route has no integration.";
    return gatewayAnswers.internalError;
  }

  /**
   * The gateway answers a preflight request only when no route matches it. `ANY`, `{proxy+}` and `$default` match.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
   */
  private withoutRoute({ method, path, segments, origin }: HttpExchange): ApiAnswer {
    const { config: api } = this;
    if (method !== "OPTIONS" || api.cors === undefined) {
      const others = new Set(api.routes.map((each) => each.method));
      const fitting = [...others].filter((each) => api.table.find(each, segments) !== undefined);
      const hint = fitting.length === 0 ? "" : ` The path has: ${fitting.join(", ")}.`;
      return { ...gatewayAnswers.notFound, reason: `No route matches ${method} ${path}.${hint}` };
    }
    const isRefused = origin !== undefined && api.cors.responseHeaders(origin) === undefined;
    const reason = `CORS: the origin ${origin} is not allowed, so the browser will refuse the request.`;
    return { status: 204, headers: {}, body: "", ...(isRefused && { reason }) };
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): HttpExchange {
    return new HttpExchange(this.config, request, response, this.context.clock.now());
  }

  protected targetOf(integration: HttpIntegration): string {
    return targetName(integration);
  }

  protected limits() {
    const { routes, stages, defaultStage } = this.config;
    return [...stages.values(), ...(defaultStage ? [defaultStage] : [])].flatMap((stage) =>
      routes.map(({ key: route }) => ({ stage: stage.name, route, limits: stage.limitsOf(route) })),
    );
  }
}

/** Sets the path of a request; false when it cannot be decoded. */
function decodePath(exchange: HttpExchange): boolean {
  const { rawPath } = exchange;
  try {
    exchange.fullPath = rawPath.includes("%") ? decodeURIComponent(rawPath) : rawPath;
    return true;
  } catch {
    exchange.fullPath = rawPath;
    return false;
  }
}

/** Sets the stage of a request, and its path there. */
function findStage(exchange: HttpExchange, { stages, defaultStage }: HttpApiConfig): HttpStage | undefined {
  const { fullPath } = exchange;
  const end = fullPath.indexOf("/", 1);
  const named = stages.size > 0 && stages.get(fullPath.slice(1, end === -1 ? undefined : end));
  exchange.path = !named ? fullPath : end === -1 ? "/" : fullPath.slice(end);
  exchange.segments = httpSegments(exchange.path);
  const stage = named || defaultStage;
  exchange.stage = stage;
  return stage;
}

const integrate = byKind<
  HttpIntegration,
  "type",
  [exchange: HttpExchange, services: HttpApiServices],
  Promise<ApiAnswer | undefined> | ApiAnswer
>("type", {
  function: integrateFunction,
  forward: integrateForward,
  service: integrateService,
});

/** The target of an integration in the list of routes. */
const targetName = byKind<HttpIntegration, "type", [], string>("type", {
  function: ({ functionArn }) => functionNameInArn(functionArn.text),
  forward: ({ target, uri }) => target?.text ?? uri,
  service: ({ subtype }) => subtype,
});

/** Admits a request and notes its caller, or resolves to the response that refuses it. */
const refusalBy = byKind<
  RouteAuthorization,
  "type",
  [exchange: HttpExchange, services: HttpApiServices],
  Promise<ApiAnswer | undefined>
>("type", {
  none: async () => undefined,
  iam: (_, exchange, services) => authorizeBySignature(exchange, services),
  jwt: authorizeByToken,
  function: (authorization, exchange, services) =>
    authorizeByFunction(httpAuthorizer, exchange, authorization, services),
  broken: async (_, { notes }) => {
    notes.authorizerError = "The route's authorizer does not exist.";
    return gatewayAnswers.internalError;
  },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control-iam.html */
async function authorizeBySignature(
  exchange: HttpExchange,
  { context }: HttpApiServices,
): Promise<ApiAnswer | undefined> {
  const needed = [{ action: "execute-api:Invoke", resource: exchange.routeArn }];
  const refusal = await admitSigned(exchange, context, needed);
  if (refusal === undefined) return undefined;
  return refusal.because === "too-large" ? gatewayAnswers.tooLarge : gatewayAnswers.forbidden;
}
