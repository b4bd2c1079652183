import { type RuntimeLiteral, runtimes } from "../../facts/aws/runtimes";
import type { Findings, Place } from "./place";

/** The successors of runtimes that AWS creates no functions with. Node 22 is the last one whose handlers may have a callback. */
const successors = { node: "nodejs22.x", python: "python3.14", java: "java21", dotnet: "dotnet8" } as const;

/** The runtime, or its successor if AWS creates no functions with it any more. */
export function runtimeOf(text: string | undefined, place: Place, findings: Findings): string | undefined {
  if (text === undefined) return undefined;
  const known = Object.hasOwn(runtimes, text) ? runtimes[text as RuntimeLiteral] : undefined;
  if (known !== undefined && known.createBlockedOn > new Date().toISOString()) return text;
  const [, language = ""] = /^(node|python|java|dotnet)/.exec(text) ?? [];
  const successor = successors[language as keyof typeof successors];
  if (successor !== undefined) {
    findings.note(place, `\`${text}\` became \`${successor}\`: AWS creates no functions with it any more.`);
    return successor;
  }
  findings.todo(place, `The runtime \`${text}\` is not supported: choose another one.`);
  return undefined;
}
