import type { IncomingMessage, ServerResponse } from "node:http";
import type { Model, Resource } from "../../model/model";
import { accessLogEvent } from "../../report";
import { functionNameOf } from "../function-arn";
import type { Gateway, GatewayContext, RouteLine } from "../gateway";
import { decodePart } from "../query-string";
import { clientHungUp } from "../respond";
import { TokenBucket } from "../token-bucket";
import { TokenVerifier } from "../token-verifier";
import { TtlCache } from "../ttl-cache";
import { type Answer, type Failure, internalError, isFailure } from "./answer";
import { authorize } from "./authorize";
import { checkApiKey } from "./check-api-key";
import type { Method, RestApiConfig, Stage } from "./config";
import { contextVariable } from "./context-variables";
import { Exchange } from "./exchange";
import { failureAnswer } from "./gateway-responses";
import { integrateFunctionProxy } from "./integrate-function-proxy";
import { integrateHttpProxy } from "./integrate-http-proxy";
import { integrateMapped } from "./integrate-mapped";
import { integrationTarget } from "./integration";
import { readConfig } from "./read-config";
import { pathParametersOf, segmentsOf } from "./resource-tree";
import { sendAnswer } from "./send";
import { type RestApiServices, sharedServices } from "./services";
import { validateRequest } from "./validation";

/** What a path without the name of a stage is answered, whatever the gateway responses of the API are. */
const withoutStage: Answer = {
  status: 403,
  headers: { "Content-Type": "application/json", "x-amzn-ErrorType": "ForbiddenException" },
  body: JSON.stringify({ message: "Forbidden" }),
};

/** One REST API: takes requests through stage, resource, authorizer, usage plan and integration, and answers them. */
export class RestApi implements Gateway {
  readonly kind = "REST";
  readonly address: string;
  private config: RestApiConfig;
  /** By stage and method; what is used of them outlasts a changed model. */
  private throttles = new Map<string, TokenBucket>();
  private readonly services: RestApiServices;

  constructor(
    model: Model,
    resource: Resource,
    private readonly context: GatewayContext,
  ) {
    this.services = {
      context,
      tokens: new TokenVerifier(context.issuers, context.clock),
      decisions: new TtlCache(context.clock),
      ...sharedServices(context),
    };
    this.address = resource.address;
    this.config = this.load(model, resource);
  }

  get name(): string {
    return this.config.name;
  }

  get basePaths(): readonly string[] {
    return [...this.config.stages.keys()].map((name) => `/${name}`);
  }

  get routes(): readonly RouteLine[] {
    return this.config.methods.map((method) => ({
      method: method.httpMethod,
      path: method.resource.path,
      authorizer: authorizerOf(method),
      target: method.integration ? functionNameOf(integrationTarget(method.integration)) : "nothing",
    }));
  }

  replace(model: Model): void {
    const resource = model.resources.find(({ address }) => address === this.address);
    if (resource !== undefined) this.config = this.load(model, resource);
  }

  async close(): Promise<void> {
    this.services.decisions.clear();
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    // A client that hangs up is an error of its own; nobody is left to tell.
    request.on("error", ignore);
    response.on("error", ignore);
    const exchange = new Exchange(this.config, request, response, this.context.clock.now());
    this.serve(exchange).catch((error: unknown) => {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.context.report({ event: "warning", text: `${this.name}: ${text}` });
      sendAnswer(exchange, failureAnswer(exchange, internalError));
      this.report(exchange);
    });
  }

  private async serve(exchange: Exchange): Promise<void> {
    const result = await this.answer(exchange);
    sendAnswer(exchange, isFailure(result) ? failureAnswer(exchange, result) : result);
    this.report(exchange);
  }

  private async answer(exchange: Exchange): Promise<Answer | Failure> {
    if (!findStage(exchange)) return withoutStage;
    const { stage } = exchange;
    const method = findMethod(exchange);
    if (stage === undefined || method === undefined) return { failure: "MISSING_AUTHENTICATION_TOKEN" };
    const refusal =
      (await authorize(exchange, this.services)) ??
      checkApiKey(exchange, this.services) ??
      this.throttle(stage, method);
    if (refusal !== undefined) return refusal;
    if ((await exchange.receiveBody()) !== "complete") return { failure: "REQUEST_TOO_LARGE" };
    const invalid = method.validation && validateRequest(exchange, method.validation);
    return invalid ?? this.integrate(exchange, method);
  }

