import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformProvider, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { partitionOf } from "../../facts/aws/partitions";
import { cdnRegion } from "../../facts/aws/regions";
import type { Where } from "../../facts/errors/error";
import { attempt, collectProblems, failTogether } from "../../facts/errors/problems";
import { type MapOf, present, withoutUndefined } from "../core/checks/absence";
import { acceptedKeys, isPlainObject, propKeys } from "../core/checks/check";
import { refuseValue } from "../core/errors";
import { checkTags } from "../core/limits";
import { isModule } from "../core/terraform/addresses";
import { isProviderObject } from "../core/terraform/override";
import { isAtLeast, isBelow } from "../core/terraform/provider-version";
import type { App } from "./app";
import { fail } from "./errors";
import {
  type AppFunctionProps,
  checkNoFunctions,
  type FunctionDefaults,
  type FunctionDefaultsList,
} from "./function-defaults";
import { checkConstruct, checkScope, requireFreeId } from "./names/ids";
import { addOutputs, type OutputProps, type OutputValue } from "./outputs";
import { explainReference, findCycle } from "./references/stack-references";
import type { RegisteredTypes } from "./registered-types";
import { checkOpen } from "./scope/lifecycle";
import { appOf, markLibraryElement, type OwningApp, stackOf } from "./scope/owner";
import { adoptBackend, adoptProvider, regionOfOwnProvider } from "./settings/adopted";
import { addBackend, checkStackBackend, type StackBackendProps } from "./settings/backend";
import {
  accountOfProvider,
  checkStackProvider,
  credentialSettings,
  mergeProviders,
  providerConfig,
} from "./settings/provider";
import type { ProviderProps, StackProviderProps } from "./settings/provider-props";
import { finishLast } from "./synthesis/finish";
import { orderConstructs, orderedContent } from "./synthesis/ordered-content";
import { prepareStackContent } from "./synthesis/stack-content";
import { readStack } from "./synthesis/synthesis";
import { checkStackTemplates, escapePolicyVariables } from "./synthesis/templates";

/** Options of a stack. */
export interface StackProps {
  /**
   * The whole stack id. It must contain the stage: begin with `<stage>-`, end with `-<stage>` or contain `-<stage>-`.
   * With `backend`, it may be any id.
   *
   * @default - `<stage>-<app>-<id>`
   */
  readonly stackName?: string | undefined;
  /**
   * The location of existing state of the stack: `{ key }` is its whole key in the backend of the app. `"own"` is for
   * a stack that creates its own CDKTF backend. Without it, a stack may create one if the app has no `backend`.
   *
   * @default - the backend of the app, with the stack id as the key
   */
  readonly backend?: StackBackendProps | "own" | undefined;
  /**
   * Tags of every resource that supports tags, in addition to those of app and stage.
   *
   * @default - none
   */
  readonly tags?: MapOf<string> | undefined;
  /**
   * Settings of the stack's AWS provider, over those of the app. Tags and endpoints are merged. `region` puts the whole stack
   * into another region than that of the app.
   *
   * @default - the settings of the app
   */
  readonly provider?: StackProviderProps | undefined;
  /**
   * A description for the metadata. It is not sent to AWS.
   *
   * @default - none
   */
  readonly description?: string | undefined;
}

const stackKeys = propKeys<StackProps>()({
  stackName: "text",
  backend: true,
  tags: "textMap",
  provider: true,
  description: "text",
});

/**
 * A part of the application that is deployed as a unit: a Terraform configuration with its own state.
 *
 * Its id is `<stage>-<app>-<id>`, so that stages never share a stack.
 */
export class Stack extends TerraformStack {
  /**
   * Marks stacks of this library, so that another copy of the package recognizes them.
   *
   * @internal
   */
  readonly isServerformStack = true;
  readonly app: App;
  readonly stage: string;
  /** The id of the stack in CDKTF, `cdktf deploy` and the state. */
  readonly stackName: string;
  /**
   * Tags of each resource of the stack.
   *
   * @internal
   */
  readonly defaultTags: Readonly<Record<string, string>>;
  /**
   * The credentials of the stack's provider, to tell accounts apart.
   *
   * @internal
   */
  readonly accountKey: string;
  private readonly provider: ProviderProps;
  private readonly knownAccount: string | undefined;
  private readonly functionDefaults: FunctionDefaultsList;
  private readonly awsProvider: AwsProvider;
  /** Whether nothing says which provider and which backend the stack has, so that it may create its own. */
  private readonly mayBringProvider: boolean;
  private readonly mayBringRegion: boolean;
  /** The region of `provider` or of the app, unless the caller creates a provider of another region before `region` is first read. */
  private readonly givenRegion: string;
  private readRegion: string | undefined;
  private readonly mayBringBackend: boolean;

