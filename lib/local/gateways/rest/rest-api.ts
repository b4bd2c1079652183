import type { IncomingMessage, ServerResponse } from "node:http";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import { decodePart } from "../../../facts/text/query-string";
import { type Model, methodKey, type Resource } from "../../../model";
import { TokenVerifier } from "../../identities/token-verifier";
import { TtlCache } from "../../wire/ttl-cache";
import { recordDecision } from "../function-authorizers";
import type { RouteLine } from "../gateway";
import { pathParameters } from "../path-tree";
import { ServedApi } from "../served-api";
import { Throttles, throttleReason } from "../throttles";
import { type Failure, internalError, type RestAnswer, requestTooLarge, sendRestAnswer } from "./answer";
import { authorize } from "./authorize";
import type { Authorization, Method, RestApiConfig, RestStage } from "./config";
import { restContextVariable } from "./context-variables";
import { RestExchange, withoutLeadingSlashes } from "./exchange";
import { integrateFunctionProxy, integrateFunctionStream } from "./integrate-function";
import { integrateMapped, refusedHeader } from "./integrate-mapped";
import { integrateHttpProxy } from "./integrate-server";
import { integrationTarget, type MappedIntegration, type RestIntegration } from "./integration";
import { readRestApi } from "./read-config";
import { restSegments } from "./resource-tree";
import type { RestApiServices, RestContext, SharedRestServices } from "./services";
import { validateRequest } from "./validation";

/** Response to a path without a stage. Gateway responses do not apply to it. */
const withoutStage: RestAnswer = {
  status: 403,
  headers: { "Content-Type": "application/json", "x-amzn-ErrorType": "ForbiddenException" },
  body: JSON.stringify({ message: "Forbidden" }),
};

/** One REST API: leads requests through stage, resource, authorizer, usage plan and integration. */
export class ServedRestApi extends ServedApi<RestApiConfig, RestExchange, RestAnswer | Failure> {
  readonly kind = "REST";
  readonly failed = internalError;
  /** For further APIs of the same server, too. */
  readonly shared: SharedRestServices;
  private readonly throttles: Throttles;
  private readonly services: RestApiServices;

  constructor(model: Model, resource: Resource, context: RestContext) {
    const { shared, endpoints, clock, issuers } = context;
    const warn = (text: string) =>
      shared.warnOnce(`${String(resource.values.name ?? resource.address)}: ${text}`);
    super(model, resource, context, (...given) => readRestApi(...given, endpoints, warn));
    this.shared = shared;
    this.services = {
      context,
      tokens: new TokenVerifier(issuers, clock),
      decisions: new TtlCache(clock),
      ...shared,
    };
    this.throttles = new Throttles(clock);
    this.applyConfig(model);
  }

  get basePaths(): readonly string[] {
    return [...this.config.stages.keys()].map((name) => `/${name}`);
  }

  get routes(): readonly RouteLine[] {
    return this.config.methods.map((method) => ({
      method: method.httpMethod,
      path: method.resource.path,
      authorizer: authorizerName(method.authorization),
      target: method.integration ? functionNameInArn(integrationTarget(method.integration)) : "nothing",
    }));
  }

  override async close(): Promise<void> {
    this.services.decisions.clear();
  }

  send(exchange: RestExchange, answer: RestAnswer | Failure): void {
    sendRestAnswer(exchange, answer);
  }

  variable(exchange: RestExchange, path: string): unknown {
    return restContextVariable(exchange, path);
  }

  override names({ method, rawPath: path, route }: RestExchange) {
    return { api: this.name, method, path, route: route && `${route.httpMethod} ${route.resource.path}` };
  }

  async serve(exchange: RestExchange): Promise<RestAnswer | Failure | undefined> {
    if (!findStage(exchange)) {
      const stages = [...exchange.api.stages.keys()].map((name) => `/${name}`).join(", ");
      exchange.notes.reason = `The path begins with no stage. Stages: ${stages || "none"}.`;
      return withoutStage;
    }
    const { stage } = exchange;
    const method = findMethod(exchange);
    if (stage === undefined || method === undefined) {
      const reason = `The API has no method ${exchange.method} for ${exchange.path}.`;
      return { failure: "MISSING_AUTHENTICATION_TOKEN", reason };
    }
    const { authorization } = method;
    const decider = { name: authorizerName(authorization), type: authorization.type };
    const refusal =
      (await recordDecision(this.context, decider, exchange, () => authorize(exchange, this.services))) ??
      checkApiKey(exchange, this.services) ??
      this.throttle(stage, method, exchange.method);
    if (refusal !== undefined) return refusal;
    if ((await exchange.receiveBody()) !== "complete") return requestTooLarge;
    const invalid = method.validation && validateRequest(exchange, method.validation);
    return invalid ?? this.integrate(exchange, method);
  }

  private throttle(stage: RestStage, method: Method, httpMethod: string): Failure | undefined {
    const { route, limits } = stage.limitsOf(method, httpMethod);
    if (this.throttles.take(stage.name, route)) return undefined;
    return { failure: "THROTTLED", reason: throttleReason(limits) };
  }

