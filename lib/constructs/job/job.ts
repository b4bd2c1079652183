import type { CodebuildProject } from "@cdktf/provider-aws/lib/codebuild-project";
import { S3Object } from "@cdktf/provider-aws/lib/s3-object";
import type { SecurityGroup } from "@cdktf/provider-aws/lib/security-group";
import { Construct, type IConstruct } from "constructs";
import { collectProblems } from "../../facts/errors/problems";
import {
  Artifacts,
  type Binding,
  bindingEnvironment,
  bindingTarget,
  checkOpen,
  claimId,
  constructId,
  createBinding,
  keptName,
  markMadeFromReference,
  requireBinding,
  Stack,
  takeBoundName,
  usedByCode,
} from "../../kit/app";
import { type MapOf, namePrefix, present, withoutUndefined } from "../../kit/core";
import {
  type BindingEntry,
  checkBindings,
  createPackagedFunction,
  Function,
  isFunctionVariable,
  libraryEnvironment,
  noteSecretVariables,
  type Packaging,
  RolePolicies,
  splitEntry,
} from "../../kit/function";
import { type Permissions, type PermissionTarget, permissionTarget, resolvePermissions } from "../../kit/iam";
import { Bucket } from "../bucket";
import { type JobMetadata, jobDescription, jobRow } from "./library";
import { checkJobEnvironment, type ParsedJob, parseJobProps } from "./parse";
import { createProject, environmentOf } from "./project";
import type { JobProps } from "./props";

const id = "_jobs";

/** The private bucket of a stack with the code of its jobs. It goes with the stack. */
function codeBucketOf(stack: Stack): Bucket {
  const existing = stack.node.tryFindChild(id) as Bucket | undefined;
  if (existing !== undefined) return existing;
  const name = `${stack.node.id}-jobs`.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
  const bucket = new Bucket(stack, id, {
    cdk: {
      bucket: {
        bucketPrefix: namePrefix(name, 36),
        forceDestroy: true,
        lifecycle: { preventDestroy: false },
      },
    },
  });
  markMadeFromReference(bucket);
  return bucket;
}

/** Uploads the code of a job; the build project reads it from there. */
function uploadCode(job: Construct, handler: string, { artifact }: Packaging): S3Object {
  const stack = Stack.of(job);
  const { filename, sourceCodeHash } = Artifacts.of(stack).add({ owner: job.node.path, handler }, artifact);
  return new S3Object(job, "Code", {
    bucket: codeBucketOf(stack).bucketName,
    key: `${keptName(job)}.zip`,
    source: filename,
    sourceHash: sourceCodeHash,
  });
}

/**
 * Work that takes longer than a function may run: up to 8 hours, with up to 145 GB of memory.
 *
 * Creates a build project whose container runs the handler, and a function that starts it. It costs nothing until it runs.
 *
 * @example
 * new Job(stack, "Report", { handler: "functions/report.main", timeout: "2 hours" });
 */
export class Job extends Construct {
  readonly id: string;
  readonly projectName: string;
  readonly projectArn: string;
  readonly cdk: { readonly project: CodebuildProject; readonly securityGroup: SecurityGroup | undefined };
  private readonly parsed: ParsedJob;
  private readonly policies: RolePolicies;
  private readonly invoker: Function;
  /** Only under `serverform start`. */
  private readonly runner: Function | undefined;
  private readonly library: Readonly<Record<string, string>>;
  private readonly bound: Record<string, string> = {};
  private readonly given: Record<string, string>;
  private readonly used = new Set<IConstruct>();

  constructor(scope: Construct, id: string, props: JobProps) {
    super(scope, constructId(scope, id, props, '{ handler: "functions/report.main" }'));
    this.id = claimId(this);
    const given = withoutUndefined(props);
    this.parsed = collectProblems(() => parseJobProps(this, given));
    const { packaging, statements } = this.parsed;
    const code = uploadCode(this, given.handler, packaging);
    const { project, role, securityGroup, ...made } = createProject(this, given, this.parsed, code, code.arn);
    this.cdk = { project, securityGroup };
    this.projectName = project.name;
    this.projectArn = project.arn;
    this.library = {
      ...libraryEnvironment(Stack.of(this).app, packaging.runtime),
      SERVERFORM_JOB_HANDLER: packaging.handler,
    };
    this.given = { ...present(given.environment) };
    noteSecretVariables(this, "environment", this.given);
    this.policies = new RolePolicies(this, "Policies", role, { isWithoutFunction: true });
    this.policies.addOwn(made.statements);
    this.policies.add(statements);
    this.invoker = createPackagedFunction(this, "Invoker", {
      entry: "job-invoker",
      format: "cjs",
      description: "Starts a job",
      timeout: 10,
      memorySize: 1024,
      enableLiveDev: false,
      environment: { PROJECT_NAME: this.projectName },
      permissions: [{ actions: ["codebuild:StartBuild"], resources: [this.projectArn] }],
    });
    this.runner = this.createLiveRunner(given);
    this.bindAll("bind", given.bind ?? []);
    if (given.config !== undefined) this.bindAll("config", given.config);
    this.writeEnvironment();
  }