  constructor(scope: Construct, id: string, written: StackProps = {}) {
    checkScope(typeof id === "string" && id !== "" ? id : "app", "scope", scope);
    if (typeof id !== "string") fail(scope, "id-invalid", "id", { value: id });
    const app = appOf(scope) as App;
    // A subclass may have its own props.
    const isExact = new.target.prototype === Stack.prototype;
    const { props, stackName, idProp } = collectProblems(() => {
      const props = parseStackProps(scope, id, written, isExact);
      const stackName = props.stackName ?? app.logicalPrefixedName(id);
      const idProp = props.stackName === undefined ? "id" : "stackName";
      attempt(() => checkStackName(app, props.stackName === undefined ? id : stackName, stackName, props));
      attempt(() => checkCase(app, idProp, stackName));
      return { props, stackName, idProp };
    });
    super(scope, requireFreeId(scope, stackName, idProp));
    this.app = app;
    this.stage = app.stage;
    this.stackName = stackName;
    const { region, ...settings }: StackProviderProps = props.provider ?? {};
    this.givenRegion = region ?? app.region;
    this.provider = mergeProviders(app.provider, settings);
    this.defaultTags = { ...appTags(app), ...present(this.provider.defaultTags), ...present(props.tags) };
    this.knownAccount =
      props.provider === undefined ? app.account : accountOfProvider(props.provider, app.account);
    this.functionDefaults = app.copyFunctionDefaults();
    this.awsProvider = this.addProvider("_aws", this.givenRegion);
    this.noteOlderProvider();
    this.mayBringProvider = isEmpty(app.provider) && isEmpty(settings);
    this.mayBringRegion = this.mayBringProvider && region === undefined;
    this.mayBringBackend = !app.hasBackend && props.backend === undefined;
    if (props.backend !== "own") addBackend(this, app.backend, props.backend?.key);
    const { description } = props;
    const credentials = credentialSettings(this.provider);
    this.accountKey = JSON.stringify(credentials ?? {});
    this.addOverride("//.serverform", { app: app.name, stage: app.stage, description, credentials });
  }

  /**
   * Finds the stack of a construct.
   *
   * @param where - the construct that the error names, which may be one that is still to be created
   */
  static override of(construct: IConstruct, where: Where = construct): Stack {
    checkConstruct(construct);
    return stackOf(construct, where) as Stack;
  }

  /**
   * The region of the stack: that of `provider`, of an `AwsProvider` that the stack created before its first construct, or of
   * the app.
   */
  get region(): string {
    this.readRegion ??= (this.mayBringRegion ? regionOfOwnProvider(this) : undefined) ?? this.givenRegion;
    return this.readRegion;
  }

  private addProvider(id: string, region: string, alias?: string): AwsProvider {
    const config = { ...providerConfig(this.provider, this.defaultTags), region, alias };
    return markLibraryElement(new AwsProvider(this, id, config));
  }

  /** Commands that call AWS themselves read the credentials of the provider from the configuration. */
  private adoptProvider(): void {
    const adopted = adoptProvider(this, this.region);
    const { profile } = adopted ?? {};
    if (typeof profile === "string")
      this.addOverride("//.serverform.credentials", credentialSettings({ profile }));
  }

  private noteOlderProvider(): void {
    const { version } = this.provider;
    const made = this.awsProvider.terraformGeneratorMetadata?.providerVersion;
    if (version === undefined || made === undefined || !isBelow(version, made)) return;
    this.app.addNotice(
      `serverform: provider.version ${JSON.stringify(version)} allows only versions of the AWS provider before ${made}, for which its package was made: ` +
        "Terraform refuses resources and arguments that such a version does not know",
      this,
    );
  }

  /**
   * The provider for resources that must be in us-east-1, such as CDN certificates; undefined if the stack is in us-east-1.
   *
   * @internal
   */
  getUsEast1Provider(): AwsProvider | undefined {
    if (this.region === cdnRegion) return undefined;
    const existing = this.node.tryFindChild("_aws_us_east_1") as AwsProvider | undefined;
    return existing ?? this.addProvider("_aws_us_east_1", cdnRegion, "us_east_1");
  }

