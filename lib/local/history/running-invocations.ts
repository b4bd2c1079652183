import type { InvokeEvent } from "../invoke";
import { isUnrecordedRunning } from "./causes";
import type { FactLog } from "./fact";
import type { OpenFact } from "./history";

type OpenInvocation = OpenFact<"invocation">;

/** The maximum number of kept lines of an invocation, and their maximum length. */
const maxLines = 500;
const maxLineLength = 8 * 1024;

/** The running invocations, to which the output of functions and calls without a header are assigned. */
export class RunningInvocations {
  private readonly byRequest = new Map<string, OpenInvocation>();
  private readonly byFunction = new Map<string, Set<OpenInvocation>>();

  /** @param changed - receives an invocation that has written a line */
  constructor(private readonly changed: (fact: OpenInvocation) => void) {}

  begin(fact: OpenInvocation): void {
    this.byRequest.set(fact.requestId, fact);
    const others = this.byFunction.get(fact.function);
    if (others === undefined) this.byFunction.set(fact.function, new Set([fact]));
    else others.add(fact);
  }

  end(fact: OpenInvocation): void {
    this.byRequest.delete(fact.requestId);
    const others = this.byFunction.get(fact.function);
    others?.delete(fact);
    if (others?.size === 0) this.byFunction.delete(fact.function);
  }

  /** The only running invocation of a function; undefined for none or several, or if an unrecorded one may be running. */
  only(functionName: string): OpenInvocation | undefined {
    if (isUnrecordedRunning()) return undefined;
    const found = this.byFunction.get(functionName);
    return found?.size === 1 ? [...found][0] : undefined;
  }

  take(event: Extract<InvokeEvent, { event: "log" | "function-error" }>): void {
    const fact = this.byRequest.get(event.requestId ?? "");
    if (fact === undefined) return;
    if (event.event === "function-error") {
      fact.error = { type: event.errorType, message: event.errorMessage, stack: event.stack };
    } else if (fact.logs.length < maxLines) {
      const { stream, line } = event;
      const log: FactLog = { at: Date.now(), stream, line: line.slice(0, maxLineLength) };
      (fact.logs as FactLog[]).push(log);
    } else {
      fact.omittedLogs = (fact.omittedLogs ?? 0) + 1;
      return;
    }
    this.changed(fact);
  }
}
