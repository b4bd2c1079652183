import { contained } from "../../local/invoke";
import type { Terminal } from "../ui/terminal";

/** Calls the listener when the user presses Enter. The result ends that. */
export function listenForEnter(terminal: Terminal, listener: () => void): () => void {
  if (!terminal.interactive) return () => {};
  const onData = contained("keyboard", (data: Buffer): void => {
    if (data.includes(10) || data.includes(13)) listener();
  });
  process.stdin.on("data", onData);
  process.stdin.resume();
  return () => {
    process.stdin.off("data", onData);
    process.stdin.pause();
  };
}

/** A question that Enter answers with yes, and a newer question, or the end, with no. */
export class EnterQuestion {
  private answer: ((isYes: boolean) => void) | undefined;

  /** Asks. A question that is still open is answered with no. */
  ask(): Promise<boolean> {
    this.withdraw();
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  readonly pressed = (): void => this.settle(true);

  withdraw(): void {
    this.settle(false);
  }

  private settle(isYes: boolean): void {
    const { answer } = this;
    this.answer = undefined;
    answer?.(isYes);
  }
}
