import { isRecord, onlyText } from "../../facts/text/record";
import { parseObject } from "../project/json";
import { remoteMessage } from "./remote-text";

export interface Diagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  /** The resource that the problem concerns. */
  readonly address?: string;
}

/** An output value of a stack. Terraform's messages do not contain sensitive values. */
export interface Output {
  readonly value: unknown;
  readonly sensitive: boolean;
}

/** One step of an operation on a resource. */
export interface Hook {
  readonly address: string;
  readonly action: string;
  readonly seconds: number;
  /** A line that a provisioner printed. */
  readonly output?: string;
}

/** A line of `terraform plan -json` or `terraform apply -json`, reduced to the parts that the commands use. */
export type TerraformMessage =
  | { readonly type: "planned"; readonly address: string; readonly action: string; readonly reason?: string }
  /** A resource differs from the state, because another program has changed it. */
  | { readonly type: "drift" }
  | { readonly type: "summary"; readonly operation: string; readonly changes: Changes }
  | {
      readonly type: "outputs";
      readonly outputs: Readonly<Record<string, Output>>;
      /** The names of the outputs that differ from the state. */
      readonly changed: readonly string[];
    }
  | { readonly type: "hook"; readonly event: HookEvent; readonly hook: Hook }
  | { readonly type: "diagnostic"; readonly diagnostic: Diagnostic }
  | { readonly type: "text"; readonly text: string };

export type HookEvent = "start" | "progress" | "complete" | "errored" | "provisioner";

/** Numbers of resources. */
export interface Changes {
  readonly added: number;
  readonly changed: number;
  readonly destroyed: number;
}

const hookEvents: Readonly<Record<string, HookEvent>> = {
  apply_start: "start",
  apply_progress: "progress",
  apply_complete: "complete",
  apply_errored: "errored",
  provision_progress: "provisioner",
};

/**
 * Reads a line of Terraform's machine-readable output.
 *
 * Lines that are not JSON become text messages. Remote runs and old Terraform versions print them.
 *
 * Source: https://developer.hashicorp.com/terraform/internals/machine-readable-ui
 */
export function parseTerraformMessage(line: string): TerraformMessage | undefined {
  const message = parseLine(line);
  if (message === undefined) return line.trim() === "" ? undefined : remoteMessage(line);
  const { type } = message;
  if (type === "diagnostic" && isRecord(message.diagnostic)) {
    return { type, diagnostic: diagnosticOf(message.diagnostic) };
  }
  if (type === "planned_change" && isRecord(message.change)) {
    const { resource, action, reason } = message.change;
    return {
      type: "planned",
      address: addressOf(resource),
      action: String(action),
      reason: onlyText(reason),
    };
  }
  if (type === "resource_drift") return { type: "drift" };
  if (type === "change_summary" && isRecord(message.changes)) {
    const { add, change, remove, operation } = message.changes;
    const changes = { added: Number(add), changed: Number(change), destroyed: Number(remove) };
    return { type: "summary", operation: String(operation), changes };
  }
  if (type === "outputs" && isRecord(message.outputs)) return outputsMessage(message.outputs);
  const event = hookEvents[String(type)];
  if (event === undefined || !isRecord(message.hook)) return undefined;
  const { resource, action, elapsed_seconds: seconds, output } = message.hook;
  return {
    type: "hook",
    event,
    hook: {
      address: addressOf(resource),
      action: String(action),
      seconds: typeof seconds === "number" ? seconds : 0,
      output: onlyText(output),
    },
  };
}

function parseLine(line: string): Record<string, unknown> | undefined {
  const message = parseObject(line);
  return typeof message?.type === "string" ? message : undefined;
}

function outputsMessage(entries: Record<string, unknown>): TerraformMessage {
  const outputs: Record<string, Output> = {};
  const changed: string[] = [];
  for (const [name, entry] of Object.entries(entries)) {
    if (!isRecord(entry)) continue;
    outputs[name] = { value: entry.value, sensitive: entry.sensitive === true };
    if (typeof entry.action === "string" && entry.action !== "noop") changed.push(name);
  }
  return { type: "outputs", outputs, changed };
}

function diagnosticOf(diagnostic: Record<string, unknown>): Diagnostic {
  return {
    severity: diagnostic.severity === "warning" ? "warning" : "error",
    summary: onlyText(diagnostic.summary) ?? "",
    detail: onlyText(diagnostic.detail) ?? "",
    address: onlyText(diagnostic.address) ?? contextAddress(diagnostic.snippet),
  };
}

/** The resource of the configuration snippet of a problem. Configuration errors have a snippet, but no address. */
function contextAddress(snippet: unknown): string | undefined {
  const context = isRecord(snippet) ? onlyText(snippet.context) : undefined;
  const match =
    context === undefined ? null : /^(?:resource\.|(?=data\.))((?:data\.)?[^.]+\.[^.[]+)/.exec(context);
  return match?.[1];
}

function addressOf(resource: unknown): string {
  return isRecord(resource) ? String(resource.addr) : "";
}
