import type { AcmCertificate } from "@cdktf/provider-aws/lib/acm-certificate";
import { Apigatewayv2Api, type Apigatewayv2ApiConfig } from "@cdktf/provider-aws/lib/apigatewayv2-api";
import type { Apigatewayv2DomainName } from "@cdktf/provider-aws/lib/apigatewayv2-domain-name";
import type { Apigatewayv2Route } from "@cdktf/provider-aws/lib/apigatewayv2-route";
import { Apigatewayv2Stage, type Apigatewayv2StageConfig } from "@cdktf/provider-aws/lib/apigatewayv2-stage";
import type { CloudwatchLogGroup } from "@cdktf/provider-aws/lib/cloudwatch-log-group";
import type { DataAwsApigatewayv2Api } from "@cdktf/provider-aws/lib/data-aws-apigatewayv2-api";
import type { LambdaPermission } from "@cdktf/provider-aws/lib/lambda-permission";
import { Construct, type IConstruct } from "constructs";
import { type ConstructMetadata, checkOpen, finish, Stack } from "../../app";
import { type Binding, bindingTarget } from "../../app/binding";
import { waitFor } from "../../core/depends-on";
import { findImport, overlay } from "../../core/override";
import { createCustomDomain } from "../../dns";
import { type Function, HostFunctions } from "../../function";
import { InvokePermissions } from "../../function/invoke-permissions";
import { createAccessLog } from "../../gateway/access-log";
import { createGatewayAccount, findGatewayAccount, noteLogRole } from "../../gateway/account";
import { type Permissions, permissionTarget } from "../../iam/permissions";
import { type ConnectAuthorizer, createAuthorizer } from "./authorizer";
import { apiOverrideKeys, checkWebSocketApiProps, stageOverrideKeys } from "./check";
import type { WebSocketApiProps } from "./props";
import { WebSocketRoutes } from "./routes";

/**
 * A WebSocket API: clients stay connected, and functions answer their messages and write to them at any time.
 *
 * Creates the gateway and one stage, named as the app's stage, with access logs. Each route adds an integration and a
 * permission that lets only this route invoke its function, and lets the function write to connected clients.
 *
 * @example
 * new WebSocketApi(stack, "Chat", {
 *   routes: { $connect: "functions/chat.connect", send: "functions/chat.send" },
 * });
 */
export class WebSocketApi extends Construct {
  readonly id: string;
  /** The generated address for clients: `wss://...`. */
  readonly url: string;
  /** The address with your own domain; undefined without `customDomain`. */
  readonly customDomainUrl: string | undefined;
  /** Where functions post messages to clients: `https://...`, the endpoint of the management API. */
  readonly callbackUrl: string;
  readonly cdk: {
    readonly webSocketApi: Apigatewayv2Api | DataAwsApigatewayv2Api;
    readonly webSocketStage: Apigatewayv2Stage;
    readonly accessLogGroup?: CloudwatchLogGroup;
    readonly domainName?: Apigatewayv2DomainName;
    readonly certificate?: AcmCertificate;
  };
  private readonly apiId: string;
  private readonly stageName: string;
  private readonly createdStage: Apigatewayv2Stage | undefined;
  private readonly connectAuthorizer: ConnectAuthorizer;
  private readonly webSocketRoutes: WebSocketRoutes;
  private readonly functions: HostFunctions;
  private readonly permissions: InvokePermissions;

  constructor(scope: Construct, id: string, props: WebSocketApiProps = {}) {
    super(scope, props.cdk?.id ?? id);
    this.id = this.node.id;
    checkWebSocketApiProps(this, props);
    const { region, urlSuffix } = Stack.of(this);
    const given = props.cdk?.webSocketApi;
    const api =
      findImport<Apigatewayv2Api>(this, "cdk.webSocketApi", given, "aws_apigatewayv2_api") ??
      this.createApi(given ?? {});
    this.apiId = api.id;
    const { stage, stageName, logGroup, created } = this.findStage(props);
    this.stageName = stageName;
    this.createdStage = created;
    const host = `${api.id}.execute-api.${region}.${urlSuffix}`;
    this.url = `wss://${host}/${stageName}`;
    this.callbackUrl = `https://${host}/${stageName}`;
    const domain =
      props.customDomain === undefined
        ? undefined
        : createCustomDomain(this, "customDomain", props.customDomain);
    domain?.addApiMapping({ apiId: api.id, stage: stage.id, kind: "websocket" });
    this.customDomainUrl = domain?.url("wss");
    this.cdk = {
      webSocketApi: api,
      webSocketStage: stage,
      accessLogGroup: logGroup,
      domainName: domain?.domainName,
      certificate: domain?.certificate,
    };

    this.connectAuthorizer = createAuthorizer(this, api.id, api.executionArn, props.authorizer);
    this.functions = new HostFunctions(this, "route");
    this.permissions = new InvokePermissions(this, api.executionArn);
    this.webSocketRoutes = new WebSocketRoutes(
      this,
      api.id,
      props.defaults ?? {},
      this.connectAuthorizer.authorization,
      this.functions,
      this.permissions,
    );
    this.webSocketRoutes.add(this, props.routes ?? {});
  }

