import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Construct } from "constructs";
import { mapTogether, together } from "../../facts/errors/problems";
import { checkQuota } from "../../kit/app";
import { moveFrom, quotas } from "../../kit/core";
import { type FunctionsByKey, functionRef, type InvokePermissions } from "../../kit/function";
import {
  type CreatedAuthorizer,
  checkManyRoutes,
  countAuthorizers,
  GatewayRoutes,
  type GivenRoute,
  gatewayTimeouts,
  type HttpRouteKey,
  invokedThrough,
  type KeyForm,
  type PlannedAuthorization,
  type PlannedRoutes,
  parseMethodRouteKey,
  planAuthorization,
  planInScope,
  planRouteThrottle,
  type RouteAuthorizers,
  type RouteThrottle,
  routeAuthorization,
  routeAuthorizers,
  type ThrottledStage,
  waitForAuthorizer,
} from "../../kit/gateway";
import type { ApiPlan } from "./check";
import { fail } from "./errors";
import type { ApiMetadata } from "./library";
import type { ApiDefaults, ApiProps } from "./props";
import { type ApiRouteTarget, functionTarget, readApiRoute } from "./routes";
import type { ApiRouteProps } from "./routes/props";
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
export class ApiRoutes extends GatewayRoutes<
  HttpRouteKey,
  ApiRouteProps,
  PlannedOwnRoute,
  ApiRouteTarget,
  Apigatewayv2Route
> {
  private readonly authorizations: PlannedAuthorization[] = [];
  private readonly authorizers: RouteAuthorizers;
  private readonly defaults: ApiDefaults;
  private readonly throttled: ThrottledStage;
  /** Neither Terraform nor AWS tells all keys apart. */
  protected override readonly forms = [
    formOf(this.api, addressOf, "route-address-taken"),
    formOf(this.api, shapeOf, "route-same-requests"),
  ];

  constructor(api: Construct, props: ApiProps, plan: Pick<ApiPlan, "authorizers" | "throttled">) {
    super(api);
    this.defaults = props.defaults ?? {};
    this.throttled = plan.throttled;
    const { scopesPerRoute: maxScopes, scopeLength: maxScopeLength } = quotas;
    this.authorizers = routeAuthorizers(api, props, plan.authorizers, { maxScopes, maxScopeLength });
  }

  parseKey(written: string, prop: string): HttpRouteKey {
    return parseMethodRouteKey(this.api, written, prop);
  }

  idsOf({ id, placeId, route }: HttpRouteKey, other: HttpRouteKey): readonly [string, ...string[]] {
    const ids = [`Integration_${placeId}`, `Lambda_${id}`, `Role_${id}`];
    // Terraform would not know any more what waits for a permission that is moved and replaced.
    if (route?.path === other.route?.path) ids.push(`Permission_${id}`);
    return [`Route_${placeId}`, ...ids];
  }

  get metadata(): ApiMetadata["data"]["routes"] {
    return [...this.added].map(([route, { target }]) => ({
      type: target.metadataType,
      route,
      ...(target.function && { fn: functionRef(target.function) }),
      ...target.metadata,
    }));
  }

  protected override readKeys<Given>(routes: Readonly<Record<string, Given>>) {
    checkManyRoutes(this.api, routes);
    return super.readKeys(routes);
  }

  protected planRoute(
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
      this.checkPlanned(planned);
      return { place, routes: planned };
    });
  }

  protected checkPlanned(planned: readonly PlannedRoute[]): void {
    checkQuota(this.api, "routes", "routesPerHttpApi", "routes", this.added.size + planned.length);
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
    this.authorizations.push(authorization);
    this.keep(functions, { key, target, throttle, resource: route }, gatewayTimeouts.http);
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

function formOf(
  api: Construct,
  of: KeyForm["of"],
  code: "route-address-taken" | "route-same-requests",
): KeyForm {
  return { of, refuse: (prop, key, other) => fail(api, code, prop, { key, other }) };
}

/** The part of a key that the Terraform addresses of its resources keep: a construct id cannot contain a slash. */
function addressOf(key: string): string {
  return key.replaceAll("/", "--");
}

/** A route key without the names of its variables: `GET /notes/{}`. */
function shapeOf(key: string): string {
  return key.replace(/\{[^}+]*(\+?)\}/g, "{$1}");
}
