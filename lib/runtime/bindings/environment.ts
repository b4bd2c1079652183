/** The value of a variable that must be read from SSM. */
export const placeholder = "__FETCH_FROM_SSM__";

/** The prefix of the environment variables of a class: `SERVERFORM_Table_tableName_notes`. */
const prefixOf = (className: string, variable: string) => `SERVERFORM_${className}_${variable}_`;

/** Environment key of a variable. Environment keys cannot contain `-`, so ids have `_` instead. */
export function environmentKey(className: string, variable: string, id: string): string {
  return `${prefixOf(className, variable)}${withUnderscores(id)}`;
}

/** Sorted ids of a class that this function is bound to, with `_` instead of `-`. */
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
 * @param stage - the stage of the value; `.fallback` for stages without their own value
 */
export function parameterName(
  className: string,
  variable: string,
  id: string,
  stage = ownEnvironment("SERVERFORM_STAGE"),
): string {
  const path = [ownEnvironment("SERVERFORM_APP"), stage, className, withUnderscores(id), variable];
  const prefix = process.env.SERVERFORM_SSM_PREFIX ?? "";
  return `${prefix}/serverform/${path.filter((part) => part !== "").join("/")}`;
}

export function ownEnvironment(key: "SERVERFORM_APP" | "SERVERFORM_STAGE"): string {
  const value = process.env[key];
  if (value !== undefined) return value;
  throw new Error(`${key} is not set. Functions of serverform have it; in a test, set it yourself.`);
}

function withUnderscores(id: string): string {
  return id.replaceAll("-", "_");
}
