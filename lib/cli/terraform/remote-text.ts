import type { Diagnostic, TerraformMessage } from "./messages";

/**
 * Reads the text of a run in Terraform Cloud. Terraform prints the log of such a run as text, even with `-json`, and converts
 * JSON logs of the service to text.
 *
 * Source: `internal/command/jsonformat` of Terraform 1.11, which writes this text.
 */

interface PlannedChange {
  readonly address: string;
  readonly action: string;
  /** The reason for a replacement. @default - the app has changed */
  readonly reason?: string;
}

/** The plan and its problems, from the text of a run. */
export interface RemoteReport {
  readonly planned: readonly PlannedChange[];
  readonly changedOutputs: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

const plannedActions: readonly (readonly [text: RegExp, action: string, reason?: string])[] = [
  [/^ {2}# (.+?) will be created\b/, "create"],
  [/^ {2}# (.+?) will be updated in-place\b/, "update"],
  [/^ {2}# (.+?) will be destroyed\b/, "delete"],
  [/^ {2}# (.+?) is tainted, so (?:it )?must be replaced\b/, "replace", "tainted"],
  [/^ {2}# (.+?) will be replaced, as requested\b/, "replace", "requested"],
  [/^ {2}# (.+?) (?:must be replaced|will be replaced(?!, as requested))\b/, "replace"],
  [/^ {2}# (.+?) will be imported\b/, "import"],
  [/^ {2}# (.+?) will (?:no longer be managed by Terraform|be removed from the Terraform state)\b/, "forget"],
  [/^ {2}# (.+?) has moved to \S/, "move"],
];

const completions: Readonly<Record<string, string>> = {
  Creation: "create",
  Modifications: "update",
  Destruction: "delete",
};

const continuations: Readonly<Record<string, string>> = {
  creating: "create",
  modifying: "update",
  destroying: "delete",
};

/** Reads one line during the run: the progress of resources and the closing line. */
export function remoteMessage(line: string): TerraformMessage {
  const text = withoutColors(line);
  return closingLine(text) ?? progressOf(text) ?? { type: "text", text };
}

/** Reads the whole text when the run has ended. */
export function readRemoteText(lines: readonly string[]): RemoteReport {
  const plain = lines.map(withoutColors);
  return {
    planned: plain.flatMap(plannedChange),
    changedOutputs: changedOutputs(plain),
    diagnostics: problemsInText(plain.join("\n")),
  };
}

/** The change in a line, by the first matching pattern. */
function plannedChange(line: string): readonly PlannedChange[] {
  for (const [pattern, action, reason] of plannedActions) {
    const address = pattern.exec(line)?.[1];
    if (address !== undefined) return [{ address, action, ...(reason !== undefined && { reason }) }];
  }
  return [];
}

/** The problems in a text of Terraform, without the frames that Terraform draws around them. */
export function problemsInText(text: string): readonly Diagnostic[] {
  const plain = withoutColors(text);
  const framed = [...plain.matchAll(/^╷\n((?:│.*\n)+)╵/gm)].map(([, block = ""]) =>
    block.replace(/^│ ?/gm, ""),
  );
  const blocks = framed.length > 0 ? framed : plain.split(/^(?=(?:Error|Warning): )/m);
  return blocks.flatMap((block) => {
    const [, kind, summary = "", rest = ""] = /^(Error|Warning): (.*)\n?([\s\S]*)$/.exec(block.trim()) ?? [];
    if (kind === undefined) return [];
    const severity = kind === "Error" ? ("error" as const) : ("warning" as const);
    return [{ severity, summary, ...detailOf(rest) }];
  });
}

/**
 * The explanation and the resource of a problem, without the place and the line in the JSON file, which is most of the stack.
 */
function detailOf(text: string): Pick<Diagnostic, "detail" | "address"> {
  const detail = text
    .replace(/^Operation failed: [\s\S]*/m, "")
    .replace(/^ *with (\S+),$/m, "")
    .replace(/^ *on \S+ line \d.*:$\n(?: *\d+: .*\n)*(?: *\d+: .*)?/m, "")
    .replace(/^ *├─+\n(?: *│.*\n)*(?: *│.*)?/m, "")
    .trim();
  const [, concerned, configured] =
    /^ *with ([^\s,]+),$/m.exec(text) ??
    /^ *on \S+ line \d+()(?:, in (?:resource\.|(?=data\.))((?:data\.)?[^.\s]+\.[^.[\s:]+).*)?:$/m.exec(
      text,
    ) ??
    [];
  return { detail, address: concerned || configured || undefined };
}

/** Terraform's closing line. Only this line proves that changes were made. */
function closingLine(text: string): TerraformMessage | undefined {
  const applied =
    /^(?:Apply|Destroy) complete! Resources: (?:\d+ imported, )?(?:(\d+) added, (\d+) changed, )?(\d+) destroyed/;
  const match = applied.exec(text);
  if (match !== null) {
    const [added = 0, changed = 0, destroyed = 0] = match.slice(1).map((count) => Number(count ?? 0));
    return { type: "summary", operation: "apply", changes: { added, changed, destroyed } };
  }
  if (!/^No changes\. /.test(text)) return undefined;
  return { type: "summary", operation: "apply", changes: { added: 0, changed: 0, destroyed: 0 } };
}

function progressOf(text: string): TerraformMessage | undefined {
  const [, finished, completion = "", took] =
    /^(\S.*?): (Creation|Modifications|Destruction) complete after (\w+)/.exec(text) ?? [];
  if (finished !== undefined) {
    const hook = { address: finished, action: completions[completion] ?? "", seconds: secondsOf(took) };
    return { type: "hook", event: "complete", hook };
  }
  const [, going, continuation = "", elapsed] =
    /^(\S.*?): Still (creating|modifying|destroying)\.\.\. \[.*?(\w+) elapsed\]/.exec(text) ?? [];
  if (going !== undefined) {
    const hook = { address: going, action: continuations[continuation] ?? "", seconds: secondsOf(elapsed) };
    return { type: "hook", event: "progress", hook };
  }
  const [, resource, output] = /^(\S+?):? \([\w-]+\): (.*)$/.exec(text) ?? [];
  if (resource === undefined) return undefined;
  return { type: "hook", event: "provisioner", hook: { address: resource, action: "", seconds: 0, output } };
}

/** Reads a duration such as `1m30s`. */
function secondsOf(text = ""): number {
  const [, hours = "0", minutes = "0", seconds = "0"] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text) ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

function changedOutputs(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line.startsWith("Changes to Outputs:"));
  if (start === -1) return [];
  const end = lines.findIndex((line, index) => index > start && line.trim() === "");
  return lines.slice(start + 1, end === -1 ? undefined : end).flatMap((line) => {
    const name = /^ {2}[+~-] (?:"([^"]+)"|(\S+)) +=/.exec(line);
    return name === null ? [] : [name[1] ?? name[2] ?? ""];
  });
}

function withoutColors(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character.
  return text.replace(/\u001b\[[\d;]*m/g, "");
}
