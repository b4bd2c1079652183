import {
  type Changes,
  type Diagnostic,
  type Output,
  parseTerraformMessage,
  type TerraformMessage,
} from "./messages";
import { readRemoteText } from "./remote-text";

/** Provider errors about a call without an answer: it was cancelled, or the connection ended. */
const noAnswer =
  /context canceled|canceled, context|deadline exceeded|connection (?:reset|refused)|broken pipe|\bEOF\b|i\/o timeout|Client\.Timeout|TLS handshake timeout/i;

export class RunRecord {
  readonly planned: { readonly address: string; readonly action: string; readonly reason?: string }[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** Undefined until Terraform has reported outputs. */
  outputs: Readonly<Record<string, Output>> | undefined;
  changedOutputs: readonly string[] = [];

  /** The address of the run in Terraform Cloud, for a remote run. */
  runUrl: string | undefined;
  /** Whether Terraform Cloud executes the run. */
  isRemote = false;
  /** Whether a user has locked the workspace, so that a remote run waits. */
  waitsForUnlock = false;

  /** Called each time Terraform reports that the remote run has not started yet, every 30 seconds. */
  onWaiting: () => void = () => {};

  private readonly text: string[] = [];
  private summary: Changes | undefined;
  private isPlanned = false;
  private hasDrift = false;
  private readonly creating = new Set<string>();
  private readonly finished = { create: 0, update: 0, delete: 0 };

  constructor(private readonly onMessage: (message: TerraformMessage) => void = () => {}) {}

  readonly onLine = (line: string): void => {
    const message = parseTerraformMessage(line);
    if (message === undefined) return;
    this.take(message);
    if (this.isPrinted(message)) this.onMessage(message);
  };

  /** Whether Terraform has reported that the changes were made. The exit status of an interrupted remote run is 0. */
  get isApplied(): boolean {
    return this.summary !== undefined;
  }

  /** Whether Terraform has reported that the plan is complete, and that the state and the app match all resources. */
  get isUnchanged(): boolean {
    const hasChanges = this.planned.length > 0 || this.changedOutputs.length > 0;
    return this.isPlanned && !hasChanges && !this.hasDrift && this.errors.length === 0;
  }

  /** Reads the text of a remote run, once it has ended. */
  end(): void {
    const { planned, changedOutputs, diagnostics } = readRemoteText(this.text);
    if (this.planned.length === 0) this.planned.push(...planned);
    if (this.changedOutputs.length === 0) this.changedOutputs = changedOutputs;
    for (const diagnostic of diagnostics) this.addDiagnostic(diagnostic);
  }

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

  /** Resources whose creation began and got no answer: the connection or the run ended before. */
  get unanswered(): readonly string[] {
    return [...this.creating].filter((each) => {
      const problems = this.errors.filter(({ address }) => address === each);
      return problems.every(({ summary, detail }) => noAnswer.test(`${summary} ${detail}`));
    });
  }

  /** For the text of a remote run, prints only the address and the reason why it waits. */
  private isPrinted(message: TerraformMessage): boolean {
    if (message.type !== "text" || !this.isRemote) return true;
    return message.text === this.runUrl || /^Waiting for (?!the \w+ to start)/.test(message.text);
  }

  private take(message: TerraformMessage): void {
    if (message.type === "text") this.takeText(message.text);
    if (message.type === "planned") this.planned.push(message);
    if (message.type === "diagnostic") this.addDiagnostic(message.diagnostic);
    if (message.type === "drift") this.hasDrift = true;
    if (message.type === "summary") {
      if (message.operation === "plan") this.isPlanned = true;
      else this.summary = message.changes;
    }
    if (message.type === "outputs") {
      this.outputs = message.outputs;
      if (message.changed.length > 0) this.changedOutputs = message.changed;
    }
    if (message.type === "hook" && message.hook.action === "create" && message.event === "start")
      this.creating.add(message.hook.address);
    if (message.type === "hook" && message.event === "complete") {
      const { action, address } = message.hook;
      this.creating.delete(address);
      if (action === "create" || action === "update" || action === "delete") this.finished[action] += 1;
    }
  }

  /** Terraform repeats some problems, for example that an interrupt has halted it. */
  private addDiagnostic(added: Diagnostic): void {
    const text = JSON.stringify(added);
    if (!this.diagnostics.some((known) => JSON.stringify(known) === text)) this.diagnostics.push(added);
  }

  private takeText(text: string): void {
    this.text.push(text);
    if (/^Running (?:plan|apply) in .*\. Output will stream here\./.test(text)) this.isRemote = true;
    if (this.isRemote && /^https:\/\/\S+\/runs\/\S+$/.test(text)) this.runUrl = text;
    if (this.isRemote && /^Waiting for (?:the \w+ to start|\d+ )/.test(text)) this.onWaiting();
    if (text.startsWith("Waiting for the manually locked workspace")) this.waitsForUnlock = true;
  }
}
