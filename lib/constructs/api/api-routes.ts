import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Construct } from "constructs";
import { mapTogether, together } from "../../facts/errors/problems";
import { checkQuota } from "../../kit/app";
import { isPlainObject, moveFrom, present, quotas } from "../../kit/core";
import { type FunctionsByKey, functionRef, type InvokePermissions } from "../../kit/function";
import {
  type CreatedAuthorizer,
  checkAuthorizerName,
  checkManyRoutes,
  countAuthorizers,
  type GivenRoute,
  gatewayTimeouts,
  type HttpRouteKey,
  invokedThrough,
  MovedRoutes,
  noteTimeout,
  type PlannedAuthorization,
  type PlannedRoutes,
  parseMethodRouteKey,
  parseRouteKeys,
  planAuthorization,
  planInScope,
  planRouteThrottle,
  type RouteAuthorizers,
  type RouteThrottle,
  routeAuthorization,
  type SetRoutes,
  TakenKeys,
  type ThrottledStage,
  takeKey,
  waitForAuthorizer,
} from "../../kit/gateway";
import type { ApiPlan } from "./check";
import { fail } from "./errors";
import type { ApiMetadata } from "./library";
import type { ApiDefaults, ApiProps } from "./props";
import { type ApiRouteProps, type ApiRouteTarget, functionTarget, readApiRoute } from "./routes";
import type { SharedRoutes } from "./shared-routes";

/** A route that is checked and not created yet. */
interface PlannedRoute {
  readonly key: HttpRouteKey;
  readonly authorization: PlannedAuthorization;
  readonly throttle: RouteThrottle | undefined;
}

/** A route with a target of its own. */
interface PlannedOwnRoute extends PlannedRoute {
  createTarget(): ApiRouteTarget;
}

/** The keys of the API and of a call. Neither Terraform nor AWS tells all of them apart. */
interface HttpKeys {
  readonly keys: TakenKeys;
  /** By the part of the key that the addresses of its resources keep. */
  readonly addresses: TakenKeys;
  /** By the requests that the route answers. */
  readonly shapes: TakenKeys;
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
  private readonly defaults: ApiDefaults;
  private readonly throttled: ThrottledStage;

