import type { IncomingMessage, ServerResponse } from "node:http";
import { functionNameInArn } from "../../../facts/aws/function-arn";
import { byKind } from "../../../facts/text/by-kind";
import { decodePart } from "../../../facts/text/query-string";
import { type Model, methodKey, type Resource } from "../../../model";
import type { ApiAnswer } from "../api-answer";
import { recordDecision } from "../function-authorizers";
import { pathParameters } from "../path-tree";
import { createApiServices, RoutedApi, stagesText } from "../routed-api";
import { throttleReason } from "../throttles";
import { type Failure, internalError, requestTooLarge, sendRestAnswer } from "./answer";
import { authorize, type RestApiServices } from "./authorize";
import type { Method, RestApiConfig, RestExchange, RestStage } from "./config";
import { restContextVariable } from "./context-variables";
import { integrateFunctionProxy } from "./integrate-function";
import { integrateMapped, refusedHeader } from "./integrate-mapped";
import { integrateHttpProxy } from "./integrate-server";
import { integrationTarget, type RestIntegration } from "./integration";
import { readRestApi } from "./read-config";
import { RestRequest, withoutLeadingSlashes } from "./request";
import { restSegments } from "./resource-tree";
import type { RestContext, SharedRestServices } from "./usage-plans";
import { validateRequest } from "./validation";

/** Response to a path without a stage. Gateway responses do not apply to it. */
const withoutStage: ApiAnswer = {
  status: 403,
  headers: { "Content-Type": "application/json", "x-amzn-ErrorType": "ForbiddenException" },
  body: JSON.stringify({ message: "Forbidden" }),
};

/** One REST API: leads requests through stage, resource, authorizer, usage plan and integration. */
export class ServedRestApi extends RoutedApi<
  RestIntegration,
  RestApiConfig,
  RestExchange,
  ApiAnswer | Failure,
  RestApiServices
> {
  readonly kind = "REST";
  readonly failed = internalError;
  readonly send = sendRestAnswer;
  readonly variable = restContextVariable;

  constructor(model: Model, resource: Resource, context: RestContext) {
    const { shared, endpoints } = context;
    const services: RestApiServices = { ...createApiServices(context), ...shared };
    const warn = (text: string) =>
      shared.once("warning", `${String(resource.values.name ?? resource.address)}: ${text}`);
    super(model, resource, context, (...given) => readRestApi(...given, endpoints, warn), services);
  }

  /** For further APIs of the same server, too. */
  get shared(): SharedRestServices {
    return this.services;
  }

  async serve(exchange: RestExchange): Promise<ApiAnswer | Failure | undefined> {
    if (!findStage(exchange)) {
      exchange.notes.reason = stagesText(this.basePaths);
      return withoutStage;
    }
    const { stage } = exchange;
    const method = findMethod(exchange);
    if (stage === undefined || method === undefined) {
      const reason = `The API has no method ${exchange.method} for ${exchange.path}.`;
      return { failure: "MISSING_AUTHENTICATION_TOKEN", reason };
    }
    const { authorization, validation, integration } = method;
    const refusal =
      (await recordDecision(this.context, authorization, exchange, () =>
        authorize(exchange, authorization, this.services),
      )) ??
      checkApiKey(exchange, this.services) ??
      this.throttle(stage, method, exchange.method);
    if (refusal !== undefined) return refusal;
    if ((await exchange.receiveBody()) !== "complete") return requestTooLarge;
    const invalid = validation && validateRequest(exchange, validation);
    if (invalid !== undefined) return invalid;
    if (integration !== undefined)
      return refusedHeader(exchange, integration) ?? integrate(integration, exchange, this.services);
    exchange.notes.integrationError = "The method has no integration.";
    return internalError;
  }

  private throttle(stage: RestStage, method: Method, httpMethod: string): Failure | undefined {
    const { route, limits } = stage.limitsOf(method, httpMethod);
    if (this.throttles.take(stage.name, route)) return undefined;
    return { failure: "THROTTLED", reason: throttleReason(limits) };
  }

  protected exchangeOf(request: IncomingMessage, response: ServerResponse): RestExchange {
    return new RestRequest(this.config, request, response, this.context.clock.now());
  }

  protected targetOf(integration: RestIntegration): string {
    return functionNameInArn(integrationTarget(integration));
  }

  protected limits() {
    const { routes, stages } = this.config;
    return [...stages.values()].flatMap((stage) =>
      routes.flatMap((method) =>
        (method.method === "ANY" ? allMethods : [method.method]).map((each) => ({
          stage: stage.name,
          ...stage.limitsOf(method, each),
        })),
      ),
    );
  }

  protected override applyConfig(model: Model): void {
    const { plans, once } = this.services;
    const { id, name, stages, hasOpenApiBody } = this.config;
    plans.replace(model);
    // AWS generates the values of most keys, so print the local ones.
    for (const key of plans.keysOf(id, stages.keys())) {
      once("notice", `${name} accepts the API key ${key.name}: ${key.value}`);
    }
    if (hasOpenApiBody) once("warning", `${name}: methods in its OpenAPI body are not served.`);
    super.applyConfig(model);
  }
}

/** Sets the stage of a request; false when the path begins with no stage. */
function findStage(exchange: RestExchange): boolean {
  const { api, contextPath: requestPath } = exchange;
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
    exchange.pathParameters = pathParameters(method, segments);
  }
  return method;
}

/** The HTTP methods of `ANY` that may have limits of their own. */
const allMethods = ["ANY", "GET", "PUT", "HEAD", "POST", "DELETE", "PATCH", "OPTIONS"];

const integrate = byKind<
  RestIntegration,
  "type",
  [exchange: RestExchange, services: RestApiServices],
  Promise<ApiAnswer | Failure | undefined>
>("type", {
  "function-proxy": integrateFunctionProxy,
  "http-proxy": integrateHttpProxy,
  function: integrateMapped,
  mock: integrateMapped,
  http: integrateMapped,
  service: integrateMapped,
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
  const settings = methodKey(`${route.resourcePath}/${route.method}`);
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
