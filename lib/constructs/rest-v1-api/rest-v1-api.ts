import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import type { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type { ApiGatewayRestApi } from "@cdktf/provider-aws/lib/api-gateway-rest-api";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, finish, finishLast, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { escapeTemplate } from "../../core/escape";
import { findImport, overlay } from "../../core/override";
import { type Function, HostFunctions } from "../../function";
import { InvokePermissions } from "../../function/invoke-permissions";
import { createGatewayAccount, noteLogRole } from "../../gateway/account";
import { type Permissions, permissionTarget } from "../../iam/permissions";
import { createAuthorizers } from "./authorizers";
import { checkRestV1ApiProps, restApiOverrideKeys } from "./check";
import { type CorsAnswers, corsAnswers, createPreflight } from "./cors";
import { RestDeployment } from "./deployment";
import { RestCustomDomain } from "./domain";
import { GatewayResponses } from "./gateway-responses";
import type { RestV1ApiProps, RestV1ApiRestApiProps } from "./props";
import { ResourceTree } from "./resource-tree";
import { RestApi } from "./rest-api";
import { parseRestRouteKey, pathId } from "./route-key";
import type { RestV1ApiRouteProps } from "./route-props";
import { RestRoutes } from "./routes";
import { routesCycleMark } from "./routes-cycle";

/**
 * A REST API of the older gateway generation, for usage plans, API keys, request validation, mutual TLS and edge or
 * private endpoints. For anything else `Api` is simpler, faster and cheaper.
 *
 * Creates the API, a resource for each part of a path, a method and an integration for each route with a permission that
 * lets only this method invoke its function, preflight methods, and the deployment with its stage.
 *
 * @example
 * const api = new RestV1Api(stack, "Api", {
 *   routes: { "GET /notes/{id}": "functions/notes.get" },
 * });
 */
export class RestV1Api extends Construct {
  readonly [routesCycleMark] = true;
  readonly id: string;
  /** The address with your own domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  readonly restApiId: string;
  /** ARN of the API itself, for tagging and administration; requests are another ARN's matter. */
  readonly restApiArn: string;
  private readonly restApi: RestApi;
  private readonly domain: RestCustomDomain | undefined;
  private readonly cors: CorsAnswers | undefined;
  private readonly stageName: string;
  private readonly tree: ResourceTree;
  private readonly deployment: RestDeployment;
  private readonly gatewayResponses: GatewayResponses;
  private readonly functions: HostFunctions;
  private readonly permissions: InvokePermissions;
  private readonly restRoutes: RestRoutes;

  constructor(scope: Construct, id: string, props: RestV1ApiProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    const { restApi: given, importedPaths } = props.cdk ?? {};
    const imported = findImport<ApiGatewayRestApi>(this, "cdk.restApi", given, "aws_api_gateway_rest_api");
    const config = imported === undefined ? ((given ?? {}) as RestV1ApiRestApiProps) : {};
    const { deployOptions = {}, defaultCorsPreflightOptions, cloudWatchRole = false } = config;
    const domain = checkRestV1ApiProps(this, props, imported !== undefined);
    this.cors =
      imported === undefined ? corsAnswers(this, props.cors, defaultCorsPreflightOptions) : undefined;

    // Of an imported API the object is the caller's own, without what `RestApi` adds.
    this.restApi = (imported as RestApi | undefined) ?? this.createRestApi(config);
    const { partition, region, app } = Stack.of(this);
    // Asked for once: a reference is a new text each time, and parts of an imported API are found by it.
    const { id: restApiId, executionArn, rootResourceId } = this.restApi;
    this.restApiId = restApiId;
    this.restApiArn = `arn:${partition}:apigateway:${region}::/restapis/${restApiId}`;
    const isOwnImport = imported !== undefined && RestApi.isRestApi(imported);
    this.stageName = deployOptions.stageName ?? (isOwnImport ? `${app.stage}-${this.node.id}` : app.stage);

    const authorizers = createAuthorizers(this, { id: restApiId, executionArn }, props.authorizers ?? {});
    this.domain = domain && new RestCustomDomain(this, domain);
    this.customDomainUrl = this.domain?.url;
    this.gatewayResponses = new GatewayResponses(this, this.restApiId, this.cors);
    this.tree = new ResourceTree(
      this,
      { object: this.restApi, id: restApiId, rootResourceId },
      importedPaths,
    );
    this.deployment = new RestDeployment(
      this,
      {
        restApi: this.restApi,
        isImported: imported !== undefined,
        restApiId: this.restApiId,
        stageName: this.stageName,
        accessLog: imported === undefined ? props.accessLog : false,
        deployOptions,
      },
      (stage) => this.domain?.addMapping(this.restApiId, stage.stageName),
    );
    this.functions = new HostFunctions(this, "route");
    this.permissions = new InvokePermissions(this, executionArn);
    this.restRoutes = new RestRoutes({
      api: this,
      restApiId: this.restApiId,
      stageName: this.stageName,
      defaults: props.defaults ?? {},
      authorizers,
      tree: this.tree,
      functions: this.functions,
      permissions: this.permissions,
    });
    if (imported === undefined) this.attachHost();
    this.addRoutes(this, props.routes ?? {});
    // The service deploys no API without a method; preflight requests and a definition of the caller's bring some.
    if (this.cors !== undefined || config.body !== undefined) this.deployment.create();
    if (cloudWatchRole) createGatewayAccount(Stack.of(this));
    else if (imported === undefined && props.accessLog !== false) noteLogRole(Stack.of(this));
  }

  private createRestApi(given: RestV1ApiRestApiProps): RestApi {
    const { body, policy } = given;
    const literal = {
      body: body === undefined ? undefined : escapeTemplate(body),
      policy: policy === undefined ? undefined : escapeTemplate(policy),
    };
    const config = { name: Stack.of(this).app.logicalPrefixedName(this.node.id) };
    return new RestApi(this, "Api", overlay(config, { ...given, ...literal }, restApiOverrideKeys));
  }

  private attachHost(): void {
    const { deployment, gatewayResponses } = this;
    this.restApi.attachHost({
      api: this,
      gatewayResponses,
      get stage() {
        return deployment.stage;
      },
      get deployment() {
        return deployment.deployment;
      },
    });
  }

  /** Provider objects. `restApi` of an imported API is the object that was given, without the members of `RestApi`. */
  get cdk(): {
    readonly restApi: RestApi;
    readonly accessLogGroup?: CloudwatchLogGroup;
    readonly domainName?: ApiGatewayDomainName;
    readonly certificate?: AcmCertificate;
  } {
    return {
      restApi: this.restApi,
      accessLogGroup: this.deployment.logGroup,
      domainName: this.domain?.domainName,
      certificate: this.domain?.certificate,
    };
  }

  /** The generated address, with the stage and a slash at the end; undefined while the API has no method. */
  get url(): string | undefined {
    return this.deployment.stage === undefined ? undefined : this.stageUrl;
  }

  private get stageUrl(): string {
    const { region, urlSuffix } = Stack.of(this);
    return `https://${this.restApiId}.execute-api.${region}.${urlSuffix}/${this.stageName}/`;
  }

  /** The route keys in their normal form, in the order in which they were added. */
  get routes(): string[] {
    return this.restRoutes.keys;
  }

  /**
   * Adds routes. New functions are created below `scope`, which may be in another stack: that one is then deployed
   * before the API's and cannot refer to the API. `defaults` of the API apply, its authorizer too.
   */
  addRoutes(scope: Construct, routes: Readonly<Record<string, RestV1ApiRouteProps>>): void {
    checkOpen(this, "addRoutes");
    this.restRoutes.add(scope, routes);
    if (this.restRoutes.keys.length > 0) this.deployment.create();
  }

  /** The function of a route; undefined where an existing one answers. */
  getFunction(routeKey: string): Function | undefined {
    return this.functions.get(parseRestRouteKey(this, routeKey).key);
  }

  /** Binds constructs to the functions of all routes, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to the function of one route. */
  bindToRoute(routeKey: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToRoute");
    this.functions.bindTo("bindToRoute", parseRestRouteKey(this, routeKey).key, constructs);
  }

  /** Lets the functions of all routes do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets the function of one route do more. */
  attachPermissionsToRoute(routeKey: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToRoute");
    const { key } = parseRestRouteKey(this, routeKey);
    this.functions.attachPermissionsTo("attachPermissionsToRoute", key, permissions);
  }

  [permissionTarget]() {
    const { partition, region, account } = Stack.of(this);
    return {
      row: "Api" as const,
      arn: `arn:${partition}:execute-api:${region}:${account}:${this.restApiId}`,
    };
  }

  /** Routes may come later, so that the address is handed out before there is a stage. */
  [bindingTarget](): Binding {
    return {
      className: "RestV1Api",
      id: this.id,
      variables: { url: this.customDomainUrl ?? this.stageUrl },
      permissions: [],
    };
  }

  getConstructMetadata(): ConstructMetadata {
    const { url, restApiId, customDomainUrl } = this;
    return { type: "RestV1Api", data: { url, restApiId, customDomainUrl, routes: this.restRoutes.metadata } };
  }

  [finish](): void {
    this.tree.checkImported();
    this.permissions.create();
    this.gatewayResponses.createDefaults();
    this.createPreflights();
  }

  [finishLast](): void {
    this.restRoutes.checkCycles();
    this.deployment.finish();
  }

  /** On the root and every path that has no `OPTIONS` route of its own. */
  private createPreflights(): void {
    const { cors, restApiId, tree } = this;
    if (cors === undefined) return;
    const own = this.restRoutes.pathsWithOptions;
    for (const path of ["/", ...tree.paths]) {
      if (own.has(path)) continue;
      createPreflight(this, `Cors_${pathId(path)}`, { restApiId, resourceId: tree.add(path) }, cors);
    }
  }
}
