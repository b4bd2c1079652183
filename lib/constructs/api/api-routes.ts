import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Construct } from "constructs";
import { checkList } from "../../core/check";
import { quotas } from "../../core/quotas";
import { type Function, type FunctionsByKey, functionRef } from "../../function";
import type { InvokePermissions } from "../../function/invoke-permissions";
import { parseRouteKey, type RouteKey } from "../../gateway/route-key";
import { routesScope } from "../../gateway/routes-scope";
import type { CreatedAuthorizer } from "./authorizers";
import { fail } from "./errors";
import type { ApiDefaults } from "./props";
import {
  type ApiBaseRouteProps,
  type ApiRouteProps,
  libraryFunction,
  type ParsedRoute,
  parseRoute,
  type RouteTarget,
} from "./routes";

interface PlannedRoute extends ParsedRoute {
  readonly key: RouteKey;
  readonly prop: string;
  readonly authorization: RouteAuthorization;
}

/** What answers a route, and how the gateway reaches it. */
interface Answer {
  readonly target: RouteTarget;
  readonly integration: Apigatewayv2Integration;
}

interface RouteAuthorization {
  readonly authorizationType: "NONE" | "AWS_IAM" | "JWT" | "CUSTOM";
  readonly authorizerId?: string;
  readonly authorizationScopes?: string[];
}

/** The routes of an HTTP API: who may call them and what answers. */
export class ApiRoutes {
  /** By route key. */
  readonly resources = new Map<string, Apigatewayv2Route>();
  private readonly added = new Map<string, RouteTarget>();

  constructor(
    private readonly api: Construct,
    private readonly apiId: string,
    private readonly defaults: ApiDefaults,
    private readonly authorizers: ReadonlyMap<string, CreatedAuthorizer>,
    private readonly functions: FunctionsByKey,
    private readonly permissions: InvokePermissions,
  ) {
    this.checkAuthorizer("defaults.authorizer", defaults.authorizer ?? "none");
  }

  get keys(): string[] {
    return [...this.added.keys()];
  }

  get metadata(): readonly unknown[] {
    return [...this.added].map(([route, target]) => ({
      type: target.metadataType,
      route,
      ...(target.function && { fn: functionRef(target.function) }),
      ...target.metadata,
    }));
  }

  /**
   * Adds routes below a scope; all of them are checked before the first is created.
   *
   * @param shared - what answers all of them; each has its own unless this is given
   */
  add(scope: Construct, routes: Readonly<Record<string, ApiRouteProps>>, shared?: Answer): void {
    const planned = new Map<string, PlannedRoute>();
    const keysByAddress = new Map(this.keys.map((key) => [addressOf(key), key]));
    for (const [written, value] of Object.entries(routes)) {
      const key = parseRouteKey(this.api, written);
      const prop = `routes[${JSON.stringify(written)}]`;
      if (this.added.has(key.key) || planned.has(key.key))
        fail(this.api, "route-duplicate", prop, { key: key.key });
      const other = keysByAddress.get(addressOf(key.key));
      if (other !== undefined) fail(this.api, "route-address-taken", prop, { key: key.key, other });
      keysByAddress.set(addressOf(key.key), key.key);
      const parsed = parseRoute(this.api, prop, value);
      planned.set(key.key, { ...parsed, key, prop, authorization: this.authorizationOf(prop, parsed.props) });
    }
    const count = this.added.size + planned.size;
    const { routesPerHttpApi: limit } = quotas;
    if (count > limit) fail(this.api, "quota-exceeded", "routes", { what: "routes", count, limit });
    const place = routesScope(this.api, scope);
    for (const each of planned.values()) this.create(place, each, shared);
  }

  /** Adds routes that one function answers through one integration; `id` is the integration's. */
  addShared(id: string, routeKeys: readonly string[], fn: Function): void {
    const { payloadFormatVersion = "2.0" } = this.defaults;
    const target: RouteTarget = { ...libraryFunction(fn, payloadFormatVersion), metadataType: "function" };
    const integration = this.createIntegration(this.api, id, target);
    this.add(this.api, Object.fromEntries(routeKeys.map((key) => [key, fn])), { target, integration });
  }

  private create(scope: Construct, planned: PlannedRoute, shared: Answer | undefined): void {
    const { key, authorization } = planned;
    const { target, integration } = shared ?? this.createAnswer(scope, planned);
    const route = new Apigatewayv2Route(scope, `Route_${key.id}`, {
      apiId: this.apiId,
      routeKey: key.key,
      target: `integrations/${integration.id}`,
      ...authorization,
    });
    this.resources.set(key.key, route);
    this.added.set(key.key, target);
    this.functions.add(key.key, target.function);
    if (target.invokes !== undefined) {
      const sources = { [`Permission_${key.id}`]: `/*/*${key.route?.path ?? ""}` };
      this.permissions.add({ scope, invokes: target.invokes, sources });
    }
  }

  private createAnswer(scope: Construct, { kind, props, key, prop }: PlannedRoute): Answer {
    const { function: fn, payloadFormatVersion = "2.0" } = this.defaults;
    const defaults = { function: fn, payloadFormatVersion };
    const { api, apiId } = this;
    const target = kind.target({ api, scope, apiId, key, prop, defaults }, props);
    return { target, integration: this.createIntegration(scope, `Integration_${key.id}`, target) };
  }

  private createIntegration(scope: Construct, id: string, target: RouteTarget): Apigatewayv2Integration {
    return new Apigatewayv2Integration(scope, id, { apiId: this.apiId, ...target.integration });
  }

  private authorizationOf(prop: string, props: ApiBaseRouteProps): RouteAuthorization {
    const name = props.authorizer ?? this.defaults.authorizer ?? "none";
    const authorizer = this.checkAuthorizer(`${prop}.authorizer`, name);
    if (authorizer === undefined) return { authorizationType: name === "iam" ? "AWS_IAM" : "NONE" };
    const scopes = props.authorizationScopes ?? this.defaults.authorizationScopes ?? [];
    checkList(this.api, `${prop}.authorizationScopes`, scopes);
    const { scopesPerRoute: limit } = quotas;
    if (scopes.length > limit) {
      fail(this.api, "quota-exceeded", `${prop}.authorizationScopes`, {
        what: "scopes",
        count: scopes.length,
        limit,
      });
    }
    const isJwt = authorizer.authorizationType === "JWT";
    return {
      ...authorizer,
      // The gateway keeps them as a set.
      ...(isJwt && scopes.length > 0 && { authorizationScopes: [...new Set(scopes)].sort() }),
    };
  }

  private checkAuthorizer(prop: string, name: string): CreatedAuthorizer | undefined {
    if (name === "none" || name === "iam") return undefined;
    const names = [...this.authorizers.keys()];
    return this.authorizers.get(name) ?? fail(this.api, "authorizer-unknown", prop, { value: name, names });
  }
}

/** The part of a key that addresses of its resources keep: construct ids know no slash. */
function addressOf(key: string): string {
  return key.replaceAll("/", "--");
}
