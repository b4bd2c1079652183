import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Apigatewayv2Api, type Apigatewayv2ApiConfig } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import { Apigatewayv2Stage, type Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import type { Construct } from "constructs";
import { attempt, collectProblems } from "../../facts/errors/problems";
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
import { acceptedKeys, overlay, waitFor, withoutUndefined } from "../../kit/core";
import { FunctionsByKey, InvokePermissions, withDefaults } from "../../kit/function";
import {
  addRouteThrottles,
  type BehindCdn,
  type CdnOrigin,
  ConstructWithRoutes,
  CustomDomain,
  cdnOrigin,
  createAccessLog,
  createGatewayAccount,
  executeApiHost,
  executeApiTarget,
  findGatewayAccount,
  noteLogRole,
  waitForRoutes,
  whyUnreachable,
} from "../../kit/gateway";
import { type PermissionTarget, permissionTarget } from "../../kit/iam";
import { type ConnectAuthorization, createConnectAuthorizer } from "./authorizers";
import {
  apiKeys,
  apiOverrideKeys,
  noLimits,
  planWebSocketApi,
  stageOverrideKeys,
  type WebSocketApiPlan,
} from "./check";
import { fail } from "./errors";
import { type WebSocketApiMetadata, webSocketApiDescription, webSocketApiRow } from "./library";
import type { WebSocketApiProps } from "./props";
import { trimmedKey, WebSocketRoutes, type WebSocketRoutesGateway } from "./web-socket-routes";

/**
 * A WebSocket API: clients stay connected, and functions answer their messages and send them messages at any time.
 *
 * Creates the gateway and one stage, named after the app's stage, with access logs. Each route adds an integration and a
 * permission that lets only this route invoke its function, and lets the function send messages to connected clients.
 *
 * @example
 * new WebSocketApi(stack, "Chat", {
 *   routes: { $connect: "functions/chat.connect", send: "functions/chat.send" },
 * });
 */
export class WebSocketApi extends ConstructWithRoutes implements BehindCdn {
  readonly id: string;
  /** The generated URL for clients: `wss://...`. */
  readonly url: string;
  /** The URL with your custom domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  /** The endpoint of the management API, `https://...`: functions post messages to clients there. */
  readonly callbackUrl: string;
  readonly cdk: {
    readonly webSocketApi: Apigatewayv2Api | DataAwsApigatewayv2Api;
    readonly webSocketStage: Apigatewayv2Stage;
    readonly accessLogGroup?: CloudwatchLogGroup | undefined;
    readonly domainName?: Apigatewayv2DomainName | undefined;
    readonly certificate?: AcmCertificate | undefined;
  };
  private readonly apiId: string;
  private readonly stageName: string;
  private readonly createdStage: Apigatewayv2Stage | undefined;
  private readonly connect: ConnectAuthorization;
  private readonly webSocketRoutes: WebSocketRoutes;
  protected readonly functions: FunctionsByKey;
  private readonly permissions: InvokePermissions;

  constructor(scope: Construct, id: string, props: WebSocketApiProps = {}) {
    super(scope, constructId(scope, id, props));
    const given = withoutUndefined(props);
    this.id = claimId(this);
    const { plan, webSocketRoutes, routes } = collectProblems(() => {
      const accepted = withDefaults(this, acceptedKeys(this, "props", given, apiKeys));
      const plan = attempt(() => planWebSocketApi(this, accepted));
      const reservedIds = plan?.customDomain === undefined ? [] : ["CustomDomain"];
      const stage = plan?.throttled ?? noLimits;
      const webSocketRoutes = new WebSocketRoutes(this, accepted.defaults ?? {}, stage, reservedIds);
      const routes = webSocketRoutes.plan(this, accepted.routes ?? {});
      // A refused plan ends here.
      return { plan: plan as WebSocketApiPlan, webSocketRoutes, routes };
    });
    this.webSocketRoutes = webSocketRoutes;
    // Up to here nothing is created. From here on nothing is refused.
    const api = plan.importedApi ?? this.createApi(plan);
    const { id: apiId, executionArn } = api;
    this.apiId = apiId;
    const { stage, stageName, logGroup, created } = this.findStage(plan);
    this.stageName = stageName;
    this.createdStage = created;
    const host = executeApiHost(this, apiId);
    this.url = `wss://${host}/${stageName}`;
    this.callbackUrl = `https://${host}/${stageName}`;
    const domain = plan.customDomain && new CustomDomain(this, plan.customDomain);
    domain?.addApiMapping({ apiId, stage: stage.id });
    this.customDomainUrl = domain?.url("wss");
    this.cdk = {
      webSocketApi: api,
      webSocketStage: stage,
      accessLogGroup: logGroup,
      domainName: domain?.domainName,
      certificate: domain?.certificate,
    };

    this.connect = createConnectAuthorizer(plan.authorizer, { apiId, executionArn });
    this.functions = new FunctionsByKey(this, "route", (key) => trimmedKey(this, key));
    this.permissions = new InvokePermissions(this, executionArn);
    this.webSocketRoutes.create(routes, this.gateway);
  }

  private get gateway(): WebSocketRoutesGateway {
    const { apiId, connect, functions, permissions } = this;
    return { apiId, connect, functions, permissions };
  }

  private createApi({ apiOverride: override, ipAddressType }: WebSocketApiPlan): Apigatewayv2Api {
    const stack = Stack.of(this);
    if (override.cloudWatchRole === true) createGatewayAccount(stack);
    const config: Apigatewayv2ApiConfig = {
      name: prefixedName(this),
      protocolType: "WEBSOCKET",
      routeSelectionExpression: "$request.body.action",
      ipAddressType,
    };
    return new Apigatewayv2Api(this, "$api", overlay(config, override, apiOverrideKeys));
  }

  private findStage({ importedStage, stageOverride, stageVariables, accessLog }: WebSocketApiPlan) {
    const stack = Stack.of(this);
    if (importedStage !== undefined) {
      const stageName = importedStage.nameInput ?? importedStage.name;
      return { stage: importedStage, stageName, logGroup: undefined, created: undefined };
    }
    const name = stageOverride.name ?? stageOverride.stageName ?? stack.stage;
    const isLogged = stageOverride.accessLogSettings === undefined;
    const { settings, logGroup } = createAccessLog(this, "$logGroup", isLogged && accessLog, {
      apiName: prefixedName(this),
      apiId: this.apiId,
      stageName: name,
    });
    const config: Apigatewayv2StageConfig = {
      apiId: this.apiId,
      name,
      autoDeploy: true,
      accessLogSettings: settings,
      stageVariables,
    };
    const stage = new Apigatewayv2Stage(this, "$stage", overlay(config, stageOverride, stageOverrideKeys));
    // A literal: a reference to the stage would wait for it, and the stage waits for the permissions of its functions.
    return { stage, stageName: stage.nameInput ?? name, logGroup, created: stage };
  }

  get routes(): string[] {
    return this.webSocketRoutes.keys;
  }

  /** Adds routes. Their resources are created below `scope`, which may be in another stack. */
  addRoutes(scope: Construct, routes: NonNullable<WebSocketApiProps["routes"]>): void {
    checkOpen(this, "addRoutes");
    const given = checkAddition(this, "addRoutes", scope, routes);
    this.webSocketRoutes.create(this.webSocketRoutes.plan(scope, given), this.gateway);
  }

  /** The route as a resource; undefined if the route does not exist. */
  getRoute(routeKey: string): Apigatewayv2Route | undefined {
    return this.webSocketRoutes.find(trimmedKey(this, routeKey));
  }

  [permissionTarget](): PermissionTarget {
    return { ...executeApiTarget(this, webSocketApiRow, this.apiId), stageName: this.stageName };
  }

  [cdnOrigin](): CdnOrigin {
    return {
      domainName: executeApiHost(this, this.apiId),
      onlyPath: `/${this.stageName}`,
      unreachable: whyUnreachable(this.cdk.webSocketApi),
      served: () => [...this.webSocketRoutes.resources.values(), this.createdStage],
    };
  }

  [bindingTarget](): Binding {
    return createBinding(webSocketApiDescription, this, { url: this.customDomainUrl ?? this.url });
  }

  getConstructMetadata(): WebSocketApiMetadata {
    return {
      type: "WebSocketApi",
      data: {
        httpApiId: this.apiId,
        customDomainUrl: this.customDomainUrl,
        routes: this.webSocketRoutes.metadata,
      },
    };
  }

  [finish](): void {
    const permissions = [...this.permissions.create()];
    const { authorization, permission } = this.connect;
    if (permission !== undefined) permissions.push(permission);
    // Routes may be added until now.
    if (authorization !== "NONE" && !this.routes.includes("$connect")) {
      fail(this, "authorizer-without-connect", "authorizer", {});
    }
    if (this.createdStage !== undefined) this.finishStage(this.createdStage, permissions);
  }

  private finishStage(stage: Apigatewayv2Stage, permissions: readonly LambdaPermission[]): void {
    const stack = Stack.of(this);
    addRouteThrottles(stage, this.webSocketRoutes);
    waitForRoutes(this, "cdk.webSocketStage", stage, this.webSocketRoutes);
    const isLogged = stage.accessLogSettingsInput !== undefined;
    const account = findGatewayAccount(stack);
    if (isLogged && account === undefined) noteLogRole(stack);
    // A stage that is live before the gateway may invoke its functions returns errors to clients.
    const own = permissions.filter((each) => Stack.of(each) === stack);
    waitFor(stage, isLogged && account !== undefined ? [account, ...own] : own);
  }
}
