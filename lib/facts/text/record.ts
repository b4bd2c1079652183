/** An object with members, and not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a list. Empty for other values. */
export const recordsIn = (value: unknown): readonly Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** A value if it is a string. */
export const onlyText = (value: unknown): string | undefined =>
  typeof value === "string" ? value : undefined;
