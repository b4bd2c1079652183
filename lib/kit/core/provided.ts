/**
 * A value that a layer above provides to a layer that may not import it.
 *
 * It is made when it is first read: most programs read few of these values.
 */
export class Provided<Value> {
  private make: (() => Value) | undefined;
  private made: { readonly value: Value } | undefined;

  /** @param description - its meaning, for the error when it is missing: `the list of constructs` */
  constructor(private readonly description: string) {}

  /** Sets how the value is made; replaces a value that was provided before. */
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
