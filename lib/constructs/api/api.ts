import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Apigatewayv2Api, type Apigatewayv2ApiConfig } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { Apigatewayv2Stage } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, finish, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { findImport, overlay } from "../../core/override";
import { createCustomDomain } from "../../dns";
import { type Function, HostFunctions } from "../../function";
import { InvokePermissions } from "../../function/invoke-permissions";
import { parseRouteKey } from "../../gateway/route-key";
import { type Permissions, permissionTarget } from "../../iam/permissions";
import { ApiRoutes } from "./api-routes";
import { createAuthorizers } from "./authorizers";
import { apiOverrideKeys, checkApiProps } from "./check";
import { type ApiCorsProps, corsConfig } from "./cors";
import { fail } from "./errors";
import type { ApiProps } from "./props";
import { waitForRoutes } from "./route-settings";
import type { ApiRouteProps } from "./routes";
import { checkStages, createStages } from "./stages";

/**
 * An HTTP API whose routes are answered by functions, load balancers, URLs or AWS services.
 *
 * Creates the gateway and its `$default` stage, with access logs and open CORS. Each function route adds an integration
 * and a permission that lets only this route invoke it.
 *
 * @example
 * const api = new Api(stack, "Api", {
 *   routes: { "GET /notes/{id}": "functions/notes.get" },
 * });
 */
export class Api extends Construct {
  readonly id: string;
  /** The generated address, without a slash at the end. */
  readonly url: string;
  /** The address with your own domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  readonly httpApiId: string;
  /** ARN of the API itself, for tagging and administration; requests are another ARN's matter. */
  readonly httpApiArn: string;
  readonly cdk: {
    readonly httpApi: Apigatewayv2Api | DataAwsApigatewayv2Api;
    readonly accessLogGroup?: CloudwatchLogGroup;
    readonly domainName?: Apigatewayv2DomainName;
    readonly certificate?: AcmCertificate;
  };
  private readonly created: Apigatewayv2Api | undefined;
  private readonly stages: readonly Apigatewayv2Stage[];
  private readonly apiRoutes: ApiRoutes;
  private readonly functions: HostFunctions;
  private readonly permissions: InvokePermissions;

  constructor(scope: Construct, id: string, props: ApiProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    const imported = findImport<Apigatewayv2Api>(
      this,
      "cdk.httpApi",
      props.cdk?.httpApi,
      "aws_apigatewayv2_api",
    );
    const config =
      imported === undefined ? ((props.cdk?.httpApi ?? {}) as { createDefaultStage?: boolean }) : {};
    const hasDefaultStage = imported === undefined && config.createDefaultStage !== false;
    checkApiProps(this, props, imported !== undefined);
    checkStages(this, props, hasDefaultStage);

    this.created = imported === undefined ? this.createApi(config, props.cors) : undefined;
    const httpApi =
      imported ?? this.created ?? fail(this, "prop-required", "cdk.httpApi", { remedy: "Leave it out." });
    const { partition, region, urlSuffix } = Stack.of(this);
    this.httpApiId = httpApi.id;
    this.httpApiArn = `arn:${partition}:apigateway:${region}::/apis/${httpApi.id}`;
    this.url = this.created?.apiEndpoint ?? `https://${httpApi.id}.execute-api.${region}.${urlSuffix}`;

    const authorizers = createAuthorizers(this, httpApi.id, httpApi.executionArn, props.authorizers ?? {});
    const stages = this.created && createStages(this, httpApi.id, props, hasDefaultStage);
    const domain =
      props.customDomain === undefined || stages?.defaultStage === undefined
        ? undefined
        : createCustomDomain(this, "customDomain", props.customDomain);
    if (stages?.defaultStage !== undefined) {
      domain?.addApiMapping({ apiId: httpApi.id, stage: stages.defaultStage.name, kind: "http" });
    }
    this.stages = stages?.all ?? [];
    this.customDomainUrl = domain?.url("https");
    this.cdk = {
      httpApi,
      accessLogGroup: stages?.accessLogGroup,
      domainName: domain?.domainName,
      certificate: domain?.certificate,
    };

    this.functions = new HostFunctions(this, "route");
    this.permissions = new InvokePermissions(this, httpApi.executionArn);
    this.apiRoutes = new ApiRoutes(
      this,
      httpApi.id,
      props.defaults ?? {},
      authorizers,
      this.functions,
      this.permissions,
    );
    this.apiRoutes.add(this, props.routes ?? {});
  }

  private createApi(given: object, cors: ApiProps["cors"]): Apigatewayv2Api {
    const config: Apigatewayv2ApiConfig = {
      name: Stack.of(this).app.logicalPrefixedName(this.node.id),
      protocolType: "HTTP",
      corsConfiguration: corsConfig(this, cors),
    };
    return new Apigatewayv2Api(this, "Api", overlay(config, given, apiOverrideKeys));
  }

  /** The route keys in their normal form, in the order in which they were added. */
  get routes(): string[] {
    return this.apiRoutes.keys;
  }

  /**
   * Adds routes. What they need is created below `scope`, which may be in another stack: that stack is then deployed
   * after the API's. `defaults` of the API apply, its authorizer too.
   */
  addRoutes(scope: Construct, routes: Readonly<Record<string, ApiRouteProps>>): void {
    checkOpen(this, "addRoutes");
    this.apiRoutes.add(scope, routes);
  }

  /**
   * Adds routes that one function answers through one integration, for a construct that extends this one.
   *
   * @param id - ends the address of the integration; begin it with a small letter, as no route's does
   */
  protected addSharedRoutes(id: string, routeKeys: readonly string[], fn: Function): void {
    this.apiRoutes.addShared(`Integration_${id}`, routeKeys, fn);
  }

  /** The function of a route; undefined where something else answers. */
  getFunction(routeKey: string): Function | undefined {
    return this.functions.get(parseRouteKey(this, routeKey).key);
  }

  /** Sets CORS; the last call wins, whenever it comes. */
  setCors(cors?: boolean | ApiCorsProps): void {
    checkOpen(this, "setCors");
    if (this.created === undefined) fail(this, "imported-api", "cors", {});
    const config = corsConfig(this, cors);
    if (config === undefined) this.created.resetCorsConfiguration();
    else this.created.putCorsConfiguration(config);
  }

  /** Binds constructs to the functions of all routes, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to the function of one route. */
  bindToRoute(routeKey: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToRoute");
    this.functions.bindTo("bindToRoute", parseRouteKey(this, routeKey).key, constructs);
  }

  /** Lets the functions of all routes do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets the function of one route do more. */
  attachPermissionsToRoute(routeKey: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToRoute");
    this.functions.attachPermissionsTo(
      "attachPermissionsToRoute",
      parseRouteKey(this, routeKey).key,
      permissions,
    );
  }

  [permissionTarget]() {
    const { partition, region, account } = Stack.of(this);
    return {
      row: "Api" as const,
      arn: `arn:${partition}:execute-api:${region}:${account}:${this.httpApiId}`,
    };
  }

  [bindingTarget](): Binding {
    return {
      className: "Api",
      id: this.id,
      variables: { url: this.customDomainUrl ?? this.url },
      permissions: [],
    };
  }

  getConstructMetadata(): ConstructMetadata {
    return {
      type: "Api",
      data: {
        graphql: false,
        url: this.url,
        httpApiId: this.httpApiId,
        customDomainUrl: this.customDomainUrl,
        routes: this.apiRoutes.metadata,
      },
    };
  }

  [finish](): void {
    this.permissions.create();
    for (const stage of this.stages) waitForRoutes(stage, this.apiRoutes.resources);
  }
}
