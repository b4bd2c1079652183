import { ApiGatewayIntegration } from "@cdktf/provider-aws/lib/api-gateway-integration";
import { ApiGatewayIntegrationResponse } from "@cdktf/provider-aws/lib/api-gateway-integration-response";
import { ApiGatewayMethod } from "@cdktf/provider-aws/lib/api-gateway-method";
import { ApiGatewayMethodResponse } from "@cdktf/provider-aws/lib/api-gateway-method-response";
import type { TerraformStack } from "cdktf";
import type { Construct } from "constructs";
import { checkList } from "../../core/check";
import { existingTarget, type FunctionsByKey, functionRef, resolveFunction } from "../../function";
import type { InvokePermissions } from "../../function/invoke-permissions";
import { routesScope } from "../../gateway/routes-scope";
import type { CreatedAuthorizer } from "./authorizers";
import { fail } from "./errors";
import { escapeAll, integrationConfig } from "./integration";
import { permitMethod } from "./invoke-permissions";
import { type FunctionTarget, libraryTarget } from "./invoked-function";
import { type MethodAuthorization, methodConfig, modelNames } from "./method";
import type { RestV1ApiDefaults } from "./props";
import type { ResourceTree } from "./resource-tree";
import { parseRestRoute } from "./route";
import { parseRestRouteKey, pathId, type RestRouteKey } from "./route-key";
import type { RestV1ApiFunctionRouteProps, RestV1ApiRouteProps } from "./route-props";
import { checkKnownCycle, checkRoutesCycle } from "./routes-cycle";

interface PlannedRoute {
  readonly key: RestRouteKey;
  /** `routes["GET /notes"]`. */
  readonly prop: string;
  readonly props: RestV1ApiFunctionRouteProps;
  readonly authorization: MethodAuthorization;
}

interface AddedRoute {
  readonly key: RestRouteKey;
  readonly prop: string;
  readonly target: FunctionTarget;
  readonly resourceId: string;
}

/** What the routes of a REST API need of it. */
export interface RestRoutesHost {
  readonly api: Construct;
  readonly restApiId: string;
  readonly stageName: string;
  readonly defaults: RestV1ApiDefaults;
  readonly authorizers: ReadonlyMap<string, CreatedAuthorizer>;
  readonly tree: ResourceTree;
  readonly functions: FunctionsByKey;
  readonly permissions: InvokePermissions;
}

/** The routes of a REST API: who may call them and which function answers. */
export class RestRoutes {
  private readonly added = new Map<string, AddedRoute>();

  constructor(private readonly host: RestRoutesHost) {
    this.checkAuthorizer("defaults.authorizer", host.defaults.authorizer ?? "none");
  }

  get keys(): string[] {
    return [...this.added.keys()];
  }

  get metadata(): readonly unknown[] {
    return [...this.added].map(([route, { target }]) => ({
      type: "function",
      route,
      ...(target.function && { fn: functionRef(target.function) }),
    }));
  }

  /** The paths that answer preflight requests themselves. */
  get pathsWithOptions(): ReadonlySet<string> {
    const own = [...this.added.values()].filter(({ key }) => key.method === "OPTIONS");
    return new Set(own.map(({ key }) => key.path));
  }

  /** Adds routes; all of them are checked before the first is created. New functions are made below `scope`. */
  add(scope: Construct, routes: Readonly<Record<string, RestV1ApiRouteProps>>): void {
    const { api, tree } = this.host;
    const planned = new Map<string, PlannedRoute>();
    for (const [written, value] of Object.entries(routes)) {
      const key = parseRestRouteKey(api, written);
      const prop = `routes[${JSON.stringify(written)}]`;
      if (this.added.has(key.key) || planned.has(key.key))
        fail(api, "route-duplicate", prop, { key: key.key });
      const props = parseRestRoute(api, prop, value);
      planned.set(key.key, { key, prop, props, authorization: this.authorizationOf(prop, props) });
    }
    tree.check([...planned.values()].map(({ prop, key }) => ({ prop, path: key.path })));
    const place = routesScope(api, scope);
    for (const each of planned.values()) this.create(place, each);
  }

