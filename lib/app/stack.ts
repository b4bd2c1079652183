import { DataAwsCallerIdentity } from "@cdktf/provider-aws/lib/data-aws-caller-identity";
import { AwsProvider } from "@cdktf/provider-aws/lib/provider";
import { TerraformElement, TerraformProvider, TerraformStack } from "cdktf";
import type { Construct, IConstruct } from "constructs";
import { checkKeys, isPlainObject, propKeys } from "../core/check";
import { isProviderObject } from "../core/override";
import { partitionOf } from "../core/partition";
import type { App } from "./app";
import { addBackend } from "./backend";
import { fail } from "./errors";
import { finishLast } from "./finish";
import {
  type AppFunctionProps,
  checkNoFunctions,
  type FunctionDefaults,
  type FunctionDefaultsList,
} from "./function-defaults";
import { requireFreeId } from "./ids";
import { checkOpen } from "./lifecycle";
import { addOutputs, type OutputProps, type OutputValue } from "./outputs";
import { appOf, stackOf } from "./owner";
import type { RegisteredTypes } from "./registered-types";
import { environment } from "./settings";
import { explainCycle, findRefusedAttribute, nameReference } from "./stack-dependencies";
import { readStack } from "./synthesis";

/** Options of a stack. */
export interface StackProps {
  /**
   * The whole stack id, in place of `<stage>-<app>-<id>`. It must hold the stage: begin with `<stage>-`, end with
   * `-<stage>` or contain `-<stage>-`.
   *
   * @default - `<stage>-<app>-<id>`
   */
  readonly stackName?: string;
  /**
   * Tags on every resource that takes tags, beside those of app and stage.
   *
   * @default - none
   */
  readonly tags?: Readonly<Record<string, string>>;
  /**
   * For readers of the metadata; AWS never sees it.
   *
   * @default - none
   */
  readonly description?: string;
}

const stackKeys = propKeys<StackProps>()({ stackName: true, tags: true, description: true });

/**
 * A part of the application that is planned and deployed as one: a Terraform configuration with a state of its own.
 *
 * Its id is `<stage>-<app>-<id>`, so that stages never meet.
 */
export class Stack extends TerraformStack {
  /** Marks stacks of this library, also of another copy of the package. */
  readonly isServerformStack = true;
  readonly app: App;
  readonly stage: string;
  /** The id of the stack in CDKTF, `cdktf deploy` and the state. */
  readonly stackName: string;
  readonly region: string;
  private readonly tags: Readonly<Record<string, string>>;
  private readonly functionDefaults: FunctionDefaultsList;

  constructor(scope: Construct, id: string, props: StackProps = {}) {
    // A subclass may have props of its own.
    checkStackProps(scope, id, props, new.target === Stack);
    const app = appOf(scope);
    const stackName = props.stackName ?? app.logicalPrefixedName(id);
    checkStackName(app, props.stackName === undefined ? id : stackName, stackName, props);
    super(scope, requireFreeId(scope, stackName, props.stackName === undefined ? "id" : "stackName"));
    this.app = app;
    this.stage = app.stage;
    this.stackName = stackName;
    this.region = app.region;
    this.tags = { "serverform:app": app.name, "serverform:stage": app.stage, ...props.tags };
    this.functionDefaults = app.copyFunctionDefaults();
    this.addProvider();
    addBackend(this, app.backend);
    this.addOverride("//.serverform", { app: app.name, stage: app.stage, description: props.description });
  }

  /**
   * Finds the stack of a construct.
   *
   * @param where - the construct that the error names, which may be one that is still to be created
   */
  static override of(construct: IConstruct, where: IConstruct | string = construct): Stack {
    return stackOf(construct, where);
  }

  private addProvider(id = "_aws", region = this.region, alias?: string): AwsProvider {
    const roleArn = environment("SERVERFORM_ROLE_ARN");
    return new AwsProvider(this, id, {
      region,
      alias,
      defaultTags: [{ tags: { ...this.tags } }],
      assumeRole: roleArn === undefined ? undefined : [{ roleArn }],
    });
  }

  /**
   * The provider of what must live in us-east-1, such as certificates of a CDN; undefined where that is the stack's own.
   * For the library's own use.
   */
  getUsEast1Provider(): AwsProvider | undefined {
    if (this.region === "us-east-1") return undefined;
    const existing = this.node.tryFindChild("_aws_us_east_1") as AwsProvider | undefined;
    return existing ?? this.addProvider("_aws_us_east_1", "us-east-1", "us_east_1");
  }

  /** AWS account id: the app's when it is known, else a reference that is read at deployment. */
  get account(): string {
    if (this.app.account !== undefined) return this.app.account;
    const existing = this.node.tryFindChild("_account") as DataAwsCallerIdentity | undefined;
    return (existing ?? new DataAwsCallerIdentity(this, "_account")).accountId;
  }

  /** `aws`, `aws-cn` or `aws-us-gov`, by the region. */
  get partition(): string {
    return partitionOf(this.region).partition;
  }

  /** What AWS host names of the region end in. */
  get urlSuffix(): string {
    return partitionOf(this.region).urlSuffix;
  }

  /** Adds defaults for every function of this stack that is created later. There must be none yet. */
  setDefaultFunctionProps(defaults: FunctionDefaults): void {
    checkOpen(this, "setDefaultFunctionProps");
    checkNoFunctions({ path: this.node.path, kind: "stack" }, this.getAllFunctions());
    this.functionDefaults.add(defaults);
  }

