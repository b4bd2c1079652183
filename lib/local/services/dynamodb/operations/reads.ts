import { blocks, isValues, type Values } from "../../../../model";
import type { DynamodbTables } from "../dynamodb-tables";
import { ItemError } from "../errors";
import type { StoredItem } from "../expressions/attribute-values";
import { projected } from "../expressions/syntax";
import { itemBytes } from "../item-size";
import { checkKeyPaths, type Expressions, parseExpressions } from "../requests/expressions";
import { checkAttributesToGet, checkLegacyParameters, checkValues, itemIn, outside } from "../requests/rules";
import { checkKey } from "../store/schema";
import { Capacity, told } from "./capacity";
import { cancelled, checkDistinct, checkRepetition, failureOf } from "./transactions";

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html */
const mostKeys = 100;
/** An item of the largest size may be the last one of a batch. */
const mostBytes = 1024 * 1024 + 400 * 1024;

interface ReadItem {
  readonly Item: StoredItem | undefined;
}

export function getItem(
  tables: DynamodbTables,
  input: Values,
): ReadItem & { readonly ConsumedCapacity?: object | undefined } {
  const { table, bytes, Item } = readOne(tables, input);
  const capacity = new Capacity(table);
  capacity.addRead(bytes, input.ConsistentRead);
  return { Item, ConsumedCapacity: capacity.told(input) };
}

/** The item of a request, and how many bytes are read for it. */
function readOne(tables: DynamodbTables, input: Values) {
  checkLegacyParameters(input, ["ProjectionExpression"], ["AttributesToGet"]);
  const key = itemIn(input, "Key");
  checkValues(key);
  const wanted = readProjection(input);
  const table = tables.require(input.TableName);
  checkKey(key, table.keys);
  checkKeyPaths(wanted, table);
  const item = table.items.get(table.placeOf(key));
  return { table, bytes: item === undefined ? 1 : itemBytes(item), Item: item && chosen(item, wanted) };
}

export function batchGetItem(tables: DynamodbTables, input: Values): object {
  const requests = Object.entries(input.RequestItems as Record<string, Values>);
  if (requests.length === 0) {
    throw new ItemError("The requestItems parameter is required for BatchGetItem");
  }
  let count = 0;
  const wanted = requests.map(([name, request]) => {
    checkLegacyParameters(request, ["ProjectionExpression"], ["AttributesToGet"]);
    const paths = readProjection(request);
    const keys = blocks(request, "Keys") as readonly StoredItem[];
    if (keys.length > mostKeys) {
      throw outside(`RequestItems.${name}.member.Keys`, `have length less than or equal to ${mostKeys}`);
    }
    for (const key of keys) checkValues(key);
    count += keys.length;
    if (count > mostKeys) throw new ItemError("Too many items requested for the BatchGetItem call");
    return { name, request, paths, keys };
  });
  const reads = wanted.map((each) => {
    const table = tables.require(each.name);
    for (const key of each.keys) checkKey(key, table.keys);
    checkRepetition(
      each.keys.map((key) => table.placeOf(key)),
      "Provided list of item keys contains duplicates",
    );
    checkKeyPaths(each.paths, table);
    return { ...each, table };
  });
  const Responses: Record<string, object> = {};
  const UnprocessedKeys: Record<string, object> = {};
  const capacities: Capacity[] = [];
  let bytes = 0;
  for (const { name, request, paths, keys, table } of reads) {
    const capacity = new Capacity(table);
    const [items, rest]: [StoredItem[], StoredItem[]] = [[], []];
    for (const key of keys) {
      const item = table.items.get(table.placeOf(key));
      const size = item === undefined ? 1 : itemBytes(item);
      if (item !== undefined && bytes + size > mostBytes) rest.push(key);
      else {
        capacity.addRead(size, request.ConsistentRead);
        if (item !== undefined) {
          bytes += size;
          items.push(chosen(item, paths));
        }
      }
    }
    Responses[name] = items;
    if (rest.length > 0) UnprocessedKeys[name] = { ...request, Keys: rest };
    capacities.push(capacity);
  }
  return { Responses, UnprocessedKeys, ConsumedCapacity: told(input, capacities) };
}

/** Source: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactGetItems.html */
export function transactGetItems(tables: DynamodbTables, input: Values) {
  const gets = blocks(input, "TransactItems").map(({ Get }) => (isValues(Get) ? Get : {}));
  checkDistinct(tables, gets);
  const results = gets.map((get) => failureOf(() => readOne(tables, get)));
  const failures = results.flatMap(({ failure }) => failure ?? []);
  const isOfItem = ({ message }: Error): boolean =>
    message.startsWith("The provided key element does not match");
  if (failures[0] !== undefined) throw failures.every(isOfItem) ? cancelled(results) : failures[0];
  const found = results.flatMap(({ result }) => result ?? []);
  const capacities = new Map(found.map(({ table }) => [table, new Capacity(table, "ReadCapacityUnits")]));
  for (const { table, bytes } of found) capacities.get(table)?.addRead(bytes, true);
  const ConsumedCapacity = told(input, capacities.values());
  return { Responses: found.map(({ Item }) => ({ Item })), ConsumedCapacity };
}

/** The paths that a request wants; undefined for whole items. */
export function readProjection(
  input: Values,
  { projection } = parseExpressions(input),
): Expressions["projection"] {
  checkAttributesToGet(input);
  const { AttributesToGet: names } = input;
  return projection ?? (names as readonly string[] | undefined)?.map((name) => [name]);
}

export function chosen(item: StoredItem, wanted: Expressions["projection"]): StoredItem {
  return wanted === undefined ? item : projected(item, wanted);
}
