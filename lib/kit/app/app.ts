import { App as CdktfApp, TerraformStack } from "cdktf";
import type { IConstruct } from "constructs";
import { defaultRegion } from "../../facts/aws/partitions";
import type { ServerformError } from "../../facts/errors/error";
import { attempt, collectProblems, withoutProblems } from "../../facts/errors/problems";
import { AppFacts, appFacts } from "../core/app-facts";
import type { MapOf } from "../core/checks/absence";
import { acceptedKeys, checkKind, checkLiteral } from "../core/checks/check";
import { constructsOfTree } from "../core/constructs-of-tree";
import { refuseValue } from "../core/errors";
import { checkLimit, parameterPrefix, tagLimits } from "../core/limits";
import { type AppProps, appKeys } from "./app-props";
import { fail } from "./errors";
import {
  type AppFunctionProps,
  checkNoFunctions,
  type FunctionDefaults,
  FunctionDefaultsList,
} from "./function-defaults";
import { checkConstruct, checkScope } from "./names/ids";
import { checkAcknowledged, isAcknowledged } from "./notices";
import { type AppQuotas, checkQuotas } from "./quotas";
import { answerReference } from "./references/referenced";
import { checkReference } from "./references/stack-references";
import { type RemovalPolicy, removalPolicies } from "./removal-policy";
import { checkOpen, Lifecycle, lifecycle } from "./scope/lifecycle";
import { MovedConstructs } from "./scope/moves";
import { appOf, markApp } from "./scope/owner";
import { type AppBackendProps, checkBackend } from "./settings/backend";
import {
  checkDebugStack,
  type DebugStackProps,
  debugStackOf,
  type LiveMode,
  liveMode,
} from "./settings/live";
import { prepareOutdir } from "./settings/outdir";
import { accountOfProvider, checkOwnAccount, checkProviderSettings, checkRegion } from "./settings/provider";
import type { ProviderProps } from "./settings/provider-props";
import { environment, firstGiven, packageName, readProject } from "./settings/settings";
import { printUncaughtErrors } from "./settings/uncaught-errors";
import type { Stack } from "./stack";
import { type StackFunction, type StackFunctionProps, StackFunctions } from "./stack-functions";
import { synthesize } from "./synthesis/synthesis";

