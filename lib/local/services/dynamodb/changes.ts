import { isDeepStrictEqual } from "node:util";
import type { StoredItem } from "./expressions/attribute-values";

/** A change of an item. */
export interface Change {
  readonly eventName: "INSERT" | "MODIFY" | "REMOVE";
  readonly key: StoredItem;
  readonly oldImage: StoredItem | undefined;
  readonly newImage: StoredItem | undefined;
}

/** The change between two images of an item; undefined when they are equal, since streams hold changes only. */
export function changeOf(
  key: StoredItem,
  oldImage: StoredItem | undefined,
  newImage: StoredItem | undefined,
): Change | undefined {
  if (isDeepStrictEqual(oldImage, newImage)) return undefined;
  const eventName = oldImage === undefined ? "INSERT" : newImage === undefined ? "REMOVE" : "MODIFY";
  return { eventName, key, oldImage, newImage };
}