  private async integrate(
    exchange: RestExchange,
    { integration }: Method,
  ): Promise<RestAnswer | Failure | undefined> {
    if (integration === undefined) {
      exchange.notes.integrationError = "The method has no integration.";
      return internalError;
    }
    const refused = refusedHeader(exchange, integration);
    if (refused !== undefined) return refused;
    return integrate(integration, exchange, this.services);
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): RestExchange {
    return new RestExchange(this.config, request, response, this.context.clock.now());
  }

  protected override applyConfig(model: Model): void {
    const { plans, warnOnce, noticeOnce } = this.services;
    const { id, name, methods, stages, hasOpenApiBody } = this.config;
    plans.replace(model);
    // AWS generates the values of most keys, so print the local ones.
    for (const key of plans.keysOf(id, stages.keys())) {
      noticeOnce(`${name} accepts the API key ${key.name}: ${key.value}`);
    }
    this.throttles.replace(
      [...stages.values()].flatMap((stage) =>
        methods.flatMap((method) =>
          methodsOf(method).map((each) => ({ stage: stage.name, ...stage.limitsOf(method, each) })),
        ),
      ),
    );
    if (hasOpenApiBody) warnOnce(`${name}: methods in its OpenAPI body are not served.`);
    if (stages.size === 0) warnOnce(`${name} has no stage, so it is not served.`);
  }
}

/** Sets the stage of a request; false when the path begins with no stage. */
function findStage(exchange: RestExchange): boolean {
  const { api, requestPath } = exchange;
  const end = requestPath.indexOf("/", 1);
  exchange.stage = api.stages.get(decodePart(requestPath.slice(1, end === -1 ? undefined : end)));
  exchange.path = end === -1 ? "/" : withoutLeadingSlashes(requestPath.slice(end));
  return exchange.stage !== undefined;
}

/** Sets the method of a request and its path variables, which stay encoded. */
function findMethod(exchange: RestExchange): Method | undefined {
  const segments = restSegments(exchange.path);
  const decoded = exchange.path.includes("%") ? segments.map(decodePart) : segments;
  const method = exchange.api.tree.find(exchange.method, decoded);
  if (method !== undefined) {
    exchange.route = method;
    exchange.pathParameters = pathParameters(method.resource, segments);
  }
  return method;
}

const allMethods = ["ANY", "GET", "PUT", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS"];

/** The HTTP methods that may have limits of their own. */
function methodsOf({ httpMethod }: Method): readonly string[] {
  return httpMethod === "ANY" ? allMethods : [httpMethod];
}

/** The authorizer of a method in the list of routes. */
const authorizerName = byKind<Authorization, "type", [], string>("type", {
  none: ({ type }) => type,
  iam: ({ type }) => type,
  function: ({ authorizer }) => authorizer.name,
  "user-pools": ({ authorizer }) => authorizer.name,
  broken: ({ type }) => type,
});

const mapped = (integration: MappedIntegration, exchange: RestExchange, services: RestApiServices) =>
  integrateMapped(exchange, services, integration);

const integrate = byKind<
  RestIntegration,
  "type",
  [exchange: RestExchange, services: RestApiServices],
  Promise<RestAnswer | Failure | undefined>
>("type", {
  "function-proxy": (integration, exchange, services) =>
    integration.isStreaming
      ? integrateFunctionStream(exchange, services, integration)
      : integrateFunctionProxy(exchange, services, integration),
  "http-proxy": (integration, exchange, services) => integrateHttpProxy(exchange, services, integration),
  function: mapped,
  mock: mapped,
  http: mapped,
  service: mapped,
});

/** Admits a request if its API key has usage left in its plan. Methods may not require a key. */
function checkApiKey(exchange: RestExchange, { plans }: RestApiServices): Failure | undefined {
  const { api, stage, route } = exchange;
  if (route === undefined || stage === undefined || !route.needsApiKey) return undefined;
  const value = givenKey(exchange);
  const admission = value === undefined ? undefined : plans.admit(value, api.id, stage.name);
  if (admission === undefined) {
    const where = api.takesKeysFromAuthorizer ? "usageIdentifierKey of the authorizer" : "header x-api-key";
    const reason =
      value === undefined
        ? `The method requires an API key, and the ${where} is missing.`
        : `The API key in the ${where} belongs to no usage plan of the stage ${stage.name}.`;
    return { failure: "INVALID_API_KEY", reason };
  }
  exchange.apiKey = admission.key;
  const settings = methodKey(`${route.resource.path}/${route.httpMethod}`);
  switch (plans.use(admission, api.id, stage.name, settings)) {
    case "throttled":
      return { failure: "THROTTLED", reason: "The throttle of the key's usage plan refuses it." };
    case "over-quota":
      return { failure: "QUOTA_EXCEEDED", reason: "The quota of the key's usage plan is used up." };
    default:
      return undefined;
  }
}

/** Source: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-api-key-source.html */
function givenKey(exchange: RestExchange): string | undefined {
  if (!exchange.api.takesKeysFromAuthorizer) return exchange.header("x-api-key");
  const { authorized } = exchange;
  return authorized?.type === "function" ? authorized.usageIdentifierKey : undefined;
}
