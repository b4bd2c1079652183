import { resolve } from "node:path";
import { requiredProviders } from "../terraform/initialize";
import { type Interrupt, listenForInterrupt } from "../ui/interrupt";
import { Terminal } from "../ui/terminal";
import { accountOfRole, type CallerIdentity, findCallerIdentity, nameOfArn } from "./caller-identity";
import { addEnvFiles } from "./env-files";
import { findProject, openProject, type Project } from "./project";
import { decideStage } from "./stage";
import { type AppVariables, synthesize } from "./synthesis";
import { looksLikeStage, readStacks, type Stack, writtenAt } from "./synthesized-stack";

/** The options that every command takes. */
export interface GlobalOptions {
  readonly app?: string;
  readonly stage?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly roleArn?: string;
  readonly verbose?: boolean;
  readonly color?: boolean;
  readonly json?: boolean;
}

/** What tells one command from another before it starts. */
export interface CommandNeeds {
  readonly command: string;
  /** Stack arguments, to warn of one that was meant as an option. */
  readonly patterns?: readonly string[];
  /** Whether the command works with an account; then the app is told which, and a stage is required. */
  readonly account: boolean;
  /** Whether the command can do without a project, in the folder where it is. */
  readonly withoutProject?: boolean;
  /**
   * What an interrupt is answered with.
   *
   * @default - that Terraform is waited for
   */
  readonly onInterrupt?: Readonly<Record<"first" | "second", string>>;
}

/** A command that knows its project and its stage. */
export interface Prepared {
  readonly terminal: Terminal;
  readonly interrupt: Interrupt;
  readonly project: Project;
  readonly stage: string;
  /** Runs the app and returns its stacks; `output` is another folder than the project's, relative to it. */
  readonly synthesize: (variables?: AppVariables, output?: string) => Promise<readonly Stack[]>;
}

/** Everything that the commands do alike: find the project, decide the stage, set up the environment. */
export async function prepare(options: GlobalOptions, needs: CommandNeeds): Promise<Prepared> {
  const terminal = new Terminal(options);
  const project =
    needs.withoutProject === true ? findProject(process.cwd(), options) : openProject(process.cwd(), options);
  applyProfile(options.profile);
  if (options.region !== undefined) process.env.SERVERFORM_REGION = options.region;
  const identity = lookUpOnce();
  const stage = await decideStage(project, terminal, {
    command: needs.command,
    option: options.stage,
    fallback: needs.account ? undefined : "dev",
    suggest: async () => {
      const arn = (await identity())?.arn;
      return arn === undefined ? undefined : nameOfArn(arn);
    },
  });
  terminal.print(`Stage: ${terminal.colors.bold(stage)}`);
  for (const pattern of (needs.patterns ?? []).filter(looksLikeStage))
    warnOfSwallowedOption(terminal, needs.command, pattern);
  // In this process, and not for the app alone: Terraform and the AWS SDK here must see the same credentials.
  await addEnvFiles(project.root, stage, process.env);
  applyProfile(options.profile);
  const interrupt = listenForInterrupt((time) => terminal.error((needs.onInterrupt ?? interruptText)[time]));
  return {
    terminal,
    interrupt,
    project,
    stage,
    synthesize: async (variables = {}, output = project.output) => {
      const account = needs.account ? await findAccount(project, options.roleArn, identity) : undefined;
      const stacks = await synthesize(
        { ...project, output },
        {
          SERVERFORM_STAGE: stage,
          SERVERFORM_ROLE_ARN: options.roleArn,
          ...(account === undefined ? {} : { SERVERFORM_ACCOUNT: account }),
          ...variables,
        },
        terminal,
        interrupt,
      );
      warnOfOtherStage(stacks, stage, terminal);
      return stacks;
    },
  };
}

const interruptText = {
  first:
    "\nInterrupted. What has been started is finished first, so that Terraform can write down what it has created. " +
    "Interrupt once more to stop at once.",
  second:
    "\nStopping at once. What Terraform was creating may exist without being in its state; look there before the next deployment.",
} as const;

/** A profile that is asked for by name wins over keys in the environment, as in the tools of AWS. */
function applyProfile(profile: string | undefined): void {
  if (profile === undefined) return;
  process.env.AWS_PROFILE = profile;
  for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"])
    delete process.env[name];
}

function lookUpOnce(): () => Promise<CallerIdentity | undefined> {
  let known: CallerIdentity | undefined;
  return async () => {
    // Asked again after a failure: the credentials may be in an .env file, which is read when the stage is known.
    known ??= await findCallerIdentity();
    return known;
  };
}

async function findAccount(
  project: Project,
  roleArn: string | undefined,
  identity: () => Promise<CallerIdentity | undefined>,
): Promise<string | undefined> {
  // A role lives in the account that is deployed to, whoever assumes it.
  if (roleArn !== undefined) return accountOfRole(roleArn);
  if (process.env.SERVERFORM_ACCOUNT !== undefined || !usesAws(project)) return undefined;
  return (await identity())?.account;
}

/** Whether the stacks of the last synthesis, if there was one, use AWS; nobody else is made to wait for an answer. */
function usesAws({ root, output }: Project): boolean {
  const folder = resolve(root, output);
  if (writtenAt(folder) === undefined) return true;
  try {
    const stacks = readStacks(folder);
    return stacks.length === 0 || stacks.some((stack) => requiredProviders(stack).aws !== undefined);
  } catch {
    return true;
  }
}

function warnOfSwallowedOption(terminal: Terminal, command: string, pattern: string): void {
  terminal.warn(
    `"${pattern}" is taken as the name of a stack. If it was meant as an option: npm run keeps options for itself, ` +
      `unless "--" comes before them (npm run ${command} -- --stage ${pattern}).`,
  );
}

function warnOfOtherStage(stacks: readonly Stack[], stage: string, terminal: Terminal): void {
  const other = stacks.find(({ settings }) => settings !== undefined && settings.stage !== stage)?.settings
    ?.stage;
  if (other === undefined) return;
  terminal.warn(
    `The app sets its stage itself: "${other}", not "${stage}". Leave "stage" out of new App({ ... }).`,
  );
}
