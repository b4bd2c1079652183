import { refusals } from "../../errors";
import type { User } from "../../state/user";

/** The values that a filter of `ListUsers` compares, by the name in the filter. */
const values: Readonly<Record<string, (user: User) => string | undefined>> = {
  username: ({ username }) => username,
  sub: ({ sub }) => sub,
  "cognito:user_status": ({ status }) => status,
  status: ({ isEnabled }) => (isEnabled ? "Enabled" : "Disabled"),
  ...Object.fromEntries(
    ["email", "phone_number", "name", "given_name", "family_name", "preferred_username"].map((name) => [
      name,
      ({ attributes }: User) => attributes[name],
    ]),
  ),
};

/**
 * Reads a filter: `email ^= "ada"`. An empty one is true for all users.
 *
 * Source: https://docs.aws.amazon.com/cognito/latest/developerguide/how-to-manage-user-accounts.html#cognito-user-pools-searching-for-users-using-listusers-api
 */
export function parseFilter(filter: string): (user: User) => boolean {
  if (filter.trim() === "") return () => true;
  const [, name = "", operator, quoted = ""] =
    /^\s*"?([\w:]+)"?\s*(\^=|=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (operator === undefined) throw refusals.invalid(`Error while parsing filter: ${filter}`);
  if (value === undefined) throw refusals.invalid(`Cannot search on attribute ${name}.`);
  const wanted = quoted.replace(/\\(.)/g, "$1").toLowerCase();
  return (user) => {
    const found = value(user)?.toLowerCase();
    if (found === undefined) return false;
    return operator === "=" ? found === wanted : found.startsWith(wanted);
  };
}
