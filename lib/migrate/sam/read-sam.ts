import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { roleOf } from "../cloudformation/constructs/iam";
import {
  readConditions,
  type TemplateScope,
  templateParameters,
  toValue,
} from "../cloudformation/intrinsics";
import { convertResources, logGroupAliases, reportPolicies } from "../cloudformation/template";
import { fail } from "../errors";
import type { Application, CodeFile, FunctionModel, ResourceModel } from "../model/application";
import { SourceConstructs } from "../model/event-sources";
import type { Names } from "../model/names";
import type { Findings } from "../model/place";
import { attributeOf, compact, type Value, type ValueMap } from "../model/value";
import { environmentTexts, outputOf } from "../serverless/read-serverless";
import { Fields, readYaml, SourceNode } from "../source";
import { implicitApis, SamApis } from "./apis";
import { eventsOf } from "./events";
import { functionProps, inlineCode, layerOf, sharedFunctionProps } from "./function-props";
import { attachedPolicies, readPolicies } from "./policy-templates";
import { stateMachineOf } from "./state-machine";

const samFiles = ["template.yaml", "template.yml", "template.json", "sam.yaml", "sam.yml"] as const;

/** Types that this reader converts itself. */
const ownTypes = new Set(
  ["Function", "Api", "HttpApi", "StateMachine", "LayerVersion", "Application", "Connector"].map(
    (name) => `AWS::Serverless::${name}`,
  ),
);

/** Defaults of SAM: 3 seconds and 128 MB. */
const samDefaults = { timeout: 3, memorySize: 128 };

export async function readSam(folder: string, names: Names, findings: Findings): Promise<Application> {
  const file = samFiles.find((each) => existsSync(join(folder, each)));
  if (file === undefined)
    return fail("serverform migrate", "migrate-source-missing", "<folder>", {
      value: folder,
      names: samFiles,
    });
  const source = await withIncludedFiles(folder, await readYaml(folder, file));
  return new TemplateReader(source, names, findings, basename(folder)).read();
}

class TemplateReader {
  private readonly scope: TemplateScope;
  private readonly constants: Application["constants"];
  private readonly root: Fields;
  private readonly resources: SourceNode | undefined;
  private readonly globals: SourceNode | undefined;
  private readonly apis: SamApis;

  constructor(
    source: SourceNode,
    names: Names,
    private readonly findings: Findings,
    private readonly name: string,
  ) {
    this.root = new Fields(source, findings, "The template");
    this.root.ignore("AWSTemplateFormatVersion", "Transform", "Description", "Metadata", "Rules");
    this.resources = this.root.take("Resources");
    this.globals = this.root.take("Globals");
    const { parameters, constants } = templateParameters(this.root.take("Parameters"), names);
    this.constants = constants;
    const base: TemplateScope = {
      findings,
      parameters,
      conditions: new Map(),
      mappings: this.root.take("Mappings"),
      aliases: this.aliases(),
    };
    const conditions = readConditions(this.root.take("Conditions"), base);
    this.scope = logGroupAliases(this.resources, { ...base, conditions });
    this.apis = new SamApis(this.resources, this.globals);
  }

