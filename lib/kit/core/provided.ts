/**
 * A value from a layer above, which may not be imported.
 *
 * It is created at the first read: most programs read few of these values.
 */
export class Provided<Value> {
  private make: (() => Value) | undefined;
  private made: { readonly value: Value } | undefined;

  /** @param description - its meaning, for the error if it is missing: `the list of constructs` */
  constructor(private readonly description: string) {}

  /** Sets the function that creates the value; replaces an earlier one. */
  provide(make: () => Value): void {
    this.make = make;
    this.made = undefined;
  }

  get(): Value {
    if (this.make === undefined) {
      throw new Error(`${this.description} is not provided: lib/index.ts was not loaded.`);
    }
    this.made ??= { value: this.make() };
    return this.made.value;
  }
}
