import { usagePlan } from "../cloudformation/apis";
import { type TemplateScope, toValue } from "../cloudformation/intrinsics";
import type { EventModel, ResourceModel } from "../model/application";
import { camelCase } from "../model/names";
import type { Place } from "../model/place";
import { code, compact, isList, isMap, type Value, type ValueMap } from "../model/value";
import { httpAttributes, restAttributes } from "../serverless/apis";
import { numberFrom } from "../serverless/function-props";
import { Fields, SourceNode } from "../source";
import { restAuthorizers, samHttpAuthorizers } from "./authorizers";
import { callPermission, definedApi } from "./defined-api";
import type { SamEventContext } from "./events";
import { corsOf } from "./function-props";

type GatewayKind = "rest" | "http";

interface DeclaredApi {
  readonly kind: GatewayKind;
  readonly node: SourceNode;
}

/** The names of the APIs that SAM creates for events without one. */
export const implicitApis = { rest: "ServerlessRestApi", http: "ServerlessHttpApi" } as const;

/** The APIs of a template: those that it declares, and those of events that name none. */
export class SamApis {
  private readonly declared = new Map<string, DeclaredApi>();
  private readonly implicit = new Map<GatewayKind, Place>();
  private readonly permissions: ResourceModel[] = [];

  constructor(
    resources: SourceNode | undefined,
    private readonly globals: SourceNode | undefined,
  ) {
    for (const [name, node] of resources?.entries ?? []) {
      const type = node.get("Type")?.text;
      if (type === "AWS::Serverless::Api") this.declared.set(name, { kind: "rest", node });
      if (type === "AWS::Serverless::HttpApi") this.declared.set(name, { kind: "http", node });
    }
  }

  /** A route of a function. */
  route(
    fields: Fields,
    { scope, place, owner, name: event }: SamEventContext,
    kind: GatewayKind,
  ): readonly EventModel[] {
    const reference = kind === "rest" ? fields.take("RestApiId") : fields.take("ApiId");
    const path = fields.take("Path")?.text;
    const method = (fields.take("Method")?.text ?? "ANY").toUpperCase();
    const auth = fields.take("Auth");
    const payload = fields.take("PayloadFormatVersion")?.text;
    fields.leaveOut("TimeoutInMillis");
    const name =
      reference === undefined ? implicitApis[kind] : (reference.get("Ref")?.text ?? reference.text ?? "");
    if (reference === undefined) this.implicit.set(kind, this.implicit.get(kind) ?? place);
    else if (!this.declared.has(name)) {
      scope.findings.todo(reference.place, `Route of \`${owner}\`: its API was not translated.`);
      return [];
    }
    if (this.declared.get(name)?.node.at("Properties", "DefinitionBody") !== undefined) {
      // The definition has the route.
      this.permissions.push(callPermission(name, owner, event, place));
      return [];
    }
    // An event of an HTTP API without a path gets all requests.
    const route =
      path === undefined
        ? "$default"
        : `${method === "*" || method === "X-AMAZON-APIGATEWAY-ANY-METHOD" ? "ANY" : method} /${path.replace(/^\//, "").replace(/(.)\/$/, "$1")}`;
    const props = compact({
      ...this.routeAuth(
        auth,
        kind === "rest" && this.settings(name)?.get("ApiKeyRequired")?.isTrue === true,
        scope,
      ),
      payloadFormatVersion: kind === "http" && payload === "1.0" ? "1.0" : undefined,
    });
    return [{ kind: "http", place, api: name, route, props: props ?? {} }];
  }

  /** `Auth` of a REST API, its own or the global one. */
  private settings(name: string): SourceNode | undefined {
    return this.declared.get(name)?.node.at("Properties", "Auth") ?? this.globals?.at("Api", "Auth");
  }

