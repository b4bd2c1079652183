/** Finds the first thing of a type whose attribute has a value. Indexes are built on first use. */
export class FirstByValue<Thing> {
  private readonly indexes = new Map<string, ReadonlyMap<unknown, Thing>>();

  constructor(private readonly ofType: (type: string) => readonly Thing[]) {}

  find(type: string, attribute: string, value: unknown, read: (thing: Thing) => unknown): Thing | undefined {
    const key = `${type} ${attribute}`;
    let index = this.indexes.get(key);
    if (index === undefined) {
      // The last entry of a key wins in a Map; reversed, that is the first thing.
      index = new Map([...this.ofType(type)].reverse().map((thing) => [read(thing), thing]));
      this.indexes.set(key, index);
    }
    return value === undefined ? undefined : index.get(value);
  }
}
