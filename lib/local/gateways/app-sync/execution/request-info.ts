import type { GraphQLResolveInfo, SelectionSetNode } from "graphql";
import { graphqlPackage } from "./api-schema";

/**
 * `ctx.info`: which field is asked for, and what of it.
 *
 * Source: https://docs.aws.amazon.com/appsync/latest/devguide/resolver-context-reference-js.html#aws-appsync-resolver-context-reference-info-js
 */
export function requestInfo(info: GraphQLResolveInfo): Readonly<Record<string, unknown>> {
  const { fieldName, parentType, variableValues: variables, fieldNodes } = info;
  const sets = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const paths = new Set<string>();
  for (const set of sets) addPaths(set, "", paths, info);
  return {
    fieldName,
    parentTypeName: parentType.name,
    variables,
    selectionSetList: [...paths],
    selectionSetGraphQL: sets.map((set) => graphqlPackage().print(set)).join("\n"),
  };
}

/** Paths of selected fields: `author`, `author/name`. A field with an alias has that name. */
function addPaths(set: SelectionSetNode, prefix: string, paths: Set<string>, info: GraphQLResolveInfo): void {
  for (const node of set.selections) {
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
