import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Construct, IConstruct } from "constructs";
import { together } from "../../facts/errors/problems";
import { checkQuota, Stack } from "../../kit/app";
import { escapeTemplate, isUnresolved, refuseValue } from "../../kit/core";
import {
  type Function,
  type FunctionsByKey,
  functionRef,
  type InvokePermissions,
  isFunction,
  RolePolicies,
} from "../../kit/function";
import {
  GatewayRoutes,
  type GivenRoute,
  gatewayTimeouts,
  invokedThrough,
  type PlannedRoutes,
  planRouteThrottle,
  type RouteThrottle,
  type ThrottledStage,
  waitForAuthorizer,
} from "../../kit/gateway";
import { type Permissions, resolvePermissions } from "../../kit/iam";
import type { ConnectAuthorization } from "./authorizers";
import { fail } from "./errors";
import type { WebSocketApiMetadata } from "./library";
import type { WebSocketApiProps } from "./props";
import { functionRoute, readWebSocketRoute, type WebSocketRouteTarget } from "./routes";

/** Lets the functions of routes send messages to connected clients. */
class ConnectionsAccess {
  private readonly permissions: Permissions;

  constructor(private readonly api: Construct) {
    this.permissions = [[api, "grantManageConnections"]];
  }

  grant(scope: Construct, fn: Function): void {
    const stack = Stack.of(fn);
    if (stack === Stack.of(this.api) || stack === Stack.of(scope)) {
      fn.attachPermissions(this.permissions);
      return;
    }
    // In the stack of the function, the policy would make that stack wait for the API's, which waits for the function.
    const statements = resolvePermissions(this.api, "routes", this.permissions);
    RolePolicies.of(Stack.of(scope), fn.role).add(statements);
  }
}

type Routes = NonNullable<WebSocketApiProps["routes"]>;

/** A route key, normalized. */
interface WebSocketRouteKey {
  readonly key: string;
}

/** A route that is checked and not created yet. */
interface PlannedRoute {
  readonly key: WebSocketRouteKey;
  readonly throttle: RouteThrottle | undefined;
  createTarget(): WebSocketRouteTarget;
}

/** The created parts of an API that its routes refer to. */
export interface WebSocketRoutesGateway {
  readonly apiId: string;
  readonly connect: ConnectAuthorization;
  readonly functions: FunctionsByKey;
  readonly permissions: InvokePermissions;
}

/** The routes of a WebSocket API. */
export class WebSocketRoutes extends GatewayRoutes<
  WebSocketRouteKey,
  Routes[string],
  PlannedRoute,
  WebSocketRouteTarget,
  Apigatewayv2Route