  private throttle(stage: Stage, method: Method): Failure | undefined {
    const bucket = this.throttles.get(throttleKey(stage, method));
    return bucket?.take() === false ? { failure: "THROTTLED" } : undefined;
  }

  private async integrate(exchange: Exchange, { integration }: Method): Promise<Answer | Failure> {
    if (integration === undefined) {
      exchange.notes.integrationError = "The method has no integration.";
      return internalError;
    }
    switch (integration.type) {
      case "function-proxy":
        return integrateFunctionProxy(exchange, this.services, integration);
      case "http-proxy":
        return integrateHttpProxy(exchange, this.services, integration);
      default:
        return integrateMapped(exchange, this.services, integration);
    }
  }

  private report(exchange: Exchange): void {
    const { notes, stage, httpMethod: method, rawPath, id } = exchange;
    const { report } = this.context;
    report({
      event: "request",
      api: this.name,
      method,
      path: rawPath,
      status: notes.status ?? clientHungUp,
      durationMs: exchange.elapsedMs,
      ...(notes.functionName !== undefined && { function: notes.functionName }),
      requestId: id,
    });
    const { logLine } = stage ?? {};
    if (logLine === undefined) return;
    report(accessLogEvent(this.name, () => logLine((path) => contextVariable(exchange, path))));
  }

  private load(model: Model, resource: Resource): RestApiConfig {
    const { plans, warnOnce, noticeOnce } = this.services;
    const name = resource.values.name ?? resource.address;
    const config = readConfig(model, resource, this.context.endpoints, (text) =>
      warnOnce(`${String(name)}: ${text}`),
    );
    plans.replace(model);
    // AWS would have chosen the values of most keys; here nobody could look them up.
    for (const key of plans.keysOf(config.id, config.stages.keys())) {
      noticeOnce(`${config.name} takes the API key ${key.name}: ${key.value}`);
    }
    const before = this.throttles;
    this.throttles = new Map();
    for (const stage of config.stages.values()) {
      for (const method of config.methods) {
        const limits = stage.limitsOf(method);
        if (limits === undefined) continue;
        const key = throttleKey(stage, method);
        const bucket = before.get(key) ?? new TokenBucket(limits, this.context.clock);
        bucket.change(limits);
        this.throttles.set(key, bucket);
      }
    }
    if (resource.values.body !== undefined) {
      warnOnce(`${config.name}: methods that its OpenAPI body declares are not served here.`);
    }
    if (config.stages.size === 0) warnOnce(`${config.name} has no stage, so nothing of it is served.`);
    return config;
  }
}

/** Notes the stage of a request; false when there is none of that name, as when it is left out. */
function findStage(exchange: Exchange): boolean {
  const { api, rawPath } = exchange;
  const end = rawPath.indexOf("/", 1);
  exchange.stage = api.stages.get(decodePart(rawPath.slice(1, end === -1 ? undefined : end)));
  exchange.path = end === -1 ? "/" : rawPath.slice(end);
  return exchange.stage !== undefined;
}

/** Notes the method that answers a request, with its path variables, which stay encoded. */
function findMethod(exchange: Exchange): Method | undefined {
  const segments = segmentsOf(exchange.path);
  const decoded = exchange.path.includes("%") ? segments.map(decodePart) : segments;
  const method = exchange.api.tree.find(exchange.httpMethod, decoded);
  if (method !== undefined) {
    exchange.method = method;
    exchange.pathParameters = pathParametersOf(method.resource, segments);
  }
  return method;
}

function throttleKey(stage: Stage, { resource, httpMethod }: Method): string {
  return `${stage.name}\n${httpMethod} ${resource.path}`;
}

function authorizerOf({ authorization }: Method): string {
  switch (authorization.type) {
    case "function":
    case "user-pools":
      return authorization.authorizer.name;
    default:
      return authorization.type;
  }
}

function ignore(): void {}
