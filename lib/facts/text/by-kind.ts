/**
 * A function of the values of a union whose kinds differ in a literal, from a table with an entry for each kind.
 *
 * A kind without an entry does not compile. An entry without a kind does not compile either.
 *
 * @param key - the member that tells the kinds apart: `type`
 */
export function byKind<
  Union extends Readonly<Record<Key, string>>,
  Key extends string,
  Others extends readonly unknown[],
  Result,
>(
  key: Key,
  table: {
    readonly [Kind in Union[Key]]: (
      value: Extract<Union, Readonly<Record<Key, Kind>>>,
      ...others: Others
    ) => Result;
  },
): (value: Union, ...others: Others) => Result {
  // The compiler does not see that an entry takes the values of its own kind.
  type Entries = Readonly<Record<string, (value: Union, ...others: Others) => Result>>;
  const entries = table as unknown as Entries;
  return (value, ...others) => {
    const entry = entries[value[key]];
    if (entry === undefined) throw new Error(`There is no entry for the kind ${value[key]}.`);
    return entry(value, ...others);
  };
}
