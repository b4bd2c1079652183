/** Ends started parts, in the reverse order. */
export class CleanUps {
  private readonly all: (() => Promise<void>)[] = [];

  add<Started>(started: Started, end: (started: Started) => Promise<void>): Started {
    this.all.push(() => end(started));
    return started;
  }

  /** Ends everything, also where one of them cannot be ended; rejects then in the end. */
  async run(): Promise<void> {
    const problems: unknown[] = [];
    for (const end of this.all.splice(0).reverse()) await end().catch((error) => problems.push(error));
    if (problems.length > 0) throw problems[0];
  }
}
