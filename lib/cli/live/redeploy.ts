import { isLibraryError } from "../../facts/errors/error";
import { contained, settled } from "../../local";
import type { CommandContext } from "../project/command-context";
import type { SynthesizedStack } from "../project/synthesized-stack";
import type { SiteEnvironments } from "../stage/site-environments";
import { type Approval, lossProblem, printPlan } from "../terraform/approval";
import { printReport } from "../terraform/report";
import { Interrupted } from "../ui/interrupt";
import type { Terminal } from "../ui/terminal";
import type { LiveDatabases } from "./databases";
import { deployLiveStacks, type LiveDeployment, liveVariables } from "./deploy-live";
import type { LiveApp } from "./live-app";

/** Calls the listener when the user presses Enter, until the result is called. */
export function listenForEnter(terminal: Terminal, listener: () => void): () => void {
  if (!terminal.interactive) return () => {};
  const onData = contained("keyboard", (data: Buffer): void => {
    if (data.includes(10) || data.includes(13)) listener();
  });
  process.stdin.on("data", onData);
  process.stdin.resume();
  return () => {
    process.stdin.off("data", onData);
    process.stdin.pause();
  };
}

/** A question: Enter means yes; a newer question or the end means no. */
export class EnterQuestion {
  private answer: ((isYes: boolean) => void) | undefined;

  /** An open question is answered with no. */
  ask(): Promise<boolean> {
    this.withdraw();
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  readonly pressed = (): void => this.settle(true);

  withdraw(): void {
    this.settle(false);
  }

  private settle(isYes: boolean): void {
    const { answer } = this;
    this.answer = undefined;
    answer?.(isYes);
  }
}

export interface RedeployOptions {
  readonly deployment: LiveDeployment;
  readonly app: LiveApp;
  readonly sites: SiteEnvironments;
  readonly databases: LiveDatabases;
  readonly question: EnterQuestion;
  /** Whether changes are deployed without a question. */
  readonly yes: boolean;
  /** Whether an empty deployment is not reported. */
  readonly isQuiet: boolean;
}

/** Follows the changes of an app: restarts its functions, and offers to deploy differences from the stage. */
export class Redeploy {
  private deployed: ReadonlyMap<string, string>;
  private running: Promise<void> | undefined;
  private hasChanged = false;

  constructor(
    private readonly options: RedeployOptions,
    stacks: readonly SynthesizedStack[],
  ) {
    this.deployed = textsOf(stacks);
  }

  /**
   * Handles a change of the app's own files. Errors are reported, and the last working app stays.
   *
   * Further changes in the meantime are handled together afterwards.
   */
  changed(): void {
    this.hasChanged = true;
    this.running ??= settled("redeployment", this.followAll());
  }

  private async followAll(): Promise<void> {
    try {
      while (this.hasChanged) {
        this.hasChanged = false;
        await this.follow();
      }
    } finally {
      this.running = undefined;
    }
  }

  private async follow(): Promise<void> {
    const { context } = this.options.deployment;
    try {
      await this.options.app.reload();
      await this.offer(context);
    } catch (error) {
      if (error instanceof Interrupted) return;
      context.terminal.error(isLibraryError(error) ? error.message : String((error as Error).stack ?? error));
    }
  }

  private async offer(context: CommandContext): Promise<void> {
    const { deployment, sites, databases, question, yes, isQuiet } = this.options;
    const { terminal } = context;
    const start = performance.now();
    const stacks = await context.synthesize(liveVariables(deployment.increaseTimeout));
    const changed = stacks.filter(({ id, template }) => this.deployed.get(id) !== JSON.stringify(template));
    if (changed.length === 0) return isQuiet ? undefined : terminal.print("No changes to deploy.");
    if (!yes && !terminal.interactive) {
      const names = changed.map(({ id }) => id).join(", ");
      return terminal.print(`Not deployed, because there is no terminal to ask on: ${names}.`);
    }
    const approve: Approval = async (stack, plan) => {
      printPlan(stack, plan, terminal);
      const problem = lossProblem(stack, plan, []);
      if (problem !== undefined) return { isApproved: false, problem };
      if (yes) return { isApproved: true };
      terminal.print(`Press Enter to deploy ${stack.id}.`);
      return (await question.ask()) ? { isApproved: true } : { isApproved: false, reason: "not approved" };
    };
    const reports = await deployLiveStacks(deployment, stacks, changed, approve);
    const deployed = reports.filter(({ status }) => status === "deployed" || status === "no changes");
    sites.update(deployed);
    const done = new Set(deployed.map(({ id }) => id));
    const texts = textsOf(stacks.filter(({ id }) => done.has(id)));
    this.deployed = new Map([...this.deployed, ...texts]);
    printReport(terminal, reports, { verb: "Deployed", seconds: (performance.now() - start) / 1000 });
    await databases.update(deployed);
  }
}

const textsOf = (stacks: readonly SynthesizedStack[]): ReadonlyMap<string, string> =>
  new Map(stacks.map(({ id, template }) => [id, JSON.stringify(template)]));