  /**
   * Whether the AWS provider is at least of a version, `6.26`, so that an attribute which is newer than the provider package may
   * be written with `addOverride`.
   *
   * Without `provider.version`, it is the version that the provider package was made from: 6.25.0 with `@cdktf/provider-aws`
   * 21, and a newer one with `@cdktn/provider-aws`. Terraform installs no older one.
   *
   * @internal
   */
  hasProvider(version: string): boolean {
    const made = this.awsProvider.terraformGeneratorMetadata?.providerVersion;
    return isAtLeast(this.provider.version ?? made ?? "", version);
  }

  /** AWS account id of the stack, or a reference that is read at deployment. */
  get account(): string {
    if (this.knownAccount !== undefined) return this.knownAccount;
    const existing = this.node.tryFindChild("_account") as DataAwsCallerIdentity | undefined;
    return (existing ?? new DataAwsCallerIdentity(this, "_account")).accountId;
  }

  /** Partition of the region: `aws`, `aws-cn`, `aws-us-gov` or `aws-eusc`. */
  get partition(): string {
    return partitionOf(this.region).id;
  }

  /** Suffix of AWS host names in the region: `amazonaws.com`. */
  get urlSuffix(): string {
    return partitionOf(this.region).dnsSuffix;
  }

  /** Adds defaults for the functions of this stack. Call it before the first function is created. */
  setDefaultFunctionProps(defaults: FunctionDefaults): void {
    checkOpen(this, "setDefaultFunctionProps");
    checkNoFunctions({ path: this.node.path, kind: "stack" }, this.getAllFunctions());
    this.functionDefaults.add(this, "setDefaultFunctionProps", defaults);
  }

  /** Adds environment variables to the functions of this stack that are created later. */
  addDefaultFunctionEnv(environment: MapOf<string>): void {
    this.functionDefaults.add(this, "addDefaultFunctionEnv", { environment });
  }

