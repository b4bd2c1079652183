import { isArn } from "../../facts/aws/arns";
import { usagePlan } from "../cloudformation/apis";
import { policyDocument } from "../cloudformation/constructs/iam";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import { construct, type EventModel, type ResourceModel } from "../model/application";
import type { Place } from "../model/place";
import { compact, isList, isMap, objectOf, referenceOf, type Value, type ValueMap } from "../model/value";
import { Fields, isAbsent, SourceNode } from "../source";
import {
  functionAuthorizer,
  isPoolArn,
  poolId,
  serviceAuthorizers,
  webSocketAuthorizer,
} from "./authorizers";
import { corsOf } from "./function-props";

/** The gateways of a service: each kind of event has one. */
export class Apis {
  private readonly rest = new Gateway("Api", "RestV1Api");
  private readonly httpGateway = new Gateway("HttpApi", "Api");
  private readonly sockets = new Gateway("WebSocketApi", "WebSocketApi");
  private hasCors = false;

  constructor(private readonly provider: SourceNode | undefined) {}

  http(node: SourceNode, owner: string, scope: TemplateScope): readonly EventModel[] {
    const fields = routeFields(node, owner, scope);
    const route = routeKey(fields, scope);
    const { authorizer, authorizationScopes } = this.restAuthorizer(fields.take("authorizer"), scope, route);
    const cors = fields.take("cors");
    if (cors !== undefined && cors.content !== false) this.hasCors = true;
    if (cors?.isMap === true) reportCors(cors, scope);
    const integration = fields.take("integration");
    const kind = integration?.text?.toLowerCase().replaceAll(/[_-]/g, "");
    if (kind !== undefined && !["awsproxy", "lambdaproxy"].includes(kind)) {
      scope.findings.todo(
        integration?.place ?? node.place,
        `${route}: the integration \`${integration?.text}\` was not translated. The function gets the request as API Gateway sends it, and must return a response.`,
      );
      fields.ignore("request", "response");
    }
    const key = fields.take("private");
    // A value that is known only at deployment counts as true.
    const isPrivate = key !== undefined && !key.isFalse;
    const parameters = fields.take("request")?.get("parameters");
    for (const [key, value] of node.get("request")?.entries ?? [])
      if (key !== "parameters" && kind === undefined)
        scope.findings.todo(
          value.place,
          `${route}: \`request.${key}\` was not translated: use \`addModel\` and \`addRequestValidator\`.`,
        );
    const operationName = toValue(fields.take("operationId"), scope);
    fields.ignore("documentation", "connectionType").finish();
    this.rest.use(node.place);
    const method = compact({
      apiKeyRequired: isPrivate ? true : undefined,
      operationName,
      requestParameters: kind === undefined ? requestParameters(parameters) : undefined,
    });
    const props = compact({ authorizer, authorizationScopes, cdk: compact({ method }) }) ?? {};
    return [
      {
        kind: "http",
        place: node.place,
        api: this.rest.name,
        route: route === "ANY *" ? "ANY /{proxy+}" : route,
        props,
      },
    ];
  }

  httpApi(node: SourceNode, owner: string, scope: TemplateScope): readonly EventModel[] {
    const fields = routeFields(node, owner, scope);
    const route = routeKey(fields, scope);
    const authorizer = fields.take("authorizer");
    const scopes = toValue(authorizer?.get("scopes"), scope);
    fields.leaveOut("timeout").finish();
    this.httpGateway.use(node.place);
    const key = route === "ANY *" || route === "* *" ? "$default" : route;
    return [
      {
        kind: "http",
        place: node.place,
        api: this.httpGateway.name,
        route: key,
        props:
          compact({ authorizer: httpAuthorizer(authorizer, route, scope), authorizationScopes: scopes }) ??
          {},
      },
    ];
  }

  websocket(node: SourceNode, owner: string, scope: TemplateScope): readonly EventModel[] {
    const given = node.isMap ? node : new SourceNode(new Map([["route", node]]), node.place);
    const fields = new Fields(given, scope.findings, `Event of \`${owner}\``);
    const route = fields.take("route")?.text ?? "$default";
    const authorizer = fields.take("authorizer");
    if (fields.take("routeResponseSelectionExpression") !== undefined)
      scope.findings.todo(
        node.place,
        `${route}: responses of routes were not translated: send with \`PostToConnection\`.`,
      );
    fields.finish();
    this.sockets.use(node.place);
    if (authorizer !== undefined && !isAbsent(authorizer))
      this.sockets.props = { ...this.sockets.props, authorizer: webSocketAuthorizer(authorizer, scope) };
    return [{ kind: "websocket", place: node.place, api: this.sockets.name, route }];
  }