  read(): Application {
    const { scope } = this;
    const globals = this.globals?.get("Function");
    const shared = new Fields(
      globals ?? new SourceNode(new Map(), this.root.place),
      this.findings,
      "`Globals.Function`",
    );
    const functionDefaults = { ...samDefaults, ...compact(sharedFunctionProps(shared, scope)) };
    const environment = environmentTexts(shared.take("Environment")?.get("Variables"), scope);
    const common = {
      code: shared.take("CodeUri"),
      handler: shared.take("Handler"),
      policies: shared.take("Policies"),
      tags: toValue(shared.take("Tags"), scope),
    };
    shared.ignore("AutoPublishAlias", "DeploymentPreference").finish();
    for (const [key, node] of this.globals?.entries ?? [])
      if (!["Function", "Api", "HttpApi", "SimpleTable", "StateMachine", "LayerVersion"].includes(key))
        this.findings.todo(node.place, `\`Globals.${key}\` was not translated.`);
    const { resources, additions } = convertResources(this.resources, scope, (type) => ownTypes.has(type));
    const ofTypes = this.others();
    const all = [...resources, ...ofTypes];
    const sources = new SourceConstructs(all);
    const functions: FunctionModel[] = [];
    const attached: ResourceModel[] = [];
    const codeFiles: CodeFile[] = [];
    for (const [name, node] of this.ofType("Function")) {
      const fields = this.fieldsOf(name, node);
      const runtime = node.at("Properties", "Runtime")?.text ?? globals?.get("Runtime")?.text;
      const inline = inlineCode(name, fields, runtime);
      if (inline !== undefined) {
        fields.ignore("InlineCode");
        codeFiles.push(inline.file);
      }
      const code = inline?.folder ?? fields.take("CodeUri") ?? common.code;
      if (inline === undefined && !this.hasCode(name, fields, code)) continue;
      const own =
        common.handler === undefined || fields.node.get("Handler") !== undefined
          ? {}
          : { handler: toValue(common.handler, scope) };
      const { permissions, managed } = readPolicies(
        fields.take("Policies") ?? common.policies,
        scope,
        (each) => this.isGranted(each, all),
      );
      attached.push(...attachedPolicies(name, node.place, managed));
      const role = fields.take("Role");
      const variables = environmentTexts(fields.take("Environment")?.get("Variables"), scope);
      const events = (fields.take("Events")?.entries ?? []).flatMap(([event, each]) =>
        eventsOf(each, { scope, sources, apis: this.apis, owner: name, name: event, place: each.place }),
      );
      const props: ValueMap = {
        ...functionProps(fields, code, { ...functionDefaults, tags: common.tags }, scope),
        ...own,
        role: role === undefined ? undefined : roleOf(role, name, all, scope),
      };
      fields.finish();
      functions.push({ name, place: node.place, props, environment: variables, permissions, events });
    }
    this.root.take("Outputs");
    const outputs = (this.root.node.get("Outputs")?.entries ?? []).map(([name, node]) =>
      outputOf(name, node, scope),
    );
    this.root.finish();
    return {
      name: this.name,
      source: this.root.place.file,
      functionDefaults,
      sharedPermissions: [],
      sharedEnvironment: environment,
      constants: this.constants,
      functions,
      resources: [...all, ...this.apis.resources(scope), ...sources.additions, ...attached],
      additions,
      outputs,
      codeFiles,
    };
  }

  private ofType(name: string): readonly (readonly [string, SourceNode])[] {
    return (this.resources?.entries ?? []).filter(
      ([, node]) => node.get("Type")?.text === `AWS::Serverless::${name}`,
    );
  }

  /** The properties of a resource that this reader converts itself. */
  private fieldsOf(name: string, node: SourceNode): Fields {
    const outer = new Fields(node, this.findings, `\`${name}\``).ignore(
      "Type",
      "Properties",
      "DependsOn",
      "Metadata",
      "Connectors",
      "Description",
    );
    reportPolicies(name, outer, this.scope);
    const condition = outer.take("Condition");
    if (condition !== undefined)
      this.findings.todo(
        condition.place,
        `\`${name}\` is declared only under the condition \`${condition.text}\`: put it into an \`if\`.`,
      );
    outer.finish();
    const connectors = node.get("Connectors");
    if (connectors !== undefined)
      this.findings.todo(
        connectors.place,
        `\`${name}\`: \`Connectors\` was not translated: list what it needs in \`permissions\`.`,
      );
    return new Fields(
      node.get("Properties") ?? new SourceNode(new Map(), node.place),
      this.findings,
      `\`${name}\``,
    );
  }