  private create(scope: Construct, { key, prop, props, authorization }: PlannedRoute): void {
    const { api, restApiId, tree, functions, permissions } = this.host;
    const { integration: integrationProps = {}, method: methodProps = {} } = props.cdk ?? {};
    const target = this.targetOf(scope, key, prop, props);
    checkKnownCycle(api, prop, target.stack);
    const resourceId = tree.add(key.path);
    const at = { restApiId, resourceId };
    const method = new ApiGatewayMethod(
      api,
      `Method_${key.id}`,
      methodConfig({ ...at, httpMethod: key.method }, authorization, methodProps),
    );
    // By its method, so that it is made after it and goes before it.
    const inMethod = { ...at, httpMethod: method.httpMethod };
    const integrationName = { api, name: `${prop}.cdk.integration` };
    const integration = new ApiGatewayIntegration(
      api,
      `Integration_${key.id}`,
      integrationConfig(inMethod, target.invokeArn, integrationName, integrationProps),
    );
    const responses = new Map<string, ApiGatewayMethodResponse>();
    for (const { statusCode, responseModels, responseParameters } of methodProps.methodResponses ?? []) {
      const response = new ApiGatewayMethodResponse(api, `MethodResponse_${key.id}_${statusCode}`, {
        ...inMethod,
        statusCode,
        responseModels: modelNames(responseModels),
        responseParameters: responseParameters && { ...responseParameters },
      });
      responses.set(statusCode, response);
    }
    for (const response of integrationProps.integrationResponses ?? []) {
      const { statusCode, responseTemplates, responseParameters } = response;
      new ApiGatewayIntegrationResponse(api, `IntegrationResponse_${key.id}_${statusCode}`, {
        ...at,
        ...response,
        httpMethod: integration.httpMethod,
        statusCode: responses.get(statusCode)?.statusCode ?? statusCode,
        responseTemplates: escapeAll(responseTemplates),
        responseParameters: escapeAll(responseParameters),
      });
    }
    this.added.set(key.key, { key, prop, target, resourceId });
    functions.add(key.key, target.function);
    if (integrationProps.credentialsRole !== undefined)
      target.function?.grantInvoke(integrationProps.credentialsRole);
    const { allowTestInvoke = true } = integrationProps;
    permitMethod(permissions, api, key, target, { stageName: this.host.stageName, allowTestInvoke });
  }

  private targetOf(
    scope: Construct,
    key: RestRouteKey,
    prop: string,
    { cdk, function: reference }: RestV1ApiFunctionRouteProps,
  ): FunctionTarget {
    const { api, defaults } = this.host;
    if (cdk?.function !== undefined) return existingTarget(api, `${prop}.cdk.function`, cdk.function);
    if (reference === undefined) {
      fail(api, "prop-required", `${prop}.function`, {
        remedy: 'Name what answers the route: function: "functions/notes.get".',
      });
    }
    const host = { owner: api, scope, defaults: defaults.function };
    const id = `Lambda_${key.method}_${pathId(key.path)}`;
    return libraryTarget(resolveFunction(host, id, `${prop}.function`, reference));
  }

  private authorizationOf(prop: string, props: RestV1ApiFunctionRouteProps): MethodAuthorization {
    const { api, defaults } = this.host;
    const name = props.authorizer ?? defaults.authorizer ?? "none";
    const authorizer = this.checkAuthorizer(`${prop}.authorizer`, name);
    if (authorizer === undefined) return { authorization: name === "iam" ? "AWS_IAM" : "NONE" };
    const scopes = props.authorizationScopes ?? defaults.authorizationScopes ?? [];
    checkList(api, `${prop}.authorizationScopes`, scopes);
    const takesScopes = authorizer.authorization === "COGNITO_USER_POOLS";
    return {
      ...authorizer,
      // The gateway keeps them as a set.
      ...(takesScopes && scopes.length > 0 && { authorizationScopes: [...new Set(scopes)].sort() }),
    };
  }

  private checkAuthorizer(prop: string, name: string): CreatedAuthorizer | undefined {
    if (name === "none" || name === "iam") return undefined;
    const { api, authorizers } = this.host;
    const names = [...authorizers.keys()];
    return authorizers.get(name) ?? fail(api, "authorizer-unknown", prop, { value: name, names });
  }

  /** Refuses stacks that would wait for each other, once all references are known. */
  checkCycles(): void {
    const checked = new Set<TerraformStack>();
    for (const { prop, target } of this.added.values()) {
      const { stack } = target;
      if (stack === undefined || checked.has(stack)) continue;
      checkRoutesCycle(this.host.api, prop, stack);
      checked.add(stack);
    }
  }
}
