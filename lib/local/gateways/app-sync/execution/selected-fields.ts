import type { DocumentNode, FieldNode, SelectionSetNode } from "graphql";

/** The selections of fragments, by the name of the fragment. */
export type Fragments = ReadonlyMap<string, SelectionSetNode>;

export function fragmentsIn({ definitions }: Pick<DocumentNode, "definitions">): Fragments {
  return new Map(
    definitions.flatMap((each) =>
      each.kind === "FragmentDefinition" ? [[each.name.value, each.selectionSet] as const] : [],
    ),
  );
}

/**
 * The fields of selections by their names in the answer, with those of fragments.
 *
 * A fragment counts once: fragments that name one another twice lead to an exponential number of selections.
 */
export function selectedFields(
  sets: readonly SelectionSetNode[],
  fragments: Fragments,
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const left = new Map(fragments);
  const add = (set: SelectionSetNode): void => {
    for (const node of set.selections) {
      if (node.kind === "Field") {
        const key = (node.alias ?? node.name).value;
        const same = fields.get(key);
        if (same === undefined) fields.set(key, [node]);
        else same.push(node);
      } else if (node.kind === "InlineFragment") add(node.selectionSet);
      else {
        const fragment = left.get(node.name.value);
        left.delete(node.name.value);
        if (fragment !== undefined) add(fragment);
      }
    }
  };
  for (const set of sets) add(set);
  return fields;
}

export function setsOf(fields: readonly FieldNode[]): readonly SelectionSetNode[] {
  return fields.flatMap(({ selectionSet }) => selectionSet ?? []);
}
