import { contained } from "../invoke";

/** Divides much work into pieces: between two of them the process does everything else that waits. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  /** Resolves in a turn of the event loop of its own. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === 1) setImmediate(this.run);
    });
  }

  private readonly run = contained("turns", (): void => {
    this.waiting.shift()?.();
    // An immediate that is set within another one runs after the input that has arrived.
    if (this.waiting.length > 0) setImmediate(this.run);
  });
}
