import type { DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode } from "graphql";
import { isValues } from "../../../../model";
import type { GraphqlAnswer } from "../execution/execute";
import type { GraphqlOperation } from "../execution/operation";
import type { Subscriptions } from "./subscriptions";

/** Notifies subscribers about a mutation: they get the fields that the mutation itself selects. */
export async function publishMutation(
  subscriptions: Subscriptions,
  { api, invalidations }: GraphqlOperation,
  { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  { data }: GraphqlAnswer,
): Promise<void> {
  for (const { subscriptionField, payload } of invalidations)
    subscriptions.invalidate(subscriptionField, payload);
  for (const [key, field] of fieldsIn([operation.selectionSet], document)) {
    const fed = api.subscribers.get(field[0]?.name.value ?? "") ?? [];
    const value = data?.[key];
    if (fed.length === 0 || !isValues(value)) continue;
    const result = byFieldName(value, setsOf(field), document) as object;
    await Promise.all(fed.map((each) => subscriptions.publish(each, result)));
  }
}

/** A result by the names of fields: the mutation may have other aliases than the subscription. */
function byFieldName(value: unknown, sets: readonly SelectionSetNode[], document: DocumentNode): unknown {
  if (Array.isArray(value)) return value.map((each) => byFieldName(each, sets, document));
  if (!isValues(value)) return value;
  const named = [...fieldsIn(sets, document)].flatMap(([key, field]) => {
    const name = field[0]?.name.value;
    if (name === undefined || !Object.hasOwn(value, key)) return [];
    return [[name, byFieldName(value[key], setsOf(field), document)] as const];
  });
  return Object.fromEntries(named);
}

function setsOf(fields: readonly FieldNode[]): readonly SelectionSetNode[] {
  return fields.flatMap(({ selectionSet }) => selectionSet ?? []);
}

/** The fields of selections by their names in the answer, with those of fragments. */
function fieldsIn(
  sets: readonly SelectionSetNode[],
  document: DocumentNode,
  into = new Map<string, FieldNode[]>(),
): ReadonlyMap<string, readonly FieldNode[]> {
  for (const node of sets.flatMap(({ selections }) => selections)) {
    if (node.kind === "Field") {
      const key = (node.alias ?? node.name).value;
      into.set(key, [...(into.get(key) ?? []), node]);
    } else if (node.kind === "InlineFragment") fieldsIn([node.selectionSet], document, into);
    else {
      const fragment = document.definitions.find(
        (each) => each.kind === "FragmentDefinition" && each.name.value === node.name.value,
      );
      if (fragment?.kind === "FragmentDefinition") fieldsIn([fragment.selectionSet], document, into);
    }
  }
  return into;
}
