import { isValues, type Values } from "../../../../model";
import type { DynamodbTables } from "../dynamodb-tables";
import { ItemError, TableError } from "../errors";
import {
  type AttributeValue,
  checkAttributeName,
  checkValue,
  invalid,
  type StoredItem,
  typeOf,
} from "../expressions/attribute-values";
import { isFulfilled } from "../expressions/conditions";
import { projected, type UpdateStep } from "../expressions/syntax";
import { createsItem, updatedItem, wrongType } from "../expressions/updates";
import { itemBytes } from "../item-size";
import { checkKeyPaths, type Expressions, parseExpressions } from "../requests/expressions";
import { checkExpected, fulfilsAll, type LegacyConditions } from "../requests/legacy-conditions";
import { checkLegacyParameters, checkValues, itemIn } from "../requests/rules";
import { attributeOf, checkItemKeys, checkKey, picked } from "../store/schema";
import type { PlannedWrite, Table } from "../store/table";
import { Capacity, told } from "./capacity";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-items */
const largestItem = 400 * 1024;
/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html */
const mostWrites = 25;

type Plan = (tables: DynamodbTables, input: Values) => PlannedWrite;

export const planPut: Plan = (tables, input) => {
  checkLegacyParameters(input, ["ConditionExpression"], ["Expected"]);
  const item = itemIn(input, "Item");
  checkValues(item);
  const { ReturnValues } = input;
  if (ReturnValues !== undefined && ReturnValues !== "ALL_OLD" && ReturnValues !== "NONE") {
    throw new ItemError("ReturnValues can only be ALL_OLD or NONE");
  }
  checkNewSize(item);
  const expressions = readCondition(input);
  const table = tables.require(input.TableName);
  checkNewItem(table, item);
  const { place, before } = current(table, item, input, expressions);
  return {
    table,
    place,
    item,
    before,
    after: item,
    returned: ReturnValues === "ALL_OLD" ? before : undefined,
  };
};

export const planDelete: Plan = (tables, input) => {
  if (["ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"].includes(String(input.ReturnValues))) {
    throw new ItemError("Return values set to invalid value");
  }
  checkLegacyParameters(input, ["ConditionExpression"], ["Expected"]);
  const key = itemIn(input, "Key");
  checkValues(key);
  const expressions = readCondition(input);
  const table = tables.require(input.TableName);
  checkKey(key, table.keys);
  const { place, before } = current(table, key, input, expressions);
  const returned = input.ReturnValues === "ALL_OLD" ? before : undefined;
  return { table, place, item: key, before, after: undefined, returned };
};

/** A check of a transaction changes nothing. */
export const planCheck: Plan = (tables, input) => {
  const write = planDelete(tables, input);
  return { ...write, after: write.before };
};

export const planUpdate: Plan = (tables, input) => {
  const old = ["AttributeUpdates", "Expected"];
  checkLegacyParameters(input, ["UpdateExpression", "ConditionExpression"], old);
  const key = itemIn(input, "Key");
  checkValues(key);
  const legacy = legacySteps(input.AttributeUpdates);
  const expressions = readCondition(input);
  const steps = expressions.update ?? legacy;
  const table = tables.require(input.TableName);
  checkKey(key, table.keys);
  checkSteps(steps, table);
  const { place, before } = current(table, key, input, expressions);
  const isThere = before !== undefined || createsItem(steps);
  // Nothing is removed from an item that does not exist, regardless of the path.
  const isNothing = !isThere && steps.every(({ kind }) => kind === "REMOVE");
  const changed = isNothing ? key : updated(before ?? key, steps, expressions.update === undefined);
  const names = new Set(steps.map(({ path }) => String(path[0])));
  // Parts that an item has may be nested deeper than its limit.
  for (const value of Object.values(picked(changed, names))) checkValue(value);
  for (const index of table.indexes) index.check(changed, names);
  if (itemBytes(changed) > largestItem) {
    throw new ItemError("Item size to update has exceeded the maximum allowed size");
  }
  const returned = isThere ? returnedOf(input.ReturnValues, steps, before, changed) : undefined;
  return { table, place, item: key, before, after: isThere ? changed : undefined, returned };
};

/** The operation of a plan. */
export function writing(plan: Plan): (
  tables: DynamodbTables,
  input: Values,
) => Promise<{
  readonly Attributes: StoredItem | undefined;
  readonly ConsumedCapacity: object | undefined;
}> {
  return async (tables, input) => {
    const write = plan(tables, input);
    const [ConsumedCapacity] = consumed(input, [write]) ?? [];
    await tables.apply([write]);
    const metrics = collectionMetrics(input, [write]);
    const result = { ConsumedCapacity, ItemCollectionMetrics: metrics?.[write.table.name]?.[0] };
    return { Attributes: write.returned, ...result };
  };
}