  constructor(
    private readonly api: Construct,
    { defaults = {}, authorizers: declared = {} }: ApiProps,
    { authorizers, throttled }: Pick<ApiPlan, "authorizers" | "throttled">,
  ) {
    this.defaults = defaults;
    this.throttled = throttled;
    this.authorizers = {
      api,
      defaults,
      authorizers,
      names: isPlainObject(declared) ? Object.keys(present(declared)) : undefined,
      maxScopes: quotas.scopesPerRoute,
      maxScopeLength: quotas.scopeLength,
    };
    checkAuthorizerName(this.authorizers, "defaults.authorizer", defaults.authorizer ?? "none");
    this.moved = new MovedRoutes(api, {
      parseKey: (prop, written) => parseMethodRouteKey(api, written, prop),
      idsOf: ({ id, placeId, route }, other) => [
        `Route_${placeId}`,
        `Integration_${placeId}`,
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
  plan(scope: Construct, routes: Readonly<Record<string, ApiRouteProps>>): PlannedRoutes<PlannedOwnRoute> {
    return planInScope(this.api, scope, (place, onFailure) => {
      const given = this.planKeys(place, routes, onFailure);
      const planned = mapTogether(given, (route) => this.planRoute(place, route));
      this.checkCounts(planned);
      return { place, routes: planned };
    });
  }

  private planKeys<Value>(
    place: Construct,
    routes: Readonly<Record<string, Value>>,
    onFailure: (undo: () => void) => void,
  ): readonly GivenRoute<HttpRouteKey, Value>[] {
    const { keys } = this;
    const taken: HttpKeys = {
      keys: new TakenKeys(keys),
      addresses: new TakenKeys(keys, addressOf),
      shapes: new TakenKeys(keys, shapeOf),
    };
    checkManyRoutes(this.api, routes);
    const given = parseRouteKeys(routes, (written, prop) =>
      this.takeKey(taken, prop, parseMethodRouteKey(this.api, written)),
    );
    // The names of functions are those of routes that were moved.
    const added = [...this.added.values()].map(({ key }) => key);
    onFailure(this.moved.plan(place, added, given));
    return given;
  }

  private takeKey({ keys, addresses, shapes }: HttpKeys, prop: string, parsed: HttpRouteKey): HttpRouteKey {
    const { key } = takeKey(this.api, prop, keys, parsed);
    const other = addresses.take(key);
    if (other !== undefined) fail(this.api, "route-address-taken", prop, { key, other });
    const same = shapes.take(key);
    if (same !== undefined) fail(this.api, "route-same-requests", prop, { key, other: same });
    return parsed;
  }

  private planRoute(
    place: Construct,
    { key, prop, value }: GivenRoute<HttpRouteKey, ApiRouteProps>,
  ): PlannedOwnRoute {
    const { api, throttled } = this;
    const { kind, props } = readApiRoute(api, prop, value);
    const { function: functionDefaults, payloadFormatVersion = "2.0" } = this.defaults;
    const declaration = { api, scope: place, id: key.id, key, prop, functionDefaults, payloadFormatVersion };
    const [authorization, throttle, createTarget] = together(
      () => planAuthorization(this.authorizers, prop, props),
      () => planRouteThrottle(api, `${prop}.throttle`, props.throttle, throttled, place),
      () => kind.plan(declaration, props),
    );
    return { key, authorization, throttle, createTarget };
  }

  /** Creates routes, each with its own integration. */
  create({ place, routes }: PlannedRoutes<PlannedOwnRoute>, gateway: ApiRoutesGateway): void {
    for (const planned of routes) {
      const target = planned.createTarget();
      const { id, placeId } = planned.key;
      const integration = createIntegration(place, `Integration_${placeId}`, gateway.apiId, target);
      if (placeId !== id) moveFrom(integration, place, [`Integration_${id}`]);
      this.createRoute(place, planned, { target, integration }, gateway);
    }
  }

  /** Adds routes that one function answers through one integration. */
  addShared({ scope, id, keys, function: fn, authorizer }: SharedRoutes, gateway: ApiRoutesGateway): void {
    const { payloadFormatVersion = "2.0" } = this.defaults;
    const target: ApiRouteTarget = { ...functionTarget(fn, payloadFormatVersion), metadataType: "function" };
    const { place, routes } = this.planShared(
      scope,
      Object.fromEntries(keys.map((key) => [key, { authorizer }])),
    );
    const integration = createIntegration(place, `Integration_${id}`, gateway.apiId, target);
    for (const planned of routes) this.createRoute(place, planned, { target, integration }, gateway);
  }

  private planShared(
    scope: Construct,
    routes: Readonly<Record<string, Pick<SharedRoutes, "authorizer">>>,
  ): PlannedRoutes<PlannedRoute> {
    return planInScope(this.api, scope, (place, onFailure) => {
      const given = this.planKeys(place, routes, onFailure);
      const planned = mapTogether(given, ({ key, prop, value }): PlannedRoute => {
        const authorization = planAuthorization(this.authorizers, prop, value);
        return { key, authorization, throttle: undefined };
      });
      this.checkCounts(planned);
      return { place, routes: planned };
    });
  }

  private checkCounts(planned: readonly PlannedRoute[]): void {
    checkQuota(this.api, "routes", "routesPerHttpApi", "routes", this.added.size + planned.length);
    this.checkAuthorizerCount(planned);
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
    const route = new Apigatewayv2Route(scope, `Route_${key.placeId}`, {
      apiId,
      routeKey: key.key,
      target: `integrations/${integration.id}`,
      authorizationType: type,
      authorizerId,
      authorizationScopes: scopes,
    });
    if (key.placeId !== key.id) moveFrom(route, scope, [`Route_${key.id}`]);
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
