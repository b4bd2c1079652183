/** What stands in a variable whose value is read from SSM. */
export const placeholder = "__FETCH_FROM_SSM__";

/** Names of what a function is bound to begin with it: `SERVERFORM_Table_tableName_notes`. */
const prefixOf = (className: string, variable: string) => `SERVERFORM_${className}_${variable}_`;

/** Key of a variable; environment keys know no `-`, so ids have `_` there. */
export function environmentKey(className: string, variable: string, id: string): string {
  return `${prefixOf(className, variable)}${withUnderscores(id)}`;
}

/** Ids of a class that this function is bound to, sorted, as the environment has them: with `_` for `-`. */
export function boundIds(className: string, variable: string): readonly string[] {
  const prefix = prefixOf(className, variable);
  return Object.keys(process.env)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .sort();
}

/**
 * Name of the SSM parameter of a variable: `/serverform/notes/dev/Userbase/Users/userPoolId`.
 *
 * @param stage - whose value it is; `.fallback` holds what a stage without a value of its own takes
 */
export function ssmParameterName(
  className: string,
  variable: string,
  id: string,
  stage = ownEnvironment("SERVERFORM_STAGE"),
): string {
  const path = [ownEnvironment("SERVERFORM_APP"), stage, className, withUnderscores(id), variable];
  const prefix = process.env.SERVERFORM_SSM_PREFIX ?? "";
  return `${prefix}/serverform/${path.filter((part) => part !== "").join("/")}`;
}

/** A variable that every function of an app has. */
export function ownEnvironment(key: "SERVERFORM_APP" | "SERVERFORM_STAGE"): string {
  const value = process.env[key];
  if (value !== undefined) return value;
  throw new Error(`${key} is not set. Functions of serverform have it; in a test, set it yourself.`);
}

function withUnderscores(id: string): string {
  return id.replaceAll("-", "_");
}
