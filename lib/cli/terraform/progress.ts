import { formatDuration } from "../ui/duration";
import type { Terminal } from "../ui/terminal";
import type { HookEvent, TerraformMessage } from "./messages";

const done: Readonly<Record<string, string>> = { create: "created", update: "changed", delete: "destroyed" };
const doing: Readonly<Record<string, string>> = {
  create: "creating",
  update: "changing",
  delete: "destroying",
};

/** Seconds between two lines about a slow resource. CI systems cancel jobs that print nothing for some minutes. */
const repeatSeconds = 60;

/** The line for a step of a Terraform run. Undefined if the step is not printed. */
export function progressLine(message: TerraformMessage): string | undefined {
  if (message.type === "text") return message.text;
  if (message.type !== "hook") return undefined;
  const { address, action, seconds, output } = message.hook;
  // Reads of data sources are not printed: they happen on every run.
  if (!(action in done) && message.event !== "provisioner") return undefined;
  const lines: Record<HookEvent, string | undefined> = {
    start: undefined,
    progress:
      seconds % repeatSeconds === 0 ? `${doing[action]} ${address} (${formatDuration(seconds)})` : undefined,
    complete: `${done[action]} ${address}${seconds === 0 ? "" : ` (${seconds} s)`}`,
    errored: `failed ${address}`,
    provisioner: output === undefined ? undefined : `${address}: ${output}`,
  };
  return lines[message.event];
}

/** Shows in the status line which stacks Terraform is working on. */
export class StackProgress {
  private readonly running = new Set<string>();
  private finished = 0;

  constructor(
    private readonly terminal: Terminal,
    private readonly verb: string,
    private readonly total: number,
  ) {}

  start(id: string): void {
    this.running.add(id);
    this.show();
  }

  end(id: string): void {
    this.running.delete(id);
    this.finished += 1;
    this.show();
  }

  /** Prints a step of a Terraform run on a stack. */
  step(id: string, message: TerraformMessage): void {
    const line = progressLine(message);
    if (line !== undefined) this.terminal.print(`${this.terminal.colors.dim(id)}  ${line}`);
  }

  private show(): void {
    const names = [...this.running].join(", ");
    const text = `${this.verb} ${names} (${this.finished} of ${this.total} done)`;
    this.terminal.status(this.running.size === 0 ? undefined : text);
  }
}
