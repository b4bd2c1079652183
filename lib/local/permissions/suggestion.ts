import { matchesWildcard } from "../../facts/aws/wildcards";
import {
  apiOfConnection,
  constructPathOf,
  type GrantedResource,
  type Model,
  resourceOfArn,
  withoutExampleAccount,
} from "../../model";
import type { NeededAccess } from "./needed-access";

/** The permission to add to a function, in the words of the library. */
export function suggestion(model: Model, { action, resource }: NeededAccess): string {
  const api = apiOfConnection(model, resource);
  if (api !== undefined)
    return `permissions: [[${variableOf(constructPathOf(api))}, "grantManageConnections"]]`;
  const found = resourceOfArn(model, resource);
  const ways = found === undefined ? [] : waysToGrant(found, action);
  const statement = `permissions: [{ actions: ["${action}"], resources: ["${withoutExampleAccount(resource)}"] }]`;
  return ways.length === 0 ? statement : ways.join(" or ");
}

function waysToGrant({ resource, grants }: GrantedResource, action: string): readonly string[] {
  const gives = (actions: readonly string[]): boolean =>
    actions.some((each) => matchesWildcard(each.toLowerCase(), action.toLowerCase()));
  const variable = variableOf(constructPathOf(resource));
  // The grant with the fewest actions; full access only if no other grant gives the action.
  const [named] = Object.entries(grants.access)
    .filter(([, actions]) => gives(actions))
    .sort(([, left], [, right]) => breadth(left) - breadth(right));
  const byDefault = gives(grants.byDefault);
  return [
    ...(named === undefined ? [] : [`permissions: [[${variable}, "${named[0]}"]]`]),
    ...(byDefault && grants.isBound ? [`bind: [${variable}]`] : []),
    ...(byDefault && !grants.isBound ? [`permissions: [${variable}]`] : []),
  ];
}

/** A wildcard gives more than any list. */
function breadth(actions: readonly string[]): number {
  return actions.some((each) => each.endsWith(":*")) ? Number.MAX_SAFE_INTEGER : actions.length;
}

/** The usual variable of a construct in apps: `notes` for `dev-notes-Database/Notes`. */
export function variableOf(path: string): string {
  const id = path.split("/").at(-1) ?? path;
  // `apiKey` for `API_KEY`.
  const words = /[a-z]/.test(id) ? id : id.toLowerCase().replaceAll("_", "-");
  const name = words.replace(
    /[^A-Za-z0-9_$]+(.)?/g,
    (_, next: string | undefined) => next?.toUpperCase() ?? "",
  );
  return name.charAt(0).toLowerCase() + name.slice(1);
}
