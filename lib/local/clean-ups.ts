/** How to end what was started, in the opposite order. */
export class CleanUps {
  private readonly all: (() => Promise<void>)[] = [];

  add<Started>(started: Started, end: (started: Started) => Promise<void>): Started {
    this.all.push(() => end(started));
    return started;
  }

  async run(): Promise<void> {
    for (const end of this.all.splice(0).reverse()) await end();
  }
}