> {
  private readonly connections: ConnectionsAccess;

  constructor(
    api: Construct,
    private readonly defaults: NonNullable<WebSocketApiProps["defaults"]>,
    private readonly throttled: ThrottledStage,
    /** Ids of children that the API creates after it has planned its routes. */
    private readonly reservedIds: readonly string[],
  ) {
    super(api);
    this.connections = new ConnectionsAccess(api);
  }

  parseKey(written: string, prop: string): WebSocketRouteKey {
    return { key: parseWebSocketRouteKey(this.api, prop, written) };
  }

  /** A permission names the key: it is replaced, and Terraform would not know any more what waits for it. */
  idsOf({ key }: WebSocketRouteKey): readonly [string, ...string[]] {
    return [key, ...partsOf(key).filter((id) => !id.startsWith("Permission_"))];
  }

  get metadata(): WebSocketApiMetadata["data"]["routes"] {
    return [...this.added].map(([route, { target }]) => ({ route, fn: functionRef(target.function) }));
  }

  find(key: string): Apigatewayv2Route | undefined {
    return this.added.get(key)?.resource;
  }

  protected planRoute(
    place: Construct,
    { key: routeKey, prop, value }: GivenRoute<WebSocketRouteKey, Routes[string]>,
    ids: Set<string>,
  ): PlannedRoute {
    const { api, throttled } = this;
    const { key } = routeKey;
    const props = readWebSocketRoute(api, prop, value);
    this.checkIds(place, ids, { key, prop, hasOwnFunction: !isFunction(props.function) });
    const { function: functionDefaults } = this.defaults;
    const [createTarget, throttle] = together(
      () => functionRoute.plan({ api, scope: place, id: key, prop, functionDefaults }, props),
      () => planRouteThrottle(api, `${prop}.throttle`, props.throttle, throttled, place),
    );
    return { key: routeKey, throttle, createTarget };
  }

  /**
   * Refuses a key whose construct ids are taken, by the API itself or by another route.
   *
   * @param planned - ids of the routes that are planned so far
   */
  private checkIds(
    place: Construct,
    planned: Set<string>,
    route: { readonly key: string; readonly prop: string; readonly hasOwnFunction: boolean },
  ): void {
    const { key, prop, hasOwnFunction } = route;
    // Permissions are created when the app is finished.
    const permissions = this.keys.map((each) => idOf(`Permission_${each}`));
    const reserved = place === this.api ? this.reservedIds : [];
    const children = place.node.children.map(({ node }) => node.id);
    const taken = new Set([...children, ...reserved, ...permissions, ...planned]);
    for (const id of [...(hasOwnFunction ? [key] : []), ...partsOf(key)].map(idOf)) {
      if (taken.has(id)) fail(this.api, "route-key-taken", prop, { id, path: place.node.path });
      planned.add(id);
    }
  }

  protected checkPlanned(planned: readonly PlannedRoute[]): void {
    checkQuota(this.api, "routes", "routesPerWebSocketApi", "routes", this.added.size + planned.length);
  }

  /** Creates routes, each with an integration. */
  create({ place, routes }: PlannedRoutes<PlannedRoute>, gateway: WebSocketRoutesGateway): void {
    const { apiId, connect, functions, permissions } = gateway;
    for (const { key: routeKey, throttle, createTarget } of routes) {
      const { key } = routeKey;
      const target = createTarget();
      const integration = new Apigatewayv2Integration(place, `Integration_${key}`, {
        apiId,
        ...target.integration,
      });
      const isConnect = key === "$connect";
      const route = new Apigatewayv2Route(place, `Route_${key}`, {
        apiId,
        routeKey: escapeTemplate(key),
        target: `integrations/${integration.id}`,
        authorizationType: isConnect ? connect.authorization : "NONE",
        authorizerId: isConnect ? connect.authorizerId : undefined,
      });
      if (isConnect) waitForAuthorizer(route, connect);
      this.keep(functions, { key: routeKey, target, throttle, resource: route }, gatewayTimeouts.websocket);
      this.connections.grant(place, target.function);
      if (target.permission !== undefined) {
        const sources = { [`Permission_${key}`]: `/*/${escapeTemplate(key)}` };
        const through = invokedThrough(integration);
        permissions.add({ scope: place, ...target.permission, ...through, sources });
      }
    }
  }
}

/** The ids of the resources of a route, beside those of its own function. */
function partsOf(key: string): readonly string[] {
  return ["Integration", "Route", "Permission", "Connections"].map((part) => `${part}_${key}`);
}

/** An id in the form of the construct tree. */
function idOf(text: string): string {
  return text.replaceAll("/", "--");
}

const lifecycle: readonly string[] = ["$connect", "$disconnect", "$default"];

/** A route key without spaces around it. */
export function trimmedKey(where: IConstruct, written: unknown, at = "the route key"): string {
  if (typeof written === "string") return written.trim();
  return refuseValue(where, at, written, 'a string such as "$default"');
}

/** Parses a route key: `$connect`, `$disconnect`, `$default` or a name. Refuses any other key that begins with `$`. */
function parseWebSocketRouteKey(where: IConstruct, prop: string, written: string): string {
  const key = trimmedKey(where, written, prop);
  if (/^[A-Za-z]+\s+\//.test(key)) fail(where, "route-key-http", prop, { value: written });
  const isReserved = key.startsWith("$") && !lifecycle.includes(key);
  if (key === "" || isReserved || /\p{Cc}/u.test(key) || isUnresolved(key)) {
    fail(where, "route-key-web-socket", prop, { value: written });
  }
  return key;
}
