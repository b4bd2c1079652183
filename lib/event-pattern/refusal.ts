/** EventBridge refuses a pattern. The message is its reason, in its words, without the place. */
export class PatternRefusal extends Error {
  /** Where in the text the reader was, each as an offset; the same place twice where EventBridge names it twice. */
  readonly places: readonly number[];

  constructor(reason: string, places: readonly number[] = []) {
    super(reason);
    this.places = places;
  }

  /** The reason with its places, as the service answers it. */
  inFull(source: string): string {
    const places = this.places.map((offset) => {
      const before = source.slice(0, offset).split("\n");
      return `\n at [Source: (String)"${source}"; line: ${before.length}, column: ${(before.at(-1)?.length ?? 0) + 1}]`;
    });
    return `${this.message}${places.join("")}`;
  }
}