  /** Adds environment variables to every function of this stack that is created later. */
  addDefaultFunctionEnv(environment: Readonly<Record<string, string>>): void {
    checkOpen(this, "addDefaultFunctionEnv");
    this.functionDefaults.add({ environment });
  }

  /** Adds permissions to every function of this stack that is created later. */
  addDefaultFunctionPermissions(permissions: NonNullable<AppFunctionProps["permissions"]>): void {
    checkOpen(this, "addDefaultFunctionPermissions");
    this.functionDefaults.add({ permissions });
  }

  /** Adds layers to every function of this stack that is created later. */
  addDefaultFunctionLayers(layers: NonNullable<AppFunctionProps["layers"]>): void {
    checkOpen(this, "addDefaultFunctionLayers");
    this.functionDefaults.add({ layers });
  }

  /** Binds constructs to every function of this stack that is created later. */
  addDefaultFunctionBinding(bind: NonNullable<AppFunctionProps["bind"]>): void {
    checkOpen(this, "addDefaultFunctionBinding");
    this.functionDefaults.add({ bind });
  }

  /** @deprecated Use `addDefaultFunctionBinding`. */
  addDefaultFunctionConfig(config: NonNullable<AppFunctionProps["config"]>): void {
    checkOpen(this, "addDefaultFunctionConfig");
    this.functionDefaults.add({ config });
  }

  /** App and stack defaults for a function, in order of their declaration. For the library's own use. */
  getFunctionDefaults(): readonly Partial<AppFunctionProps>[] {
    return this.functionDefaults.for(this);
  }

  /** Every function below the stack, in tree order. */
  getAllFunctions(): RegisteredTypes["function"][] {
    return this.node
      .findAll()
      .filter((each): each is RegisteredTypes["function"] => "isServerformFunction" in each);
  }

  /** Makes this stack wait for another one. A reference to something of the other stack does the same. */
  override addDependency(dependency: TerraformStack): void {
    checkOpen(this, "addDependency");
    if (dependency !== this && dependency.dependsOn(this)) {
      explainCycle(this, dependency);
      fail(this, "stack-cycle", "addDependency", { other: dependency.node.path });
    }
    super.addDependency(dependency);
  }

  /** CDKTF finds references between stacks here. One that closes a cycle is named by its address. */
  override prepareStack(): void {
    try {
      super.prepareStack();
    } catch (error) {
      throw nameReference(error, () => findRefusedAttribute(this));
    }
  }

  /** Adds outputs, each named exactly by its key. */
  addOutputs(outputs: Readonly<Record<string, OutputValue | OutputProps | undefined>>): void {
    checkOpen(this, "addOutputs");
    addOutputs(this, outputs);
  }

  /**
   * A stack with nothing of AWS in it asks for no credentials and no provider download. One that is empty keeps the
   * provider: Terraform needs it to remove what the state still holds.
   *
   * @internal
   */
  [finishLast](): void {
    const blocks = this.node.findAll().filter((each) => isBlock(each) || isModule(each));
    const isNeeded = blocks.length === 0 || blocks.some((each) => isModule(each) || isOfAws(each));
    if (!isNeeded) this.node.tryRemoveChild("_aws");
    this.addOverride("//.serverform.removalPolicy", this.app.defaultRemovalPolicy);
  }

  /** CDKTF asks for this in `Testing.synth`, which prepares nothing itself. */
  override toTerraform(): unknown {
    return readStack(this.app, () => super.toTerraform());
  }

  /** The same for `Testing.synthHcl`. */
  override toHclTerraform(): ReturnType<TerraformStack["toHclTerraform"]> {
    return readStack(this.app, () => super.toHclTerraform());
  }
}

/** A resource or a data source. */
function isBlock(construct: IConstruct): boolean {
  return isProviderObject(construct) && !TerraformProvider.isTerraformProvider(construct);
}

/** A Terraform module may use any provider of the stack; it is known by its source. */
function isModule(construct: IConstruct): boolean {
  return (
    TerraformElement.isTerraformElement(construct) && "source" in construct && "addProvider" in construct
  );
}

function isOfAws(construct: IConstruct): boolean {
  return isProviderObject(construct) && construct.terraformResourceType.startsWith("aws_");
}

function checkStackProps(scope: IConstruct, id: string, props: StackProps, isExact: boolean): void {
  const where = [scope.node.path, id].filter((part) => part !== "").join("/");
  if (!isPlainObject(props)) {
    fail(where, "prop-invalid", "props", {
      value: props,
      expected: "a plain object: new Stack(app, id, { tags })",
    });
  }
  if ("env" in props) fail(where, "stack-env", "env", { value: props.env });
  if (isExact) checkKeys(where, "props", props, stackKeys);
}

/** Two stages of an app must not meet in one stack, and the name is part of those of functions and roles. */
function checkStackName({ stage }: App, given: string, stackName: string, props: StackProps): void {
  const prop = props.stackName === undefined ? "id" : "stackName";
  if (typeof given !== "string" || !/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(given)) {
    fail(stackName, "prop-invalid", prop, {
      value: given,
      expected: "letters, digits, - and _, beginning with a letter or digit",
    });
  }
  const holds =
    stackName.startsWith(`${stage}-`) || stackName.endsWith(`-${stage}`) || stackName.includes(`-${stage}-`);
  if (!holds) fail(stackName, "stack-name-stage", prop, { value: stackName, stage });
}
