import { existsSync } from "node:fs";
import { join } from "node:path";
import { reservedVariables } from "../../facts/aws/function-variables";
import { defaultRegion } from "../../facts/aws/partitions";
import { policyStatements, roleOf } from "../cloudformation/constructs/iam";
import {
  readConditions,
  type TemplateScope,
  templateParameters,
  toValue,
} from "../cloudformation/intrinsics";
import { convertResources, logGroupAliases } from "../cloudformation/template";
import { fail } from "../errors";
import type { Application, FunctionModel, OutputModel, ResourceModel } from "../model/application";
import { SourceConstructs } from "../model/event-sources";
import { capitalized, type Names, pascalCase } from "../model/names";
import type { Findings } from "../model/place";
import {
  asText,
  attributeOf,
  Computed,
  compact,
  isMap,
  mapValue,
  type Value,
  type ValueMap,
} from "../model/value";
import { Fields, itemsOf, readYaml, reportOthers, SourceNode } from "../source";
import { Apis } from "./apis";
import { eventReaders } from "./events";
import { functionProps, sharedFunctionProps } from "./function-props";
import { packagingProps, reportPlugins } from "./packaging";
import { ServiceVariables } from "./variables";

const serverlessFiles = ["serverless.yml", "serverless.yaml", "serverless.json"] as const;

export async function readServerless(folder: string, names: Names, findings: Findings): Promise<Application> {
  const file = serverlessFiles.find((each) => existsSync(join(folder, each)));
  if (file === undefined)
    return fail("serverform migrate", "migrate-source-missing", "<folder>", {
      value: folder,
      names: serverlessFiles,
    });
  const source = await readYaml(folder, file);
  const cloud = source.at("provider", "name")?.text ?? source.get("provider")?.text;
  if (cloud !== "aws") fail("serverform migrate", "migrate-not-aws", "provider.name", { value: cloud ?? "" });
  const settings = {
    stage: plainText(source.at("provider", "stage")) ?? "dev",
    region: plainText(source.at("provider", "region")) ?? defaultRegion,
  };
  const variables = new ServiceVariables(folder, source, findings, settings);
  const entries: [string, SourceNode][] = [];
  // `custom` and `params` are used only through variables.
  for (const [key, value] of source.entries)
    if (key !== "custom" && key !== "params") entries.push([key, await variables.resolve(value)]);
  const name = plainText(source.get("service")) ?? plainText(new Map(entries).get("service")) ?? "app";
  return new ServiceReader(
    new SourceNode(new Map(entries), source.place),
    names,
    findings,
    settings.region,
    name,
    folder,
    source.at("custom", "serverless-iam-roles-per-function", "defaultInherit")?.isTrue === true,
  ).read();
}

/** Undefined for text with variables. */
function plainText(node: SourceNode | undefined): string | undefined {
  const text = node?.isMap === true ? node.get("name")?.text : node?.text;
  return text === undefined || text.includes("${") ? undefined : text;
}

class ServiceReader {
  private readonly scope: TemplateScope;
  private readonly provider: Fields;
  private readonly root: Fields;
  private readonly functions: readonly (readonly [string, SourceNode])[];

  constructor(
    source: SourceNode,
    private readonly names: Names,
    private readonly findings: Findings,
    private readonly region: string,
    private readonly name: string,
    private readonly folder: string,
    private readonly inheritsByDefault: boolean,
  ) {
    this.root = new Fields(source, findings, "The service");
    const empty = new SourceNode(new Map(), source.place);
    const provider = source.get("provider");
    this.provider = new Fields(provider?.isMap === true ? provider : empty, findings, "`provider`");
    this.functions = merged(this.root.take("functions"));
    this.scope = {
      findings,
      parameters: new Map(),
      conditions: new Map(),
      mappings: undefined,
      aliases: this.aliases(source.place),
    };
  }

