import type { IncomingMessage, ServerResponse } from "node:http";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import type { Model, Resource } from "../../../model";
import { TokenVerifier } from "../../identities/token-verifier";
import { TtlCache } from "../../wire/ttl-cache";
import { authorizeByFunction, recordDecision } from "../function-authorizers";
import { type GatewayContext, type RouteLine, reportOnce } from "../gateway";
import { pathParameters } from "../path-tree";
import { ServedApi } from "../served-api";
import { admitSigned } from "../signed-request";
import { Throttles, throttleReason } from "../throttles";
import { gatewayAnswers, type HttpAnswer, sendHttpAnswer } from "./answer";
import { authorizeByToken, httpAuthorizer } from "./authorize";
import type { HttpApiConfig, HttpIntegration, Route, RouteAuthorization } from "./config";
import { httpContextVariable } from "./context-variables";
import { HttpExchange } from "./exchange";
import { integrateForward } from "./integrate-forward";
import { integrateFunction } from "./integrate-function";
import { integrateService } from "./integrate-service";
import { readHttpApi } from "./read-config";
import { httpSegments } from "./routes";
import type { HttpApiServices } from "./services";

/** One HTTP API: leads requests through stage, route, throttle, authorizer and integration. */
export class ServedHttpApi extends ServedApi<HttpApiConfig, HttpExchange, HttpAnswer> {
  readonly kind = "HTTP";
  readonly failed = gatewayAnswers.internalError;
  private readonly throttles: Throttles;
  private readonly services: HttpApiServices;

  constructor(model: Model, resource: Resource, context: GatewayContext) {
    super(model, resource, context, (...given) => readHttpApi(...given, context.endpoints));
    const once = reportOnce(context.report);
    this.services = {
      context,
      tokens: new TokenVerifier(context.issuers, context.clock),
      decisions: new TtlCache(context.clock),
      warnOnce: (text) => once("warning", text),
    };
    this.throttles = new Throttles(context.clock);
    this.applyConfig();
  }

  get basePaths(): readonly string[] {
    const { defaultStage, stages } = this.config;
    return [...(defaultStage === undefined ? [] : ["/"]), ...[...stages.keys()].map((name) => `/${name}`)];
  }

  get routes(): readonly RouteLine[] {
    return this.config.routes.map((route) => ({
      method: route.pattern.method,
      path: route.resourcePath,
      authorizer: authorizerName(route.authorization),
      target: route.integration === undefined ? "nothing" : targetName(route.integration),
    }));
  }

  override async close(): Promise<void> {
    this.services.decisions.clear();
  }

  send(exchange: HttpExchange, answer: HttpAnswer): void {
    sendHttpAnswer(exchange, answer);
  }

  variable(exchange: HttpExchange, path: string): unknown {
    return httpContextVariable(exchange, path);
  }

  override names({ method, fullPath: path, route }: HttpExchange) {
    return { api: this.name, method, path, route: route?.pattern.key };
  }

  async serve(exchange: HttpExchange): Promise<HttpAnswer | undefined> {
    const { api, method } = exchange;
    if (!findStage(exchange)) return { ...gatewayAnswers.badRequest, reason: "The path cannot be decoded." };
    if (exchange.stage === undefined) {
      const reason = `The path begins with no stage. Stages: ${[...api.stages.keys()].join(", ") || "none"}.`;
      return { ...gatewayAnswers.notFound, reason };
    }
    const route = api.table.find(method, exchange.segments);
    if (route === undefined) return this.withoutRoute(exchange);
    exchange.route = route;
    exchange.pathParameters = pathParameters(route.pattern, exchange.segments);
    if (!this.throttles.take(exchange.stage.name, route.pattern.key)) {
      return {
        ...gatewayAnswers.tooManyRequests,
        reason: throttleReason(exchange.stage.limitsOf(route.pattern.key)),
      };
    }
    if (route.authorization.type !== "none") {
      const decider = { name: authorizerName(route.authorization), type: route.authorization.type };
      const refusal = await recordDecision(this.context, decider, exchange, () =>
        authorize(exchange, this.services),
      );
      if (refusal !== undefined) return refusal;
    }
    return this.integrate(exchange, route);
  }