  private createApi(given: object & { readonly cloudWatchRole?: boolean }): Apigatewayv2Api {
    const stack = Stack.of(this);
    if (given.cloudWatchRole === true) createGatewayAccount(stack);
    const config: Apigatewayv2ApiConfig = {
      name: stack.app.logicalPrefixedName(this.node.id),
      protocolType: "WEBSOCKET",
      routeSelectionExpression: "$request.body.action",
    };
    return new Apigatewayv2Api(this, "$api", overlay(config, given, apiOverrideKeys));
  }

  private findStage(props: WebSocketApiProps) {
    const stack = Stack.of(this);
    const given = props.cdk?.webSocketStage;
    const imported = findImport<Apigatewayv2Stage>(
      this,
      "cdk.webSocketStage",
      given,
      "aws_apigatewayv2_stage",
    );
    if (imported !== undefined) {
      const stageName = imported.nameInput ?? imported.name;
      return { stage: imported, stageName, logGroup: undefined, created: undefined };
    }
    const override = (given ?? {}) as Partial<Apigatewayv2StageConfig> & { readonly stageName?: string };
    const name = override.name ?? override.stageName ?? stack.stage;
    const { settings, logGroup } = createAccessLog(this, "$logGroup", {
      given: override.accessLogSettings === undefined ? props.accessLog : false,
      kind: "websocket",
      prop: "accessLog",
      apiName: stack.app.logicalPrefixedName(this.node.id),
      apiId: this.apiId,
      stageName: name,
    });
    const config: Apigatewayv2StageConfig = {
      apiId: this.apiId,
      name,
      autoDeploy: true,
      accessLogSettings: settings,
    };
    const stage = new Apigatewayv2Stage(this, "$stage", overlay(config, override, stageOverrideKeys));
    // Written out: what refers to the stage would wait for it, and the stage waits for its functions' permissions.
    return { stage, stageName: stage.nameInput ?? name, logGroup, created: stage };
  }

  /** The route keys in the order in which they were added. */
  get routes(): string[] {
    return this.webSocketRoutes.keys;
  }

  /** Adds routes. What they need is created below `scope`, which may be in another stack. */
  addRoutes(scope: Construct, routes: NonNullable<WebSocketApiProps["routes"]>): void {
    checkOpen(this, "addRoutes");
    this.webSocketRoutes.add(scope, routes);
  }

  /** The function of a route; undefined when there is no such route. */
  getFunction(routeKey: string): Function | undefined {
    return this.functions.get(routeKey.trim());
  }

  /** The gateway's route; undefined when there is none of that key. */
  getRoute(routeKey: string): Apigatewayv2Route | undefined {
    return this.webSocketRoutes.find(routeKey.trim());
  }

  /** Binds constructs to the functions of all routes, those added later too. */
  bind(constructs: readonly IConstruct[]): void {
    checkOpen(this, "bind");
    this.functions.bind(constructs);
  }

  /** Binds constructs to the function of one route. */
  bindToRoute(routeKey: string, constructs: readonly IConstruct[]): void {
    checkOpen(this, "bindToRoute");
    this.functions.bindTo("bindToRoute", routeKey.trim(), constructs);
  }

  /** Lets the functions of all routes do more, those added later too. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.functions.attachPermissions(permissions);
  }

  /** Lets the function of one route do more. */
  attachPermissionsToRoute(routeKey: string, permissions: Permissions): void {
    checkOpen(this, "attachPermissionsToRoute");
    this.functions.attachPermissionsTo("attachPermissionsToRoute", routeKey.trim(), permissions);
  }

  [permissionTarget]() {
    const { partition, region, account } = Stack.of(this);
    const arn = `arn:${partition}:execute-api:${region}:${account}:${this.apiId}`;
    return { row: "WebSocketApi" as const, arn, stageName: this.stageName };
  }

  [bindingTarget](): Binding {
    return {
      className: "WebSocketApi",
      id: this.id,
      variables: { url: this.customDomainUrl ?? this.url },
      permissions: [],
    };
  }

  getConstructMetadata(): ConstructMetadata {
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
    const { authorization, permission } = this.connectAuthorizer;
    if (permission !== undefined) permissions.push(permission);
    if (authorization.authorizationType !== "NONE" && !this.routes.includes("$connect")) {
      const text =
        "serverform: a WebSocket API has an authorizer but no route $connect, where it would be asked; " +
        "everybody may connect";
      Stack.of(this).app.addNotice(text, this);
    }
    if (this.createdStage !== undefined) this.finishStage(this.createdStage, permissions);
  }

  private finishStage(stage: Apigatewayv2Stage, permissions: readonly LambdaPermission[]): void {
    const stack = Stack.of(this);
    const isLogged = stage.accessLogSettingsInput !== undefined;
    const account = findGatewayAccount(stack);
    if (isLogged && account === undefined) noteLogRole(stack);
    // A stage that is live before the gateway may invoke its functions answers clients with errors.
    const own = permissions.filter((each) => Stack.of(each) === stack);
    waitFor(stage, isLogged && account !== undefined ? [account, ...own] : own);
  }
}
