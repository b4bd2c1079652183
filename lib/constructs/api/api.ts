import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Apigatewayv2Api, type Apigatewayv2ApiConfig } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
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
  prefixedName,
  Stack,
} from "../../kit/app";
import { acceptedKeys, overlay, present, withoutUndefined } from "../../kit/core";
import { type AddedProps, FunctionsByKey, InvokePermissions } from "../../kit/function";
import {
  addRouteThrottles,
  apiRow,
  type BehindCdn,
  type CdnOrigin,
  ConstructWithRoutes,
  CustomDomain,
  cdnOrigin,
  createAuthorizers,
  executeApiHost,
  executeApiTarget,
  parseMethodRouteKey,
  usesMutualTls,
  waitForRoutes,
  whyUnreachable,
} from "../../kit/gateway";
import { type PermissionTarget, permissionTarget } from "../../kit/iam";
import { ApiRoutes, type ApiRoutesGateway } from "./api-routes";
import { apiKeys, apiOverrideKeys, type PlannedApi, parseApiDefaults, planApi } from "./check";
import { type ApiCorsProps, corsConfig } from "./cors";
import { fail } from "./errors";
import { type ApiMetadata, apiDescription } from "./library";
import type { ApiProps } from "./props";
import type { ApiRouteProps } from "./routes/props";
import { addSharedRoutes, functionDefaults, type SharedRoutes } from "./shared-routes";
import { type ApiStages, createStages } from "./stages";

/** Name of the method that makes the props of an API from those of a class with other props. */
export const apiProps: unique symbol = Symbol("props of the API");

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
export class Api<Name extends string = string> extends ConstructWithRoutes implements BehindCdn {
  readonly id: string;
  /**
   * The generated URL, without a slash at the end. With mutual TLS it is switched off, and `customDomainUrl` is the only one.
   */
  readonly url: string;
  /** The URL with your custom domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  readonly httpApiId: string;
  /** ARN of the API, for tagging and administration; to allow calls use `permissions`. */
  readonly httpApiArn: string;
  readonly cdk: {
    readonly httpApi: Apigatewayv2Api | DataAwsApigatewayv2Api;
    readonly accessLogGroup?: CloudwatchLogGroup | undefined;
    readonly domainName?: Apigatewayv2DomainName | undefined;
    readonly certificate?: AcmCertificate | undefined;
  };
  /** For constructs that add routes to their own function. */
  readonly [functionDefaults]: AddedProps;
  private readonly created: Apigatewayv2Api | undefined;
  private readonly stages: Pick<ApiStages, "defaultStage" | "others">;
  private readonly apiRoutes: ApiRoutes;
  private readonly gateway: ApiRoutesGateway;
  protected readonly functions: FunctionsByKey;
  private readonly permissions: InvokePermissions;

  constructor(scope: Construct, id: string, props: ApiProps<Name> = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined<ApiProps>(props);
    this.id = claimId(this);
    this[functionDefaults] = given.defaults?.function ?? {};
    const { plan, apiRoutes, routes } = collectProblems(() => {
      const known = acceptedKeys(this, "props", this[apiProps](given), apiKeys);
      const accepted = { ...known, defaults: parseApiDefaults(this, known.defaults) };
      const plan = planApi(this, accepted);
      const apiRoutes = new ApiRoutes(this, accepted, plan);
      return { plan, apiRoutes, routes: apiRoutes.plan(this, present(accepted.routes ?? {})) };
    });
    this.apiRoutes = apiRoutes;
    // Up to here nothing is created. From here on nothing is refused.
    // The props contain either an existing API or one that is created.
    const httpApi = plan.imported ?? this.createApi(plan.created as PlannedApi);
    this.created = plan.imported === undefined ? httpApi : undefined;
    const { partition, region } = Stack.of(this);
    const { id: apiId, executionArn } = httpApi;
    this.httpApiId = apiId;
    this.httpApiArn = formatArn({ partition, region }, "apigateway", `/apis/${apiId}`);
    this.url = this.created?.apiEndpoint ?? `https://${executeApiHost(this, apiId)}`;
    const authorizers = createAuthorizers(plan.authorizers, { apiId, executionArn });
    const stages = plan.created && createStages(this, apiId, plan.created.stages);
    const domain = plan.created?.customDomain && new CustomDomain(this, plan.created.customDomain);
    if (stages?.defaultStage !== undefined) {
      domain?.addApiMapping({ apiId, stage: stages.defaultStage.name });
    }
    this.stages = stages ?? { defaultStage: undefined, others: [] };
    this.customDomainUrl = domain?.url("https");
    this.cdk = {
      httpApi,
      accessLogGroup: stages?.accessLogGroup,
      domainName: domain?.domainName,
      certificate: domain?.certificate,
    };

    this.functions = new FunctionsByKey(this, "route", (key) => parseMethodRouteKey(this, key).key);
    this.permissions = new InvokePermissions(this, executionArn);
    this.gateway = { apiId, authorizers, functions: this.functions, permissions: this.permissions };
    this.apiRoutes.create(routes, this.gateway);
  }