  private routeAuth(auth: SourceNode | undefined, isKeyRequired: boolean, scope: TemplateScope): ValueMap {
    const given = auth?.get("Authorizer")?.text;
    const key = auth?.get("ApiKeyRequired")?.isTrue ?? isKeyRequired;
    for (const [name, node] of auth?.entries ?? [])
      if (
        !["Authorizer", "ApiKeyRequired", "AuthorizationScopes", "InvokeRole", "OverrideApiAuth"].includes(
          name,
        )
      )
        scope.findings.todo(node.place, `\`Auth.${name}\` of a route was not translated.`);
    return {
      authorizer: given === "AWS_IAM" ? "iam" : given === "NONE" ? "none" : given,
      authorizationScopes: toValue(auth?.get("AuthorizationScopes"), scope),
      cdk: key === true ? { method: { apiKeyRequired: true } } : undefined,
    };
  }

  /** The constructs of the APIs. */
  resources(scope: TemplateScope): readonly ResourceModel[] {
    const made: ResourceModel[] = [...this.declared].flatMap(([name, { kind, node }]) =>
      this.api(name, kind, node, scope),
    );
    for (const [kind, place] of this.implicit)
      made.push(...this.api(implicitApis[kind], kind, new SourceNode(new Map(), place), scope));
    return [...made, ...this.permissions];
  }

  private api(
    name: string,
    kind: GatewayKind,
    node: SourceNode,
    scope: TemplateScope,
  ): readonly ResourceModel[] {
    const globals = this.globals?.get(kind === "rest" ? "Api" : "HttpApi");
    const own = node.get("Properties");
    const merged = new Map([...(globals?.entries ?? []), ...(own?.entries ?? [])]);
    const fields = new Fields(new SourceNode(merged, node.place), scope.findings, `\`${name}\``);
    const body = toValue(fields.take("DefinitionBody"), scope);
    if (body !== undefined) {
      const made = definedApi(name, kind, body, fields, scope);
      fields.finish();
      return made;
    }
    const props = kind === "rest" ? restProps(fields, scope, name) : httpProps(fields, scope, name);
    fields.finish();
    const attributes = kind === "rest" ? restAttributes : httpAttributes;
    const api = {
      name,
      id: name.startsWith("Serverless") ? (kind === "rest" ? "Api" : "HttpApi") : name,
      place: node.place,
      className: kind === "rest" ? "RestV1Api" : "Api",
      from: "serverform",
      props,
      attributes: (attribute: string) => (attributes as Readonly<Record<string, string>>)[attribute],
    };
    const plan = kind === "rest" ? fields.node.at("Auth", "UsagePlan") : undefined;
    return [api, ...(plan === undefined ? [] : samUsagePlan(name, plan, scope))];
  }
}

function definitionOf(fields: Fields, name: string, { findings }: TemplateScope): void {
  const node = fields.take("DefinitionUri");
  if (node !== undefined)
    findings.todo(
      node.place,
      `\`${name}\`: the OpenAPI definition was not translated. Write its routes; those of functions with an event are there.`,
    );
}

function restProps(fields: Fields, scope: TemplateScope, name: string): ValueMap {
  const value = (key: string) => toValue(fields.take(key), scope);
  definitionOf(fields, name, scope);
  const cors = fields.take("Cors");
  if (cors?.isMap === true)
    scope.findings.note(
      cors.place,
      `\`${name}\`: CORS allows every origin, header and method; \`cdk.restApi.defaultCorsPreflightOptions\` narrows it.`,
    );
  const auth = fields.take("Auth");
  const stageName = value("StageName");
  const type = fields.take("EndpointConfiguration");
  const types = type?.isMap === true ? type.get("Type")?.text : type?.text;
  const tracing = fields.take("TracingEnabled");
  fields.ignore(
    "OpenApiVersion",
    "FailOnWarnings",
    "AlwaysDeploy",
    "MergeDefinitions",
    "PropagateTags",
    "AccessLogSetting",
    "MethodSettings",
  );
  const methods = fields.node.get("MethodSettings");
  if (methods !== undefined)
    scope.findings.note(
      methods.place,
      `\`${name}\`: \`MethodSettings\` has its place in \`cdk.restApi.deployOptions\`.`,
    );
  return {
    cors: cors === undefined ? false : undefined,
    authorizers: restAuthorizers(auth?.get("Authorizers"), scope),
    defaults: compact({ authorizer: defaultAuthorizer(auth, scope, name) }),
    stageVariables: value("Variables"),
    cdk: compact({
      restApi: compact({
        name: value("Name"),
        description: value("Description"),
        binaryMediaTypes: binaryTypes(value("BinaryMediaTypes")),
        minimumCompressionSize: value("MinimumCompressionSize"),
        apiKeySource: value("ApiKeySourceType"),
        disableExecuteApiEndpoint: value("DisableExecuteApiEndpoint"),
        endpointConfiguration: types === undefined ? undefined : { types: [types] },
        deployOptions: compact({
          stageName: typeof stageName === "string" ? stageName : undefined,
          tracingEnabled: tracing === undefined ? undefined : tracing.isTrue,
        }),
        tags: value("Tags"),
      }),
    }),
  };
}

