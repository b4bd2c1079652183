import { resolve } from "node:path";
import { accountOfRole, roleArns } from "../../facts/aws/arns";
import { defaultRegion, partitionOf } from "../../facts/aws/partitions";
import { regionName } from "../../facts/aws/regions";
import { isRecord } from "../../facts/text/record";
import { expectedRegion } from "../../kit/core";
import { fail } from "../errors";
import type { RemoteCache } from "../remote-cache/remote-cache";
import { type Interrupt, listenForInterrupt } from "../ui/interrupt";
import { Terminal } from "../ui/terminal";
import { type CallerIdentity, findCallerIdentity, nameOfArn } from "./caller-identity";
import { addEnvFiles } from "./env-files";
import { findProject, openProject, type Project } from "./project";
import { looksLikeStage } from "./stack-selection";
import { providerRegion, requiredProviders } from "./stack-template";
import { decideStage } from "./stage";
import { type AppVariables, synthesizeProject } from "./synthesis";
import { readSynthesizedStacks, type SynthesizedStack, writtenAt } from "./synthesized-stack";

export interface GlobalOptions {
  readonly app?: string;
  readonly stage?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly roleArn?: string;
  readonly terraform?: string;
  readonly force?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly json?: boolean;
}

export interface CommandRequirements {
  readonly command: string;
  /** The stack arguments. The user is warned about one that looks like a misplaced option. */
  readonly patterns?: readonly string[];
  /** Whether the command uses an AWS account. If so, it requires a stage, and the app receives the account id. */
  readonly account: boolean;
  /** Whether the command can also run in a folder that is not a CDKTF project. */
  readonly withoutProject?: boolean;
  /**
   * The messages for the first and the second interrupt.
   *
   * @default - messages that say that the command waits for Terraform, while it runs
   */
  readonly onInterrupt?: Readonly<Record<"first" | "second", string>>;
}

/** The project, the stage and the terminal of a running command. */
export interface CommandContext {
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly project: Project;
  readonly stage: string;
  /** Runs the app and returns its stacks. `output` replaces the project's output folder and is relative to its root. */
  readonly synthesize: (variables?: AppVariables, output?: string) => Promise<readonly SynthesizedStack[]>;
}

/**
 * Runs the work of a command in its context, and afterwards gives the interrupt signals back to Node.js.
 *
 * Finds the project, decides the stage and sets up the environment first.
 */
export async function runInContext<Result>(
  options: GlobalOptions,
  requirements: CommandRequirements,
  work: (context: CommandContext) => Promise<Result>,
): Promise<Result> {
  const context = await openContext(options, requirements);
  try {
    return await work(context);
  } finally {
    await context.remote.finish();
    context.interrupt.release();
  }
}

/** The remote cache of bundles, for the first synthesis of a command that bundles: later ones build local edits. */
class FirstBundling {
  private cache: RemoteCache | undefined;
  private isBegun = false;

  async run<Result>(
    project: Project,
    variables: AppVariables,
    terminal: Terminal,
    synthesize: () => Promise<Result>,
  ): Promise<Result> {
    const { SERVERFORM_SKIP_BUNDLING: skipped, SERVERFORM_BUNDLES_FILE: onDemand } = variables;
    const isFirst = !this.isBegun && skipped === undefined && onDemand === undefined;
    if (!isFirst || !process.env.SERVERFORM_CACHE_URL) return synthesize();
    this.isBegun = true;
    const { RemoteCache: Cache } = await import("../remote-cache/remote-cache.js");
    const cache = Cache.open(project, terminal);
    await cache?.receive();
    const result = await synthesize();
    this.cache = cache;
    cache?.offer();
    return result;
  }

  async finish(): Promise<void> {
    await this.cache?.finish();
  }
}

async function openContext(
  options: GlobalOptions,
  requirements: CommandRequirements,
): Promise<CommandContext & { readonly remote: FirstBundling }> {
  const terminal = new Terminal(options);
  const project =
    requirements.withoutProject === true
      ? findProject(process.cwd(), options)
      : openProject(process.cwd(), options);
  applyProfile(options.profile);
  checkPlace(`serverform ${requirements.command}`, options);
  if (options.region !== undefined) process.env.SERVERFORM_REGION = options.region;
  if (options.force === true) process.env.SERVERFORM_FORCE_BUILD = "1";
  const identity = lookUpOnce();
  const stage = await decideStage(project, terminal, {
    command: requirements.command,
    option: options.stage,
    fallback: requirements.account ? undefined : "dev",
    suggest: async () => {
      const arn = (await identity())?.arn;
      return arn === undefined ? undefined : nameOfArn(arn);
    },
  });
  terminal.print(`Stage: ${terminal.colors.bold(stage)}`);
  for (const pattern of (requirements.patterns ?? []).filter(looksLikeStage))
    warnOfSwallowedOption(terminal, requirements.command, pattern);
  // Set in this process, not only for the app: Terraform and the AWS SDK must use the same credentials.
  await addEnvFiles(project.root, stage, process.env);
  applyProfile(options.profile);
  chooseBinary(options.terraform, project);
  const interrupt = listenForInterrupt((time, isTerraformRunning) => {
    const { onInterrupt = isTerraformRunning ? interruptText : idleInterruptText } = requirements;
    terminal.error(onInterrupt[time]);
  });
  const toldNotices = new Set<string>();
  const remote = new FirstBundling();
  return {
    remote,
    terminal,
    interrupt,
    project,
    stage,
    synthesize: async (variables = {}, output = project.output) => {
      const account = requirements.account
        ? await findAccount(project, options.roleArn, identity)
        : undefined;
      const given = {
        SERVERFORM_STAGE: stage,
        SERVERFORM_ROLE_ARN: options.roleArn,
        SERVERFORM_PROFILE: options.profile,
        ...(account === undefined ? {} : { SERVERFORM_CALLER_ACCOUNT: account }),
        ...variables,
      };
      const stacks = await remote.run(project, given, terminal, () =>
        synthesizeProject({ ...project, output }, given, terminal, interrupt, toldNotices),
      );
      warnOfOtherStage(stacks, stage, terminal);
      warnOfOtherRegion(stacks, options.region, terminal);
      return stacks;
    },
  };
}