  /** @internal The props of a class with props of its own. Called before the construct has any fields. */
  [apiProps](given: ApiProps): ApiProps {
    return given;
  }

  private createApi({ override, cors, customDomain, ipAddressType }: PlannedApi): Apigatewayv2Api {
    const config: Apigatewayv2ApiConfig = {
      name: prefixedName(this),
      protocolType: "HTTP",
      corsConfiguration: cors,
      ipAddressType,
      // The generated address asks for no certificate.
      disableExecuteApiEndpoint: customDomain && usesMutualTls(this, customDomain.domain) ? true : undefined,
    };
    return new Apigatewayv2Api(this, "Api", overlay(config, override, apiOverrideKeys));
  }

  get routes(): string[] {
    return this.apiRoutes.keys;
  }

  /**
   * Adds routes. Their resources are created below `scope`, which may be in another stack. That stack is then deployed
   * after the stack of the API. The `defaults` of the API apply, including the authorizer.
   */
  addRoutes(scope: Construct, routes: Readonly<Record<string, ApiRouteProps<Name>>>): void {
    checkOpen(this, "addRoutes");
    const given = checkAddition(this, "addRoutes", scope, routes);
    this.apiRoutes.create(this.apiRoutes.plan(scope, given), this.gateway);
  }

  [addSharedRoutes](routes: SharedRoutes): void {
    checkOpen(this, "addRoutes");
    this.apiRoutes.addShared(routes, this.gateway);
  }

  /** Replaces the CORS settings. The last call wins. */
  setCors(cors?: boolean | ApiCorsProps): void {
    checkOpen(this, "setCors");
    if (this.created === undefined) fail(this, "imported-api", "cors", { importedProp: "cdk.httpApi" });
    const config = corsConfig(this, cors);
    if (config === undefined) this.created.resetCorsConfiguration();
    else this.created.putCorsConfiguration(config);
  }

  [permissionTarget](): PermissionTarget {
    return executeApiTarget(this, apiRow, this.httpApiId);
  }

  [cdnOrigin](): CdnOrigin {
    return {
      domainName: executeApiHost(this, this.httpApiId),
      unreachable: whyUnreachable(this.cdk.httpApi),
      served: () => [...this.apiRoutes.resources.values(), this.stages.defaultStage],
    };
  }

  [bindingTarget](): Binding {
    return createBinding(apiDescription, this, { url: this.customDomainUrl ?? this.url });
  }

  getConstructMetadata(): ApiMetadata {
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
    const { defaultStage, others } = this.stages;
    if (defaultStage !== undefined) {
      addRouteThrottles(defaultStage, this.apiRoutes);
      waitForRoutes(this, "routes", defaultStage, this.apiRoutes);
    }
    others.forEach((stage, index) => {
      waitForRoutes(this, `cdk.httpStages[${index}]`, stage, this.apiRoutes);
    });
  }
}