  private integrate(
    exchange: HttpExchange,
    { integration }: Route,
  ): Promise<HttpAnswer | undefined> | HttpAnswer {
    if (integration !== undefined) return integrate(integration, exchange, this.services);
    exchange.notes.integrationError = "The route has no integration.";
    return gatewayAnswers.internalError;
  }

  /**
   * The gateway answers a preflight request only when no route matches it. `ANY`, `{proxy+}` and `$default` match.
   *
   * Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html
   */
  private withoutRoute({ api, method, path, segments, origin }: HttpExchange): HttpAnswer {
    if (method !== "OPTIONS" || api.cors === undefined) {
      const others = new Set(api.routes.map(({ pattern }) => pattern.method));
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

  protected override applyConfig(): void {
    const { name, routes, stages: others, defaultStage } = this.config;
    const stages = [...others.values(), ...(defaultStage ? [defaultStage] : [])];
    this.throttles.replace(
      stages.flatMap((stage) =>
        routes.map(({ pattern: { key: route } }) => ({
          stage: stage.name,
          route,
          limits: stage.limitsOf(route),
        })),
      ),
    );
    if (stages.length === 0) this.services.warnOnce(`${name} has no stage, so it is not served.`);
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
  Promise<HttpAnswer | undefined> | HttpAnswer
>("type", {
  function: (integration, exchange, services) => integrateFunction(exchange, services, integration),
  forward: (integration, exchange, services) => integrateForward(exchange, services, integration),
  service: (integration, exchange, services) => integrateService(exchange, services, integration),
});

/** The authorizer of a route in the list of routes. */
const authorizerName = byKind<RouteAuthorization, "type", [], string>("type", {
  none: ({ type }) => type,
  iam: ({ type }) => type,
  jwt: ({ authorizer }) => authorizer.name,
  function: ({ authorizer }) => authorizer.name,
  broken: ({ type }) => type,
});

/** The target of an integration in the list of routes. */
const targetName = byKind<HttpIntegration, "type", [], string>("type", {
  function: ({ functionArn }) => functionNameInArn(functionArn.text),
  forward: ({ target, uri }) => target?.text ?? uri,
  service: ({ subtype }) => subtype,
});

/** Admits a request and notes its caller, or returns the response that refuses it. */
async function authorize(exchange: HttpExchange, services: HttpApiServices): Promise<HttpAnswer | undefined> {
  return refusalBy(exchange.route?.authorization ?? { type: "none" }, exchange, services);
}

const refusalBy = byKind<
  RouteAuthorization,
  "type",
  [exchange: HttpExchange, services: HttpApiServices],
  Promise<HttpAnswer | undefined>
>("type", {
  none: async () => undefined,
  iam: (_, exchange, services) => authorizeBySignature(exchange, services),
  jwt: (authorization, exchange, services) => authorizeByToken(exchange, services, authorization),
  function: ({ authorizer }, exchange, services) =>
    authorizeByFunction(httpAuthorizer, exchange, authorizer, services),
  broken: async (_, { notes }) => {
    notes.authorizerError = "The route's authorizer does not exist.";
    return gatewayAnswers.internalError;
  },
});

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-access-control-iam.html */
async function authorizeBySignature(
  exchange: HttpExchange,
  { context }: HttpApiServices,
): Promise<HttpAnswer | undefined> {
  const { headers, routeArn } = exchange;
  const needed = [{ action: "execute-api:Invoke", resource: routeArn }];
  const refusal = await admitSigned(exchange, context, { headers, needed });
  if (refusal === undefined) return undefined;
  return refusal.because === "too-large" ? gatewayAnswers.tooLarge : gatewayAnswers.forbidden;
}