export async function batchWriteItem(tables: DynamodbTables, input: Values): Promise<object> {
  const requests = Object.entries(input.RequestItems as Record<string, readonly Values[]>);
  if (requests.length === 0) {
    throw new ItemError("The requestItems parameter is required for BatchWriteItem");
  }
  for (const [name, writes] of requests) checkWrites(name, writes);
  if (requests.flatMap(([, writes]) => writes).length > mostWrites) {
    throw new ItemError("Too many items requested for the BatchWriteItem call");
  }
  const planned = requests.map(([name, writes]) => {
    const table = tables.require(name);
    return writes.map((write) => batched(table, write));
  });
  for (const writes of planned) {
    if (new Set(writes.map(({ place }) => place)).size < writes.length) {
      throw new ItemError("Provided list of item keys contains duplicates");
    }
  }
  const all = planned.flat();
  const ConsumedCapacity = consumed(input, all);
  await tables.apply(all);
  return {
    UnprocessedItems: {},
    ConsumedCapacity,
    ItemCollectionMetrics: collectionMetrics(input, all),
  };
}

function checkWrites(table: string, writes: readonly Values[]): void {
  if (writes.length === 0 || writes.length > mostWrites) {
    const shown = ` '{${table}=[${writes.map(() => "...").join(", ")}]}'`;
    const lengths = `[Member must have length less than or equal to ${mostWrites}, Member must have length greater than or equal to 1]`;
    throw new ItemError(
      `1 validation error detected: Value${shown} at 'requestItems' failed to satisfy constraint: Map value must satisfy constraint: ${lengths}`,
    );
  }
  if (writes.some((write) => Object.keys(write).length === 0)) {
    throw new ItemError(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
    );
  }
  for (const { PutRequest, DeleteRequest } of writes) {
    const item = isValues(PutRequest) ? itemIn(PutRequest, "Item") : undefined;
    checkValues(item ?? itemIn(Object(DeleteRequest) as Values, "Key"));
    if (item !== undefined) checkNewSize(item);
  }
}

function batched(table: Table, { PutRequest, DeleteRequest }: Values): PlannedWrite {
  const put = isValues(PutRequest) ? itemIn(PutRequest, "Item") : undefined;
  const item = put ?? itemIn(Object(DeleteRequest) as Values, "Key");
  if (put === undefined) checkKey(item, table.keys);
  else {
    try {
      checkNewItem(table, put);
    } catch (error) {
      const isOfKey =
        error instanceof ItemError && /Missing the key|Type mismatch for key/.test(error.message);
      throw isOfKey ? new ItemError("The provided key element does not match the schema") : error;
    }
  }
  const place = table.placeOf(item);
  return { table, place, item, before: table.items.get(place), after: put };
}

function checkNewSize(item: StoredItem): void {
  if (itemBytes(item) > largestItem) throw new ItemError("Item size has exceeded the maximum allowed size");
}

function checkNewItem(table: Table, item: StoredItem): void {
  checkItemKeys(item, table.keys);
  for (const index of table.indexes) index.check(item);
}

function readCondition(input: Values): Expressions {
  checkExpected(input.Expected as LegacyConditions | undefined);
  return parseExpressions(input);
}

/** The item before the write. Refuses a request whose condition it does not fulfil. */
function current(table: Table, item: StoredItem, input: Values, { condition }: Expressions) {
  const place = table.placeOf(item);
  const before = table.items.get(place);
  const { Expected, ConditionalOperator, ReturnValuesOnConditionCheckFailure: wanted } = input;
  const isWanted =
    condition === undefined
      ? fulfilsAll(
          (Expected ?? {}) as LegacyConditions,
          ConditionalOperator as string | undefined,
          before ?? {},
        )
      : isFulfilled(condition, before ?? {});
  if (isWanted) return { place, before };
  const more = wanted === "ALL_OLD" && before !== undefined ? { Item: before } : {};
  throw new TableError("ConditionalCheckFailedException", "The conditional request failed", more);
}

