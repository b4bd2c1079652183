import { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import { ApiGatewayIntegrationResponse } from "@cdktf/provider-aws/lib/api-gateway-integration-response";
import { ApiGatewayMethod } from "@cdktf/provider-aws/lib/api-gateway-method";
import { ApiGatewayMethodResponse } from "@cdktf/provider-aws/lib/api-gateway-method-response";
import type { TerraformResource } from "cdktf";
import type { Construct } from "constructs";
import { together } from "../../facts/errors/problems";
import { moveFrom, present } from "../../kit/core";
import { type FunctionsByKey, functionRef, type InvokePermissions } from "../../kit/function";
import {
  type AddedRoute,
  type CreatedAuthorizer,
  checkManyRoutes,
  GatewayRoutes,
  type GivenRoute,
  gatewayTimeouts,
  type PlannedAuthorization,
  type PlannedAuthorizer,
  type PlannedRoutes,
  planAuthorization,
  planRouteThrottle,
  type RouteAuthorizers,
  type RouteThrottle,
  routeAuthorization,
  routeAuthorizers,
  type ThrottledStage,
  waitForAuthorizer,
} from "../../kit/gateway";
import { permitMethod } from "./invoke-permissions";
import type { RestV1ApiMetadata } from "./library";
import { formerPaths, keepsMethod, moveFromPath, type RenamedRoute } from "./moved-places";
import type { RestV1ApiDefaults, RestV1ApiProps } from "./props";
import { checkPaths, type KnownPaths, type RestResources } from "./rest-resources";
import { parseRestRouteKey, type RestRouteKey, writtenPathId } from "./rest-route-key";
import {
  type AnyRouteProps,
  escapeAll,
  methodConfig,
  modelNames,
  type RestRouteTarget,
  readRestRoute,
} from "./routes";
import type { RestV1ApiRouteProps } from "./routes/props";

/** A route that is checked and not created yet. */
interface PlannedRoute {
  readonly key: RestRouteKey;
  readonly prop: string;
  readonly authorization: PlannedAuthorization;
  readonly throttle: RouteThrottle | undefined;
  readonly cdk: NonNullable<AnyRouteProps["cdk"]>;
  createTarget(): RestRouteTarget;
}

/** A resource whose id names the path of a route. */
interface PlacedResource {
  readonly key: RestRouteKey;
  readonly resource: TerraformResource;
  /** Its id with another path in it. */
  idAt(path: string): string;
}

/** A method, as its responses and its integration name it. */
interface MethodPlace {
  readonly restApiId: string;
  readonly resourceId: string;
  /** A reference to the method: what has it is created after the method and removed before it. */
  readonly httpMethod: string;
}

/** The created parts of an API that its routes refer to. */
export interface RestRoutesGateway {
  readonly restApiId: string;
  readonly stageName: string;
  readonly authorizers: ReadonlyMap<string, CreatedAuthorizer>;
  readonly resources: RestResources;
  readonly functions: FunctionsByKey;
  readonly permissions: InvokePermissions;
}

/** The routes of a REST API: who may call them and which function answers. */
export class RestRoutes extends GatewayRoutes<
  RestRouteKey,
  RestV1ApiRouteProps,
  PlannedRoute,
  RestRouteTarget,
  ApiGatewayIntegration
> {
  private readonly placed: PlacedResource[] = [];
  private readonly foreign: ((permissions: InvokePermissions) => void)[] = [];
  private readonly authorizers: RouteAuthorizers;
  private readonly defaults: RestV1ApiDefaults;

  constructor(
    api: Construct,
    props: RestV1ApiProps,
    authorizers: ReadonlyMap<string, PlannedAuthorizer>,
    private readonly stage: ThrottledStage,
    private readonly paths: KnownPaths,
  ) {
    super(api);
    this.defaults = props.defaults ?? {};
    this.authorizers = routeAuthorizers(api, props, authorizers);
  }

  parseKey(written: string, prop: string): RestRouteKey {
    return parseRestRouteKey(this.api, written, prop);
  }

  /** Only the function is below the scope of the routes. The gateway's resources depend on the path. */
  idsOf({ id }: RestRouteKey): readonly [string] {
    return [`Lambda_${id}`];
  }

  get metadata(): RestV1ApiMetadata["data"]["routes"] {
    return [...this.added].map(([route, { target }]) => ({
      type: target.metadataType,
      route,
      ...(target.function && { fn: functionRef(target.function) }),
    }));
  }

  /** All routes with their limits, which most do not have. */
  get limited(): readonly AddedRoute<RestRouteKey, RestRouteTarget, ApiGatewayIntegration>[] {
    return [...this.added.values()];
  }

  /** Whether a greedy variable below the root answers every path, and nothing answers the root itself. */
  get leavesRootOut(): boolean {
    const paths = [...this.added.values()].map(({ key }) => key.path);
    return !paths.includes("/") && paths.some((path) => /^\/\{[^/]+\+\}$/.test(path));
  }

  /** The paths that have an `OPTIONS` route. */
  get pathsWithOptions(): ReadonlySet<string> {
    const own = [...this.added.values()].filter(({ key }) => key.method === "OPTIONS");
    return new Set(own.map(({ key }) => key.path));
  }

  protected override readKeys<Given>(routes: Readonly<Record<string, Given>>) {
    checkManyRoutes(this.api, routes);
    return super.readKeys(routes);
  }

  protected planRoute(
    place: Construct,
    { key, prop, value }: GivenRoute<RestRouteKey, RestV1ApiRouteProps>,
  ): PlannedRoute {
    const { api, stage } = this;
    const { kind, props } = readRestRoute(api, prop, value);
    const { function: functionDefaults } = this.defaults;
    const declaration = { api, scope: place, id: key.id, key, prop, functionDefaults };
    const [authorization, throttle, createTarget] = together(
      () => planAuthorization(this.authorizers, prop, props),
      () => planRouteThrottle(api, `${prop}.throttle`, props.throttle, stage, place),
      () => kind.plan(declaration, props),
    );
    return { key, prop, authorization, throttle, cdk: props.cdk ?? {}, createTarget };
  }

  protected checkPlanned(planned: readonly PlannedRoute[]): void {
    checkPaths(
      this.api,
      this.paths,
      planned.map(({ prop, key }) => ({ prop, path: key.path })),
    );
  }

  /** Creates routes. Their functions are below the scope of the plan, everything else is below the API. */
  create({ routes }: PlannedRoutes<PlannedRoute>, gateway: RestRoutesGateway): void {
    for (const planned of routes) this.createRoute(planned, gateway);
  }

  private createRoute(planned: PlannedRoute, gateway: RestRoutesGateway): void {
    const { api } = this;
    const { key, cdk } = planned;
    const target = planned.createTarget();
    const method = this.createMethod(planned, target, gateway);
    const integration = new ApiGatewayIntegration(api, `Integration_${key.placeId}`, {
      ...method,
      ...target.integration,
    });
    this.place(key, integration, (path) => `Integration_${key.method}_${path}`);
    this.createResponses(planned, method, integration);
    const { timeoutMilliseconds = gatewayTimeouts.rest * 1000 } = target.integration;
    const added = { key, target, throttle: planned.throttle, resource: integration };
    this.keep(gateway.functions, added, timeoutMilliseconds / 1000);
    const { allowTestInvoke = true } = cdk.integration ?? {};
    const { stageName, permissions } = gateway;
    const { permission, foreign } = target;
    if (permission === undefined) return;
    const permit = (to: InvokePermissions) => {
      // Nothing can wait for a permission in another stack.
      const place = foreign?.placePermission();
      const at = place === undefined ? { scope: api, waiting: [integration] } : { scope: place, waiting: [] };
      permitMethod(to, at, this.renamed(key), permission, { stageName, allowTestInvoke });
    };
    if (foreign === undefined) permit(permissions);
    else this.foreign.push(permit);
  }

  /** Notes a resource of a route. Earlier versions of the library had the names of variables in its id. */
  private place(key: RestRouteKey, resource: TerraformResource, idAt: PlacedResource["idAt"]): void {
    if (this.moved.formerOf(key) === undefined) moveFrom(resource, this.api, [idAt(writtenPathId(key.path))]);
    else this.placed.push({ key, resource, idAt });
  }

  private renamed(key: RestRouteKey): RenamedRoute {
    return { key, former: this.moved.formerOf(key) };
  }

  /**
   * Moves the gateway's resources of routes with `moved`, when all routes are known.
   *
   * @param paths - the paths of the resources of the API
   * @returns the paths that had another place, by their present ones
   */
  finishMoves(paths: readonly string[]): ReadonlyMap<string, string> {
    const routes = [...this.added.values()].map(({ key }) => this.renamed(key));
    const moved = formerPaths(paths, routes);
    for (const { key, resource, idAt } of this.placed) {
      const { former } = this.renamed(key);
      if (former !== undefined && keepsMethod({ key, former }, moved)) {
        moveFromPath(this.api, resource, former.path, idAt);
      }
    }
    return moved;
  }

  /** Creates the permissions of functions of other stacks, when it is known which stacks wait for which. */
  permitForeign(permissions: InvokePermissions): void {
    for (const permit of this.foreign) permit(permissions);
    permissions.create();
  }

  private createMethod(
    { key, authorization, cdk }: PlannedRoute,
    { requestParameters }: RestRouteTarget,
    { restApiId, resources, authorizers }: RestRoutesGateway,
  ): MethodPlace {
    const created = routeAuthorization(authorization, authorizers);
    const { type, authorizerId, scopes } = created;
    const at = { restApiId, resourceId: resources.add(key.path) };
    const method = new ApiGatewayMethod(
      this.api,
      `Method_${key.placeId}`,
      methodConfig(
        { ...at, httpMethod: key.method, requestParameters },
        { authorization: type, authorizerId, authorizationScopes: scopes },
        cdk.method ?? {},
      ),
    );
    this.place(key, method, (path) => `Method_${key.method}_${path}`);
    waitForAuthorizer(method, created);
    return { ...at, httpMethod: method.httpMethod };
  }

  private createResponses(
    { key, cdk }: PlannedRoute,
    method: MethodPlace,
    integration: ApiGatewayIntegration,
  ): void {
    const { api } = this;
    const responses = new Map<string, ApiGatewayMethodResponse>();
    for (const { statusCode, responseModels, responseParameters } of cdk.method?.methodResponses ?? []) {
      const response = new ApiGatewayMethodResponse(api, `MethodResponse_${key.placeId}_${statusCode}`, {
        ...method,
        statusCode,
        responseModels: modelNames(responseModels),
        responseParameters: responseParameters && { ...present(responseParameters) },
      });
      this.place(key, response, (path) => `MethodResponse_${key.method}_${path}_${statusCode}`);
      responses.set(statusCode, response);
    }
    for (const response of cdk.integration?.integrationResponses ?? []) {
      const { statusCode, responseTemplates, responseParameters } = response;
      const id = `IntegrationResponse_${key.placeId}_${statusCode}`;
      const created = new ApiGatewayIntegrationResponse(api, id, {
        ...method,
        ...response,
        httpMethod: integration.httpMethod,
        statusCode: responses.get(statusCode)?.statusCode ?? statusCode,
        responseTemplates: escapeAll(present(responseTemplates)),
        responseParameters: escapeAll(present(responseParameters)),
      });
      this.place(key, created, (path) => `IntegrationResponse_${key.method}_${path}_${statusCode}`);
    }
  }
}
