import { listPage } from "../../contract/page";
import { refusals } from "../errors";
import { attributeList } from "../state/attributes";
import type { User } from "../state/user";

/** Times in answers are seconds since 1970. */
export const seconds = (milliseconds: number): number => milliseconds / 1000;

/** A user in a list. */
export function userAnswer(user: User, shown?: readonly string[]): object {
  const attributes = attributeList(user);
  return {
    Username: user.username,
    Attributes:
      shown === undefined || shown.length === 0
        ? attributes
        : attributes.filter(({ Name }) => shown.includes(Name)),
    UserCreateDate: seconds(user.createdAt),
    UserLastModifiedDate: seconds(user.modifiedAt),
    Enabled: user.isEnabled,
    UserStatus: user.status,
  };
}

/** The app's resources have no history here. */
const created = Date.UTC(2024, 0, 1) / 1000;

export const poolTimes = { CreationDate: created, LastModifiedDate: created } as const;

/** One page of a list, and the token of the next page; undefined at the end. */
interface Page<Item> {
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