/** The steps of `AttributeUpdates`, which was before expressions. */
function legacySteps(updates: unknown): readonly UpdateStep[] {
  return Object.entries(Object(updates) as Readonly<Record<string, Values>>).map(
    ([name, update]): UpdateStep => {
      const path = [name];
      const { Action } = update;
      const value = update.Value as AttributeValue | undefined;
      if (value === undefined) {
        if (Action === "DELETE") return { kind: "REMOVE", path };
        throw new ItemError(invalid("Only DELETE action is allowed when no attribute value is specified"));
      }
      checkAttributeName(name);
      checkValue(value as Record<string, unknown>);
      const type = typeOf(value);
      const isSet = ["SS", "NS", "BS"].includes(type);
      if (Action === "DELETE" && !isSet) {
        throw new ItemError(invalid(`DELETE action with value is not supported for the type ${type}`));
      }
      if (Action === "ADD" && !isSet && type !== "L" && type !== "N") {
        throw new ItemError(invalid(`ADD action is not supported for the type ${type}`));
      }
      if (Action === "ADD" || Action === "DELETE") return { kind: Action, path, value };
      return { kind: "SET", path, operand: { kind: "value", value } };
    },
  );
}

/** Refuses steps that change a key, or give a key of an index another type. */
function checkSteps(steps: readonly UpdateStep[], table: Table): void {
  for (const { name } of table.keys) {
    if (steps.some(({ path }) => path[0] === name)) {
      throw new ItemError(invalid(`Cannot update attribute ${name}. This attribute is part of the key`));
    }
  }
  for (const { keys, name: index } of table.indexes) {
    for (const { name, type } of keys) {
      const step = steps.find(({ path }) => path.length === 1 && path[0] === name);
      const actual = step && typeOfStep(step);
      if (actual === undefined || actual === type) continue;
      const types = `Expected: ${type} Actual: ${actual}`;
      throw new ItemError(invalid(`Type mismatch for Index Key ${name} ${types} IndexName: ${index}`));
    }
  }
  checkKeyPaths(
    steps.map(({ path }) => path),
    table,
  );
}

/** The type that an update gives to an attribute, where the request says it. */
function typeOfStep(step: UpdateStep): string | undefined {
  if (step.kind === "REMOVE") return undefined;
  if (step.kind !== "SET") return typeOf(step.value);
  return step.operand.kind === "value" ? typeOf(step.operand.value) : undefined;
}

function updated(item: StoredItem, steps: readonly UpdateStep[], isLegacy: boolean): StoredItem {
  try {
    return updatedItem(item, steps);
  } catch (error) {
    if (!isLegacy || !(error instanceof ItemError) || error.message !== wrongType) throw error;
    throw new ItemError("Type mismatch for attribute to update");
  }
}

function returnedOf(
  wanted: unknown,
  steps: readonly UpdateStep[],
  before: StoredItem | undefined,
  after: StoredItem,
): StoredItem | undefined {
  if (wanted === "ALL_OLD") return before;
  if (wanted === "ALL_NEW") return after;
  const item = wanted === "UPDATED_OLD" ? before : wanted === "UPDATED_NEW" ? after : undefined;
  if (item === undefined) return undefined;
  const found = projected(
    item,
    steps.map(({ path }) => path),
  );
  return Object.keys(found).length === 0 ? undefined : found;
}

/** The capacity that writes consume, by table. */
export function consumed(
  input: Values,
  writes: readonly PlannedWrite[],
  ofTransaction?: "WriteCapacityUnits",
): readonly object[] | undefined {
  if (input.ReturnConsumedCapacity === undefined) return undefined;
  const capacities = new Map(writes.map(({ table }) => [table, new Capacity(table, ofTransaction)]));
  for (const { table, before, after } of writes) capacities.get(table)?.addWrite(before, after);
  return told(input, capacities.values());
}

/** A collection of less than a gigabyte, as all of them are here. */
const range = [0, 1] as const;

/**
 * The metrics of the item collections that writes touch, by table, where the request asks for them and the table has local indexes.
 *
 * Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ItemCollectionMetrics.html
 */
export function collectionMetrics(
  { ReturnItemCollectionMetrics: wanted }: Values,
  writes: readonly PlannedWrite[],
): Readonly<Record<string, readonly object[]>> | undefined {
  const found: Record<string, object[]> = {};
  const seen = new Set<string>();
  for (const { table, item } of wanted === "SIZE" ? writes : []) {
    const [key] = table.keys;
    if (!table.hasLocalIndexes || key === undefined) continue;
    const ItemCollectionKey = { [key.name]: attributeOf(item, key.name) };
    const id = JSON.stringify([table.name, ItemCollectionKey]);
    if (seen.has(id)) continue;
    seen.add(id);
    found[table.name] = [...(found[table.name] ?? []), { ItemCollectionKey, SizeEstimateRangeGB: range }];
  }
  return seen.size === 0 ? undefined : found;
}