  /** The used gateways. `Ref` and attributes have the names of the Framework. */
  resources(scope: TemplateScope): readonly ResourceModel[] {
    const http = this.provider?.get("httpApi");
    const settings =
      http?.isMap === true ? new Fields(http, scope.findings, "`provider.httpApi`") : undefined;
    return [
      ...this.usagePlan(scope),
      ...this.rest.resource(
        { cors: this.hasCors ? undefined : false, ...this.restSettings(scope) },
        restAttributes,
      ),
      ...this.httpGateway.resource(
        {
          ...httpSettings(settings, scope),
          ...this.httpGateway.props,
        },
        httpAttributes,
      ),
      ...this.sockets.resource({}, socketAttributes),
    ];
  }

  /** Before version 2 of the Framework, the settings were next to `apiGateway`. */
  private usagePlan(scope: TemplateScope): readonly ResourceModel[] {
    const setting = (key: string) => this.provider?.at("apiGateway", key) ?? this.provider?.get(key);
    const [keys, plan] = [setting("apiKeys"), setting("usagePlan")];
    const place = (plan ?? keys)?.place;
    if (!this.rest.isUsed || place === undefined) return [];
    const given = toValue(keys, scope);
    const list = isList(given) ? given : [];
    if (plan?.isList === true || list.some((key) => isMap(key) && Object.values(key).some(isList))) {
      scope.findings.todo(
        place,
        "Several usage plans were not translated: use `addUsagePlan` of `api.cdk.restApi`.",
      );
      return [];
    }
    return usagePlan({
      api: this.rest.name,
      place,
      throttle: toValue(plan?.get("throttle"), scope),
      quota: toValue(plan?.get("quota"), scope),
      keys: list,
    });
  }

  private restSettings(scope: TemplateScope): ValueMap {
    const own = this.provider?.get("apiGateway");
    const value = (key: string) => toValue(own?.get(key) ?? this.provider?.get(key), scope);
    const type = value("endpointType");
    const vpcEndpointIds = value("vpcEndpointIds");
    const statements = value("resourcePolicy");
    return {
      cdk: compact({
        restApi: compact({
          name: toValue(this.provider?.get("apiName"), scope),
          binaryMediaTypes: toValue(own?.get("binaryMediaTypes"), scope),
          minimumCompressionSize: own?.get("minimumCompressionSize")?.text,
          apiKeySource: toValue(own?.get("apiKeySourceType"), scope),
          disableExecuteApiEndpoint: toValue(own?.get("disableDefaultEndpoint"), scope),
          endpointConfiguration:
            type === undefined && vpcEndpointIds === undefined
              ? undefined
              : { types: [typeof type === "string" ? type.toUpperCase() : type], vpcEndpointIds },
          policy: statements === undefined ? undefined : policyDocument(statements),
        }),
      }),
    };
  }

  /**
   * Authorizers of `http` events are declared where they are used. If its function is not in the service, the name stays: the
   * API refuses the route until the user declares the authorizer.
   */
  private restAuthorizer(node: SourceNode | undefined, scope: TemplateScope, route: string): ValueMap {
    if (node === undefined || isAbsent(node)) return {};
    const type = node.get("type")?.text?.toLowerCase();
    if (node.text?.toLowerCase() === "aws_iam" || type === "aws_iam") return { authorizer: "iam" };
    const authorizationScopes = toValue(node.get("scopes"), scope);
    const value = node.isMap && !node.isFunction ? undefined : toValue(node, scope);
    const isText = typeof value === "string";
    const arn = value !== undefined && (!isText || isArn(value)) ? value : toValue(node.get("arn"), scope);
    const given = node.get("name")?.text ?? (isText && arn !== value ? value : undefined);
    const isPool =
      type === "cognito_user_pools" ||
      (typeof arn === "string" && arn.includes("cognito-idp")) ||
      isPoolArn(arn);
    if (isPool && (typeof arn === "string" || referenceOf(arn) !== undefined)) {
      const pool = { type: "user_pools", userPoolIds: [poolId(arn)], resultsCacheTtl: undefined };
      return { authorizer: this.rest.authorizer(given ?? "users", pool), authorizationScopes };
    }
    const [last = "authorizer"] = typeof arn === "string" ? arn.split(":").slice(-1) : [];
    const name = given ?? last;
    const isElsewhere = arn !== undefined && referenceOf(arn) === undefined;
    if (isElsewhere || (arn === undefined && given === undefined)) {
      scope.findings.todo(
        node.place,
        arn === undefined
          ? `${route}: its authorizer is in another stack: declare it in \`authorizers\` as \`${name}\`.`
          : `The authorizer \`${name}\` is a function of another stack: declare it in \`authorizers\`.`,
      );
      return { authorizer: name, authorizationScopes };
    }
    const target = arn ?? objectOf(name, node.place);
    return { authorizer: this.rest.authorizer(name, functionAuthorizer(node, target, type, scope)) };
  }
}

/** An API that is created when the first event uses it. */
class Gateway {
  props: ValueMap = {};
  private place: Place | undefined;
  private readonly authorizers = new Map<string, ValueMap>();

  constructor(
    readonly name: string,
    private readonly className: string,
  ) {}

  get isUsed(): boolean {
    return this.place !== undefined;
  }

  use(place: Place): void {
    this.place ??= place;
  }