/** SAM creates one key for the plan of an API. A plan that APIs share has the limits of each. */
function samUsagePlan(api: string, node: SourceNode, scope: TemplateScope): readonly ResourceModel[] {
  if (node.get("CreateUsagePlan")?.text === "NONE") return [];
  const limits = (key: string) => {
    const value = toValue(node.get(key), scope);
    if (!isMap(value)) return undefined;
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, each]) => [camelCase(name), numberFrom(each)]));
  };
  return usagePlan({
    api,
    place: node.place,
    throttle: limits("Throttle"),
    quota: limits("Quota"),
    keys: [code(`stack.app.logicalPrefixedName(${JSON.stringify(`${api}Key`)})`)],
  });
}

/** SAM writes the slash of a type as `~1`. */
const binaryTypes = (value: Value): Value =>
  isList(value) ? value.map((each) => (typeof each === "string" ? each.replaceAll("~1", "/") : each)) : value;

function defaultAuthorizer(auth: SourceNode | undefined, { findings }: TemplateScope, name: string): Value {
  for (const [key, node] of auth?.entries ?? [])
    if (
      ![
        "Authorizers",
        "DefaultAuthorizer",
        "AddDefaultAuthorizerToCorsPreflight",
        "InvokeRole",
        "AddApiKeyRequiredToCorsPreflight",
        "EnableIamAuthorizer",
        "ApiKeyRequired",
        "UsagePlan",
      ].includes(key)
    )
      findings.todo(node.place, `\`${name}\`: \`Auth.${key}\` was not translated.`);
  const given = auth?.get("DefaultAuthorizer")?.text;
  return given === "AWS_IAM" ? "iam" : given === "NONE" ? undefined : given;
}

function httpProps(fields: Fields, scope: TemplateScope, name: string): ValueMap {
  const value = (key: string) => toValue(fields.take(key), scope);
  definitionOf(fields, name, scope);
  const auth = fields.take("Auth");
  const cors = fields.take("CorsConfiguration");
  const stageName = fields.take("StageName");
  if (stageName?.text !== undefined && stageName.text !== "$default")
    scope.findings.note(
      stageName.place,
      `\`${name}\`: the stage is \`$default\`, so that URLs have no stage in their path.`,
    );
  fields.ignore("FailOnWarnings", "AccessLogSettings", "PropagateTags", "DefaultRouteSettings");
  const throttle = fields.node.get("DefaultRouteSettings");
  const limit = (key: string) =>
    throttle?.get(key)?.text === undefined ? undefined : Number(throttle.get(key)?.text);
  return {
    cors: cors === undefined ? false : corsOf(cors, scope),
    authorizers: samHttpAuthorizers(auth?.get("Authorizers"), scope),
    defaults: compact({
      authorizer: defaultAuthorizer(auth, scope, name),
      throttle: compact({ burst: limit("ThrottlingBurstLimit"), rate: limit("ThrottlingRateLimit") }),
    }),
    stageVariables: value("StageVariables"),
    cdk: compact({
      httpApi: compact({
        name: value("Name"),
        description: value("Description"),
        disableExecuteApiEndpoint: value("DisableExecuteApiEndpoint"),
        tags: value("Tags"),
      }),
    }),
  };
}
