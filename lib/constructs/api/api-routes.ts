import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Construct } from "constructs";
import { checkQuota } from "../../app";
import { quotas } from "../../core/quotas";
import { type FunctionsByKey, functionRef } from "../../function";
import type { InvokePermissions } from "../../function/invoke-permissions";
import {
  type CreatedAuthorizer,
  checkAuthorizerName,
  countAuthorizers,
  gatewayTimeouts,
  type HttpRouteKey,
  invokedThrough,
  MovedRoutes,
  noteTimeout,
  type PlannedAuthorization,
  type PlannedAuthorizer,
  type PlannedRoutes,
  parseMethodRouteKey,
  planAuthorization,
  planRoutes,
  planRouteThrottle,
  type RouteAuthorizers,
  type RouteThrottle,
  routeAuthorization,
  type SetRoutes,
  type ThrottledStage,
  waitForAuthorizer,
} from "../../gateway";
import { fail } from "./errors";
import type { ApiMetadata } from "./library";
import type { ApiDefaults } from "./props";
import { type ApiRouteProps, type ApiRouteTarget, functionTarget, readApiRoute } from "./routes";
import type { SharedRoutes } from "./shared-routes";

/** A route that is checked and not created yet. */
interface PlannedRoute {
  readonly key: HttpRouteKey;
  readonly authorization: PlannedAuthorization;
  readonly throttle: RouteThrottle | undefined;
  /** Creates the target, and returns how the gateway reaches it. */
  createTarget(): ApiRouteTarget;
}

/** The target of a route, and how the gateway reaches it. */
interface Answer {
  readonly target: ApiRouteTarget;
  readonly integration: Apigatewayv2Integration;
}

/** The created parts of an API that its routes refer to. */
export interface ApiRoutesGateway {
  readonly apiId: string;
  readonly authorizers: ReadonlyMap<string, CreatedAuthorizer>;
  readonly functions: FunctionsByKey;
  readonly permissions: InvokePermissions;
}

/** The routes of an HTTP API: who may call them and what answers. */
export class ApiRoutes implements SetRoutes {
  /** By route key. */
  readonly resources = new Map<string, Apigatewayv2Route>();
  /** By route key. */
  readonly throttles = new Map<string, RouteThrottle>();
  private readonly added = new Map<string, { readonly key: HttpRouteKey; readonly target: ApiRouteTarget }>();
  private readonly moved: MovedRoutes<HttpRouteKey>;
  private readonly authorizations: PlannedAuthorization[] = [];
  private readonly authorizers: RouteAuthorizers;

  constructor(
    private readonly api: Construct,
    private readonly defaults: ApiDefaults,
    authorizers: ReadonlyMap<string, PlannedAuthorizer>,
    private readonly throttled: ThrottledStage,
  ) {
    this.authorizers = {
      api,
      defaults,
      authorizers,
      maxScopes: quotas.scopesPerRoute,
      maxScopeLength: quotas.scopeLength,
    };
    checkAuthorizerName(this.authorizers, "defaults.authorizer", defaults.authorizer ?? "none");
    this.moved = new MovedRoutes(api, {
      parseKey: (prop, written) => parseMethodRouteKey(api, written, prop),
      idsOf: ({ id, route }, other) => [
        `Route_${id}`,
        `Integration_${id}`,
        `Lambda_${id}`,
        `Role_${id}`,
        // Terraform would not know any more what waits for a permission that is moved and replaced.
        ...(route?.path === other.route?.path ? [`Permission_${id}`] : []),
      ],
    });
  }

  get keys(): string[] {
    return [...this.added.keys()];
  }

  get metadata(): ApiMetadata["data"]["routes"] {
    return [...this.added].map(([route, { target }]) => ({
      type: target.metadataType,
      route,
      ...(target.function && { fn: functionRef(target.function) }),
      ...target.metadata,
    }));
  }

  /** Refuses the routes of one call when one of them cannot work. Creates nothing. */
  plan(scope: Construct, routes: Readonly<Record<string, ApiRouteProps>>): PlannedRoutes<PlannedRoute> {
    return this.planWith(scope, routes, (place, key, prop, value) => {
      const { kind, props } = readApiRoute(this.api, prop, value);
      const authorization = planAuthorization(this.authorizers, prop, props);
      const { function: functionDefaults, payloadFormatVersion = "2.0" } = this.defaults;
      const { api } = this;
      const throttle = planRouteThrottle(api, `${prop}.throttle`, props.throttle, this.throttled, place);
      const declaration = {
        api,
        scope: place,
        id: key.id,
        key,
        prop,
        functionDefaults,
        payloadFormatVersion,
      };
      const plan = kind.check(declaration, props);
      return { key, authorization, throttle, createTarget: () => kind.config(declaration, plan) };
    });
  }

