/** A pattern that EventBridge refuses. The message is the service's reason, without the place. */
export class PatternRefusal extends Error {
  /** Offsets of the reader in the text; one occurs twice where EventBridge names the place twice. */
  readonly places: readonly number[];

  constructor(reason: string, places: readonly number[] = []) {
    super(reason);
    this.places = places;
  }

  /** The reason with its places, as the service responds. */
  inFull(source: string): string {
    const places = this.places.map((offset) => {
      const before = source.slice(0, offset).split("\n");
      return `\n at [Source: (String)"${source}"; line: ${before.length}, column: ${(before.at(-1)?.length ?? 0) + 1}]`;
    });
    return `${this.message}${places.join("")}`;
  }
}