  read(): Application {
    this.root.ignore(
      "service",
      "provider",
      "frameworkVersion",
      "useDotenv",
      "configValidationMode",
      "org",
      "app",
      "tenant",
      "variablesResolutionMode",
      "unresolvedVariablesNotificationMode",
      "deprecationNotificationMode",
      "console",
      "dashboard",
      "build",
    );
    const templates = merged(this.root.take("resources"));
    const template = (key: string) => merged(templates.find(([name]) => name === key)?.[1]);
    const { parameters, constants } = templateParameters(
      mapOf(template("Parameters"), this.root.place),
      this.names,
    );
    const base = { ...this.scope, parameters, mappings: mapOf(template("Mappings"), this.root.place) };
    const overridden = template("Resources").filter(([key]) => this.scope.aliases.has(key));
    for (const [key, value] of overridden)
      this.findings.untranslated(
        value.place,
        value.names,
        `\`${key}\` changes what the Framework creates, and was not translated.`,
      );
    const declared = mapOf(
      template("Resources").filter((each) => !overridden.includes(each)),
      this.root.place,
    );
    const conditions = readConditions(mapOf(template("Conditions"), this.root.place), base);
    const scope = logGroupAliases(declared, { ...base, conditions });
    const { resources, additions } = convertResources(declared, scope);
    for (const [key, value] of templates)
      if (
        !/^(Resources|Outputs|Parameters|Conditions|Mappings|Description|AWSTemplateFormatVersion|Transform)$/.test(
          key,
        )
      )
        this.findings.untranslated(
          value.place,
          key === "extensions" ? value.names : [],
          `\`resources.${key}\` was not translated.`,
        );
    const sources = new SourceConstructs(resources);
    const apis = new Apis(this.provider.node);
    const declaredFunctions = this.functions.map(([name, node]) =>
      this.functionOf(name, node, scope, sources, apis, resources),
    );
    const { functions, ...shared } = this.withOwnRoles(declaredFunctions, this.shared(scope));
    reportPlugins(this.root.take("plugins"), this.findings);
    const layers = this.root.take("layers");
    if (layers !== undefined)
      this.findings.todo(
        layers.place,
        "Layers of the service were not translated: name their folders in `layers` of the functions.",
      );
    this.provider.finish();
    // These sections belong to plugins, whose resources are not created, so a missing setting in them cannot expose a resource.
    for (const [key, value] of this.root.takeRest())
      this.findings.untranslated(value.place, [key], `The service: \`${key}\` was not translated.`);
    return {
      name: this.name,
      source: this.root.place.file,
      region: this.region,
      constants,
      functions,
      resources: [...resources, ...apis.resources(scope), ...sources.additions],
      additions,
      outputs: template("Outputs").map(([name, node]) => outputOf(name, node, scope)),
      ...shared,
    };
  }

  /** The settings of `provider` for all functions. */
  private shared(scope: TemplateScope) {
    const { provider } = this;
    provider.ignore(
      "name",
      "stage",
      "region",
      "profile",
      "deploymentBucket",
      "deploymentPrefix",
      "deploymentMethod",
      "versionFunctions",
      "lambdaHashingVersion",
      "stackName",
      "apiName",
      "endpointType",
      "resourcePolicy",
      "vpcEndpointIds",
      "apiKeys",
      "usagePlan",
      "httpApi",
      "disableRollback",
      "rollbackConfiguration",
      "websocketsApiName",
      "websocketsApiRouteSelectionExpression",
      "eventBridge",
      "websocketsDescription",
      "iamManagedPolicies",
      "cfnRole",
      "rolePermissionsBoundary",
      "build",
    );
    for (const key of ["iamManagedPolicies", "rolePermissionsBoundary"]) {
      const node = provider.node.get(key);
      if (node !== undefined)
        this.findings.untranslated(
          node.place,
          key === "iamManagedPolicies" ? [] : [key],
          `\`provider.${key}\` was not translated: list what functions need in \`permissions\`.`,
        );
    }
    reportOthers(
      provider.take("apiGateway"),
      [
        "apiKeys",
        "usagePlan",
        "binaryMediaTypes",
        "minimumCompressionSize",
        "shouldStartNameWithService",
        "metrics",
        "description",
        "resourcePolicy",
        "disableDefaultEndpoint",
        "apiKeySourceType",
        "vpcEndpointIds",
      ],
      this.findings,
      (key) => `\`provider.apiGateway.${key}\` was not translated.`,
    );
    const iam = provider.take("iam");
    const role = iam?.get("role");
    provider.ignore("role");
    if (role?.isMap === true && !role.isFunction)
      for (const [key, value] of role.entries)
        if (key !== "statements" && key !== "name")
          this.findings.untranslated(
            value.place,
            key === "managedPolicies" ? [] : [key],
            `\`iam.role.${key}\` was not translated.`,
          );
    const statements = [
      ...policyStatements(listOf(role?.get("statements")), scope),
      ...policyStatements(listOf(provider.take("iamRoleStatements")), scope),
    ];
    const tracing = provider.take("tracing")?.get("lambda");
    const tags = [provider.take("tags"), provider.take("stackTags")].flatMap((node) => node?.entries ?? []);
    const logs = provider.take("logs");
    if (logs !== undefined)
      this.findings.note(logs.place, "Access logs of APIs are on by default; `accessLog` has their format.");
    return {
      tags: toValue(mapOf(tags, this.root.place), scope) as ValueMap,
      functionDefaults:
        compact({
          ...packagingProps(
            this.root.take("package"),
            provider.node.get("runtime")?.text,
            this.folder,
            this.findings,
          ),
          ...sharedFunctionProps(provider, scope),
          tracing:
            tracing === undefined
              ? undefined
              : tracing.isTrue || tracing.text === "Active"
                ? "active"
                : "pass_through",
        }) ?? {},
      sharedPermissions: statements,
      sharedEnvironment: environmentTexts(provider.take("environment"), scope),
    };
  }

