import {
  type Changes,
  type Diagnostic,
  type Output,
  parseTerraformMessage,
  type TerraformMessage,
} from "./messages";

/** Collects the messages of one Terraform run. */
export class RunRecord {
  readonly planned: { readonly address: string; readonly action: string; readonly reason?: string }[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** Undefined until Terraform has reported outputs. */
  outputs: Readonly<Record<string, Output>> | undefined;
  changedOutputs: readonly string[] = [];

  private summary: Changes | undefined;
  private readonly finished = { create: 0, update: 0, delete: 0 };

  constructor(private readonly onMessage: (message: TerraformMessage) => void = () => {}) {}

  readonly onLine = (line: string): void => {
    const message = parseTerraformMessage(line);
    if (message === undefined) return;
    this.take(message);
    this.onMessage(message);
  };

  /** The changes that were made. After a failure, the changes up to that point. */
  get changes(): Changes {
    const { create: added, update: changed, delete: destroyed } = this.finished;
    return this.summary ?? { added, changed, destroyed };
  }

  get errors(): readonly Diagnostic[] {
    return this.diagnostics.filter(({ severity }) => severity === "error");
  }

  get warnings(): readonly Diagnostic[] {
    return this.diagnostics.filter(({ severity }) => severity === "warning");
  }

  private take(message: TerraformMessage): void {
    if (message.type === "planned") this.planned.push(message);
    if (message.type === "diagnostic") this.diagnostics.push(message.diagnostic);
    if (message.type === "summary" && message.operation !== "plan") this.summary = message.changes;
    if (message.type === "outputs") {
      this.outputs = message.outputs;
      if (message.changed.length > 0) this.changedOutputs = message.changed;
    }
    if (message.type === "hook" && message.event === "complete") {
      const { action } = message.hook;
      if (action === "create" || action === "update" || action === "delete") this.finished[action] += 1;
    }
  }
}
