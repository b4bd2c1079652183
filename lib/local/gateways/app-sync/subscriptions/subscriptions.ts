import type { DocumentNode, OperationDefinitionNode, SelectionSetNode } from "graphql";
import { isValues } from "../../../../model";
import { mostSubscriptions, type Subscribed, SubscriptionIndex } from "../../subscription-index";
import type { GraphqlAnswer } from "../execution/execute";
import type { GraphqlOperation } from "../execution/operation";
import { type Fragments, fragmentsIn, selectedFields, setsOf } from "../execution/selected-fields";
import { type FilterGroups, passes } from "../utilities/filter";

/** A client that waits for the results of mutations. */
export interface Subscription extends Subscribed {
  readonly args: Readonly<Record<string, unknown>>;
  /** In place of the arguments. */
  readonly filter: FilterGroups | undefined;
  readonly invalidationFilter: FilterGroups | undefined;
  /** Selects what the client asks for from a mutation's result; the payload of its message. */
  select(result: object): Promise<object>;
}

/** The subscriptions to one GraphQL API. */
export class Subscriptions extends SubscriptionIndex<Subscription> {
  /** Adds a subscription, or says why not. */
  take(subscription: Subscription): { readonly errorType: string; readonly message: string } | undefined {
    const { client, id } = subscription;
    if (this.has(client, id)) {
      const message = `The connection has a subscription ${id} already.`;
      return { errorType: "DuplicatedOperationError", message };
    }
    if (this.isFull(client)) {
      const message = `Max number of ${mostSubscriptions} subscriptions reached`;
      return { errorType: "MaxSubscriptionsReachedError", message };
    }
    this.add(subscription);
    return undefined;
  }

  /** Sends a mutation's result to everyone who waits for it. */
  async publish(field: string, result: object): Promise<void> {
    const waiting = this.to(field).filter((each) => isWanted(each, result));
    await Promise.all(
      waiting.map(async ({ client, id, select }) => {
        const payload = await select(result);
        // The client may have stopped in the meantime.
        if (this.has(client, id)) client.send({ id, type: "data", payload });
      }),
    );
  }

  /** Ends the subscriptions to a field whose invalidation filter fits. */
  invalidate(field: string, payload: object): void {
    for (const subscription of this.to(field)) {
      const { client, id, invalidationFilter } = subscription;
      if (invalidationFilter === undefined || !passes(invalidationFilter, payload)) continue;
      this.remove(client, id);
      client.send({ id, type: "complete" });
    }
  }
}

/** Each given argument must be the value of the field of its name; a filter of the resolver replaces this. */
function isWanted({ filter, args }: Subscription, result: object): boolean {
  if (filter !== undefined) return passes(filter, result);
  return Object.entries(args).every(([name, value]) => {
    const found = Object.hasOwn(result, name) ? (result as Readonly<Record<string, unknown>>)[name] : null;
    return (found ?? null) === (value ?? null);
  });
}

/** Notifies subscribers about a mutation: they get the fields that the mutation itself selects. */
export async function publishMutation(
  subscriptions: Subscriptions,
  { api, invalidations }: GraphqlOperation,
  { document, operation }: { readonly document: DocumentNode; readonly operation: OperationDefinitionNode },
  { data }: GraphqlAnswer,
): Promise<void> {
  for (const { subscriptionField, payload } of invalidations)
    subscriptions.invalidate(subscriptionField, payload);
  const fragments = fragmentsIn(document);
  for (const [key, field] of selectedFields([operation.selectionSet], fragments)) {
    const fed = api.subscribers.get(field[0]?.name.value ?? "") ?? [];
    const value = data?.[key];
    if (fed.length === 0 || !isValues(value)) continue;
    const result = byFieldName(value, setsOf(field), fragments) as object;
    await Promise.all(fed.map((each) => subscriptions.publish(each, result)));
  }
}

/** A result by the names of fields: the mutation may have other aliases than the subscription. */
function byFieldName(value: unknown, sets: readonly SelectionSetNode[], fragments: Fragments): unknown {
  if (Array.isArray(value)) return value.map((each) => byFieldName(each, sets, fragments));
  if (!isValues(value)) return value;
  const named = [...selectedFields(sets, fragments)].flatMap(([key, field]) => {
    const name = field[0]?.name.value;
    if (name === undefined || !Object.hasOwn(value, key)) return [];
    return [[name, byFieldName(value[key], setsOf(field), fragments)] as const];
  });
  return Object.fromEntries(named);
}
