import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../../model/resources/model";
import { isValues, text } from "../../../model/resources/values";

/** An item that a request may change. */
export interface TouchedItem {
  readonly table: string;
  readonly key: Values;
}

/** A change of an item. */
export interface Change {
  readonly eventName: "INSERT" | "MODIFY" | "REMOVE";
  readonly key: Values;
  readonly oldImage: Values | undefined;
  readonly newImage: Values | undefined;
}

type Touch = (table: string | undefined, item: unknown) => readonly TouchedItem[];

/** The operations that change items. */
const writes: Readonly<Record<string, (input: Values, touched: Touch) => readonly TouchedItem[]>> = {
  PutItem: (input, touched) => touched(text(input, "TableName"), input.Item),
  UpdateItem: (input, touched) => touched(text(input, "TableName"), input.Key),
  DeleteItem: (input, touched) => touched(text(input, "TableName"), input.Key),
  BatchWriteItem: ({ RequestItems }, touched) =>
    Object.entries(isValues(RequestItems) ? RequestItems : {}).flatMap(([table, requests]) =>
      (Array.isArray(requests) ? requests.filter(isValues) : []).flatMap(({ PutRequest, DeleteRequest }) => [
        ...(isValues(PutRequest) ? touched(table, PutRequest.Item) : []),
        ...(isValues(DeleteRequest) ? touched(table, DeleteRequest.Key) : []),
      ]),
    ),
};

/**
 * The items that a request may change, in its order.
 *
 * @param keysOf - names of the keys of a table; undefined for a table without readers of its changes
 */
export function touchedItems(
  operation: string | undefined,
  input: Values,
  keysOf: (table: string) => readonly string[] | undefined,
): readonly TouchedItem[] {
  const touched: Touch = (table, item) => {
    const names = table === undefined ? undefined : keysOf(table);
    if (table === undefined || names === undefined || !isValues(item)) return [];
    return [{ table, key: Object.fromEntries(names.map((name) => [name, item[name]])) }];
  };
  const write = operation !== undefined && Object.hasOwn(writes, operation) ? writes[operation] : undefined;
  return write?.(input, touched) ?? [];
}

/** The items that a transaction may change, of the tables whose changes are read. */
export function writtenItems(
  input: Values,
  keysOf: (table: string) => readonly string[] | undefined,
): readonly TouchedItem[] {
  const steps = Array.isArray(input.TransactItems) ? input.TransactItems.filter(isValues) : [];
  return steps.flatMap(({ Put, Update, Delete }) => [
    ...touchedItems("PutItem", isValues(Put) ? Put : {}, keysOf),
    ...touchedItems("UpdateItem", isValues(Update) ? Update : {}, keysOf),
    ...touchedItems("DeleteItem", isValues(Delete) ? Delete : {}, keysOf),
  ]);
}

/** The change between two images of an item; undefined when they are equal, since streams hold changes only. */
export function changeOf(
  key: Values,
  oldImage: Values | undefined,
  newImage: Values | undefined,
): Change | undefined {
  if (isDeepStrictEqual(oldImage, newImage)) return undefined;
  const eventName = oldImage === undefined ? "INSERT" : newImage === undefined ? "REMOVE" : "MODIFY";
  return { eventName, key, oldImage, newImage };
}
