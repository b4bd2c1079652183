/** The value of a key that a table has itself. A key such as `toString`, which every object inherits, has none. */
export const ownValue = <Value>(
  table: Readonly<Record<string, Value>> | undefined,
  key: string,
): Value | undefined => (table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined);