  /**
   * A function with its own statements does not have those of the service, unless it inherits them.
   *
   * Source: https://github.com/functionalone/serverless-iam-roles-per-function
   */
  private withOwnRoles<Shared extends { readonly sharedPermissions: readonly Value[] }>(
    functions: readonly FunctionModel[],
    shared: Shared,
  ): Shared & { readonly functions: readonly FunctionModel[] } {
    const inherits = ({ name, permissions }: FunctionModel): boolean => {
      const own = this.functions.find(([each]) => each === name)?.[1].get("iamRoleStatementsInherit");
      return permissions.length === 0 || (own?.isTrue ?? this.inheritsByDefault);
    };
    if (functions.every(inherits)) return { ...shared, functions };
    const { sharedPermissions } = shared;
    return {
      ...shared,
      sharedPermissions: [],
      functions: functions.map((each) =>
        inherits(each) ? { ...each, permissions: [...sharedPermissions, ...each.permissions] } : each,
      ),
    };
  }

  private get sharedRole(): SourceNode | undefined {
    const role = this.provider.node.get("role") ?? this.provider.node.at("iam", "role");
    return role === undefined || (role.isMap && !role.isFunction) ? undefined : role;
  }

  private functionOf(
    name: string,
    node: SourceNode,
    scope: TemplateScope,
    sources: SourceConstructs,
    apis: Apis,
    resources: readonly ResourceModel[],
  ): FunctionModel {
    const fields = new Fields(node, this.findings, `Function \`${name}\``);
    const counts = new Map<string, number>();
    const id = (kind: string): string => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${capitalized(name)}${kind}${count === 1 ? "" : count}`;
    };
    const context = { scope, sources, apis, owner: name, id };
    const events = (fields.take("events")?.items ?? []).flatMap((event) => {
      const [entry] = event.entries;
      const [kind = event.text ?? "", options = new SourceNode(null, event.place)] = entry ?? [];
      const read = eventReaders[kind];
      if (read !== undefined) return read(new SourceNode(options.content, event.place), context);
      this.findings.todo(event.place, `Function \`${name}\`: the event \`${kind}\` was not translated.`);
      return [];
    });
    const role = fields.take("role") ?? this.sharedRole;
    const own = functionProps(fields, scope);
    const runtime = own.runtime ?? this.provider.node.get("runtime")?.text;
    const props = {
      ...packagingProps(fields.take("package"), runtime, this.folder, this.findings),
      ...own,
      role: role === undefined ? undefined : roleOf(role, pascalCase(name), resources, scope),
    };
    const environment = environmentTexts(fields.take("environment"), scope);
    const permissions = policyStatements(listOf(fields.take("iamRoleStatements")), scope);
    fields
      .leaveOut("disableLogs")
      .ignore(
        "iamRoleStatementsInherit",
        "iamRoleStatementsName",
        "dependsOn",
        "versionFunction",
        "warmup",
        "tags",
        "memory",
      );
    fields.finish();
    return { name, place: node.place, props, environment, permissions, events };
  }

  /** The names of the resources that the Framework creates. */
  private aliases(place: SourceNode["place"]): TemplateScope["aliases"] {
    const to =
      (name: string) =>
      (attribute: string): Value =>
        attributeOf(name, attribute, place);
    const functions = this.functions.map(
      ([name]) => [`${logicalName(name)}LambdaFunction`, to(name)] as const,
    );
    const named = (kind: string, key: string, prefix: string) =>
      this.functions
        .flatMap(([, node]) => node.get("events")?.items ?? [])
        .map((event) => event.get(kind)?.get(key)?.text ?? event.get(kind)?.text)
        .flatMap((name) =>
          name === undefined ? [] : [[`${prefix}${pascalCase(name)}`, to(pascalCase(name))] as const],
        );
    return new Map<string, (attribute: string) => Value>([
      ...functions,
      ...named("s3", "bucket", "S3Bucket"),
      ...named("sns", "topicName", "SNSTopic"),
      ["ApiGatewayRestApi", to("Api")],
      ["HttpApi", to("HttpApi")],
      ["WebsocketsApi", to("WebSocketApi")],
    ]);
  }
}

