import * as fs from "node:fs";
import { type AppConfig, App as CdktfApp, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { checkKeys, checkLiteral, propKeys } from "../core/check";
import type { FunctionProps } from "../function/props";
import type { Permissions } from "../iam/permissions";
import { type AppBackendProps, checkBackend } from "./backend";
import { fail } from "./errors";
import { checkNoFunctions, type FunctionDefaults, FunctionDefaultsList } from "./function-defaults";
import { environment, firstGiven, packageName, readProject } from "./settings";
import type { Stack } from "./stack";
import { type StackFunction, type StackFunctionProps, StackFunctions } from "./stack-functions";
import { captureCreationStacks } from "./stack-traces";
import { synthesize } from "./synthesis";

/** What happens to resources that hold data when they leave the application. */
export type RemovalPolicy = "destroy" | "retain" | "snapshot";

const removalPolicies = ["destroy", "retain", "snapshot"] as const satisfies readonly RemovalPolicy[];

/** Options of `App`. One given here wins over the environment and `cdktf.json`. */
export interface AppProps
  extends Pick<AppConfig, "context" | "outdir" | "skipValidation" | "skipBackendValidation" | "hclOutput"> {
  /**
   * Name of the application; part of stack ids and physical names.
   *
   * @default - `SERVERFORM_NAME`, `serverform.name` of the context, the name in `package.json`, `my-app`
   */
  readonly name?: string;
  /**
   * Stage: one deployment of the application, which shares neither state nor names with the others.
   *
   * @default - `SERVERFORM_STAGE`, `serverform.stage` of the context, `dev`
   */
  readonly stage?: string;
  /**
   * AWS region, a literal: ARNs and host names are written with it.
   *
   * @default - `SERVERFORM_REGION`, `serverform.region` of the context, `AWS_REGION`, `AWS_DEFAULT_REGION`, `us-east-1`
   */
  readonly region?: string;
  /**
   * AWS account id.
   *
   * @default - `SERVERFORM_ACCOUNT`; without it, read at deployment where something needs it
   */
  readonly account?: string;
  /**
   * Where Terraform keeps the state of each stack.
   *
   * @default - `serverform.backend` of the context, else files beside `cdktf.json`
   */
  readonly backend?: AppBackendProps;
  /**
   * What the SSM parameters of bindings begin with.
   *
   * @default - `SERVERFORM_SSM_PREFIX`, `serverform.ssmPrefix` of the context, nothing
   */
  readonly ssmPrefix?: string;
  /**
   * Who zips the bundles. `archive`: Terraform, when it plans. `synth`: this library, at synthesis, with a literal hash,
   * for pipelines that apply a saved plan on another machine.
   *
   * @default "archive" - "synth" with the backend `cloud`, which may plan and apply in different folders
   */
  readonly packaging?: "archive" | "synth";
  /**
   * Stores each variable of every bindable construct as an SSM parameter, for tools outside of functions.
   *
   * @default false - only where something needs it
   */
  readonly bindingParameters?: boolean;
  /**
   * Records where each construct was created. Costs several times the time of a synthesis.
   *
   * @default false - true when `DEBUG` is set
   */
  readonly stackTraces?: boolean;
  /**
   * What happens to data when its resource leaves the application.
   *
   * @default - each resource's own default
   */
  readonly defaultRemovalPolicy?: RemovalPolicy;
}

const appKeys = propKeys<AppProps>()({
  name: true,
  stage: true,
  region: true,
  account: true,
  backend: true,
  ssmPrefix: true,
  packaging: true,
  bindingParameters: true,
  stackTraces: true,
  defaultRemovalPolicy: true,
  context: true,
  outdir: true,
  skipValidation: true,
  skipBackendValidation: true,
  hclOutput: true,
});

const appMark = Symbol.for("serverform.App");

/**
 * The root of an application: its name, stage and region, and the stacks below it.
 *
 * @example
 * const app = new App({ name: "notes" });
 * app.stack(Database).stack(Service);
 * app.synth();
 */
export class App extends CdktfApp {
  readonly name: string;
  readonly stage: string;
  readonly region: string;
  readonly account: string | undefined;
  /** True under `serverform start`. */
  readonly local: boolean;
  /** Directory of `cdktf.json`, else the working directory; every relative path in props starts there. Absolute. */
  readonly appPath: string;
  readonly backend: AppBackendProps;
  readonly ssmPrefix: string;
  readonly packaging: "archive" | "synth";
  readonly bindingParameters: boolean;
  /** Names of exported outputs, and where each was given. For the library's own use. */
  readonly exportNames = new Map<string, string>();
  private removalPolicy: RemovalPolicy | undefined;
  private readonly functionDefaults = new FunctionDefaultsList();
  private readonly stackFunctions: StackFunctions;
  private readonly notices = new Map<string, Set<string>>();

  constructor(props: AppProps = {}) {
    checkKeys("app", "props", props, appKeys);
    const stackTraces = props.stackTraces ?? environment("DEBUG") !== undefined;
    captureCreationStacks(stackTraces);
    if (props.outdir !== undefined) fs.mkdirSync(props.outdir, { recursive: true });
    const project = readProject();
    super({
      outdir: props.outdir,
      context: { ...project.context, ...props.context },
      skipValidation: props.skipValidation,
      skipBackendValidation: props.skipBackendValidation,
      hclOutput: props.hclOutput,
      stackTraces,
    });
    Object.defineProperty(this, appMark, { value: true });
    const context = (this.node.tryGetContext("serverform") ?? {}) as Record<string, unknown>;
    this.appPath = project.appPath;
    this.name =
      firstGiven(
        props.name,
        environment("SERVERFORM_NAME"),
        context.name,
        packageName(this.appPath),
        "my-app",
      ) ?? "";
    this.stage = firstGiven(props.stage, environment("SERVERFORM_STAGE"), context.stage, "dev") ?? "";
    this.region =
      firstGiven(
        props.region,
        environment("SERVERFORM_REGION"),
        context.region,
        environment("AWS_REGION"),
        environment("AWS_DEFAULT_REGION"),
        "us-east-1",
      ) ?? "";
    this.account = props.account ?? environment("SERVERFORM_ACCOUNT");
    this.local = environment("SERVERFORM_LOCAL") === "true";
    this.backend = props.backend ?? (context.backend as AppBackendProps | undefined) ?? { type: "local" };
    this.ssmPrefix =
      firstGiven(props.ssmPrefix, environment("SERVERFORM_SSM_PREFIX"), context.ssmPrefix, "") ?? "";
    this.packaging = props.packaging ?? (this.backend.type === "cloud" ? "synth" : "archive");
    this.bindingParameters = props.bindingParameters ?? false;
    this.stackFunctions = new StackFunctions(this);
    this.check();
    if (props.defaultRemovalPolicy !== undefined) this.setDefaultRemovalPolicy(props.defaultRemovalPolicy);
  }

  private check(): void {
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(this.stage)) {
      fail("app", "prop-invalid", "stage", {
        value: this.stage,
        expected: "letters, digits and -, beginning with a letter",
      });
    }
    if (!/^([A-Za-z0-9][A-Za-z0-9_-]*)?$/.test(this.name)) {
      fail("app", "prop-invalid", "name", {
        value: this.name,
        expected: "letters, digits, - and _, beginning with a letter or digit",
      });
    }
    if (!/^[a-z]{2,4}(-[a-z]+)+-\d$/.test(this.region)) {
      fail("app", "prop-invalid", "region", {
        value: this.region,
        expected: 'the name of an AWS region, such as "eu-west-1"',
      });
    }
    if (this.account !== undefined && !/^\d{12}$/.test(this.account)) {
      fail("app", "prop-invalid", "account", {
        value: this.account,
        expected: "an AWS account id of 12 digits, as a string",
      });
    }
    checkLiteral("app", "packaging", this.packaging, ["archive", "synth"]);
    checkBackend(this.backend);
  }

  /** Finds the app of a construct, also one of another copy of this package. */
  static override of(construct: IConstruct): App {
    const { root } = construct.node;
    if (!(appMark in root)) fail(construct, "app-required", "scope", {});
    return root as unknown as App;
  }

  /** What happens to data when its resource leaves the application; undefined: each resource's own default. */
  get defaultRemovalPolicy(): RemovalPolicy | undefined {
    return this.removalPolicy;
  }

  /** Stage, app name and a name of yours, joined by `-`. */
  logicalPrefixedName(name: string): string {
    return [this.stage, this.name, name].filter((part) => part !== "").join("-");
  }

  /** Applies to resources that exist already and to later ones; the last call wins. */
  setDefaultRemovalPolicy(policy: RemovalPolicy): void {
    checkLiteral("app", "defaultRemovalPolicy", policy, removalPolicies);
    this.removalPolicy = policy;
  }

  /** Adds defaults for every function of stacks that are created later. There must be no function yet. */
  setDefaultFunctionProps(defaults: FunctionDefaults): void {
    checkNoFunctions(
      { path: "app", kind: "app" },
      this.stacks.flatMap((stack) => stack.getAllFunctions()),
    );
    this.functionDefaults.add(defaults);
  }

  /** Adds environment variables to every function of stacks that are created later. */
  addDefaultFunctionEnv(environment: Readonly<Record<string, string>>): void {
    this.functionDefaults.add({ environment });
  }

  /** Adds permissions to every function of stacks that are created later. */
  addDefaultFunctionPermissions(permissions: Permissions): void {
    this.functionDefaults.add({ permissions });
  }

  /** Adds layers to every function of stacks that are created later. */
  addDefaultFunctionLayers(layers: NonNullable<FunctionProps["layers"]>): void {
    this.functionDefaults.add({ layers });
  }

  /** Binds constructs to every function of stacks that are created later. */
  addDefaultFunctionBinding(bind: NonNullable<FunctionProps["bind"]>): void {
    this.functionDefaults.add({ bind });
  }

  /** @deprecated Use `addDefaultFunctionBinding`. */
  addDefaultFunctionConfig(config: NonNullable<FunctionProps["config"]>): void {
    this.functionDefaults.add({ config });
  }

  /** The defaults that a stack takes over when it is created. For the library's own use. */
  copyFunctionDefaults(): FunctionDefaultsList {
    return this.functionDefaults.copy();
  }

  /** Creates the stack of a stack function and runs it. An asynchronous function makes this a promise. */
  stack(
    fn: (this: Stack, context: import("./stack-functions").StackContext) => Promise<unknown>,
    props?: StackFunctionProps,
  ): Promise<App>;
  stack(fn: StackFunction, props?: StackFunctionProps): this;
  stack(fn: StackFunction, props?: StackFunctionProps): this | Promise<App> {
    return this.stackFunctions.run(fn, props)?.then(() => this) ?? this;
  }

  /** The stacks of this app, in the order of their creation. */
  get stacks(): readonly Stack[] {
    return this.node
      .findAll()
      .filter((each): each is Stack => TerraformStack.isStack(each) && "isServerformStack" in each);
  }

  /** Says something once when the synthesis is done, with the constructs that it is about. For the library's own use. */
  addNotice(text: string, about?: IConstruct): void {
    const paths = this.notices.get(text) ?? new Set();
    if (about !== undefined) paths.add(about.node.path);
    this.notices.set(text, paths);
  }

  private printNotices(): void {
    for (const [text, paths] of this.notices) {
      const shown = [...paths].slice(0, 3).join(", ");
      const more = paths.size > 3 ? ` and ${paths.size - 3} more` : "";
      process.stderr.write(shown === "" ? `${text}\n` : `${text} (${shown}${more})\n`);
    }
    this.notices.clear();
  }

  /**
   * Writes the Terraform JSON and the bundles of every stack.
   *
   * All that is wrong is reported together, and then the previous output is left as it was.
   */
  override synth(): void {
    const { unfinished } = this.stackFunctions;
    if (unfinished.length > 0) fail("app", "stack-function-unfinished", "synth()", { names: unfinished });
    synthesize(this);
    this.printNotices();
  }
}