function checkPlace(where: string, { region, roleArn }: GlobalOptions): void {
  if (region !== undefined && !regionName.test(region))
    fail(where, "prop-invalid", "--region", { value: region, expected: expectedRegion(region) });
  if (roleArn !== undefined && accountOfRole(roleArn) === undefined)
    fail(where, "prop-invalid", "--role-arn", {
      value: roleArn,
      expected: `the ARN of a role: "${roleArns({ partition: partitionOf(defaultRegion).id, account: "123456789012" }, "deploy").role}"`,
    });
}

/** Sets the Terraform binary for this process and `cdktf`. */
function chooseBinary(option: string | undefined, { context }: Project): void {
  const settings = isRecord(context?.serverform) ? context.serverform : {};
  const { terraformBinary } = settings;
  if (
    terraformBinary !== undefined &&
    (typeof terraformBinary !== "string" || terraformBinary.trim() === "")
  ) {
    fail("cdktf.json", "prop-invalid", "context.serverform.terraformBinary", {
      value: terraformBinary,
      expected: 'the name or path of a binary, for example "tofu"',
    });
  }
  const chosen = option ?? (process.env.TERRAFORM_BINARY_NAME || terraformBinary);
  if (typeof chosen === "string") process.env.TERRAFORM_BINARY_NAME = chosen;
}

const interruptText = {
  first:
    "\nInterrupted. Waiting for running Terraform processes, so that they can save their state. " +
    "Interrupt again to stop immediately.",
  second:
    "\nStopping immediately. Resources that Terraform was creating may exist without being in its state. " +
    "Check your account before the next deployment.",
} as const;

const idleInterruptText = { first: "\nInterrupted.", second: "\nStopping immediately." } as const;

/** `--profile` takes precedence over access keys in the environment, as in the AWS CLI. */
function applyProfile(profile: string | undefined): void {
  if (profile === undefined) return;
  process.env.AWS_PROFILE = profile;
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"])
    delete process.env[name];
}

function lookUpOnce(): () => Promise<CallerIdentity | undefined> {
  let known: CallerIdentity | undefined;
  return async () => {
    // A failed lookup is repeated: the credentials may be in an .env file, which is read after the stage is known.
    known ??= await findCallerIdentity();
    return known;
  };
}

async function findAccount(
  project: Project,
  roleArn: string | undefined,
  identity: () => Promise<CallerIdentity | undefined>,
): Promise<string | undefined> {
  // The role belongs to the deployed account, which may differ from the caller's.
  if (roleArn !== undefined) return accountOfRole(roleArn);
  if (process.env.SERVERFORM_ACCOUNT !== undefined || !usesAws(project)) return undefined;
  return (await identity())?.account;
}

/** Whether the last synthesis used AWS. Looking up the caller takes time, which other projects do not need. */
function usesAws({ root, output }: Project): boolean {
  const folder = resolve(root, output);
  if (writtenAt(folder) === undefined) return true;
  try {
    const stacks = readSynthesizedStacks(folder);
    return stacks.length === 0 || stacks.some((stack) => requiredProviders(stack).aws !== undefined);
  } catch {
    return true;
  }
}

function warnOfSwallowedOption(terminal: Terminal, command: string, pattern: string): void {
  terminal.warn(
    `"${pattern}" is used as the name of a stack. If you meant an option, write "--" before it, ` +
      `because npm run does not pass on options without it: npm run ${command} -- --stage ${pattern}.`,
  );
}

function warnOfOtherStage(stacks: readonly SynthesizedStack[], stage: string, terminal: Terminal): void {
  const other = stacks.find(({ settings }) => settings !== undefined && settings.stage !== stage)?.settings
    ?.stage;
  if (other === undefined) return;
  terminal.warn(
    `The app sets its own stage: "${other}", not "${stage}". Remove "stage" from new App({ ... }).`,
  );
}

function warnOfOtherRegion(
  stacks: readonly SynthesizedStack[],
  region: string | undefined,
  terminal: Terminal,
): void {
  const own = providerRegion(stacks);
  if (region === undefined || own === undefined || own === region) return;
  terminal.warn(
    `The app sets its own region: "${own}", not "${region}". Remove "region" from new App({ ... }), or leave --region out.`,
  );
}
