/** Thrown where an interrupt ends the command before Terraform has been started. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";

  constructor() {
    super("Interrupted.");
  }
}

/** The exit status of a command that was interrupted: 128 and the number of the interrupt signal. */
export const interruptedExitCode = 130;

/** Whether, and how insistently, the user wants the command to stop. */
export interface Interrupt {
  /** Aborted by the first interrupt: finish what is running, start nothing new. */
  readonly first: AbortSignal;
  /** Aborted by the second one: stop at once. */
  readonly second: AbortSignal;
  /** Gives the signals back to Node.js, so that the next one ends the process. */
  release(): void;
}

// A cancelled CI job sends the second, a closed terminal window the third.
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Takes over the interrupt signals of this process.
 *
 * Terraform writes its state when it ends, so killing it loses track of what it has just created. It is therefore told
 * once, and waited for.
 */
export function listenForInterrupt(explain: (time: "first" | "second") => void): Interrupt {
  const first = new AbortController();
  const second = new AbortController();
  const listener = (): void => {
    if (second.signal.aborted) return;
    const time = first.signal.aborted ? "second" : "first";
    explain(time);
    (time === "first" ? first : second).abort();
  };
  for (const signal of signals) process.on(signal, listener);
  return {
    first: first.signal,
    second: second.signal,
    release: () => {
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