  /**
   * Under `serverform start`, a function runs the handler in place of the build project, so that the developer's machine
   * can answer it. The invoker does not wait for it.
   */
  private createLiveRunner(props: JobProps): Function | undefined {
    const { handler, srcPath, environment = {}, permissions = [], enableLiveDev = true } = props;
    if (Stack.of(this).app.live === undefined || !enableLiveDev) return undefined;
    const runner = new Function(this, "Runner", {
      handler,
      ...(srcPath !== undefined && { srcPath }),
      timeout: 900,
      memorySize: 3008,
      retryAttempts: 0,
      environment: { ...this.variablesOfRunner(environment), SERVERFORM_DEBUG_TYPE: "job" },
      permissions,
      bundle: { format: this.isCommonJs ? "cjs" : "esm" },
    });
    markMadeFromReference(runner);
    this.invoker.addEnvironment("RUNNER_NAME", runner.functionName);
    this.invoker.attachPermissions([[runner, "grantInvoke"]]);
    return runner;
  }

  private get isCommonJs(): boolean {
    const { artifact } = this.parsed.packaging;
    return artifact.kind === "node" && artifact.format === "cjs";
  }

  /** The variables that the function can have, too. A container takes more names. */
  private variablesOfRunner(environment: MapOf<string>): Record<string, string> {
    const entries = Object.entries(present(environment));
    const left = entries.map(([name]) => name).filter((name) => !isFunctionVariable(name));
    if (left.length > 0) {
      Stack.of(this).app.addNotice(
        `serverform: under \`serverform start\` a function runs the job, which cannot have variables named ${left.join(", ")}; use names of two or more letters that Lambda does not reserve`,
        this,
      );
    }
    return Object.fromEntries(entries.filter(([name]) => isFunctionVariable(name)));
  }

  /** Passes the names of constructs to the job as environment variables, with the permissions to use them. */
  bind(constructs: readonly BindingEntry[]): void {
    checkOpen(this, "bind");
    checkBindings(this, "bind", constructs);
    this.bindAll("bind", constructs);
    this.writeEnvironment();
  }

  private bindAll(prop: string, entries: readonly BindingEntry[]): void {
    this.runner?.bind(entries);
    entries.forEach((entry, index) => {
      const at = `${prop}[${index}]`;
      const { construct, access } = splitEntry(entry);
      const binding = requireBinding(this, at, construct, this);
      const name = takeBoundName(this, at, construct, binding);
      Object.assign(this.bound, bindingEnvironment(binding, name, this));
      this.used.add(construct);
      const permissions = access === undefined ? binding.permissions : ([[construct, access]] as const);
      this.policies.add(resolvePermissions(this, at, permissions));
    });
  }

  /** Gives the job more permissions. */
  attachPermissions(permissions: Permissions): void {
    checkOpen(this, "attachPermissions");
    this.policies.add(resolvePermissions(this, "permissions", permissions));
    this.runner?.attachPermissions(permissions);
  }

  /** Sets an environment variable; the last value wins. */
  addEnvironment(key: string, value: string): void {
    checkOpen(this, "addEnvironment");
    checkJobEnvironment(this, "addEnvironment", { [key]: value });
    noteSecretVariables(this, "addEnvironment", { [key]: value });
    this.given[key] = value;
    for (const [name, known] of Object.entries(this.runner ? this.variablesOfRunner({ [key]: value }) : {}))
      this.runner?.addEnvironment(name, known);
    this.writeEnvironment();
  }

  /** @deprecated Use `bind`. */
  addConfig(config: readonly IConstruct[]): void {
    checkOpen(this, "addConfig");
    checkBindings(this, "config", config);
    this.bindAll("config", config);
    this.writeEnvironment();
  }

  private writeEnvironment(): void {
    const variables = { ...this.library, ...this.bound, ...this.given };
    this.cdk.project.putEnvironment(environmentOf(this.parsed.computeType, variables));
  }

  [permissionTarget](): PermissionTarget {
    return { row: jobRow, arn: this.invoker.functionArn };
  }

  [bindingTarget](): Binding {
    return createBinding(jobDescription, this, { functionName: this.invoker.functionName });
  }

  [usedByCode](): readonly IConstruct[] {
    return [...this.used];
  }

  getConstructMetadata(): JobMetadata {
    return { type: "Job", data: {} };
  }
}
