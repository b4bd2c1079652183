import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../model/model";
import { isValues, text } from "../../model/values";

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

/** The items that a request may change, in its order; `keysOf` tells the names of a table's keys. */
export function touchedItems(
  operation: string | undefined,
  input: Values,
  keysOf: (table: string) => readonly string[] | undefined,
): readonly TouchedItem[] {
  const touched = (table: string | undefined, item: unknown): readonly TouchedItem[] => {
    const names = table === undefined ? undefined : keysOf(table);
    if (table === undefined || names === undefined || !isValues(item)) return [];
    return [{ table, key: Object.fromEntries(names.map((name) => [name, item[name]])) }];
  };
  const table = text(input, "TableName");
  switch (operation) {
    case "PutItem":
      return touched(table, input.Item);
    case "UpdateItem":
    case "DeleteItem":
      return touched(table, input.Key);
    case "BatchWriteItem":
      return Object.entries(isValues(input.RequestItems) ? input.RequestItems : {}).flatMap(
        ([name, requests]) =>
          (Array.isArray(requests) ? requests.filter(isValues) : []).flatMap(
            ({ PutRequest, DeleteRequest }) => [
              ...(isValues(PutRequest) ? touched(name, PutRequest.Item) : []),
              ...(isValues(DeleteRequest) ? touched(name, DeleteRequest.Key) : []),
            ],
          ),
      );
    default:
      return [];
  }
}

/** What has happened to an item; undefined when nothing has: a stream tells only of changes. */
export function changeOf(
  key: Values,
  oldImage: Values | undefined,
  newImage: Values | undefined,
): Change | undefined {
  if (isDeepStrictEqual(oldImage, newImage)) return undefined;
  const eventName = oldImage === undefined ? "INSERT" : newImage === undefined ? "REMOVE" : "MODIFY";
  return { eventName, key, oldImage, newImage };
}
