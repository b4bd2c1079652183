/** Ends started parts, in the reverse order. */
export class CleanUps {
  private readonly all: (() => Promise<void>)[] = [];

  add<Started>(started: Started, end: (started: Started) => Promise<void>): Started {
    this.all.push(() => end(started));
    return started;
  }

  /** Ends everything, even if some parts fail, and rejects afterwards. */
  async run(): Promise<void> {
    const problems: unknown[] = [];
    for (const end of this.all.splice(0).reverse()) await end().catch((error) => problems.push(error));
    if (problems.length > 0) throw problems[0];
  }
}
