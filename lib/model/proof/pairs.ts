import type { AccessFacts } from "../access/facts";

/** One thing in two versions of an app. */
export interface Pair<Thing> {
  /** Undefined for a new one. */
  readonly before: Thing | undefined;
  /** Undefined for a removed one. */
  readonly after: Thing | undefined;
}

/**
 * The things of two versions that have the same key. Things without a partner are paired by a second key, for things that were declared
 * elsewhere before.
 */
export function versionPairs<Thing>(
  before: readonly Thing[],
  after: readonly Thing[],
  keyBefore: (thing: Thing) => string,
  keyAfter: (thing: Thing) => string = keyBefore,
  second?: (thing: Thing) => string,
): readonly Pair<Thing>[] {
  const earlier = new Map(before.map((thing) => [keyBefore(thing), thing]));
  const pairs: Pair<Thing>[] = [];
  const added: Thing[] = [];
  for (const thing of after) {
    const key = keyAfter(thing);
    const partner = earlier.get(key);
    earlier.delete(key);
    if (partner === undefined) added.push(thing);
    else pairs.push({ before: partner, after: thing });
  }
  const gone = [...earlier.values()];
  if (second !== undefined) return [...pairs, ...versionPairs(gone, added, second)];
  return [
    ...pairs,
    ...added.map((thing) => ({ before: undefined, after: thing })),
    ...gone.map((thing) => ({ before: thing, after: undefined })),
  ];
}

/** The address in the later version of a resource of the earlier one, which may have been moved. */
export const laterAddress =
  ({ moved }: AccessFacts) =>
  ({ address }: { readonly address: string }): string =>
    moved.get(address) ?? address;
