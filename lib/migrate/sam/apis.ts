import { usagePlan } from "../cloudformation/apis";
import { placeholder, type TemplateScope, toValue } from "../cloudformation/intrinsics";
import { construct, type EventModel, type ResourceModel } from "../model/application";
import { camelCase } from "../model/names";
import type { Findings, Place } from "../model/place";
import { code, compact, isList, isMap, type Value, type ValueMap } from "../model/value";
import { httpAttributes, restAttributes } from "../serverless/apis";
import { numberFrom } from "../serverless/function-props";
import { Fields, isAbsent, reportOthers, SourceNode } from "../source";
import { restAuthorizers, samHttpAuthorizers } from "./authorizers";
import { callPermission, definedApi, endpointOf } from "./defined-api";
import type { SamEventContext } from "./events";
import { corsOf } from "./function-props";

type GatewayKind = "rest" | "http";

interface DeclaredApi {
  readonly kind: GatewayKind;
  readonly node: SourceNode;
}

/** The names of the APIs that SAM creates for events without one. */
export const implicitApis = { rest: "ServerlessRestApi", http: "ServerlessHttpApi" } as const;

/** The APIs of a template: declared ones, and the implicit ones of events. */
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
    const properties = this.properties(name, kind, place);
    if (properties.get("DefinitionBody") !== undefined) {
      // The definition contains the route, to which SAM adds the authorization of the event.
      if (auth !== undefined)
        scope.findings.refuse(
          auth.place,
          `Route of \`${owner}\`: \`Auth\` was not translated: write it into the definition.`,
        );
      this.permissions.push(callPermission(name, owner, event, place));
      return [];
    }
    // An event of an HTTP API without a path receives all requests.
    const route =
      path === undefined
        ? "$default"
        : `${method === "*" || method === "X-AMAZON-APIGATEWAY-ANY-METHOD" ? "ANY" : method} /${path.replace(/^\//, "").replace(/(.)\/$/, "$1")}`;
    const props = compact({
      ...routeAuth(auth, properties.get("Auth"), kind, scope),
      payloadFormatVersion: kind === "http" && payload === "1.0" ? "1.0" : undefined,
    });
    return [{ kind: "http", place, api: name, route, props: props ?? {} }];
  }

  /** The properties of an API, merged with the global ones. */
  private properties(name: string, kind: GatewayKind, place: Place): SourceNode {
    const globals = this.globals?.get(kind === "rest" ? "Api" : "HttpApi");
    const own = this.declared.get(name)?.node.get("Properties");
    return new SourceNode(merged(globals, own)?.content ?? new Map(), place);
  }

  resources(scope: TemplateScope): readonly ResourceModel[] {
    const made: ResourceModel[] = [...this.declared].flatMap(([name, { kind, node }]) =>
      this.api(name, kind, node.place, scope),
    );
    for (const [kind, place] of this.implicit) made.push(...this.api(implicitApis[kind], kind, place, scope));
    return [...made, ...this.permissions];
  }

  private api(name: string, kind: GatewayKind, place: Place, scope: TemplateScope): readonly ResourceModel[] {
    const fields = new Fields(this.properties(name, kind, place), scope.findings, `\`${name}\``);
    const body = toValue(fields.take("DefinitionBody"), scope);
    if (body !== undefined) {
      const made = definedApi(name, kind, body, fields, scope);
      fields.finish();
      return made;
    }
    const props = kind === "rest" ? restProps(fields, scope, name) : httpProps(fields, scope, name);
    fields.finish();
    const [className, attributes] =
      kind === "rest" ? (["RestV1Api", restAttributes] as const) : (["Api", httpAttributes] as const);
    const id = name.startsWith("Serverless") ? (kind === "rest" ? "Api" : "HttpApi") : name;
    const api = { ...construct({ name, place }, className, props, attributes), id };
    const plan = kind === "rest" ? fields.node.at("Auth", "UsagePlan") : undefined;
    return [api, ...(plan === undefined ? [] : samUsagePlan(name, plan, scope))];
  }
}

