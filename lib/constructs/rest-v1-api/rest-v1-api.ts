import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import type { ApiGatewayDomainName } from "@cdktf/provider-aws/lib/api-gateway-domain-name";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { Construct } from "constructs";
import { formatArn } from "../../facts/aws/arns";
import { collectProblems } from "../../facts/errors/problems";
import {
  type Binding,
  bindingTarget,
  checkAddition,
  checkOpen,
  claimId,
  constructId,
  createBinding,
  finish,
  finishLast,
  keptName,
  prefixedName,
  Stack,
} from "../../kit/app";
import {
  acceptedKeys,
  escapeTemplate,
  overlay,
  present,
  withinBlock,
  withoutUndefined,
} from "../../kit/core";
import { FunctionsByKey, InvokePermissions } from "../../kit/function";
import {
  apiRow,
  type BehindCdn,
  type CdnOrigin,
  ConstructWithRoutes,
  cdnOrigin,
  createAuthorizers,
  createGatewayAccount,
  executeApiHost,
  executeApiTarget,
  noteLogRole,
  usesMutualTls,
  whyUnreachable,
} from "../../kit/gateway";
import { type PermissionTarget, permissionTarget } from "../../kit/iam";
import {
  type PlannedRestApi,
  parseRestDefaults,
  planRestV1Api,
  restApiKeys,
  restApiOverrideKeys,
} from "./check";
import { type CorsAnswers, createPreflight } from "./cors";
import { RestDeployment } from "./deployment";
import { RestCustomDomain } from "./domain/custom-domain";
import { GatewayResponses } from "./gateway-responses";
import { type RestV1ApiMetadata, restV1ApiDescription } from "./library";
import { createMethodThrottles, throttledStage } from "./method-throttles";
import type { RestV1ApiProps } from "./props";
import { attachHost, RestApi } from "./rest-api";
import { type KnownPaths, RestResources } from "./rest-resources";
import { parseRestRouteKey } from "./rest-route-key";
import { RestRoutes, type RestRoutesGateway } from "./rest-routes";
import type { RestV1ApiRouteProps } from "./routes/props";
import type { RestV1ApiDeployOptions } from "./stage";

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
export class RestV1Api<Name extends string = string> extends ConstructWithRoutes implements BehindCdn {
  readonly id: string;
  /** The URL with your custom domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  readonly restApiId: string;
  /** ARN of the API, for tagging and administration; to allow calls use `permissions`. */
  readonly restApiArn: string;
  private readonly restApi: RestApi;
  private readonly domain: RestCustomDomain | undefined;
  private readonly cors: CorsAnswers | undefined;
  private readonly stageName: string;
  private readonly deployOptions: RestV1ApiDeployOptions;
  private readonly resources: RestResources;
  private readonly deployment: RestDeployment;
  private readonly gatewayResponses: GatewayResponses;
  private readonly gateway: RestRoutesGateway;
  protected readonly functions: FunctionsByKey;
  private readonly permissions: InvokePermissions;
  private readonly restRoutes: RestRoutes;

