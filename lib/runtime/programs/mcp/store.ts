import { AwsError, type AwsOptions } from "../../aws/call";
import { callTable, type Item, type TableOperation } from "../../aws/dynamodb";

/** The kinds of entries, each of which is a partition of the table. */
export type EntryKind = "client" | "document" | "flow" | "code" | "refresh" | "family" | "source" | "user";

/** The store of the authority. Each entry expires at a time, in seconds since 1970. */
export interface AuthorityStore {
  find<Value>(kind: EntryKind, id: string): Promise<Entry<Value> | undefined>;
  /** Returns false if only a new entry is allowed and one exists. */
  put(
    kind: EntryKind,
    id: string,
    entry: Entry<object>,
    options?: { readonly onlyNew: boolean },
  ): Promise<boolean>;
  /** Postpones the expiry of an entry. Expired entries stay expired. */
  extend(kind: EntryKind, id: string, expiresAt: number): Promise<void>;
  /** Removes an entry and returns it. Of several concurrent calls, only one gets the entry. */
  take<Value>(kind: EntryKind, id: string): Promise<Entry<Value> | undefined>;
  /** Increments a counter that begins with zero, and returns its value. */
  increment(kind: EntryKind, id: string, expiresAt: number): Promise<number>;
  count(kind: EntryKind): Promise<number>;
}

export interface Entry<Value> {
  readonly value: Value;
  readonly expiresAt: number;
}

/** Seconds since 1970. */
export type SecondsClock = () => number;

export const systemClock: SecondsClock = () => Math.floor(Date.now() / 1000);

/** Entries in a DynamoDB table, which deletes expired ones with a delay: they are not read anymore. */
export function tableStore(
  TableName: string,
  options: AwsOptions,
  now: SecondsClock = systemClock,
): AuthorityStore {
  const call = (operation: TableOperation, input: object) =>
    callTable(operation, { TableName, ...input }, options);
  const keyOf = (kind: EntryKind, id: string) => ({ kind: { S: kind }, id: { S: id } });
  const entryOf = <Value>(item: Item | undefined): Entry<Value> | undefined => {
    const { value, expiresAt } = (item ?? {}) as StoredItem;
    if (value === undefined || expiresAt === undefined || Number(expiresAt.N) <= now()) return undefined;
    return { value: JSON.parse(value.S) as Value, expiresAt: Number(expiresAt.N) };
  };

  return {
    async find(kind, id) {
      return entryOf((await call("GetItem", { Key: keyOf(kind, id), ConsistentRead: true })).Item);
    },
    async put(kind, id, { value, expiresAt }, { onlyNew } = { onlyNew: false }) {
      const written = { value: { S: JSON.stringify(value) }, expiresAt: { N: String(expiresAt) } };
      const condition = {
        ConditionExpression: "attribute_not_exists(id) OR expiresAt <= :now",
        ExpressionAttributeValues: { ":now": { N: String(now()) } },
      };
      return isDone(call("PutItem", { Item: { ...keyOf(kind, id), ...written }, ...(onlyNew && condition) }));
    },
    async extend(kind, id, expiresAt) {
      const update = call("UpdateItem", {
        Key: keyOf(kind, id),
        UpdateExpression: "SET expiresAt = :end",
        ConditionExpression: "expiresAt > :now AND expiresAt < :end",
        ExpressionAttributeValues: { ":now": { N: String(now()) }, ":end": { N: String(expiresAt) } },
      });
      await isDone(update);
    },
    async take(kind, id) {
      return entryOf(
        (await call("DeleteItem", { Key: keyOf(kind, id), ReturnValues: "ALL_OLD" })).Attributes,
      );
    },
    async increment(kind, id, expiresAt) {
      const { Attributes } = await call("UpdateItem", {
        Key: keyOf(kind, id),
        UpdateExpression: "ADD #count :one SET expiresAt = :end",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":one": { N: "1" }, ":end": { N: String(expiresAt) } },
        ReturnValues: "UPDATED_NEW",
      });
      return Number((Attributes as StoredItem | undefined)?.count?.N ?? 1);
    },
    async count(kind) {
      let [total, from]: [number, Item | undefined] = [0, undefined];
      do {
        const { Count = 0, LastEvaluatedKey } = await call("Query", {
          KeyConditionExpression: "kind = :kind",
          FilterExpression: "expiresAt > :now",
          ExpressionAttributeValues: { ":kind": { S: kind }, ":now": { N: String(now()) } },
          Select: "COUNT",
          ConsistentRead: true,
          ...(from !== undefined && { ExclusiveStartKey: from }),
        });
        [total, from] = [total + Count, LastEvaluatedKey];
      } while (from !== undefined);
      return total;
    },
  };
}

interface StoredItem {
  readonly value?: { readonly S: string };
  readonly expiresAt?: { readonly N: string };
  readonly count?: { readonly N: string };
}

/** Whether the condition of a call holds. */
async function isDone(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof AwsError && error.code === "ConditionalCheckFailedException") return false;
    throw error;
  }
}