  /** Creates routes, each with its own integration. */
  create({ place, routes }: PlannedRoutes<PlannedRoute>, gateway: ApiRoutesGateway): void {
    for (const planned of routes) {
      const target = planned.createTarget();
      const integration = createIntegration(place, `Integration_${planned.key.id}`, gateway.apiId, target);
      this.createRoute(place, planned, { target, integration }, gateway);
    }
  }

  /** Adds routes that one function answers through one integration. */
  addShared({ scope, id, keys, function: fn, authorizer }: SharedRoutes, gateway: ApiRoutesGateway): void {
    const { payloadFormatVersion = "2.0" } = this.defaults;
    const target: ApiRouteTarget = { ...functionTarget(fn, payloadFormatVersion), metadataType: "function" };
    const { place, routes } = this.planWith(
      scope,
      Object.fromEntries(keys.map((key) => [key, fn])),
      (_, key, prop) => {
        const authorization = planAuthorization(this.authorizers, prop, { authorizer });
        return { key, authorization, throttle: undefined, createTarget: () => target };
      },
    );
    const integration = createIntegration(place, `Integration_${id}`, gateway.apiId, target);
    for (const planned of routes) this.createRoute(place, planned, { target, integration }, gateway);
  }

  private planWith<Value>(
    scope: Construct,
    routes: Readonly<Record<string, Value>>,
    plan: (place: Construct, key: HttpRouteKey, prop: string, value: Value) => PlannedRoute,
  ): PlannedRoutes<PlannedRoute> {
    const keysByAddress = new Map(this.keys.map((key) => [addressOf(key), key]));
    const keysByShape = new Map(this.keys.map((key) => [shapeOf(key), key]));
    return planRoutes(this.api, scope, routes, {
      added: this.added,
      moved: this.moved,
      parseKey: (_, written) => parseMethodRouteKey(this.api, written),
      plan: (place, key, prop, value) => {
        const other = keysByAddress.get(addressOf(key.key));
        if (other !== undefined) fail(this.api, "route-address-taken", prop, { key: key.key, other });
        keysByAddress.set(addressOf(key.key), key.key);
        const same = keysByShape.get(shapeOf(key.key));
        if (same !== undefined) fail(this.api, "route-same-requests", prop, { key: key.key, other: same });
        keysByShape.set(shapeOf(key.key), key.key);
        return plan(place, key, prop, value);
      },
      checkAll: (planned) => {
        const count = this.added.size + planned.length;
        checkQuota(this.api, "routes", "routesPerHttpApi", "routes", count);
        this.checkAuthorizerCount(planned);
      },
    });
  }

  private checkAuthorizerCount(planned: readonly PlannedRoute[]): void {
    const all = [...this.authorizations, ...planned.map(({ authorization }) => authorization)];
    const count = countAuthorizers(this.authorizers, all);
    const what = "authorizers, with those that accept tokens of machine clients";
    checkQuota(this.api, "authorizers", "authorizersPerHttpApi", what, count);
  }

  private createRoute(
    scope: Construct,
    { key, authorization, throttle }: PlannedRoute,
    { target, integration }: Answer,
    { apiId, authorizers, functions, permissions }: ApiRoutesGateway,
  ): void {
    const created = routeAuthorization(authorization, authorizers);
    const { type, authorizerId, scopes } = created;
    const route = new Apigatewayv2Route(scope, `Route_${key.id}`, {
      apiId,
      routeKey: key.key,
      target: `integrations/${integration.id}`,
      authorizationType: type,
      authorizerId,
      authorizationScopes: scopes,
    });
    waitForAuthorizer(route, created);
    this.resources.set(key.key, route);
    if (throttle !== undefined) this.throttles.set(key.key, throttle);
    this.added.set(key.key, { key, target });
    this.authorizations.push(authorization);
    functions.add(key.key, target.function);
    noteTimeout(this.api, target.function, gatewayTimeouts.http);
    if (target.permission !== undefined) {
      const sources = { [`Permission_${key.id}`]: `/*/*${key.route?.path ?? ""}` };
      permissions.add({ scope, ...target.permission, ...invokedThrough(integration), sources });
    }
  }
}

function createIntegration(
  scope: Construct,
  id: string,
  apiId: string,
  { integration }: ApiRouteTarget,
): Apigatewayv2Integration {
  return new Apigatewayv2Integration(scope, id, { apiId, ...integration });
}

/** The part of a key that the Terraform addresses of its resources keep: a construct id cannot contain a slash. */
function addressOf(key: string): string {
  return key.replaceAll("/", "--");
}

/** A route key without the names of its variables: `GET /notes/{}`. */
function shapeOf(key: string): string {
  return key.replace(/\{[^}+]*(\+?)\}/g, "{$1}");
}