function definitionOf(fields: Fields, name: string, { findings }: TemplateScope): void {
  const node = fields.take("DefinitionUri");
  if (node !== undefined)
    // Its routes may be protected, but those of the events are not.
    findings.refuse(
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
  const tracing = fields.take("TracingEnabled");
  fields.ignore(
    "OpenApiVersion",
    "FailOnWarnings",
    "AlwaysDeploy",
    "MergeDefinitions",
    "PropagateTags",
    "AccessLogSetting",
  );
  const methods = fields.take("MethodSettings");
  if (methods !== undefined)
    scope.findings.note(
      methods.place,
      `\`${name}\`: \`MethodSettings\` has its place in \`cdk.restApi.deployOptions\`.`,
    );
  return {
    cors: cors === undefined ? false : undefined,
    authorizers: restAuthorizers(auth?.get("Authorizers"), scope),
    defaults: compact(defaultAuth(auth, scope, name)),
    stageVariables: value("Variables"),
    cdk: compact({
      restApi: compact({
        name: value("Name"),
        description: value("Description"),
        binaryMediaTypes: binaryTypes(value("BinaryMediaTypes")),
        minimumCompressionSize: value("MinimumCompressionSize"),
        apiKeySource: value("ApiKeySourceType"),
        disableExecuteApiEndpoint: value("DisableExecuteApiEndpoint"),
        endpointConfiguration: endpointOf(fields.take("EndpointConfiguration"), scope),
        deployOptions: compact({
          stageName: typeof stageName === "string" ? stageName : undefined,
          tracingEnabled: tracing === undefined ? undefined : tracing.isTrue,
          ...methodThrottle(methods, scope, name),
        }),
        tags: value("Tags"),
      }),
    }),
  };
}

/** SAM creates one key for the plan of an API. A shared plan has the limits of each API. */
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

/** The limits of all methods. Limits of one method are left to the user, since they belong to the route. */
function methodThrottle(node: SourceNode | undefined, scope: TemplateScope, name: string): ValueMap {
  let limits: ValueMap = {};
  for (const item of node?.items ?? []) {
    const given = Object.fromEntries(
      item.entries
        .filter(([key]) => key.startsWith("Throttling"))
        .map(([key, each]) => [camelCase(key), numberFrom(toValue(each, scope))]),
    );
    const isForAll = item.get("ResourcePath")?.text === "/*" && item.get("HttpMethod")?.text === "*";
    if (isForAll) limits = given;
    else if (Object.keys(given).length > 0)
      scope.findings.refuse(
        item.place,
        `\`${name}\`: the limits of \`${item.get("HttpMethod")?.text} ${item.get("ResourcePath")?.text}\` were not translated: use \`throttle\` of the route.`,
      );
  }
  return limits;
}

const knownAuth = [
  "Authorizers",
  "DefaultAuthorizer",
  "AddDefaultAuthorizerToCorsPreflight",
  "InvokeRole",
  "AddApiKeyRequiredToCorsPreflight",
  "EnableIamAuthorizer",
  "ApiKeyRequired",
  "UsagePlan",
];

/** The authorization of routes that have none of their own. */
function defaultAuth(auth: SourceNode | undefined, scope: TemplateScope, name: string): ValueMap {
  const { findings } = scope;
  reportOthers(auth, knownAuth, findings, (key) => `\`${name}\`: \`Auth.${key}\` was not translated.`);
  const given = authorizerName(auth?.get("DefaultAuthorizer"), findings, `\`${name}\``);
  return given === "none" ? {} : { authorizer: given, authorizationScopes: scopesOf(auth, given, scope) };
}

/** The authorization of one route, combined with that of its API. */
function routeAuth(
  auth: SourceNode | undefined,
  ofApi: SourceNode | undefined,
  kind: GatewayKind,
  scope: TemplateScope,
): ValueMap {
  const authorizer = authorizerName(auth?.get("Authorizer"), scope.findings, "A route");
  const key = auth?.get("ApiKeyRequired") ?? ofApi?.get("ApiKeyRequired");
  const known = ["Authorizer", "ApiKeyRequired", "AuthorizationScopes", "InvokeRole", "OverrideApiAuth"];
  reportOthers(auth, known, scope.findings, (key) => `\`Auth.${key}\` of a route was not translated.`);
  // A value that is known only at deployment counts as true.
  const needsKey = kind === "rest" && key !== undefined && !isAbsent(key);
  return {
    authorizer,
    authorizationScopes:
      toValue(auth?.get("AuthorizationScopes"), scope) ?? scopesOf(ofApi, authorizer, scope),
    cdk: needsKey ? { method: { apiKeyRequired: true } } : undefined,
  };
}

/** The scopes that the routes of an authorizer require by default. */
const scopesOf = (auth: SourceNode | undefined, name: string | undefined, scope: TemplateScope): Value =>
  name === undefined ? undefined : toValue(auth?.at("Authorizers", name, "AuthorizationScopes"), scope);

/** The name of an authorizer. If it is known only at deployment, uses a name that the API refuses until it is declared. */
function authorizerName(node: SourceNode | undefined, findings: Findings, what: string): string | undefined {
  if (node === undefined || isAbsent(node)) return undefined;
  const { text } = node;
  if (text === "AWS_IAM") return "iam";
  if (text === "NONE") return "none";
  if (text === undefined)
    findings.todo(node.place, `${what}: which authorizer is used was not translated: write its name.`);
  return text ?? placeholder("authorizer");
}

/** `Globals` and the properties of a resource, as SAM merges them: maps by key, lists by appending. */
function merged(one: SourceNode | undefined, other: SourceNode | undefined): SourceNode | undefined {
  if (one === undefined || other === undefined) return other ?? one;
  if (one.isList && other.isList) return new SourceNode([...one.items, ...other.items], other.place);
  if (!one.isMap || !other.isMap || one.isFunction || other.isFunction) return other;
  const entries = new Map(one.entries);
  for (const [key, value] of other.entries) entries.set(key, merged(entries.get(key), value) ?? value);
  return new SourceNode(entries, other.place);
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
  const limit = (key: string) => numberFrom(toValue(throttle?.get(key), scope));
  return {
    cors: cors === undefined ? false : corsOf(cors, scope),
    authorizers: samHttpAuthorizers(auth?.get("Authorizers"), scope),
    defaults: compact({
      ...defaultAuth(auth, scope, name),
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
