import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import { Construct } from "constructs";
import { checkKeys, isPlainObject } from "../../core/check";
import { escapeTemplate } from "../../core/escape";
import { quotas } from "../../core/quotas";
import { type FunctionsByKey, functionRef, isFunction, resolveFunction } from "../../function";
import type { InvokePermissions } from "../../function/invoke-permissions";
import type { ConnectAuthorization } from "./authorizer";
import { ConnectionsAccess } from "./connections-access";
import { fail } from "./errors";
import type { WebSocketApiProps } from "./props";
import { parseRouteKey } from "./route-key";

type Routes = NonNullable<WebSocketApiProps["routes"]>;

interface PlannedRoute {
  readonly key: string;
  readonly prop: string;
  readonly reference: unknown;
}

/** The routes of a WebSocket API. */
export class WebSocketRoutes {
  private readonly added = new Map<string, Apigatewayv2Route>();
  private readonly connections: ConnectionsAccess;

  constructor(
    private readonly api: Construct,
    private readonly apiId: string,
    private readonly defaults: NonNullable<WebSocketApiProps["defaults"]>,
    private readonly connect: ConnectAuthorization,
    private readonly functions: FunctionsByKey,
    private readonly permissions: InvokePermissions,
  ) {
    this.connections = new ConnectionsAccess(api);
  }

  get keys(): string[] {
    return [...this.added.keys()];
  }

  get metadata(): readonly unknown[] {
    return this.keys.map((route) => ({ route, fn: functionRef(this.functions.get(route)) }));
  }

  find(key: string): Apigatewayv2Route | undefined {
    return this.added.get(key);
  }

  /** Adds routes below a scope; all of them are checked before the first is created. */
  add(scope: Construct, routes: Routes): void {
    const planned = new Map<string, PlannedRoute>();
    for (const [written, value] of Object.entries(routes)) {
      const prop = `routes[${JSON.stringify(written)}]`;
      const key = parseRouteKey(this.api, prop, written);
      if (this.added.has(key) || planned.has(key)) fail(this.api, "route-duplicate", prop, { key });
      planned.set(key, { key, prop, reference: this.parseValue(prop, value) });
    }
    const count = this.added.size + planned.size;
    const { routesPerWebSocketApi: limit } = quotas;
    if (count > limit) fail(this.api, "quota-exceeded", "routes", { what: "routes", count, limit });
    // Two APIs may add the same route below one scope.
    const id = `Routes_${this.api.node.id}`;
    const place =
      scope === this.api
        ? scope
        : ((scope.node.tryFindChild(id) as Construct | undefined) ?? new Construct(scope, id));
    this.checkIds(place, [...planned.values()]);
    for (const each of planned.values()) this.create(place, each);
  }

  private parseValue(prop: string, value: unknown): unknown {
    if (!isPlainObject(value) || isFunction(value)) return value;
    if ("authorizer" in value) fail(this.api, "route-authorizer-web-socket", `${prop}.authorizer`, {});
    if ("handler" in value || (!("function" in value) && !("type" in value))) return value;
    checkKeys(this.api, prop, value, ["type", "function"]);
    if (value.type !== undefined && value.type !== "function") {
      fail(this.api, "literal-unknown", `${prop}.type`, { value: value.type, allowed: ["function"] });
    }
    if (value.function === undefined) {
      fail(this.api, "prop-required", `${prop}.function`, {
        remedy: 'Name what answers the route: function: "functions/chat.send".',
      });
    }
    return value.function;
  }

  /** A key is part of construct ids, which other routes and the API itself use, too. */
  private checkIds(place: Construct, planned: readonly PlannedRoute[]): void {
    // Permissions are created when everything else is there.
    const taken = new Set(place.node.children.map(({ node }) => node.id));
    for (const key of this.added.keys()) taken.add(idOf(`Permission_${key}`));
    for (const { key, prop, reference } of planned) {
      const own = isFunction(reference) ? [] : [key];
      const ids = [
        ...own,
        `Integration_${key}`,
        `Route_${key}`,
        `Permission_${key}`,
        `Connections_${key}`,
      ].map(idOf);
      for (const id of ids) {
        if (taken.has(id)) fail(this.api, "route-key-taken", prop, { id, path: place.node.path });
        taken.add(id);
      }
    }
  }

  private create(scope: Construct, { key, prop, reference }: PlannedRoute): void {
    const { api, apiId } = this;
    const fn = resolveFunction({ owner: api, scope, defaults: this.defaults.function }, key, prop, reference);
    const integration = new Apigatewayv2Integration(scope, `Integration_${key}`, {
      apiId,
      integrationType: "AWS_PROXY",
      integrationUri: fn.invokeArn,
    });
    const authorization = key === "$connect" ? this.connect : { authorizationType: "NONE" };
    const route = new Apigatewayv2Route(scope, `Route_${key}`, {
      apiId,
      routeKey: escapeTemplate(key),
      target: `integrations/${integration.id}`,
      ...authorization,
    });
    this.added.set(key, route);
    this.functions.add(key, fn);
    this.connections.grant(scope, key, fn);
    this.permissions.add({
      scope,
      invokes: { functionName: fn.cdk.function.functionName },
      sources: { [`Permission_${key}`]: `/*/${escapeTemplate(key)}` },
    });
  }
}

/** As the construct tree writes an id. */
function idOf(text: string): string {
  return text.replaceAll("/", "--");
}