  /** Adds permissions to the functions of this stack that are created later. */
  addDefaultFunctionPermissions(permissions: NonNullable<AppFunctionProps["permissions"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionPermissions", { permissions });
  }

  /** Adds layers to the functions of this stack that are created later. */
  addDefaultFunctionLayers(layers: NonNullable<AppFunctionProps["layers"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionLayers", { layers });
  }

  /** Binds constructs to the functions of this stack that are created later. */
  addDefaultFunctionBinding(bind: NonNullable<AppFunctionProps["bind"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionBinding", { bind });
  }

  /** @deprecated Use `addDefaultFunctionBinding`. */
  addDefaultFunctionConfig(config: NonNullable<AppFunctionProps["config"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionConfig", { config });
  }

  /**
   * Defaults of app and stack for a function, in the order of declaration.
   *
   * @internal
   */
  getFunctionDefaults(): readonly Partial<AppFunctionProps>[] {
    return this.functionDefaults.for(this);
  }

  /** All functions of the stack, in tree order. */
  getAllFunctions(): RegisteredTypes["function"][] {
    return this.node
      .findAll()
      .filter((each): each is RegisteredTypes["function"] => "isServerformFunction" in each);
  }

  /** Makes this stack depend on another one. A reference to the other stack does the same. */
  override addDependency(dependency: TerraformStack): void {
    checkOpen(this, "addDependency");
    if (!TerraformStack.isStack(dependency)) {
      refuseValue(this, "addDependency(...)", dependency, "another stack of the app");
    }
    checkOpen(this, "addDependency", dependency);
    const cycle = dependency.dependsOn(this) ? findCycle(this, dependency) : undefined;
    if (cycle !== undefined) throw cycle;
    super.addDependency(dependency);
  }

  /** CDKTF finds references between stacks here. */
  override prepareStack(): void {
    try {
      // CDK Terrain also finds the used functions and features of Terraform here.
      if ("_runPreparingResolve" in this) super.prepareStack();
      else prepareStackContent(this);
    } catch (error) {
      throw explainReference(error, this);
    }
  }

  /** Adds outputs. The key is the name of the output. */
  addOutputs(outputs: MapOf<OutputValue | OutputProps>): void {
    checkOpen(this, "addOutputs");
    addOutputs(this, outputs);
  }

  /**
   * A stack without AWS resources does not require credentials and a download of the provider. An empty stack keeps the provider,
   * because Terraform needs it to remove the resources that are still in the state.
   *
   * @internal
   */
  [finishLast](): void {
    if (this.mayBringBackend) adoptBackend(this);
    if (this.mayBringProvider) this.adoptProvider();
    const blocks = this.node.findAll().filter((each) => isBlock(each) || isModule(each));
    const isNeeded = blocks.length === 0 || blocks.some((each) => isModule(each) || isOfAws(each));
    if (!isNeeded) this.node.tryRemoveChild("_aws");
    else if (this.provider.version !== undefined)
      this.addOverride("terraform.required_providers.aws.version", this.provider.version);
    // Commands about the whole app call AWS in its region.
    if (this.region !== this.app.region) this.addOverride("//.serverform.appRegion", this.app.region);
    this.addOverride("//.serverform.removalPolicy", this.app.defaultRemovalPolicy);
    if (this.app.ssmPrefix !== "") this.addOverride("//.serverform.ssmPrefix", this.app.ssmPrefix);
    if (this.app.isProtected) this.addOverride("//.serverform.isProtected", true);
  }

  /** Completes the app first, because `Testing.synth` calls this method and prepares nothing itself. */
  override toTerraform(): unknown {
    return readStack(this.app, () => {
      const content = orderedContent(this);
      escapePolicyVariables(content);
      failTogether(checkStackTemplates(this, content));
      return content;
    });
  }

  /** Does the same for `Testing.synthHcl`. */
  override toHclTerraform(): ReturnType<TerraformStack["toHclTerraform"]> {
    return readStack(this.app, () => {
      orderConstructs(this);
      return super.toHclTerraform();
    });
  }
}

const isEmpty = (settings: object | undefined): boolean =>
  settings === undefined || Object.values(settings).every((value) => value === undefined);

function isBlock(construct: IConstruct): boolean {
  return isProviderObject(construct) && !TerraformProvider.isTerraformProvider(construct);
}

function isOfAws(construct: IConstruct): boolean {
  return isProviderObject(construct) && construct.terraformResourceType.startsWith("aws_");
}

function appTags(app: OwningApp): Readonly<Record<string, string>> {
  return { "serverform:app": app.name, "serverform:stage": app.stage };
}

function parseStackProps(scope: IConstruct, id: string, props: StackProps, isExact: boolean): StackProps {
  const where = [scope.node.path, id].filter((part) => part !== "").join("/");
  if (!isPlainObject(props)) {
    refuseValue(where, "props", props, "a plain object: new Stack(app, id, { tags })");
  }
  if ("env" in props) fail(where, "stack-env", "env", { value: props.env });
  const own = isExact ? props : Object.fromEntries(stackKeys.map((key) => [key, props[key]]));
  const accepted = acceptedKeys<StackProps>(where, "props", own, stackKeys);
  const { tags, provider, backend } = accepted;
  attempt(() => checkStackBackend(where, backend));
  const inherited = appTags(appOf(scope));
  attempt(() => checkTags(where, "tags", withoutUndefined(tags), inherited));
  attempt(() => checkStackProvider(where, provider, { ...inherited, ...present(tags) }));
  return accepted;
}

/** Some file systems are case-insensitive: both stacks would share a folder and a state file there. */
function checkCase(app: App, prop: string, stackName: string): void {
  const stacks = app.node.findAll().filter((each) => TerraformStack.isStack(each));
  const other = stacks.find(
    ({ node }) => node.id !== stackName && node.id.toLowerCase() === stackName.toLowerCase(),
  );
  if (other !== undefined) {
    fail(stackName, "stack-name-case", prop, { value: stackName, other: other.node.id });
  }
}

/** Stages must not share a stack, and the name must be valid in names of functions and roles. */
function checkStackName({ stage }: App, given: string, stackName: string, props: StackProps): void {
  const prop = props.stackName === undefined ? "id" : "stackName";
  if (typeof given !== "string" || !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(given)) {
    const expected = "letters, digits, - and _, beginning with a letter or digit";
    refuseValue(stackName || "app", prop, given, expected);
  }
  const holds =
    stackName.startsWith(`${stage}-`) || stackName.endsWith(`-${stage}`) || stackName.includes(`-${stage}-`);
  if (!holds && props.backend === undefined)
    fail(stackName, "stack-name-stage", prop, { value: stackName, stage });
}