  /** Declares an authorizer, and returns its name: a different one if the name is taken by another function or pool. */
  authorizer(wanted: string, props: ValueMap): string {
    const decides = ({ function: target, userPoolIds }: ValueMap): string =>
      JSON.stringify([target, userPoolIds], (key, value: unknown) => (key === "place" ? undefined : value));
    let name = wanted;
    for (let count = 2; decides(this.authorizers.get(name) ?? props) !== decides(props); count++)
      name = `${wanted}${count}`;
    if (!this.authorizers.has(name)) this.authorizers.set(name, compact(props) ?? {});
    return name;
  }

  resource(settings: ValueMap, attributes: Readonly<Record<string, string>>): readonly ResourceModel[] {
    if (this.place === undefined) return [];
    const authorizers =
      this.authorizers.size === 0 ? settings.authorizers : Object.fromEntries(this.authorizers);
    const props = { ...this.props, ...settings, authorizers };
    return [construct({ name: this.name, place: this.place }, this.className, props, attributes)];
  }
}

export const restAttributes = {
  "": ".restApiId",
  RootResourceId: ".cdk.restApi.rootResourceId",
  Stage: ".cdk.restApi.deploymentStage.stageName",
};
export const httpAttributes = { "": ".httpApiId", ApiEndpoint: ".url", ApiId: ".httpApiId" };
const socketAttributes = { "": ".cdk.webSocketApi.id", ApiEndpoint: ".url" };

/** Settings of `provider.httpApi`. */
function httpSettings(fields: Fields | undefined, scope: TemplateScope): ValueMap {
  const cors = fields?.take("cors");
  const payload = fields?.take("payload")?.text;
  const name = toValue(fields?.take("name"), scope);
  const authorizers = serviceAuthorizers(fields?.take("authorizers"), scope);
  const disableExecuteApiEndpoint = toValue(fields?.take("disableDefaultEndpoint"), scope);
  fields?.leaveOut("timeout").ignore("metrics", "shouldStartNameWithService", "useProviderTags").finish();
  return {
    cors: cors === undefined ? false : corsOf(cors, scope),
    defaults: compact({ payloadFormatVersion: payload === "1.0" ? "1.0" : undefined }),
    cdk: compact({ httpApi: compact({ name, disableExecuteApiEndpoint }) }),
    authorizers,
  };
}

/** The authorizer of a route of an HTTP API. Without a name, uses one that the API refuses until it is declared. */
function httpAuthorizer(node: SourceNode | undefined, route: string, { findings }: TemplateScope): Value {
  if (node === undefined || isAbsent(node)) return undefined;
  const name = node.get("name")?.text ?? node.text;
  if (name === "aws_iam" || node.get("type")?.text === "aws_iam") return "iam";
  if (name !== undefined && node.get("id") === undefined) return name;
  const declared = name ?? "authorizer";
  findings.todo(
    node.place,
    `${route}: its authorizer is in another stack: declare it in \`authorizers\` as \`${declared}\`.`,
  );
  return declared;
}

function routeFields(node: SourceNode, owner: string, { findings }: TemplateScope): Fields {
  const [method, path = ""] = (node.text ?? "").trim().split(/\s+/);
  if (node.isMap) return new Fields(node, findings, `Event of \`${owner}\``);
  const part = (text: string) => new SourceNode(text, node.place);
  const entries = new Map([
    ["method", part(method === "" || method === undefined ? "ANY" : method)],
    ["path", part(path === "" ? "*" : path)],
  ]);
  return new Fields(new SourceNode(entries, node.place), findings, `Event of \`${owner}\``);
}

function routeKey(fields: Fields, scope: TemplateScope): string {
  const method = (fields.take("method")?.text ?? "ANY").toUpperCase();
  const given = toValue(fields.take("path"), scope);
  const path = typeof given === "string" ? given : "";
  if (path === "*") return `${method === "*" ? "ANY" : method} *`;
  // Other gateways ignore a slash at the end of a path.
  const clean = `/${path.replace(/^\/+/, "")}`.replace(/(.)\/$/, "$1");
  return `${method === "*" ? "ANY" : method} ${clean}`;
}

function reportCors(node: SourceNode, { findings }: TemplateScope): void {
  findings.todo(
    node.place,
    "Origins and headers of CORS were not translated: set `cdk.restApi.defaultCorsPreflightOptions`.",
  );
}

/** `{ querystrings: { url: true } }` as the keys of API Gateway. */
function requestParameters(node: SourceNode | undefined): Value {
  if (node === undefined) return undefined;
  const kinds: Readonly<Record<string, string>> = {
    querystrings: "querystring",
    headers: "header",
    paths: "path",
  };
  return Object.fromEntries(
    node.entries.flatMap(([kind, names]) =>
      names.entries.map(([name, value]) => [
        `method.request.${kinds[kind] ?? kind}.${name}`,
        value.isMap ? value.get("required")?.isTrue === true : value.isTrue,
      ]),
    ),
  );
}
