import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonOf } from "../../facts/text/json";
import { isValues, type Model, text } from "../../model";
import { writePrivate } from "../files/private-files";
import { functionsOf } from "../functions/read-settings";
import type { Bundles, FunctionSettings, Functions } from "../invoke";
import type { Report } from "../report";
import { writeNow } from "../services/contract/data-folder";
import { type DeclaredInvocation, declaredInvocations } from "./declared-invocations";

/** A completed invocation, as in the state of Terraform. */
interface MadeInvocation {
  /** Equal for equal input, triggers and code. */
  readonly identity: string;
  readonly input: string;
}

/** The completed invocations, by address. With a data folder they are kept across restarts, like the data. */
class InvocationHistory {
  private readonly made: Map<string, MadeInvocation>;
  private readonly file: string | undefined;

  constructor(dataFolder: string | undefined) {
    this.file = dataFolder && join(dataFolder, "invocations.json");
    this.made = new Map(this.file === undefined ? [] : Object.entries(readMade(this.file)));
  }

  get(address: string): MadeInvocation | undefined {
    return this.made.get(address);
  }

  set(address: string, made: MadeInvocation): void {
    this.made.set(address, made);
    this.save();
  }

  delete(address: string): void {
    if (this.made.delete(address)) this.save();
  }

  private save(): void {
    const { file } = this;
    if (file === undefined) return;
    writeNow(dirname(file), () =>
      writePrivate(file, `${JSON.stringify(Object.fromEntries(this.made), undefined, 2)}\n`),
    );
  }
}

function readMade(file: string): Readonly<Record<string, MadeInvocation>> {
  try {
    const content = jsonOf(readFileSync(file, "utf8"));
    const entries = Object.entries(isValues(content) ? content : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, MadeInvocation] => isMade(entry[1])));
  } catch {
    return {};
  }
}

const isMade = (value: unknown): value is MadeInvocation =>
  isValues(value) && typeof value.identity === "string" && typeof value.input === "string";

export interface LocalInvocationsOptions {
  /** The output folder of the app. */
  readonly from: string;
  readonly functions: Functions;
  readonly bundles: Bundles;
  readonly report: Report;
  /** The folder that records completed invocations; undefined: everything runs at each start. */
  readonly dataFolder: string | undefined;
  /** Called after each successful invocation. @default - nothing is called */
  readonly made?: (functionName: string) => Promise<void>;
}

type Step = "create" | "update" | "delete";

/**
 * Runs the invocations that Terraform would make during a deployment: scripts and migrations.
 *
 * Each runs once: at the start, and again after a change of its input, its triggers, or the code that its input refers to.
 */
export class LocalInvocations {
  private readonly history: InvocationHistory;
  /** The last attempt of each, so that a failed one is not repeated before a change. */
  private readonly tried = new Map<string, string>();
  /** Invocations that wait for the repair of an earlier one. */
  private readonly waiting = new Set<string>();
  private declared: readonly DeclaredInvocation[] = [];
  private settings: readonly FunctionSettings[] = [];
  /** The hash that represents the code of a function in the model, by the function's id. */
  private hashes: ReadonlyMap<string, string> = new Map();
  private work: Promise<void> = Promise.resolve();
  private isStopped = false;

  constructor(private readonly options: LocalInvocationsOptions) {
    this.history = new InvocationHistory(options.dataFolder);
  }

  /** Uses a model, and creates new or changed parts. */
  take(model: Model): void {
    this.declared = declaredInvocations(model, this.options.from);
    this.settings = this.declared.length === 0 ? [] : functionsOf(model);
    this.hashes = new Map(
      model
        .ofType("aws_lambda_function")
        .map(({ address, values }) => [address, text(values, "source_code_hash") ?? ""] as const),
    );
    this.check();
  }

  /** Creates changed parts, after the running creations. */
  readonly check = (): void => {
    if (this.declared.length === 0) return;
    this.work = this.work
      .then(() => this.makeAll())
      .catch((error: unknown) => this.options.report({ event: "warning", text: String(error) }));
  };

  /** Settles when all pending invocations have ended. */
  async settled(): Promise<void> {
    await this.work;
  }

