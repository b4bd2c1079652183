import type { Model, Resource } from "../../model";
import { TokenVerifier } from "../identities/token-verifier";
import { TtlCache } from "../wire/ttl-cache";
import { type ApiFacts, authorizerName } from "./api-config";
import type { ApiExchange, RouteFacts } from "./api-exchange";
import { type GatewayContext, type ReportOnce, type RouteLine, reportOnce } from "./gateway";
import { ServedApi } from "./served-api";
import { type RouteLimits, Throttles } from "./throttles";

/** The shared services of the parts of an API; kept when the model changes. */
export interface ApiServices<Decision = unknown> {
  readonly context: GatewayContext;
  readonly tokens: TokenVerifier;
  /** Cached answers of function authorizers, by authorizer and identity. */
  readonly decisions: TtlCache<Decision>;
  readonly once: ReportOnce;
}

export function createApiServices<Decision>(context: GatewayContext): ApiServices<Decision> {
  return {
    context,
    tokens: new TokenVerifier(context.issuers, context.clock),
    decisions: new TtlCache(context.clock),
    once: reportOnce(context.report),
  };
}

interface RoutedConfig<Integration> extends ApiFacts {
  readonly routes: readonly (RouteFacts & {
    readonly authorization: { readonly type: string; readonly name?: string };
    readonly integration: Integration | undefined;
  })[];
  readonly stages: ReadonlyMap<string, object>;
}

/** An API of API Gateway whose routes have authorizers, throttles and integrations. */
export abstract class RoutedApi<
  Integration,
  Config extends RoutedConfig<Integration>,
  Exchange extends ApiExchange,
  Answer,
  Services extends ApiServices,
> extends ServedApi<Config, Exchange, Answer> {
  protected readonly throttles: Throttles;

  constructor(
    model: Model,
    resource: Resource,
    context: GatewayContext,
    read: (model: Model, resource: Resource) => Config,
    protected readonly services: Services,
  ) {
    super(model, resource, context, read);
    this.throttles = new Throttles(context.clock);
    this.applyConfig(model);
  }

  get basePaths(): readonly string[] {
    return [...this.config.stages.keys()].map((name) => `/${name}`);
  }

  get routes(): readonly RouteLine[] {
    return this.config.routes.map(({ method, resourcePath: path, authorization, integration }) => ({
      method,
      path,
      authorizer: authorizerName(authorization),
      target: integration === undefined ? "nothing" : this.targetOf(integration),
    }));
  }

  override async close(): Promise<void> {
    this.services.decisions.clear();
  }

  override names({ method, rawPath: path, route }: Exchange) {
    return { api: this.name, method, path, route: route?.key };
  }

  /** The target of an integration in the list of routes. */
  protected abstract targetOf(integration: Integration): string;

  /** The limits of all routes on all stages. */
  protected abstract limits(): readonly RouteLimits[];

  protected override applyConfig(_model: Model): void {
    this.throttles.replace(this.limits());
    if (this.basePaths.length === 0)
      this.services.once("warning", `${this.name} has no stage, so it is not served.`);
  }
}

/** The stages of an API in the reason why a path has none. */
export const stagesText = (stages: Iterable<string>): string =>
  `The path begins with no stage. Stages: ${[...stages].join(", ") || "none"}.`;