/** The logical name of a function in the Framework's CloudFormation template. */
const logicalName = (name: string): string =>
  capitalized(name).replaceAll("-", "Dash").replaceAll("_", "Underscore");

/** The entries of a map, or of a list of maps. */
function merged(node: SourceNode | undefined): readonly (readonly [string, SourceNode])[] {
  const found = new Map<string, SourceNode>();
  for (const [key, value] of itemsOf(node).flatMap(({ entries }) => entries)) {
    const present = found.get(key);
    const both =
      present?.isMap === true && value.isMap ? new Map([...present.entries, ...value.entries]) : undefined;
    found.set(key, both === undefined ? value : new SourceNode(both, present?.place ?? value.place));
  }
  return [...found];
}

const mapOf = (entries: readonly (readonly [string, SourceNode])[], place: SourceNode["place"]): SourceNode =>
  new SourceNode(new Map(entries), place);

/** Statements may be nested lists. */
function listOf(node: SourceNode | undefined): SourceNode | undefined {
  if (node === undefined || !node.isList) return node;
  return new SourceNode(
    node.items.flatMap((item) => (item.isList ? item.items : [item])),
    node.place,
  );
}

/** Environment variables are text. */
export function environmentTexts(node: SourceNode | undefined, scope: TemplateScope): ValueMap {
  const value = toValue(node, scope);
  if (!isMap(value)) return {};
  const reserved = Object.keys(value).filter((key) => reservedVariables.includes(key));
  for (const key of reserved)
    scope.findings.note(
      node?.get(key)?.place ?? node?.place ?? { file: "", line: 0 },
      `The variable \`${key}\` is left out: the service sets or reserves it.`,
    );
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !reserved.includes(key))
      .map(([key, each]) => [key, each === null ? "" : asText(each)]),
  );
}

export function outputOf(name: string, node: SourceNode, scope: TemplateScope): OutputModel {
  const value = toValue(node.get("Value"), scope);
  const exported = toValue(node.at("Export", "Name"), scope);
  const exportName = exportNameOf(exported);
  const description = node.get("Description")?.text;
  const made = value instanceof Computed || !isMap(value) ? value : JSON.stringify(value);
  const options = compact({ exportName, description });
  return { name, place: node.place, value: options === undefined ? made : { value: made, ...options } };
}

/** Names of outputs have letters, digits, `_` and `-`. Those of exports have colons, too. */
function exportNameOf(exported: Value): Value {
  const plain = (text: string): string => text.replace(/[^\w-]+/g, "-");
  return mapValue(exported, (leaf) => {
    if (typeof leaf === "string") return plain(leaf).replace(/^(\d)/, "_$1");
    if (!(leaf instanceof Computed)) return leaf;
    return new Computed(leaf.parts.map((part) => (typeof part === "string" ? plain(part) : part)));
  });
}