  /** Runs removed scripts a last time, while their functions still exist. */
  async leave(next: Model): Promise<void> {
    const kept = new Set(declaredInvocations(next, this.options.from).map(({ address }) => address));
    const removed = this.declared.filter(({ address }) => !kept.has(address));
    if (removed.length === 0) return;
    await this.settled();
    for (const invocation of [...removed].reverse()) {
      const made = this.history.get(invocation.address);
      if (made !== undefined && invocation.stepKey !== undefined) {
        await this.invoke({ ...invocation, input: made.input }, "delete", undefined);
      }
      this.history.delete(invocation.address);
      this.tried.delete(invocation.address);
    }
  }

  async stop(): Promise<void> {
    this.isStopped = true;
  }

  private async makeAll(): Promise<void> {
    const open = new Map<string, string>();
    for (const invocation of this.declared) {
      const { address, label, after } = invocation;
      const cause = after.map((each) => open.get(each)).find((each) => each !== undefined);
      const isMade = cause === undefined ? await this.make(invocation) : false;
      if (!isMade) open.set(address, label);
      if (cause === undefined) this.waiting.delete(address);
      else this.tellThatItWaits(invocation, cause);
    }
  }

  /** Like Terraform, does not create resources that depend on a failed one. */
  private tellThatItWaits({ address, label }: DeclaredInvocation, cause: string): void {
    if (this.isStopped || this.waiting.has(address)) return;
    this.waiting.add(address);
    this.options.report({ event: "warning", text: `${label} does not run before ${cause} has succeeded.` });
  }

  /** Returns whether it has run in its current form, now or before. */
  private async make(invocation: DeclaredInvocation): Promise<boolean> {
    const { address, input } = invocation;
    const identity = await this.identityOf(invocation);
    const before = this.history.get(address);
    if (this.isStopped || identity === undefined) return false;
    if (identity === before?.identity) return true;
    if (identity === this.tried.get(address)) return false;
    this.tried.set(address, identity);
    const succeeded = await this.invoke(
      invocation,
      before === undefined ? "create" : "update",
      before?.input,
    );
    // Terraform stores the input of a failed update, but not of a failed creation.
    if (succeeded) await this.options.made?.(invocation.functionName);
    if (succeeded || (before !== undefined && invocation.stepKey !== undefined)) {
      this.history.set(address, { identity, input });
    }
    return succeeded;
  }

  /** Undefined if the code cannot be built, which is reported elsewhere. */
  private async identityOf({
    functionName,
    input,
    triggers,
  }: DeclaredInvocation): Promise<string | undefined> {
    let content = input;
    for (const settings of this.settings) {
      const hash = this.hashes.get(settings.id) ?? "";
      if (hash === "" || !content.includes(hash)) continue;
      const code = await this.options.bundles.codeOf(settings).ready();
      if ("problem" in code) return undefined;
      content = content.replaceAll(hash, hashOfFolder(code.folder));
    }
    const triggersText = JSON.stringify(Object.entries(triggers).sort());
    const own = this.settings.find(({ name }) => name === functionName);
    const code = own && this.options.bundles.codeOf(own);
    if (code?.isOfPackage !== true) return digest([functionName, content, triggersText]);
    // Its triggers are a hash of the files at the last synthesis, but the files themselves may have changed since.
    const ready = await code.ready();
    return "problem" in ready ? undefined : digest([functionName, content, hashOfFolder(ready.folder)]);
  }

  private async invoke(
    { label, functionName, input, stepKey }: DeclaredInvocation,
    step: Step,
    previousInput: string | undefined,
  ): Promise<boolean> {
    const value = jsonOf(input);
    const lifecycle = {
      action: step,
      prev_input: previousInput === undefined ? null : jsonOf(previousInput),
    };
    const payload =
      stepKey === undefined || !isValues(value) ? input : JSON.stringify({ ...value, [stepKey]: lifecycle });
    const what = stepKey === undefined ? "" : `${step} `;
    const outcome = await this.options.functions.invoke({
      functionArn: functionName,
      payload,
      source: label,
    });
    const { report } = this.options;
    if (outcome.status === "ok") {
      report({
        event: "notice",
        text: `${label}: ${what}succeeded in ${Math.round(outcome.durationMs)} ms.`,
      });
      return true;
    }
    if (this.isStopped) return false;
    const reason = outcome.status === "refused" ? outcome.reason : outcome.errorMessage;
    report({
      event: "warning",
      text: `${label}: ${what}failed, and a deployment would stop here: ${reason}`,
    });
    return false;
  }
}

function hashOfFolder(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = names.filter((name) => !name.endsWith(".map") && statSync(join(folder, name)).isFile());
  return digest(files.flatMap((name) => [name, readFileSync(join(folder, name))]));
}

function digest(parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest("hex");
}
