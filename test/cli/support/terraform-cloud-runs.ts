import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, temporaryFolder } from "./cli";
import type { CloudWorkspace } from "./terraform-cloud";

/** The parameters of a run. */
interface RunRequest {
  readonly isDestroy: boolean;
  readonly savesPlan: boolean;
  readonly autoApply: boolean;
  readonly planOnly: boolean;
  readonly replace: readonly string[];
}

/** Marks the beginning and the end of a log, as the service does. */
const [startOfText, endOfText] = ["\u0002", "\u0003"];

/** A run of the stand-in: plans in one folder and applies in another one, as the service's workers do. */
export class CloudRun {
  status = "pending";
  planStatus = "pending";
  applyStatus = "pending";
  hasChanges = false;
  planJson: Buffer | undefined;
  /** The plan with the schemas of its providers, from which Terraform renders text. */
  redactedPlan: Buffer | undefined;
  private plan = "";
  private applied = "";
  private child: ChildProcess | undefined;
  /** Name of the user who has begun it. */
  createdBy = "user";
  readonly createdAt = "2026-11-26T09:30:00.000Z";

  constructor(
    readonly id: string,
    readonly workspace: CloudWorkspace,
    private readonly source: Buffer,
    readonly request: RunRequest,
    private readonly runs: CloudRuns,
  ) {}

  get planLog(): Buffer {
    return Buffer.from(this.plan);
  }

  get applyLog(): Buffer {
    return Buffer.from(this.applied);
  }

  get isConfirmable(): boolean {
    return this.status === "planned" || this.status === "planned_and_saved";
  }

  get isCancelable(): boolean {
    return ["pending", "planning", "applying"].includes(this.status);
  }

  get isActive(): boolean {
    return ["planning", "planned", "applying"].includes(this.status);
  }

  async start(): Promise<void> {
    this.status = "planning";
    this.planStatus = "running";
    const folder = this.unpack("plan");
    const code = await this.terraform(folder, "plan", [
      "plan",
      "-out=tfplan",
      ...(this.request.isDestroy ? ["-destroy"] : []),
      ...this.request.replace.map((address) => `-replace=${address}`),
    ]);
    if (code !== 0) {
      this.plan += endOfText;
      this.planStatus = this.status === "canceled" ? "canceled" : "errored";
      if (this.status !== "canceled") this.status = "errored";
      return;
    }
    const read = { cwd: folder, env: this.runs.environment(this.workspace) };
    this.planJson = execFileSync("terraform", ["show", "-json", "tfplan"], read);
    const plan = JSON.parse(this.planJson.toString());
    schemas ??= JSON.parse(execFileSync("terraform", ["providers", "schema", "-json"], read).toString());
    this.redactedPlan = Buffer.from(
      JSON.stringify({
        ...plan,
        plan_format_version: plan.format_version,
        provider_format_version: schemas?.format_version,
        provider_schemas: schemas?.provider_schemas,
      }),
    );
    const { resource_changes: resources = [], output_changes: outputs = {} } = plan as {
      resource_changes?: Changed[];
      output_changes?: Record<string, Changed["change"]>;
    };
    const changes = [...resources.map(({ change }) => change), ...Object.values(outputs)];
    this.hasChanges = changes.some(({ actions }) => !["no-op", "read"].includes(actions.join()));
    this.planStatus = "finished";
    this.plan += endOfText;
    this.status = this.statusAfterPlan();
    if (this.status === "planned" && this.request.autoApply) this.apply();
  }

  apply(): void {
    this.status = "applying";
    this.applyStatus = "running";
    void this.runApply();
  }

  /** Ends the run as a user does in the browser. */
  cancel(): void {
    const wasRunning = this.child !== undefined;
    this.child?.kill("SIGINT");
    this.status = "canceled";
    if (wasRunning) return;
    this.planStatus = this.planStatus === "pending" ? "canceled" : this.planStatus;
    this.plan ||= startOfText + endOfText;
  }

  stop(): void {
    this.child?.kill("SIGKILL");
  }

  private statusAfterPlan(): string {
    if (!this.hasChanges || this.request.planOnly) return "planned_and_finished";
    return this.request.savesPlan ? "planned_and_saved" : "planned";
  }

  private async runApply(): Promise<void> {
    const folder = this.unpack("apply");
    writeFileSync(join(folder, "tfplan"), readFileSync(join(this.runs.folder, this.id, "plan", "tfplan")));
    const code = await this.terraform(folder, "apply", ["apply", "tfplan"]);
    const state = join(folder, "terraform.tfstate");
    if (existsSync(state)) this.workspace.state = readFileSync(state);
    const wasCanceled = this.status === "canceled";
    this.applyStatus = wasCanceled ? "canceled" : code === 0 ? "finished" : "errored";
    if (!wasCanceled) this.status = code === 0 ? "applied" : "errored";
    this.applied += endOfText;
    this.runs.startWaiting();
  }