  constructor(scope: Construct, id: string, props: RestV1ApiProps<Name> = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined<RestV1ApiProps>(props);
    this.id = claimId(this);
    const imported = new Map(Object.entries(present(given.cdk?.importedPaths) ?? {}));
    const paths: KnownPaths = { imported, created: new Map() };
    const { plan, restRoutes, routes } = collectProblems(() => {
      const known = acceptedKeys(this, "props", given, restApiKeys);
      const accepted = { ...known, defaults: parseRestDefaults(this, known.defaults) };
      const plan = planRestV1Api(this, accepted);
      const stage = throttledStage(plan.created?.override.deployOptions ?? {});
      const restRoutes = new RestRoutes(this, accepted, plan.authorizers, stage, paths);
      return { plan, restRoutes, routes: restRoutes.plan(this, present(accepted.routes ?? {})) };
    });
    this.restRoutes = restRoutes;
    // Up to here nothing is created. From here on nothing is refused.
    const { override = {}, cors, accessLog = false, domain } = plan.created ?? {};
    const { deployOptions = {}, cloudWatchRole = false } = override;
    this.cors = cors;
    this.deployOptions = deployOptions;
    // An imported API is the caller's own object, without the members of `RestApi`.
    this.restApi = plan.created === undefined ? (plan.imported as RestApi) : this.createRestApi(plan.created);
    const { partition, region, app } = Stack.of(this);
    // Read once: a reference is a new text each time, and the parts of an imported API are found by it.
    const { id: restApiId, executionArn, rootResourceId } = this.restApi;
    this.restApiId = restApiId;
    this.restApiArn = formatArn({ partition, region }, "apigateway", `/restapis/${restApiId}`);
    const isOwnImport = plan.imported !== undefined && RestApi.isRestApi(plan.imported);
    this.stageName = deployOptions.stageName ?? (isOwnImport ? `${app.stage}-${keptName(this)}` : app.stage);

    const authorizers = createAuthorizers(plan.authorizers, { apiId: restApiId, executionArn });
    this.domain = domain && new RestCustomDomain(this, domain);
    this.customDomainUrl = this.domain?.url;
    this.gatewayResponses = new GatewayResponses(this, restApiId, cors);
    const parts = { object: this.restApi, id: restApiId, rootResourceId };
    this.resources = new RestResources(this, parts, paths);
    this.deployment = new RestDeployment(this, {
      restApi: this.restApi,
      isImported: plan.imported !== undefined,
      restApiId,
      domain: this.domain,
      stageName: this.stageName,
      accessLog,
      deployOptions,
      variables: plan.variables,
    });
    this.functions = new FunctionsByKey(this, "route", (key) => parseRestRouteKey(this, key).key);
    this.permissions = new InvokePermissions(this, executionArn);
    const { stageName, resources, functions, permissions } = this;
    this.gateway = { restApiId, stageName, authorizers, resources, functions, permissions };
    if (plan.created !== undefined) this.connectRestApi();
    this.createRoutes(routes);
    // AWS does not deploy an API without methods. Preflight methods and a definition of the caller's count.
    if (cors !== undefined || override.body !== undefined) this.deployment.create();
    if (cloudWatchRole) createGatewayAccount(Stack.of(this));
    else if (plan.created !== undefined && given.accessLog !== false) noteLogRole(Stack.of(this));
  }

  private createRestApi({ override: given, domain, ipAddressType }: PlannedRestApi): RestApi {
    const { body, policy } = given;
    const literal = {
      body: body === undefined ? undefined : escapeTemplate(body),
      policy: policy === undefined ? undefined : escapeTemplate(policy),
    };
    const isMutual = domain !== undefined && usesMutualTls(this, domain.domain);
    const config = {
      name: prefixedName(this),
      // The generated address asks for no certificate.
      // Without a value, an endpoint that was disabled stays disabled.
      disableExecuteApiEndpoint: isMutual,
      endpointConfiguration: ipAddressType && { types: [this.defaultEndpoint], ipAddressType },
    };
    const override = withinBlock({ ...given, ...literal }, "endpointConfiguration", { ipAddressType });
    return new RestApi(this, "Api", overlay(config, override, restApiOverrideKeys));
  }

  /** AWS's default: other partitions have no edge endpoints. */
  private get defaultEndpoint(): "EDGE" | "REGIONAL" {
    return Stack.of(this).partition === "aws" ? "EDGE" : "REGIONAL";
  }