  /** Inline code, and code in a bucket or an image, must move into a file. */
  private hasCode(name: string, fields: Fields, code: SourceNode | undefined): boolean {
    const inline = fields.take("InlineCode");
    const image = fields.take("PackageType")?.text === "Image" || fields.take("ImageUri") !== undefined;
    fields.ignore("ImageConfig");
    const isRemote = code?.isMap === true || code?.text?.startsWith("s3:") === true;
    if (inline === undefined && !image && !isRemote) return true;
    const what =
      inline !== undefined
        ? "its code is in the template: move it into a file"
        : image
          ? "it runs an image: use the provider's `LambdaFunction`"
          : "its code is in a bucket: use the provider's `LambdaFunction`";
    this.findings.todo(
      (inline ?? code)?.place ?? fields.place,
      `Function \`${name}\` was not translated, since ${what}.`,
    );
    return false;
  }

  /** Whether a name belongs to a construct or a function, which can be in `permissions`. */
  private isGranted(name: string, resources: readonly ResourceModel[]): boolean {
    return (
      resources.some((each) => each.name === name && each.from === "serverform") ||
      this.ofType("Function").some(([each]) => each === name)
    );
  }

  /** Layers, state machines, and resources without a counterpart. */
  private others(): readonly ResourceModel[] {
    const machines = this.ofType("StateMachine").flatMap(([name, node]) =>
      stateMachineOf(name, this.fieldsOf(name, node), this.scope),
    );
    const layers = this.ofType("LayerVersion").map(([name, node]) =>
      layerOf(name, this.fieldsOf(name, node), this.scope),
    );
    for (const type of ["Application", "Connector"])
      for (const [name, node] of this.ofType(type))
        this.findings.todo(node.place, `\`${name}\` (AWS::Serverless::${type}) was not translated.`);
    return [...machines, ...layers];
  }

  /** The names of the resources that SAM creates: roles of functions, and stages of APIs. */
  private aliases(): TemplateScope["aliases"] {
    const found = new Map<string, (attribute: string) => Value>();
    const { place } = this.root;
    for (const [name] of this.ofType("Function")) {
      found.set(`${name}Role`, (attribute) =>
        attributeOf(name, attribute === "Arn" ? "RoleArn" : "RoleName", place),
      );
      found.set(`${name}.Version`, () => attributeOf(name, "", place));
      found.set(`${name}Url`, () => attributeOf(name, "FunctionUrl", place));
    }
    for (const name of Object.values(implicitApis)) found.set(`${name}ProdStage`, () => "prod");
    // A resource of the template with such a name has precedence.
    for (const [name] of this.resources?.entries ?? []) found.delete(name);
    return found;
  }
}

/** The template with its included files: `AWS::Include`, and `DefinitionUri` of APIs. Other values are unchanged. */
async function withIncludedFiles(folder: string, node: SourceNode): Promise<SourceNode> {
  if (node.isList) {
    const items: SourceNode[] = [];
    for (const item of node.items) items.push(await withIncludedFiles(folder, item));
    return new SourceNode(items, node.place);
  }
  if (!node.isMap) return node;
  const transform = node.get("Fn::Transform");
  const isInclude = transform?.get("Name")?.text === "AWS::Include";
  const content = isInclude ? await fileOf(folder, transform?.at("Parameters", "Location")) : undefined;
  if (content !== undefined) return content;
  const entries: [string, SourceNode][] = [];
  for (const [key, value] of node.entries) {
    const file = key === "DefinitionUri" && isApi(value) ? await fileOf(folder, value) : undefined;
    if (file === undefined) entries.push([key, await withIncludedFiles(folder, value)]);
    else entries.push(["DefinitionBody", file]);
  }
  return new SourceNode(new Map(entries), node.place);
}

/** Definitions of state machines have a different format. */
const isApi = ({ text }: SourceNode): boolean => text !== undefined && !/\.asl\.|state/i.test(text);

async function fileOf(folder: string, location: SourceNode | undefined): Promise<SourceNode | undefined> {
  const file = location?.text;
  if (file === undefined || !/\.(ya?ml|json)$/.test(file) || !existsSync(join(folder, file)))
    return undefined;
  const content = await readYaml(folder, file);
  return content.get("openapi") === undefined && content.get("swagger") === undefined ? undefined : content;
}
