import { listPage } from "../../contract/page";
import { refusals } from "../errors";

/** One page of a list, and the token of the next page; undefined at the end. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | undefined;
}

/** Cuts a page from a list. The token of a page says where it begins. */
export function pageOf<Item>(
  items: readonly Item[],
  token: string | undefined,
  limit: number | undefined,
  maximum = 60,
): Page<Item> {
  const size = limit ?? maximum;
  if (!Number.isInteger(size) || size < 0 || size > maximum)
    throw refusals.invalid(
      `1 validation error detected: Value '${size}' at 'limit' failed to satisfy constraint: Member must have value less than or equal to ${maximum}`,
    );
  // A limit of zero means the service's own.
  const wanted = {
    token,
    limit: size === 0 ? maximum : size,
    most: maximum,
    code: "InvalidParameterException",
  };
  const { entries, next } = listPage(items, wanted);
  return { items: entries, next };
}
