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
import type { HttpApiConfig, HttpIntegration, RouteAuthorization } from "./config";
import { httpContextVariable } from "./context-variables";
import { HttpExchange } from "./exchange";
import { integrateForward } from "./integrate-forward";
import { integrateFunction } from "./integrate-function";
import { integrateService } from "./integrate-service";
import { readHttpApi } from "./read-config";
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

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    const read = (...given: [Model, Resource]) => readHttpApi(...given, context.endpoints);
    super(model, resource, context, read, createApiServices(context));
  }

  override get basePaths(): readonly string[] {
    return this.config.defaultStage === undefined ? super.basePaths : ["/", ...super.basePaths];
  }

  send(exchange: HttpExchange, answer: ApiAnswer): void {
    sendHttpAnswer(exchange, answer);
  }

  variable(exchange: HttpExchange, path: string): unknown {
    return httpContextVariable(exchange, path);
  }

  override names({ method, fullPath: path, route }: HttpExchange) {
    return { api: this.name, method, path, route: route?.key };
  }

  async serve(exchange: HttpExchange): Promise<ApiAnswer | undefined> {
    const { api, method } = exchange;
    if (!findStage(exchange)) return { ...gatewayAnswers.badRequest, reason: "The path cannot be decoded." };
    const { stage } = exchange;
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
  private withoutRoute({ api, method, path, segments, origin }: HttpExchange): ApiAnswer {
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

/** Sets path and stage of a request; false when the path cannot be decoded. */
function findStage(exchange: HttpExchange): boolean {
  const { api, rawPath } = exchange;
  try {
    exchange.fullPath = rawPath.includes("%") ? decodeURIComponent(rawPath) : rawPath;
  } catch {
    exchange.fullPath = rawPath;
    return false;
  }
  exchange.path = exchange.fullPath;
  exchange.stage = api.defaultStage;
  if (api.stages.size > 0) {
    const end = exchange.fullPath.indexOf("/", 1);
    const stage = api.stages.get(exchange.fullPath.slice(1, end === -1 ? undefined : end));
    if (stage !== undefined) {
      exchange.stage = stage;
      exchange.path = end === -1 ? "/" : exchange.fullPath.slice(end);
    }
  }
  exchange.segments = httpSegments(exchange.path);
  return true;
}

const integrate = byKind<
  HttpIntegration,
  "type",
  [exchange: HttpExchange, services: HttpApiServices],
  Promise<ApiAnswer | undefined> | ApiAnswer
>("type", {
  function: (integration, exchange, services) => integrateFunction(exchange, services, integration),
  forward: (integration, exchange, services) => integrateForward(exchange, services, integration),
  service: (integration, exchange, services) => integrateService(exchange, services, integration),
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
  jwt: (authorization, exchange, services) => authorizeByToken(exchange, services, authorization),
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