  private connectRestApi(): void {
    const { deployment, gatewayResponses } = this;
    this.restApi[attachHost]({
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

  /** Provider objects. For an imported API, `restApi` is the object that you passed, without the members of `RestApi`. */
  get cdk(): {
    readonly restApi: RestApi;
    readonly accessLogGroup?: CloudwatchLogGroup | undefined;
    readonly domainName?: ApiGatewayDomainName | undefined;
    readonly certificate?: AcmCertificate | undefined;
  } {
    return {
      restApi: this.restApi,
      accessLogGroup: this.deployment.logGroup,
      domainName: this.domain?.domainName,
      certificate: this.domain?.certificate,
    };
  }

  /**
   * The generated URL, with the stage and a slash at the end; undefined while the API has no method. With mutual TLS it is
   * switched off, and `customDomainUrl` is the only one.
   */
  get url(): string | undefined {
    return this.deployment.stage === undefined ? undefined : this.stageUrl;
  }

  private get stageUrl(): string {
    return `https://${executeApiHost(this, this.restApiId)}/${this.stageName}/`;
  }

  get routes(): string[] {
    return this.restRoutes.keys;
  }

  /**
   * Adds routes. New functions are created below `scope`, which may be in another stack. That stack is then deployed
   * before the stack of the API; if it uses the API or its stack, it is deployed after it, and the routes answer from then
   * on. The `defaults` of the API apply, including the authorizer.
   */
  addRoutes(scope: Construct, routes: Readonly<Record<string, RestV1ApiRouteProps<Name>>>): void {
    checkOpen(this, "addRoutes");
    const given = checkAddition(this, "addRoutes", scope, routes);
    this.createRoutes(this.restRoutes.plan(scope, given));
  }

  private createRoutes(planned: ReturnType<RestRoutes["plan"]>): void {
    this.restRoutes.create(planned, this.gateway);
    if (this.restRoutes.keys.length > 0) this.deployment.create();
  }

  [permissionTarget](): PermissionTarget {
    return executeApiTarget(this, apiRow, this.restApiId);
  }

  /** Routes can be added later, so the URL is available before there is a stage. */
  [cdnOrigin](): CdnOrigin {
    return {
      domainName: executeApiHost(this, this.restApiId),
      basePath: `/${this.stageName}`,
      unreachable: whyUnreachable(this.restApi),
      // The stage waits for its deployment, and that for everything in it.
      served: () => [this.deployment.stage],
    };
  }

  [bindingTarget](): Binding {
    return createBinding(restV1ApiDescription, this, { url: this.customDomainUrl ?? this.stageUrl });
  }

  getConstructMetadata(): RestV1ApiMetadata {
    const { url, restApiId, customDomainUrl } = this;
    return { type: "RestV1Api", data: { url, restApiId, customDomainUrl, routes: this.restRoutes.metadata } };
  }

  [finish](): void {
    if (this.restRoutes.leavesRootOut) {
      const text =
        "serverform: a REST API has a route for every path but /, which answers 403; add a route such as ANY /";
      Stack.of(this).app.addNotice(text, this);
    }
    this.resources.checkImported();
    this.permissions.create();
    this.gatewayResponses.createDefaults();
    this.createPreflights(this.moveResources());
    this.createThrottles();
  }

  [finishLast](): void {
    this.restRoutes.permitForeign(new InvokePermissions(this, this.restApi.executionArn));
    this.deployment.finish();
  }

  private createThrottles(): void {
    const { stage } = this.deployment;
    if (stage === undefined) return;
    const { restApiId, deployOptions, cors } = this;
    const answersPreflight = cors !== undefined;
    const host = { restApiId, stage, deployOptions, answersPreflight };
    createMethodThrottles(this, host, this.restRoutes.limited);
  }

  /** Moves the gateway's resources of routes that had other keys, and returns the former paths. */
  private moveResources(): ReadonlyMap<string, string> {
    const moved = this.restRoutes.finishMoves(this.resources.paths);
    this.resources.move(moved);
    return moved;
  }

  /** Creates preflight methods on the root and on every path without an `OPTIONS` route. */
  private createPreflights(formerPaths: ReadonlyMap<string, string>): void {
    const { cors, restApiId, resources } = this;
    if (cors === undefined) return;
    const own = this.restRoutes.pathsWithOptions;
    for (const path of ["/", ...resources.paths].filter((each) => !own.has(each))) {
      const place = { restApiId, resourceId: resources.add(path) };
      createPreflight(this, path, place, cors, formerPaths.get(path) ?? path);
    }
  }
}
