import { Apigatewayv2Integration } from "@cdktf/provider-aws/lib/apigatewayv2-integration";
import { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import type { Construct } from "constructs";
import { functionRef, type HostFunctions, isFunction, resolveFunction } from "../function";
import { checkKeys, isPlainObject } from "../shared/check";
import { fail } from "../shared/errors";
import type { InvokePermissions } from "../shared/invoke-permissions";
import { quotas } from "../shared/quotas";
import { routesScope } from "../shared/routes-scope";
import type { ConnectAuthorization } from "./authorizer";
import type { WebSocketApiProps } from "./props";

type Routes = NonNullable<WebSocketApiProps["routes"]>;

interface PlannedRoute {
  readonly key: string;
  readonly prop: string;
  readonly reference: unknown;
}

/** The routes of a WebSocket API. */
export class WebSocketRoutes {
  private readonly added = new Map<string, Apigatewayv2Route>();

  constructor(
    private readonly api: Construct,
    private readonly apiId: string,
    private readonly defaults: NonNullable<WebSocketApiProps["defaults"]>,
    private readonly connect: ConnectAuthorization,
    private readonly functions: HostFunctions,
    private readonly permissions: InvokePermissions,
  ) {}

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
      const key = this.parseKey(prop, written);
      if (this.added.has(key) || planned.has(key)) fail(this.api, "route-duplicate", prop, { key });
      planned.set(key, { key, prop, reference: this.parseValue(prop, value) });
    }
    const count = this.added.size + planned.size;
    const { routesPerWebSocketApi: limit } = quotas;
    if (count > limit) fail(this.api, "quota-exceeded", "routes", { what: "routes", count, limit });
    const place = routesScope(this.api, scope);
    for (const each of planned.values()) this.create(place, each);
  }

  private parseKey(prop: string, written: string): string {
    const key = written.trim();
    if (/^[A-Za-z]+\s+\//.test(key)) fail(this.api, "route-key-http", prop, { value: written });
    if (key === "" || (key.startsWith("$") && !["$connect", "$disconnect", "$default"].includes(key))) {
      fail(this.api, "route-key-web-socket", prop, { value: written });
    }
    return key;
  }

  private parseValue(prop: string, value: unknown): unknown {
    if (!isPlainObject(value) || isFunction(value) || "handler" in value) return value;
    if ("authorizer" in value) fail(this.api, "route-authorizer-web-socket", `${prop}.authorizer`, {});
    if (!("function" in value) && !("type" in value)) return value;
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
      routeKey: key,
      target: `integrations/${integration.id}`,
      ...authorization,
    });
    this.added.set(key, route);
    this.functions.add(key, fn);
    this.permissions.add({
      scope,
      invokes: { functionName: fn.cdk.function.functionName },
      sources: { [`Permission_${key}`]: `/*/${key}` },
    });
  }
}
