/** The time that a command waits for something in total, in milliseconds. */
export class Patience {
  private readonly controller = new AbortController();

  constructor(private leftMs: number) {}

  /** Aborted when the time is used up. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Waits for work, at most for the time that is left. Rejects with the reason of the abort afterwards. */
  async wait<Result>(work: Promise<Result>, reason: Error): Promise<Result> {
    const begun = performance.now();
    const timer = setTimeout(() => this.controller.abort(reason), Math.max(0, this.leftMs));
    try {
      return await Promise.race([work, this.aborted()]);
    } finally {
      clearTimeout(timer);
      this.leftMs -= performance.now() - begun;
    }
  }

  private aborted(): Promise<never> {
    return new Promise((_, reject) => {
      const end = (): void => reject(this.signal.reason);
      if (this.signal.aborted) end();
      else this.signal.addEventListener("abort", end, { once: true });
    });
  }
}
