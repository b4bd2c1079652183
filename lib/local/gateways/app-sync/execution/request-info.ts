import type { GraphQLResolveInfo, SelectionSetNode } from "graphql";
import { graphqlPackage } from "./api-schema";

/**
 * `ctx.info`: the requested field, and its requested parts.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-context-reference-js.html#aws-appsync-resolver-context-reference-info-js
 */
export function requestInfo(info: GraphQLResolveInfo): Readonly<Record<string, unknown>> {
  const { fieldName, parentType, variableValues: variables, fieldNodes } = info;
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const [only, ...more] = sets;
  const selected = (only !== undefined && more.length === 0 && known.get(only)) || selectionOf(sets, info);
  if (only !== undefined && more.length === 0) known.set(only, selected);
  return { fieldName, parentTypeName: parentType.name, variables, ...selected };
}

/** A list may ask for the same selection in each of its elements. */
const known = new WeakMap<SelectionSetNode, object>();

function selectionOf(sets: readonly SelectionSetNode[], info: GraphQLResolveInfo): object {
  const paths = new Set<string>();
  for (const set of sets) addPaths(set, "", paths, info);
  return {
    selectionSetList: [...paths],
    selectionSetGraphQL: sets.map((set) => graphqlPackage().print(set)).join("\n"),
  };
}

/** Fragments that name one another twice select an exponential number of fields. */
const mostPaths = 10_000;

/** Paths of selected fields: `author`, `author/name`. A field with an alias has that name. */
function addPaths(set: SelectionSetNode, prefix: string, paths: Set<string>, info: GraphQLResolveInfo): void {
  for (const node of set.selections) {
    if (paths.size >= mostPaths) return;
    if (node.kind === "Field") {
      const path = prefix + (node.alias ?? node.name).value;
      paths.add(path);
      if (node.selectionSet !== undefined) addPaths(node.selectionSet, `${path}/`, paths, info);
    } else {
      const inner =
        node.kind === "InlineFragment" ? node.selectionSet : info.fragments[node.name.value]?.selectionSet;
      if (inner !== undefined) addPaths(inner, prefix, paths, info);
    }
  }
}