  /** Unpacks what was uploaded, with the state of the workspace in place of the `cloud` or `backend` block. */
  private unpack(phase: string): string {
    const folder = join(this.runs.folder, this.id, phase);
    mkdirSync(folder, { recursive: true });
    execFileSync("tar", ["-xz", "-C", folder], { input: this.source });
    // The configuration stays as it was uploaded, because outputs may have its digest.
    writeFileSync(join(folder, "zzz_backend_override.tf.json"), localBackend);
    mkdirSync(join(folder, ".terraform"), { recursive: true });
    writeFileSync(join(folder, ".terraform/terraform.tfstate"), initializedBackend());
    if (this.workspace.state !== undefined)
      writeFileSync(join(folder, "terraform.tfstate"), this.workspace.state);
    return folder;
  }

  private async terraform(folder: string, phase: "plan" | "apply", args: readonly string[]): Promise<number> {
    const write = (text: string): void => {
      if (phase === "plan") this.plan += text;
      else this.applied += text;
    };
    write(
      `${startOfText}Terraform v${this.runs.terraformVersion}\non linux_amd64\nInitializing plugins and modules...\n`,
    );
    // The stacks of the tests have no providers to install.
    const [command = "", ...rest] = args;
    const format = this.runs.structured ? ["-json"] : ["-no-color"];
    return this.run(folder, [command, "-input=false", ...format, ...rest], write);
  }

  private run(folder: string, args: readonly string[], write: (text: string) => void): Promise<number> {
    const child = spawn("terraform", [...args], { cwd: folder, env: this.runs.environment(this.workspace) });
    this.child = child;
    child.stdout.on("data", (data: Buffer) => write(data.toString()));
    child.stderr.on("data", (data: Buffer) => write(data.toString()));
    return new Promise((done) =>
      child.once("close", (code) => {
        this.child = undefined;
        done(code ?? 1);
      }),
    );
  }
}

const localBackend = JSON.stringify({ terraform: { backend: { local: {} } } });

let knownBackend: Buffer | undefined;

/** The file that `terraform init` writes for the local backend: to run it each time would take longer than the runs. */
function initializedBackend(): Buffer {
  if (knownBackend === undefined) {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "main.tf.json"), localBackend);
    execFileSync("terraform", ["init", "-input=false"], { cwd: folder, env: cleanEnvironment() });
    knownBackend = readFileSync(join(folder, ".terraform/terraform.tfstate"));
  }
  return knownBackend;
}

/** The schemas of the provider that is part of Terraform. */
let schemas: { readonly format_version: string; readonly provider_schemas: object } | undefined;

interface Changed {
  readonly change: { readonly actions: readonly string[] };
}

/** The version of the Terraform of this machine. */
let knownVersion: string | undefined;

/** The runs of the stand-in. Only one run of a workspace is active. */
export class CloudRuns {
  readonly terraformVersion: string;
  private readonly all: CloudRun[] = [];

  constructor(
    readonly folder: string,
    readonly structured: boolean,
    private readonly environmentOf: (workspaceId: string) => NodeJS.ProcessEnv,
  ) {
    knownVersion ??= JSON.parse(
      execFileSync("terraform", ["version", "-json"], { env: cleanEnvironment() }).toString(),
    ).terraform_version as string;
    this.terraformVersion = knownVersion;
  }

  /** The environment of a worker. Its token is for one workspace. */
  environment(workspace: CloudWorkspace): NodeJS.ProcessEnv {
    // The workers of the service set TF_IN_AUTOMATION, so that Terraform gives no advice on commands.
    const own = { CHECKPOINT_DISABLE: "1", TF_IN_AUTOMATION: "1" };
    return { ...cleanEnvironment(), ...this.environmentOf(workspace.id), ...own };
  }

  add(id: string, workspace: CloudWorkspace, source: Buffer, request: RunRequest): CloudRun {
    const run = new CloudRun(id, workspace, source, request, this);
    this.all.push(run);
    this.startWaiting();
    return run;
  }

  /** A run of another user, which has planned and waits for its confirmation. */
  hold(id: string, workspace: CloudWorkspace, createdBy: string): CloudRun {
    const request = { isDestroy: false, savesPlan: false, autoApply: false, planOnly: false, replace: [] };
    const run = new CloudRun(id, workspace, Buffer.alloc(0), request, this);
    run.status = "planned";
    run.createdBy = createdBy;
    this.all.push(run);
    return run;
  }

  find(id: string): CloudRun | undefined {
    return this.all.find((run) => run.id === id);
  }

  of(workspace: CloudWorkspace | undefined): CloudRun[] {
    return this.all.filter((run) => run.workspace === workspace);
  }

  /** The run that holds the workspace, or the first one that waits. */
  currentOf(workspace: CloudWorkspace): CloudRun | undefined {
    const runs = this.of(workspace);
    return runs.find((run) => run.isActive) ?? runs.find((run) => run.status === "pending") ?? runs.at(-1);
  }

  /** Starts the runs whose workspace is free. */
  startWaiting(): void {
    for (const run of this.all) {
      if (run.status !== "pending" || run.workspace.lockedBy !== undefined) continue;
      if (this.of(run.workspace).some((other) => other.isActive)) continue;
      void run.start().then(() => this.startWaiting());
    }
  }

  stop(): void {
    for (const run of this.all) run.stop();
  }
}
