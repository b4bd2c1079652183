import { contained } from "../../facts/text/contained";

/** Thrown when an interrupt ends the command before Terraform is started. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor() {
    super("Interrupted.");
  }
}

/** The exit status of an interrupted command: 128 plus the number of the interrupt signal. */
export const interruptedExitCode = 130;

/** Records whether the user has interrupted the command, once or twice. */
export interface Interrupt {
  /** Aborted by the first interrupt: running work is completed, and no new work starts. */
  readonly first: AbortSignal;
  /** Aborted by the second interrupt: stop immediately. */
  readonly second: AbortSignal;
  /** The runs of Terraform for which the command waits. */
  readonly running: Set<object>;
  /** Stops handling the signals, so that the next one ends the process. */
  release(): void;
}

/** Ends a command that was interrupted. */
export function checkInterrupt({ first }: Pick<Interrupt, "first">): void {
  if (first.aborted) throw new Interrupted();
}

/** Settles when the user interrupts; at once if that has happened. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    if (signal.aborted) done();
    else signal.addEventListener("abort", () => done(), { once: true });
  });
}

// SIGTERM is sent when a CI job is cancelled, SIGHUP when a terminal window is closed.
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Handles the interrupt signals of this process.
 *
 * Terraform writes its state when it ends. If it were killed, the resources that it has just created would not be in
 * the state. The first interrupt is therefore passed on to Terraform, and the command waits for it.
 */
export function listenForInterrupt(
  explain: (time: "first" | "second", isTerraformRunning: boolean) => void,
): Interrupt {
  const first = new AbortController();
  const second = new AbortController();
  const running = new Set<object>();
  let ending: NodeJS.Timeout | undefined;
  const listener = contained("signal", (): void => {
    if (second.signal.aborted) return;
    const time = first.signal.aborted ? "second" : "first";
    explain(time, running.size > 0);
    (time === "first" ? first : second).abort();
    if (time === "second") ending = endWithout(running);
  });
  for (const signal of signals) process.on(signal, listener);
  return {
    first: first.signal,
    second: second.signal,
    running,
    release: () => {
      clearInterval(ending);
      for (const signal of signals) process.off(signal, listener);
    },
  };
}

/** Time for a command to end by itself: to stop its servers and to remove its files. */
const endsWithinMs = 5000;

/** Ends the process, also if it waits for an answer of AWS, unless Terraform runs. */
function endWithout(running: ReadonlySet<object>): NodeJS.Timeout {
  const end = contained("signal", (): void => {
    if (running.size === 0) process.exit(interruptedExitCode);
  });
  return setInterval(end, endsWithinMs).unref();
}