/**
 * The root of an application. It holds the name, stage, region and stacks.
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
  /** True under `serverform start` and `serverform local`. */
  readonly local: boolean;
  /**
   * The deployment of functions under `serverform start`; undefined otherwise.
   *
   * @internal
   */
  readonly live: LiveMode | undefined;
  /** Absolute directory of `cdktf.json`, or the working directory. Relative paths in props start there. */
  readonly appPath: string;
  readonly backend: AppBackendProps;
  /**
   * Whether the caller has chosen the backend.
   *
   * @internal
   */
  readonly hasBackend: boolean;
  /** Settings of the AWS provider of all stacks. */
  readonly provider: ProviderProps;
  readonly ssmPrefix: string;
  readonly packaging: "archive" | "synth";
  readonly bindingParameters: boolean;
  /** Whether `serverform start` refuses this stage. */
  readonly isProtected: boolean;
  /** Whether developers may assume the roles of functions. */
  readonly developersAssumeRoles: boolean;
  /** Quotas that AWS has raised. */
  readonly quotas: AppQuotas;
  /**
   * Names of exported outputs, and where each is declared.
   *
   * @internal
   */
  readonly exportNames = new Map<string, string>();
  /** @internal */
  readonly [lifecycle]: Lifecycle;
  /**
   * The facts that the constructs of the app have noted about one another.
   *
   * @internal
   */
  readonly [appFacts] = new AppFacts();
  private removalPolicy: RemovalPolicy | undefined;
  private debugStackProps: DebugStackProps = {};
  private readonly functionDefaults = new FunctionDefaultsList();
  /** @internal */
  readonly movedConstructs = new MovedConstructs(this);
  private readonly stackFunctions: StackFunctions;
  private readonly acknowledged: readonly string[];
  private readonly notices = new Map<string, Set<string>>();

  constructor(written: AppProps = {}) {
    printUncaughtErrors();
    // The base class reads some props before all are checked. Their problems are reported below.
    const props = withoutProblems(() => acceptedKeys("app", "props", written, appKeys)) ?? {};
    const stackTraces = props.stackTraces ?? environment("DEBUG") !== undefined;
    prepareOutdir(props.outdir);
    const project = readProject();
    super({
      outdir: props.outdir,
      context: { ...project.context, ...props.context },
      skipValidation: props.skipValidation,
      skipBackendValidation: props.skipBackendValidation,
      hclOutput: props.hclOutput,
      stackTraces,
    });
    markApp(this);
    this[lifecycle] = new Lifecycle(this, stackTraces);
    const context = (this.node.tryGetContext("serverform") ?? {}) as Record<string, unknown>;
    this.appPath = project.appPath;
    this.name =
      firstGiven(props.name, environment("SERVERFORM_NAME"), context.name) ??
      packageName(this.appPath) ??
      "my-app";
    this.stage = firstGiven(props.stage, environment("SERVERFORM_STAGE"), context.stage, "dev") ?? "";
    this.region =
      firstGiven(
        props.region,
        environment("SERVERFORM_REGION"),
        context.region,
        environment("AWS_REGION"),
        environment("AWS_DEFAULT_REGION"),
        defaultRegion,
      ) ?? "";
    const checkProvider = () => checkProviderSettings("app", props.provider, {});
    this.provider = withoutProblems(() => checkProvider() ?? props.provider) ?? {};
    this.account =
      props.account ??
      environment("SERVERFORM_ACCOUNT") ??
      accountOfProvider(this.provider, environment("SERVERFORM_CALLER_ACCOUNT"));
    this.local = environment("SERVERFORM_LOCAL") === "true";
    const backend = props.backend ?? (context.backend as AppBackendProps | undefined);
    this.hasBackend = backend !== undefined;
    this.backend = backend ?? { type: "local" };
    this.ssmPrefix =
      firstGiven(props.ssmPrefix, environment("SERVERFORM_SSM_PREFIX"), context.ssmPrefix, "") ?? "";
    this.packaging = props.packaging ?? (this.backend.type === "cloud" ? "synth" : "archive");
    this.bindingParameters = props.bindingParameters ?? false;
    this.isProtected = props.isProtected ?? false;
    this.developersAssumeRoles = props.developersAssumeRoles ?? false;
    this.quotas = props.quotas ?? {};
    this.acknowledged = props.acknowledgedNotices ?? [];
    this.live = this.isProtected ? undefined : liveMode();
    this.stackFunctions = new StackFunctions(this);
    const { defaultRemovalPolicy: policy } = props;
    collectProblems(() => {
      acceptedKeys("app", "props", written, appKeys);
      attempt(checkProvider);
      this.check();
      if (policy !== undefined) attempt(() => this.setDefaultRemovalPolicy(policy));
    });
  }

  private check(): void {
    attempt(() => this.checkNames());
    attempt(() => checkLimit("app", "ssmPrefix", this.ssmPrefix, parameterPrefix));
    attempt(() => checkRegion("app", "region", this.region));
    attempt(() => this.checkAccount());
    attempt(() => checkLiteral("app", "packaging", this.packaging, ["archive", "synth"]));
    attempt(() => checkBackend(this.backend));
    attempt(() => checkQuotas(this.quotas));
    attempt(() => checkAcknowledged(this.acknowledged));
  }

  private checkNames(): void {
    const { stage, name } = this;
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(stage)) {
      const expected = `letters, digits and -, beginning with a letter${suchAs(stage, /^[^A-Za-z]+/)}`;
      attempt(() => refuseValue("app", "stage", stage, expected));
    }
    if (!/^([A-Za-z0-9][A-Za-z0-9_-]*)?$/.test(name)) {
      const expected = `letters, digits, - and _, beginning with a letter or digit${suchAs(name, /^(@[^/]*\/|[^A-Za-z0-9])+/)}`;
      attempt(() => refuseValue("app", "name", name, expected));
    }
    // Both are tags of each resource.
    attempt(() => checkLimit("app", "stage", stage, tagLimits.value));
    attempt(() => checkLimit("app", "name", name, tagLimits.value));
  }

  private checkAccount(): void {
    const { account } = this;
    if (account === undefined) return;
    if (!/^\d{12}$/.test(account)) {
      const expected = "an AWS account id of 12 digits, as a string";
      refuseValue("app", "account", account, expected);
    }
    checkOwnAccount("app", this.provider, account);
  }

  /** Finds the app of a construct, even if another copy of this package created it. */
  static override of(construct: IConstruct): App {
    checkConstruct(construct);
    return appOf(construct) as App;
  }

  /** The treatment of data when its resource is removed from the application; undefined: each resource's own default. */
  get defaultRemovalPolicy(): RemovalPolicy | undefined {
    return this.removalPolicy;
  }

  /** Stage, app name and your name, joined by `-`. */
  logicalPrefixedName(name: string): string {
    checkKind("app", "logicalPrefixedName(name)", name, "text");
    return [this.stage, this.name, name].filter((part) => part !== "").join("-");
  }

  /** Sets the removal policy of all resources, including those that are already declared. The last call wins. */
  setDefaultRemovalPolicy(policy: RemovalPolicy): void {
    checkOpen(this, "setDefaultRemovalPolicy");
    checkLiteral("app", "defaultRemovalPolicy", policy, removalPolicies);
    this.removalPolicy = policy;
  }

  /** Adds defaults for the functions of all stacks that are created later. Call it before the first function is created. */
  setDefaultFunctionProps(defaults: FunctionDefaults): void {
    checkOpen(this, "setDefaultFunctionProps");
    checkNoFunctions(
      { path: "app", kind: "app" },
      this.stacks.flatMap((stack) => stack.getAllFunctions()),
    );
    this.functionDefaults.add(this, "setDefaultFunctionProps", defaults);
  }

  /** Adds environment variables to the functions of all stacks that are created later. */
  addDefaultFunctionEnv(environment: MapOf<string>): void {
    this.functionDefaults.add(this, "addDefaultFunctionEnv", { environment });
  }

  /** Adds permissions to the functions of all stacks that are created later. */
  addDefaultFunctionPermissions(permissions: NonNullable<AppFunctionProps["permissions"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionPermissions", { permissions });
  }

  /** Adds layers to the functions of all stacks that are created later. */
  addDefaultFunctionLayers(layers: NonNullable<AppFunctionProps["layers"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionLayers", { layers });
  }

  /** Binds constructs to the functions of all stacks that are created later. */
  addDefaultFunctionBinding(bind: NonNullable<AppFunctionProps["bind"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionBinding", { bind });
  }

  /** @deprecated Use `addDefaultFunctionBinding`. */
  addDefaultFunctionConfig(config: NonNullable<AppFunctionProps["config"]>): void {
    this.functionDefaults.add(this, "addDefaultFunctionConfig", { config });
  }

  /**
   * The defaults that a new stack copies.
   *
   * @internal
   */
  copyFunctionDefaults(): FunctionDefaultsList {
    return this.functionDefaults.copy();
  }

  /**
   * Creates a stack and runs the stack function in it. Returns a promise if the function is asynchronous.
   *
   * An error ends the function, but later calls of `stack` still run: `synth()` reports the problems of all stack functions
   * together. In a unit test this call throws them.
   */
  stack(
    fn: (this: Stack, context: import("./stack-functions").StackContext) => Promise<unknown>,
    props?: StackFunctionProps,
  ): Promise<App>;
  stack(fn: StackFunction, props?: StackFunctionProps): this;
  stack(fn: StackFunction, props?: StackFunctionProps): this | Promise<App> {
    checkOpen(this, "stack");
    return this.stackFunctions.run(fn, props)?.then(() => this) ?? this;
  }

  /**
   * States that a construct had another path in an earlier version of the app. Its resources are moved in Terraform's state and
   * keep their names in AWS, so that nothing is replaced.
   *
   * Call it before the stack is declared. It can be removed when every stage has been deployed with it, if you then set the
   * name that the construct has kept.
   *
   * @param from - the stack and the ids below it, as they were: `Main/Notes`. The stack's id may stand without stage and app.
   * @param to - the path now, in the same stack
   */
  moved(from: string, to: string): void {
    checkOpen(this, "moved");
    this.movedConstructs.add(from, to);
  }

  /** Sets options of the debug stack, which `serverform start` deploys. Other commands ignore them. */
  debugStack(props: DebugStackProps): void {
    checkOpen(this, "debugStack");
    checkDebugStack(props);
    this.debugStackProps = props;
  }

  /**
   * Creates the debug stack under `serverform start`, when everything else is declared.
   *
   * @internal
   */
  completeLive(): void {
    if (this.live !== undefined) this.live.relay = debugStackOf.get()(this, this.debugStackProps);
  }

  /** The stacks of this app, in the order of their creation. */
  get stacks(): readonly Stack[] {
    return constructsOfTree(this).filter(
      (each): each is Stack => TerraformStack.isStack(each) && "isServerformStack" in each,
    );
  }

  /**
   * Prints a notice once, after the synthesis, with the constructs that it concerns.
   *
   * @internal
   */
  addNotice(text: string, about?: IConstruct): void {
    const paths = this.notices.get(text) ?? new Set();
    if (about !== undefined) paths.add(about.node.path);
    this.notices.set(text, paths);
  }

  /** CDKTF connects two stacks here, unless the library only asks where a reference leads. */
  override crossStackReference(from: TerraformStack, to: TerraformStack, identifier: string): string {
    checkScope("app", "crossStackReference(from)", from);
    checkScope("app", "crossStackReference(to)", to);
    const answer = answerReference(to, from, identifier);
    if (answer !== undefined) return answer;
    checkReference(to, from, identifier);
    return super.crossStackReference(from, to, identifier);
  }

  /**
   * The problems of the stack functions.
   *
   * @internal
   */
  get declarationProblems(): readonly ServerformError[] {
    return this.stackFunctions.problems;
  }

  private printNotices(): void {
    for (const [text, paths] of this.notices) {
      if (isAcknowledged(text, this.acknowledged)) continue;
      const shown = [...paths].slice(0, 3).join(", ");
      const more = paths.size > 3 ? ` and ${paths.size - 3} more` : "";
      process.stderr.write(shown === "" ? `${text}\n` : `${text} (${shown}${more})\n`);
    }
    this.notices.clear();
  }

  /**
   * Writes the Terraform JSON and the bundles of every stack.
   *
   * All problems are reported together. If there are any, the previous output is kept.
   */
  override synth(): void {
    const { unfinished } = this.stackFunctions;
    if (unfinished.length > 0) fail("app", "stack-function-unfinished", "synth()", { names: unfinished });
    synthesize(this);
    this.printNotices();
  }
}

/** A valid name similar to the refused one: `, such as "feature-login"`. */
function suchAs(name: string, start: RegExp): string {
  const near = name
    .replace(start, "")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/-$/, "");
  return near === "" ? "" : `, such as ${JSON.stringify(near)}`;
}
